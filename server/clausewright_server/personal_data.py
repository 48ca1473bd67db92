"""Personal data of open documents, read by a process of its own so that nobody has to wait for it."""

from __future__ import annotations

import logging
import subprocess
import threading
from collections.abc import Callable, Iterable
from queue import SimpleQueue

from clausewright.contract import Contract
from clausewright.privacy.marks import Mark
from clausewright.privacy.packages import MissingPackages, is_installed
from clausewright.settings import OFF, Settings

logger = logging.getLogger(__name__)

BATCH = 12
"""Passages that the process is given at once: between two batches a newer version can take over."""
KEPT = 20_000
"""Passages whose marks are kept."""


class PersonalDataReader:
    """Knows what passages hold, and has the ones it does not know read aside.

    *post* hands a callable to the loop, *warn* tells the user what is missing.
    """

    def __init__(self, post: Callable[[Callable[[], None]], None], warn: Callable[[str], None]) -> None:
        self._post = post
        self._warn = warn
        self._known: dict[str, tuple[Mark, ...]] = {}
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[str] | None = None
        self._given_up = False

    def marks(self, contract: Contract, settings: Settings) -> tuple[list[Mark] | None, list[str]]:
        """Personal data of *contract* as far as its passages are known, and the passages that are not.

        None and no passages where *settings* have the reading off. May be called from any thread.
        """
        if settings.privacy.mode == OFF or self._given_up:
            return None, []
        from clausewright.privacy.reading import assembled, passages

        found: list[Mark] = []
        unknown: list[str] = []
        for start, passage in passages(contract):
            known = self._known.get(passage)
            if known is None:
                unknown.append(passage)
            else:
                found += [mark.moved(start) for mark in known]
        return assembled(contract, found), unknown

    def any_in(self, passages: Iterable[str]) -> bool:
        """Whether any of *passages* is known to hold something."""
        return any(self._known.get(passage) for passage in passages)

    def read(self, passages: Iterable[str], wanted: Callable[[], bool], done: Callable[[], None]) -> None:
        """Have *passages* read as long as *wanted* says so; then *done* is called on the loop. Called on the loop."""
        if self._given_up:
            return
        if not is_installed():
            self._give_up()
            self._warn(str(MissingPackages()))
            return
        unknown = list(dict.fromkeys(passages))
        self._jobs.put(lambda: self._read(unknown, wanted, done))
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="personal-data", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while not self._given_up:
            try:
                self._jobs.get()()
            except Exception as error:
                # The text of an error may quote what was read.
                logger.error("Personal data could not be read: %s", type(error).__name__)
                self._give_up()

    def _read(self, passages: list[str], wanted: Callable[[], bool], done: Callable[[], None]) -> None:
        from clausewright.privacy.process import answer, request

        for first in range(0, len(passages), BATCH):
            if not wanted():
                return
            batch = [passage for passage in passages[first : first + BATCH] if passage not in self._known]
            if not batch:
                continue
            process = self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(request(batch))
            process.stdin.flush()
            if len(self._known) > KEPT:
                self._known = {}
            self._known.update(zip(batch, answer(process.stdout.readline()), strict=True))
        self._post(done)

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            from clausewright.privacy.process import COMMAND

            self._process = subprocess.Popen(
                COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
            )
        return self._process

    def _give_up(self) -> None:
        self._given_up = True
        if self._process is not None:
            self._process.kill()
