"""Neovim's own client, set up as the README says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from editor_harness import Finding, editor_environment, expected_findings, json_line, run_editor, snippet

SESSION = Path(__file__).parent / "neovim" / "session.lua"


@pytest.mark.slow
def test_neovim_shows_findings_hover_and_jump(
    tmp_path: Path, contract: Path, find_program: Callable[[str], str]
) -> None:
    init = tmp_path / "init.lua"
    init.write_text(snippet("lua"), "utf-8")

    output = run_editor(
        [find_program("nvim"), "--headless", "-u", init, "-i", "NONE", "-n", "-c", f"luafile {SESSION}", contract],
        editor_environment(tmp_path / "home"),
        seconds=90,
    )
    seen = json_line(output)

    assert seen["filetype"] == "contract"
    found = [Finding(each["line"], each["code"], each["message"]) for each in seen["diagnostics"]]
    assert sorted(found) == expected_findings(contract.read_text("utf-8"))
    assert {each["source"] for each in seen["diagnostics"]} == {"clausewright"}
    assert "means all information that a Party marks as confidential" in seen["hover"]
    assert seen["landed"].startswith("2.3 ")
    assert seen["left"] == seen["diagnostics"]
