"""Requests about all contracts of the folder: symbols and diagnostics of open documents and of files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from lsprotocol import types

from clausewright_server.analysis import Analyst
from clausewright_server.client import Json, dig
from clausewright_server.features.document_symbol import symbols_in_order
from clausewright_server.folder import Digest, FolderReader, Sweep
from clausewright_server.progress import SweepProgress
from clausewright_server.protocol import REQUEST_CANCELLED, ContractProtocol, MessageId
from clausewright_server.session import Document, Session, Snapshot
from clausewright_server.uris import document_key
from clausewright_server.worker import Worker

_CLOSED = "closed"
MAX_SYMBOLS = 1_000
"""Symbols of one answer; who wants to see fewer types more."""


@dataclass(eq=False, slots=True)
class _Request:
    message_id: MessageId
    partial: Json
    sweep: Sweep | None = None
    progress: SweepProgress | None = None
    items: list[dict[str, Any]] = field(default_factory=list)
    sent: int = 0


class Across:
    """Answers what is asked about everything at once, in parts where the client takes them, and can be cancelled."""

    def __init__(
        self,
        session: Session,
        protocol: ContractProtocol,
        worker: Worker,
        reader: FolderReader,
        analyst: Analyst,
        compare: Callable[[Digest], None],
    ) -> None:
        self._session = session
        self._compare = compare
        self._protocol = protocol
        self._worker = worker
        self._reader = reader
        self._analyst = analyst
        self._requests: dict[MessageId, _Request] = {}

    def register(self) -> None:
        self._protocol.on_request(types.WORKSPACE_SYMBOL, self.symbols)
        self._protocol.on_request(types.WORKSPACE_DIAGNOSTIC, self.diagnostics)

    def forget(self, message_id: MessageId) -> bool:
        """Stop the work on a request; false when there is none."""
        request = self._requests.pop(message_id, None)
        if request is None:
            return False
        if request.sweep is not None:
            request.sweep.cancel()
        if request.progress is not None:
            request.progress.end()
        return True

    def progress_cancelled(self, token: Json) -> None:
        """Stop the work whose progress is shown under *token*."""
        for request in list(self._requests.values()):
            if request.progress is not None and request.progress.token == token:
                self.forget(request.message_id)
                self._protocol.refuse(request.message_id, REQUEST_CANCELLED, "cancelled")

    def stop(self) -> None:
        for message_id in list(self._requests):
            self.forget(message_id)

    # -- symbols ------------------------------------------------------------------------------------------------------

    def symbols(self, message_id: MessageId, params: Json) -> None:
        query = dig(params, "query")
        wanted = query.casefold().split() if isinstance(query, str) else []
        request = _Request(message_id, dig(params, "partialResultToken"))

        def add(symbols: list[dict[str, Any]]) -> None:
            room = MAX_SYMBOLS - request.sent - len(request.items)
            fitting = [one for one in symbols if all(word in one["name"].casefold() for word in wanted)]
            request.items += fitting[: max(0, room)]
            self._send_part(request, lambda items: items)

        documents = list(self._session)
        opened = {document_key(document.uri) for document in documents}

        def visit(digest: Digest) -> None:
            if document_key(digest.uri) not in opened:
                add(digest.symbols)

        def ask(document: Document, go_on: Callable[[], None]) -> None:
            def answer(snapshot: Snapshot | None) -> None:
                if snapshot is not None:
                    add(symbols_in_order(snapshot))
                go_on()

            self._analyst.when_ready(document, _part_id(message_id, document), answer, lambda _error: go_on())

        self._one_by_one(request, documents, ask, lambda: self._sweep(request, params, visit, lambda: request.items))

    # -- diagnostics --------------------------------------------------------------------------------------------------

    def diagnostics(self, message_id: MessageId, params: Json) -> None:
        known = {
            document_key(dig(one, "uri") or ""): dig(one, "value") for one in dig(params, "previousResultIds") or []
        }
        request = _Request(message_id, dig(params, "partialResultToken"))
        documents = list(self._session)
        opened = {document_key(document.uri) for document in documents}
        seen: set[str] = set(opened)

        def add(uri: str, version: int | None, result_id: str, diagnostics: list[dict[str, Any]]) -> None:
            report: dict[str, Any] = {"uri": uri, "version": version, "resultId": result_id}
            if known.get(document_key(uri)) == result_id:
                report["kind"] = "unchanged"
            else:
                report |= {"kind": "full", "items": diagnostics}
            request.items.append(report)
            self._send_part(request, lambda items: {"items": items})

        def visit(digest: Digest) -> None:
            key = document_key(digest.uri)
            if key not in opened:
                seen.add(key)
                add(digest.uri, None, digest.result_id, digest.diagnostics)
                self._compare(digest)

        def result() -> Json:
            # A document that was closed and is no contract of the folder, and a file that is gone, have none any more.
            for key, uri in self._session.closed.items():
                if key not in seen:
                    seen.add(key)
                    add(uri, None, _CLOSED, [])
            for one in dig(params, "previousResultIds") or []:
                uri = dig(one, "uri")
                if isinstance(uri, str) and document_key(uri) not in seen:
                    add(uri, None, "", [])
            return {"items": request.items}

        def ask(document: Document, go_on: Callable[[], None]) -> None:
            def answer() -> None:
                if document.report is not None and document.open:
                    add(document.uri, document.version, document.report.result_id, document.report.diagnostics)
                go_on()

            self._analyst.when_checked(document, _part_id(message_id, document), answer)

        self._one_by_one(request, documents, ask, lambda: self._sweep(request, params, visit, result))

    # -- both ---------------------------------------------------------------------------------------------------------

    def _one_by_one(
        self,
        request: _Request,
        documents: list[Document],
        ask: Callable[[Document, Callable[[], None]], None],
        then: Callable[[], None],
    ) -> None:
        """*ask* about each document, which goes on when it is answered, and *then* do the rest, unless cancelled."""
        self._requests[request.message_id] = request
        waiting = iter(documents)

        def go_on() -> None:
            if request.message_id not in self._requests:
                return
            document = next(waiting, None)
            if document is None:
                then()
            else:
                ask(document, go_on)

        go_on()

    def _sweep(
        self, request: _Request, params: Json, visit: Callable[[Digest], None], result: Callable[[], Json]
    ) -> None:
        progress = request.progress = SweepProgress(
            self._protocol, dig(params, "workDoneToken"), offered=self._session.client.shows_progress
        )

        def finished() -> None:
            if self._requests.pop(request.message_id, None) is not None:
                progress.end()
                self._protocol.reply(request.message_id, result())

        request.sweep = Sweep(self._reader, self._worker, self._session.encoding, visit, finished, progress.report)
        request.sweep.start()

    def _send_part(self, request: _Request, shaped: Callable[[list[dict[str, Any]]], Json]) -> None:
        if request.partial is None or not request.items:
            return
        self._protocol.notify_raw(types.PROGRESS, {"token": request.partial, "value": shaped(request.items)})
        request.sent += len(request.items)
        request.items = []


def _part_id(message_id: MessageId, document: Document) -> str:
    """A name of its own for what one document contributes to a request."""
    return f"{message_id}/{document.uri}"
