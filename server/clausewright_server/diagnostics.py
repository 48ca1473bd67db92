"""Findings as the protocol's diagnostics, and when they are sent and taken away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clausewright.finding import Finding, Severity
from clausewright_server.convert import Places
from clausewright_server.session import MAX_ANALYSED, Document, Session, Snapshot

SOURCE = "clausewright"
MAX_SENT = 1_000
"""Findings of one document that are sent at once; the gravest first, and with a note of how many were left out."""

_SEVERITY = {Severity.ERROR: 1, Severity.WARNING: 2, Severity.INFORMATION: 3, Severity.HINT: 4}
_DOCUMENT_START = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


def to_diagnostic(finding: Finding, places: Places, uri: str, *, related: bool) -> dict[str, Any]:
    """The diagnostic of a finding; with its related places if *related*."""
    data = {"code": finding.qualified_code}
    if finding.term is not None:
        data["term"] = finding.term
    diagnostic: dict[str, Any] = {
        "range": places.range(finding.start, finding.end),
        "severity": _SEVERITY[finding.severity],
        "code": finding.code,
        "source": SOURCE,
        "message": finding.message,
        "data": data,
    }
    if related and finding.related:
        diagnostic["relatedInformation"] = [
            {"location": {"uri": uri, "range": places.range(place.start, place.end)}, "message": place.message}
            for place in finding.related
        ]
    return diagnostic


def note(message: str) -> dict[str, Any]:
    """An information about the document as a whole."""
    return {"range": _DOCUMENT_START, "severity": 3, "source": SOURCE, "message": message}


class DiagnosticsPublisher:
    """Pushes each document's diagnostics with the version they are about."""

    def __init__(self, session: Session, notify: Callable[[str, Any], None]) -> None:
        self._session = session
        self._notify = notify

    def findings(self, document: Document, snapshot: Snapshot, findings: list[Finding]) -> None:
        related = self._session.client.related_information
        sent, notes = findings, []
        if len(findings) > MAX_SENT:
            chosen = sorted(range(len(findings)), key=lambda i: (findings[i].severity.rank, i))[:MAX_SENT]
            sent = [findings[i] for i in sorted(chosen)]
            notes = [note(f"{len(findings):,} findings; the {MAX_SENT:,} gravest are shown.")]
        diagnostics = [to_diagnostic(finding, snapshot.places, document.uri, related=related) for finding in sent]
        self._publish(document.uri, snapshot.version, notes + diagnostics)

    def too_long(self, document: Document) -> None:
        """Say that *document* is not analysed, where the findings would stand."""
        message = (
            f"This document has {len(document.mirror):,} characters. Clausewright reads documents of up to "
            f"{MAX_ANALYSED:,} and has not checked this one; hover and navigation are off. Split it to have them back."
        )
        self._publish(document.uri, document.version, [note(message)])

    def clear(self, document: Document) -> None:
        self._publish(document.uri, document.version, [])

    def withdraw(self, uri: str) -> None:
        """Take all diagnostics of a closed or deleted document away."""
        self._publish(uri, None, [])

    def _publish(self, uri: str, version: int | None, diagnostics: list[dict[str, Any]]) -> None:
        params: dict[str, Any] = {"uri": uri, "diagnostics": diagnostics}
        if version is not None:
            params["version"] = version
        self._notify("textDocument/publishDiagnostics", params)
