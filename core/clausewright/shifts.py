"""Where offsets are after edits."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple


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


@lru_cache(maxsize=8)
def followed(shifts: Shifts, later: Shift) -> Shifts:
    """*shifts* and then *later*."""
    if shifts and (both := shifts[-1].then(later)) is not None:
        return (*shifts[:-1], both)
    return (*shifts, later)


@lru_cache(maxsize=16)
def mover(shifts: Shifts) -> Callable[[int], int]:
    """The offset now of an offset before *shifts*; raises ``TouchedError`` where there is none."""
    if len(shifts) == 1:
        return shifts[0].__call__

    def move(offset: int) -> int:
        for shift in shifts:
            offset = shift(offset)
        return offset

    return move
