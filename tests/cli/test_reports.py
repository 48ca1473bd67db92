"""The forms of a report, on findings made up for the purpose."""

import dataclasses

import pytest

from clausewright.finding import Finding, Related, Severity
from clausewright.report.github_report import github_report
from clausewright.report.json_report import check_report
from clausewright.report.results import Diagnostic, FileResult, Region, RuleDescription
from clausewright.report.sarif_report import sarif_report
from clausewright.report.text_report import text_report
from clausewright.text import SourceText

TEXT = "1. 𝒳 See clause 9.\r\n2. The Fee\n   Schedule\x0c ends.\n"


def diagnostic(
    words: str, message: str = "message", severity: Severity = Severity.WARNING, related: str = ""
) -> Diagnostic:
    start = TEXT.index(words)
    places = [(TEXT.index(related), TEXT.index(related) + len(related))] if related else []
    finding = Finding(
        "CW201",
        "unresolved-reference",
        severity,
        start,
        start + len(words),
        message,
        related=tuple(Related(s, e, "stands here") for s, e in places),
    )
    source = SourceText(TEXT)
    regions = tuple(Region.of(source, s, e) for s, e in places)
    return Diagnostic(finding, Region.of(source, finding.start, finding.end), regions, "0" * 32)


def result(*diagnostics: Diagnostic, file: str = "a/b.md") -> FileResult:
    return FileResult(file, "f" * 64, diagnostics)


UNREAD = FileResult("gone.md", None, notes=("gone.md: no such file",), failed=True)


def test_text_counts_lines_and_characters_from_one_and_sums_up():
    lines = list(text_report([result(diagnostic("clause 9", related="Fee")), result(file="c.md")]))
    assert lines == [
        "a/b.md:1:10: CW201 warning message",
        "    a/b.md:2:8: stands here",
        "1 finding (1 warning) in 1 of 2 files.",
    ]


def test_text_says_when_there_is_nothing_to_say():
    assert list(text_report([result(), UNREAD])) == ["No findings in 1 file."]


def test_text_sums_up_by_severity():
    found = [diagnostic("Fee", severity=severity) for severity in (Severity.ERROR, Severity.HINT, Severity.ERROR)]
    assert list(text_report([result(*found)]))[-1] == "3 findings (2 errors, 1 hint) in 1 file."


def test_text_obeys_no_escape_sequences_of_a_contract():
    (line, _) = text_report([result(diagnostic("Fee", message="a\x1b[31mred\nand\u2028more"))])
    assert line == "a/b.md:2:8: CW201 warning a [31mred and more"


def test_json_has_the_fields_that_scripts_rely_on():
    with_term = diagnostic("Fee", related="clause 9")
    with_term = dataclasses.replace(with_term, finding=dataclasses.replace(with_term.finding, term="Fee"))
    report = check_report([result(with_term, diagnostic("Fee")), UNREAD])
    assert report["schema"] == "clausewright.check/1"
    (file,) = report["files"]
    assert (file["file"], file["sha256"]) == ("a/b.md", "f" * 64)
    start = TEXT.index("Fee")
    assert file["diagnostics"][0] == {
        "code": "CW201-unresolved-reference",
        "name": "unresolved-reference",
        "family": "references",
        "severity": "warning",
        "start": start,
        "end": start + 3,
        "message": "message",
        "term": "Fee",
        "related": [{"start": TEXT.index("clause"), "end": TEXT.index("clause") + 8, "message": "stands here"}],
    }
    assert "term" not in file["diagnostics"][1]
    assert file["diagnostics"][1]["related"] == []


@pytest.mark.parametrize(
    ("severity", "command"),
    [
        (Severity.ERROR, "error"),
        (Severity.WARNING, "warning"),
        (Severity.INFORMATION, "notice"),
        (Severity.HINT, "notice"),
    ],
)
def test_github_annotations_escape_what_the_service_reads_as_its_own(severity, command):
    found = result(diagnostic("clause 9", "100% of\r\nthis: a, b", severity), file="a,b:c%.md")
    assert list(github_report([found])) == [
        f"::{command} file=a%2Cb%3Ac%25.md,line=1,endLine=1,col=10,endColumn=18,title=CW201-unresolved-reference"
        "::100%25 of%0D%0Athis: a, b"
    ]


def test_github_annotations_of_several_lines_have_no_columns():
    (line,) = github_report([result(diagnostic("Fee\n   Schedule"))])
    assert "line=2,endLine=3,title=" in line


def test_sarif_places_rules_and_fingerprints():
    rule = RuleDescription("CW201", "unresolved-reference", "error", "Cites a place that is not there.", "# Page")
    report = sarif_report([result(diagnostic("Fee", related="clause 9"), file="a b.md"), UNREAD], [rule], "1.0")
    assert report["version"] == "2.1.0"
    (run,) = report["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    (described,) = run["tool"]["driver"]["rules"]
    assert described["id"] == "CW201"
    assert described["defaultConfiguration"] == {"level": "error"}
    assert described["help"]["markdown"] == "# Page"
    assert run["invocations"][0]["executionSuccessful"] is False
    assert run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"] == "gone.md: no such file"
    (found,) = run["results"]
    assert run["tool"]["driver"]["rules"][found["ruleIndex"]]["id"] == found["ruleId"] == "CW201"
    place = found["locations"][0]["physicalLocation"]
    assert run["artifacts"][place["artifactLocation"]["index"]]["location"]["uri"] == "a%20b.md"
    assert place["region"] == {
        "startLine": 2,
        "startColumn": 8,
        "endLine": 2,
        "endColumn": 11,
        "charOffset": TEXT.index("Fee"),
        "charLength": 3,
    }
    assert found["relatedLocations"][0]["message"]["text"] == "stands here"
    assert found["partialFingerprints"] == {"clausewright/1": "0" * 32}


def test_sarif_describes_a_rule_that_nobody_described():
    report = sarif_report([result(diagnostic("Fee"))], [], "1.0")
    assert [rule["id"] for rule in report["runs"][0]["tool"]["driver"]["rules"]] == ["CW201"]
