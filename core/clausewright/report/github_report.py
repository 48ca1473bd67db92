"""Annotations as GitHub's workflow commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clausewright.finding import Severity
from clausewright.report.results import FileResult, readable

_COMMANDS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "notice",
    Severity.HINT: "notice",
}


def github_report(results: Sequence[FileResult]) -> Iterator[str]:
    """A workflow command a finding."""
    for result in readable(results):
        for diagnostic in result.diagnostics:
            finding, region = diagnostic.finding, diagnostic.region
            properties = {"file": result.file, "line": str(region.line), "endLine": str(region.end_line)}
            # The service refuses columns on an annotation of several lines.
            if region.line == region.end_line:
                properties |= {"col": str(region.column), "endColumn": str(region.end_column)}
            properties["title"] = finding.qualified_code
            listed = ",".join(f"{name}={_escaped_property(value)}" for name, value in properties.items())
            yield f"::{_COMMANDS[finding.severity]} {listed}::{_escaped(finding.message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
