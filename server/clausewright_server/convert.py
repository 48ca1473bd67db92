"""Between the core's offsets and the protocol's positions, as plain dicts ready to be sent."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import Any

from clausewright.text import Position, PositionEncoding, SourceText, width
from clausewright_server.client import Json
from clausewright_server.mirror import has_astral


class InvalidParamsError(Exception):
    """A message whose parameters do not have the protocol's shape. Its text holds nothing of the document."""


def position_of(value: Json) -> Position:
    """A protocol position. Raises InvalidParamsError."""
    try:
        line, character = value["line"], value["character"]
    except (TypeError, KeyError):
        raise InvalidParamsError("a position needs a line and a character") from None
    if not isinstance(line, int) or not isinstance(character, int):
        raise InvalidParamsError("a position's line and character are whole numbers")
    return Position(line, character)


def text_document_uri(params: Json) -> str:
    """URI of the document that *params* are about. Raises InvalidParamsError."""
    try:
        uri = params["textDocument"]["uri"]
    except (TypeError, KeyError):
        raise InvalidParamsError("no text document named") from None
    if not isinstance(uri, str):
        raise InvalidParamsError("a document's URI is a string")
    return uri


class Places:
    """Positions in one version of one document, in the units the client counts in.

    An outline asks for thousands of them, so this does ``SourceText.position`` over without its objects. *astral* is
    false where it is known that no character of the text takes two units of UTF-16.
    """

    __slots__ = ("_encoding", "_even", "_source", "_starts", "_text")

    def __init__(self, source: SourceText, encoding: PositionEncoding, *, astral: bool | None = None) -> None:
        self._source = source
        self._encoding = encoding
        self._text = source.text
        self._starts = source.line_starts
        # Whether each character is one unit, so that the words before a place need not be looked at.
        self._even = encoding is PositionEncoding.UTF32 or self._text.isascii()
        if not self._even and encoding is PositionEncoding.UTF16:
            self._even = not (has_astral(self._text) if astral is None else astral)

    def of_text(self, text: str) -> Places:
        """Positions in another text, in the same units."""
        return Places(_source(text), self._encoding)

    def position(self, offset: int) -> dict[str, int]:
        """Protocol position of *offset*, which is clamped to the text."""
        if offset < 0:
            return {"line": 0, "character": 0}
        line = bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        if self._even:
            return {"line": line, "character": min(offset, len(self._text)) - start}
        before = self._text[start:offset]
        return {"line": line, "character": len(before) if before.isascii() else width(before, self._encoding)}

    def units(self, start: int, end: int) -> int:
        """Width of ``[start, end)``, which lies in one line."""
        if self._even:
            return end - start
        words = self._text[start:end]
        return len(words) if words.isascii() else width(words, self._encoding)

    def range(self, start: int, end: int) -> dict[str, Any]:
        if self._even and 0 <= start <= end <= len(self._text):
            first = bisect_right(self._starts, start) - 1
            last = bisect_right(self._starts, end, first) - 1
            return {
                "start": {"line": first, "character": start - self._starts[first]},
                "end": {"line": last, "character": end - self._starts[last]},
            }
        return {"start": self.position(start), "end": self.position(end)}

    def offset(self, position: Json) -> int:
        """Offset of a protocol position. Raises InvalidParamsError."""
        return self._source.offset(position_of(position), self._encoding)

    def offset_of(self, position: Position) -> int:
        """Offset of a position that was read already."""
        return self._source.offset(position, self._encoding)


@lru_cache(maxsize=4)
def _source(text: str) -> SourceText:
    return SourceText(text)
