"""Findings as the protocol's diagnostics, and when they are sent and taken away."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from clausewright.finding import Finding, Related, Severity
from clausewright_server.caret import shown
from clausewright_server.convert import Places
from clausewright_server.session import MAX_ANALYSED, Document, Report, Session, Snapshot

SOURCE = "clausewright"
MAX_SENT = 300
"""Findings of one document that are sent at most: the gravest, with a note of how many more there are. What is sent at
each edit is what an edit costs in a long document, for the server and for the editor."""
MAX_RELATED = 100
"""Places beside a finding that are sent with it at most, the first ones."""

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
            {"location": location(place, places, uri), "message": place.message}
            for place in finding.related[:MAX_RELATED]
        ]
    return diagnostic


def location(place: Related, places: Places, uri: str) -> dict[str, Any]:
    """The protocol's location of *place*, which is of the document at *uri* unless it says where else."""
    if place.elsewhere is None:
        return {"uri": uri, "range": places.range(place.start, place.end)}
    there = places.of_text(place.elsewhere.text)
    return {"uri": place.elsewhere.path.as_uri(), "range": there.range(place.start, place.end)}


def note(message: str) -> dict[str, Any]:
    """An information about the document as a whole."""
    return {"range": _DOCUMENT_START, "severity": 3, "source": SOURCE, "message": message}


def to_diagnostics(findings: list[Finding], places: Places, uri: str, *, related: bool) -> list[dict[str, Any]]:
    """The diagnostics of a document; of too many findings the gravest, and last a note of how many more there are."""
    sent, notes = findings, []
    if len(findings) > MAX_SENT:
        chosen: list[int] = []
        for severity in Severity:  # the gravest first
            if len(chosen) < MAX_SENT:
                alike = (i for i, finding in enumerate(findings) if finding.severity is severity)
                chosen += islice(alike, MAX_SENT - len(chosen))
        sent = [findings[i] for i in sorted(chosen)]
        more = len(findings) - MAX_SENT
        notes = [note(f"The {MAX_SENT:,} gravest findings are shown; there {_are(more)} more.")]
    return [to_diagnostic(finding, places, uri, related=related) for finding in sent] + notes


def _are(count: int) -> str:
    return f"{'is' if count == 1 else 'are'} {count:,}"


class DiagnosticsPublisher:
    """Keeps each document's diagnostics for clients that ask, and pushes them with their version to those that do not.

    *notify* sends a notification; *refresh* asks a client that pulls to do so again.
    """

    def __init__(self, session: Session, notify: Callable[[str, Any], None], refresh: Callable[[], None]) -> None:
        self._session = session
        self._notify = notify
        self._refresh = refresh
        self._findings: dict[Document, tuple[Snapshot, list[Finding]]] = {}
        self._made = 0

    def findings(self, document: Document, snapshot: Snapshot, findings: list[Finding]) -> None:
        told = self._findings.get(document)
        if told is not None and told[0] is snapshot and told[1] == findings:
            return
        self._findings[document] = snapshot, findings
        self._tell(document)

    def caret_left(self, document: Document) -> None:
        """Nothing waits for the caret any more."""
        kept = self._findings.get(document)
        if kept is not None and document.current and kept[0].version == document.version:
            self._tell(document)
            self._refresh()

    def more(self) -> None:
        """Findings that took longer are there: a client that pulls cannot know of them."""
        self._refresh()

    def too_long(self, document: Document) -> None:
        """Say that *document* is not analysed, where the findings would stand."""
        message = (
            f"This document has {len(document.mirror):,} characters. Clausewright reads documents of up to "
            f"{MAX_ANALYSED:,} and has not checked this one; hover and navigation are off. Split it to have them back."
        )
        self._report(document, [note(message)], document.version)

    def clear(self, document: Document) -> None:
        self._report(document, [], document.version)

    def closed(self, document: Document) -> None:
        """Forget a document that was closed, and take its diagnostics away."""
        self.forget(document)
        self.withdraw(document.uri)

    def forget(self, document: Document) -> None:
        self._findings.pop(document, None)

    def withdraw(self, uri: str) -> None:
        """Take all diagnostics of a closed or deleted document away."""
        self._publish(uri, None, [])

    def _tell(self, document: Document) -> None:
        snapshot, findings = self._findings[document]
        related = self._session.client.related_information
        chosen = shown(document, snapshot, findings)
        diagnostics = to_diagnostics(chosen, snapshot.places, document.uri, related=related)
        self._report(document, diagnostics, snapshot.version)

    def _report(self, document: Document, diagnostics: list[dict[str, Any]], version: int | None) -> None:
        if document.report is None or document.report.diagnostics != diagnostics:
            self._made += 1
            document.report = Report(str(self._made), diagnostics)
        self._publish(document.uri, version, diagnostics)

    def _publish(self, uri: str, version: int | None, diagnostics: list[dict[str, Any]]) -> None:
        if self._session.client.pulls_diagnostics:
            return
        params: dict[str, Any] = {"uri": uri, "diagnostics": diagnostics}
        if version is not None:
            params["version"] = version
        self._notify("textDocument/publishDiagnostics", params)
