"""Drafting marks: what one block of a contract says of its own drafting, apart from clauses, terms and references.

Each reader takes the text of a block and gives its marks in text order; ``marks`` keeps them with the block, so that an
edit costs the reading of one block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from re import Match, Pattern
from typing import Any, Protocol, TypeVar

M = TypeVar("M")


class Block(Protocol):
    """A piece of text that remembers what was read from it."""

    __dict__: dict[str, Any]

    @property
    def text(self) -> str: ...


def marks(
    blocks: Iterable[Block], starts: Iterable[int], read: Callable[[str], tuple[M, ...]]
) -> Iterator[tuple[int, M]]:
    """Offset of its block and mark, for each mark that *read* finds in *blocks*, which begin at *starts*."""
    key = f"{read.__module__}.{read.__qualname__}"
    for block, start in zip(blocks, starts, strict=True):
        kept = block.__dict__
        found = kept.get(key)
        if found is None:
            found = kept[key] = read(block.text)
        for mark in found:
            yield start, mark


def before(pattern: Pattern[str], text: str, at: int, reach: int) -> Match[str] | None:
    """The match of *pattern*, which ends in ``\\Z``, in the *reach* characters before *at*."""
    return pattern.search(text, max(0, at - reach), at)
