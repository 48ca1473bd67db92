"""A tradition's own words in the English form that the readers know, with a map back to the text as it stands.

The readers know how citations are joined, ranged and governed in English. A convention in another language lists its
words beside theirs; the readers then look at a rendering of the block, and what they find is moved back to the block.
The backslashes by which Markdown takes a sign literally are left out of it, too, and so are the marks by which it
stresses or links the numbers of a citation.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from operator import itemgetter
from typing import Any, TypeVar

T = TypeVar("T")
_SPAN = itemgetter(1)

_NUMBER = r"(\d{1,3}[a-z]?|[a-z]{1,2}|[ivx]{1,5})(?!\w)"
_ESCAPE = r"\\(?=[!-/:-@\[-`{-~])"
"""The backslash by which Markdown takes a sign literally, as converters write it: ``1\\. Services``."""
_UNIT = (
    r"(?i:(?:sub-?)?(?:section|clause|article|paragraph|schedule|exhibit|annexure|annex|appendix|attachment|recital))"
)
_CITED = r"(?:\d{1,3}(?:\.\d{1,3}){0,4}+(?:\(\w{1,4}\)){0,4}+|[A-Z])(?![A-Za-z\d])"
_JOINED = r"(?:,|,?\s(?:and|or|to))\s"
_STRESSED = rf"(?:\*{{1,3}}|_{{1,3}}){_CITED}(?:{_JOINED}{_CITED}){{0,9}}+(?:\*{{1,3}}|_{{1,3}})(?!\w)"
_LINKED = rf"\[{_CITED}\]\([#./h][^\s()]{{1,200}}+\)"
_MARKED = re.compile(
    rf"(?<![\w*]){_UNIT}s?[ \u00a0](?:{_STRESSED}|{_LINKED})(?:{_JOINED}(?:{_STRESSED}|{_LINKED}|{_CITED})){{0,12}}+"
    rf"|(?<!\w)_{{1,3}}{_UNIT}s?[ \u00a0]{_CITED}_{{1,3}}(?!\w)"
)
"""A citation whose numbers Markdown stresses or puts into links: ``Sections **4** and [5](#fees)``."""
_MARKS = re.compile(r"[*_]{1,3}|\]\([^\s()]{1,200}+\)|\[")
_STARTS = frozenset(("start", "text_start"))
_ENDS = frozenset(("end", "text_end"))


@dataclass(frozen=True, slots=True)
class Rendering:
    """The text of a block with equivalents in place of its own words.

    Of each replaced stretch, in order: *begins* and *stops* are its span in *text*, *spans* the one in the block.
    """

    text: str
    begins: tuple[int, ...]
    stops: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]

    def start(self, offset: int) -> int:
        """Offset in the block of what begins at *offset* of the rendering."""
        index = bisect_right(self.stops, offset)
        if index < len(self.begins) and self.begins[index] < offset:
            return self.spans[index][1]
        return self._beside(offset, index)

    def end(self, offset: int) -> int:
        """Offset in the block of what ends at *offset* of the rendering."""
        index = bisect_left(self.stops, offset)
        if index < len(self.begins) and self.begins[index] < offset:
            return self.spans[index][self.stops[index] == offset]
        return self._beside(offset, index)

    def _beside(self, offset: int, index: int) -> int:
        """Offset in the block of an *offset* behind the first *index* stretches and in none."""
        return offset + (self.spans[index - 1][1] - self.stops[index - 1] if index else 0)

    def back(self, found: T) -> T:
        """*found*, a dataclass with offsets into the rendering, with offsets into the block."""
        moved: dict[str, Any] = {}
        for field in fields(found):  # type: ignore[arg-type]
            value = getattr(found, field.name)
            if field.name in _STARTS:
                moved[field.name] = self.start(value)
            elif field.name in _ENDS:
                moved[field.name] = self.end(value)
            elif field.name == "heading" and value is not None:
                moved[field.name] = (self.start(value[0]), self.end(value[1]))
        return replace(found, **moved)  # type: ignore[type-var]


class Equivalents:
    """The words of one tradition beside the English ones."""

    def __init__(self, table: Mapping[str, Sequence[str]]) -> None:
        """*table*: English form -> phrases that stand for it; ``{}`` in both is a number or a letter."""
        pairs = sorted(
            ((phrase, english) for english, phrases in table.items() for phrase in phrases),
            key=lambda pair: (-len(pair[0]), pair[0]),
        )
        self._english = [english for _, english in pairs]
        said = (f"(?P<p{n}>{_pattern(phrase)})" for n, (phrase, _) in enumerate(pairs))
        self._pattern = re.compile("|".join((*said, _ESCAPE)))

    def render(self, text: str) -> Rendering | None:
        """The rendering of *text*; None where nothing in it is to be replaced."""
        parts: list[str] = []
        begins: list[int] = []
        stops: list[int] = []
        spans: list[tuple[int, int]] = []
        position = length = 0
        said = [stretch for match in self._pattern.finditer(text) for stretch in self._stretches(match)]
        marks = _marks(text)
        for new, span in sorted(said + marks, key=_SPAN) if marks else said:
            if span[0] < position:
                continue
            parts += text[position : span[0]], new
            begins.append(length + span[0] - position)
            length = begins[-1] + len(new)
            stops.append(length)
            spans.append(span)
            position = span[1]
        if not spans:
            return None
        return Rendering("".join((*parts, text[position:])), tuple(begins), tuple(stops), tuple(spans))

    def _stretches(self, match: re.Match[str]) -> Iterator[tuple[str, tuple[int, int]]]:
        """What is put in place of which span: the words between the numbers, which stay."""
        outer, name = match.lastindex or 0, match.lastgroup or ""
        if not name:
            yield "", match.span()
            return
        words = self._english[int(name[1:])].split("{}")
        start = match.start()
        bare = start + len(match.group()) - len(match.group().lstrip())
        if bare > start and not words[0].startswith(" "):
            yield "", (start, bare)
            start = bare
        for group, word in enumerate(words, outer + 1):
            stop = match.start(group) if group < outer + len(words) else match.end()
            yield word, (start, stop)
            start = match.end(group) if group < outer + len(words) else stop


_SQUARE = re.compile(r"\[(?P<mark>[a-zA-Z]|[ivx]{2,5})\](?=[ \t\r\n])")
_LISTS_BEGIN = (("i", "ii"), ("a", "b"), ("A", "B"))


def in_round_brackets(text: str) -> Rendering | None:
    """*text* with the marks of a list in it in round brackets, where they stand in square ones: "[i] tin, [ii] zinc".

    None where no list begins with its first two marks: a letter in such brackets is a blank or an option else.
    """
    marks = [*_SQUARE.finditer(text)]
    names = {mark.group("mark") for mark in marks}
    if not any(names.issuperset(pair) for pair in _LISTS_BEGIN):
        return None
    spans = [(at, at + 1) for mark in marks for at in (mark.start(), mark.end() - 1)]
    rendered = _SQUARE.sub(r"(\g<mark>)", text)
    return Rendering(rendered, tuple(b for b, _ in spans), tuple(e for _, e in spans), tuple(spans))


PLAIN = Equivalents({})
"""Of a tradition that says nothing in other words: only marks of Markdown are left out."""


def may_have_marks(text: str) -> bool:
    """Whether *text* has a sign that ``render`` leaves out."""
    return "\\" in text or "*" in text or "_" in text or "](" in text


def _marks(text: str) -> list[tuple[str, tuple[int, int]]]:
    """The marks within citations, each with the nothing that is put in its place."""
    if not ("*" in text or "_" in text or "](" in text):
        return []
    return [("", mark.span()) for cited in _MARKED.finditer(text) for mark in _MARKS.finditer(text, *cited.span())]


def _pattern(phrase: str) -> str:
    """Pattern of a phrase: any white space for each blank, the word's own bounds at both ends."""
    before = r"\s{1,4}" if phrase[0] == " " else r"(?<!\w)" if phrase[0].isalnum() else ""
    words = r"\s{1,4}".join(re.escape(word).replace(r"\{\}", _NUMBER) for word in phrase.split())
    after = r"(?!\w)" if phrase.rstrip()[-1].isalnum() else ""
    return before + words + after
