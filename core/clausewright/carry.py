"""What an edit leaves as it was.

Most edits type words into a sentence: markers, citations, definitions and term uses stay what they are and only move.
Then all that was assembled from them stays true as well, at moved offsets. ``carries`` says whether an edit is of that
kind; it errs on the side of no, since what is not carried is simply assembled anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any, NamedTuple, cast

from clausewright.citations import leads_on
from clausewright.clauses import Clause, Defect
from clausewright.enumerations import slips_in
from clausewright.finding import Edit, Finding, Fix, Related
from clausewright.parts import prose_of
from clausewright.reading import Reading
from clausewright.references import EDGE, Reference
from clausewright.terms import Definition

_BEFORE_DEFINITION = 120
_BEHIND_DEFINITION = 4
"""Characters around a term that is defined in which the wording decides what the definition is."""
_EDGE = EDGE
"""Characters at both ends of a block by which its neighbours are read."""
_SENTENCE_STOP = re.compile(r"[.!?:;,][\"”’')\]*_]{0,3}\Z")
_COMPARED = frozenset(
    """_rendering candidates citations definitions headline phrases recitals_at replacements sentence_ends slips traits
    uses votes""".split()
)
"""What a block may have worked out of its text, as ``carries`` knows it; with anything else nothing is carried. Marks
of drafting rules have dotted names: those rules run again."""
_FEW_WORDS = 12
"""A block with no more words may be a heading, or no paragraph yet, by their number."""
_LOOSE_TRAITS = ("words", "verbal", "contents_line", "leader_line")


class TouchedError(Exception):
    """An offset lies inside what was replaced."""


class Shift(NamedTuple):
    """The characters of ``[start, end)`` were replaced by others that are *delta* more."""

    start: int
    end: int
    delta: int

    def __call__(self, offset: int) -> int:
        if offset < self.start:
            return offset
        if offset > self.end:
            return offset + self.delta
        raise TouchedError

    def then(self, later: Shift) -> Shift | None:
        """Both in one where *later* begins or ends inside what this one wrote, else None."""
        written = self.end + self.delta
        if later.end < self.start or later.start > written:
            return None
        return Shift(min(self.start, later.start), max(self.end, later.end - self.delta), self.delta + later.delta)


Shifts = tuple[Shift, ...]


def followed(shifts: Shifts, later: Shift) -> Shifts:
    """*shifts* and then *later*."""
    if shifts and (both := shifts[-1].then(later)) is not None:
        return (*shifts[:-1], both)
    return (*shifts, later)


def mover(shifts: Shifts) -> Callable[[int], int]:
    """The offset now of an offset before *shifts*; raises ``TouchedError`` where there is none."""
    if len(shifts) == 1:
        return shifts[0].__call__

    def move(offset: int) -> int:
        for shift in shifts:
            offset = shift(offset)
        return offset

    return move


# -- is an edit of that kind? ------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _field_names(kind: Hashable) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Names of the fields of a reading's product that hold an offset, a span, and anything else."""
    offsets, spans, others = [], [], []
    for name in [f.name for f in fields(cast(Any, kind))]:
        if name in ("start", "end", "text_start", "text_end"):
            offsets.append(name)
        elif name == "heading":
            spans.append(name)
        else:
            others.append(name)
    return tuple(offsets), tuple(spans), tuple(others)


def _alike(old: Sequence[Any], new: Sequence[Any], shift: Shift, before: int = 0, behind: int = 0) -> bool:
    """Whether *new* is *old* moved, and the edit touches none of them (nor *before* and *behind* characters of it)."""
    if len(old) != len(new):
        return False
    for was, now in zip(old, new, strict=True):
        if type(was) is not type(now) or (was.start - before <= shift.end and shift.start <= was.end + behind):
            return False
        offsets, spans, others = _field_names(cast(Hashable, type(was)))
        for name in offsets:
            if shift(getattr(was, name)) != getattr(now, name):
                return False
        for name in spans:
            span, moved = getattr(was, name), getattr(now, name)
            if span is None or moved is None:
                if span is not moved:
                    return False
            elif (span[0] <= shift.end and shift.start <= span[1]) or (shift(span[0]), shift(span[1])) != moved:
                return False
        for name in others:
            if getattr(was, name) != getattr(now, name):
                return False
    return True


def _edges_alike(old: str, new: str, shift: Shift) -> bool:
    lead = len(old) - len(old.lstrip())
    end = len(old.rstrip())
    if shift.start < lead + _EDGE or shift.end > end:
        return False
    if leads_on(old[:end][-_EDGE:]) != leads_on(new.rstrip()[-_EDGE:]):
        return False
    if shift.end > end - _EDGE:
        return not _SENTENCE_STOP.search(old, 0, end) and not _SENTENCE_STOP.search(new.rstrip())
    return True


def _headline_alike(old: Reading, new: Reading, shift: Shift) -> bool:
    was, now = old.headline, new.headline
    if was is None or now is None:
        return was is now
    return shift.start > was.end and (shift(was.start), shift(was.end), was.alone) == now


def carries(old: Reading, new: Reading, shift: Shift) -> bool:
    """Whether *new*, into which *old* was edited, says the same at moved places. *shift* counts from the block's start.

    The readings' ``traits`` may differ in what only the search looks at: see ``traits_alike``.
    """
    if not _edges_alike(old.text, new.text, shift):
        return False
    kept = old.__dict__
    try:
        if (
            not _alike(old.candidates, new.candidates, shift)
            or not _alike(old.citations, new.citations, shift)
            or not _alike(old.definitions, new.definitions, shift, _BEFORE_DEFINITION, _BEHIND_DEFINITION)
            or old.votes != new.votes
            or [shift(end) for end in old.sentence_ends] != list(new.sentence_ends)
            or slips_in(old) != slips_in(new)
            or [shift(end) for end in old.replacements] != list(new.replacements)
            or (None if old.recitals_at is None else shift(old.recitals_at)) != new.recitals_at
            or prose_of(old.traits) != prose_of(new.traits)
            or not _headline_alike(old, new, shift)
        ):
            return False
        if any(name not in _COMPARED and "." not in name for name in kept):
            return False
        if (None if old.recitals_at is None else shift(old.recitals_at)) != new.recitals_at:
            return False
        if [shift(at) for at in old.replacements] != list(new.replacements):
            return False
        if "phrases" in kept and not _alike(old.phrases, new.phrases, shift):
            return False
        was, now = old.traits, new.traits
        if was.title or was.signature or was.recitals or was.parties:
            return False
        if was.words != now.words and min(was.words, now.words) <= _FEW_WORDS:
            return False
        for name in _field_names(cast(Hashable, type(was)))[2]:
            if name == "operative":
                if (None if was.operative is None else shift(was.operative)) != now.operative:
                    return False
            elif name not in _LOOSE_TRAITS and getattr(was, name) != getattr(now, name):
                return False
        for key, (matcher, uses) in kept.get("uses", {}).items():
            if any(s <= shift.end and shift.start <= e for s, e, _ in uses):
                return False
            found = matcher.find(new.text)
            if [(shift(s), shift(e), term) for s, e, term in uses] != found:
                return False
            new.__dict__.setdefault("uses", {})[key] = (matcher, found)
    except TouchedError:
        return False
    return True


def traits_alike(old: Reading, new: Reading) -> bool:
    """Whether the search need not look at a block again for which ``carries`` holds."""
    return old.traits == new.traits or all(
        getattr(old.traits, name) == getattr(new.traits, name) for name in _LOOSE_TRAITS
    )


# -- moving what was assembled -----------------------------------------------------------------------------------------


class Assembly(NamedTuple):
    """What is put together from all readings."""

    clauses: list[Clause]
    defects: list[Defect]
    definitions: list[Definition]
    references: list[Reference]


def moved_assembly(old: Assembly, shifts: Shifts) -> Assembly:
    """*old* at the offsets of now, in new objects."""
    move = mover(shifts)
    now: dict[int, Clause] = {}
    clauses = []
    for clause in old.clauses:
        span = clause.heading_span
        copy = replace(
            clause,
            start=move(clause.start),
            marker_end=move(clause.marker_end),
            end=move(clause.end),
            own_end=move(clause.own_end),
            heading_span=None if span is None else (move(span[0]), move(span[1])),
            parent=None if clause.parent is None else now[id(clause.parent)],
            children=[],
        )
        if copy.parent is not None:
            copy.parent.children.append(copy)
        now[id(clause)] = copy
        clauses.append(copy)

    def this(clause: Clause | None) -> Clause | None:
        return None if clause is None else now[id(clause)]

    defects = [
        replace(d, start=move(d.start), end=move(d.end), clause=this(d.clause), before=this(d.before))
        for d in old.defects
    ]
    definitions = [
        replace(
            d,
            start=move(d.start),
            end=move(d.end),
            text_start=move(d.text_start),
            text_end=move(d.text_end),
            clause=this(d.clause),
        )
        for d in old.definitions
    ]
    references = [
        replace(
            r,
            start=move(r.start),
            end=move(r.end),
            clause=this(r.clause),
            targets=tuple(now[id(t)] for t in r.targets),
        )
        for r in old.references
    ]
    return Assembly(clauses, defects, definitions, references)


def moved_findings(findings: Sequence[Finding], shifts: Shifts) -> list[Finding]:
    """*findings* at the offsets of now; raises ``TouchedError`` where one lies on what was replaced."""
    move = mover(shifts)
    first = min(shift.start for shift in shifts)
    out = []
    for f in findings:
        if f.end < first and all(r.end < first for r in f.related) and not f.fixes:
            out.append(f)
            continue
        related = tuple(Related(move(r.start), move(r.end), r.message) for r in f.related)
        fixes = tuple(
            Fix(x.title, tuple(Edit(move(e.start), move(e.end), e.new_text) for e in x.edits), x.safe) for x in f.fixes
        )
        out.append(replace(f, start=move(f.start), end=move(f.end), related=related, fixes=fixes))
    return out
