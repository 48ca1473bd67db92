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
_SPACES_AND_BREAKS = re.compile(r"\s+")
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


def _item(strong: str, rest: str) -> str:
    return f"- **{escape(strong)}** {escape(rest)}".rstrip() if strong else f"- {escape(rest)}"


def _on_one_line(runs: Iterable[tuple[str, bool]], most: int) -> list[tuple[str, bool]]:
    """*runs* with their white space collapsed, that at the ends of a strong run outside it."""
    shown: list[tuple[str, bool]] = []
    for text, strong in runs:
        words = _SPACES_AND_BREAKS.sub(" ", text)
        if most <= 0 or not words:
            break
        cut = words if len(words) <= most else words[:most].rsplit(" ", 1)[0] + " …"
        most -= len(words)
        inner = cut.strip()
        if not strong or not inner:
            shown.append((cut, False))
            continue
        lead, tail = cut[: len(cut) - len(cut.lstrip())], cut[len(cut.rstrip()) :]
        shown += [part for part in ((lead, False), (inner, True), (tail, False)) if part[0]]
    return shown


class Page(Protocol):
    """A page under construction; ``content`` is the protocol's MarkupContent."""

    def title(self, strong: str, rest: str = "") -> None:
        """A line whose first words stand out."""

    def line(self, text: str) -> None: ...

    def quote(self, paragraphs: list[list[str]]) -> None:
        """A passage of the contract."""

    def marked(self, runs: Iterable[tuple[str, bool]], most: int) -> None:
        """A passage of the contract on one line, up to *most* characters; runs that are true stand out."""

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

    def marked(self, runs: Iterable[tuple[str, bool]], most: int) -> None:
        shown = _on_one_line(runs, most)
        self._blocks.append("> " + "".join(f"**{escape(text)}**" if strong else escape(text) for text, strong in shown))

    def items(self, items: Iterable[tuple[str, str]]) -> None:
        self._blocks.append("\n".join(_item(strong, rest) for strong, rest in items))

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

    def marked(self, runs: Iterable[tuple[str, bool]], most: int) -> None:
        shown = _on_one_line(runs, most)
        self._blocks.append("    " + "".join(f"[{text}]" if strong else text for text, strong in shown))

    def items(self, items: Iterable[tuple[str, str]]) -> None:
        self._blocks.append("\n".join(f"- {f'{strong} {rest}'.strip()}" for strong, rest in items))

    def content(self) -> dict[str, str]:
        return {"kind": "plaintext", "value": "\n\n".join(self._blocks)}
