"""Text for a hover, as Markdown or plain, whichever the client shows; contract text comes out verbatim in both.

Contracts are full of asterisks, underscores and hash signs that Markdown would act on, and of line ends that are only
the width of somebody's page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, Protocol

_ANYWHERE = re.compile(r"[\\`*_\[\]<>&~|]")
_LINE_START = re.compile(r"^([#+=:-]|\d+(?=[.)](?:\s|$)))", re.MULTILINE)
_BARE_ADDRESS = re.compile(r"\b(https?|ftp)://|\bwww\.", re.IGNORECASE)
_SPACES = re.compile(r"[^\S\n]+")


def escape(text: str) -> str:
    """Markdown that shows *text* as it stands."""
    escaped = _ANYWHERE.sub(lambda m: "\\" + m.group(), text)
    return _LINE_START.sub(lambda m: m[1] + "\\" if m[1][0].isdigit() else "\\" + m[1], escaped)


def reflow(text: str, breaks: Iterable[int] = ()) -> list[list[str]]:
    """Paragraphs of lines: lines that only wrap are joined, blank lines and the offsets in *breaks* part them."""
    keep = sorted(breaks)
    paragraphs: list[list[str]] = []
    offset = 0
    fresh = True
    for line in text.splitlines(keepends=True):
        words = _SPACES.sub(" ", " ".join(line.split()))
        if not words:
            fresh = True
        elif fresh:
            paragraphs.append([words])
            fresh = False
        else:
            indent = len(line) - len(line.lstrip())
            if any(offset <= place <= offset + indent for place in keep):
                paragraphs[-1].append(words)
            else:
                paragraphs[-1][-1] += " " + words
        offset += len(line)
    return paragraphs


class Page(Protocol):
    """A page under construction; ``content`` is the protocol's MarkupContent."""

    def title(self, strong: str, rest: str = "") -> None:
        """A line whose first words stand out."""

    def line(self, text: str) -> None: ...

    def quote(self, paragraphs: list[list[str]]) -> None:
        """A passage of the contract."""

    def items(self, items: Iterable[tuple[str, str]]) -> None:
        """A list; of each item the first part stands out."""

    def content(self) -> dict[str, str]: ...


def page(markdown: bool) -> Page:
    return MarkdownPage() if markdown else PlainPage()


@dataclass(slots=True)
class MarkdownPage:
    _blocks: list[str] = field(default_factory=list)

    def title(self, strong: str, rest: str = "") -> None:
        self._blocks.append(f"**{escape(strong)}**" + (f" {escape(rest)}" if rest else ""))

    def line(self, text: str) -> None:
        self._blocks.append(escape(text))

    def quote(self, paragraphs: list[list[str]]) -> None:
        parts = ["  \n> ".join(escape(line) for line in lines) for lines in paragraphs]
        self._blocks.append("> " + "\n>\n> ".join(parts))

    def items(self, items: Iterable[tuple[str, str]]) -> None:
        self._blocks.append("\n".join(f"- **{escape(strong)}** {escape(rest)}".rstrip() for strong, rest in items))

    def content(self) -> dict[str, str]:
        kind: Literal["markdown"] = "markdown"
        return {"kind": kind, "value": "\n\n".join(self._blocks)}


@dataclass(slots=True)
class PlainPage:
    _blocks: list[str] = field(default_factory=list)

    def title(self, strong: str, rest: str = "") -> None:
        self._blocks.append(f"{strong} {rest}".rstrip())

    def line(self, text: str) -> None:
        self._blocks.append(text)

    def quote(self, paragraphs: list[list[str]]) -> None:
        self._blocks.append("\n\n".join("\n".join(f"    {line}" for line in lines) for lines in paragraphs))

    def items(self, items: Iterable[tuple[str, str]]) -> None:
        self._blocks.append("\n".join(f"- {strong} {rest}".rstrip() for strong, rest in items))

    def content(self) -> dict[str, str]:
        return {"kind": "plaintext", "value": "\n\n".join(self._blocks)}
