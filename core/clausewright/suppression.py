"""Findings that somebody has decided to live with: by settings, or by a comment in Markdown.

Code, comments and the addresses of links are none of a Markdown contract's words: nothing but personal data is told of
them. Plain text gets no marks: what is written into a .txt contract is part of what the parties sign.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from clausewright.finding import Finding
from clausewright.settings import Settings, closest
from clausewright.text import SourceText
from clausewright.verbatim import Verbatim

_COMMENT = re.compile(r"<!--\s*clausewright:\s*(ignore-file|ignore)\b([^\n\r]*?)-->", re.IGNORECASE)
_MARKDOWN = (".md", ".markdown")
_EVERYTHING = "CW"
_PRIVACY = "privacy"


def unsuppressed(findings: Iterable[Finding], text: str, settings: Settings, path: Path | None) -> list[Finding]:
    """Those of *findings* that nothing silences, neither *settings* nor a comment or code in *text*, in their order.

    *path* is None for a text that is no file; then it counts as plain text.
    """
    findings = list(findings)
    whole_file = settings.suppressed_in(path) if path is not None else []
    by_line: dict[int, list[str]] = {}
    source = SourceText(text)
    verbatim = None
    if _is_markdown(path) and findings:
        marked, by_line = _marks(source)
        whole_file += marked
        verbatim = Verbatim(text)
    if not whole_file and not by_line and verbatim is None:
        return findings
    return [
        finding
        for finding in findings
        if not (verbatim and finding.family != _PRIVACY and verbatim.holds(finding.start, finding.end))
        and not closest(whole_file, finding.code, finding.name)
        and not (by_line and closest(by_line.get(source.line_at(finding.start), ()), finding.code, finding.name))
    ]


def comments(text: str, path: Path) -> list[tuple[int, list[str]]]:
    """The comments in *text* that silence rules: the zero-based line of each, and its selectors."""
    if not _is_markdown(path):
        return []
    source = SourceText(text)
    return [(source.line_at(comment.start()), _selectors(comment)) for comment in _COMMENT.finditer(text)]


def _is_markdown(path: Path | None) -> bool:
    return path is not None and path.suffix.lower() in _MARKDOWN


def _selectors(comment: re.Match[str]) -> list[str]:
    words = comment[2].replace(",", " ").split()
    return words or [_EVERYTHING]


def _marks(source: SourceText) -> tuple[list[str], dict[int, list[str]]]:
    """Selectors that comments silence in the whole file, and those by zero-based line."""
    whole_file: list[str] = []
    by_line: defaultdict[int, list[str]] = defaultdict(list)
    for comment in _COMMENT.finditer(source.text):
        selectors = _selectors(comment)
        if comment[1].lower() == "ignore-file":
            whole_file += selectors
            continue
        line = source.line_at(comment.start())
        start, end = source.line_span(line)
        alone = not _COMMENT.sub("", source.text[start:end]).strip()
        by_line[_next_written_line(source, line) if alone else line] += selectors
    return whole_file, by_line


def _next_written_line(source: SourceText, line: int) -> int:
    """The first line after *line* that holds more than blanks and comments like these."""
    for following in range(line + 1, source.line_count):
        start, end = source.line_span(following)
        if _COMMENT.sub("", source.text[start:end]).strip():
            return following
    return line
