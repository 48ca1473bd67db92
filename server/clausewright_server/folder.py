"""The contracts of the client's folders, open or not: what an editor asks about all of them at once.

Files are read one after the other by a worker of their own, so that typing never waits for them, and what is known of a
file is kept while it does not change. A job that was cancelled goes no further than the file it is at.
"""

from __future__ import annotations

import hashlib
import itertools
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clausewright.check import check
from clausewright.contract import Contract
from clausewright.deviations.template import path_of
from clausewright.discovery import discover
from clausewright.finding import Finding
from clausewright.settings import Settings
from clausewright.suppression import unsuppressed
from clausewright.text import PositionEncoding, text_of
from clausewright_server.comparison import Job, Look
from clausewright_server.convert import Places
from clausewright_server.diagnostics import to_diagnostics
from clausewright_server.session import MAX_ANALYSED, Snapshot
from clausewright_server.uris import document_key, file_path
from clausewright_server.worker import Worker

logger = logging.getLogger(__name__)

MAX_BYTES = 4 * MAX_ANALYSED
MAX_FILES = 5_000
"""Contracts that are looked at; somebody may have opened the root of a disk."""
KEPT = 10.0
"""Seconds for which a list of files holds where the client does not tell of changes: editors ask again and again."""

Symbols = Callable[[Snapshot], list[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Digest:
    """What is kept of a contract that is not open. *stamp* is the file's time and size with the settings read by and
    the time of the reference template; *compared* whether its comparison with that is known as far as there is one.
    """

    stamp: tuple[int, int, int, int]
    uri: str
    symbols: list[dict[str, Any]]
    diagnostics: list[dict[str, Any]]
    result_id: str
    compared: bool


class FolderReader:
    """Reads the contracts below *folders*. Changed on the loop; ``digest`` and ``job`` run in the worker.

    *look* gives what is known of how a contract compares with its reference template.

    *personal_data* gives what is known of a contract's personal data: that of one which was open. Whole folders are not
    searched for it, which takes minutes; the command line does that.
    """

    def __init__(
        self,
        symbols: Symbols,
        settings_of: Callable[[str], Settings],
        personal_data: Callable[[Contract, Settings], list[Finding]],
        look: Callable[[Snapshot, Settings], Look],
    ) -> None:
        self._symbols = symbols
        self._look = look
        self._settings_of = settings_of
        self._personal_data = personal_data
        self._digests: dict[Path, Digest] = {}
        self._listed: tuple[float, tuple[str, ...], list[Path]] | None = None
        self.folders: list[str] = []
        """URIs of the client's folders."""

    @property
    def known(self) -> int:
        """How many files were read and are kept."""
        return len(self._digests)

    def change(self, added: list[str], removed: list[str]) -> None:
        gone = {document_key(uri) for uri in removed}
        self.folders = [uri for uri in self.folders if document_key(uri) not in gone] + added

    def forget_files(self) -> None:
        """Files came or went: look for them anew."""
        self._listed = None

    def forget(self, uri: str) -> None:
        """A document was closed, and more may be known of its file now than when it was read."""
        if (path := file_path(uri)) is not None:
            self._digests.pop(path, None)

    def files(self) -> list[Path]:
        """The files below the folders that are contracts by name or settings, each once; those of a short while ago."""
        listed = self._listed
        if listed is not None and time.monotonic() - listed[0] < KEPT and listed[1] == tuple(self.folders):
            return listed[2]
        folders = tuple(self.folders)
        roots = [path for uri in folders if (path := file_path(uri)) is not None and path.is_dir()]
        found = list(itertools.islice(discover(roots, declared=True), MAX_FILES))
        self._listed = time.monotonic(), folders, found
        return found

    def digest(self, path: Path, encoding: PositionEncoding) -> Digest | None:
        """What is known of a file, read anew if it changed; None where it cannot be read."""
        uri = path.absolute().as_uri()
        settings = self._settings_of(uri)
        try:
            status = path.stat()
            stamp = (status.st_mtime_ns, status.st_size, hash(settings), _template_time(settings, path))
            kept = self._digests.get(path)
            if kept is not None and kept.stamp == stamp:
                return kept
            if status.st_size > MAX_BYTES:
                return None
            snapshot = _read(path, uri, settings, encoding)
        except OSError:
            snapshot = None
        if snapshot is None:
            self._digests.pop(path, None)
            return None
        contract, look = snapshot.contract, self._look(snapshot, settings)
        found: list[Finding] = []
        if not settings.excludes(path):
            found = [*check(contract, settings, None, look.compared), *self._personal_data(contract, settings)]
            found = unsuppressed(sorted(found, key=_in_order), contract.source.text, settings, path)
        diagnostics = to_diagnostics(found, snapshot.places, uri, related=True)
        result_id = hashlib.sha256(repr(diagnostics).encode("utf-8", "surrogatepass")).hexdigest()[:16]
        digest = Digest(stamp, uri, self._symbols(snapshot), diagnostics, result_id, look.job is None)
        self._digests[path] = digest
        return digest

    def job(self, path: Path, encoding: PositionEncoding) -> Job | None:
        """The comparison of a file that is still to be made; None where there is none. Raises OSError."""
        uri = path.absolute().as_uri()
        settings = self._settings_of(uri)
        snapshot = _read(path, uri, settings, encoding)
        return None if snapshot is None else self._look(snapshot, settings).job


def _read(path: Path, uri: str, settings: Settings, encoding: PositionEncoding) -> Snapshot | None:
    """The contract in a file; None where it is something other than text. Raises OSError."""
    text = text_of(path.read_bytes())
    if text is None:
        return None
    contract = Contract.parse(text, settings.chosen_convention())
    return Snapshot(uri, None, contract, Places(contract.source, encoding))


def _template_time(settings: Settings, path: Path) -> int:
    """When the reference template of a contract was changed last, in nanoseconds; 0 where there is none."""
    rule = settings.template_for(path)
    try:
        return path_of(rule, settings, path).stat().st_mtime_ns if rule is not None else 0
    except OSError:
        return 0


def _in_order(finding: Finding) -> tuple[int, int, str]:
    return finding.start, finding.end, finding.code


class Sweep:
    """One pass over all contracts, a job for each, reported on the loop as it goes.

    *visit* is called for each digest, *progress* with how many files are done and how many there are, *finished* at
    the end, unless ``cancel`` was called before.
    """

    def __init__(
        self,
        reader: FolderReader,
        worker: Worker,
        encoding: PositionEncoding,
        visit: Callable[[Digest], None],
        finished: Callable[[], None],
        progress: Callable[[int, int], None],
    ) -> None:
        self._reader = reader
        self._worker = worker
        self._encoding = encoding
        self._visit = visit
        self._finished = finished
        self._progress = progress
        self._cancelled = False

    def start(self) -> None:
        self._worker.submit(self._wanted, self._reader.files, self._found, self._failed)

    def cancel(self) -> None:
        """Nothing more is read, and nobody is called again."""
        self._cancelled = True

    def _wanted(self) -> bool:
        return not self._cancelled

    def _found(self, files: list[Path]) -> None:
        self._next(iter(enumerate(files)), len(files))

    def _next(self, files: Iterator[tuple[int, Path]], count: int) -> None:
        if self._cancelled:
            return
        index, path = next(files, (count, None))
        self._progress(index, count)
        if path is None:
            self._finished()
            return

        def done(digest: Digest | None) -> None:
            if digest is not None and not self._cancelled:
                self._visit(digest)
            self._next(files, count)

        def failed(error: BaseException) -> None:
            logger.error("A file of the folder could not be read", exc_info=error)
            self._next(files, count)

        self._worker.submit(self._wanted, lambda: self._reader.digest(path, self._encoding), done, failed)

    def _failed(self, error: BaseException) -> None:
        logger.error("The folder could not be read", exc_info=error)
        if not self._cancelled:
            self._finished()
