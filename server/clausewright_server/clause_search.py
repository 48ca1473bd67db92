"""What the client's command "Search clauses by meaning" asks: answered by a process of its own."""

from __future__ import annotations

import json
import logging
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from clausewright.settings import Settings
from clausewright.text import SourceText, text_of
from clausewright_server.aside import ended, started
from clausewright_server.client import Json, dig
from clausewright_server.convert import InvalidParamsError, Places
from clausewright_server.folder import FolderReader
from clausewright_server.progress import PATIENCE, ModelProgress
from clausewright_server.protocol import REQUEST_CANCELLED, ContractProtocol, MessageId
from clausewright_server.session import Session
from clausewright_server.uris import document_key, file_path

logger = logging.getLogger(__name__)

SEARCH_CLAUSES = "clausewright/searchClauses"
"""*query*, and how many at most (*limit*): gives the clauses nearest to it in open documents and the folder's files."""
_LIMIT = 20
_IDLE = 600.0
"""Seconds after which a process with nothing to do is ended."""


class ClauseSearch:
    """Answers searches one after the other. *post* hands a callable to the loop."""

    def __init__(
        self,
        session: Session,
        protocol: ContractProtocol,
        reader: FolderReader,
        settings_of: Callable[[str], Settings],
        post: Callable[[Callable[[], None]], None],
    ) -> None:
        self._session = session
        self._protocol = protocol
        self._reader = reader
        self._settings_of = settings_of
        self._post = post
        self._wanted: set[MessageId] = set()
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[str] | None = None
        self._working_on: MessageId | None = None

    def register(self) -> None:
        self._protocol.on_request(SEARCH_CLAUSES, self._search)

    def forget(self, message_id: MessageId) -> bool:
        """Break off a search; false when there is none of that id. Its process is started anew by the next."""
        if message_id not in self._wanted:
            return False
        self._wanted.discard(message_id)
        if self._working_on == message_id:
            self.stop()
        return True

    def progress_cancelled(self, token: Json) -> bool:
        """Break off the search whose progress is shown under *token*."""
        for message_id in list(self._wanted):
            if _token(message_id) == token:
                self.forget(message_id)
                self._protocol.refuse(message_id, REQUEST_CANCELLED, "cancelled")
                return True
        return False

    def stop(self) -> None:
        process = self._process
        if process is not None:
            process.kill()

    # -- on the loop --------------------------------------------------------------------------------------------------

    def _search(self, message_id: MessageId, params: Json) -> None:
        query, limit = dig(params, "query"), dig(params, "limit")
        if not isinstance(query, str) or not isinstance(limit, int | None) or isinstance(limit, bool):
            raise InvalidParamsError("a search has a query, which is a string, and a limit, which is a whole number")
        opened = {document.uri: document.mirror.text for document in self._session if not document.too_long}
        progress = None
        if self._session.client.shows_progress:
            progress = ModelProgress(self._protocol, "Reading clauses for their meaning", _token(message_id))
        self._wanted.add(message_id)
        request = {"query": query, "limit": max(1, limit or _LIMIT)}
        self._jobs.put(lambda: self._answer(message_id, request, opened, progress))
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="search", daemon=True)
            self._thread.start()

    def _settle(self, message_id: MessageId, progress: ModelProgress | None, reply: Callable[[], None]) -> None:
        def settle() -> None:
            if progress is not None:
                progress.end()
            if message_id in self._wanted:
                self._wanted.discard(message_id)
                reply()

        self._post(settle)

    # -- in the thread ------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=_IDLE)
            except Empty:
                self._end_process()
                continue
            job()
            self._working_on = None

    def _answer(
        self,
        message_id: MessageId,
        request: dict[str, Any],
        opened: dict[str, str],
        progress: ModelProgress | None,
    ) -> None:
        if message_id not in self._wanted:
            return
        self._working_on = message_id
        try:
            contracts = [{"text": text, **self._named(uri)} for uri, text in opened.items()]
            keys = set(map(document_key, opened))
            for path in self._reader.files():
                uri = path.absolute().as_uri()
                if document_key(uri) not in keys:
                    contracts.append({"path": str(path), **self._named(uri)})
            answer = self._asked({**request, "contracts": contracts}, progress)
            result = {
                "matches": [place for hit in answer["hits"] if (place := self._place(hit, opened)) is not None],
                "byMeaning": answer["by_meaning"],
                "note": answer["note"],
            }
        except Exception as error:
            # The text of an error may quote what was read.
            logger.error("A search failed: %s", type(error).__name__)
            self._end_process()
            failure = RuntimeError()
            self._settle(
                message_id, progress, lambda: self._protocol.refuse_failed(message_id, SEARCH_CLAUSES, failure)
            )
        else:
            self._settle(message_id, progress, lambda: self._protocol.reply(message_id, result))

    def _named(self, uri: str) -> dict[str, Any]:
        settings = self._settings_of(uri)
        convention = settings.chosen_convention()
        return {
            "name": uri,
            "convention": convention.name if convention else None,
            "folder": str(settings.root) if settings.root else None,
        }

    def _asked(self, request: dict[str, Any], progress: ModelProgress | None) -> dict[str, Any]:
        """What the process answers. Raises OSError and ValueError where it was ended or failed."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        began = time.monotonic()
        for line in process.stdout:
            answer: dict[str, Any] = json.loads(line)
            if "error" in answer:
                raise ValueError
            if "done" not in answer:
                return answer
            if progress is not None and time.monotonic() - began > PATIENCE:
                done, of = answer["done"], answer["of"]
                self._post(lambda done=done, of=of: progress(done, of))  # type: ignore[misc]
        raise OSError

    def _place(self, hit: dict[str, Any], texts: dict[str, str]) -> dict[str, Any] | None:
        uri = hit["name"]
        if uri not in texts:
            try:
                text = text_of((file_path(uri) or Path()).read_bytes())
            except OSError:
                text = None
            if text is None:
                return None  # the file went meanwhile
            texts[uri] = text
        if hit["end"] > len(texts[uri]):
            return None  # the file was cut short meanwhile
        places = Places(SourceText(texts[uri]), self._session.encoding)
        shown = {key: hit[key] for key in ("number", "heading", "excerpt")}
        return {"uri": uri, "range": places.range(hit["start"], hit["end"]), **shown}

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            from clausewright.retrieval.process import COMMAND

            self._process = started(COMMAND)
        return self._process

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            ended(process)


def _token(message_id: MessageId) -> str:
    return f"clausewright-search-{message_id}"
