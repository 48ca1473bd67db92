"""A Reading: all that can be known of a block by itself. This is where the regular expressions run."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeVar

from clausewright.anchors import Signs, matches
from clausewright.blocks import has_contents_entries
from clausewright.citations import Citation, CitationReader
from clausewright.convention import Convention
from clausewright.definitions import DefiningPhrase, DefinitionReader
from clausewright.equivalents import PLAIN, Rendering, in_round_brackets, may_have_marks
from clausewright.forms import Candidate
from clausewright.headings import is_title
from clausewright.lazy import lazy
from clausewright.markers import MarkerReader
from clausewright.phrases import Phrase, Surroundings, phrases, surroundings
from clausewright.sentences import sentence_ends

T = TypeVar("T")

_PAGE_END = re.compile(r"[\s.][-–]?(?:\d{1,3}|[ivx]{1,5}|(?<=\t)\d{1,3}[-–]\d{1,3})\Z")
_LEADER = re.compile(r"[A-Za-z)](?:[ \t]{3,}|\t|[ .]*\.{3,}[ .]*)\d{1,3}\Z")
_LEADERS = re.compile(r"(?:(?<!\.)\.{4,}+|(?<!\. )(?:\. ){3,}+)\s{0,12}\d{1,3}(?!\d)")
_CONTENTS_INSIDE = re.compile(r"[^.;]{0,120}?\bTABLE OF CONTENTS?\b")
_REDACTED = re.compile(
    r"\b(?:excluded\s+from\s+this\s+exhibit|(?:has|have)\s+been\s+(?:omitted|excluded|redacted))\b",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(r"[\s\-–—]*(?:Page\s+)?\d{1,3}(?:\s*(?:of|/)\s*\d{1,3})?[\s\-–—.]*\Z", re.IGNORECASE)
_TAGS = re.compile(r"<(?:(?:/?(?:PAGE|TABLE|CAPTION|TEXT)|FN|[SCF]\d?)>[\s<\d]*)+\Z")
"""The tags by which an electronic filing marks pages and tables ("<PAGE>   2")."""
_VERBISH = re.compile(r"\b(?:shall|will|may|is|are|has|have|hereby|agrees?|means|must)\b")
_SENTENCE_END = re.compile(r"""[.!?]["”’)\]*_\s]*(?:\d{1,3}\s*)?\Z""")


def _ends_sentence(text: str) -> bool:
    """Whether *text* ends with a full stop, but for closing marks and a page's number behind it."""
    last = max(text.rfind("."), text.rfind("!"), text.rfind("?"))
    return last >= 0 and _SENTENCE_END.match(text, last) is not None


def _is_redacted(text: str) -> bool:
    """Whether *text* says that something has been taken out of the paper."""
    lowered = text.lower()
    return ("been" in lowered or "excluded" in lowered) and _REDACTED.search(text) is not None


_BRITISH = (re.compile(r"lause(?<=\b[Cc]lause)s?\s+\d"),)
_AMERICAN = (
    re.compile(r"ection(?<=\b[Ss]ection)s?\s+[\dIVX]"),
    re.compile(r"rticle(?<=\b[Aa]rticle)s?\s+[\dIVX]"),
    re.compile(r"SECTION(?<=\bSECTION)\s+[\dIVX]"),
    re.compile(r"ARTICLE(?<=\bARTICLE)\s+[\dIVX]"),
)
# Each begins with letters that stand for themselves, which are found many times faster than a choice.


_NUMBERED_LINE = re.compile(r"^( {0,12})(\d{1,3})\.[ \t]{1,3}\S", re.MULTILINE)
_DOTTED_LINE = re.compile(r"^[ \t>*#]*(?:[Ss]ection\s+)?\d{1,3}\.\d", re.MULTILINE)


_OUTLINED_LINE = re.compile(r"^[ \t]*(?:[A-Z]|[IVX]{2,5})\.[ \t]", re.MULTILINE)
_COUNTED_LINE = re.compile(r"[ \t>*#]*+(?:\d|[Ss]ection\s|[A-Z]{1,5}\.[ \t])")
"""What a line begins with that any of these finds."""
_TITLED_LINE = re.compile(r"^ {0,3}#{1,6}[ \t]{1,3}(?:\*\*)?\d{1,3}\.[ \t]", re.MULTILINE)


class Votes(NamedTuple):
    """Counts that speak for a convention: citation words, numbered lines of each kind, first and second numbers."""

    british: int
    american: int
    flat: int
    nested: int
    nested_firsts: int
    firsts: int
    seconds: int
    dotted: int
    outlined: int
    titled: int


NO_VOTES = Votes(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


def _line_starts(text: str) -> list[int]:
    starts = [0]
    while (end := text.find("\n", starts[-1])) >= 0:
        starts.append(end + 1)
    return starts


def _count(patterns: Iterable[re.Pattern[str]], text: str) -> int:
    return sum(len(pattern.findall(text)) for pattern in patterns)


RECITALS_AT_END = re.compile(
    r"\b(?P<title>WHEREAS|RECITALS|BACKGROUND|WITNESSETH|Recitals|Background"
    r"|R E C I T A L S|B A C K G R O U N D|W I T N E S S E T H)\b"
    r"(?:(?<=[A-Z])\s*:?(?:\s*\Z|(?=\s+WHEREAS[,:]?\s)|(?=\s+[A-Z][^.:;]{10,120}:\s+(?:\([A1a]\)|[A1a]\.)\s))"
    r"|:?(?=\s+(?:\([A1a]\)|[A1a]\.)\s))"
)
"""A heading of recitals inside a paragraph that the first of them or its letter follows, or at the paragraph's end."""
_RECITALS = Signs(
    ("WHEREAS", "RECITALS", "BACKGROUND", "WITNESSETH", "Recitals", "Background", "R E C", "B A C", "W I T")
)


def _is_contents_run(text: str, verbal: bool) -> bool:
    """Whether *text* is a run of titles with their page numbers, and no prose."""
    dotted = "...." in text or ". . ." in text
    leaders = sum(1 for _ in _LEADERS.finditer(text, 0, 8000)) if dotted else 0
    return leaders >= 3 or (not verbal and (leaders > 0 or has_contents_entries(text, 4000, 3)))


_CUT_CITATION = re.compile(
    r"\b(?:in|of|under|with|per)\Z|\b(?:Sections|Articles|Paragraphs|Clauses|sections|articles|paragraphs|clauses)\s+\d"
    r"[^;:]{0,120}\b(?:and|or)\Z"
)
"""An end of a page at which the number of the provision that is cited is still to come."""
_COMPARES = re.compile(
    r"\b(?:greatest|greater|least|lesser|earliest|earlier|latest|later|highest|higher|lowest|lower|longer|shorter|sum|"
    r"product|total|any|all|each|either|both|one|consist|consists|consisting|composed)\s+of\Z"
)
"""An end at which what is compared, added or listed is still to come, numbered it may be."""
_COLONS = frozenset((":", "："))
_CUT_ENDS = frozenset("nfrhd")
"""The last letters of what _CUT_CITATION finds."""
_FILED_FROM = re.compile(r"Source:\s[^\r\n]{0,160}\Z")
_INDEXED = re.compile(r"\b(\d{1,2}(?:\.\d{1,3}){1,4})(?:\([a-zA-Z]{1,4}\))*(?=\s|\Z)(?=(\s+\d{1,2}\.\d)?)")


_NO_INDEX = re.compile(
    r"\A\W*[A-Za-z]{1,4}[.)]|\b(?:Sections?|Articles?|Clauses?|Paragraphs?)\s+\d|[$£€][ ]{0,3}\d", re.IGNORECASE
)
"""What an index of terms has not: a marker at its start, cited sections, prices."""


def _is_index_run(text: str) -> bool:
    """Whether *text* is a piece of an index of terms: numbers of sections in no order, and no prose."""
    if len(text) > 4000 or text[-1:] in ";.,:" or _NO_INDEX.search(text):
        return False
    found = list(_INDEXED.finditer(text))
    if len(found) < (4 if found and found[0].start() == 0 and found[0].group().strip()[-1] != ")" else 2):
        return False
    numbers = [tuple(map(int, m.group(1).split("."))) for m in found]
    back = sum(1 for a, b in pairwise(numbers) if b <= a)
    pairs = sum(1 for m in found if m.group(2))
    return 3 * back >= len(found) or (pairs > 0 and found[0].start() == 0)


_AMENDING = ("amended", "replaced", "substituted", "added", "inserted", "restated", "supplemented", "deleted", "adding")
_A_PROVISION = re.compile(
    r"\b(?:sections?|clauses?|articles?|paragraphs?|definitions?|exhibits?|schedules?)\b", re.IGNORECASE
)
_LEADS_IN_NEW_TEXT = re.compile(
    r"\b(?:(?:hereby|is|are|be|been),?\s+(?:further\s+)?(?:amended|replaced|substituted|added|inserted|restated|supplemented|deleted)|"
    r"adding(?:\s+thereto)?)\b[^:]{0,220}?"
    r"(?:\bfollow(?:s|ing)|\blieu\s+thereof|\bplace|\bread|\btherefor|\bAgreement(?:\s\([^()]{1,60}\))?|\bSection[^:.]{1,30})\s*:(?=\s)",
    re.IGNORECASE,
)


_AMENDS_BY_LIST = re.compile(
    r"\b(?:amended|supplemented|modified)\s+(?:as\s+follows|to\s+include\s+the\s+following)\s*:\Z", re.IGNORECASE
)
"""Words that may lead in the changes one by one as well as new text."""


_EXPLAINS = re.compile(r"\s*(?:The|An?|Any|All|Each|Those)\s+\w+\s+\w")
_DICTIONARY_OPENS = re.compile(
    r"\bfollowing\s+(?:capitali[sz]ed\s+)?(?:terms|words|expressions|definitions)\b(?!\s+and\s+conditions)|\bshall\s+have\s+the\s+(?:following\s+)?meanings?\s+"
    r"(?:specified|set\s+forth|given|assigned|indicated)\b"
    r"|\b(?:terms|words|expressions)\b[^.;:]{0,60}\bdefined\s+as\s+follows\b"
    r"|\|[ \t*]*(?:defined\s+)?(?:terms?|expressions?|words?)[ \t*]*\|[ \t*]*(?:meaning|definition)s?[ \t*]*\|"
)
"""What opens a dictionary, in small letters."""
_LISTED = ("terms", "words", "expressions", "definition", "|")
"""Of these signs the first line of a dictionary has one, where it does not speak of meanings."""
_TITLE_LENGTH = 80
_DICTIONARY_TITLE = re.compile(
    r"\s*(?:#{1,6}[ \t]+)?[*_]{0,3}(?:definitions|glossary|defined[ ]terms|definitions[ ]and[ ]interpretation)[*_:]{0,4}\s*\Z",
    re.IGNORECASE,
)


_HASHES = re.compile(r"\s*(#{1,6})\s")
_TABLE_OF_CONTENTS = re.compile(r"table\s+of\s+contents?", re.IGNORECASE)
_CONTENTS_COLUMNS = re.compile(
    r"(?:articles?|sections?|clauses?)(?:[ \t]+(?:no\.?|number))?[ \t]+(?:titles?|headings?|captions?)[ \t]+pages?\b",
    re.IGNORECASE,
)
"""The heads of the columns of a table of contents."""
_WHEREAS = re.compile(r"(?:WHEREAS|W I T N E S S E T H)\b")


_NAMES_PARTIES = re.compile(
    r"\b(?:between|among(?:st)?)(?:\s+the\s+(?:following|undersigned)(?:\s+(?:parties|persons|companies|entities))?)?"
    r"\s*+:?\s*+(?=\(|\Z)",
    re.IGNORECASE,
)
"""What a list of the parties follows, where no heading stands above it."""


class Headline(NamedTuple):
    """A heading without a number: on lines of its own (*alone*) or run in before the text of its block."""

    start: int
    end: int
    alone: bool


_RUN_IN_HEADLINE = re.compile(
    r"(?P<lead>\s*(?:\*\*|__)?)(?P<title>[A-Z][^.:;\r\n]{2,70}?)(?:\*\*|__)?(?P<stop>:|\.)(?:\*\*|__)?[ \t\u00a0]+(?=[A-Z\"“(*])(?=[^\r\n]{40})"
)
_NO_HEADLINE = re.compile(
    r"(?:Source|Attention|Attn|Tel\w*|Fax|Facsimile|By|Its|Name|Title|Date|Dated|Re|Address|Phone|E-?mail|Note|Page|Signed|"
    r"Exhibit|Schedule|Dear|Very|Sincerely|Print\w*|Witness\w*|WHEREAS|Whereas|AND|BETWEEN|AMONG|Between|Among|For|And|"
    r"Mr|Mrs|Ms|Dr|St|No|NOW|IN|THIS|To|From|Confidential|CONFIDENTIAL)\b",
)
_NO_TITLE = re.compile(r"[@$_/\[\]|]|\*\*\*|\A[A-Z]{1,4}-\d{1,3}\Z")
"""What stands in no heading, and the label of a page ("B-3")."""
_NO_RUN_IN_TITLE = re.compile(r"\([^()]*\Z|[a-z]\s+[A-Z]\Z")
"""What ends before its stop: a bracket that is still open ("Acorn Corp (NYSE: ACN)"), an initial ("Anna B. Berg")."""
_COMPANY_END = re.compile(
    r"\b(?:Inc|INC|Corp|CORP|Ltd|LTD|LLC|L\.L\.C|LLP|LP|PLC|plc|GmbH|AG|S\.A|N\.V|B\.V|L\.P|Co|CO|Company|Limited|LIMITED|Corporation|CORPORATION)\W*\Z"
)
_COMPANY_NAME = re.compile(
    r"(?!.*\b(?:ON|OF|FOR|TO|FORM|WITH|BETWEEN|BY|AGREEMENT)\b).*?"
    r"\b(?:INC|CORP|LTD|LLC|L\.L\.C|LLP|PLC|GMBH|S\.A|N\.V|B\.V|L\.P|CO|COMPANY|LIMITED|CORPORATION)\b\W*+"
    r"(?:\Z|(?<=\s\s\s))",
    re.DOTALL,
)


class Traits(NamedTuple):
    """What kind of block it is, in the eyes of the search."""

    contents_heading: bool
    contents_line: bool
    leader_line: bool
    contents_run: bool
    index_run: bool
    cut_citation: bool
    furniture: bool
    redaction: bool
    recitals: bool
    parties: bool
    operative: int | None
    signature: bool
    title: bool
    capitals: bool
    amending: bool
    leads_in: bool
    page_number: bool
    ends_sentence: bool
    words: int
    verbal: bool
    markdown_level: int


class Reading:
    """Everything that a block says by itself, computed once from its text and the convention."""

    __slots__ = ("__dict__", "_readers", "text")

    def __init__(self, text: str, readers: Readers) -> None:
        self.text = text
        self._readers = readers

    @lazy
    def _rendering(self) -> Rendering | None:
        """The block in the words that the readers know, where its convention, its list or Markdown has others."""
        equivalents = self._readers.convention.equivalents
        rendering = None
        if equivalents is not None or may_have_marks(self.text):
            rendering = (equivalents or PLAIN).render(self.text)
        if rendering is None and equivalents is None and "[" in self.text:
            return in_round_brackets(self.text)
        return rendering

    @property
    def _rendered(self) -> str:
        return self._rendering.text if self._rendering else self.text

    def _back(self, found: Iterable[T]) -> tuple[T, ...]:
        return tuple(found if self._rendering is None else map(self._rendering.back, found))

    @lazy
    def citations(self) -> tuple[Citation, ...]:
        return self._back(self._readers.citations.read(self._rendered))

    @lazy
    def candidates(self) -> tuple[Candidate, ...]:
        cited = self._readers.citations.read(self._rendered) if self._rendering else self.citations
        return self._back(self._readers.markers.read(self._rendered, [(c.start, c.end) for c in cited], self._ends))

    @lazy
    def definitions(self) -> tuple[DefiningPhrase, ...]:
        return self._back(self._readers.definitions.read(self._rendered, self._ends))

    @lazy
    def votes(self) -> Votes:
        """What the block says for one convention or another."""
        text = self.text
        lines = [start for start in _line_starts(text) if _COUNTED_LINE.match(text, start)]
        numbers = [(len(m.group(1)), int(m.group(2))) for m in matches(_NUMBERED_LINE, text, lines)]
        votes = Votes(
            _count(_BRITISH, text),
            _count(_AMERICAN, text),
            sum(1 for indent, _ in numbers if indent < 2),
            sum(1 for indent, _ in numbers if indent >= 2),
            sum(1 for indent, value in numbers if indent >= 2 and value == 1),
            sum(1 for _, value in numbers if value == 1),
            sum(1 for _, value in numbers if value == 2),
            sum(1 for _ in matches(_DOTTED_LINE, text, lines)),
            sum(1 for _ in matches(_OUTLINED_LINE, text, lines)),
            sum(1 for _ in matches(_TITLED_LINE, text, lines)) if "#" in text else 0,
        )
        return votes if any(votes) else NO_VOTES

    @lazy
    def sentence_ends(self) -> tuple[int, ...]:
        """Offsets just after each sentence that another one follows in the block."""
        return tuple(self._ends if self._rendering is None else map(self._rendering.end, self._ends))

    @lazy
    def _ends(self) -> list[int]:
        """The same of the rendered block."""
        return sentence_ends(self._rendered)

    @lazy
    def phrases(self) -> tuple[Phrase, ...]:
        return tuple(phrases(self.text, self._ends if self._rendering is None else None))

    @lazy
    def phrase_surroundings(self) -> dict[int, Surroundings]:
        """What was asked of ``around``, by the phrase's start."""
        return {}

    def around(self, phrase: Phrase) -> Surroundings:
        """What the words around one of the *phrases* say of it; few are asked for."""
        known = self.phrase_surroundings
        if (said := known.get(phrase.start)) is None:
            said = known[phrase.start] = surroundings(self.text, phrase)
        return said

    @lazy
    def headline(self) -> Headline | None:
        """The heading without a number that the block is or begins with."""
        text, traits = self.text, self.traits
        if traits.page_number or traits.signature or traits.recitals or traits.parties or traits.contents_heading:
            return None
        if self.candidates and self.candidates[0].evidence >= 2.5 and self.candidates[0].place == "block":
            return None
        bare = text.strip()
        if not bare or bare[0].isdigit() or _NO_HEADLINE.match(bare.lstrip("#*_ ")):
            return None
        if (
            traits.title
            and traits.words <= 10
            and (traits.capitals or traits.markdown_level or not re.search(r"[,\d]", bare))
        ):
            title = bare.strip("#*_ \t:.")
            if len(title) < 3 or _COMPANY_END.search(title) or _NO_TITLE.search(title):
                return None
            start = text.index(title)
            return Headline(start, start + len(title), True)
        match = _RUN_IN_HEADLINE.match(text)
        if match is None or traits.markdown_level:
            return None
        title = match.group("title").rstrip(" *_")
        marker = next((c.start for c in self.candidates if c.start > match.start("title")), len(text))
        if marker < match.end("title"):
            title = text[match.start("title") : marker].rstrip(" *_-–—")
        heavy = title.isupper() and len(title) >= 4
        if (
            _COMPANY_END.search(title)
            or _NO_RUN_IN_TITLE.search(title)
            or _VERBISH.search(title)
            or not (heavy or (is_title(title) and len(title.split()) <= 8))
        ):
            return None
        return Headline(match.start("title"), match.start("title") + len(title), False)

    @property
    def names_company(self) -> bool:
        """Whether the block is the name of a company, alone or beside another party's."""
        return self.traits.capitals and _COMPANY_NAME.match(self.text) is not None

    @lazy
    def recitals_at(self) -> int | None:
        """Offset of a heading of recitals that stands inside the block or has slipped to its end."""
        starts = _RECITALS.starts(self.text)
        found = RECITALS_AT_END.finditer(self.text) if starts is None else matches(RECITALS_AT_END, self.text, starts)
        return next((match.start() for match in found), None)

    @lazy
    def explains(self) -> bool:
        """Whether the block begins as what explains the term before it does: "An entity that"."""
        return _EXPLAINS.match(self.text) is not None

    @property
    def titles_dictionary(self) -> bool:
        """Whether the block is nothing but the title of a list of definitions."""
        return len(self.text) < _TITLE_LENGTH and _DICTIONARY_TITLE.match(self.text) is not None

    @lazy
    def opens_dictionary(self) -> bool:
        """Whether the words of the block open a list of definitions."""
        if self.titles_dictionary:
            return True
        lowered = self.text.lower()
        lists = "follow" in lowered and any(map(lowered.__contains__, _LISTED))
        explains = "meaning" in lowered and ("shall" in lowered or "|" in lowered)
        return (lists or explains) and _DICTIONARY_OPENS.search(lowered) is not None

    @lazy
    def parties_at(self) -> int | None:
        """Offset behind the words that lead in a list of the parties, there or in the next block."""
        found = _NAMES_PARTIES.search(self.text)
        return None if found is None else found.end()

    @lazy
    def replacements(self) -> tuple[int, ...]:
        """Offsets behind the words that lead in new text for another document ("is amended to read as follows:")."""
        lowered = self.text.lower() if ":" in self.text else ""
        if not any(map(lowered.__contains__, _AMENDING)):
            return ()
        return tuple(
            m.end()
            for m in _LEADS_IN_NEW_TEXT.finditer(self.text)
            if ("restated" not in m.group() or _A_PROVISION.search(self.text, max(0, m.start() - 150), m.end()))
            and not (_AMENDS_BY_LIST.search(m.group()) and self._lists_or_ends(m.end()))
        )

    def _lists_or_ends(self, position: int) -> bool:
        """Whether a list of changes begins at *position*, one that is told in words, or no text of the block stands
        behind it."""
        following = next((c for c in self.candidates if c.start >= position), None)
        until = following.start if following is not None and following.opens_list else len(self.text)
        words = self.text[position:until].strip()
        return not words or words[0].islower()

    @property
    def _opens_recitals(self) -> bool:
        """Whether a heading of recitals stands in the block, before any marker."""
        at = self.recitals_at
        return at is not None and not any(c.start < at and c.evidence >= 2.5 for c in self.candidates)

    @lazy
    def traits(self) -> Traits:
        text, convention = self.text, self._readers.convention
        bare = text.strip()
        stripped = bare.strip("#*_ \t>")
        number = _BARE_NUMBER.match(bare) is not None or (bare[:1] == "<" and _TAGS.match(bare) is not None)
        short = len(stripped) < 140 and "\n" not in stripped and not number
        title = (
            short
            and bool(stripped)
            and not stripped.endswith((";", ","))
            and (is_title(stripped.rstrip(".:")) or (stripped.isupper() and len(stripped) > 3))
        )
        verbal = bool(_VERBISH.search(bare))
        operative = convention.operative(text)
        hashes = _HASHES.match(text) if "#" in text else None
        return Traits(
            contents_heading=(
                len(stripped) < 4000
                and bool(convention.contents_pattern.match(stripped))
                and (short or not _VERBISH.search(stripped[:300]))
                and (len(stripped) < 40 or bool(_TABLE_OF_CONTENTS.match(stripped)))
            )
            or (short and _CONTENTS_COLUMNS.match(stripped) is not None)
            or (
                len(stripped) < 4000
                and "TABLE OF CONTENT" in stripped
                and bool(_CONTENTS_INSIDE.match(stripped))
                and not _VERBISH.search(stripped[:300])
            ),
            contents_line=bool(bare)
            and len(bare) < 400
            and bool(_PAGE_END.search(bare[-8:]))
            and not verbal
            and bool(re.search(r"[A-Za-z]{3}", bare)),
            leader_line=0 < len(bare) < 300 and bool(_LEADER.search(bare[-24:])) and not verbal,
            contents_run=_is_contents_run(text, verbal),
            index_run=not verbal and _is_index_run(bare),
            cut_citation=(
                bare[-1:] in _CUT_ENDS
                and _CUT_CITATION.search(bare[-160:]) is not None
                and _COMPARES.search(bare[-30:]) is None
            ),
            furniture=not bare or number or bool(_FILED_FROM.match(bare)),
            redaction=len(bare) < 900 and _is_redacted(bare),
            recitals=(short and bool(convention.recitals_pattern.match(stripped)))
            or bool(_WHEREAS.match(stripped))
            or self._opens_recitals,
            parties=short and bool(convention.parties_pattern.match(stripped)),
            operative=operative.start() if operative else None,
            signature=bool(convention.signature_pattern.match(stripped)),
            title=title,
            capitals=title and stripped.isupper(),
            amending=bare.endswith(":") and _AMENDS_BY_LIST.search(bare[-60:]) is not None,
            leads_in=bare[-1:] in _COLONS,
            page_number=number and bool(bare),
            ends_sentence=_ends_sentence(bare),
            words=len(bare.split()) if len(bare) < 400 else 99,
            verbal=verbal,
            markdown_level=len(hashes.group(1)) if hashes else 0,
        )


class Readers:
    """The readers of one convention, compiled once."""

    def __init__(self, convention: Convention) -> None:
        self.convention = convention
        self.markers = MarkerReader(convention)
        self.citations = CitationReader(convention)
        self.definitions = DefinitionReader(convention)


@lru_cache(maxsize=16)
def readers_for(convention: Convention) -> Readers:
    return Readers(convention)
