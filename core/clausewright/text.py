"""The text of one version of a document, and positions in it.

Inside Clausewright a place is a code-point offset; editors speak of lines and columns counted in UTF-8, UTF-16 or
UTF-32 units. Lines break at ``\\n``, ``\\r\\n`` and ``\\r`` and nowhere else, as the Language Server Protocol has it:
a form feed, U+2028 or NEL is an ordinary character.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum

from clausewright.lazy import lazy

_LINE_BREAK = re.compile(r"\r\n|\n|\r")


class PositionEncoding(StrEnum):
    """The unit in which an editor counts columns (the protocol's names)."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


@dataclass(frozen=True, slots=True)
class Position:
    """A zero-based line and a zero-based column in the units of some ``PositionEncoding``."""

    line: int
    character: int


def width(text: str, encoding: PositionEncoding) -> int:
    """Number of units that *text* takes in *encoding*."""
    if encoding is PositionEncoding.UTF32 or text.isascii():
        return len(text)
    if encoding is PositionEncoding.UTF16:
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
    return len(text.encode("utf-8", "surrogatepass"))


def prefix_within(text: str, units: int, encoding: PositionEncoding) -> int:
    """Number of code points of *text* that end at or before column *units*.

    A column inside a surrogate pair or a multi-byte character belongs to the character's start; a column past the
    end is the end, as the protocol asks.
    """
    if encoding is PositionEncoding.UTF32 or text.isascii():
        return min(units, len(text))
    if encoding is PositionEncoding.UTF16:
        encoded = text.encode("utf-16-le", "surrogatepass")
        end = min(2 * units, len(encoded))
        splits_pair = 0 < end < len(encoded) and 0xD8 <= encoded[end - 1] <= 0xDB and 0xDC <= encoded[end + 1] <= 0xDF
        return len(encoded[: end - 2 if splits_pair else end].decode("utf-16-le", "surrogatepass"))
    encoded = text.encode("utf-8", "surrogatepass")
    end = min(units, len(encoded))
    while 0 < end < len(encoded) and encoded[end] & 0xC0 == 0x80:
        end -= 1
    return len(encoded[:end].decode("utf-8", "surrogatepass"))


class SourceText:
    """The immutable text of one version."""

    __slots__ = ("__dict__", "text")

    def __init__(self, text: str) -> None:
        self.text = text

    @lazy
    def line_starts(self) -> list[int]:
        """Offset of the first character of each line; never empty."""
        return [0, *(m.end() for m in _LINE_BREAK.finditer(self.text))]

    @property
    def line_count(self) -> int:
        return len(self.line_starts)

    def line_at(self, offset: int) -> int:
        """Zero-based line that holds *offset*."""
        return max(0, bisect_right(self.line_starts, offset) - 1)

    def line_span(self, line: int) -> tuple[int, int]:
        """Span of a line without its line break."""
        start = self.line_starts[line]
        end = self.line_starts[line + 1] if line + 1 < len(self.line_starts) else len(self.text)
        if end > start and self.text[end - 1] == "\n":
            end -= 1
        if end > start and self.text[end - 1] == "\r":
            end -= 1
        return start, end

    def position(self, offset: int, encoding: PositionEncoding = PositionEncoding.UTF16) -> Position:
        """Line and column of *offset*, which is clamped to the text."""
        offset = min(max(offset, 0), len(self.text))
        line = self.line_at(offset)
        return Position(line, width(self.text[self.line_starts[line] : offset], encoding))

    def offset(self, position: Position, encoding: PositionEncoding = PositionEncoding.UTF16) -> int:
        """Offset of *position*; a line past the last is the end of the text, a column past the end the line's end."""
        if position.line < 0:
            return 0
        if position.line >= self.line_count:
            return len(self.text)
        start, end = self.line_span(position.line)
        return start + prefix_within(self.text[start:end], max(0, position.character), encoding)


def decode(data: bytes) -> tuple[str, str]:
    """Text of a contract file and the encoding it was read in: ``utf-8``, ``utf-16`` or ``cp1252``.

    A byte-order mark is dropped and line ends are kept as they are; the mark of UTF-16 is what tells it. Bytes that are
    neither are read as Windows-1252, the only other encoding contracts are commonly saved in; the five bytes which that
    encoding leaves undefined become U+FFFD.
    """
    try:
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return data.decode("utf-16"), "utf-16"
        return data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), "cp1252"


def other_than_text(data: bytes) -> str | None:
    """What a file with the content *data* is, such as "a PDF file", where it is no text; None where it is text."""
    if data.startswith(b"PK\x03\x04"):
        return "a Word file" if b"word/document.xml" in data else "a packed file (.docx, .odt or .zip)"
    if data.startswith(b"%PDF-"):
        return "a PDF file"
    return "a binary file" if "\0" in decode(data)[0] else None


def text_of(data: bytes) -> str | None:
    """The text of a file with the content *data*; None where it is something other than text."""
    return decode(data)[0] if other_than_text(data) is None else None
