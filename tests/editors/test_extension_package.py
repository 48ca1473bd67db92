"""What goes into the extension's package."""

from __future__ import annotations

import json
import re
import subprocess
import zipfile
from pathlib import Path

import pytest
from editor_harness import ROOT

from clausewright.rules import RULES

CLIENT = ROOT / "client-vscode"
FILES = {
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "images/icon.png",
    "language-configuration.json",
    "out/contract.tmLanguage.json",
    "out/extension.js",
    "package.json",
    *(f"walkthrough/{step}.md" for step in ("changing", "contract", "findings", "reading", "template")),
}

pytestmark = pytest.mark.slow


def test_the_package_holds_what_it_needs_and_nothing_else(extension: Path) -> None:
    vsce = ROOT / "node_modules" / ".bin" / "vsce"
    listed = subprocess.run(
        [vsce, "ls", "--no-dependencies"], cwd=CLIENT, capture_output=True, text=True, check=True, timeout=60
    )
    assert set(listed.stdout.split()) == FILES

    packed = {name for name in zipfile.ZipFile(extension).namelist() if name.startswith("extension/")}
    assert len(packed) == len(FILES)


def test_the_package_ships_the_grammar_of_the_repository(extension: Path) -> None:
    grammar = ROOT / "grammars" / "clausewright_grammars" / "contract.tmLanguage.json"
    assert zipfile.ZipFile(extension).read("extension/out/contract.tmLanguage.json") == grammar.read_bytes()


def test_the_rules_that_settings_give_as_examples_exist() -> None:
    (section,) = json.loads((CLIENT / "package.json").read_text("utf-8"))["contributes"]["configuration"]
    described = " ".join(
        one["markdownDescription"] for key, one in section["properties"].items() if "reference" not in key
    )
    named = {rule.code: rule.name for rule in RULES}
    assert set(re.findall(r"CW\d{3}", described)) <= set(named)
    examples = set(re.findall(r"name \(`([a-z-]+)`\)", described))
    assert examples
    assert examples <= set(named.values())


def test_the_walkthrough_shows_pages_that_are_packed_and_runs_commands_that_exist(extension: Path) -> None:
    contributes = json.loads((CLIENT / "package.json").read_text("utf-8"))["contributes"]
    (walkthrough,) = contributes["walkthroughs"]
    packed = zipfile.ZipFile(extension).namelist()
    assert all(f"extension/{step['media']['markdown']}" in packed for step in walkthrough["steps"])
    run = set(re.findall(r"\(command:(clausewright\.\w+)\)", json.dumps(walkthrough)))
    assert run
    assert run <= {command["command"] for command in contributes["commands"]}


def test_every_setting_and_command_is_told_of_in_the_readme(extension: Path) -> None:
    contributes = json.loads((CLIENT / "package.json").read_text("utf-8"))["contributes"]
    readme = (CLIENT / "README.md").read_text("utf-8")
    for section in contributes["configuration"]:
        for setting in section["properties"]:
            assert f"`{setting}`" in readme
    for command in contributes["commands"]:
        assert f"{command['category']}: {command['title']}" in readme
