"""Comparisons of the folder's contracts that nobody has open: one after the other, when nothing else is compared."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from clausewright_server.comparing import Comparing
from clausewright_server.comparison import Job
from clausewright_server.folder import Digest, FolderReader
from clausewright_server.session import Session
from clausewright_server.uris import file_path
from clausewright_server.worker import Worker

logger = logging.getLogger(__name__)

T = TypeVar("T")

OFTEN = 5.0
"""Seconds after which a client is asked to look again while more is to come."""


class UnseenComparing:
    """Has contracts compared whose digests lack it, and their digests made anew. Used on the loop only.

    One contract at a time is read for it, so that a folder of them is never in memory. *refresh* asks a client that
    pulls diagnostics to do so again.
    """

    def __init__(
        self,
        session: Session,
        worker: Worker,
        reader: FolderReader,
        comparing: Comparing,
        refresh: Callable[[], None],
    ) -> None:
        self._session = session
        self._worker = worker
        self._reader = reader
        self._comparing = comparing
        self._refresh = refresh
        self._waiting: dict[str, None] = {}
        self._running: str | None = None
        self._told = 0.0

    def want(self, digest: Digest) -> None:
        """Somebody has asked about a contract, and was told what is in *digest*."""
        if digest.compared or digest.uri == self._running:
            return
        self._waiting[digest.uri] = None
        if self._running is None:
            self._told = time.monotonic()
            self._next()

    def stop(self) -> None:
        self._waiting.clear()

    def _next(self) -> None:
        uri = self._running = next(iter(self._waiting), None)
        if uri is None:
            return
        del self._waiting[uri]
        path = file_path(uri)
        if path is None or self._session.find(uri) is not None:
            self._next()
            return
        self._in_turn(lambda: self._reader.job(path, self._session.encoding), lambda job: self._compare(uri, path, job))

    def _compare(self, uri: str, path: Path, job: Job | None) -> None:
        asked = (
            job is not None
            and self._session.find(uri) is None
            and self._comparing.follow_unseen(job, lambda: self._digest(uri, path))
        )
        if not asked:
            self._next()

    def _digest(self, uri: str, path: Path) -> None:
        self._reader.forget(uri)
        self._in_turn(lambda: self._reader.digest(path, self._session.encoding), lambda _digest: self._made(uri))

    def _made(self, uri: str) -> None:
        if self._session.find(uri) is None:
            self._comparing.forget(uri)
        if not self._waiting or time.monotonic() - self._told > OFTEN:
            self._told = time.monotonic()
            self._refresh()
        self._next()

    def _in_turn(self, job: Callable[[], T], done: Callable[[T], None]) -> None:
        def failed(error: BaseException) -> None:
            logger.error("A file of the folder could not be compared: %s", type(error).__name__)
            self._next()

        self._worker.submit(lambda: True, job, done, failed)
