"""Real editors. Each test gets a profile of its own, and what it starts ends with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from editor_harness import ROOT, SAMPLE


@pytest.fixture
def contract(tmp_path: Path) -> Path:
    """A copy of the sample with a finding of each kind."""
    copy = tmp_path / "supply.contract.md"
    shutil.copyfile(SAMPLE, copy)
    return copy


@pytest.fixture
def find_program() -> Callable[[str], str]:
    """Path of a program beside this Python or on the PATH; skips where there is none."""

    def find(name: str) -> str:
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        found = shutil.which(name, path=path)
        if found is None:
            pytest.skip(f"{name} is not installed")
        return found

    return find


@pytest.fixture(scope="session")
def extension() -> Path:
    """The packed extension, made from the sources as they are now."""
    npm = shutil.which("npm")
    if npm is None or not (ROOT / "node_modules").is_dir():
        pytest.skip("the extension's packages are not installed: run `npm ci`")
    for script in ("build", "package"):
        subprocess.run([npm, "run", "--silent", script], cwd=ROOT, check=True, timeout=120, stdout=subprocess.DEVNULL)
    return ROOT / "build" / "clausewright.vsix"


@pytest.fixture(scope="session")
def vscode(extension: Path) -> Path:
    """The packed extension, with a VS Code and a Chromium to run it in."""
    for command in (["sh", "scripts/install-chromium.sh"], ["node", "scripts/install-vscode.mjs"]):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=500)
        if done.returncode != 0:
            reason = f"{command[1]}: {done.stderr.strip()}"
            if os.environ.get("CI"):
                pytest.fail(reason)
            pytest.skip(reason)
    return extension
