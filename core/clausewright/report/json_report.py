"""JSON, as scripts rely on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clausewright.finding import Finding, Related
from clausewright.report.results import FileResult, readable, shown_path


def check_report(results: Sequence[FileResult]) -> dict[str, Any]:
    return {
        "schema": "clausewright.check/1",
        "files": [
            {
                "file": result.file,
                "sha256": result.sha256,
                "diagnostics": [diagnostic_entry(diagnostic.finding) for diagnostic in result.diagnostics],
            }
            for result in readable(results)
        ],
    }


def diagnostic_entry(finding: Finding) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "code": finding.qualified_code,
        "name": finding.name,
        "family": finding.family,
        "severity": str(finding.severity),
        "start": finding.start,
        "end": finding.end,
        "message": finding.message,
    }
    if finding.term is not None:
        entry["term"] = finding.term
    entry["related"] = [_related(related) for related in finding.related]
    return entry


def _related(related: Related) -> dict[str, Any]:
    place = {"start": related.start, "end": related.end, "message": related.message}
    return place if related.elsewhere is None else {"file": shown_path(related.elsewhere.path), **place}
