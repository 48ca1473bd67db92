"""Fingerprints that stay when the text around a finding moves, and the file they are kept in."""

from pathlib import Path

import pytest

from clausewright.baseline import Baseline, BaselineError, fingerprint, write_baseline
from clausewright.finding import Finding, Severity
from clausewright.report.results import Diagnostic, FileResult, Region


def printed(text: str, words: str, number: str | None = "2.1", code: str = "CW301") -> str:
    start = text.index(words)
    return fingerprint(Finding(code, "a-rule", Severity.WARNING, start, start + len(words), "message"), text, number)


def result(file: Path, *fingerprints: str) -> FileResult:
    finding = Finding("CW301", "a-rule", Severity.WARNING, 0, 1, "message")
    return FileResult(str(file), "0", tuple(Diagnostic(finding, Region(1, 1, 1, 2), (), f) for f in fingerprints))


def left(baseline: Path, *results: FileResult) -> list[list[str]]:
    return [[d.fingerprint for d in r.diagnostics] for r in Baseline(baseline).without_known(results)]


def test_a_fingerprint_stays_when_lines_move_or_wrap():
    assert printed("The Late Fee is", "Late Fee") == printed("More.\n\nThe Late\n   Fee is", "Late\n   Fee")


def test_a_fingerprint_tells_rule_words_and_clause_apart():
    text = "The Late Fee is"
    prints = {
        printed(text, "Late Fee"),
        printed(text, "Late Fee", code="CW302"),
        printed(text, "Late"),
        printed(text, "Late Fee", number="2.2"),
        printed(text, "Late Fee", number=None),
    }
    assert len(prints) == 5


def test_known_findings_are_left_out_and_new_ones_stay(tmp_path):
    baseline = tmp_path / "baseline.json"
    assert write_baseline(baseline, [result(tmp_path / "a.md", "x", "x", "y"), result(tmp_path / "b.md")]) == 3
    assert left(baseline, result(tmp_path / "a.md", "x", "z", "x", "x"), result(tmp_path / "b.md", "y")) == [
        ["z", "x"],
        ["y"],
    ]


def test_a_baseline_is_the_same_from_wherever_it_is_used(tmp_path, monkeypatch):
    baseline = tmp_path / "baseline.json"
    (tmp_path / "sub").mkdir()
    write_baseline(baseline, [result(tmp_path / "sub" / "a.md", "x")])
    monkeypatch.chdir(tmp_path / "sub")
    assert left(baseline, result(Path("a.md"), "x")) == [[]]
    monkeypatch.chdir(tmp_path)
    assert left(Path("baseline.json"), result(Path("sub/a.md"), "x")) == [[]]


@pytest.mark.parametrize("contents", ["", "[]", "{}", '{"schema": "clausewright.baseline/1", "files": 3}', "\udcff"])
def test_a_file_that_is_no_baseline_is_named(tmp_path, contents):
    file = tmp_path / "baseline.json"
    file.write_bytes(contents.encode("utf-8", "surrogateescape"))
    with pytest.raises(BaselineError, match=r"baseline\.json: is not a baseline"):
        Baseline(file)


def test_a_missing_baseline_is_named(tmp_path):
    with pytest.raises(BaselineError, match="No such file"):
        Baseline(tmp_path / "gone.json")
