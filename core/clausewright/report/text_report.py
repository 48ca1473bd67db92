"""Findings for a person at a terminal: a line each, as compilers write them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from clausewright.finding import Severity
from clausewright.report.results import FileResult, readable, shown_path

# A contract may hold escape sequences; a terminal must not obey them.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")

_NOUNS = {
    Severity.ERROR: ("error", "errors"),
    Severity.WARNING: ("warning", "warnings"),
    Severity.INFORMATION: ("information", "information"),
    Severity.HINT: ("hint", "hints"),
}


def text_report(results: Sequence[FileResult]) -> Iterator[str]:
    """The report's lines, the last of them the summary."""
    counts: Counter[Severity] = Counter()
    read = readable(results)
    for result in read:
        file = one_line(result.file)
        for diagnostic in result.diagnostics:
            finding, region = diagnostic.finding, diagnostic.region
            counts[finding.severity] += 1
            message = one_line(finding.message)
            yield f"{file}:{region.line}:{region.column}: {finding.code} {finding.severity} {message}"
            for related, place in zip(finding.related, diagnostic.related, strict=True):
                where = file if related.elsewhere is None else one_line(shown_path(related.elsewhere.path))
                yield f"    {where}:{place.line}:{place.column}: {one_line(related.message)}"
    yield _summary(counts, len(read), sum(1 for result in read if result.diagnostics))


def one_line(text: str) -> str:
    """*text* without line breaks or control characters."""
    return _CONTROL.sub(" ", text)


def _summary(counts: Counter[Severity], files: int, affected: int) -> str:
    if not files:
        return "No file was checked."
    checked = f"{files} {'file' if files == 1 else 'files'}"
    if not counts:
        return f"No findings in {checked}."
    total = counts.total()
    parts = [f"{n} {_NOUNS[severity][n != 1]}" for severity in Severity if (n := counts[severity])]
    where = checked if affected == files else f"{affected} of {checked}"
    return f"{total} {'finding' if total == 1 else 'findings'} ({', '.join(parts)}) in {where}."
