"""VS Code itself, served to a headless Chromium: what a user sees, and the extension from inside."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from editor_harness import SAMPLE, Finding, editor_environment, expected_findings, json_line, run_editor, running

HERE = Path(__file__).parent

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

INSIDE = [
    "files with a contract's name are contracts, others are not",
    "contracts are coloured where the theme leaves it open, and hints are shown whole",
    "a finding has its code, its message and its place",
    "hover and definition answer",
    "a quotation is found, and picked where it stands twice",
    "clauses are searched in a list that leads to them",
    "typing removes a finding and adds it again",
    "a contract that was never saved is read too",
    "a file can be treated as a contract, is remembered, and let go",
    "files that the setting names are contracts",
    "a rule that the settings switch off is silent at once",
    "a contract is compared with its template, side by side, and a deviation accepted",
    "a rule that a fix silences in the settings is silent at once",
    "the server's state is shown, and its copy of a contract is the window's",
    "the command restarts the server",
    "a server that is killed comes back and reads on",
    "a changed interpreter is taken up, and the old server ends",
    "a command that does not exist leaves no server, and its removal brings it back",
    "a server that crashes is not started for ever",
    "the output channel shows how the server was started and no contract text",
]
"""The tests in vscode/suite.cjs."""


def shown(problems: list[dict[str, Any]]) -> list[Finding]:
    """Rows of the Problems panel in text order."""
    return sorted(Finding(each["line"], each["code"], each["message"]) for each in problems)


@pytest.fixture(scope="module")
def session(vscode: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What there was to see in vscode/session.mjs, on the sample."""
    folder = tmp_path_factory.mktemp("session")
    command = ["node", HERE / "vscode" / "session.mjs", folder, SAMPLE]
    output = run_editor(command, editor_environment(folder / "home"), seconds=240)
    assert running(str(folder)) == []
    seen: dict[str, Any] = json_line(output)
    return seen


@pytest.fixture(scope="module")
def inside(vscode: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    """Outcomes of vscode/suite.cjs by the tests' names, and the folder with VS Code's profile."""
    folder = tmp_path_factory.mktemp("suite")
    results = folder / "results.json"
    environment = editor_environment(
        folder / "home",
        CLAUSEWRIGHT_TEST_RESULTS=str(results),
        CLAUSEWRIGHT_TEST_PYTHON=sys.executable,
        CLAUSEWRIGHT_TEST_CRASHING_SERVER=str(HERE / "fixtures" / "crashing_server.py"),
    )
    run_editor(["node", HERE / "vscode" / "run-suite.mjs", folder], environment, seconds=300)
    assert running(str(folder)) == []
    return json.loads(results.read_text("utf-8")), folder


def test_problems_panel_shows_what_the_library_finds(session: dict[str, Any]) -> None:
    expected = expected_findings(SAMPLE.read_text("utf-8"))
    assert len(expected) >= 8
    assert shown(session["contract"]["problems"]) == expected
    assert {each["source"] for each in session["contract"]["problems"]} == {"clausewright"}
    assert session["contract"]["squiggles"] >= 1


def test_hover_quotes_the_definition(session: dict[str, Any]) -> None:
    assert "means all information that a Party marks as confidential" in session["contract"]["hover"]


def test_f12_lands_on_the_clause_that_is_cited(session: dict[str, Any]) -> None:
    lines = SAMPLE.read_text("utf-8").splitlines()
    assert lines[session["contract"]["landed"]["line"] - 1].startswith("2.3 ")


def test_a_quotation_is_asked_for_where_the_clipboard_may_not_be_read(session: dict[str, Any]) -> None:
    lines = SAMPLE.read_text("utf-8").splitlines()
    assert lines[session["contract"]["quoted"]["line"] - 1].startswith("2.3 ")


def test_typing_adds_a_finding_and_mending_removes_it(session: dict[str, Any]) -> None:
    added = session["contract"]["added"]
    lines = SAMPLE.read_text("utf-8").splitlines()
    assert (added["code"], added["source"]) == ("CW201", "clausewright")
    assert lines[added["line"] - 1].startswith("3.1 ")
    assert shown(session["contract"]["left"]) == shown(session["contract"]["problems"])


def test_a_window_without_a_folder_finds_the_same(session: dict[str, Any]) -> None:
    assert shown(session["withoutFolder"]) == shown(session["contract"]["problems"])


def test_a_server_that_is_not_there_is_told_once_with_a_way_out(session: dict[str, Any]) -> None:
    broken = session["broken"]
    assert len(broken["messages"]) == 1
    assert "clausewright.server.command" in broken["messages"][0]
    assert "no such program" in broken["messages"][0]
    assert broken["buttons"] == ["Open Settings", "Show Output", "Try Again"]
    # The panel wraps its lines.
    assert broken["messages"][0] in " ".join(broken["output"].split())
    assert all(title.startswith("Clausewright: ") for title in broken["settings"])


def test_every_test_inside_vscode_is_listed_here(inside: tuple[dict[str, Any], Path]) -> None:
    assert list(inside[0]) == INSIDE


@pytest.mark.parametrize("name", INSIDE)
def test_inside_vscode(inside: tuple[dict[str, Any], Path], name: str) -> None:
    assert inside[0][name]["failure"] is None, inside[0][name]["failure"]


def test_no_log_of_vscode_holds_contract_text(inside: tuple[dict[str, Any], Path]) -> None:
    logs = list((inside[1] / "profile").rglob("*.log"))
    assert any("Starting" in log.read_text("utf-8") for log in logs)
    for log in logs:
        assert "Moonstone" not in log.read_text("utf-8"), log
