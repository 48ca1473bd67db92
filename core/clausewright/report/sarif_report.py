"""SARIF 2.1.0, for code scanning and the viewers that read it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from clausewright.finding import Severity
from clausewright.report.results import Diagnostic, FileResult, Region, RuleDescription, readable, shown_path

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}


def sarif_report(results: Sequence[FileResult], rules: Sequence[RuleDescription], version: str) -> dict[str, Any]:
    """One run over *results*. *rules* describes the rules; a code that is not among them is described by its name."""
    described = {rule.code: rule for rule in rules}
    for result in readable(results):
        for diagnostic in result.diagnostics:
            finding = diagnostic.finding
            described.setdefault(finding.code, RuleDescription(finding.code, finding.name, None, finding.name, ""))
    index = {code: number for number, code in enumerate(described)}
    notes = [note for result in results for note in result.notes]
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "Clausewright",
                        "version": version,
                        "rules": [_rule(rule) for rule in described.values()],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "invocations": [
                    {
                        "executionSuccessful": not any(result.failed for result in results),
                        "toolExecutionNotifications": [
                            {"level": "warning", "message": {"text": note}} for note in notes
                        ],
                    }
                ],
                "artifacts": [
                    {
                        "location": {"uri": _uri(result.file)},
                        "roles": ["analysisTarget"],
                        "hashes": {"sha-256": result.sha256},
                    }
                    for result in readable(results)
                ],
                "results": [
                    _result(diagnostic, result.file, position, index)
                    for position, result in enumerate(readable(results))
                    for diagnostic in result.diagnostics
                ],
            }
        ],
    }


def _rule(rule: RuleDescription) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "properties": {"tags": ["contract"]},
    }
    if rule.page:
        entry["help"] = {"text": rule.page, "markdown": rule.page}
    if rule.severity is not None:
        entry["defaultConfiguration"] = {"level": _LEVELS[Severity(rule.severity)]}
    return entry


def _result(diagnostic: Diagnostic, file: str, artifact: int, index: dict[str, int]) -> dict[str, Any]:
    finding = diagnostic.finding
    entry: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index[finding.code],
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [_location(file, artifact, diagnostic.region, finding.start, finding.end)],
        "partialFingerprints": {"clausewright/1": diagnostic.fingerprint},
    }
    if finding.related:
        entry["relatedLocations"] = [
            {
                "id": number,
                **(
                    _location(file, artifact, region, related.start, related.end)
                    if related.elsewhere is None
                    else _location(shown_path(related.elsewhere.path), None, region, related.start, related.end)
                ),
                "message": {"text": related.message},
            }
            for number, (related, region) in enumerate(zip(finding.related, diagnostic.related, strict=True))
        ]
    return entry


def _location(file: str, artifact: int | None, region: Region, start: int, end: int) -> dict[str, Any]:
    """A place in *file*, which is the run's *artifact* of that index, or None where it is none of them."""
    index = {} if artifact is None else {"index": artifact}
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(file), **index},
            "region": {
                "startLine": region.line,
                "startColumn": region.column,
                "endLine": region.end_line,
                "endColumn": region.end_column,
                "charOffset": start,
                "charLength": end - start,
            },
        }
    }


def _uri(file: str) -> str:
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
