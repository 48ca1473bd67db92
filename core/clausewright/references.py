"""Cross-references: what a passage cites, and how."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from clausewright.citations import ONLY, Citation, Container, leads_on
from clausewright.clauses import Clause, ClauseKind, Defect
from clausewright.convention import ATTACHMENTS
from clausewright.numerals import NUMBER_WORDS, from_roman
from clausewright.reading import Reading


class Status(StrEnum):
    RESOLVED = "resolved"
    UNRESOLVED = "unresolved"
    EXTERNAL = "external"
    SELF = "self"
    AMBIGUOUS = "ambiguous"


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


class Definition(Protocol):
    """What is asked of a definition: the passage ``[text_start, text_end)`` and the clause it stands in."""

    text_start: int
    text_end: int
    clause: Clause | None


_TOKENS = re.compile(r"[0-9]+|[^\W\d_]+")
_SINGULAR = {"appendices": "appendix", "annexes": "annex", "addenda": "addendum"}
_LAST_BRACKET = re.compile(r"\s*\(([A-Za-z0-9]{1,8})\)\Z")
_AN_AGREEMENT = re.compile(
    r"\A(?!\W*(?:to|amendment|addendum|rider|supplement)\b|.*\b(?:schedule|fees|pricing|list)\W*\Z).*\b(?:agreement|contract|lease|deed|licen[sc]e|undertaking|"
    r"note|guarant(?:y|ee)|warrant|release|consent|terms|conditions|form\s+of)\b",
    re.IGNORECASE | re.DOTALL,
)
_CLOSED = re.compile(r"(?<![(\w])(\d{1,2})\)\s?(?=[a-z]{1,4}\))")
"""The first bracket of a number printed in the style of markers such as "1)" and "a)": "1)a)" is 1(a)."""
_PART_OF_LABEL = re.compile(r"(?:-\d{1,2}|(?:\(\w{1,4}\))+)\Z")
_ATTACHMENT_KINDS = frozenset((ClauseKind.SCHEDULE, ClauseKind.EXHIBIT, ClauseKind.ANNEX))
_UNIT_KINDS = frozenset((ClauseKind.SECTION, ClauseKind.CLAUSE))
_NEAR_WORDS = ("sub", "no.", "item", "point", "option")
"""Beginnings of words for a unit that is looked for around the citation first, and is no article."""
_NOT_FAR = 60
"""Markers among which the enumeration that a bare "(b)" belongs to must have stood."""

_NEVER_THAT_MANY = 100
"""Numbers from here on are those of statutes, unless the document itself comes near them."""

Key = tuple[str, ...]


def key_of(number: str) -> Key:
    """The parts of a number, whatever stands between them: ``11.2(a)(i)`` and ``11.2.a.i`` are alike."""
    return tuple(_TOKENS.findall(number.lower()))


def root_of(clause: Clause | None) -> Clause | None:
    """The schedule, exhibit or annex that a clause lies in (itself included), or None for the body."""
    while clause is not None and clause.parent is not None:
        clause = clause.parent
    return clause if clause is not None and clause.kind in _ATTACHMENT_KINDS else None


def _part_around(clause: Clause | None) -> Clause | None:
    """The part of an attachment or of the body that *clause* lies in."""
    while clause is not None and not _is_part(clause):
        clause = clause.parent
    return clause


def _article_around(clause: Clause | None) -> Clause | None:
    """The article that *clause* lies in."""
    while clause is not None and clause.kind is not ClauseKind.ARTICLE:
        clause = clause.parent
    return clause


def _singular(word: str) -> str:
    return _SINGULAR.get(word.lower(), word.lower().rstrip("s"))


def _tidy(number: str) -> str:
    """A printed number without blanks, quotes and misread letters, with digits for a number word."""
    number = _CLOSED.sub(r"\1(", number)
    number = re.sub(r",?\s+(?:sub|lit\.|letter)\s+\(?([a-z])\)?", r"(\1)", number)
    number = (
        re.sub(r"(?<=[\d.])l(?![a-z])|(?<=\()l(?=\))(?=.*\d)", "1", re.sub(r"\s+", "", number))
        .strip("\"“”‘’'")
        .replace(".(", "(")
    )
    word = NUMBER_WORDS.get(number.lower())
    return str(word) if word is not None and len(number) > 2 else number.replace(":", ".")


def _style(bracketed: str) -> str:
    """The style of a bracketed ordinal, as far as it can be told: digits, small or capital letters."""
    return "1" if bracketed.isdigit() else "a" if bracketed.islower() else "A"


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


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a citation turns out to mean: status, the clauses that may be meant, the number in this contract's style."""

    status: Status
    targets: tuple[Clause, ...] = ()
    number: str | None = None


class Resolver:
    """Finds what citations mean among the clauses of one contract.

    *own_names* are the names by which the document calls itself, *amendment* says that it amends another one,
    *definitions* finds the definitions of a term. *elsewhere* are the numbers that it cites of other documents,
    *completes* says that it is part of a standard form, whose sections it may cite as its own, and *standard_clauses*
    that the clauses it cites as such are those of an annexed standard, while its own are sections. *misplaced* are
    numbers that are printed out of their place, so that the tree does not hold them. *cites_paragraphs* says that it
    may mean a unit of its body by "paragraph 4".
    """

    def __init__(
        self,
        clauses: Sequence[Clause],
        own_names: Set[str],
        amendment: bool,
        definitions: Callable[[str], Sequence[Definition]],
        elsewhere: Set[Key] = frozenset(),
        completes: bool = False,
        standard_clauses: bool = False,
        misplaced: Set[Key] = frozenset(),
        cites_paragraphs: bool = True,
    ) -> None:
        self._own_names = frozenset(name.casefold() for name in own_names)
        self._amendment = amendment
        self._called_amendment = any("amendment" in name or "addendum" in name for name in self._own_names)
        self._definitions = definitions
        self._elsewhere = elsewhere
        self._completes = completes
        self._standard_clauses = standard_clauses
        self._misplaced = misplaced
        self._clauses = clauses
        self._starts = [c.start for c in clauses]
        self._conditions = {h.casefold() for c in clauses if (h := c.heading) and h[-10:].casefold() == "conditions"}
        self._top = [c for c in clauses if c.parent is None]
        self._by_root: dict[int, dict[Key, list[Clause]]] = {}
        self._articles: dict[int, dict[int, list[Clause]]] = {}
        self._headless: dict[int, dict[str, list[Clause]]] = {}
        self._attachments: dict[Key, list[Clause]] = {}
        self._labels: dict[Key, list[Clause]] = {}
        self._recitals: dict[Key, list[Clause]] = {}
        self._roots: list[Clause] = []
        self._highest = self._highest_in_body = 0
        self._has_paragraphs = cites_paragraphs and not any(c.kind is ClauseKind.CLAUSE for c in self._top)
        for clause in clauses:
            self._enter(clause)

    def _enter(self, clause: Clause) -> None:
        if clause.kind is ClauseKind.SIGNATURE or clause.kind is ClauseKind.HEADING:
            return
        root = root_of(clause)
        if clause is root:
            self._attachments.setdefault(key_of(clause.number), []).append(clause)
            self._labels.setdefault(key_of(clause.number)[1:], []).append(clause)
            self._roots.append(clause)
            return
        local = (
            clause.number[len(root.number) :].lstrip(" .")
            if root is not None and clause.number.startswith(root.number)
            else clause.number
        )
        if clause.kind is ClauseKind.ARTICLE:
            value = self._ordinal(local.split()[-1])
            if value is not None:
                self._articles.setdefault(id(root), {}).setdefault(value, []).append(clause)
        if clause.kind is ClauseKind.RECITAL or local.startswith("Recital "):
            self._recitals.setdefault(key_of(local.removeprefix("Recital ")), []).append(clause)
            return
        key = key_of(local.removeprefix("Article "))
        if key and key[0].isdigit():
            self._highest = max(self._highest, int(key[0]))
            if root is None:
                self._highest_in_body = max(self._highest_in_body, int(key[0]))
        table = self._by_root.setdefault(id(root), {})
        table.setdefault(key, []).append(clause)
        if len(key) == 2 and key[0].isdigit() and key[1] in ("1", "01") and clause.parent is None:
            # the heading "12" is not printed, its first sub-clause 12.1 is
            self._headless.setdefault(id(root), {}).setdefault(key[0], []).append(clause)

    @staticmethod
    def _ordinal(token: str) -> int | None:
        token = token.strip(".").lower()
        return int(token) if token.isdigit() else from_roman(token) or NUMBER_WORDS.get(token)

    # -- what a citation means --------------------------------------------------------------------------------------

    def resolve(self, citation: Citation, origin: Origin) -> Meaning | None:
        """What *citation* means at *origin*; None where it turns out to be no citation."""
        if citation.number == "":
            return self._unnumbered(citation, origin)
        number = _tidy(citation.number)
        if citation.within and not citation.within[-1].number and not self._container(citation.within[-1], origin):
            if citation.within[-1].kind == "schedule":
                return Meaning(Status.EXTERNAL)  # its heading is not read as one; the body is no schedule
            citation = replace(citation, within=citation.within[:-1])  # "this Exhibit" is the whole paper
        if self._is_foreign(citation) or (
            citation.within and citation.within[-1].number == ONLY and not self._container(citation.within[-1], origin)
        ):
            return Meaning(Status.EXTERNAL)
        found = self._find(citation, number, origin)
        if not found and "(l)" in number:
            found = self._find(citation, number.replace("(l)", "(1)"), origin)  # a misread one
        if not found and number.startswith("l(") and citation.kind not in ATTACHMENTS:
            found = self._find(citation, f"1{number[1:]}", origin)
        if not found and citation.within and citation.start < citation.end:
            found = self._beside(citation, number, origin)
        if citation.this:
            return self._this(citation, found, number, origin)
        inward = citation.inward and not (citation.whole and self._called_amendment)
        attached = citation.kind in ATTACHMENTS or any(unit.kind in ATTACHMENTS for unit in citation.within)
        if self._amendment and not (found and (inward or attached)):
            if citation.amending:
                return self._missing(citation, number, origin)
            here = citation.direction is not None and self._has_parent_of(number) and not origin.quoted
            return self._missing(citation, number, origin) if here else Meaning(Status.EXTERNAL)
        if len(found) == 1:
            return Meaning(Status.RESOLVED, tuple(found), found[0].number)
        if found and not citation.tentative:
            return Meaning(Status.AMBIGUOUS, tuple(found), found[0].number)
        return self._missing(citation, number, origin)

    def _has_parent_of(self, number: str) -> bool:
        """Whether the body has the clause that one with *number* would stand in."""
        key = key_of(number)
        return len(key) > 1 and key[:-1] in self._by_root.get(id(None), {})

    def _beside(self, citation: Citation, number: str, origin: Origin) -> list[Clause]:
        """What "Article VIII, Section 9.1" means where 9.1 stands elsewhere: the number by itself.

        What is missing from an attachment is not looked for elsewhere.
        """
        if "." not in number or any(unit.kind in ATTACHMENTS or not unit.number for unit in citation.within):
            return []
        return self._find(replace(citation, within=()), number, origin)

    def _missing(self, citation: Citation, number: str, origin: Origin) -> Meaning | None:
        """What a citation means whose number this document does not have."""
        key = key_of(number)
        if citation.tentative or (key in self._misplaced and not citation.within):
            return None
        if citation.term is not None:
            return self._in_definition(citation.term, number)
        ahead = citation.direction is not None and not citation.direction.endswith("above")
        around = number[0] == "(" and not ahead and self._is_around(citation, origin)
        if around and origin.clause is not None and origin.said(number):
            # an enumeration of the sentence that the tree does not hold
            return Meaning(Status.RESOLVED, (origin.clause,), f"{origin.clause.number}{number}")
        place = origin.offset - origin.paragraph
        regulated = number[0] == "(" and _is_regulated(origin.block, place)
        if (self._completes or regulated) and citation.kind not in ATTACHMENTS:
            return Meaning(Status.EXTERNAL)
        if not (citation.inward or self._names_itself(citation)) and key:
            too_high = key[0].isdigit() and int(key[0]) > max(_NEVER_THAT_MANY, 2 * self._highest)
            if (too_high or key in self._elsewhere) and citation.kind not in ATTACHMENTS:
                return Meaning(Status.EXTERNAL)
        if citation.within:
            container, whole = citation.within[-1], self._innermost(citation, origin)
            counted = number.isdigit() and citation.word.casefold().startswith("para")
            if counted and whole is not None and not whole.children:
                # paragraphs that are counted, not numbered
                return Meaning(Status.RESOLVED, (whole,), whole.number)
            if container.kind in ATTACHMENTS and not self._container(container, origin):
                return Meaning(
                    Status.UNRESOLVED, (), f"{_singular(container.word).capitalize()} {_tidy(container.number)}"
                )
            if whole is not None and root_of(whole) is not None and citation.kind not in ATTACHMENTS:
                dot = "" if number[0] == "(" else "."
                return Meaning(Status.UNRESOLVED, (), f"{whole.number}{dot}{number}")
        own = root_of(origin.clause)
        if own is not None and self._has_paragraphs_of_its_own(own, citation):
            return Meaning(Status.UNRESOLVED, (), f"{own.number}.{number}")
        return Meaning(Status.UNRESOLVED, (), self._printed(citation, number))

    def _is_around(self, citation: Citation, origin: Origin) -> bool:
        """Whether *citation* stands in the units that it names, as it does where it names none."""
        if not citation.within:
            return True
        found = self._container(citation.within[0], origin) if len(citation.within) == 1 else []
        return len(found) == 1 and _lies_in(origin.clause, found[0])

    @staticmethod
    def _printed(citation: Citation, number: str) -> str:
        """The number that is cited, as a clause of this document would carry it."""
        if citation.kind == "article" and (not number[0].isdigit() or number.isdigit()):
            return f"Article {number}"
        if citation.kind in ATTACHMENTS or citation.kind == "part":
            return f"{_singular(citation.word).capitalize()} {number}"
        if citation.kind == "recital":
            return f"Recital {number}"
        if citation.within and citation.within[0].kind not in ATTACHMENTS and number[0] == "(":
            return f"{_tidy(citation.within[0].number)}{number}"
        return number

    def _is_foreign(self, citation: Citation) -> bool:
        if citation.this or self._names_itself(citation):
            return False
        if self._standard_clauses and citation.kind == "clause" and citation.number[:1].isdigit():
            return not citation.inward
        if citation.outward or citation.document is None:
            return citation.outward
        return not citation.inward and citation.document.casefold() not in self._conditions

    def _names_itself(self, citation: Citation) -> bool:
        """Whether *citation* says by its name that it means this document."""
        return citation.document is not None and citation.document.casefold() in self._own_names

    def _this(self, citation: Citation, found: list[Clause], number: str, origin: Origin) -> Meaning:
        """What "this Section 4.1" means: the unit around it that carries the number."""
        here = origin.clause
        while here is not None and here not in found:
            here = here.parent
        if here is None and len(found) == 1 and citation.kind not in ATTACHMENTS:
            return Meaning(Status.RESOLVED, tuple(found), found[0].number)
        if not found and self._amendment:
            return Meaning(Status.EXTERNAL)
        targets = (here,) if here is not None else tuple(found[:1])
        return Meaning(Status.SELF, targets, targets[0].number if targets else self._printed(citation, number))

    def _unnumbered(self, citation: Citation, origin: Origin) -> Meaning | None:
        """What "this Section", "the preceding Section" and "the Schedule" mean."""
        if not citation.this and not citation.step:
            only = self._only(citation.word)
            return Meaning(Status.RESOLVED, tuple(only), only[0].number) if only else None
        here = self._unit(citation, origin.clause)
        if here is None or self._amendment:
            return None
        if not citation.step:
            return Meaning(Status.SELF, (here,), here.number)
        row = here.parent.children if here.parent is not None else self._top
        row = [c for c in row if c.kind is here.kind]
        place = row.index(here) + citation.step
        if not 0 <= place < len(row):
            return None
        return Meaning(Status.RESOLVED, (row[place],), row[place].number)

    @staticmethod
    def _unit(citation: Citation, clause: Clause | None) -> Clause | None:
        """The unit around *clause* that the word of the citation names."""
        if citation.kind in ATTACHMENTS:
            return root_of(clause)
        line: list[Clause] = []
        while clause is not None:
            line.append(clause)
            clause = clause.parent
        if citation.kind == "recital":
            return next((c for c in line if c.kind is ClauseKind.RECITAL), None)
        if citation.kind == "article":
            articles = [c for c in line if c.kind is ClauseKind.ARTICLE]
            if articles:
                return articles[0]
        if citation.kind in ("section", "clause", "article"):
            units = [c for c in line if c.kind in _UNIT_KINDS]
            titled = [c for c in units if c.heading is not None]
            return next(iter(units if citation.step else (titled or units)), None)
        return next((c for c in line if c.kind is not ClauseKind.ITEM and c.kind not in _ATTACHMENT_KINDS), None)

    def follow(
        self, citation: Citation, before: Citation, targets: Sequence[Clause], origin: Origin
    ) -> Citation | Clause:
        """What a bare "(b)" in a list takes over from the member *before* it, which means *targets*.

        Either the clause itself, where it is a sibling of the one before, or the citation with its number made whole.
        """
        number = _tidy(citation.number)
        style = _style(number.strip("()").split(")")[0])
        head = _tidy(before.number)
        if head[0] == "(" and head.count("(") == number.count("(") > 1:
            return citation
        heads: list[str] = []
        sibling: str | None = None
        while (last := _LAST_BRACKET.search(head)) is not None:
            head = head[: last.start()]
            heads.append(head)
            if _style(last.group(1)) == style and sibling is None:
                sibling = head
                if len(targets) == 1 and len(heads) == 1 and (clause := _next_to(targets[0], number)) is not None:
                    return clause
        for whole in (*heads, _tidy(before.number)):
            if whole and self._find(replace(citation, number=whole + number), whole + number, origin):
                return replace(citation, number=whole + number)
        if sibling is None:
            sibling = heads[-1] if heads else _tidy(before.number)
        return replace(citation, number=sibling + number)

    # -- looking up -------------------------------------------------------------------------------------------------

    def _find(self, citation: Citation, number: str, origin: Origin) -> list[Clause]:
        clause = origin.clause
        if citation.within:
            return self._find_within(citation, number, origin)
        if citation.term is not None:
            return self._items_of(citation.term, number)
        if citation.kind == "recital":
            return self._recitals.get(key_of(number), [])
        if citation.kind in ATTACHMENTS:
            return self._find_attachment(citation.kind, citation.word, number)
        own = root_of(clause)
        roots = [own, None] if own is not None else [None]
        if own is not None and (
            (own.kind is ClauseKind.SCHEDULE and citation.kind == "clause")  # a schedule has paragraphs
            or (self._means_whole(citation) and _is_no_agreement(own))
        ):
            roots = [None, own]
        elif own is not None and self._has_paragraphs_of_its_own(own, citation):
            return self._in_paragraphs(own, citation, number, clause)
        if citation.kind == "part":
            for root in roots:
                table = self._by_root.get(id(root), {})
                if hits := table.get(("part", *key_of(number))):
                    return hits
            return []
        if number.startswith("(") or (len(number) == 1 and number.isalpha() and number not in "IVX"):
            return self._find_relative(number, origin, citation.direction)
        near = citation.word.casefold().startswith(_NEAR_WORDS)
        if near and (hits := self._find_around(citation.kind, number, clause)):
            return hits
        if citation.direction is not None and (part := self._find_that_way(citation, number, origin)):
            return part
        for root in roots:
            hits = self._find_numbered(citation.kind, number, root)
            if near or citation.word.casefold().startswith("para"):
                hits = [c for c in hits if c.kind is not ClauseKind.ARTICLE]
            if hits:
                return _likeliest(_of_the_same_part(hits, clause), number)
            if root is not None and (hits := self._find_around(citation.kind, number, clause)):
                return hits
        if number[0].isalpha():
            return self._find_relative(number, origin, citation.direction)
        return (
            self._find_around(citation.kind, number, clause)
            or self._find_attached(citation.kind, number)
            or self._find_part_around(citation.kind, number, clause)
        )

    def _has_paragraphs_of_its_own(self, own: Clause, citation: Citation) -> bool:
        """Whether a bare "paragraph 4" in the attachment *own* means none of the body's units, which are clauses."""
        if not citation.word.casefold().startswith("para") or not citation.number[:1].isdigit() or citation.whole:
            return False
        return not self._has_paragraphs and ("1",) in self._by_root.get(id(own), {})

    def _in_paragraphs(self, own: Clause, citation: Citation, number: str, clause: Clause | None) -> list[Clause]:
        """The paragraphs of the attachment *own* that *citation* in it means."""
        hits = self._find_numbered(citation.kind, number, own)
        return _likeliest(hits, number) if hits else self._find_around(citation.kind, number, clause)

    def _means_whole(self, citation: Citation) -> bool:
        """Whether *citation*, from inside an attachment, says that it means the agreement."""
        return self._names_itself(citation) or (citation.whole and citation.kind == "article")

    def _find_attached(self, kind: str, number: str) -> list[Clause]:
        """The clauses with *number* in the one attachment that has it, where the body's numbers stop short of it."""
        top = key_of(number)[0]
        if not top.isdigit() or int(top) <= self._highest_in_body:
            return []
        found = [hits for root in self._roots if (hits := self._find_numbered(kind, number, root))]
        return found[0] if len(found) == 1 else []

    def _find_around(self, kind: str, number: str, clause: Clause | None) -> list[Clause]:
        """The clauses with an unbracketed *number* in the nearest unit around *clause* that has such."""
        while clause is not None:
            hits = [c for c in self._inside(clause, kind, number) if _prints(c, number)]
            if kind in ("section", "clause", "article"):
                hits = [c for c in hits if not _is_item_of_section(c)]
            if hits:
                return hits
            clause = clause.parent
        return []

    def _find_that_way(self, citation: Citation, number: str, origin: Origin) -> list[Clause]:
        """What "§ 3 above" means where the nearest part around has its 3 below: that of the last part before it."""
        assert citation.direction is not None
        if not citation.direction.endswith("above") or not number.isdigit():
            return []
        if self._find_numbered(citation.kind, number, None):
            return []
        found = self._find_around(citation.kind, number, origin.clause)
        if not found or any(c.start < origin.offset for c in found):
            return []
        here = found[0].parent
        if here is None:
            return []
        for part in reversed(here.parent.children if here.parent is not None else self._top):
            if part.start < here.start and (hits := [c for c in part.children if _prints(c, number)]):
                return hits
        return []

    def _find_part_around(self, kind: str, number: str, clause: Clause | None) -> list[Clause]:
        """What "Paragraph 3(c)" means in a list of an attachment that begins at 1 itself: its third item's (c)."""
        bracket = number.find("(")
        if bracket < 1 or root_of(clause) is None:
            return []
        found = self._find_around(kind, number[:bracket], clause)
        return self._inside(found[0], kind, number[bracket:]) if len(found) == 1 else []

    def _find_numbered(self, kind: str, number: str, root: Clause | None) -> list[Clause]:
        """The clauses in the body or under *root* that carry *number*."""
        if kind == "article":
            value = self._ordinal(number)
            hits = self._articles.get(id(root), {}).get(value, []) if value is not None else []
            if hits:
                return hits
        table = self._by_root.get(id(root), {})
        key = key_of(number)
        nought = table.get((*key, "0"), []) if len(key) == 1 else []
        if any(c.heading is not None for c in nought):
            return nought  # where sections are numbered 1.0, a bare 1 is an item
        if hits := table.get(key, []):
            return hits
        if len(key) == 1 and key[0].isdigit() and (inner := self._headless.get(id(root), {}).get(key[0])):
            return inner
        plain = tuple(part.lstrip("0") or "0" for part in key)
        if hits := table.get(plain, []):
            return hits
        if len(plain) == 2 and plain[1] == "0":
            return table.get(plain[:1], [])
        if len(key) > 1:
            return []
        return nought or self._article_of(number, root)

    def _article_of(self, number: str, root: Clause | None) -> list[Clause]:
        """The article that "Section 5" means where the sections of Article V are 5.1, 5.2 and so on."""
        value = self._ordinal(number)
        found = self._articles.get(id(root), {}).get(value, []) if value is not None else []
        return [a for a in found if a.children and key_of(a.children[0].number)[:2] == (str(value), "1")]

    def _find_attachment(self, kind: str, word: str, number: str) -> list[Clause]:
        singular = _singular(word)
        key = key_of(number)
        for length in range(len(key), 0, -1):
            head, inner = key[:length], key[length:]
            roots = self._attachments.get((singular, *head)) or []
            if not roots and length == len(key):
                # "Appendix 1" may be headed "Annex 1", and a plural names no unit.
                roots = [c for c in self._labels.get(head, []) if c.kind.value == kind]
            if roots and not inner:
                return roots[:1]
            if roots and (hits := self._by_root.get(id(roots[0]), {}).get(inner)):
                return hits
            if length == len(key) and (part := self._first_part(singular, key)) is not None:
                return [part]
        return []

    def _first_part(self, word: str, key: Key) -> Clause | None:
        """The first of the attachments into which the one cited by *key* is divided: F-1, F-2 or 1.56(a), 1.56(b)."""
        for root in self._roots:
            whole = _PART_OF_LABEL.sub("", root.number)
            if whole != root.number and key_of(whole) == (word, *key):
                return root
        return None

    def _only(self, word: str) -> list[Clause]:
        """The attachment that is headed by *word* without a number."""
        found = self._attachments.get((word.lower(),), ())
        return list(found) if len(found) == 1 else []

    def _container(self, unit: Container, origin: Origin, outer: Clause | None = None) -> list[Clause]:
        """The clauses that *unit* may mean; inside *outer* if that is given."""
        if not unit.number:
            around = (
                root_of(origin.clause)
                if unit.kind in ATTACHMENTS
                else _article_around(origin.clause)
                if unit.kind == "article"
                else _part_around(origin.clause)
            )
            return [around] if around is not None else []
        if unit.number == ONLY:
            return self._only(unit.word)
        number = _tidy(unit.number)
        if unit.kind in ATTACHMENTS:
            return self._find_attachment(unit.kind, unit.word, number)[:1]
        if outer is not None:
            return self._inside(outer, unit.kind, number)
        return self._find(Citation(0, 0, unit.kind, unit.word, number, 0), number, origin)

    def _find_within(self, citation: Citation, number: str, origin: Origin) -> list[Clause]:
        """What the number means inside the units that the citation names."""
        if citation.kind in ATTACHMENTS:
            return self._find_attachment(citation.kind, citation.word, number)
        outer = self._innermost(citation, origin)
        if outer is None:
            return []
        if number[0] == "(" and not citation.within[0].number:
            near = self._find_relative(number, origin, citation.direction)
            if near and all(_lies_in(c, outer) for c in near):
                return near
        return self._inside(outer, citation.kind, number)

    def _innermost(self, citation: Citation, origin: Origin) -> Clause | None:
        """The innermost of the units that the citation names, taken from the outermost in."""
        outer: Clause | None = None
        for unit in reversed(citation.within):
            containers = self._container(unit, origin, outer)
            if len(containers) != 1:
                return None
            outer = containers[0]
        return outer

    def _inside(self, outer: Clause, kind: str, number: str) -> list[Clause]:
        """The clauses below *outer* that carry *number*, the highest ones only."""
        wanted = ("part", *key_of(number)) if kind == "part" else key_of(number)
        table = self._by_root.get(id(root_of(outer)), {})
        if number[0] != "(" and (hits := [c for c in table.get(wanted, []) if c is not outer and _lies_in(c, outer)]):
            return _likeliest(hits, number)
        level = outer.children
        while level:
            hits = [c for c in level if key_of(c.number)[-len(wanted) :] == wanted]
            if kind != "part":
                hits = [c for c in hits if not _is_part(c)]
            if hits and all(c.parent is not None and _is_part(c.parent) for c in hits):
                return hits  # that of each Part may be meant
            if hits:
                return _likeliest(hits, number)
            level = [child for c in level for child in c.children]
        return []

    def _find_relative(self, number: str, origin: Origin, direction: str | None) -> list[Clause]:
        """What "(b)" or "clause (ii)" means from where it stands: the nearest list around that has it."""
        if origin.fellows and (whole := _list_of_all(origin)) is not None:
            return _nearest([c for c in whole.children if c.number.endswith(number)], number, origin, direction)
        wanted = key_of(number)
        here = origin.clause
        while here is not None:
            hits = [
                c
                for c in _below(here, len(wanted))
                if key_of(c.number)[-len(wanted) :] == wanted
                and len(key_of(c.number)) == len(key_of(here.number)) + len(wanted)
            ]
            if hits:
                return _nearest(hits, number, origin, direction)
            here = here.parent
        found = self._by_root.get(id(None), {}).get(wanted, [])
        if number[0] == "(":
            found = [c for c in found if c.kind is not ClauseKind.ARTICLE]
        if found:
            return _nearest(found, number, origin, direction) if direction is not None else _likeliest(found, number)
        if number[0] != "(":
            return self._recitals.get(wanted, []) if direction is None else []
        return self._only_one_in_clause(number, origin.clause)

    @staticmethod
    def _only_one_in_clause(number: str, clause: Clause | None) -> list[Clause]:
        """The one place numbered *number* in the whole clause, as where a paragraph speaks of the list of another."""
        while clause is not None and clause.parent is not None and clause.parent.kind not in _ATTACHMENT_KINDS:
            clause = clause.parent
        if clause is None:
            return []
        hits, level = [], clause.children
        while level:
            hits += [c for c in level if c.number.endswith(number)]
            level = [child for c in level for child in c.children]
        return hits if len(hits) == 1 else []

    def _items_of(self, term: str, number: str) -> list[Clause]:
        """The items with *number* in the passage that defines *term*."""
        wanted = key_of(number)
        for definition in self._definitions(term):
            first = bisect_left(self._starts, definition.text_start)
            last = bisect_left(self._starts, definition.text_end)
            hits = [c for c in self._clauses[first:last] if key_of(c.number)[-len(wanted) :] == wanted]
            if hits:
                return hits[:1]
        return []

    def _in_definition(self, term: str, number: str) -> Meaning:
        """What a limb of a definition means that the tree does not hold: the definition, where that is known."""
        definitions = self._definitions(term)
        if len(definitions) == 1 and (clause := definitions[0].clause) is not None:
            return Meaning(Status.RESOLVED, (clause,), clause.number)
        return Meaning(Status.EXTERNAL)


def _is_no_agreement(attachment: Clause) -> bool:
    """Whether "this Agreement" in *attachment* means the paper it is attached to, as its title tells."""
    return attachment.heading is not None and not _AN_AGREEMENT.search(attachment.heading)


def _list_of_all(origin: Origin) -> Clause | None:
    """The clause that has all of the numbers cited together as items: one around, or in one around and before."""
    wanted = set(origin.fellows)
    here = origin.clause
    inner: Clause | None = None
    while here is not None:
        if wanted <= _brackets_below(here):
            return here
        if here.kind not in _ATTACHMENT_KINDS:
            before = [c for c in here.children if c.start < origin.offset and wanted <= _brackets_below(c)]
            if inner is None and len(before) == 1:
                inner = before[0]
        here = here.parent
    return inner


def _brackets_below(clause: Clause) -> set[str]:
    """The last brackets of the numbers of the clauses just below *clause*."""
    return {child.number[child.number.rfind("(") :] for child in clause.children if child.number.endswith(")")}


def _below(clause: Clause, depth: int) -> list[Clause]:
    level = [clause]
    for _ in range(depth):
        level = [child for c in level for child in c.children]
    return level


def _lies_in(clause: Clause | None, outer: Clause) -> bool:
    while clause is not None and clause is not outer:
        clause = clause.parent
    return clause is not None


def _next_to(clause: Clause, number: str) -> Clause | None:
    """The sibling of *clause* with the bare *number* that is nearest behind it, or else before it."""
    if clause.parent is None or number.count("(") != 1:
        return None
    wanted = key_of(number)
    row = [c for c in clause.parent.children if key_of(c.number)[-1:] == wanted and c.number.endswith(number)]
    behind = [c for c in row if c.start > clause.start]
    return behind[0] if behind else row[-1] if row else None


def _is_part(clause: Clause) -> bool:
    """Whether it is a Part, as "Schedule 1 Part 2" is."""
    return key_of(clause.number)[-2:-1] == ("part",)


def _is_numbered(clause: Clause) -> bool:
    """Whether the number of *clause* ends in digits."""
    return "".join(key_of(clause.number)[-1:]).isdigit()


def _of_the_same_part(hits: list[Clause], clause: Clause | None) -> list[Clause]:
    """Those of *hits* that stand in the Part or under the heading that *clause* stands in, if any does."""
    while len(hits) > 1 and clause is not None:
        if not _is_numbered(clause) and (near := [c for c in hits if _lies_in(c, clause)]):
            return near
        clause = clause.parent
    return hits


def _is_item_of_section(clause: Clause) -> bool:
    """Whether it is the 3 of a list below section 2, which nobody calls a section."""
    outer = clause.parent
    return outer is not None and outer.kind in _UNIT_KINDS and _is_numbered(outer) and len(key_of(clause.marker)) == 1


def _prints(clause: Clause, number: str) -> bool:
    """Whether *number*, without brackets, is all that the marker of *clause* prints behind a word such as "Section"."""
    if clause.marker.lstrip().startswith("("):
        return False
    return tuple(part for part in key_of(clause.marker) if part.isdigit() or len(part) < 4) == key_of(number)


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


def _likeliest(hits: list[Clause], number: str) -> list[Clause]:
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


def _nearest(hits: list[Clause], number: str, origin: Origin, direction: str | None) -> list[Clause]:
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
    return here[-1:] if here else _likeliest(hits, number)


_SENTENCE_BEFORE = re.compile(r"[.!?)][\"”’']?\s+\Z")
_LABEL_GAP = 12
_NOTHING_BEHIND = re.compile(r"\s*+\Z")
_PAGE_LABEL = re.compile(r"[A-Z]-\d{1,2}\Z")
_PAGE_BEHIND = re.compile(r"-\d{1,3}\s*\Z")
_FILED_AS = re.compile(r"\d{1,2}\.\d{1,3}\Z")
_COVER = 120
"""Characters of the first block among which the label of a filing stands."""
_REGULATION = re.compile(r"\b(?:FAR|[A-Z]{1,4}FARS?|HHSAR)\s+\d{2,3}\.\d{3}")
"""A clause of the rules on public contracts, whose paragraphs the text around it may change by their letters alone."""
_RULED = 1200
"""Characters behind the name of such a clause among which it is spoken of."""
_HANGS = re.compile(r"\s+of(?:\s+the)?\s*\Z")
"""The end of a block that a page broke off before the name of the document that is cited."""

EDGE = 14
"""Characters at the end of a block that tell whether the next block goes on from it."""


# -- all references of a contract -----------------------------------------------------------------------------------


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
                    citation = replace(citation, number=_LAST_BRACKET.sub("", previous.number) + citation.number)
            if meaning is None:
                meaning = resolver.resolve(citation, origin)
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
            lists.setdefault(citation.group, []).append(_tidy(citation.number))
    return {
        group: tuple(numbers)
        for group, numbers in lists.items()
        if len(numbers) > 1 and all(number.count("(") == 1 for number in numbers)
    }


def cited_elsewhere(blocks: Sequence[Reading], own_names: Set[str]) -> frozenset[Key]:
    """The numbers that are somewhere cited as those of another document than the one that goes by *own_names*."""
    own = {name.casefold() for name in own_names}
    return frozenset(
        key_of(_tidy(c.number))
        for block in blocks
        for c in block.citations
        if c.outward
        and c.number[:1].isdigit()
        and c.kind not in ATTACHMENTS
        and (c.document is None or c.document.casefold() not in own)
    )


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
            _is_regulated(block, citation.start),
        )
        for citation in block.citations
    )


def _is_regulated(block: Reading, place: int) -> bool:
    return _REGULATION.search(block.text, max(0, place - _RULED), place) is not None


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
