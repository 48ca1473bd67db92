"""What is asked of the wording of a contract, beside its clauses, references and terms.

A rule looks at the words around what it judges. Whatever it asks is noted while it works: the place, the question, the
answer. After an edit that only moves what was read, the questions whose place the edit touches are asked again. Where
all the answers are as before, so is what the rule found, at moved places.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields, is_dataclass
from functools import lru_cache, wraps
from typing import Any, NamedTuple, Protocol, TypeVar

from clausewright.shifts import Shift, Shifts, TouchedError, mover

T = TypeVar("T")
M = TypeVar("M")
C = TypeVar("C")

SIDE = 16
"""Characters beside a place that a pattern may look at though it does not match them."""
REACH = 400
"""Characters behind an offset that ``Wording.goes_on`` looks at where nothing else is said."""


class Block(Protocol):
    """A piece of text that remembers what was read from it."""

    __dict__: dict[str, Any]

    @property
    def text(self) -> str: ...


def read_once(block: Block, read: Callable[[str], M]) -> M:
    """What *read* makes of the text of *block*, kept with it."""
    return _read(block, read, _key(read))


def _key(read: Callable[[str], object]) -> str:
    return f"{read.__module__}.{read.__qualname__}"


def _read(block: Block, read: Callable[[str], M], key: str) -> M:
    kept = block.__dict__
    found: M | None = kept.get(key)
    if found is None:
        found = kept[key] = read(block.text)
    return found


class Anchor(int):
    """A further offset that a question is about, which moves with the words around it."""


class Place(NamedTuple):
    """A match: its span and its words."""

    start: int
    end: int
    words: str


class Note(NamedTuple):
    """A question about ``[start - before, end + behind)`` with its *answer*.

    It was ``question(text, start - before, end + behind, *args)``. An edit moves *start*, *end* and each ``Anchor`` of
    the *args*; the reach stays.
    """

    start: int
    end: int
    before: int
    behind: int
    question: Callable[..., object]
    args: tuple[Any, ...]
    answer: object

    def span(self, move: Callable[[int], int], length: int) -> tuple[int, int]:
        """What it is about at the offsets that *move* gives, in a text of *length* characters."""
        return max(0, move(self.start) - self.before), min(length, move(self.end) + self.behind)

    def holds(self, text: str, move: Callable[[int], int]) -> bool:
        """Whether the answer is the same in *text*, at the offsets that *move* gives; raises ``TouchedError``."""
        args = [move(arg) if isinstance(arg, Anchor) else arg for arg in self.args]
        return self.question(text, *self.span(move, len(text)), *args) == self.answer


class Notes:
    """What was asked during one piece of work on one version of a text.

    *places* are the questions about places. *reads* are readers of blocks that were applied to every block. *strings*
    says of strings whether the text has them anywhere. *whole* is set where the text was looked at without asking, so
    that any edit may matter.
    """

    def __init__(self) -> None:
        self.places: list[Note] = []
        self.reads: dict[str, Callable[[Block], Sequence[Any]]] = {}
        self.strings: dict[str, bool] = {}
        self.whole = False
        self._near: dict[int, list[Note]] = {}

    def add(self, other: Notes) -> None:
        """Take in what was asked during a part of the work."""
        self.places += other.places
        self.reads.update(other.reads)
        self.strings.update(other.strings)
        self.whole = self.whole or other.whole

    def _about(self, block: int, start: int, end: int) -> list[Note]:
        """The questions that look at a block, by number, which was ``[start, end)`` when they were asked."""
        near = self._near.get(block)
        if near is None:
            near = self._near[block] = [
                n for n in self.places if n.start - n.before - SIDE <= end and start <= n.end + n.behind
            ]
        return near

    def hold(self, edit: Edited, asked_at: tuple[int, int], before: Shifts, after: Shifts) -> bool:
        """Whether every answer is the same after *edit*, which changed one block.

        That block was the span *asked_at* when the questions were asked; *before* leads from there to the text before
        the edit, *after* to the text behind it.
        """
        if self.whole:
            return False
        if any(not _alike(read(edit.old), read(edit.new), edit.within) for read in self.reads.values()):
            return False
        for string, answer in self.strings.items():
            if edit.touches(string) and (string in edit.text) is not answer:
                return False
        if not (near := self._about(edit.block, *asked_at)):
            return True
        was, now = mover(before), mover(after)
        shift, length = edit.shift, len(edit.text)
        try:
            for note in near:
                start, end = note.span(was, length - shift.delta)
                if start - SIDE <= shift.end and shift.start <= end and not note.holds(edit.text, now):
                    return False
        except TouchedError:
            return False
        return True


class Edited(NamedTuple):
    """An edit that changed a block, by number, from *old* to *new*.

    *within* is the edit at offsets into the block, *shift* into the text, which is *text* now.
    """

    block: int
    old: Block
    new: Block
    within: Shift
    shift: Shift
    text: str

    def touches(self, string: str) -> bool:
        """Whether the edited passage has *string* another number of times than before."""
        reach = len(string)
        start, end = max(0, self.within.start - reach), self.within.end + reach
        return self.old.text.count(string, start, end) != self.new.text.count(string, start, end + self.within.delta)


_OFFSETS = frozenset(("start", "end", "figure_start", "figure_end", "insert", "again", "reach", "first", "last"))
"""Fields of what a reader of blocks finds that hold an offset, or a pair of them."""


@lru_cache(maxsize=32)
def _names(kind: Any) -> tuple[str, ...]:
    names: tuple[str, ...] | None = getattr(kind, "_fields", None)
    return names or tuple(field.name for field in fields(kind))


def _alike(was: Any, now: Any, shift: Shift) -> bool:
    """Whether *now* is *was* moved; findings of a reader of blocks, at offsets into their block."""
    if type(was) is not type(now):
        return False
    if is_dataclass(was) or isinstance(was, Place):
        kind: Any = type(was)
        return all(
            _moved(getattr(was, name), shift) == getattr(now, name)
            if name in _OFFSETS
            else _alike(getattr(was, name), getattr(now, name), shift)
            for name in _names(kind)
        )
    if isinstance(was, tuple):
        return len(was) == len(now) and all(_alike(a, b, shift) for a, b in zip(was, now, strict=True))
    return bool(was == now)


def _moved(offset: Any, shift: Shift) -> Any:
    try:
        if isinstance(offset, tuple):
            return tuple(shift(each) for each in offset)
        return None if offset is None else shift(offset)
    except TouchedError:
        return TouchedError


# -- asking ------------------------------------------------------------------------------------------------------------

_NOTES: ContextVar[Notes | None] = ContextVar("notes", default=None)


@contextmanager
def noting() -> Iterator[Notes]:
    """Note what is asked within the block."""
    notes = Notes()
    token = _NOTES.set(notes)
    try:
        yield notes
    finally:
        _NOTES.reset(token)


def look_at_all() -> None:
    """Somebody takes the text as it is: nothing is known any more of what matters to the work under way."""
    notes = _NOTES.get()
    if notes is not None:
        notes.whole = True


def noted(compute: Callable[[C], T]) -> Callable[[C], T]:
    """A function of one object alone, its value kept with the object; what it asked is brought to all who use it."""
    name = f"{compute.__module__}.{compute.__qualname__}"

    @wraps(compute)
    def known(subject: C) -> T:
        kept: tuple[T, Notes] | None = subject.__dict__.get(name)
        if kept is None:
            with noting() as notes:
                value = compute(subject)
            kept = subject.__dict__[name] = value, notes
        outer = _NOTES.get()
        if outer is not None:
            outer.add(kept[1])
        return kept[0]

    return known


def _says(text: str, start: int, end: int, pattern: re.Pattern[str]) -> bool:
    return pattern.search(text, start, end) is not None


def _goes_on(text: str, start: int, end: int, pattern: re.Pattern[str]) -> bool:
    return pattern.match(text, start, end) is not None


def _words(text: str, start: int, end: int) -> str:
    return text[start:end]


class Wording:
    """The words of one version of a contract, which consists of *blocks* that begin at *starts*.

    Places are given by offsets at which something was read (a clause, a use of a term) and by a reach in characters
    from there, so that a question can be asked again when these have moved.
    """

    def __init__(self, text: str, blocks: Sequence[Block], starts: Sequence[int]) -> None:
        self._text = text
        self._blocks = blocks
        self._starts = starts

    def ask(self, question: Callable[..., T], start: int, end: int, *args: Any, before: int = 0, behind: int = 0) -> T:
        """``question(text, start - before, end + behind, *args)``, which may look at these characters alone.

        The answer must hold no offset that an edit within the place could move.
        """
        answer = question(self._text, max(0, start - before), min(len(self._text), end + behind), *args)
        notes = _NOTES.get()
        if notes is not None:
            notes.places.append(Note(start, end, before, behind, question, args, answer))
        return answer

    def says(self, pattern: re.Pattern[str], start: int, end: int, *, before: int = 0, behind: int = 0) -> bool:
        """Whether *pattern* is found between *before* characters before *start* and *behind* behind *end*."""
        return self.ask(_says, start, end, pattern, before=before, behind=behind)

    def leads_to(self, pattern: re.Pattern[str], offset: int, reach: int) -> bool:
        """Whether *pattern* is found in the *reach* characters before *offset*."""
        return self.ask(_says, offset, offset, pattern, before=reach)

    def goes_on(self, pattern: re.Pattern[str], offset: int, reach: int = REACH) -> bool:
        """Whether the *reach* characters behind *offset* begin with *pattern*."""
        return self.ask(_goes_on, offset, offset, pattern, behind=reach)

    def words(self, start: int, end: int, *, before: int = 0, behind: int = 0) -> str:
        """The characters of ``[start - before, end + behind)``."""
        return self.ask(_words, start, end, before=before, behind=behind)

    def line(self, start: int, end: int) -> str:
        """The words of ``[start, end)`` in one line, as a message quotes them."""
        return " ".join(self.words(start, end).split())

    def has(self, string: str) -> bool:
        """Whether the text has *string* anywhere within a block."""
        answer = string in self._text
        notes = _NOTES.get()
        if notes is not None:
            notes.strings[string] = answer
        return answer

    def marks(self, read: Callable[[str], tuple[M, ...]]) -> Iterator[tuple[int, M]]:
        """Offset of its block and mark, for each mark that *read* finds in a block; kept with the block."""
        key = _key(read)
        notes = _NOTES.get()
        if notes is not None:
            notes.reads[key] = lambda block: _read(block, read, key)
        for block, start in zip(self._blocks, self._starts, strict=True):
            for mark in _read(block, read, key):
                yield start, mark

    def marks_of(self, kind: type[M], read: Callable[[str], tuple[object, ...]]) -> Iterator[tuple[int, M]]:
        """The marks of one *kind* among those that *read* finds, with the offset of their block."""
        for start, mark in self.marks(read):
            if isinstance(mark, kind):
                yield start, mark

    def places_of(self, pattern: re.Pattern[str]) -> list[Place]:
        """Where *pattern* is found within a block, in text order."""

        def read(block: Block) -> tuple[Place, ...]:
            return tuple(Place(*m.span(), m.group()) for m in pattern.finditer(block.text))

        notes = _NOTES.get()
        if notes is not None:
            notes.reads[f"{pattern.flags} {pattern.pattern}"] = read
        places = [Place(*m.span(), m.group()) for m in pattern.finditer(self._text)]
        if all(bisect_right(self._starts, p.start) == bisect_left(self._starts, p.end) for p in places):
            return places
        return [
            Place(start + p.start, start + p.end, p.words)
            for block, start in zip(self._blocks, self._starts, strict=True)
            for p in read(block)
        ]
