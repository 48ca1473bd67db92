"""What an open document has of its comparison: asked for after each check, told as a summary, found by features."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from clausewright.deviations.compared import Compared, Unusable
from clausewright.deviations.outcome import outcome_of
from clausewright.settings import Settings
from clausewright_server.comparison import ComparisonReader, Job, Look, Progress
from clausewright_server.progress import ModelProgress
from clausewright_server.protocol import ContractProtocol
from clausewright_server.session import Document, Session, Snapshot
from clausewright_server.uris import file_path

COVERAGE = "clausewright/coverage"
"""Notification with how much of its template a document covers, for clients that say that they show it."""


class Comparing:
    """Between the analysis of documents and the reader of comparisons.

    *refresh* asks a client that pulls diagnostics to do so again.
    """

    def __init__(
        self,
        session: Session,
        protocol: ContractProtocol,
        reader: ComparisonReader,
        refresh: Callable[[], None],
    ) -> None:
        self._session = session
        self._protocol = protocol
        self._reader = reader
        self._refresh = refresh
        self._told: dict[str, dict[str, Any]] = {}

    def look(self, snapshot: Snapshot, settings: Settings) -> Look:
        return self._reader.look(snapshot.uri, snapshot.contract, settings)

    def compared(self, snapshot: Snapshot) -> tuple[Compared, Settings] | None:
        """What is known of *snapshot*, and the settings it is told by; None where nothing is. From any thread."""
        document = self._session.find(snapshot.uri)
        settings = document.settings if document is not None else None
        if settings is None:
            return None
        found = self.look(snapshot, settings).compared
        return (found, settings) if isinstance(found, Compared) else None

    def follow(self, document: Document, look: Look, settings: Settings, again: Callable[[], None]) -> None:
        """*look* has been told of: have the rest compared, after which *again* is called on the loop."""
        if self._session.client.shows_coverage:
            self._tell(document, look, settings)
        if look.job is None:
            return

        def done() -> None:
            again()
            self._refresh()

        self._reader.ask(look.job, self._progress, done)

    def follow_unseen(self, job: Job, ended: Callable[[], None]) -> bool:
        """Have a file compared that is not open; see ``ComparisonReader.ask_unseen``."""
        return self._reader.ask_unseen(job, self._progress, ended)

    def uses(self, uri: str) -> bool:
        """Whether the file at *uri* is somebody's template."""
        path = file_path(uri)
        return path is not None and self._reader.uses(path)

    def closed(self, document: Document) -> None:
        self.forget(document.uri)

    def forget(self, uri: str) -> None:
        """Nobody has the document at *uri* open."""
        self._reader.forget(uri)
        self._told.pop(uri, None)

    def choose(self, uri: str, template: Path | None) -> None:
        """Compare the document at *uri* with *template* as long as it is open; None follows the settings again."""
        self._reader.choose(uri, template)

    def stop(self) -> None:
        self._reader.stop()

    def _progress(self) -> Progress:
        if self._session.client.shows_progress:
            return ModelProgress(self._protocol, "Comparing with the template")
        return lambda _done, _of: None

    def _tell(self, document: Document, look: Look, settings: Settings) -> None:
        told = self._told.get(document.uri)
        if look.job is not None and told is not None and "covered" in told:
            # The figures of a moment ago are nearer the truth than those without the clause that is being edited.
            return
        params = {"uri": document.uri, **self._summary(document, look, settings)}
        if params != told and (look.wanted or told is not None):
            self._told[document.uri] = params
            self._protocol.notify_raw(COVERAGE, params)

    @staticmethod
    def _summary(document: Document, look: Look, settings: Settings) -> dict[str, Any]:
        if not look.wanted:
            return {"state": "off"}
        if isinstance(look.compared, Unusable):
            return {"state": "unusable", "message": look.compared.message}
        state = "comparing" if look.job is not None else "compared"
        if look.compared is None or document.snapshot is None:
            return {"state": state}
        outcome = outcome_of(document.snapshot.contract, look.compared, settings)
        return {
            "state": "unrelated" if outcome.unrelated else state,
            "template": look.compared.template.path.as_uri(),
            "covered": outcome.covered,
            "deviating": len(outcome.deviations),
            "missing": outcome.missing,
            "added": len(outcome.added),
        }
