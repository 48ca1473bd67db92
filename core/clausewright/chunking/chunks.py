"""Chunks: the cheapest way to cut a contract into pieces of at most a given size."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from clausewright.chunking.cuts import WORD, cuts
from clausewright.contract import Contract

PER_CHUNK = 0.5
PER_TOKEN = 1 / 2048
"""What a chunk costs beside its cut, the more the more it could hold: small neighbours are put together, but for no
dear cut, and where chunks may be long they are to be few."""

_WHITE = re.compile(r"\s*")

Size = Callable[[str], int]
"""Number of tokens of a text."""


def characters_by_four(text: str) -> int:
    """Tokens of *text*, a token taken for four characters, rounded up."""
    return -(-len(text) // 4)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A verbatim piece of a contract: ``text[start:end]``, without white space at its ends. Offsets are code points."""

    start: int
    end: int


def chunks_of(contract: Contract, max_tokens: int, *, overlap: int = 0, size: Size = characters_by_four) -> list[Chunk]:
    """Cut *contract* into chunks of at most *max_tokens*, in text order; white space apart, they leave nothing out.

    Each but the first begins up to *overlap* tokens before the end of the one before it, at the nearest place where the
    text may be cut. *size* counts tokens; it must not fall when a text grows. Raises ValueError where *overlap* leaves
    no room.
    """
    if max_tokens < 1 or not 0 <= overlap < max_tokens:
        raise ValueError("a chunk must hold at least one token, and an overlap must be smaller than a chunk")
    text = contract.source.text
    costs = cuts(contract)
    room = max_tokens - overlap
    points = _within_reach(text, sorted(costs), costs, room, size)
    pieces = _cheapest(text, points, costs, room, size)
    return [_overlapping(text, start, end, points, overlap, size) for start, end in pieces]


def _within_reach(text: str, offsets: list[int], costs: dict[int, float], room: int, size: Size) -> list[int]:
    """*offsets* with both ends of the text, and with cuts between words wherever two are too far apart."""
    points = [0]
    for offset in [*offsets, len(text)]:
        while size(text[points[-1] : offset].strip()) > room:
            cut = _last_word_end(text, points[-1], offset, room, size)
            costs[cut] = WORD
            points.append(cut)
        if offset > points[-1]:
            points.append(offset)
    return points


def _last_word_end(text: str, start: int, end: int, room: int, size: Size) -> int:
    """The end of the last word with which ``text[start:]`` still fits into *room*; inside a word if need be."""
    start += len(text[start:end]) - len(text[start:end].lstrip())
    low, high = start + 1, end
    while low < high:
        middle = (low + high + 1) // 2
        if size(text[start:middle].strip()) <= room:
            low = middle
        else:
            high = middle - 1
    blank = max(text.rfind(" ", start, low), text.rfind("\n", start, low))
    return blank + 1 if blank > start else low


def _cheapest(text: str, points: list[int], costs: dict[int, float], room: int, size: Size) -> list[tuple[int, int]]:
    """The pieces of the cheapest way from the first to the last of *points*."""
    best = [inf] * len(points)
    came_from = [0] * len(points)
    best[0] = 0.0
    first = 0
    per_chunk = PER_CHUNK + PER_TOKEN * room
    written = [point + len(m.group()) for point in points if (m := _WHITE.match(text, point)) is not None]
    for j in range(1, len(points)):
        cost = costs.get(points[j], 0.0)
        while first < j - 1 and size(text[points[first] : points[j]].strip()) > room:
            first += 1
        for i in range(first, j):
            total = best[i] + cost + (0.0 if written[i] >= points[j] else per_chunk)
            if total < best[j]:
                best[j], came_from[j] = total, i
    pieces = []
    at = len(points) - 1
    while at > 0:
        pieces.append((points[came_from[at]], points[at]))
        at = came_from[at]
    return [(start, end) for start, end in reversed(pieces) if text[start:end].strip()]


def _overlapping(text: str, start: int, end: int, points: list[int], overlap: int, size: Size) -> Chunk:
    begins = start
    if overlap:
        for point in reversed([p for p in points if p < start]):
            if size(text[point:start]) > overlap:
                break
            begins = point
    piece = text[begins:end]
    return Chunk(begins + len(piece) - len(piece.lstrip()), begins + len(piece.rstrip()))
