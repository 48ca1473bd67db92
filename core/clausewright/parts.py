"""The parts of a document (its body, each attachment), and by what each of them is divided into units.

A part that numbers its units is divided by its numbers. One that does not is divided by its headings, and a body
without headings by its paragraphs. Numbers that stand below one of many headings are a list, and number no units.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from clausewright.convention import ATTACHMENTS
from clausewright.reading import Reading, Traits
from clausewright.search import HEADING, PARTIES, TITLE, Decision

NUMBERS, HEADINGS, PARAGRAPHS, NOTHING = "numbers", "headings", "paragraphs", "nothing"
_NUMBER_STYLES = frozenset(("1.", "n", "n.A", "A.n", "A.", "I."))
_CLAUSE_STYLES = frozenset(("1.", "n"))
"""Styles that number clauses even where it cannot be told where the recitals end."""
_LONG_PROSE = 3
_PROSE = 12
"""Words of a block with which a part has begun in earnest."""
_SEVERAL = 2
"""Headings that a part has anyhow, beside a numbering: a title before the first clause, one before the last."""
_TITLES_BEHIND = 3
"""Headings behind a list below another one, at least, where headings divide a part."""
_ENDS = re.compile(r"[.:;!?][\"”’')\]*_\s]*\Z")
"""The end of a paragraph, of an item, or of what leads in another one."""
_SHORTEST_PARAGRAPH = 6
"""Words that a block must have to count as a paragraph of prose."""


@dataclass(slots=True)
class Part:
    """A part: its first block, and what was seen in it.

    *styles* counts the markers by the style of their list (``1.``, ``n`` for dotted numbers, ``(a)``, ``u:article``),
    *headings* and *paragraphs* are the blocks that may divide it, *by* says what does. *restarts* counts the headings
    below which the numbering began again, *mixed* says that numbers stood below a heading before. *titles* are all
    headings on lines of their own, *listing* those of them that numbers stand below.
    """

    block: int
    attachment: bool
    styles: Counter[str] = field(default_factory=Counter)
    headings: list[int] = field(default_factory=list)
    paragraphs: list[int] = field(default_factory=list)
    by: str = NUMBERS
    begun: bool = False
    restarts: int = 0
    mixed: bool = False
    titles: list[int] = field(default_factory=list)
    listing: set[int] = field(default_factory=set)

    def _is_titled(self) -> bool:
        """Whether the only numbers are a flat list below one of many headings, with others before and behind it."""
        if (
            self.attachment
            or len(self.listing) != 1
            or any(s in _NUMBER_STYLES - {"1."} or s[0] in "mu" for s in self.styles)
        ):
            return False
        at = min(self.listing)
        behind = sum(1 for title in self.titles if title > at)
        return behind >= _TITLES_BEHIND and len(self.titles) - behind > 1

    def _decide(self) -> str:
        if self._is_titled():
            self.headings = sorted({*self.headings, *self.titles})
            return HEADINGS
        numbered = sum(n for style, n in self.styles.items() if style in _NUMBER_STYLES or style[0] in "mu")
        often = self.restarts >= (1 if self.attachment else 2) and len(self.headings) > self.restarts
        if often or (self.restarts and not self.mixed and len(self.headings) > _SEVERAL):
            return HEADINGS
        if numbered >= (1 if self.attachment else 2):
            return NUMBERS
        if len(self.headings) >= 2:
            return HEADINGS
        if numbered:
            return NUMBERS
        return PARAGRAPHS if self.paragraphs and not self.attachment else NOTHING


def parts_of(blocks: Sequence[Reading], chosen: Sequence[Sequence[Decision]], signed: Sequence[bool]) -> list[Part]:
    """The parts in text order, the body first. *chosen* holds the decisions of each block, *signed* says whether the
    signatures stand before its end."""
    here = body = Part(0, False)
    parts = [body]
    ended = False  # by the heading that stands last
    for index, (block, decisions) in enumerate(zip(blocks, chosen, strict=True)):
        for decision in decisions:
            if decision.candidate >= 0 and decision.form >= 0:
                form = block.candidates[decision.candidate].forms[decision.form]
                if form.unit in ATTACHMENTS:
                    parts.append(here := Part(index, True))
                elif not decision.recital or form.style in _CLAUSE_STYLES or form.unit is not None:
                    if ended and form.style == "1." and form.value == 1 and here.styles["1."]:
                        here.restarts += 1
                    elif here.headings and not here.restarts and form.style in _CLAUSE_STYLES:
                        here.mixed = True
                    ended = False
                    here.styles[form.style] += 1
                    if form.style in _NUMBER_STYLES:
                        here.listing.add(here.titles[-1] if here.titles else -1)
            elif decision.candidate == TITLE:
                parts.append(here := Part(index, True))
            elif decision.candidate == PARTIES and here.attachment:
                here = body  # whose clauses stand behind its attachments
            elif decision.candidate == HEADING and _divides(blocks, index, here, signed=signed[index]):
                here.headings.append(index)
                ended = decision.depth <= here.attachment
        traits = block.traits
        alone = block.headline is not None and block.headline.alone and traits.capitals
        if alone and _divides(blocks, index, here, signed=signed[index]):
            here.titles.append(index)
        here.begun = here.begun or (prose_of(traits) > 1 and not traits.title)
        prose = prose_of(traits) & 1 == 1 and not (traits.title or traits.signature or traits.contents_heading)
        first = min((d.candidate for d in decisions if d.candidate >= 0 and d.form >= 0), default=-1)
        marked = first >= 0 and block.candidates[first].place == "block"
        if prose and not (marked or signed[index] or here.attachment or traits.redaction):
            here.paragraphs.append(index)
    for part in parts:
        part.by = part._decide()
    return parts


def _divides(blocks: Sequence[Reading], index: int, part: Part, *, signed: bool) -> bool:
    """Whether the heading of block *index* may divide *part*: prose follows, and it is not the part's title."""
    headline = blocks[index].headline
    assert headline is not None
    if signed and not part.attachment:
        return False
    if not headline.alone:
        stopped = blocks[index].text[headline.end :].lstrip("*_").startswith(".")
        return prose_of(blocks[index].traits) & 1 == 1 and not (stopped and _goes_on_from(blocks, index))
    if not part.begun:
        return False
    return any(
        prose_of(block.traits) == _LONG_PROSE or (block.candidates and block.candidates[0].place == "block")
        for block in blocks[index + 1 : index + 3]
    )


def _goes_on_from(blocks: Sequence[Reading], index: int) -> bool:
    """Whether no sign ends the prose before block *index*, which goes on with it."""
    for before in range(index - 1, -1, -1):
        traits = blocks[before].traits
        if not traits.furniture:
            return prose_of(traits) == _LONG_PROSE and not (traits.ends_sentence or _ENDS.search(blocks[before].text))
    return False


def prose_of(traits: Traits) -> int:
    """1 for a paragraph of prose, 2 more for one that is long enough for a part to begin with."""
    return (traits.words >= _SHORTEST_PARAGRAPH and traits.verbal) + 2 * (traits.words >= _PROSE)
