"""Where a citation stands, and which of several clauses it means from there."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache

from clausewright.clauses import ATTACHMENT_KINDS, Clause, ClauseKind
from clausewright.reading import Reading

_TOKENS = re.compile(r"[0-9]+|[^\W\d_]+")
_NOT_FAR = 60
"""Markers among which the enumeration that a bare "(b)" belongs to must have stood."""
Key = tuple[str, ...]


@lru_cache(maxsize=4096)
def key_of(number: str) -> Key:
    """The parts of a number, whatever stands between them: ``11.2(a)(i)`` and ``11.2.a.i`` are alike."""
    return tuple(_TOKENS.findall(number.lower()))


def part_around(clause: Clause | None) -> Clause | None:
    """The part of an attachment or of the body that *clause* lies in."""
    while clause is not None and not is_part(clause):
        clause = clause.parent
    return clause


def article_around(clause: Clause | None) -> Clause | None:
    """The article that *clause* lies in."""
    while clause is not None and clause.kind is not ClauseKind.ARTICLE:
        clause = clause.parent
    return clause


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a citation stands: its offset, its clause, and the paragraph around it that begins at *paragraph*.

    *cut* is the piece before it of a paragraph that a page broke in two, *fellows* are the numbers of the list that it
    begins where these are brackets alone: "paragraphs (i), (iv) and (v)".
    """

    offset: int
    clause: Clause | None
    paragraph: int
    block: Reading
    cut: Reading | None = None
    fellows: tuple[str, ...] = ()

    @property
    def quoted(self) -> bool:
        """Whether a quotation mark before the citation is still open in its block."""
        before = self.block.text[: self.offset - self.paragraph]
        return before.count("“") > before.count("”") or before.count('"') % 2 == 1

    def said(self, marker: str) -> bool:
        """Whether *marker* stands in the paragraph, not far before the citation and outside of any citation."""
        if _says(self.block, marker, self.offset - self.paragraph):
            return True
        return self.cut is not None and _says(self.cut, marker, len(self.cut.text))


def _says(block: Reading, marker: str, before: int) -> bool:
    """Whether *marker* stands in *block* not far *before* an offset and outside of any citation."""
    markers, cited = block.candidates, block.citations
    index = bisect_left(markers, before, key=lambda c: c.start)
    for candidate in reversed(markers[max(0, index - _NOT_FAR) : index]):
        if candidate.label.strip() == marker:
            count = bisect_right(cited, candidate.start, key=lambda c: c.start)
            return not count or cited[count - 1].end <= candidate.start
    return False


def list_of_all(origin: Origin) -> Clause | None:
    """The clause that has all of the numbers cited together as items: one around, or in one around and before."""
    wanted = set(origin.fellows)
    here = origin.clause
    inner: Clause | None = None
    while here is not None:
        if wanted <= brackets_below(here):
            return here
        if here.kind not in ATTACHMENT_KINDS:
            before = [c for c in here.children if c.start < origin.offset and wanted <= brackets_below(c)]
            if inner is None and len(before) == 1:
                inner = before[0]
        here = here.parent
    return inner


def brackets_below(clause: Clause) -> set[str]:
    """The last brackets of the numbers of the clauses just below *clause*."""
    return {child.number[child.number.rfind("(") :] for child in clause.children if child.number.endswith(")")}


def clauses_below(clause: Clause, depth: int) -> list[Clause]:
    level = [clause]
    for _ in range(depth):
        level = [child for c in level for child in c.children]
    return level


def lies_in(clause: Clause | None, outer: Clause) -> bool:
    while clause is not None and clause is not outer:
        clause = clause.parent
    return clause is not None


def next_to(clause: Clause, number: str) -> Clause | None:
    """The sibling of *clause* with the bare *number* that is nearest behind it, or else before it."""
    if clause.parent is None or number.count("(") != 1:
        return None
    wanted = key_of(number)
    row = [c for c in clause.parent.children if key_of(c.number)[-1:] == wanted and c.number.endswith(number)]
    behind = [c for c in row if c.start > clause.start]
    return behind[0] if behind else row[-1] if row else None


def is_part(clause: Clause) -> bool:
    """Whether it is a Part, as "Schedule 1 Part 2" is."""
    return key_of(clause.number)[-2:-1] == ("part",)


def is_numbered(clause: Clause) -> bool:
    """Whether the number of *clause* ends in digits."""
    return "".join(key_of(clause.number)[-1:]).isdigit()


def of_the_same_part(hits: list[Clause], clause: Clause | None) -> list[Clause]:
    """Those of *hits* that stand in the Part or under the heading that *clause* stands in, if any does."""
    while len(hits) > 1 and clause is not None:
        if not is_numbered(clause) and (near := [c for c in hits if lies_in(c, clause)]):
            return near
        clause = clause.parent
    return hits


def _fits_its_parent(clause: Clause) -> bool:
    """Whether the number goes on from that of the parent, as 6.5 does below 6 but not below 2 of an amendment."""
    if clause.parent is None or "(" in clause.number:
        return True
    first, parent = key_of(clause.number)[:1], key_of(clause.parent.number.removeprefix("Article "))[:1]
    return not (first[0].isdigit() and parent and parent[0].isdigit()) or first == parent


def _is_printed_whole(clause: Clause) -> bool:
    """Whether the marker has the whole number, as that of 2.1 has, and not that of item 1 below section 2."""
    return "(" in clause.number or len(key_of(clause.marker)) >= len(key_of(clause.number))


def _is_divided(clause: Clause) -> bool:
    """Whether it is a section with sub-clauses, or no section: an item of a list may have the same number."""
    return bool(clause.children) or len(key_of(clause.number)) > 1


def likeliest(hits: list[Clause], number: str) -> list[Clause]:
    """Those of *hits* that a reader would think of: the same letter case, no run-in items, a section."""
    if len(hits) < 2:
        return hits
    exact = [c for c in hits if c.number.endswith(number)]
    hits = exact or hits
    paragraphs = [c for c in hits if c.kind is not ClauseKind.ITEM]
    hits = paragraphs or hits
    for likelier in (_is_printed_whole, _fits_its_parent, lambda c: c.heading is not None, _is_divided):
        hits = [c for c in hits if likelier(c)] or hits
    return hits


def nearest(hits: list[Clause], number: str, origin: Origin, direction: str | None) -> list[Clause]:
    """Of several lists that have the number: the one before the citation in its own paragraph, if there is one."""
    if len(hits) < 2:
        return hits
    if direction is not None:
        before = direction.endswith(("above", "before"))
        hits = [c for c in hits if (c.start < origin.offset) is before] or hits
    exact = [c for c in hits if c.number.endswith(number)]
    hits = exact or hits
    at = origin.clause
    siblings = [c for c in hits if at is not None and c.parent is at.parent and c.start < at.start]
    here = siblings or [c for c in hits if origin.paragraph <= c.start < origin.offset]
    return here[-1:] if here else likeliest(hits, number)
