"""Cross-references: what a passage cites, and how."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum

from clausewright.citations import Citation, leads_on
from clausewright.clauses import Clause, Defect
from clausewright.convention import ATTACHMENTS
from clausewright.nearest import Key, Origin, key_of
from clausewright.reading import Reading
from clausewright.resolver import LAST_BRACKET, Meaning, Resolver, Status, is_regulated, tidy


class Relation(StrEnum):
    PLAIN = "plain"
    NOTWITHSTANDING = "notwithstanding"
    SUBJECT_TO = "subject_to"
    EXCEPT_AS = "except_as"
    PURSUANT_TO = "pursuant_to"
    IN_ACCORDANCE_WITH = "in_accordance_with"
    AS_DEFINED_IN = "as_defined_in"


@dataclass(eq=False, slots=True)
class Reference:
    """A citation of another place.

    *target* is the number cited as it resolved (``11.2(b)``) or would have to, *targets* the clauses it may mean: one
    when resolved, several when ambiguous, none otherwise. *clause* is the clause the citation stands in; *caption* the
    heading it names in brackets (``Section 8.4 (Exceptions)``). *document* names the other document when external.
    *citation* is how it is printed: the word before the number, "this", "above".
    """

    text: str
    start: int
    end: int
    target: str | None
    status: Status
    relation: Relation
    citation: Citation
    clause: Clause | None
    targets: tuple[Clause, ...] = ()
    caption: str | None = None
    document: str | None = None


_SENTENCE_BEFORE = re.compile(r"[.!?)][\"”’']?\s+\Z")
_LABEL_GAP = 12
_NOTHING_BEHIND = re.compile(r"\s*+\Z")
_PAGE_LABEL = re.compile(r"[A-Z]-\d{1,2}\Z")
_PAGE_BEHIND = re.compile(r"-\d{1,3}\s*\Z")
_FILED_AS = re.compile(r"\d{1,2}\.\d{1,3}\Z")
_INITIALS = re.compile(r"\b[A-Z][A-Za-z]{0,8}[A-Z][A-Za-z]?\b")
"""A short name of a document: SCCs, GDPR."""
_COVER = 120
"""Characters of the first block among which the label of a filing stands."""
_HANGS = re.compile(r"\s+of(?:\s+the)?\s*\Z")
"""The end of a block that a page broke off before the name of the document that is cited."""
EDGE = 14
"""Characters at the end of a block that tell whether the next block goes on from it."""


def references_of(
    blocks: Sequence[Reading],
    starts: Sequence[int],
    hidden: Set[int],
    resolver: Resolver,
    clause_at: Callable[[int], Clause | None],
    markers: Mapping[int, int],
    defined: Collection[str],
) -> list[Reference]:
    """The citations of *blocks*, which begin at *starts*, as references in text order.

    *hidden* are indexes of blocks that are no text of the contract, *markers* the spans of the clauses' own markers,
    and *defined* the defined terms.
    """
    out: list[Reference] = []
    governing = _governing_initials(blocks)
    led = _led_by_others(blocks, starts, clause_at, governing) if governing else frozenset()
    before = ""
    last_block: Reading | None = None
    for index, (start, block) in enumerate(zip(starts, blocks, strict=True)):
        if index in hidden:
            continue
        last: dict[int, tuple[Citation, tuple[Clause, ...]]] = {}
        lists = _bracketed_lists(block.citations)
        cut = last_block if block.text.lstrip()[:1].islower() else None
        if not block.traits.furniture:
            last_block = block
        for printed in block.citations:
            citation = printed
            place = start + citation.start
            if _is_marker(block, citation, place, markers, before) or _is_defined_here(block, citation, defined):
                continue
            if index == 0 and citation.kind == "exhibit" and (citation.leads or _is_filing_label(citation)):
                continue
            fellows = lists.get(citation.group, ()) if citation.group not in last else ()
            origin = Origin(place, clause_at(place), start, block, cut, fellows)
            meaning: Meaning | None = None
            if citation.group in last and citation.number.startswith("("):
                previous, targets = last[citation.group]
                whole = resolver.follow(citation, previous, targets, origin)
                if isinstance(whole, Citation):
                    citation = whole
                else:
                    meaning = Meaning(Status.RESOLVED, (whole,), whole.number)
                    citation = replace(citation, number=LAST_BRACKET.sub("", previous.number) + citation.number)
            if meaning is None and led and _is_led(citation, origin.clause, led):
                meaning = Meaning(Status.EXTERNAL)
            if meaning is None:
                meaning = resolver.resolve(citation, origin)
            if meaning is None and citation.group in last and _goes_with(citation, *last[citation.group]):
                meaning = Meaning(Status.UNRESOLVED, (), tidy(citation.number))
            if meaning is not None and meaning.status is Status.UNRESOLVED and _HANGS.match(block.text, citation.end):
                meaning = Meaning(Status.EXTERNAL)
            last[citation.group] = citation, meaning.targets if meaning is not None else ()
            if meaning is None:
                continue
            out.append(
                Reference(
                    block.text[citation.start : citation.end],
                    place,
                    start + citation.end,
                    meaning.number,
                    meaning.status,
                    Relation(citation.relation),
                    citation,
                    origin.clause,
                    meaning.targets,
                    citation.caption,
                    citation.document,
                )
            )
        before = block.text.rstrip()[-EDGE:]
    return out


def _bracketed_lists(citations: Sequence[Citation]) -> dict[int, tuple[str, ...]]:
    """The numbers of each list of citations that are one bracket each, by the number of the list."""
    lists: dict[int, list[str]] = {}
    for citation in citations:
        if citation.number.startswith("("):
            lists.setdefault(citation.group, []).append(tidy(citation.number))
    return {
        group: tuple(numbers)
        for group, numbers in lists.items()
        if len(numbers) > 1 and all(number.count("(") == 1 for number in numbers)
    }


def _goes_with(citation: Citation, before: Citation, targets: Sequence[Clause]) -> bool:
    """Whether the members of a list are surely clauses because one before is: "conditions 4 and 7"."""
    counted = citation.word.casefold().startswith(("condition", "numeral")) and citation.number[:1].isdigit()
    return counted and bool(targets) and citation.word == before.word


def _initials_in(text: str) -> tuple[str, ...]:
    """The short names in a text that leads a list in."""
    return tuple(_INITIALS.findall(text)) if text.rstrip().endswith(":") else ()


def _governing_initials(blocks: Sequence[Reading]) -> frozenset[tuple[str, str]]:
    """The short names of other documents that clauses or articles are cited of, each with that kind of unit."""
    return frozenset(
        (name, c.kind)
        for block in blocks
        for c in block.citations
        if c.document is not None and c.kind in ("clause", "article") and not c.inward
        for name in _INITIALS.findall(c.document)[-1:]
    )


def _led_by_others(
    blocks: Sequence[Reading],
    starts: Sequence[int],
    clause_at: Callable[[int], Clause | None],
    governing: Set[tuple[str, str]],
) -> frozenset[tuple[int, str]]:
    """Where the clauses start that lead a list in by the name of another document, each with the kind of its units."""
    return frozenset(
        (clause.start, kind)
        for start, block in zip(starts, blocks, strict=True)
        if (said := _initials_in(block.text))
        for name, kind in governing
        if name in said and (clause := clause_at(start + len(block.text.rstrip()) - 1)) is not None
    )


def _is_led(citation: Citation, clause: Clause | None, led: Set[tuple[int, str]]) -> bool:
    """Whether *citation* stands in a list that another document's name leads in: "the SCCs are completed so:"."""
    if citation.this or citation.inward or citation.within or not citation.number[:1].isdigit():
        return False
    while clause is not None and clause.parent is not None:
        clause = clause.parent
        if (clause.start, citation.kind) in led:
            return True
    return False


def cited_elsewhere(blocks: Sequence[Reading], own_names: Set[str]) -> frozenset[Key]:
    """The numbers that are somewhere cited as those of another document than the one that goes by *own_names*."""
    own = {name.casefold() for name in own_names}
    return frozenset(
        key_of(tidy(c.number))
        for block in blocks
        for c in block.citations
        if c.outward
        and c.number[:1].isdigit()
        and c.kind not in ATTACHMENTS
        and (c.document is None or c.document.casefold() not in own)
    )


def cites_foreign_articles(blocks: Sequence[Reading]) -> bool:
    """Whether wherever an article is said to be of a document, that is another one: "Article 28 GDPR"."""
    governed = [
        c
        for block in blocks
        for c in block.citations
        if c.kind == "article" and c.number[:1].isdigit() and (c.outward or c.inward)
    ]
    return bool(governed) and all(c.outward for c in governed)


def cites_paragraphs(blocks: Sequence[Reading]) -> bool:
    """Whether the document may call the units of its body paragraphs: it does not cite them by another word."""
    words = Counter(
        "paragraph" if c.word.casefold().startswith("para") else c.kind
        for block in blocks
        for c in block.citations
        if c.number[:1].isdigit() and not (c.outward or c.within or c.document)
    )
    return words["paragraph"] > words["section"] + words["clause"] + words["article"]


def misplaced(defects: Iterable[Defect]) -> frozenset[Key]:
    """The numbers that stand before the one that they should follow: the 3 of 1, 3, 2, which the tree does not hold."""
    found = set()
    for defect in defects:
        own, expected = key_of(defect.marker)[-1:], key_of(defect.expected)[-1:]
        if defect.kind == "out_of_order" and defect.clause is not None and own and expected:
            first, following = own[0], expected[0]
            if first.isdigit() and following.isdigit() and int(following) == int(first) + 2:
                found.add((*key_of(defect.clause.number)[:-1], str(int(first) + 1)))
    return frozenset(found)


def asides(block: Reading) -> tuple[object, ...]:
    """What ``references_of`` asks of the wording of *block* beside its citations and candidates."""
    text = block.text
    return tuple(
        (
            _HANGS.match(text, citation.end) is not None,
            citation.leads and len(text.strip()) == citation.end - citation.start,
            not text[citation.end :].strip(),
            citation.kind in ATTACHMENTS and _is_label_at_foot(text, citation),
            text[max(0, citation.start - 1)] in '"“',
            is_regulated(block, citation.start),
        )
        for citation in block.citations
    ) + _initials_in(text)


def _is_marker(block: Reading, citation: Citation, place: int, markers: Mapping[int, int], before: str) -> bool:
    """Whether what looks like a citation is the marker or the heading of a clause, known to the tree or not.

    *before* are the last characters of the block before.
    """
    if place in markers and markers[place] >= place + citation.end - citation.start - 1:
        return True
    if citation.kind in ATTACHMENTS and any(
        c.start < citation.start < citation.end <= c.end and place - citation.start + c.start in markers
        for c in block.candidates
    ):
        return True  # without the article of the heading "THE FIRST SCHEDULE"
    if citation.leads and len(block.text.strip()) == citation.end - citation.start:
        return True
    if citation.outward and citation.number == citation.document:
        span = (citation.start, citation.end)  # of a statute, which may be all that the heading of a clause says
        return any(c.heading == span and place - citation.start + c.start in markers for c in block.candidates)
    if citation.this or citation.inward or citation.outward or citation.document:
        return False
    if citation.kind in ATTACHMENTS and _is_label_at_foot(block.text, citation):
        return True
    if not citation.as_heading:
        return False
    if citation.leads and leads_on(before):
        return False
    if citation.kind in ATTACHMENTS:
        if citation.word.isupper() or not block.text[citation.end :].strip():
            return True  # a title, or the label that each page of an attachment carries
        return any(c.start == citation.start and c.forms[0].unit and c.evidence >= 4 for c in block.candidates)
    return citation.kind in ("article", "section", "clause", "recital")


def _is_filing_label(citation: Citation) -> bool:
    """Whether it is the label under which the paper was filed, on its first lines."""
    return citation.start < _COVER and _FILED_AS.match(citation.number) is not None


def _is_label_at_foot(text: str, citation: Citation) -> bool:
    """Whether "Exhibit C-1" ends the block behind a sentence, as the label at the foot of an exhibit's page does."""
    lead = text[max(0, citation.start - _LABEL_GAP) : citation.start]
    if citation.word.istitle() and _PAGE_BEHIND.match(text, citation.end):
        return not leads_on(lead)
    if citation.word.istitle() and _PAGE_LABEL.match(citation.number):
        return _NOTHING_BEHIND.match(text, citation.end) is not None and not leads_on(lead)
    before = _SENTENCE_BEFORE.search(text, max(0, citation.start - _LABEL_GAP), citation.start)
    return before is not None and _NOTHING_BEHIND.match(text, citation.end) is not None


def _is_defined_here(block: Reading, citation: Citation, defined: Collection[str]) -> bool:
    """Whether the name of a statute is a defined term, or stands in quotes to become one."""
    return (
        citation.outward
        and citation.document == citation.number
        and (" ".join(citation.number.split()) in defined or block.text[max(0, citation.start - 1)] in '"“')
    )
