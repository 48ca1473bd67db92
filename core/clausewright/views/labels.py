"""Words of a contract by what they are: defined terms, references, markers, headings, parties, sums, dates."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from clausewright.clauses import Clause, ClauseKind
from clausewright.contract import Contract
from clausewright.drafting import marks
from clausewright.drafting.quantities import Quantity, read_quantities
from clausewright.resolver import Status


class Kind(StrEnum):
    TERM = "term"
    PARTY = "party"
    REFERENCE = "reference"
    MARKER = "marker"
    HEADING = "heading"
    AMOUNT = "amount"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class Label:
    """What ``[start, end)`` is: *defining* where a term is defined, *broken* where a reference leads nowhere."""

    start: int
    end: int
    kind: Kind
    defining: bool = False
    broken: bool = False


_FRONT = (ClauseKind.HEADING, ClauseKind.RECITAL)
_ACTS = re.compile(
    r"[\"”’']?\s+(?:shall|will|may|must)\s+(?:not\s+)?(?!be\b|mean\b|have\b)[a-z]+|\s+agrees?\b|\s+undertakes?\b"
)
_PREAMBLE = 4_000
_SHARE = 0.02


def parties(contract: Contract) -> frozenset[str]:
    """The terms by which the preamble calls those who sign: defined in brackets there, and doing something later."""
    body = next(
        (one.start for one in contract.clauses if one.kind not in _FRONT and not one.number.startswith("Part")), 0
    )
    named = {
        found.term
        for found in contract.definitions
        if found.form in ("parenthetical", "collectively")
        and (
            (found.start < body and (found.clause is None or found.clause.kind is ClauseKind.HEADING))
            or (found.clause is not None and found.clause.number.startswith("Parties"))
        )
        and found.start < _PREAMBLE
    }
    return frozenset(term for term in named - contract.own_names if "Agreement" not in term and _acts(contract, term))


def _acts(contract: Contract, term: str) -> bool:
    """Whether *term* is somebody: its uses are the subject of a duty or a right often enough to be no slip."""
    text = contract.source.text
    uses = [use for use in contract.uses_of(term) if not contract.defines(use.start)]
    acting = sum(1 for use in uses if _ACTS.match(text, use.end))
    return acting > 0 and acting >= len(uses) * _SHARE


def labels(contract: Contract, start: int = 0, end: int | None = None) -> list[Label]:
    """Labels of what begins in ``[start, end)``, in text order; no two overlap."""
    stop = len(contract.source.text) if end is None else end
    taken = _Taken()
    clauses = contract.clauses
    near = clauses[
        bisect_left(clauses, start, key=lambda one: one.start) : bisect_left(clauses, stop, key=lambda one: one.start)
    ]
    taken.add(Label(one.start, one.marker_end, Kind.MARKER) for one in near if _is_numbered(one))
    taken.add(
        Label(one.start, one.end, Kind.REFERENCE, broken=one.status is Status.UNRESOLVED)
        for one in contract.references
        if start <= one.start < stop
    )
    signing = parties(contract)
    taken.add(
        Label(
            use.start, use.end, Kind.PARTY if use.term in signing else Kind.TERM, defining=contract.defines(use.start)
        )
        for use in contract.uses_within(start, stop)
    )
    first = max(0, bisect_right(contract.block_starts, start) - 1)
    last = bisect_left(contract.block_starts, stop)
    kinds = {Quantity.AMOUNT: Kind.AMOUNT, Quantity.DATE: Kind.DATE}
    taken.add(
        Label(at + mark.start, at + mark.end, kinds[mark.kind])
        for at, mark in marks(contract.blocks[first:last], contract.block_starts[first:last], read_quantities)
    )
    for one in near:
        if one.heading_span is not None:
            taken.fill(*one.heading_span, Kind.HEADING)
    return [label for label in taken.labels if start <= label.start < stop and label.end > label.start]


def _is_numbered(clause: Clause) -> bool:
    """Whether its marker is one, and not the heading itself ("PARTIES") or the words of a signature."""
    headed = clause.heading_span is not None and clause.heading_span[0] <= clause.start
    return bool(clause.marker) and not headed and clause.kind is not ClauseKind.SIGNATURE


class _Taken:
    """Labels that do not overlap; who comes first keeps the place."""

    def __init__(self) -> None:
        self.labels: list[Label] = []

    def add(self, more: Iterable[Label]) -> None:
        starts = [label.start for label in self.labels]
        free = []
        for label in more:
            index = bisect_left(starts, label.end) - 1
            if index < 0 or self.labels[index].end <= label.start:
                free.append(label)
        self.labels = sorted([*self.labels, *free], key=lambda label: label.start)

    def fill(self, start: int, end: int, kind: Kind) -> None:
        """Give *kind* to what is left of ``[start, end)``."""
        index = max(0, bisect_left(self.labels, start, key=lambda label: label.start) - 1)
        reached, gaps = start, []
        for label in self.labels[index:]:
            if label.start >= end:
                break
            if label.end <= start:
                continue
            gaps.append((reached, label.start))
            reached = label.end
        gaps.append((reached, end))
        for first, last in gaps:
            if last > first:
                self.labels.insert(
                    bisect_left(self.labels, first, key=lambda label: label.start), Label(first, last, kind)
                )
