"""Personal data of open documents, read by a process of its own so that nobody has to wait for it."""

from __future__ import annotations

import logging
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from queue import SimpleQueue

from clausewright.contract import Contract
from clausewright.finding import Edit, Finding
from clausewright.privacy.marks import Mark
from clausewright.privacy.packages import MissingPackages, is_installed
from clausewright.settings import OFF, Settings
from clausewright_server.aside import started

logger = logging.getLogger(__name__)

BATCH = 12
"""Passages that the process is given at once: between two batches a newer version can take over."""
KEPT = 20_000
"""Passages whose marks are kept."""
PAUSE = 0.05
"""Seconds without a change after which personal data are looked for anew."""


@dataclass(frozen=True, slots=True)
class PersonalLook:
    """Findings on personal data in *text* by *settings*; not *complete* while some of it is still to be looked at."""

    settings: Settings
    text: str
    findings: list[Finding]
    complete: bool

    def moved(self, text: str) -> PersonalLook:
        """These findings in a *text* that came of this one, without those that the change touches.

        A change that repeats what stands beside it, as a second blank does, may lie on either side of it: a finding
        stays that one of these leaves alone.
        """
        start = _common(self.text, text)
        end = len(self.text) - _common_end(self.text, text, min(len(self.text), len(text)))
        by = len(text) - len(self.text)
        kept = [finding for finding in self.findings if finding.end < start]
        behind = max((finding.end for finding in kept), default=0)
        kept += [
            _shifted(finding, by)
            for finding in self.findings
            if finding.end >= start and finding.start > end and finding.start + by >= behind
        ]
        return PersonalLook(self.settings, text, kept, complete=False)


def _common(one: str, other: str) -> int:
    """Characters that both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one.startswith(other[low:middle], low):
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(one: str, other: str, most: int) -> int:
    """Characters that both end with, at most *most*."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _shifted(finding: Finding, by: int) -> Finding:
    fixes = tuple(
        replace(fix, edits=tuple(Edit(one.start + by, one.end + by, one.new_text) for one in fix.edits))
        for fix in finding.fixes
    )
    return replace(finding, start=finding.start + by, end=finding.end + by, fixes=fixes)


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

    def look(self, contract: Contract, settings: Settings, known: PersonalLook | None) -> PersonalLook:
        """What is known of *contract*; of an earlier text only what is *known* of it is moved, which costs little.

        May be called from any thread.
        """
        if settings.privacy.mode == OFF or self._given_up:
            return PersonalLook(settings, "", [], complete=True)
        text = contract.source.text
        if known is not None and known.settings is settings:
            return known if known.text == text else known.moved(text)
        from clausewright.privacy.findings import findings
        from clausewright.privacy.reading import assembled, passages

        marks: list[Mark] = []
        complete = True
        for start, passage in passages(contract):
            found = self._known.get(passage)
            if found is None:
                complete = False
            else:
                marks += [mark.moved(start) for mark in found]
        return PersonalLook(settings, text, findings(contract, assembled(contract, marks), settings), complete)

    def known(self, contract: Contract, settings: Settings) -> list[Finding]:
        """Findings on *contract* if all of it has been read, else none. May be called from any thread."""
        look = self.look(contract, settings, None)
        return look.findings if look.complete else []

    def read(self, contract: Contract, wanted: Callable[[], bool], done: Callable[[], None]) -> None:
        """Have what is not known of *contract* read once the typing pauses, as long as *wanted* says so.

        Then *done* is called on the loop. Called on the loop itself.
        """
        if self._given_up:
            return
        if not is_installed():
            self._give_up()
            self._warn(str(MissingPackages()))
            return
        self._jobs.put(lambda: self._read(contract, wanted, done))
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

    def _read(self, contract: Contract, wanted: Callable[[], bool], done: Callable[[], None]) -> None:
        from clausewright.privacy.process import answer, request
        from clausewright.privacy.reading import passages

        if not wanted():
            return
        time.sleep(PAUSE)
        if len(self._known) > KEPT:
            self._known = {}
        unknown = [passage for _, passage in passages(contract) if passage not in self._known] if wanted() else []
        unknown = list(dict.fromkeys(unknown))
        for first in range(0, len(unknown), BATCH):
            if not wanted():
                return
            batch = unknown[first : first + BATCH]
            process = self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(request(batch))
            process.stdin.flush()
            self._known.update(zip(batch, answer(process.stdout.readline()), strict=True))
        self._post(done)

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            from clausewright.privacy.process import COMMAND

            self._process = started(COMMAND)
        return self._process

    def _give_up(self) -> None:
        self._given_up = True
        if self._process is not None:
            self._process.kill()
