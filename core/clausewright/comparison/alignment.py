"""What of one passage answers what of another, and the clean changes between what does.

Tokens are linked in order first, then in blocks that stand elsewhere, then one by one, last by likeness. A *change* is
clean where the words around it stand together on both sides: it was made in otherwise equal words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from clausewright.comparison.lexicon import bare_word, lexicon, roles, words_of
from clausewright.comparison.wording import Sort, Token, name_form

_SHORTEST_BLOCK = 2
_SAME = ({"ONLY", "exclusive-right"}, {"ONLY", "sole-right"})
"""Words of different sorts that say the same: "exclusive jurisdiction" is "the only courts"."""
_PREFIX = 5
_SHARE = 0.7
"""Two stems are alike that begin with this share of the shorter one, and with as many letters as _PREFIX."""
_LONGEST_REPLACEMENT = 12
_AROUND = 3
_FULLY_CLEAN = 6
"""Linked tokens around a change from which it counts in full."""


@dataclass(frozen=True, slots=True)
class Change:
    """Tokens *lost* of the reference and *new* in the input at one place; *around* counts the linked tokens next to
    them, at most three on each side; where both passages end, nothing is amiss."""

    lost: tuple[int, ...]
    new: tuple[int, ...]
    around: int

    @property
    def strength(self) -> float:
        """How surely the words around are equal, up to 1."""
        return min(1.0, self.around / _FULLY_CLEAN)


class Alignment:
    """The tokens of both sides with what answers what, by index."""

    def __init__(self, one: Sequence[Token], other: Sequence[Token]) -> None:
        self.one, self.other = one, other
        self.to_other: dict[int, int] = {}
        self.to_one: dict[int, int] = {}
        matcher = SequenceMatcher(None, [_key(t) for t in one], [_key(t) for t in other], autojunk=False)
        for a, b, size in matcher.get_matching_blocks():
            for k in range(size):
                self._link(a + k, b + k)
        self.in_order = len(self.to_other)
        self._moved_blocks()
        self._one_by_one(_key)
        self._one_by_one(lambda t: (base_form(t), t.negative))
        self._by_likeness()

    @property
    def nearness(self) -> float:
        """The share of tokens that stand in the same order on both sides."""
        total = len(self.one) + len(self.other)
        return 2 * self.in_order / total if total else 1.0

    @property
    def linked(self) -> float:
        """The share of tokens that the other side answers anywhere."""
        total = len(self.one) + len(self.other)
        return 2 * len(self.to_other) / total if total else 1.0

    def lost(self) -> list[int]:
        """Tokens of the reference that nothing answers."""
        return [a for a in range(len(self.one)) if a not in self.to_other]

    def new(self) -> list[int]:
        """Tokens of the input that answer nothing."""
        return [b for b in range(len(self.other)) if b not in self.to_one]

    def changes(self) -> list[Change]:
        """The clean changes, in text order of the reference, those that only add last."""
        found = [c for run in _runs(self.lost()) if (c := self._change_at(run)) is not None]
        taken = {b for change in found for b in change.new}
        for run in _runs(self.new()):
            if taken.isdisjoint(run) and (change := self._addition_at(run)) is not None:
                found.append(change)
        return found

    def _change_at(self, run: list[int]) -> Change | None:
        before = self.to_other.get(run[0] - 1, -1 if run[0] == 0 else None)
        behind = self.to_other.get(run[-1] + 1, len(self.other) if run[-1] == len(self.one) - 1 else None)
        if before is None or behind is None or not 0 <= behind - before - 1 <= _LONGEST_REPLACEMENT:
            return None
        between = tuple(range(before + 1, behind))
        if any(b in self.to_one for b in between):
            return None
        return Change(tuple(run), between, self._around(run[0], before + 1, run[-1], behind - 1))

    def _addition_at(self, run: list[int]) -> Change | None:
        before = self.to_one.get(run[0] - 1, -1 if run[0] == 0 else None)
        behind = self.to_one.get(run[-1] + 1, len(self.one) if run[-1] == len(self.other) - 1 else None)
        if before is None or behind is None or behind - before != 1:
            return None
        return Change((), tuple(run), self._around(before + 1, run[0], before, run[-1]))

    def _around(self, first_one: int, first_other: int, last_one: int, last_other: int) -> int:
        """Linked tokens that stand next to a change, before it and behind it."""
        count = 0
        for step, a, b in ((-1, first_one - 1, first_other - 1), (1, last_one + 1, last_other + 1)):
            for k in range(_AROUND):
                x, y = a + step * k, b + step * k
                ended = not 0 <= x < len(self.one), not 0 <= y < len(self.other)
                if not all(ended) and self.to_other.get(x) != y:
                    break
                count += 1
        return count

    # -- linking ------------------------------------------------------------------------------------------------------

    def _link(self, a: int, b: int) -> None:
        self.to_other[a] = b
        self.to_one[b] = a

    def _moved_blocks(self) -> None:
        """Link the longest equal blocks of what is left, one after the other."""
        # What is linked already is given numbers of its own, which equal nothing.
        ones: list[object] = [_key(t) if a not in self.to_other else a for a, t in enumerate(self.one)]
        others: list[object] = [_key(t) if b not in self.to_one else -1 - b for b, t in enumerate(self.other)]
        while True:
            block = SequenceMatcher(None, ones, others, autojunk=False).find_longest_match()
            if block.size < _SHORTEST_BLOCK:
                return
            for k in range(block.size):
                self._link(block.a + k, block.b + k)
                ones[block.a + k], others[block.b + k] = block.a + k, -1 - block.b - k

    def _one_by_one(self, key: Callable[[Token], object]) -> None:
        waiting: dict[object, list[int]] = defaultdict(list)
        for b in self.new():
            waiting[key(self.other[b])].append(b)
        for a in self.lost():
            places = waiting.get(key(self.one[a]))
            if places:
                # The nearest by what stands next to it, then the first.
                best = max(places, key=lambda b: (self._beside(a, b), -b))
                places.remove(best)
                self._link(a, best)

    def _beside(self, a: int, b: int) -> int:
        return (self.to_other.get(a - 1) == b - 1) + (self.to_other.get(a + 1) == b + 1)

    def _by_likeness(self) -> None:
        for a in self.lost():
            b = next((b for b in self.new() if _alike(self.one[a], self.other[b])), None)
            if b is not None:
                self._link(a, b)


def _key(token: Token) -> tuple[str, bool]:
    return token.form, token.negative


def base_form(token: Token) -> str:
    """The form of *token*; for a name that of the words it is, for many words are names on one side only."""
    if token.sort is not Sort.NAME:
        return token.form
    if " " not in token.form:
        # The form of a name is in the singular; "GOODS" in capitals are goods.
        printed = bare_word(token.text)
        return lexicon().form(printed if name_form(printed) == token.form else token.form)
    phrases = lexicon().phrases
    found = phrases.get(words_of(token.form)) or phrases.get(words_of(token.text))
    return found if found is not None else token.form


def _alike(a: Token, b: Token) -> bool:
    """Whether two words have so long a beginning in common that they must be forms of one."""
    if {a.form, b.form} in _SAME:
        return True
    if a.sort is b.sort is Sort.NAME:
        # "the Addenda" for "the Project-specific Addenda"
        return f" {a.form}".endswith(f" {b.form}") or f" {b.form}".endswith(f" {a.form}")
    if a.sort is not Sort.WORD or b.sort is not Sort.WORD or a.negative != b.negative:
        return False
    if (a.form, b.form) in lexicon().opposites or roles(a.form, b.form):
        return False
    common = next(
        (n for n, (x, y) in enumerate(zip(a.form, b.form, strict=False)) if x != y), min(len(a.form), len(b.form))
    )
    return common >= _PREFIX and common >= _SHARE * min(len(a.form), len(b.form))


def _runs(indexes: Sequence[int]) -> Iterator[list[int]]:
    """Maximal runs of neighbours."""
    run: list[int] = []
    for index in indexes:
        if run and index != run[-1] + 1:
            yield run
            run = []
        run.append(index)
    if run:
        yield run
