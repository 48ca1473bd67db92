"""Emacs's own client, eglot, set up as the README says."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from editor_harness import editor_environment, expected_findings, json_line, run_editor, snippet

SESSION = Path(__file__).parent / "emacs" / "session.el"


@pytest.mark.slow
def test_emacs_shows_findings_hover_and_jump(
    tmp_path: Path, contract: Path, find_program: Callable[[str], str]
) -> None:
    emacs = find_program("emacs")
    has_eglot = [emacs, "--batch", "--eval", "(progn (package-initialize) (require 'eglot))"]
    if subprocess.run(has_eglot, capture_output=True, timeout=60).returncode != 0:
        pytest.skip("this Emacs has no eglot")
    init = tmp_path / "init.el"
    init.write_text(snippet("elisp"), "utf-8")

    output = run_editor(
        [emacs, "--batch", "-l", SESSION, init, contract], editor_environment(tmp_path / "home"), seconds=90
    )
    seen = json_line(output)

    assert seen["mode"] == "contract-mode"
    expected = expected_findings(contract.read_text("utf-8"))
    assert [each["line"] for each in seen["diagnostics"]] == [finding.line for finding in expected]
    shown = [(each["line"], each["message"]) for each in seen["diagnostics"]]
    for finding in expected:
        assert any(line == finding.line and finding.message in message for line, message in shown), finding
    assert "means all information that a Party marks as confidential" in seen["hover"]
    assert seen["landed"].startswith("2.3 ")
    assert seen["left"] == seen["diagnostics"]
