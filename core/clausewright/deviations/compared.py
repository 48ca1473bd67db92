"""A comparison with what it is a comparison of, and what remains true of it after an edit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from clausewright.comparison.facts.fact import Fact
from clausewright.comparison.results import Comparison, Lone, Note, Pair, Place
from clausewright.contract import Contract
from clausewright.deviations.template import Template


@dataclass(frozen=True, slots=True)
class Compared:
    """*comparison* is of the contract whose text was *text* with *template*."""

    template: Template
    text: str
    comparison: Comparison

    def at(self, text: str) -> Compared:
        """What is known of a later *text*: all that the change between the two leaves as it was, at its new place.

        A pair or an added clause that the change touches is left out until the next comparison.
        """
        if text == self.text:
            return self
        start, end = _changed(self.text, text)
        moved = _Move(start, end, len(text) - len(self.text))
        found = self.comparison
        return Compared(
            self.template,
            text,
            replace(
                found,
                deviations=tuple(moved.pairs(found.deviations)),
                covered=tuple(moved.pairs(found.covered)),
                gaps=tuple(moved.gap(gap) for gap in found.gaps),
                added=tuple(moved.added(found.added)),
            ),
        )


@dataclass(frozen=True, slots=True)
class Unusable:
    """Why there is no comparison, in a sentence for a reader."""

    message: str


def with_template(contract: Contract, template: Template, comparison: Comparison) -> Compared | Unusable:
    """What *comparison* of the two comes to."""
    if Note.EMPTY_REFERENCE in comparison.notes:
        return Unusable(f"The reference template “{template.name}” has no clauses to compare with.")
    return Compared(template, contract.source.text, comparison)


class _Move:
    """``[start, end)`` was replaced by something *delta* longer."""

    def __init__(self, start: int, end: int, delta: int) -> None:
        self._start = start
        self._end = end
        self._delta = delta

    def pairs(self, pairs: Iterable[Pair]) -> Iterable[Pair]:
        for pair in pairs:
            if self._untouched(pair.input):
                facts = tuple(self._fact(fact, self._shift(pair.input)) for fact in pair.facts)
                yield replace(pair, input=self._place(pair.input), facts=facts)

    def added(self, lones: Iterable[Lone]) -> Iterable[Lone]:
        return (replace(lone, place=self._place(lone.place)) for lone in lones if self._untouched(lone.place))

    def gap(self, gap: Lone) -> Lone:
        return gap if gap.nearest_end is None else replace(gap, nearest_end=self._offset(gap.nearest_end))

    def _untouched(self, place: Place) -> bool:
        return place.end < self._start or place.start > self._end

    def _shift(self, place: Place) -> int:
        return self._delta if place.start > self._end else 0

    def _place(self, place: Place) -> Place:
        return Place(place.start + self._shift(place), place.end + self._shift(place), place.number)

    def _fact(self, fact: Fact, shift: int) -> Fact:
        return replace(fact, input_spans=tuple((start + shift, end + shift) for start, end in fact.input_spans))

    def _offset(self, offset: int) -> int:
        return offset if offset <= self._start else max(self._start, offset + self._delta)


def _changed(before: str, after: str) -> tuple[int, int]:
    """The span of *before* outside which the two texts are the same."""
    shorter = min(len(before), len(after))
    start = _alike(shorter, lambda n: before[:n] == after[:n])
    rest = shorter - start
    end = _alike(rest, lambda n: n == 0 or before[len(before) - n :] == after[len(after) - n :])
    return start, len(before) - end


def _alike(most: int, same: Callable[[int], bool]) -> int:
    """The greatest length up to *most* for which *same* holds; it holds for every smaller one."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if same(middle):
            low = middle
        else:
            high = middle - 1
    return low
