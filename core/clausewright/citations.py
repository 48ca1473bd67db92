"""Citations in one block: every place that names another place, with what stands around it that decides its meaning."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from clausewright.anchors import Anchors, Places, first_words, matches, matches_at, matches_near
from clausewright.convention import ATTACHMENTS, Convention
from clausewright.designators import (
    BRACKETS,
    CLOSED,
    DECIMAL,
    LABEL,
    LETTER,
    LETTERS,
    NO,
    NUMBER,
    ORDINAL,
    RECITAL_LABEL,
    ROMAN,
    STATUTE_NUMBER,
    SUB,
    WORD_NUMBER,
    alternatives,
)
from clausewright.instruments import UNNAMED, Governor, InstrumentReader, end_of_aside, is_filed_form
from clausewright.listing import IN_BRACKETS, ListReader, Member, follows, is_plural
from clausewright.numerals import NUMBER_WORDS, ORDINAL_WORDS, from_roman
from clausewright.relations import RelationReader

ONLY = "the"


class Container(NamedTuple):
    """A unit that a cited place is said to be part of, with the word and the number that name it.

    *number* is "" for the one that the citation itself stands in ("of this Schedule") and ``ONLY`` for the one that
    has none: "of the Schedule".
    """

    kind: str
    word: str
    number: str


@dataclass(frozen=True, slots=True)
class Citation:
    """One cited place as printed. Offsets count from the block's start.

    *kind* is the kind of unit that the word before it means (``section``, ``schedule``, ``any`` ...), *number* the
    printed number without that word ("" where none stands there: "this Section"), *this* whether "this" stands before
    it. *relation* comes from the words around the list, *caption* is the heading named in brackets after it.
    *document* is the name behind "of the ..." after the list, or the statute named before it; *outward* says that it
    surely means another document, *inward* that it surely means this one ("of this Agreement", "hereof"), *whole* that
    it means the agreement and no attachment of it, *amending* that it means the amendment that it stands in. *within* are the units of this paper that the list is said to be part
    of, innermost first: "paragraph 3 of Part B of Schedule 2". *term* is the defined term whose definition it is said
    to be part of. *group* numbers the
    citations of a list. *direction* is "above" or "below" where one of these follows. *step* counts the units from the
    one it stands in: -1 for "the preceding Section". *tentative* says that only a target makes a citation of it.
    *as_heading* says that it stands like a heading, with nothing of its sentence before it in the block and a title or
    nothing behind it; *leads* that nothing at all stands before it in the block.
    """

    start: int
    end: int
    kind: str
    word: str
    number: str
    group: int
    relation: str = "plain"
    this: bool = False
    caption: str | None = None
    document: str | None = None
    outward: bool = False
    inward: bool = False
    whole: bool = False
    amending: bool = False
    within: tuple[Container, ...] = ()
    term: str | None = None
    direction: str | None = None
    range_end: bool = False
    step: int = 0
    tentative: bool = False
    as_heading: bool = False
    leads: bool = False


_SECTION_BULLET = re.compile(r"§\s+[A-Z]?[a-z]{2,}")
"""A section sign that is a bullet: conversions print those of some fonts so."""
_THIS = re.compile(r"\bth(?:is|ese)\s+\Z", re.IGNORECASE)
_CAPTION = re.compile(r"\s*[(\[][\"“']?(?P<caption>[A-Z][^()\[\]\"”]{2,80}?)[\"”']?[)\]]")
_NO_CAPTION = re.compile(r"(?:the|each|collectively|as|or|and|a|an)\b", re.IGNORECASE)
_DIRECTION_BEFORE = re.compile(
    r"\b(?:(?P<d>above|below)(?:-(?:mentioned|named|described))?|afore(?:mentioned|said|going))\s+\Z", re.IGNORECASE
)
_DIRECTION = re.compile(r"\s*,?\s*(?P<d>above|below|hereinabove|hereinbelow|hereafter)\b", re.IGNORECASE)
_AND_THEN = re.compile(
    r"(?:\s*\([^()]{0,60}\))?(?:\s+of\s+(?:the|this)\s+[A-Z][\w\s]{2,60}?)?\s*,?\s*(?:and|or|and/or)\s*(?:as\s+(?:provided|set\s+forth|described|specified)\s+)?(?:for|in|under|to)?\s*(?:the\s+provisions\s+of\s+)?"
)
_ONLY_SAYS_OF_WHAT = re.compile(
    r"(?:\s*\([^()]{0,20}\)|,?\s*(?:inclusive|respectively),?)?"
    r"(?:(?i:\s*,?\s*(?:as\s+)?promulgated)?(?i:\s*(?:of|under|to)\s+(?:the\s+)?)|\s*)"
    r"(?:U\.S\.\s+|(?:[A-Z][a-z]+\s+){0,2})?"
)
_SECTION_OF_IT = re.compile(r",?\s+(?=§|[Ss]ection|SECTION)")
_FILING_RULE = re.compile(r"\s+under\s+(?:item\s+\d{3}|form\s+[A-Z]|reg\b)", re.IGNORECASE)
"""What stands behind the number under which a paper was filed: "Exhibit 99 under Item 601/Reg. S-K"."""
_TITLE_BEFORE = re.compile(r"(?<![\w.])(?P<title>[A-Z][A-Za-z-]+)\s+\Z")
_NO_TITLE = frozenset(
    "disclosure rate price see under in to of and or the each on per by this such that company".split()
)
_SENTENCE_BEHIND = re.compile(r"(?:-\d{1,2})?\s+[A-Z][a-z]+")
_ELSEWHERE = re.compile(
    r"\b(?:work|working|(?<!which )(?<!that )(?<!such )time|rate|shift|bus|train)\s+\Z", re.IGNORECASE
)
_ABBREVIATED = frozenset(("sec", "sec.", "sect.", "§", "§§", "art.", "para.", "paras.", "cl."))
_INITIALS_BEHIND = re.compile(
    r"\s+[A-Z]{2,6}(?=\s*[.,;)(]|\s+[a-z]|\s*\Z)(?!\s+(?:shall|will|may|is|has|must|agrees?)\b)"
)
_ENTERED_AS = re.compile(
    r",?\s+(?:[Ff]ile|[Ii]nsert|[Ii]nset|[Ee]ntry|[Ff]olio|[Vv]olume)\s+(?:[Nn]o\.?\s+)?[A-Z]{0,2}\d"
)
"""What stands behind a section of the register of companies: "Section C, File 1702"."""
_CHAPTER_BEFORE = re.compile(r"(?<![\w.])(?P<number>[IVX]{1,5})\.\s+\Z")
_MORE_OF_NUMBER = re.compile(r"(?:-\d[\w().-]*)?")
_RANKS = {"schedule": 0, "exhibit": 0, "annex": 0, "part": 1, "article": 2, "section": 3, "clause": 3, "any": 4}
"""Kinds of units from the outermost in: "Article III, Section 11" is one place."""
_DEEPEST = 4
"""Units that one citation names inside each other, at most."""
_ROMAN_OR_WORD = re.compile(rf"[IVXLC]+(?![A-Za-z])|[A-Z][A-Za-z]{{2}}|{STATUTE_NUMBER}")
_OF_THIS = re.compile(r"\s*,?\s*(?:of|in|to)\s+this\s")
_ADDED_BEFORE = re.compile(r"\bnew\s+\Z|\bthe\s+following\s+(?:new\s+)?\Z", re.IGNORECASE)
_ADDED_BEHIND = re.compile(r"(?:\s+set\s+forth\s+below)?\s+(?:is|are)\s+hereby\s+(?:added|inserted)\b")
_EXCEPTED_BEFORE = re.compile(
    r"\(\s*(?:but|and)\s+not\s+(?:\w+\s+){0,2}\Z|\((?:other\s+than|excluding|except)\s+(?:\w+\s+){0,2}\Z"
)
_LEAD = 80
_MARK_UP = ' \t\r\n*_#>"“'
_RANGE_BEHIND = re.compile(r"\s{0,2}[-–—]\s{0,2}\d")
_HEADING_BEHIND = re.compile(r"[\s.:–—-]*(?:[A-Z][A-Za-z]|[A-Z]\s|\d{1,2}\.\d)|\s*[.:]?\s*\Z")
_GAP_BEFORE = re.compile(r"\A\s*\Z|[ \t]{3}\Z|[\r\n][ \t]*\Z")
_GAP_BEHIND = re.compile(r"[.:]?(?:[ \t]{3}|[ \t]*(?:[\r\n]|\Z))")
_LEADS_ON = re.compile(
    r"(?:\b(?:of|in|under|to|by|with|and|or|see|per|from|than|through|this|that|for|on|is|are|as|nor|sections?)|,)\s*\Z",
    re.IGNORECASE,
)
_LONGEST_THAT_LEADS = len("sections")
_CITES_ON = re.compile(r"\b(?:of|in|under|to|by|with|see|per|from|on|this)\Z")
"""A word that a citation at the beginning of a line goes on from."""
_ONLY_A_NUMBER = re.compile(r"\s*[*_]{0,3}\(?[A-Za-z\d]{1,3}[.)]\Z")
_SENTENCE_END = re.compile(r"[.!?:;][\"”’')\]*]{0,3}\Z")
_STEPS = {
    "preceding": -1,
    "foregoing": -1,
    "previous": -1,
    "prior": -1,
    "following": 1,
    "next": 1,
    "succeeding": 1,
}
_BARE_NUMBER = re.compile(r"(?:[A-Z]\.)?\d[\d.]*")
_NUMBERED = "no."
"""The word of a citation that has "No." or a number sign for one."""
_LOOSE_UNITS = "item condition option point numeral romanette method alternative prong subpart".split()
_ONLY_ONES = ("Schedule", "Annexure", "Annex", "Appendix", "Attachment")
_LEADING_WORDS = (
    "notwithstanding subject pursuant in except set described provided specified stated referred contained defined "
    "identified listed mentioned outlined under according as see"
).split()
"""First words of the phrases that lead to a number without a word for its unit."""
_DEFINITION_OF = re.compile(
    r"\s*,?\s*(?:of|in|to)\s+(?:the|such)\s+(?:foregoing\s+)?(?:definition\s+of\s+(?:the\s+term\s+)?[\"“]?"
    r"(?P<term>[A-Z][\w&'’/-]*(?:\s+(?:(?:of|and|to|for|in|the|&)\s+){0,2}[A-Z][\w&'’/-]*){0,6})"
    r"|[\"“]?(?P<before>[A-Z][\w&'’/-]*(?:\s+[A-Z][\w&'’/-]*){0,5})[\"”]?\s+definition\b)"
)


_NOWHERE = Places({})
_OPENING = re.compile(r"\(")
_NEAR = 12
_LONGEST_LIST = 300
"""Characters of a list of numbers without a word for their unit, at most."""
_BEHIND_WAY = 80
"""Characters from the beginning of "above" or "below" to the end of the words that are looked at behind it, at most."""


def _before_ways(pattern: re.Pattern[str], text: str, places: Places | None) -> Iterator[re.Match[str]]:
    """Lists of numbers that "above" or "below" follows."""
    if places is None:
        return pattern.finditer(text)
    ways = (at for at in places.of("way") if _says_where(text, at))
    return matches_near(pattern, text, ways, _LONGEST_LIST, _BEHIND_WAY)


def _says_where(text: str, way: int) -> bool:
    """Whether a number may stand before the word "above" or "below" at *way*."""
    near = text[max(0, way - _NEAR) : way]
    before = near.rstrip().removesuffix(",").rstrip()[-1:]
    return before == ")" or before.isdecimal() or (not before and way > _NEAR)


class _Taken:
    """Spans of the lists found so far, which do not overlap."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, start: int, end: int) -> None:
        place = bisect_left(self._starts, start)
        self._starts.insert(place, start)
        self._ends.insert(place, end)

    def free(self, start: int, end: int) -> bool:
        place = bisect_left(self._starts, end)
        return place == 0 or self._ends[place - 1] <= start

    def begins(self, offset: int) -> bool:
        place = bisect_left(self._starts, offset)
        return place < len(self._starts) and self._starts[place] == offset

    def end_before(self, offset: int) -> int | None:
        place = bisect_right(self._ends, offset)
        return self._ends[place - 1] if place else None


class CitationReader:
    """Finds the citations of a block under one convention."""

    def __init__(self, convention: Convention) -> None:
        self._kinds = convention.citation_words
        self._lists = ListReader(self._kinds)
        self._relations = RelationReader(convention)
        self._instruments = InstrumentReader(convention)
        attachments = alternatives(w for w, k in self._kinds.items() if k in ATTACHMENTS or k == "part")
        recitals = alternatives(w for w, k in self._kinds.items() if k == "recital")
        clauses = alternatives(w for w, k in self._kinds.items() if k not in (*ATTACHMENTS, "part", "recital"))
        dash = r"(?:[-–—_]{2,}\s*|[-–—]\s+)?"
        self._head = re.compile(
            rf"(?<![\w-])(?:(?P<word>(?i:(?:sub-)?(?:{clauses})))(?:\(s\)|['’]s(?=\s+\d))?[\s\u00a0]*{NO}{dash}(?P<first>{NUMBER})"
            rf"|(?P<aword>(?i:{attachments}))(?:\(s\))?(?:\s+|(?=\d)|(?=[-–]\s?(?:[A-Z]|[IVX]{{1,4}}|\d{{1,2}})(?![\w-])))(?:{NO}{dash}|\s?[-–]\s?)(?P<afirst>{LABEL})"
            rf"|(?P<rword>(?i:{recitals}))(?:\(s\))?\s+(?P<rfirst>{RECITAL_LABEL})"
            rf"|(?P<lword>(?i:items?|conditions?|options?|points?|numerals?|romanettes?|methods?|alternatives?|prongs?|subparts?))"
            rf"\s+(?:[Nn]o\.\s)?(?P<lfirst>(?>\d{{1,2}}(?:\.\d{{1,2}}){{1,4}}(?:\.[ivx]{{1,5}}|\([a-z]{{1,4}}\))?)(?!\w|\.[\divx]|%)(?=\s*[a-z.,;:)])"
            r"|(?<=[Nn]o\.\s)\d{1,2}(?:\([A-Z]\))?(?:\([ivx]{1,4}\))?(?!\w)"
            r"|(?<=[Oo]ndition\s)\d{1,2}(?!\w|[.,]\d|\s+[A-Z])|(?<=[Oo]nditions\s)\d{1,2}(?=\s*(?:,\s*\d|and\s+\d|or\s+\d|to\s+\d))"
            rf"|(?<=\bItem\s)(?:{WORD_NUMBER}|[IVX]{{1,5}})(?![\w-])"
            rf"|(?:\d{{1,2}}(?=(?:\s+(?:and|or)\s+\d{{1,2}})?\s+of\s+this\s+(?i:article|section|clause)\b|\s+(?:above|below|of\s+(?:the\s+)?(?i:part|schedule|annex|annexure|appendix|exhibit|attachment)\s+[\dA-Z])(?!\w))|{BRACKETS}+)"
            r"(?=\s*(?:above|below|,?\s*(?:and|or|to|through)\s*[\d(]|[.,;)]|of\b|hereof|set\s+forth|shall|will|is\b|are\b))))"
        )
        counted = alternatives(w for w, k in self._kinds.items() if k in ("schedule", "annex"))
        ordinal = rf"(?=[A-Z])(?i:{'|'.join(ORDINAL_WORDS)})(?![\w-])"
        self._counted = re.compile(
            rf"(?<![\w-])(?P<ordinals>{ordinal}(?:(?:\s*,\s*|\s*,?\s+(?:and|or)\s+)(?:the\s+)?{ordinal}){{0,11}}+)\s+"
            rf"(?=[A-Z])(?P<word>(?i:{counted}))(?![\w'’-])"
        )
        self._ordinal = re.compile(ordinal)
        self._anchors = Anchors(
            {
                "ordinal": ORDINAL_WORDS,
                "head": {*first_words(self._kinds), "sub-", *_LOOSE_UNITS},
                "plural": first_words(word for word in self._kinds if is_plural(word)),
                "led": [f"{word} " for word in _LEADING_WORDS],
                "this": {"this "},
                "only": _ONLY_ONES,
                "step": set(_STEPS),
                "way": {"above", "below"},
            }
        )
        brackets = r"\((?:[a-z]{1,4}|[A-Z]{1,2}|\d{1,2})\)"
        item = rf"(?:(?:\d{{1,2}}(?:\.\d{{1,2}}){{0,5}}+|[A-Z])?+{brackets}(?:{brackets}){{0,4}}+|(?:[Nn]o\.\s*|\#)\d{{1,2}})"
        self._bare = re.compile(
            rf"(?=[\dA-Zn(#])(?:(?<![\w).])(?>{item}(?:(?:\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or|to|through)\s+|\s*[-–]\s*){item}){{0,12}}+)"
            r"(?=\s*,?\s+(?:above|below)\b)"
            r"|(?<=\b(?:in|to)\s)(?:[A-Z]\.)?\d{1,2}(?:\.\d{1,2}){0,4}+(?=\s+(?:above|below)(?:\s*[.,;)]|\s+(?:shall|will|is|are|and|or|it|the|this)\b))"
            r"|(?<=\b(?:under)\s)\d{1,2}(?:\.\d{1,2}){0,4}+(?=\s+(?:above|below)\b)|(?<=\bparticular\s)\d{1,2}(?=\s+(?:above|below)\b))"
        )
        self._bare_item = re.compile(item)
        self._all_brackets = re.compile(
            rf"(?<=[a-z][ ]|\s\(){ORDINAL}(?:,\s{{1,3}}{ORDINAL}){{0,6}}+,?\s{{1,3}}(?:and/or|and|or)\s{{1,3}}{ORDINAL}(?![\w(\[])"
        )
        self._led = re.compile(
            r"\b(?i:(?P<sure>notwithstanding|subject\s+to|pursuant\s+to|in\s+accordance\s+with|except\s+as\s+(?:provided|set\s+forth)\s+in"
            r"|(?:set\s+(?:forth|out)|described|provided|specified|stated|referred\s+to|contained|defined|identified|listed|mentioned|outlined)\s+(?:in|under))|under|according\s+to|as\s+per|see)\s+"
            rf"(?P<first>\d{{1,2}}(?:\.\d{{1,2}}){{1,6}}(?:\({LETTERS}\))*(?:{SUB})?"
            r"(?![\w%.]\d|%|\s*(?:percent|per\s+cent|million|billion|days|years|acres|miles|times|hours))"
            rf"|{CLOSED}|\d{{1,2}}(?:\([a-z]{{1,4}}\))+(?=\s+of\s+(?:the|this)\s)|\([a-z]{{1,4}}\)(?=\s*(?:[,.;)]|(?:and|or|to|through|inclusive)\b|[-–])(?!\s*(?:and|or)\s+\([a-z]{{1,4}}\)\s+(?!to\b|above|below|inclusive|of\b)[a-z])))"
        )
        units = "|".join(
            rf"{w}"
            for w in ("section", "article", "clause", "paragraph", "sub-?section", "sub-?clause", "sub-?paragraph")
        )
        step = rf"(?P<step>(?i:{'|'.join(_STEPS)}))\s+(?P<unit>(?i:section|article|clause|sub-?section|sub-?clause))(?![\w-])"
        self._step = re.compile(step)
        self._unnumbered = re.compile(
            rf"(?<![\w-])(?:(?i:this)\s+(?P<this>(?i:{units}|schedule|exhibit|annex|appendix|attachment|recital))(?![\w-])"
            rf"|(?i:the)\s+(?:immediately\s+)?{step})"
        )
        self._only = re.compile(rf"(?<=\b[Tt]he\s)(?:{'|'.join(_ONLY_ONES)})(?![\w-]|\s+(?:No\.|[\dA-Z(]))")
        inner = alternatives(w for w, k in self._kinds.items() if k != "recital")
        self._deeper = re.compile(
            rf"(?P<join>\s*,\s*|\s+)(?P<word>(?i:{inner}))\s+(?P<number>{DECIMAL}|{ROMAN}|{BRACKETS}+|{LETTER})"
        )
        plural = alternatives(w for w in self._kinds if is_plural(w) and w[0] != "§")
        self._after_colon = re.compile(
            rf"\b(?P<word>(?i:{plural}))\b[^.;:\n]{{0,120}}:\s+(?P<first>{DECIMAL})(?=\s*,\s*\d|\s+and\s+\d)"
        )
        self._within = re.compile(
            rf"\s*,?\s*(?:of|in|to|(?:as\s+)?(?:set\s+(?:forth|out)|described|contained|listed)\s+in)\s+(?:(?:(?P<this>this)|the)\s+)?"
            rf"(?:(?P<word>(?i:{inner})|Item(?=\s[A-Z]))\s+(?P<number>{LABEL}(?![.(]\w)|{NUMBER})|(?P<ordinal>(?i:{'|'.join(ORDINAL_WORDS)}))\s+(?P<oword>(?i:schedule|annex|annexure|appendix))(?![\w-]))"
        )

        around = alternatives(
            w for w, k in self._kinds.items() if k in (*ATTACHMENTS, "part", "article") and not is_plural(w)
        )
        self._around = re.compile(
            rf"\s*,?\s*(?:of|in|to)\s+(?:this|(?P<only>the)(?=\s+[A-Z]))\s+"
            rf"(?P<word>(?i:{around}))(?![\w-]|\s+(?:{LABEL}|{NUMBER}))"
        )

    def read(self, text: str) -> list[Citation]:
        """The citations of *text*, in text order."""
        groups: list[list[Citation]] = []
        taken = _Taken()

        def add(members: list[Member], outer: tuple[Container, ...] = (), *, tentative: bool = False) -> None:
            citations = self._group(text, members, outer, len(groups) + 1, tentative)
            for citation in citations:
                taken.add(citation.start, citation.end)
            groups.append(citations)

        places = self._anchors.find(text)
        for match in matches_at(self._head, text, places, "head"):
            start = match.start()
            if match.group("aword") is not None and _is_title_or_label(text, match):
                continue
            if text[start] == "§" and _SECTION_BULLET.search(text):
                continue
            if taken.free(start, match.end()) and not _ELSEWHERE.search(text, max(0, start - 16), start):
                add(*self._members(text, match), tentative=match.group("lword") is not None)
        for match in matches_at(self._counted, text, places, "ordinal"):
            if taken.free(*match.span()):
                add(self._counted_members(text, match))
        for match in matches_at(self._led, text, places, "led"):
            start = match.start("first")
            if taken.free(start, match.end()):
                add(*self._members(text, match, start), tentative=match.group("sure") is None)
        for match in matches_at(self._after_colon, text, places if ":" in text else _NOWHERE, "plural"):
            start = match.start("first")
            if taken.free(start, match.end()):
                add(*self._members(text, match, start), tentative=True)
        for match in _before_ways(self._bare, text, places):
            start, end = match.span()
            if taken.free(start, end):
                items = [match] if _BARE_NUMBER.fullmatch(match.group()) else self._bare_item.finditer(text, start, end)
                add([_bare_member(m) for m in items])
        listed = ") and" in text or ") or" in text or ")," in text
        opening = (bracket.start() for bracket in _OPENING.finditer(text)) if listed else ()
        for match in matches(self._all_brackets, text, opening):
            brackets = list(IN_BRACKETS.finditer(text, *match.span()))
            if taken.free(*match.span()) and all(follows(a.group(1), b.group(1)) for a, b in pairwise(brackets)):
                add([Member(m.start(), m.end(), "", m.group(), False) for m in brackets], tentative=True)
        stepped = places is not None and any(self._step.match(text, at) for at in places.of("step"))
        for match in matches_at(self._unnumbered, text, None if stepped else places, "this"):
            if taken.free(*match.span()):
                taken.add(*match.span())
                groups.append([self._without_number(text, match, len(groups) + 1)])
        for match in matches_at(self._only, text, places, "only"):
            if taken.free(*match.span()):
                taken.add(*match.span())
                groups.append([self._of_only_one(text, match, len(groups) + 1)])
        out = sorted((c for group in groups for c in group), key=lambda c: c.start)
        out = _share_relation(text, out)
        for start, end in self._instruments.statutes(text):
            before = taken.end_before(start)
            name = text[start:end]
            says_of_what = before is not None and _ONLY_SAYS_OF_WHAT.fullmatch(text, before, start)
            section = _SECTION_OF_IT.match(text, end)
            if section is not None and taken.begins(section.end()) and "Rate" not in name:
                continue  # "Penal Code Section 20040"
            if not taken.free(start, end) or (says_of_what and not name.startswith(("Rule", "Item"))):
                continue
            taken.add(start, end)
            groups.append([])
            relation = self._relations.of(text, start, end)
            out.append(Citation(start, end, "any", "", name, len(groups), relation, document=name, outward=True))
        out.sort(key=lambda c: c.start)
        return out

    # -- lists ------------------------------------------------------------------------------------------------------

    def _members(
        self, text: str, match: re.Match[str], start: int | None = None
    ) -> tuple[list[Member], tuple[Container, ...]]:
        """The list that begins at *match* (its first number at *start*), and the units named before it."""
        found = match.groupdict()
        attachment, recital = found.get("aword") is not None, found.get("rword") is not None
        word = found.get("aword") or found.get("rword") or found.get("lword") or found.get("word") or "paragraph"
        first = found.get("afirst") or found.get("rfirst") or found.get("lfirst") or found["first"].strip("\"“”'‘’")
        begin, end = match.start() if start is None else start, match.end()
        outer: list[Container] = []
        chapter = _CHAPTER_BEFORE.search(text, max(0, begin - 10), begin) if word.startswith("§") else None
        if chapter is not None:
            outer.append(Container("any", "", chapter.group("number")))
            begin = chapter.start()
        while start is None and len(outer) < _DEEPEST and (deeper := self._deeper.match(text, end)) is not None:
            if not self._goes_deeper(word, first, deeper):
                break
            outer.insert(0, Container(self._lists.kind(word), word, first))
            word, first, end = deeper.group("word"), deeper.group("number"), deeper.end()
            attachment = recital = False
        members = [Member(begin, end, word, first, False)]
        self._lists.extend(text, members, attachment=attachment, recital=recital)
        return members, tuple(outer)

    def _counted_members(self, text: str, match: re.Match[str]) -> list[Member]:
        """The list of attachments named by ordinals: "the First and Third Schedules"."""
        word = match.group("word")
        ordinals = list(self._ordinal.finditer(text, *match.span("ordinals")))
        ends = [*(m.end() for m in ordinals[:-1]), match.end()]
        return [Member(m.start(), end, word, m.group(), False) for m, end in zip(ordinals, ends, strict=True)]

    def _goes_deeper(self, word: str, number: str, deeper: re.Match[str]) -> bool:
        """Whether "Article III" and ", Section 11" behind it name one place."""
        rank, inner = _RANKS.get(self._lists.kind(word), 9), _RANKS.get(self._lists.kind(deeper.group("word")), 0)
        many = is_plural(word) and word != "§"
        if many or inner <= rank or inner == 1 or (not deeper.group("join").strip() and 2 <= inner <= 3):
            return inner == 1 and rank == 0 and not many
        head, dot, _ = deeper.group("number").partition(".")
        if not dot or rank == 0:
            return True
        value = int(number) if number.isdigit() else from_roman(number) or NUMBER_WORDS.get(number.lower())
        return head == str(value) or number == head

    def _kind(self, word: str, number: str) -> str:
        """The kind of unit that *word* means before *number*: "Item Three" heads what others call an article."""
        return "article" if word == "Item" and number[0].isalpha() else self._lists.kind(word)

    # -- what stands around -----------------------------------------------------------------------------------------

    def _group(
        self, text: str, members: list[Member], outer: tuple[Container, ...], group: int, tentative: bool
    ) -> list[Citation]:
        """The citations of a list, which lies in *outer*, with all that the words around it say of them."""
        last = members[-1]
        start, end = members[0].start, last.end
        kind = self._lists.kind(last.word)
        caption = _caption(text, last.end)
        tail = end_of_aside(text, caption.end() if caption else _end_of(_MORE_OF_NUMBER, text, end))
        if text[tail : tail + 1] == ")" and _EXCEPTED_BEFORE.search(text, max(0, start - 40), start):
            tail += 1  # "clause (a) (but not clause (b)) of Section 4"
        direction = _DIRECTION.match(text, tail)
        if direction is not None:
            tail = direction.end()
        this = bool(_THIS.search(text, max(0, start - 8), start))
        named, term, tail_within = self._containers(text, tail, attachment=kind in ATTACHMENTS)
        within = (*named, *outer)
        before = UNNAMED if this else self._instruments.before(text, start, members[0].number)
        if not within and kind in ATTACHMENTS and is_filed_form(members[0].number):
            return []
        behind = self._instruments.behind(text, tail, attachment=kind in ATTACHMENTS and not within)
        if _ADDED_BEFORE.search(text, max(0, start - 30), start) or _ADDED_BEHIND.match(text, tail):
            behind = Governor(outward=True)
        if last.word[:1] == "S" and last.number.isalpha() and _ENTERED_AS.match(text, tail):
            behind = Governor(outward=True)
        if last.word.lower() in _ABBREVIATED and _INITIALS_BEHIND.match(text, tail) and not text.isupper():
            behind = Governor(outward=True)
        if named or term:
            behind = self._instruments.behind(text, tail_within, attachment=False)
            if not behind.outward:
                document = None if any(unit.kind in ATTACHMENTS for unit in named) else behind.document
                behind = behind._replace(document=document)
        if behind.outward and last.word.lower().startswith("chapter"):
            return []  # of a statute, whose name says it
        ahead = _DIRECTION_BEFORE.search(text, max(0, start - 20), start) if direction is None else None
        if (direction is not None or ahead is not None) and not behind.outward:
            behind = behind._replace(inward=True)
        relation = self._relations.of(text, start, end)
        whole_end = self._end_of_attachment(text, tail) if named and kind not in ATTACHMENTS else None
        out = []
        for position, m in enumerate(members):
            own = _caption(text, m.end)
            direction = _DIRECTION.match(text, own.end() if own else m.end)
            m_kind = self._kind(m.word, m.number) if m.word else "any"
            letter = m.number[0].isalpha() and m_kind not in (*ATTACHMENTS, "part", "recital")
            placed = direction is not None or (named != () and _OF_THIS.match(text, m.end) is not None)
            out.append(
                Citation(
                    m.start,
                    whole_end if whole_end is not None and m is last else m.end,
                    m_kind,
                    m.word,
                    m.number.strip(),
                    group,
                    relation,
                    this=this and position == 0,
                    caption=own.group("caption") if own else None,
                    document=(behind.document if behind.outward else None) or before.document or behind.document,
                    outward=(before.outward or behind.outward) and not this,
                    inward=behind.inward or (not m.word and not m.number[0].isdigit()),
                    whole=behind.whole,
                    amending=behind.amending,
                    within=within,
                    term=term,
                    direction=_way(direction or ahead),
                    range_end=m.range_end,
                    tentative=tentative
                    or m_kind in ("part", "recital")
                    or (letter and not (placed or _ROMAN_OR_WORD.match(m.number)))
                    or (m.word in ("", _NUMBERED) and m.number[0].isdigit())
                    or (m.number[0].isdigit() and not m.named and position > 0 and not text[m.start].isdigit()),
                    as_heading=position == 0 and _stands_as_heading(text, m.start, m.end),
                    leads=position == 0 and start <= _LEAD and not text[:start].strip(_MARK_UP),
                )
            )
        return out

    def _containers(
        self, text: str, position: int, *, attachment: bool
    ) -> tuple[tuple[Container, ...], str | None, int]:
        """The units or the definition that a list ending at *position* is part of, and where their naming ends.

        *attachment* says that it is a list of attachments, which are not part of the one that they are cited in.
        """
        within: list[Container] = []
        while len(within) < _DEEPEST and (inner := self._within.match(text, position)) is not None:
            word = inner.group("word") or inner.group("oword")
            number = inner.group("number") or inner.group("ordinal")
            within.append(Container(self._kind(word, number), word, number))
            caption = _caption(text, inner.end())
            position = end_of_aside(text, caption.end() if caption else inner.end())
        if (definition := _DEFINITION_OF.match(text, position)) is not None:
            term = definition.group("term") or definition.group("before")
            return tuple(within), " ".join(term.split()), definition.end()
        if not attachment and (around := self._around.match(text, position)) is not None:
            number = ONLY if around.group("only") else ""
            within.append(Container(self._lists.kind(around.group("word")), around.group("word"), number))
        return tuple(within), None, position

    def _end_of_attachment(self, text: str, position: int) -> int | None:
        """Where the schedule or exhibit ends that a list ending at *position* is part of: one place, one citation."""
        for _ in range(_DEEPEST):
            inner = self._within.match(text, position)
            if inner is None or inner.group("this") is not None:
                break
            if self._lists.kind(inner.group("word") or inner.group("oword")) in ATTACHMENTS:
                return inner.end()
            position = inner.end()
        return None

    def _without_number(self, text: str, match: re.Match[str], group: int) -> Citation:
        """ "this Section", "the preceding Section"."""
        step = match.group("step")
        word = match.group("this") or match.group("unit")
        start = match.start("this") if step is None else match.start()
        return Citation(
            start,
            match.end(),
            self._lists.kind(word),
            word,
            "",
            group,
            self._relations.of(text, start, match.end()),
            this=step is None,
            inward=True,
            step=_STEPS[step.lower()] if step else 0,
            tentative=True,
        )

    def _of_only_one(self, text: str, match: re.Match[str], group: int) -> Citation:
        """ "the Schedule", which has no number."""
        start, end = match.span()
        word = match.group()
        relation = self._relations.of(text, start, end)
        return Citation(start, end, self._lists.kind(word), word, "", group, relation, inward=True, tentative=True)


def _bare_member(match: re.Match[str]) -> Member:
    """What "4(a)" or "No. 9" names that stands with "above" or "below" behind it and no word for its unit."""
    printed = match.group()
    number = printed.lstrip("NnOo.# \t\r\n\u00a0")
    return Member(match.start(), match.end(), _NUMBERED if number != printed else "", number, False)


def _end_of(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match is not None else position


def leads_on(text: str) -> bool:
    """Whether *text* ends in a word that a citation goes on from: "under", "and", "of this"."""
    return _LEADS_ON.search(text, max(0, len(text.rstrip()) - _LONGEST_THAT_LEADS)) is not None


def _stands_as_heading(text: str, start: int, end: int) -> bool:
    if _RANGE_BEHIND.match(text, end):
        return False
    before = text[max(0, start - _LEAD) : start].rstrip(_MARK_UP)
    if _GAP_BEFORE.search(text, max(0, start - 4), start) and _GAP_BEHIND.match(text, end):
        return not _CITES_ON.search(before)  # a line of its own, as wide gaps stand for old line breaks
    if (before or start > _LEAD) and (leads_on(before) or not _SENTENCE_END.search(before)):
        return False
    if start <= _LEAD and _ONLY_A_NUMBER.match(before):
        return False  # the words of a clause that say what is changed ("1. Section 4 is deleted")
    return _HEADING_BEHIND.match(text, end) is not None


def _is_title_or_label(text: str, match: re.Match[str]) -> bool:
    """Whether "Schedule 6.1" is the end of a title and the number of the clause behind it, or a label of the filing."""
    start, end = match.start("aword"), match.end()
    if _FILING_RULE.match(text, end):
        return True
    part = "." in match.group("afirst").strip(".") or text[end : end + 1] == "-"
    if not part or not _SENTENCE_BEHIND.match(text, end):
        return False
    before = _TITLE_BEFORE.search(text, max(0, start - 30), start)
    if before is None or before.group("title").casefold() in _NO_TITLE:
        return False
    return match.group("aword")[0].isupper() and match.group("aword").isupper() == before.group("title").isupper()


def _way(direction: re.Match[str] | None) -> str | None:
    """ "above", "below" or the like: the word of *direction* beside a citation."""
    return (direction.group("d") or "above").lower() if direction is not None else None


def _caption(text: str, position: int) -> re.Match[str] | None:
    """The heading named in brackets at *position*."""
    match = _CAPTION.match(text, position)
    return match if match is not None and not _NO_CAPTION.match(match.group("caption")) else None


def _share_relation(text: str, citations: list[Citation]) -> list[Citation]:
    """ "except as provided in Article 8 and for Article 12" excepts both."""
    for i in range(1, len(citations)):
        before, here = citations[i - 1], citations[i]
        if (
            here.relation == "plain"
            and before.relation != "plain"
            and _AND_THEN.fullmatch(text, before.end, here.start)
        ):
            citations[i] = replace(here, relation=before.relation)
    return citations
