"""Passages of a Markdown text that are none of the contract's words: code, comments, and where links lead."""

from __future__ import annotations

import re
from bisect import bisect_right

_FENCE = re.compile(r"^ {0,3}(?P<fence>`{3,}+|~{3,}+)(?P<info>[^\r\n]*+)", re.MULTILINE)
_CODE = re.compile(r"(?<![`\w])(?P<marks>`{1,2}+)(?=[^`\s])[^`\r\n]{1,200}+(?<=\S)(?P=marks)(?![`\w])")
_TARGET = re.compile(
    r"""\]\(\s{0,3}(?P<to><[^<>\r\n]{0,500}+>|[^\s()<>]{1,500}+(?:\([^\s()]{0,100}+\)[^\s()<>]{0,200}+){0,4}+)"""
    r"""(?P<title>\s{1,3}(?:"[^"\r\n]{0,300}+"|'[^'\r\n]{0,300}+'))?+\s{0,3}\)"""
)
_ADDRESS = re.compile(r"[./#:@]")


class Verbatim:
    """The passages of one text. Those that are opened and not closed are none: somebody may be typing."""

    def __init__(self, text: str) -> None:
        spans = [*_fenced(text), *_comments(text)] if "```" in text or "~~~" in text or "<!--" in text else []
        if "`" in text:
            spans += [match.span() for match in _CODE.finditer(text)]
        if "](" in text:
            spans += [
                match.span()
                for match in _TARGET.finditer(text)
                if match["title"] or _ADDRESS.search(match["to"])  # "[Section 4](b)" is no link
            ]
        self._spans = _merged(spans)
        self._starts = [start for start, _ in self._spans]

    def __bool__(self) -> bool:
        return bool(self._spans)

    def holds(self, start: int, end: int) -> bool:
        """Whether all of ``[start, end)`` stands in one of the passages."""
        index = bisect_right(self._starts, start) - 1
        return index >= 0 and end <= self._spans[index][1]


def _fenced(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    opened: re.Match[str] | None = None
    for match in _FENCE.finditer(text):
        if opened is None:
            if match["fence"][0] == "~" or "`" not in match["info"]:
                opened = match
        elif (
            match["fence"][0] == opened["fence"][0]
            and len(match["fence"]) >= len(opened["fence"])
            and not match["info"].strip()
        ):
            spans.append((opened.start(), match.end()))
            opened = None
    return spans


def _comments(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    start = text.find("<!--")
    while start >= 0 and (end := text.find("-->", start + 4)) >= 0:
        spans.append((start, end + 3))
        start = text.find("<!--", end + 3)
    return spans


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    return merged
