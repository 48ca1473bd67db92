"""What is looked for in a contract: passages of whole clauses, each with the pieces that its meaning is read from."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise

from clausewright.chunking import Chunk, chunks_of
from clausewright.chunking.notes import place_of
from clausewright.clauses import ClauseKind
from clausewright.contract import Contract

PASSAGE = 384
"""Tokens of a passage at most, four characters each. As much as a screen shows; most clauses fit."""
PIECE = 96
"""Tokens of a piece at most. A model that reads a long clause as one finds its main matter only."""

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Spot:
    """The text ``[start, end)`` of one clause; *number*, *heading* and *path* as those of a passage."""

    start: int
    end: int
    number: str | None
    heading: str | None
    path: tuple[str, ...]
    text: str

    @property
    def is_title(self) -> bool:
        """Whether it says no more than the last of its *path* does."""
        return bool(self.path) and _WORD.findall(self.text.lower()) == _WORD.findall(self.path[-1].lower())


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a contract that is read as one; *spots* are the clauses in it, in text order, at least one."""

    start: int
    end: int
    text: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """One clause, or several short ones, of the contract *name*: ``text`` stands at ``[start, end)`` in it.

    *number* and *heading* are those of the clause that holds it, *path* what stands over it from the top down. *pieces*
    is never empty; a piece may reach beyond the passage.
    """

    name: str
    start: int
    end: int
    number: str | None
    heading: str | None
    path: tuple[str, ...]
    text: str
    pieces: tuple[Piece, ...]


def passages_of(name: str, contract: Contract, max_tokens: int = PASSAGE) -> list[Passage]:
    """The passages of *contract*, of at most *max_tokens* each, in text order; *name* tells it from other contracts."""
    text = contract.source.text
    pieces = chunks_of(contract, min(PIECE, max_tokens))
    starts = [piece.start for piece in pieces]
    passages = []
    for chunk in chunks_of(contract, max_tokens):
        place = place_of(contract, chunk)
        first = max(0, bisect_right(starts, chunk.start) - 1)
        within = [piece for piece in pieces[first : bisect_right(starts, chunk.end)] if _shares_half(piece, chunk)]
        passages.append(
            Passage(
                name=name,
                start=chunk.start,
                end=chunk.end,
                number=place.number,
                heading=place.heading,
                path=place.path,
                text=text[chunk.start : chunk.end],
                pieces=tuple(_piece(contract, piece) for piece in within or [chunk]),
            )
        )
    return passages


def _shares_half(piece: Chunk, passage: Chunk) -> bool:
    shared = min(piece.end, passage.end) - max(piece.start, passage.start)
    return 2 * shared >= min(piece.end - piece.start, passage.end - passage.start)


def _piece(contract: Contract, piece: Chunk) -> Piece:
    text = contract.source.text
    begun = [c.start for c in contract.clauses_between(piece.start + 1, piece.end) if c.kind is not ClauseKind.ITEM]
    spots = tuple(_spot(contract, start, end) for start, end in pairwise([piece.start, *begun, piece.end]))
    return Piece(piece.start, piece.end, text[piece.start : piece.end], spots)


def _spot(contract: Contract, start: int, end: int) -> Spot:
    text = contract.source.text[start:end].rstrip()
    place = place_of(contract, Chunk(start, start + len(text)))
    return Spot(start, start + len(text), place.number, place.heading, place.path, text)
