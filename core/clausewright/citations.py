"""Citations in one block: every place that names another place, with what stands around it that decides its meaning."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from clausewright.anchors import Anchors, Places, matches_at
from clausewright.convention import ATTACHMENTS, Convention
from clausewright.instruments import HYPHENATED, UNNAMED, Governor, InstrumentReader, end_of_aside
from clausewright.numerals import NUMBER_WORDS, ORDINAL_WORDS, from_letters, from_roman
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


class _Member(NamedTuple):
    """One member of a list of citations."""

    start: int
    end: int
    word: str
    number: str
    range_end: bool


_LETTERS = r"(?:[ivxl]{1,8}|[a-z]{1,4}|[A-Z]{1,4})"
_BRACKETS = rf"(?:[ \t]?\((?:{_LETTERS}|\d{{1,3}})\))"
_ORDINAL = r"\((?:[ivx]{1,5}|[a-z]|[A-Z])\)"
_GLUED = r"(?=(?:shall|will|may|is|are|of|and|or|hereof|above|below)\b)"
"""A word that a conversion printed without a blank behind the number: "Section 3.3shall"."""
_DOTTED_PART = rf"\.(?:\d{{1,3}}(?:[A-Za-z]?(?![A-Za-z])|{_GLUED})|[A-Z](?![A-Za-z])|l(?![a-z])|(?:[a-hj-z]|[ivx]{{1,5}})(?![\w.]\w|\w))"
_SUB = r",?\s+(?:sub|lit\.|letter)\s+\(?[a-z]\)?(?!\w)"
_DECIMAL = (
    rf"(?:\d{{1,3}}|\d{{4,5}}(?![\d.,]))(?:[A-Z]|[a-z](?![\w.]))?(?:{_DOTTED_PART})*(?::\d{{2}}(?!\d))?"
    rf"(?:\.?\({_LETTERS}\)|\.?\(\d{{1,3}}\)|[ \t]\({_LETTERS}\)|[ \t]\(\d{{1,2}}\)(?!\s+(?:days|months|years|weeks|hours|business|calendar|working|per\s?cent)\b))*(?:(?<=\))\d{{1,2}})?"
    rf"(?:{_SUB})?(?:(?![\w%])|{_GLUED})(?!,\d{{3}}|\.\d)"
)
_ROMAN = rf"(?<![A-Za-z])[IVXLC]{{1,7}}(?:\.(?:[A-Z](?![a-z])|\d{{1,2}}))*(?![A-Za-z.]?[A-Za-z]){_BRACKETS}*"
_CARDINALS = [w for w in NUMBER_WORDS if w not in ORDINAL_WORDS]
_WORD_NUMBER = rf"(?<=\s)(?:{'|'.join(f'{w.capitalize()}|{w.upper()}' for w in _CARDINALS)})(?![\w-])"
_LETTER = (
    rf"(?<=[\s\u00a0])(?:[A-Z](?:\d{{1,2}}|(?:\.\d{{1,2}})*)(?![\w'’&]|\.\w|\s+[a-z]+\s+(?:shall|will|may|must)\b){_BRACKETS}*"
    rf"|[a-z](?=\(|\s+(?:of|above|below|hereof)\b){_BRACKETS}*)"
)
_QUOTED = r"(?<=[\s\u00a0])(?:\"[a-z]\"|“[a-z]”|'[a-z]'|‘[a-z]’)"
"""A letter in quotation marks: clause "c"."""
_CLOSED = r"\d{1,2}\)[ \t]?[a-z]{1,4}\)(?![\w(])"
"""A number in the style of the markers "1)" and "a)"."""
_STATUTE_NUMBER = (
    rf"(?:{HYPHENATED}|\d{{1,4}}\.\d{{4}}"
    r"|(?:(?<=§)|(?<=§[ \u00a0]))\d{2}-\d{1,3}\.\d{1,2}(?:\([a-z0-9]{1,4}\))*)(?![\w-]|\.\d)"
)
_NUMBER = rf"(?:{_STATUTE_NUMBER}|{_CLOSED}|{_DECIMAL}|{_ROMAN}|{_BRACKETS}+|{_WORD_NUMBER}|{_LETTER}|{_QUOTED})"
_NEXT_NUMBER = rf"(?:{_STATUTE_NUMBER}|{_CLOSED}|{_DECIMAL}|{_ROMAN}|{_BRACKETS}+|{_LETTER})"
_LABEL = (
    r"(?!(?:OF|TO|IN|IS|AS|AT|BY|ON|OR|NO|IT|IF|AN|WE|MY|SO|UP|US|BE|DO|GO|ME)\b)[\"“‘']?"
    r"(?:[IVXLC]{1,6}(?:-[A-Z\d])?(?![A-Za-z])|[A-Z]-(?:[IVX]{1,4}|l)(?![A-Za-z])|[A-Z]{1,2}(?:[-–.]?\d{1,2}(?:\.\d{1,2})?)?"
    r"|\d{1,3}[A-Z]?(?:\.\d{1,3})*[A-Z]?(?:-[A-Z](?!\w))?)(?:\((?:[a-z]{1,4}|[A-Z]|\d{1,2})\))*(?![A-Za-z])[\"”’']?"
)
_RECITAL_LABEL = r"(?:\([A-Za-z]{1,4}\)|\(\d{1,2}\)|[A-Z]{1,2}(?![\w'’])|\d{1,2}(?!\w))"
_NO = r"(?:(?i:nos?\.|number(?:s|ed)?)\s*|\#\s*)?"
_JOIN = (
    r"(?:\s*[,;]?\s*\b(?i:and/or|and|or|as\s+well\s+as|(?:to|through|thru)\s+and\s+including|to|through|thru|till|until)\s+"
    r"(?:(?i:of|in|to|under)\s+)?|\s*&\s*"
    r"|\s*[,;]\s*|\s*[-–—]\s*)"
)
_RANGE_JOIN = re.compile(r"(?:(?:to|through|thru|till|until)(?:\s+and\s+including)?|[-–—])\Z", re.IGNORECASE)
_ASIDE_IN_LIST = re.compile(r"\s*(?:\((?:[^()]|\([^()]{0,40}\)){2,120}\)|\[[^\[\]]{2,80}\])")
_UNIT_AFTER = re.compile(
    r"\s*(?:percent|per\s+cent|%|(?:business\s+|calendar\s+|working\s+|consecutive\s+)?days?\b|months?\b|years?\b|hours?\b|"
    r"million|billion|thousand|U\.S\.C|CFR|C\.F\.R|weeks?\b|other\b|or\s+more\b|times\b|minutes\b|copies\b|shares\b|\(\w+\)\s+(?:days|months|years))",
    re.IGNORECASE,
)
_LIST_ENDS_HERE = re.compile(
    r"\s*(?:[.,;:)\]]|\Z|(?:of|hereof|herein|hereto|above|below|and|or|attached|shall|will|is|are)\b)"
)
_GOES_ON_TO_END = re.compile(
    r"(?:\s*,\s*\d{1,3}(?:\.\d{1,3})*(?:\(\w{1,4}\))*)*\s*,?\s*(?:and|or|and/or|&)\s+\d{1,3}(?:\.\d{1,3})*(?:\(\w{1,4}\))*(?P<end>)(?![\w%])"
)
_ROMANS_TO_END = re.compile(r"(?:\s*,\s*[IVXLC]{1,7}\.\w{1,2})*\s*,?\s*(?:and|or|and/or|&)\s+[IVXLC]{1,7}\.\w")
_ENUMERATED_TEXT = re.compile(
    r"\s+(?!(?:above|below|of|hereof|herein|hereto|and|or|to\s+\(|through|shall|will|may|is|are|was|were|in\s+(?:this|[Ss]ection|[Aa]rticle|[Cc]lause|[Pp]aragraph|[Ss]chedule)|inclusive)(?!\w))(?:[a-z]|\[)"
)
_LETTERS_TO_END = re.compile(
    r"(?:\s*,\s*\([A-Za-z]{1,4}\))*\s*,?\s*(?:and|or|and/or)\s+\([A-Za-z]{1,4}\)(?!\s+[a-z]+ing\b)"
    r"(?!\s+(?:the|a|an|any|all|such|if|that|it|its|each|no)\b)"
)
_DOTTED_LETTER = re.compile(r"\d\.[a-z]\Z")
_ENDS_MEMBER = re.compile(r"\s*(?:[,;)\[(]|\.(?:\s|\Z)|\Z|(?:and|or|of|hereof|through|to|shall|will|above|below)\b)")
_NO_COMMA = re.compile(r"(?P<kept>\((?P<first>[A-Za-z]{1,4})\))[ \t]\((?P<second>[A-Za-z]{1,4})\)")
_SECTION_BULLET = re.compile(r"§\s+[A-Z]?[a-z]{2,}")
"""A section sign that is a bullet: conversions print those of some fonts so."""
_IN_BRACKETS = re.compile(r"\(([A-Za-z0-9]{1,8})\)")
_ROMAN_ITEM = re.compile(r"[ivx]{2,}")
_MAY_BE_ROMAN = re.compile(r"[ivxl]+")
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
    r"(?:\s*\([^()]{0,20}\)|,?\s*(?:inclusive|respectively),?)?(?:\s*(?:of|under|to)\s+(?:the\s+)?|\s*)"
    r"(?:U\.S\.\s+|(?:[A-Z][a-z]+\s+){0,2})?"
)
_ENDS_BLOCK = re.compile(r"\s*+\Z")
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
_CHAPTER_BEFORE = re.compile(r"(?<![\w.])(?P<number>[IVX]{1,5})\.\s+\Z")
_MORE_OF_NUMBER = re.compile(r"(?:-\d[\w().-]*)?")
_RANKS = {"schedule": 0, "exhibit": 0, "annex": 0, "part": 1, "article": 2, "section": 3, "clause": 3, "any": 4}
"""Kinds of units from the outermost in: "Article III, Section 11" is one place."""
_DEEPEST = 4
"""Units that one citation names inside each other, at most."""
_ROMAN_OR_WORD = re.compile(rf"[IVXLC]+(?![A-Za-z])|[A-Z][A-Za-z]{{2}}|{_STATUTE_NUMBER}")
_OF_THIS = re.compile(r"\s*,?\s*(?:of|in|to)\s+this\s")
_ADDED_BEFORE = re.compile(r"\bnew\s+\Z|\bthe\s+following\s+(?:new\s+)?\Z", re.IGNORECASE)
_ADDED_BEHIND = re.compile(r"(?:\s+set\s+forth\s+below)?\s+(?:is|are)\s+hereby\s+(?:added|inserted)\b")
_EXCEPTED_BEFORE = re.compile(
    r"\(\s*(?:but|and)\s+not\s+(?:\w+\s+){0,2}\Z|\((?:other\s+than|excluding|except)\s+(?:\w+\s+){0,2}\Z"
)
_LEAD = 80
_MARK_UP = ' \t\r\n*_#>"“'
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
_NUMBERED = "no."
"""The word of a citation that has "No." or a number sign for one."""
_LOOSE_UNITS = ("item", "option", "point", "numeral", "romanette", "method", "alternative", "prong", "subpart")
_LEADING_WORDS = (
    "notwithstanding subject pursuant in except set described provided specified stated referred contained defined under "
    "according as"
).split()
"""First words of the phrases that lead to a number without a word for its unit."""
_DEFINITION_OF = re.compile(
    r"\s*,?\s*(?:of|in|to)\s+(?:the|such)\s+(?:foregoing\s+)?(?:definition\s+of\s+(?:the\s+term\s+)?[\"“]?"
    r"(?P<term>[A-Z][\w&'’/-]*(?:\s+(?:(?:of|and|to|for|in|the|&)\s+){0,2}[A-Z][\w&'’/-]*){0,6})"
    r"|[\"“]?(?P<before>[A-Z][\w&'’/-]*(?:\s+[A-Z][\w&'’/-]*){0,5})[\"”]?\s+definition\b)"
)


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(re.escape(w).replace(r"\ ", r"\s+") for w in sorted(words, key=lambda w: (-len(w), w)))


_NOWHERE = Places({})


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

    def end_before(self, offset: int) -> int | None:
        place = bisect_right(self._ends, offset)
        return self._ends[place - 1] if place else None


class CitationReader:
    """Finds the citations of a block under one convention."""

    def __init__(self, convention: Convention) -> None:
        self._kinds = convention.citation_words
        self._relations = RelationReader(convention)
        self._instruments = InstrumentReader(convention)
        attachments = _alternatives(w for w, k in self._kinds.items() if k in ATTACHMENTS or k == "part")
        recitals = _alternatives(w for w, k in self._kinds.items() if k == "recital")
        clauses = _alternatives(w for w, k in self._kinds.items() if k not in (*ATTACHMENTS, "part", "recital"))
        dash = r"(?:[-–—_]{2,}\s*|[-–—]\s+)?"
        self._head = re.compile(
            rf"(?<![\w-])(?:(?P<word>(?i:(?:sub-)?(?:{clauses})))(?:\(s\)|['’]s(?=\s+\d))?[\s\u00a0]*{_NO}{dash}(?P<first>{_NUMBER})"
            rf"|(?P<aword>(?i:{attachments}))(?:\(s\))?(?:\s+|(?=\d)){_NO}{dash}(?P<afirst>{_LABEL})"
            rf"|(?P<rword>(?i:{recitals}))(?:\(s\))?\s+(?P<rfirst>{_RECITAL_LABEL})"
            rf"|(?P<lword>(?i:items?|options?|points?|numerals?|romanettes?|methods?|alternatives?|prongs?|subparts?))"
            rf"\s+(?P<lfirst>\d{{1,2}}(?:\.\d{{1,2}}){{1,4}}(?:\.[ivx]{{1,5}}|\([a-z]{{1,4}}\))?(?!\w|\.[\divx])|\d{{1,2}}(?=(?:\s+(?:and|or)\s+\d{{1,2}})?\s+of\s+this\s+(?i:article|section|clause)\b|\s+(?:above|below|of\s+(?:the\s+)?(?i:part|schedule|annex|annexure|appendix|exhibit|attachment)\s+[\dA-Z])(?!\w))|{_BRACKETS}+)"
            r"(?=\s*(?:above|below|,?\s*(?:and|or|to|through)\s*[\d(]|[.,;)]|of\b|hereof|set\s+forth|shall|will|is\b|are\b)))"
        )
        self._next = re.compile(
            rf"(?P<join>{_JOIN}|\s+(?=\d+\.\d|\(|\d{{1,2}}\s*,\s*\d))(?:(?P<word>(?i:{clauses}))[\s\u00a0]*)?(?P<number>{_NEXT_NUMBER})"
        )
        self._next_label = re.compile(
            rf"(?P<join>{_JOIN})(?:(?P<word>(?i:{attachments}))(?:\s+|(?=\d)))?(?P<number>{_LABEL})(?=[\s,.;:)\]]|\Z)"
        )
        self._next_recital = re.compile(
            rf"(?P<join>{_JOIN})(?:(?P<word>(?i:{recitals}))\s+)?(?P<number>{_RECITAL_LABEL})(?=[\s,.;:)\]]|\Z)"
        )
        counted = _alternatives(w for w, k in self._kinds.items() if k in ("schedule", "annex"))
        ordinal = rf"(?=[A-Z])(?i:{'|'.join(ORDINAL_WORDS)})(?![\w-])"
        self._counted = re.compile(
            rf"(?<![\w-])(?P<ordinals>{ordinal}(?:(?:\s*,\s*|\s*,?\s+(?:and|or)\s+)(?:the\s+)?{ordinal}){{0,11}}+)\s+"
            rf"(?=[A-Z])(?P<word>(?i:{counted}))(?![\w'’-])"
        )
        self._ordinal = re.compile(ordinal)
        self._anchors = Anchors(
            {
                "ordinal": ORDINAL_WORDS,
                "head": {*(word.split()[0] for word in self._kinds), "sub-", *_LOOSE_UNITS},
                "plural": {word.split()[0] for word in self._kinds if _is_plural(word)},
                "led": _LEADING_WORDS,
                "this": {"this"},
                "step": set(_STEPS),
                "way": {"above", "below"},
            }
        )
        brackets = r"\((?:[a-z]{1,4}|[A-Z]{1,2}|\d{1,2})\)"
        item = rf"(?:(?:\d{{1,2}}(?:\.\d{{1,2}}){{0,5}}+|[A-Z])?+{brackets}(?:{brackets}){{0,4}}+|(?:[Nn]o\.\s*|\#)\d{{1,2}})"
        self._bare = re.compile(
            rf"(?<![\w).])(?>{item}(?:(?:\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or|to|through)\s+|\s*[-–]\s*){item}){{0,12}}+)"
            r"(?=\s*,?\s+(?:above|below)\b)"
        )
        self._bare_item = re.compile(item)
        self._all_brackets = re.compile(
            rf"(?<=[a-z][ ]|\s\(){_ORDINAL}(?:,\s{{1,3}}{_ORDINAL}){{0,6}}+,?\s{{1,3}}(?:and/or|and|or)\s{{1,3}}{_ORDINAL}(?![\w(\[])"
        )
        self._led = re.compile(
            r"\b(?i:(?P<sure>notwithstanding|subject\s+to|pursuant\s+to|in\s+accordance\s+with|except\s+as\s+(?:provided|set\s+forth)\s+in"
            r"|(?:set\s+(?:forth|out)|described|provided|specified|stated|referred\s+to|contained|defined)\s+(?:in|under))|under|according\s+to|as\s+per)\s+"
            rf"(?P<first>\d{{1,2}}(?:\.\d{{1,2}}){{1,6}}(?:\({_LETTERS}\))*(?:{_SUB})?"
            r"(?![\w%.]\d|%|\s*(?:percent|per\s+cent|million|billion|days|years|acres|miles|times|hours))"
            rf"|{_CLOSED}|\d{{1,2}}(?:\([a-z]{{1,4}}\))+(?=\s+of\s+(?:the|this)\s)|\([a-z]{{1,4}}\)(?=\s*(?:[,.;)]|(?:and|or|to|through|inclusive)\b|[-–])(?!\s*(?:and|or)\s+\([a-z]{{1,4}}\)\s+(?!to\b|above|below|inclusive|of\b)[a-z])))"
        )
        units = "|".join(
            rf"{w}"
            for w in ("section", "article", "clause", "paragraph", "sub-?section", "sub-?clause", "sub-?paragraph")
        )
        self._unnumbered = re.compile(
            rf"(?<![\w-])(?:(?i:this)\s+(?P<this>(?i:{units}|schedule|exhibit|annex|appendix|attachment|recital))(?![\w-])"
            rf"|(?i:the)\s+(?:immediately\s+)?(?P<step>(?i:{'|'.join(_STEPS)}))\s+(?P<unit>(?i:section|article|clause|sub-?section|sub-?clause))(?![\w-]))"
        )
        self._only = re.compile(
            r"(?<=\b[Tt]he\s)(?:Schedule|Annexure|Annex|Appendix|Attachment)(?![\w-]|\s+(?:No\.|[\dA-Z(]))"
        )
        inner = _alternatives(w for w, k in self._kinds.items() if k != "recital")
        self._deeper = re.compile(
            rf"(?P<join>\s*,\s*|\s+)(?P<word>(?i:{inner}))\s+(?P<number>{_DECIMAL}|{_ROMAN}|{_BRACKETS}+|{_LETTER})"
        )
        plural = _alternatives(w for w in self._kinds if _is_plural(w) and w[0] != "§")
        self._after_colon = re.compile(
            rf"\b(?P<word>(?i:{plural}))\b[^.;:\n]{{0,120}}:\s+(?P<first>{_DECIMAL})(?=\s*,\s*\d|\s+and\s+\d)"
        )
        self._within = re.compile(
            rf"\s*,?\s*(?:of|in|to|(?:as\s+)?(?:set\s+(?:forth|out)|described|contained|listed)\s+in)\s+(?:(?:(?P<this>this)|the)\s+)?"
            rf"(?:(?P<word>(?i:{inner}))\s+(?P<number>{_LABEL}(?![.(]\w)|{_NUMBER})|(?P<ordinal>(?i:{'|'.join(ORDINAL_WORDS)}))\s+(?P<oword>(?i:schedule|annex|annexure|appendix))(?![\w-]))"
        )

        around = _alternatives(
            w for w, k in self._kinds.items() if k in (*ATTACHMENTS, "part", "article") and not _is_plural(w)
        )
        self._around = re.compile(
            rf"\s*,?\s*(?:of|in|to)\s+(?:this|(?P<only>the)(?=\s+[A-Z]))\s+"
            rf"(?P<word>(?i:{around}))(?![\w-]|\s+(?:{_LABEL}|{_NUMBER}))"
        )

    def read(self, text: str) -> list[Citation]:
        """The citations of *text*, in text order."""
        groups: list[list[Citation]] = []
        taken = _Taken()

        def add(members: list[_Member], outer: tuple[Container, ...] = (), *, tentative: bool = False) -> None:
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
        for match in self._bare.finditer(text) if places is None or places.of("way") else ():
            start, end = match.span()
            if taken.free(start, end):
                items = self._bare_item.finditer(text, start, end)
                add([_bare_member(m) for m in items])
        for match in self._all_brackets.finditer(text) if ") and" in text or ") or" in text or ")," in text else ():
            brackets = list(_IN_BRACKETS.finditer(text, *match.span()))
            if taken.free(*match.span()) and all(_follows(a.group(1), b.group(1)) for a, b in pairwise(brackets)):
                add([_Member(m.start(), m.end(), "", m.group(), False) for m in brackets], tentative=True)
        stepped = places is not None and places.of("step")
        for match in matches_at(self._unnumbered, text, None if stepped else places, "this"):
            if taken.free(*match.span()):
                taken.add(*match.span())
                groups.append([self._without_number(text, match, len(groups) + 1)])
        for match in matches_at(self._only, text, places, "head"):
            if taken.free(*match.span()):
                taken.add(*match.span())
                groups.append([self._of_only_one(text, match, len(groups) + 1)])
        out = sorted((c for group in groups for c in group), key=lambda c: c.start)
        out = _share_relation(text, out)
        for start, end in self._instruments.statutes(text):
            before = taken.end_before(start)
            name = text[start:end]
            says_of_what = before is not None and _ONLY_SAYS_OF_WHAT.fullmatch(text, before, start)
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
    ) -> tuple[list[_Member], tuple[Container, ...]]:
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
            outer.insert(0, Container(self._kind(word), word, first))
            word, first, end = deeper.group("word"), deeper.group("number"), deeper.end()
            attachment = recital = False
        members = [_Member(begin, end, word, first, False)]
        following = self._next_label if attachment else self._next_recital if recital else self._next
        while (after := self._another(text, members, following, attachment=attachment)) is not None:
            members.append(after)
        return members, tuple(outer)

    def _counted_members(self, text: str, match: re.Match[str]) -> list[_Member]:
        """The list of attachments named by ordinals: "the First and Third Schedules"."""
        word = match.group("word")
        ordinals = list(self._ordinal.finditer(text, *match.span("ordinals")))
        ends = [*(m.end() for m in ordinals[:-1]), match.end()]
        return [_Member(m.start(), end, word, m.group(), False) for m, end in zip(ordinals, ends, strict=True)]

    def _goes_deeper(self, word: str, number: str, deeper: re.Match[str]) -> bool:
        """Whether "Article III" and ", Section 11" behind it name one place."""
        rank, inner = _RANKS.get(self._kind(word), 9), _RANKS.get(self._kind(deeper.group("word")), 0)
        if _is_plural(word) or inner <= rank or inner == 1 or (not deeper.group("join").strip() and 2 <= inner <= 3):
            return inner == 1 and rank == 0 and not _is_plural(word)
        head, dot, _ = deeper.group("number").partition(".")
        if not dot or rank == 0:
            return True
        value = int(number) if number.isdigit() else from_roman(number) or NUMBER_WORDS.get(number.lower())
        return head == str(value) or number == head

    def _another(
        self, text: str, members: list[_Member], following: re.Pattern[str], *, attachment: bool
    ) -> _Member | None:
        """The member of the list that follows the last of *members*, if the list goes on."""
        first, last = members[0], members[-1]
        match = following.match(text, last.end)
        if match is None and text[last.end : last.end + 1] == "." and _DOTTED_LETTER.search(last.number):
            match = following.match(text, last.end + 1)  # "paragraph 7.a. and 7.b."
        if match is None and (aside := _ASIDE_IN_LIST.match(text, last.end)) is not None:
            match = following.match(text, aside.end())
        if match is None:
            return None
        number, join, own = match.group("number"), match.group("join").strip(), match.group("word") or ""
        start, end = match.start("word") if own else match.start("number"), match.end()
        if own and self._kind(own) != self._kind(last.word) and (attachment or (first.number[0] == "(" != number[0])):
            return None  # "clauses (a) and (b) of Section 3 and Section 4" are two lists
        plural = _is_plural(first.word)
        if not own:
            dotted = "." in first.number and not plural
            if number.isdigit() and (dotted or _RANGE_JOIN.search(join)) and _ENDS_BLOCK.match(text, match.end()):
                return None  # the number of the page, where the sentence goes on behind it
            if plural and (kept := _first_of_two(number)) is not None:
                number, end = kept, start + len(kept)
            if not join and number[0] == "(" and not (plural and _is_next(last.number, number)):
                return None
            if attachment:
                goes_on = self._label_goes_on(text, match, first, join, plural=plural)
            elif number[0] == "(":
                goes_on = _letter_goes_on(text, match, join, last)
            else:
                goes_on = _number_goes_on(text, match, first, join, plural=plural)
            if not goes_on:
                return None
        return _Member(start, end, own or last.word, number, bool(_RANGE_JOIN.search(join.split(" ")[0])))

    @staticmethod
    def _label_goes_on(text: str, match: re.Match[str], first: _Member, join: str, *, plural: bool) -> bool:
        number = match.group("number")
        if number[0].isdigit() and _UNIT_AFTER.match(text, match.end()):
            return False
        if number.isdigit() and "." in first.number:
            return False
        if join == "-" and not plural and match.group("join") == join:
            return False  # "Schedule A-II", "Schedule 1-2"
        if not plural and number.isalpha() and len(number) > 1 and from_roman(number) is None:
            return False  # "as set forth in Schedule A, and MA shall pay"
        if number in ("I", "A") and not plural:
            return number == "A" and join == "and"
        if join in (",", ";"):
            if plural:
                return True
            listed = _GOES_ON_TO_END.match(text, match.end())
            return bool(number[0].isdigit() and first.number[0].isdigit() and listed)
        if _RANGE_JOIN.search(join):
            return plural or number[0].isalpha() == first.number.strip("\"“‘'")[0].isalpha()
        return plural or number[0].isdigit() == first.number.strip("\"“‘'")[0].isdigit()

    def _kind(self, word: str) -> str:
        word = re.sub(r"\s+", " ", word).casefold()
        return self._kinds.get(word) or self._kinds.get(word.removeprefix("sub-"), "any")

    # -- what stands around -----------------------------------------------------------------------------------------

    def _group(
        self, text: str, members: list[_Member], outer: tuple[Container, ...], group: int, tentative: bool
    ) -> list[Citation]:
        """The citations of a list, which lies in *outer*, with all that the words around it say of them."""
        last = members[-1]
        start, end = members[0].start, last.end
        kind = self._kind(last.word)
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
        before = (
            UNNAMED
            if this
            else self._instruments.before(text, start, members[0].number, attachment=kind in ATTACHMENTS)
        )
        behind = self._instruments.behind(text, tail, attachment=kind in ATTACHMENTS and not within)
        if _ADDED_BEFORE.search(text, max(0, start - 30), start) or _ADDED_BEHIND.match(text, tail):
            behind = Governor(outward=True)
        if last.word.lower() in _ABBREVIATED and _INITIALS_BEHIND.match(text, tail) and not text.isupper():
            behind = Governor(outward=True)
        if named or term:
            behind = self._instruments.behind(text, tail_within, attachment=False)
            if not behind.outward:
                document = None if any(unit.kind in ATTACHMENTS for unit in named) else behind.document
                behind = behind._replace(document=document)
        ahead = _DIRECTION_BEFORE.search(text, max(0, start - 20), start) if direction is None else None
        if (direction is not None or ahead is not None) and not behind.outward:
            behind = behind._replace(inward=True)
        relation = self._relations.of(text, start, end)
        whole_end = self._end_of_attachment(text, tail) if named and kind not in ATTACHMENTS else None
        out = []
        for position, m in enumerate(members):
            own = _caption(text, m.end)
            direction = _DIRECTION.match(text, own.end() if own else m.end)
            m_kind = self._kind(m.word) if m.word else "any"
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
                    or (m.word in ("", _NUMBERED) and m.number[0].isdigit()),
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
            within.append(Container(self._kind(word), word, inner.group("number") or inner.group("ordinal")))
            caption = _caption(text, inner.end())
            position = end_of_aside(text, caption.end() if caption else inner.end())
        if (definition := _DEFINITION_OF.match(text, position)) is not None:
            term = definition.group("term") or definition.group("before")
            return tuple(within), " ".join(term.split()), definition.end()
        if not attachment and (around := self._around.match(text, position)) is not None:
            number = ONLY if around.group("only") else ""
            within.append(Container(self._kind(around.group("word")), around.group("word"), number))
        return tuple(within), None, position

    def _end_of_attachment(self, text: str, position: int) -> int | None:
        """Where the schedule or exhibit ends that a list ending at *position* is part of: one place, one citation."""
        for _ in range(_DEEPEST):
            inner = self._within.match(text, position)
            if inner is None or inner.group("this") is not None:
                break
            if self._kind(inner.group("word") or inner.group("oword")) in ATTACHMENTS:
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
            self._kind(word),
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
        return Citation(start, end, self._kind(word), word, "", group, relation, inward=True, tentative=True)


def _bare_member(match: re.Match[str]) -> _Member:
    """What "4(a)" or "No. 9" names that stands with "above" or "below" behind it and no word for its unit."""
    printed = match.group()
    number = printed.lstrip("NnOo.# \t\r\n\u00a0")
    return _Member(match.start(), match.end(), _NUMBERED if number != printed else "", number, False)


def _end_of(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match is not None else position


def leads_on(text: str) -> bool:
    """Whether *text* ends in a word that a citation goes on from: "under", "and", "of this"."""
    return _LEADS_ON.search(text, max(0, len(text.rstrip()) - _LONGEST_THAT_LEADS)) is not None


def _stands_as_heading(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - _LEAD) : start].rstrip(_MARK_UP)
    if _GAP_BEFORE.search(text, max(0, start - 4), start) and _GAP_BEHIND.match(text, end):
        return not _CITES_ON.search(before)  # a line of its own, as wide gaps stand for old line breaks
    if (before or start > _LEAD) and (leads_on(before) or not _SENTENCE_END.search(before)):
        return False
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


def _is_plural(word: str) -> bool:
    return word.lower().rstrip(".").endswith("s") or word in ("§", "§§") or word.lower() in ("appendices", "addenda")


def _letter_goes_on(text: str, match: re.Match[str], join: str, last: _Member) -> bool:
    """Whether a bracketed letter goes on with the list: "Section 8.01, (ii) information" is a list of the sentence."""
    token = _IN_BRACKETS.findall(match.group("number"))[0]
    brackets = _IN_BRACKETS.findall(last.number)
    if token.isdigit():
        brackets = ["1" if before == "l" else before for before in brackets]  # a misread one
    if not brackets:
        return False
    enumerates = _ENUMERATED_TEXT.match(text, match.end()) is not None
    if any(_follows(before, token) for before in brackets):
        return not (";" in join and enumerates)
    if _ROMAN_ITEM.fullmatch(token) and not any(_MAY_BE_ROMAN.fullmatch(before) for before in brackets):
        return False  # "under Section 12.4(a) or (ii) Section 13.2" counts the limbs of the sentence
    if _RANGE_JOIN.search(join):
        return True
    if ";" in join or enumerates or not any(_alike(before, token) for before in brackets):
        return False
    return (
        not join.startswith(",")
        or re.search(r"and|or", join) is not None
        or _LETTERS_TO_END.match(text[match.end() : match.end() + 80]) is not None
    )


def _first_of_two(number: str) -> str | None:
    """What belongs to the first of two members whose comma is missing, as in "clauses (a), (b) (c) and (d)"."""
    two = _NO_COMMA.fullmatch(number)
    return two.group("kept") if two is not None and _follows(two.group("first"), two.group("second")) else None


def _is_next(before: str, number: str) -> bool:
    """Whether the bracketed ordinal *number* goes on by one from the member *before* it, which is one as well."""
    one, two = _IN_BRACKETS.fullmatch(before), _IN_BRACKETS.fullmatch(number)
    return one is not None and two is not None and _follows(one.group(1), two.group(1))


def _follows(before: str, token: str) -> bool:
    """Whether the ordinal *token* is the next one after *before*, in some way to read them."""
    if before.isdigit() and token.isdigit():
        return int(token) == int(before) + 1
    if before.isupper() is not token.isupper():
        return False
    pairs = ((f(before), f(token)) for f in (from_letters, from_roman))
    return any(a is not None and b == a + 1 for a, b in pairs)


def _alike(before: str, token: str) -> bool:
    """Whether two ordinals can be of one list: both letters, both roman or both digits."""
    if before.isdigit() or token.isdigit():
        return before.isdigit() and token.isdigit()
    if before.isupper() is not token.isupper():
        return False
    return any(f(before) is not None and f(token) is not None for f in (from_letters, from_roman))


def _number_goes_on(text: str, match: re.Match[str], first: _Member, join: str, *, plural: bool) -> bool:
    """Whether a number without a word of its own goes on with the list that *first* begins."""
    number = match.group("number")
    if number[0].isalpha() != first.number[0].isalpha():
        return False
    if number[0].isalpha():
        if plural or (len(number) > 1 and from_roman(number) is not None):
            return True
        if "." not in number or "." not in first.number or _RANGE_JOIN.search(join):
            return False
        # "Paragraph III.B or III.E"; behind a comma an abbreviation may follow, unless the list shows its end.
        return (
            join[:1] not in (",", ";") or join[-1:] in ("d", "r") or _ROMANS_TO_END.match(text, match.end()) is not None
        )
    if ";" in join and not _ENDS_MEMBER.match(text, match.end()):
        return False
    if _UNIT_AFTER.match(text, match.end()):
        return False
    if not join:
        if plural and number.isdigit():  # a comma is missing: "Sections 9.2 10, 11 and 12"
            return _GOES_ON_TO_END.match(text, match.end()) is not None
        return plural and "." in number and "." in first.number
    if plural or "." in number:
        return not (join in ("-", "–", "—") and not first.number[0].isdigit())
    if join in (",", ";"):
        listed = _GOES_ON_TO_END.match(text, match.end())
        return bool("." not in first.number and listed and _LIST_ENDS_HERE.match(text, listed.end()))
    return "." not in first.number and join not in ("-", "–", "—")


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
