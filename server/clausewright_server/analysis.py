"""When documents are read and checked.

Cheap work is done on the loop, where it costs no hand-over; work that would hold up the loop goes to the worker. Which
is which is learnt from how long it took the last times. However it is done, the newest version wins: changes that come
meanwhile wait in the mirror and are read as one, and a result for an older version is dropped.
"""

from __future__ import annotations

import logging
import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Protocol, TypeVar

from clausewright.check import check, rules_to_run
from clausewright.contract import Contract
from clausewright.convention import Convention
from clausewright.deviations.compared import Compared, Unusable
from clausewright.finding import Finding
from clausewright.settings import Settings
from clausewright.suppression import unsuppressed
from clausewright.turns import AbandonedError, while_wanted
from clausewright_server.comparison import Look
from clausewright_server.convert import Places
from clausewright_server.mirror import TextEdit
from clausewright_server.personal_data import PersonalDataReader, PersonalLook
from clausewright_server.session import Document, Session, Snapshot
from clausewright_server.uris import file_path
from clausewright_server.worker import Worker

logger = logging.getLogger(__name__)

INLINE_BUDGET = 0.02
"""Seconds that work on the loop may take before messages are looked at again."""
PATIENCE = 0.03
"""Seconds of a turn after which work that takes longer than it was expected to is left, and done by the worker."""
MOVING_BUDGET = 0.05
"""Seconds that may be spent on the loop, when nobody asks for anything, on what the next question would wait for."""
READING_GUESS = 2e-6
"""Seconds to read a character, until a document's own figures are known."""

# What others take of the processor is no reason to hand work over, which would take longer still. Windows counts in
# steps that are as long as what is measured.
_clock = time.perf_counter if sys.platform == "win32" else time.thread_time

T = TypeVar("T")
Answer = Callable[[Snapshot | None], None]
Refuse = Callable[[BaseException], None]


class Publisher(Protocol):
    """Where the outcome goes."""

    def findings(self, document: Document, snapshot: Snapshot, findings: list[Finding]) -> None: ...

    def too_long(self, document: Document) -> None: ...

    def clear(self, document: Document) -> None: ...

    def more(self) -> None: ...


class Comparer(Protocol):
    """What knows how documents compare with their reference templates."""

    def look(self, snapshot: Snapshot, settings: Settings) -> Look:
        """What is known now. Called from any thread."""
        ...

    def follow(self, document: Document, look: Look, settings: Settings, again: Callable[[], None]) -> None:
        """What was looked at has been told: have done what is still to do, then call *again* on the loop."""
        ...


class Cost:
    """How long a kind of work is expected to take, in seconds: the least of the last three times."""

    def __init__(self) -> None:
        self._seconds: deque[float] = deque(maxlen=3)

    def add(self, seconds: float) -> None:
        self._seconds.append(seconds)

    def expected(self, guess: float) -> float:
        return min(self._seconds) if self._seconds else guess


class Extent(Enum):
    """How many of the rules a check has to run; what the others found is moved."""

    NOTHING = auto()
    SOME = auto()
    ALL = auto()


@dataclass(slots=True)
class _Waiting:
    version: int | None
    answer: Answer
    refuse: Refuse


@dataclass(eq=False, slots=True)
class _Progress:
    """Where the work on one document stands."""

    edit_cost: Cost = field(default_factory=Cost)
    settle_cost: Cost = field(default_factory=Cost)
    move_cost: Cost = field(default_factory=Cost)
    check_costs: dict[Extent, Cost] = field(default_factory=lambda: {extent: Cost() for extent in Extent})
    last_reading: float = 0.0
    checking: bool = False
    unreadable: bool = False
    read_by: Convention | None = None
    """Name of the convention that the settings gave when the document was last read from its whole text."""
    checked: Contract | None = None
    rested: Contract | None = None
    personal: PersonalLook | None = None
    """What was last known of personal data; moved with the text until somebody pauses."""
    checked_before: bool = False
    """Whether a check was begun since the document was opened."""
    paused: bool = False
    """Whether personal data are to be put together anew at the next check."""
    waiting: dict[int | str, _Waiting] = field(default_factory=dict)
    pulling: dict[int | str, Callable[[], None]] = field(default_factory=dict)


class Analyst:
    """Reads and checks documents, in the order that keeps the loop free."""

    def __init__(
        self,
        session: Session,
        worker: Worker,
        publisher: Publisher,
        settings_of: Callable[[Document], Settings],
        personal_data: PersonalDataReader,
        comparer: Comparer,
    ) -> None:
        self._session = session
        self._worker = worker
        self._publisher = publisher
        self._settings_of = settings_of
        self._personal_data = personal_data
        self._comparer = comparer
        self._progress: dict[Document, _Progress] = {}
        self._due: dict[Document, None] = {}
        self.lasting: Callable[[], AbstractContextManager[None]] = nullcontext
        """What to read and check a whole text within, which leaves many lasting objects behind."""
        self._turn_began = 0.0
        self.hold_checks = False
        """While true nothing is checked: the client's settings are not known yet."""

    def begin_turn(self) -> None:
        """The loop begins to handle what has come: so much may be done until it looks again."""
        self._turn_began = _clock()

    def _fits(self, seconds: float) -> bool:
        """Whether work of so many seconds can be done on the loop within this turn. On the loop only."""
        return _clock() - self._turn_began + seconds <= INLINE_BUDGET

    def _at_once(self, work: Callable[[], T]) -> T:
        """What *work* gives, done within this turn; raises ``AbandonedError`` where it takes too long."""
        with while_wanted(lambda: _clock() - self._turn_began <= PATIENCE):
            return work()

    # -- what happened ------------------------------------------------------------------------------------------------

    def changed(self, document: Document) -> None:
        """The text, the version or the settings of *document* are new; the work is done at the next ``flush``."""
        progress = self._progress.setdefault(document, _Progress())
        progress.unreadable = False
        progress.checked = None
        self._due[document] = None

    def closed(self, document: Document) -> None:
        self._due.pop(document, None)
        progress = self._progress.pop(document, None)
        if progress is not None:
            for waiting in progress.waiting.values():
                waiting.answer(None)
            self._serve_pulling(progress)

    def recheck_all(self) -> None:
        for document in self._session:
            self.changed(document)

    def flush(self) -> None:
        """Bring every changed document up to date, or set the work going."""
        while self._due:
            document = next(iter(self._due))
            del self._due[document]
            self._advance_safely(document)

    def rest(self) -> None:
        """Nobody asks for anything just now: move what was carried over, for which the next question would wait."""
        for document in self._session:
            progress, snapshot = self._progress.get(document), document.snapshot
            if progress is None or snapshot is None or not document.current or progress.rested is snapshot.contract:
                continue
            progress.rested = snapshot.contract
            if progress.move_cost.expected(0.0) <= MOVING_BUDGET:
                _, seconds = _timed(snapshot.contract.settle)
                progress.move_cost.add(seconds)

    def when_ready(self, document: Document, request: int | str, answer: Answer, refuse: Refuse) -> None:
        """Call *answer* with a snapshot of the version that is newest now, at once if there is one.

        It is called with None when there never will be one: the document is too long or was closed. *refuse* is called
        when it could not be read.
        """
        if document.too_long:
            answer(None)
            return
        progress = self._progress.setdefault(document, _Progress())
        self._read(document, progress)
        if document.current:
            answer(document.snapshot)
        elif progress.unreadable:
            refuse(RuntimeError())
        else:
            progress.waiting[request] = _Waiting(document.version, answer, refuse)

    def when_checked(self, document: Document, request: int | str, answer: Callable[[], None]) -> None:
        """Call *answer* once ``document.report`` is about the newest version, or never will be."""
        progress = self._progress.setdefault(document, _Progress())
        progress.pulling[request] = answer
        self._advance_safely(document)

    def forget(self, request: int | str) -> bool:
        """Drop a request that waits for a reading or a check; false when none with that id does."""
        return any(
            progress.waiting.pop(request, None) is not None or progress.pulling.pop(request, None) is not None
            for progress in self._progress.values()
        )

    def times(self, document: Document) -> dict[str, float]:
        """What the last work on *document* took, in milliseconds: reading, an edit, a check of all or some rules."""
        progress = self._progress.get(document)
        if progress is None:
            return {}
        costs = {"edit": progress.edit_cost, "settle": progress.settle_cost, "move": progress.move_cost}
        costs |= {f"check {extent.name.lower()}": cost for extent, cost in progress.check_costs.items()}
        seconds = {"read": progress.last_reading, **{what: cost.expected(0.0) for what, cost in costs.items()}}
        return {what: round(1000 * took, 2) for what, took in seconds.items() if took}

    # -- the work -----------------------------------------------------------------------------------------------------

    def _advance_safely(self, document: Document) -> None:
        try:
            self._advance(document)
        except Exception as error:
            logger.error("A document could not be brought up to date", exc_info=error)

    def _advance(self, document: Document) -> None:
        if not document.open:
            return
        progress = self._progress.setdefault(document, _Progress())
        if document.too_long:
            document.snapshot = None
            document.mirror.take_edit()
            self._publisher.too_long(document)
            answered, progress.waiting = progress.waiting, {}
            for waiting in answered.values():
                waiting.answer(None)
            self._serve_pulling(progress)
            return
        self._read(document, progress)
        self._serve_waiting(document, progress)
        if document.current:
            self._check(document, progress)
        elif progress.unreadable:
            self._serve_pulling(progress)

    def _read(self, document: Document, progress: _Progress) -> None:
        """Make ``document.snapshot`` current, or set a reading going."""
        if document.reading or progress.unreadable:
            return
        settings = document.settings = document.settings or self._settings_of(document)
        convention = settings.chosen_convention()
        snapshot = document.snapshot if progress.read_by is convention else None
        if snapshot is not None and not document.mirror.dirty:
            if snapshot.version != document.version:
                self._keep(document, snapshot.contract)
            return
        edit = document.mirror.take_edit()
        read: Callable[[], Contract]
        if snapshot is None or edit is None:
            text = document.mirror.text
            expected = len(text) * READING_GUESS
            read = _reading(text, convention)
            progress.read_by = convention
            cost = None
        else:
            expected = progress.edit_cost.expected(progress.last_reading) + len(edit.new_text) * READING_GUESS
            read = _editing(snapshot.contract, edit)
            cost = progress.edit_cost
        version, length = document.version, len(document.mirror)

        def done(contract: Contract) -> None:
            document.reading = False
            if not document.open:
                return
            if len(contract.source.text) != length:
                logger.error("An edited contract does not match its document; reading it again")
                document.snapshot = None
                self._due[document] = None
                return
            self._keep(document, contract, version)

        def failed(error: BaseException) -> None:
            document.reading = False
            logger.error("A document could not be read", exc_info=error)
            document.snapshot = None
            if cost is not None or document.mirror.dirty:
                self._due[document] = None
                return
            progress.unreadable = True
            self._publisher.clear(document)
            refused, progress.waiting = progress.waiting, {}
            for waiting in refused.values():
                waiting.refuse(error)
            self._serve_pulling(progress)

        def read_now() -> Contract:
            with self.lasting() if cost is None else nullcontext():
                contract, seconds = _timed(read)
            if cost is None:
                progress.last_reading = seconds
            else:
                cost.add(seconds)
            return contract

        def settle(contract: Contract) -> Contract:
            """*contract* with everything in place that would take long to put together when first asked."""
            if not contract.is_carried:
                with self.lasting() if cost is None else nullcontext():
                    _, seconds = _timed(contract.settle)
                progress.settle_cost.add(seconds)
            return contract

        read_aside: Callable[[], Contract] = read_now
        if self._fits(expected):
            try:
                contract = self._at_once(read_now)

                def read_aside() -> Contract:
                    return contract

                quick = self._fits(progress.settle_cost.expected(length * READING_GUESS / 4))
                if contract.is_carried or quick:
                    done(self._at_once(lambda: settle(contract)))
                    return
            except AbandonedError:
                pass  # whatever is not done yet is left to the worker
            except Exception as error:
                failed(error)
                return

        def resume(finish: Callable[[], None]) -> None:
            self.begin_turn()
            finish()
            self._advance_safely(document)
            self.flush()

        def work_aside() -> Contract:
            contract = settle(read_aside())
            _ = contract.source.line_starts
            return contract

        document.reading = True
        self._worker.submit(
            lambda: document.open,
            work_aside,
            lambda contract: resume(lambda: done(contract)),
            lambda error: resume(lambda: failed(error)),
        )

    def _keep(self, document: Document, contract: Contract, version: int | None = None) -> None:
        source = contract.source
        if not document.mirror.dirty:
            version = document.version
            if "line_starts" not in source.__dict__:
                source.line_starts = document.mirror.line_starts()
        places = Places(source, self._session.encoding, astral=document.mirror.astral)
        document.snapshot = Snapshot(document.uri, version, contract, places)

    def _serve_waiting(self, document: Document, progress: _Progress) -> None:
        snapshot = document.snapshot
        if snapshot is None:
            return
        for request, waiting in list(progress.waiting.items()):
            if document.current or (
                snapshot.version is not None and waiting.version is not None and snapshot.version >= waiting.version
            ):
                del progress.waiting[request]
                waiting.answer(snapshot)

    @staticmethod
    def _serve_pulling(progress: _Progress) -> None:
        answered, progress.pulling = progress.pulling, {}
        for answer in answered.values():
            answer()

    def _check(self, document: Document, progress: _Progress) -> None:
        """Publish the findings on the newest reading, or set the check going."""
        snapshot = document.snapshot
        if snapshot is None or self.hold_checks or progress.checking:
            return
        settings = document.settings = document.settings or self._settings_of(document)
        if progress.checked is snapshot.contract:
            self._serve_pulling(progress)
            return

        def done(result: tuple[tuple[list[Finding], PersonalLook, Look], float]) -> None:
            (findings, personal, look), seconds = result
            progress.checking = False
            progress.check_costs[extent].add(seconds)
            newest = document.snapshot
            if not document.open or not document.current or newest is None:
                return
            if newest.contract is snapshot.contract and document.settings is settings:
                told, paused = document.report, progress.paused
                progress.checked, progress.personal, progress.paused = newest.contract, personal, False
                newest.findings[:] = findings
                self._publisher.findings(document, newest, findings)
                self._serve_pulling(progress)
                if paused and document.report is not told:
                    self._publisher.more()
                if not personal.complete:
                    self._read_personal_data(document, progress)
                self._comparer.follow(document, look, settings, lambda: self._check_again(document, progress))

        def failed(error: BaseException) -> None:
            progress.checking = False
            progress.checked = snapshot.contract
            logger.error("A document could not be checked", exc_info=error)
            if document.open:
                self._publisher.clear(document)
            self._serve_pulling(progress)

        known = None if progress.paused else progress.personal

        first, progress.checked_before = not progress.checked_before, True

        def work() -> tuple[list[Finding], PersonalLook, Look]:
            with self.lasting() if first else nullcontext():
                return look_over()

        def look_over() -> tuple[list[Finding], PersonalLook, Look]:
            personal = self._personal_data.look(snapshot.contract, settings, known)
            look = self._comparer.look(snapshot, settings)
            return _findings(snapshot, settings, personal.findings, look.compared), personal, look

        extent = _extent(snapshot.contract, settings)
        whole = progress.check_costs[Extent.ALL].expected(len(document.mirror) * READING_GUESS / 2)
        guess = {Extent.NOTHING: 0.0, Extent.SOME: whole / 3, Extent.ALL: whole}[extent]
        if self._fits(progress.check_costs[extent].expected(guess)):
            try:
                result = self._at_once(lambda: _timed(work))
            except AbandonedError:
                pass  # left to the worker
            except Exception as error:
                failed(error)
                return
            else:
                done(result)
                return

        def resume(settle: Callable[[], None]) -> None:
            self.begin_turn()
            settle()
            self._advance_safely(document)
            self.flush()

        progress.checking = True
        self._worker.submit(
            lambda: document.open,
            lambda: _timed(work),
            lambda result: resume(lambda: done(result)),
            lambda error: resume(lambda: failed(error)),
        )

    def _read_personal_data(self, document: Document, progress: _Progress) -> None:
        """Have what is not known read when the typing pauses, unless the text changes first, and check again."""
        contract = progress.checked
        assert contract is not None

        def is_newest() -> bool:
            return document.open and progress.checked is contract

        def done() -> None:
            if is_newest():
                progress.paused = True
                self._check_again(document, progress)

        self._personal_data.read(contract, is_newest, done)

    def _check_again(self, document: Document, progress: _Progress) -> None:
        """More is known about *document* than when it was checked last."""
        if document.open and progress.checked is not None:
            self.begin_turn()
            progress.checked = None
            self._advance_safely(document)
            self.flush()


def _findings(
    snapshot: Snapshot, settings: Settings, personal: list[Finding], compared: Compared | Unusable | None
) -> list[Finding]:
    """What the command line reports for the same text in the same place."""
    path = file_path(snapshot.uri)
    if path is not None and settings.excludes(path):
        return []
    contract = snapshot.contract
    found = check(contract, settings, None, compared)
    if personal:
        found = sorted((*found, *personal), key=lambda finding: (finding.start, finding.end, finding.code))
    return unsuppressed(found, contract.source.text, settings, path)


def _extent(contract: Contract, settings: Settings) -> Extent:
    running, kept = rules_to_run(contract, settings), len(contract.found)
    return Extent.NOTHING if not running else Extent.SOME if running < kept else Extent.ALL


def _reading(text: str, convention: Convention | None) -> Callable[[], Contract]:
    return lambda: Contract.parse(text, convention)


def _editing(contract: Contract, edit: TextEdit) -> Callable[[], Contract]:
    return lambda: contract.edit(edit.start, edit.end, edit.new_text)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    begin = _clock()
    result = work()
    return result, _clock() - begin
