"""The HTML report of a comparison in a real browser: offline, with its filters, and printed."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from editor_harness import ROOT, json_line, run_editor
from written import ADDED, TEMPLATE, contract_text

from clausewright import cli

HERE = Path(__file__).parent

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

HOSTILE = "5.3 <script>document.title = 'taken'</script> {{rows}} &amp; <img src=x onerror=alert(1)> binds the parties."
"""A clause that would be acted on if it were not put in as text."""
TEXT = contract_text() + "\n" + HOSTILE + "\n"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What there was to see in report/session.mjs."""
    if not (ROOT / "node_modules").is_dir():
        pytest.skip("the extension's packages are not installed: run `npm ci`")
    installed = subprocess.run(["sh", "scripts/install-chromium.sh"], cwd=ROOT, capture_output=True, text=True)
    if installed.returncode != 0 and not os.environ.get("CI"):
        pytest.skip(installed.stderr.strip())
    folder = tmp_path_factory.mktemp("report")
    (folder / "template.txt").write_text(TEMPLATE, encoding="utf-8")
    (folder / "a.txt").write_text(TEXT, encoding="utf-8")
    report, pdf = folder / "report.html", folder / "report.pdf"
    arguments = ["compare", str(folder / "a.txt"), "--reference", str(folder / "template.txt"), "--words-only"]
    assert cli.main([*arguments, "--format", "html", "--output", str(report)]) == 1
    output = run_editor(["node", HERE / "report" / "session.mjs", report, pdf], dict(os.environ), seconds=120)
    found: dict[str, Any] = {**json_line(output), "report": report, "pdf": pdf}
    return found


def test_it_needs_nothing_but_itself(seen):
    assert seen["requests"] == [seen["report"].as_uri()]
    assert seen["errors"] == []
    assert not re.search(r'(?:src|href)="(?!#)', seen["report"].read_text(encoding="utf-8"))


def test_findings_are_listed_and_both_documents_stand_side_by_side(seen):
    assert seen["title"].endswith("a.txt against " + str(seen["report"].parent / "template.txt"))
    first = seen["first"]
    assert [entry.split(" ")[0] for entry in first["list"]] == ["Deviating", "Missing", "Missing", "Added", "Added"]
    assert "2.1 (template 2.1): Period: template 30 days, here 90 days" in first["list"][0]
    assert ADDED.split(" ", 1)[1][:40] in first["list"][3]
    (marked,) = [row for row, status in zip(first["marked"], first["rows"], strict=True) if status == "deviating"]
    assert marked == [["30"], ["90"]]


def test_the_contract_is_there_from_its_first_word_to_its_last_as_text(seen):
    assert " ".join(" ".join(seen["right"]).split()) == " ".join(TEXT.split())


def test_filters_show_what_is_asked_for(seen):
    def statuses(state: str) -> set[str]:
        return set(seen[state]["rows"]) - {""}

    assert statuses("first") == {"deviating", "missing", "added"}
    assert statuses("withoutMissing") == {"deviating", "added"}
    assert [entry.split(" ")[0] for entry in seen["withoutMissing"]["list"]] == ["Deviating", "Added", "Added"]
    assert statuses("withCovered") == {"deviating", "added", "covered"}
    assert statuses("durations") == {"deviating", "covered"}
    assert seen["target"] == "deviating"


def test_it_prints_what_is_shown_without_the_filters(seen):
    assert seen["printed"]["filters"] is False
    assert seen["printed"]["rows"] == seen["withCovered"]["rows"]
    assert seen["pdf"].read_bytes().startswith(b"%PDF-")
