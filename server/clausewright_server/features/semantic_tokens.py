"""Semantic tokens: full, of a range, and as the change since the last time."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from lsprotocol import types

from clausewright.text import SourceText
from clausewright.views.labels import Kind, Label, labels
from clausewright_server.client import ClientProfile, Json, dig
from clausewright_server.features import Feature
from clausewright_server.session import Snapshot

# Names that colour themes know. The guide has the table.
TYPES = {
    Kind.TERM: "type",
    Kind.PARTY: "class",
    Kind.REFERENCE: "function",
    Kind.MARKER: "keyword",
    Kind.HEADING: "namespace",
    Kind.AMOUNT: "number",
    Kind.DATE: "string",
}
MODIFIERS = ["definition", "unresolved"]
_TYPE_NUMBER = {kind: number for number, kind in enumerate(TYPES)}
_KEPT = 16
"""Documents whose last tokens are kept to answer with a change."""


class SemanticTokens:
    """Answers the three requests. Remembers, for each document, the tokens that the client has."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[str, list[int]]] = OrderedDict()
        self._next = 0

    def full(self, snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
        data = _encoded(snapshot, labels(snapshot.contract))
        return {"resultId": self._keep(snapshot.uri, data), "data": data}

    def delta(self, snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
        """The change since the result that the client names; the whole where that is not kept."""
        data = _encoded(snapshot, labels(snapshot.contract))
        known, before = self._kept.get(snapshot.uri, ("", []))
        result = self._keep(snapshot.uri, data)
        if not known or dig(params, "previousResultId") != known:
            return {"resultId": result, "data": data}
        return {"resultId": result, "edits": _difference(before, data)}

    def range(self, snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
        start = snapshot.places.offset(dig(params, "range", "start"))
        end = snapshot.places.offset(dig(params, "range", "end"))
        return {"data": _encoded(snapshot, labels(snapshot.contract, start, end))}

    def _keep(self, uri: str, data: list[int]) -> str:
        self._next += 1
        self._kept[uri] = (str(self._next), data)
        self._kept.move_to_end(uri)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return str(self._next)


def features() -> list[Feature]:
    tokens = SemanticTokens()
    legend = types.SemanticTokensLegend(token_types=list(TYPES.values()), token_modifiers=MODIFIERS)
    return [
        Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, tokens.full, legend),
        Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, tokens.delta, legend),
        Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, tokens.range, legend),
    ]


def _encoded(snapshot: Snapshot, found: list[Label]) -> list[int]:
    """The protocol's five numbers a token. A token does not cross lines, so a wrapped label is one on each."""
    starts, units = snapshot.contract.source.line_starts, snapshot.places.units
    data: list[int] = []
    last_line = last_column = 0
    for label in found:
        kind, modifiers = _TYPE_NUMBER[label.kind], label.defining | label.broken << 1
        line = bisect_right(starts, label.start) - 1
        for number, start, end in _on_lines(snapshot.contract.source, line, label.start, label.end):
            column = units(starts[number], start)
            data += (
                number - last_line,
                column - last_column if number == last_line else column,
                units(start, end),
                kind,
                modifiers,
            )
            last_line, last_column = number, column
    return data


def _on_lines(source: SourceText, line: int, start: int, end: int) -> Iterable[tuple[int, int, int]]:
    """The parts of ``[start, end)``, which begins on *line*, as line and span; white space that wraps it left out."""
    starts = source.line_starts
    if line + 1 == len(starts) or end < starts[line + 1]:
        return ((line, start, end),)
    parts = []
    while line < len(starts) and starts[line] < end:
        line_start, line_end = source.line_span(line)
        first, last = max(start, line_start), min(end, line_end)
        while first < last and first > start and source.text[first].isspace():
            first += 1
        if first < last:
            parts.append((line, first, last))
        line += 1
    return parts


def _difference(before: list[int], after: list[int]) -> list[dict[str, Any]]:
    """One edit between what the two have in common at both ends, on the bounds of tokens."""
    shortest = min(len(before), len(after))
    head = next((i for i in range(shortest) if before[i] != after[i]), shortest)
    head -= head % 5
    tail = next((i for i in range(shortest - head) if before[-1 - i] != after[-1 - i]), shortest - head)
    tail -= tail % 5
    if head + tail == len(before) == len(after):
        return []
    return [{"start": head, "deleteCount": len(before) - head - tail, "data": after[head : len(after) - tail]}]
