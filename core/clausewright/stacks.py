"""Stacks of open lists, and what the search asks of one again and again."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """An open list: its style and last ordinal, the dotted path where it has one, and how it stands.

    *inline* lists run in a sentence, *single* have one item so far, *ended* says that the sentence has ended since.
    *carry* is the style and ordinal of the last list that was closed below (for sections that run on across articles).
    *titled* is the level of the Markdown heading that its last item stands in, 0 in none.
    """

    style: str
    value: int
    path: tuple[int, ...] | None = None
    inline: bool = False
    single: bool = True
    ended: bool = False
    carry: tuple[str, int] | None = None
    titled: int = 0


Levels = tuple[Level, ...]
"""Open lists, the outermost first."""


class Prices(NamedTuple):
    """What it costs to close a list, and more for one that has had a single item."""

    close: int
    single: int


class Stack:
    """Open lists with what follows from them alone. Stacks of the same lists are equal.

    *base* is how many of the levels are the attachment that the lists stand in, *has_path* whether a dotted number is
    among the others, *carries* whether a list may go on that was closed; *shut* is what closing the lists from each
    depth on costs, nothing behind the last.
    """

    __slots__ = ("_behind_sentence", "_prices", "_runs", "base", "carries", "has_path", "levels", "shut", "styles")

    def __init__(self, levels: Levels, prices: Prices) -> None:
        close, more = prices
        cost, shut = 0, [0]
        carries = runs = has_path = False
        for style, _, path, inline, single, ended, carry, _ in reversed(levels):
            cost += close
            if path is not None:
                has_path = has_path or style[0] != "@"
            elif single and style[0] not in "@u":
                cost += more
            shut.append(cost)
            if inline and not ended:
                runs = True
            if carry is not None:
                carries = True
        shut.reverse()
        self.levels, self._prices, self.shut = levels, prices, shut
        self.carries, self.has_path, self._runs = carries, has_path, runs
        self.styles = [level[0] for level in levels]
        self.base = 1 if levels and levels[0][0][0] == "@" else 0
        self._behind_sentence: Stack | None = None

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Stack) and self.levels == other.levels)

    def __hash__(self) -> int:
        return hash(self.levels)

    def behind_sentence(self) -> Stack:
        """The same lists behind the end of a sentence, which those that run in one may not have outlived."""
        if not self._runs:
            return self
        if self._behind_sentence is None:
            ended = tuple(level._replace(ended=True) if level.inline else level for level in self.levels)
            self._behind_sentence = Stack(ended, self._prices)
        return self._behind_sentence


EMPTY = Stack((), Prices(0, 0))
