"""What references cite, said for both documents alike: by the pieces of the input, not by numbers.

A clause is renumbered as often as not, so its number says nothing. Two references cite the same where what they cite
treats the same matter.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from clausewright.comparison.pairing import Link, Matched
from clausewright.comparison.sides import Piece
from clausewright.comparison.wording import Sort, Token
from clausewright.references import Reference
from clausewright.resolver import Status

_CERTAIN = 0.5
"""Probability from which two pieces are paired surely enough to say what a reference to one of them means."""


class Citations:
    """What each reference of both documents cites, as far as *links* pair it with something."""

    def __init__(self, matched: Matched, links: Iterable[Link]) -> None:
        answers: dict[int, set[int]] = {}
        for link in links:
            if link.same_matter >= _CERTAIN:
                for i in (link.reference, *link.reference_too):
                    answers.setdefault(i, set()).update((link.input, *link.input_too))
        itself = {j: {j} for found in answers.values() for j in found}
        self._cited = tuple(
            _cited(side.contract.references, pieces, known)
            for side, pieces, known in zip(
                matched.sides, (matched.reference, matched.entered), (answers, itself), strict=True
            )
        )

    def marked(self, side: int, tokens: Sequence[Token]) -> tuple[Token, ...]:
        """*tokens* of the reference (*side* 0) or of the input (1), the references among them with what they cite."""
        cited = self._cited[side]
        return tuple(
            replace(t, cites=cited[t.start]) if t.sort is Sort.REFERENCE and t.start in cited else t for t in tokens
        )


def _cited(
    references: Iterable[Reference], pieces: Sequence[Piece], known: Mapping[int, set[int]]
) -> dict[int, frozenset[int]]:
    """By where a reference begins, the input's pieces that it cites or that answer what it cites."""
    starts = [piece.start for piece in pieces]
    out = {}
    for reference in references:
        if reference.status is not Status.RESOLVED or len(reference.targets) != 1:
            continue
        target = reference.targets[0]
        inside = range(bisect_left(starts, target.start), bisect_left(starts, target.end))
        found = frozenset(j for i in inside for j in known.get(i, ()))
        # Where a part of it has no counterpart, that part may be what is meant.
        if found and all(i in known for i in inside):
            out[reference.start] = found
    return out
