"""``make demo HEADLESS=1`` without make."""

from __future__ import annotations

from pathlib import Path

import pytest
from editor_harness import ROOT, SAMPLE, editor_environment, expected_findings, run_editor


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_demo_tells_what_it_saw(vscode: Path, tmp_path: Path) -> None:
    screenshot = tmp_path / "demo.png"
    output = run_editor(
        ["node", ROOT / "scripts" / "demo.mjs", "--screenshot", screenshot],
        editor_environment(tmp_path / "home", HEADLESS="1"),
        seconds=200,
    )

    for finding in expected_findings(SAMPLE.read_text("utf-8")):
        assert f"{finding.code}  {finding.message}" in output
    assert "F12 on “clause 2.3”" in output
    assert "means all information that a Party marks as confidential" in output
    assert screenshot.read_bytes().startswith(b"\x89PNG")
