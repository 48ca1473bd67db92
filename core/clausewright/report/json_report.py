"""JSON, as scripts rely on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clausewright.finding import Finding
from clausewright.report.results import FileResult, readable


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
    entry["related"] = [{"start": r.start, "end": r.end, "message": r.message} for r in finding.related]
    return entry
