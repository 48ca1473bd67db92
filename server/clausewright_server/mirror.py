"""The text of an open document as the editor has it.

A list of lines, each with its line break, so that a change costs what it touches and not the length of the document.
Lines break at ``\\n``, ``\\r\\n`` and ``\\r`` alone. The changes since the last ``take_edit`` are kept as one span of
the earlier text, which is what ``Contract.edit`` wants, however many messages they came in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate

from clausewright.text import Position, PositionEncoding, prefix_within

_BARE_RETURN = re.compile(r"(?<=\r)")
_HIGH = re.compile("[\ud800-\udbff]")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def has_astral(text: str) -> bool:
    """Whether a character of *text* takes two units of UTF-16."""
    return not text.isascii() and _ASTRAL.search(text) is not None


def split_lines(text: str) -> list[str]:
    """Lines with their breaks; the last has none and may be empty, so the list never is."""
    lines = [part + "\n" for part in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    if "\r" not in text:
        return lines
    split: list[str] = []
    for line in lines:
        if "\r" in line and ("\r" in line[:-2] or not line.endswith("\r\n")):
            body, tail = (line[:-2], "\r\n") if line.endswith("\r\n") else (line, "")
            parts = _BARE_RETURN.split(body)
            parts[-1] += tail
            split.extend(part for part in parts[:-1])
            if parts[-1]:
                split.append(parts[-1])
        else:
            split.append(line)
    if split[-1].endswith(("\n", "\r")):
        split.append("")
    return split


def _is_high(character: str) -> bool:
    return "\ud800" <= character <= "\udbff"


def _is_low(character: str) -> bool:
    return "\udc00" <= character <= "\udfff"


def join_surrogates(text: str) -> str:
    """*text* with neighbouring halves of a surrogate pair made one character."""
    if text.isascii() or not _HIGH.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _column(content: str, units: int, encoding: PositionEncoding) -> int:
    """Code points of a line before column *units*; as ``prefix_within``, but a lone surrogate is one UTF-16 unit."""
    if encoding is not PositionEncoding.UTF16 or content.isascii() or not _HIGH.search(content):
        return prefix_within(content, units, encoding)
    for column, character in enumerate(content):
        units -= 2 if character > "\uffff" else 1
        if units < 0:
            return column
    return len(content)


def shared_prefix(a: str, b: str) -> int:
    """Length of the longest common prefix."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def shared_suffix(a: str, b: str, limit: int) -> int:
    """Length of the longest common suffix that is at most *limit* long."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if a[len(a) - middle : len(a) - low] == b[len(b) - middle : len(b) - low]:
            low = middle
        else:
            high = middle - 1
    return low


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Characters ``[start, end)`` of an earlier text are now *new_text*."""

    start: int
    end: int
    new_text: str


class Mirror:
    """The current text, and what changed since it was last looked at."""

    def __init__(self, text: str) -> None:
        self._lines = split_lines(text)
        self._length = len(text)
        self.astral = has_astral(text)
        """Whether a character of the text, now or earlier, takes two units of UTF-16."""
        # A line whose offset is known. Changes come near one another, so walking from here is short.
        self._anchor_line, self._anchor_offset = 0, 0
        # Span of the earlier text that changed, and the span of the current text that stands in its place.
        self._earlier: tuple[int, int] | None = None
        self._current: tuple[int, int] = (0, 0)

    @property
    def text(self) -> str:
        return "".join(self._lines)

    @property
    def dirty(self) -> bool:
        """Whether anything changed since the last ``take_edit``."""
        return self._earlier is not None

    def __len__(self) -> int:
        return self._length

    def line_starts(self) -> list[int]:
        """Offset of the first character of each line."""
        starts = list(accumulate(map(len, self._lines), initial=0))
        starts.pop()
        return starts

    def apply(self, start: Position, end: Position, new_text: str, encoding: PositionEncoding) -> None:
        """Replace the characters between two positions.

        A line past the last means the end of the text, a column past the end of its line that end, as the protocol
        has it; an end before its start is read as the same span the other way round. Halves of a surrogate pair that
        come together become the character they stand for.
        """
        (first, from_column), (last, to_column) = sorted((self._locate(start, encoding), self._locate(end, encoding)))
        before, after = self._lines[first][:from_column][-1:], self._lines[last][to_column:][:1]
        if _is_high(before) and _is_low((new_text + after)[:1]):
            from_column -= 1
            new_text = before + new_text
        if _is_high(new_text[-1:]) and _is_low(after):
            to_column += 1
            new_text += after
        new_text = join_surrogates(new_text)
        self.astral = self.astral or has_astral(new_text)
        start_offset = self._line_offset(first) + from_column
        end_offset = self._line_offset(last) + to_column
        self._record(start_offset, end_offset, len(new_text))

        lines = self._lines
        middle = lines[first][:from_column] + new_text + lines[last][to_column:]
        if first > 0 and middle.startswith("\n") and lines[first - 1].endswith("\r"):
            first -= 1
            middle = lines[first] + middle
        if middle.endswith("\r") and last + 1 < len(lines) and lines[last + 1].startswith("\n"):
            last += 1
            middle += lines[last]
        self._move_anchor(first)
        parts = split_lines(middle)
        if last + 1 < len(lines) and not parts[-1]:
            parts.pop()
        lines[first : last + 1] = parts
        self._length += len(new_text) - (end_offset - start_offset)

    def replace(self, text: str) -> None:
        """Replace the whole text; only what differs counts as changed."""
        before = self.text
        prefix = shared_prefix(before, text)
        suffix = shared_suffix(before, text, min(len(before), len(text)) - prefix)
        if prefix + suffix < max(len(before), len(text)):
            self._record(prefix, len(before) - suffix, len(text) - suffix - prefix)
        self._lines = split_lines(text)
        self._length = len(text)
        self.astral = self.astral or has_astral(text)
        self._anchor_line, self._anchor_offset = 0, 0

    def take_edit(self) -> TextEdit | None:
        """The changes since the last call as one edit of the text as it was then; None when nothing changed."""
        if self._earlier is None:
            return None
        edit = TextEdit(*self._earlier, self._slice(*self._current))
        self._earlier = None
        return edit

    def _record(self, start: int, end: int, inserted: int) -> None:
        if self._earlier is None:
            self._earlier, self._current = (start, end), (start, start + inserted)
            return
        current_start, current_end = self._current
        hull_start, hull_end = min(start, current_start), max(end, current_end)
        earlier_start, earlier_end = self._earlier
        self._earlier = (earlier_start - (current_start - hull_start), earlier_end + (hull_end - current_end))
        self._current = (hull_start, hull_end + inserted - (end - start))

    def _locate(self, position: Position, encoding: PositionEncoding) -> tuple[int, int]:
        """Line and column in code points of an editor's position."""
        lines = self._lines
        if position.line < 0:
            return 0, 0
        if position.line >= len(lines):
            return len(lines) - 1, len(lines[-1])
        content = lines[position.line].rstrip("\r\n")
        return position.line, _column(content, max(0, position.character), encoding)

    def _move_anchor(self, line: int) -> None:
        lines = self._lines
        if line >= self._anchor_line:
            self._anchor_offset += sum(map(len, lines[self._anchor_line : line]))
        else:
            self._anchor_offset -= sum(map(len, lines[line : self._anchor_line]))
        self._anchor_line = line

    def _line_offset(self, line: int) -> int:
        self._move_anchor(line)
        return self._anchor_offset

    def _slice(self, start: int, end: int) -> str:
        lines = self._lines
        line, offset = self._anchor_line, self._anchor_offset
        while offset > start:
            line -= 1
            offset -= len(lines[line])
        while line < len(lines) - 1 and offset + len(lines[line]) <= start:
            offset += len(lines[line])
            line += 1
        self._anchor_line, self._anchor_offset = line, offset
        parts, reached = [], offset
        while line < len(lines) and reached < end:
            parts.append(lines[line])
            reached += len(lines[line])
            line += 1
        return "".join(parts)[start - offset : end - offset]
