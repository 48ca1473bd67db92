"""What an edit leaves as it was.

Most edits type words into a sentence: markers, citations, definitions and term uses stay what they are and only move.
Then all that was assembled from them stays true as well, at moved offsets. ``carries`` says whether an edit is of that
kind; it errs on the side of no, since what is not carried is simply assembled anew.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple, cast

from clausewright.citations import leads_on
from clausewright.clauses import Clause, Defect
from clausewright.enumerations import slips_in
from clausewright.finding import Edit, Finding, Related
from clausewright.parts import prose_of
from clausewright.reading import Reading
from clausewright.references import EDGE, Reference, asides
from clausewright.shifts import Shift, Shifts, TouchedError, followed, mover
from clausewright.terms import Definition
from clausewright.wording import Edited, Notes

_EDGE = EDGE
"""Characters at the end of a block by which its neighbours are read."""
_FIRST_WORD = re.compile(r"\s*\S+")
_SENTENCE_STOP = re.compile(r"[.!?:;,][\"”’')\]*_]{0,3}\Z")
_COMPARED = frozenset(
    """_ends _rendering candidates citations definitions explains headline normalised opens_dictionary
    parties_at phrase_surroundings phrases recitals_at replacements sentence_ends slips traits uses votes""".split()
)
"""What a block may have worked out of its text, as ``carries`` knows it; with anything else nothing is carried. Marks
that rules ask for have dotted names: see ``wording``."""
_FEW_WORDS = 12
"""A block with no more words may be a heading, or no paragraph yet, by their number."""
_MOST_SHIFTS = 24
"""Edits apart from each other over which findings are moved; then it is cheaper to look again."""
_ENDLESS = 1 << 60
_LOOSE_TRAITS = ("words", "verbal", "contents_line", "leader_line")


# -- is an edit of that kind? ------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _field_names(kind: Hashable) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Names of the fields of a reading's product that hold an offset, a span, and anything else."""
    offsets, spans, others = [], [], []
    for name in getattr(kind, "_fields", None) or [f.name for f in fields(cast(Any, kind))]:
        if name in ("start", "end", "text_start", "text_end"):
            offsets.append(name)
        elif name == "heading":
            spans.append(name)
        else:
            others.append(name)
    return tuple(offsets), tuple(spans), tuple(others)


def _alike(old: Sequence[Any], new: Sequence[Any], shift: Shift) -> bool:
    """Whether *new* is *old* moved, and the edit touches none of them."""
    if len(old) != len(new):
        return False
    for was, now in zip(old, new, strict=True):
        if type(was) is not type(now) or (was.start <= shift.end and shift.start <= was.end):
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
    first = _FIRST_WORD.match(old)
    end = len(old.rstrip())
    if first is None or shift.start <= first.end() or shift.end > end:
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


def _phrases_alike(old: Reading, new: Reading, shift: Shift) -> bool:
    """Whether the phrases are the same, and what was asked of the words around them."""
    known = old.phrase_surroundings
    return _alike(old.phrases, new.phrases, shift) and all(
        new.around(now) == known[was.start]
        for was, now in zip(old.phrases, new.phrases, strict=True)
        if was.start in known
    )


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
            or not _alike(old.definitions, new.definitions, shift)
            or old.votes != new.votes
            or [shift(end) for end in old.sentence_ends] != list(new.sentence_ends)
            or slips_in(old) != slips_in(new)
            or [shift(end) for end in old.replacements] != list(new.replacements)
            or (None if old.recitals_at is None else shift(old.recitals_at)) != new.recitals_at
            or (None if old.parties_at is None else shift(old.parties_at)) != new.parties_at
            or prose_of(old.traits) != prose_of(new.traits)
            or not _headline_alike(old, new, shift)
            or old.opens_dictionary != new.opens_dictionary
            or old.titles_dictionary != new.titles_dictionary
            or old.explains != new.explains
            or asides(old) != asides(new)
        ):
            return False
        if any(name not in _COMPARED and "." not in name for name in kept):
            return False
        if "phrases" in kept and not _phrases_alike(old, new, shift):
            return False
        was, now = old.traits, new.traits
        if was.title or was.signature or was.recitals or was.parties:
            return False
        if was.words != now.words and min(was.words, now.words) <= _FEW_WORDS:
            return False
        if (was.verbal or was.ends_sentence) != (now.verbal or now.ends_sentence):
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


_of_clause = attrgetter(*(f.name for f in fields(Clause)))
_of_reference = attrgetter(*(f.name for f in fields(Reference)))
"""The values of all fields. To make the objects by hand takes a third of the time of ``replace``."""


def moved_assembly(old: Assembly, shifts: Shifts) -> Assembly:
    """*old* at the offsets of now, in new objects."""
    move = mover(shifts)
    now: dict[int, Clause] = {}
    clauses = []
    for clause in old.clauses:
        span, parent = clause.heading_span, clause.parent
        number, marker, _, _, _, _, kind, heading, _, _, _, *rest = _of_clause(clause)
        copy = Clause(
            number,
            marker,
            move(clause.start),
            move(clause.marker_end),
            move(clause.end),
            move(clause.own_end),
            kind,
            heading,
            None if span is None else (move(span[0]), move(span[1])),
            None if parent is None else now[id(parent)],
            [],
            *rest,
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
    references = []
    for r in old.references:
        text, _, _, target, status, relation, citation, _, _, *rest = _of_reference(r)
        targets = tuple([now[id(t)] for t in r.targets])
        references.append(
            Reference(
                text, move(r.start), move(r.end), target, status, relation, citation, this(r.clause), targets, *rest
            )
        )
    return Assembly(clauses, defects, definitions, references)


class Found(NamedTuple):
    """What a rule found in an earlier version, and what it asked of its wording.

    *starts* are the offsets of the blocks then; *shifts* lead from there to the version that has it now.
    """

    findings: list[Finding]
    notes: Notes
    starts: list[int]
    shifts: Shifts = ()

    def after(self, edit: Edited) -> Found | None:
        """The same for the text after *edit*, which only moves what was read; None where the rule must look again."""
        if len(self.shifts) > _MOST_SHIFTS:
            return None
        shifts = followed(self.shifts, edit.shift)
        start, end = self.starts[edit.block], (*self.starts[edit.block + 1 : edit.block + 2], _ENDLESS)[0]
        holds = self.notes.hold(edit, (start, end), self.shifts, shifts)
        return Found(self.findings, self.notes, self.starts, shifts) if holds else None

    def moved(self) -> list[Finding]:
        """The findings at the offsets of now; raises ``TouchedError`` where one lies on what was replaced."""
        return moved_findings(self.findings, self.shifts) if self.shifts else self.findings


class Checked(NamedTuple):
    """What all rules found together under some *settings* in an earlier version, in text order; *shifts* lead here.

    Moving leaves the order as it is, so this need not be put in order again.
    """

    settings: Hashable
    findings: list[Finding]
    shifts: Shifts = ()

    def after(self, shift: Shift) -> Checked:
        """The same for the text after an edit that changes the findings of no rule."""
        return self._replace(shifts=followed(self.shifts, shift))

    def moved(self) -> list[Finding]:
        """The findings at the offsets of now; raises ``TouchedError`` where one lies on what was replaced."""
        return moved_findings(self.findings, self.shifts) if self.shifts else list(self.findings)


def moved_findings(findings: Sequence[Finding], shifts: Shifts) -> list[Finding]:
    """*findings* at the offsets of now; raises ``TouchedError`` where one lies on what was replaced."""
    move = mover(shifts)
    first = min(shift.start for shift in shifts)
    out = []
    for f in findings:
        related, fixes = f.related, f.fixes
        if f.end < first and not fixes and (not related or all(r.end < first for r in related)):
            out.append(f)
            continue
        if related:
            related = tuple(Related(move(r.start), move(r.end), r.message) for r in related)
        if fixes:
            fixes = tuple(
                replace(x, edits=tuple(Edit(move(e.start), move(e.end), e.new_text) for e in x.edits)) for x in fixes
            )
        # In full, for ``replace`` takes three times as long, and this is done at each letter typed.
        out.append(Finding(f.code, f.name, f.severity, move(f.start), move(f.end), f.message, related, fixes, f.term))
    return out
