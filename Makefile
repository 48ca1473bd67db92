# make demo    open samples/ in VS Code with the extension running (HEADLESS=1: drive it in headless Chromium)
# make test    set up, then every check and every test
# make quick   the tests that need no editor
# make format  format and mend the Python sources
# make clean   remove what these made

ifndef PYTHON
PYTHON := $(shell for name in python3 python3.13 python3.12 python3.11; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
endif
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --disable-pip-version-check --quiet --constraint constraints.txt

.PHONY: demo test quick format clean check-python check-node build python-checks client-checks pages
.DEFAULT_GOAL := test

demo: check-node $(VENV)/.installed build
	@if [ -n "$(HEADLESS)" ]; then sh scripts/install-chromium.sh; fi
	@HEADLESS="$(HEADLESS)" PATH="$(CURDIR)/$(BIN):$$PATH" node scripts/demo.mjs

test: check-node $(VENV)/.installed-dev build
	@$(MAKE) --no-print-directory python-checks client-checks
	@sh scripts/install-chromium.sh
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pytest

quick: $(VENV)/.installed-dev
	@$(BIN)/python -m pytest -m "not slow"

python-checks: $(VENV)/.installed-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

client-checks: check-node node_modules/.installed
	@npm run --silent check

build: check-node node_modules/.installed
	@npm run --silent build
	@npm run --silent package

# Everything that is made from the rules.
pages: $(VENV)/.installed-dev
	@$(BIN)/python -m clausewright.explain --write
	@$(BIN)/python -m clausewright.schema --write docs/clausewright.schema.json

format: $(VENV)/.installed-dev
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

clean:
	rm -rf $(VENV) node_modules client-vscode/node_modules client-vscode/out build dist
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(BIN)/python: | check-python
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "Python could not make a virtual environment. On Debian: apt install python3-venv" >&2; exit 1; }

$(VENV)/.installed: pyproject.toml constraints.txt $(BIN)/python
	@$(INSTALL) --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt $(BIN)/python
	@$(INSTALL) --editable '.[dev,privacy,models]'
	@touch $@ $(VENV)/.installed

node_modules/.installed: package.json package-lock.json
	@npm ci --no-audit --no-fund --loglevel=error
	@touch $@

check-python:
	@test -n "$(PYTHON)" || { echo "Clausewright needs Python 3.11 or newer; none was found. \
	Install it, or name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Clausewright needs Python 3.11 or newer; $(PYTHON) is `$(PYTHON) --version 2>&1`." >&2; exit 1; }

check-node:
	@command -v node >/dev/null && command -v npm >/dev/null || { \
		echo "Clausewright's VS Code client needs Node 20 or newer, with npm; none was found." >&2; exit 1; }
	@node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' || { \
		echo "Clausewright's VS Code client needs Node 20 or newer; this is `node --version`." >&2; exit 1; }
