"""Between the core's offsets and the protocol's positions, as plain dicts ready to be sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clausewright.text import Position, PositionEncoding, SourceText
from clausewright_server.client import Json


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


@dataclass(frozen=True, slots=True)
class Places:
    """Positions in one version of one document, in the units the client counts in."""

    source: SourceText
    encoding: PositionEncoding

    def position(self, offset: int) -> dict[str, int]:
        found = self.source.position(offset, self.encoding)
        return {"line": found.line, "character": found.character}

    def range(self, start: int, end: int) -> dict[str, Any]:
        return {"start": self.position(start), "end": self.position(end)}

    def offset(self, position: Json) -> int:
        """Offset of a protocol position. Raises InvalidParamsError."""
        return self.source.offset(position_of(position), self.encoding)
