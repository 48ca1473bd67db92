"""What a citation means among the clauses of one contract."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from clausewright.citations import ONLY, Citation, Container
from clausewright.clauses import ATTACHMENT_KINDS, Clause, ClauseKind, root_of
from clausewright.convention import ATTACHMENTS
from clausewright.nearest import (
    Key,
    Origin,
    article_around,
    clauses_below,
    is_numbered,
    is_part,
    key_of,
    lies_in,
    likeliest,
    list_of_all,
    nearest,
    next_to,
    of_the_same_part,
    part_around,
)
from clausewright.numerals import NUMBER_WORDS, from_roman
from clausewright.reading import Reading


class Status(StrEnum):
    RESOLVED = "resolved"
    UNRESOLVED = "unresolved"
    EXTERNAL = "external"
    SELF = "self"
    AMBIGUOUS = "ambiguous"


class Definition(Protocol):
    """What is asked of a definition: the passage ``[text_start, text_end)`` and the clause it stands in."""

    text_start: int
    text_end: int
    clause: Clause | None


_SINGULAR = {"appendices": "appendix", "annexes": "annex", "addenda": "addendum"}
LAST_BRACKET = re.compile(r"\s*\(([A-Za-z0-9]{1,8})\)\Z")
_AN_AGREEMENT = re.compile(
    r"\A(?!\W*(?:to|amendment|addendum|rider|supplement)\b|.*\b(?:schedule|fees|pricing|list)\W*\Z).*\b(?:agreement|contract|lease|deed|licen[sc]e|undertaking|"
    r"note|guarant(?:y|ee)|warrant|release|consent|terms|conditions|form\s+of)\b",
    re.IGNORECASE | re.DOTALL,
)
_CLOSED = re.compile(r"(?<![(\w])(\d{1,2})\)\s?(?=[a-z]{1,4}\))")
"""The first bracket of a number printed in the style of markers such as "1)" and "a)": "1)a)" is 1(a)."""
_PART_OF_LABEL = re.compile(r"(?:-\d{1,2}|(?:\(\w{1,4}\))+)\Z")
_UNIT_KINDS = frozenset((ClauseKind.SECTION, ClauseKind.CLAUSE))
_CAPITAL = re.compile(r"[A-HJ-UWYZ](?:\.\d{1,2})*(?:\(\w{1,3}\))*\Z")
"""A number of an outline in capitals that is no roman numeral."""
_NEAR_WORDS = ("sub", "no.", "item", "point", "option")
"""Beginnings of words for a unit that is looked for around the citation first, and is no article."""
_NEVER_THAT_MANY = 100
"""Numbers from here on are those of statutes, unless the document itself comes near them."""


def _singular(word: str) -> str:
    return _SINGULAR.get(word.lower(), word.lower().rstrip("s"))


def tidy(number: str) -> str:
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
    may mean a unit of its body by "paragraph 4", *foreign_articles* that it speaks of the articles of others only.
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
        foreign_articles: bool = False,
    ) -> None:
        self._foreign_articles = foreign_articles
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
        self._lettered = sum(c.kind in _UNIT_KINDS and _is_capital(c) for c in self._top) > 1
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
        number = tidy(citation.number)
        here = citation.word.casefold() == "item" and bool(citation.within) and citation.within[-1].kind == "article"
        if citation.within and not citation.within[-1].number and not self._container(citation.within[-1], origin):
            if citation.within[-1].kind == "schedule":
                return Meaning(Status.EXTERNAL)  # its heading is not read as one; the body is no schedule
            citation = replace(citation, within=citation.within[:-1])  # "this Exhibit" is the whole paper
        if self._is_foreign(citation) or (
            citation.within and citation.within[-1].number == ONLY and not self._container(citation.within[-1], origin)
        ):
            return Meaning(Status.EXTERNAL)
        found = self._items_around(number, origin.clause, None) if here and not citation.within else []
        found = found or self._find(citation, number, origin)
        if not found and "(l)" in number:
            found = self._find(citation, number.replace("(l)", "(1)"), origin)  # a misread one
        if not found and number.startswith("l(") and citation.kind not in ATTACHMENTS:
            found = self._find(citation, f"1{number[1:]}", origin)
        if citation.tentative and not citation.word and number[0] == "(":
            found = [c for c in found if c.number.endswith(number)]
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
        if key in self._misplaced and not citation.within:
            return None
        if citation.tentative and not (self._lettered and _is_lettered(citation)):
            return None
        if citation.term is not None:
            return self._in_definition(citation.term, number)
        ahead = citation.direction is not None and not citation.direction.endswith("above")
        around = number[0] == "(" and not ahead and self._is_around(citation, origin)
        if around and origin.clause is not None and origin.said(number):
            # an enumeration of the sentence that the tree does not hold
            return Meaning(Status.RESOLVED, (origin.clause,), f"{origin.clause.number}{number}")
        place = origin.offset - origin.paragraph
        regulated = number[0] == "(" and is_regulated(origin.block, place)
        if (self._completes or regulated) and citation.kind not in ATTACHMENTS:
            return Meaning(Status.EXTERNAL)
        if not (citation.inward or self._names_itself(citation)) and key:
            if self._foreign_articles and citation.kind == "article" and not self._articles:
                return Meaning(Status.EXTERNAL)
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
                    Status.UNRESOLVED, (), f"{_singular(container.word).capitalize()} {tidy(container.number)}"
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
        return len(found) == 1 and lies_in(origin.clause, found[0])

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
            return f"{tidy(citation.within[0].number)}{number}"
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
        own = root_of(here)
        units = found
        if own is not None and citation.kind not in ATTACHMENTS:
            units = [*found, *self._find_numbered(citation.kind, number, own)]
        near = citation.word.casefold().startswith(_NEAR_WORDS)
        while here is not None and here not in units and not (near and _prints(here, number)):
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
        return next((c for c in line if c.kind is not ClauseKind.ITEM and c.kind not in ATTACHMENT_KINDS), None)

    def follow(
        self, citation: Citation, before: Citation, targets: Sequence[Clause], origin: Origin
    ) -> Citation | Clause:
        """What a bare "(b)" in a list takes over from the member *before* it, which means *targets*.

        Either the clause itself, where it is a sibling of the one before, or the citation with its number made whole.
        """
        number = tidy(citation.number)
        style = _style(number.strip("()").split(")")[0])
        head = tidy(before.number)
        if head[0] == "(" and head.count("(") == number.count("(") > 1:
            return citation
        heads: list[str] = []
        sibling: str | None = None
        while (last := LAST_BRACKET.search(head)) is not None:
            head = head[: last.start()]
            heads.append(head)
            if _style(last.group(1)) == style and sibling is None:
                sibling = head
                if len(targets) == 1 and len(heads) == 1 and (clause := next_to(targets[0], number)) is not None:
                    return clause
        for whole in (*heads, tidy(before.number)):
            if whole and self._find(replace(citation, number=whole + number), whole + number, origin):
                return replace(citation, number=whole + number)
        if sibling is None:
            sibling = heads[-1] if heads else tidy(before.number)
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
                if hits := table.get((_singular(citation.word), *key_of(number))):
                    return hits
            return []
        if number.startswith("(") or (len(number) == 1 and number.isalpha() and number not in "IVX"):
            return self._find_relative(number, origin, citation.direction)
        near = citation.word.casefold().startswith(_NEAR_WORDS) and citation.kind != "article"
        if near and (hits := self._find_around(citation.kind, number, clause)):
            return hits
        if citation.direction is not None and (part := self._find_that_way(citation, number, origin)):
            return part
        for root in roots:
            hits = self._find_numbered(citation.kind, number, root)
            if near or citation.word.casefold().startswith("para"):
                hits = [c for c in hits if c.kind is not ClauseKind.ARTICLE]
            if hits:
                return likeliest(of_the_same_part(hits, clause), number)
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
        return likeliest(hits, number) if hits else self._find_around(citation.kind, number, clause)

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
                else article_around(origin.clause)
                if unit.kind == "article"
                else part_around(origin.clause)
            )
            return [around] if around is not None else []
        if unit.number == ONLY:
            return self._only(unit.word)
        number = tidy(unit.number)
        if unit.kind in ATTACHMENTS:
            return self._find_attachment(unit.kind, unit.word, number)[:1]
        if outer is not None:
            return self._inside(outer, unit.kind, number, unit.word)
        return self._find(Citation(0, 0, unit.kind, unit.word, number, 0), number, origin)

    def _find_within(self, citation: Citation, number: str, origin: Origin) -> list[Clause]:
        """What the number means inside the units that the citation names."""
        if citation.kind in ATTACHMENTS:
            return self._find_attachment(citation.kind, citation.word, number)
        outer = self._innermost(citation, origin)
        if outer is None:
            return []
        if citation.word.casefold() == "item" and not citation.within[0].number:
            return self._items_around(number, origin.clause, outer)
        if number[0] == "(" and not citation.within[0].number:
            near = self._find_relative(number, origin, citation.direction)
            if near and all(lies_in(c, outer) for c in near):
                return near
        return self._inside(outer, citation.kind, number, citation.word)

    def _items_around(self, number: str, clause: Clause | None, outer: Clause | None) -> list[Clause]:
        """The items with *number* of the nearest list around *clause* in *outer*, whatever is called an article."""
        wanted = key_of(number)
        while clause is not None:
            if hits := [c for c in clause.children if key_of(c.number)[-len(wanted) :] == wanted]:
                return likeliest(hits, number)
            if clause is outer:
                break
            clause = clause.parent
        return []

    def _innermost(self, citation: Citation, origin: Origin) -> Clause | None:
        """The innermost of the units that the citation names, taken from the outermost in."""
        outer: Clause | None = None
        for unit in reversed(citation.within):
            containers = self._container(unit, origin, outer)
            if len(containers) != 1:
                return None
            outer = containers[0]
        return outer

    def _inside(self, outer: Clause, kind: str, number: str, word: str = "") -> list[Clause]:
        """The clauses below *outer* that carry *number*, the highest ones only; *word* is the name of a part."""
        wanted = (_singular(word), *key_of(number)) if kind == "part" else key_of(number)
        table = self._by_root.get(id(root_of(outer)), {})
        if number[0] != "(" and (hits := [c for c in table.get(wanted, []) if c is not outer and lies_in(c, outer)]):
            return likeliest(hits, number)
        level = outer.children
        capital = len(number) == 1 and number.isupper() and any(_is_capital(c) for c in level)
        while level:
            hits = [c for c in level if key_of(c.number)[-len(wanted) :] == wanted and (not capital or _is_capital(c))]
            if kind != "part":
                hits = [c for c in hits if not is_part(c)]
            if hits and all(c.parent is not None and is_part(c.parent) for c in hits):
                return hits  # that of each Part may be meant
            if hits:
                return likeliest(hits, number)
            level = [child for c in level for child in c.children]
        return []

    def _find_relative(self, number: str, origin: Origin, direction: str | None) -> list[Clause]:
        """What "(b)" or "clause (ii)" means from where it stands: the nearest list around that has it."""
        if origin.fellows and (whole := list_of_all(origin)) is not None:
            return nearest([c for c in whole.children if c.number.endswith(number)], number, origin, direction)
        wanted = key_of(number)
        here = origin.clause
        while here is not None:
            hits = [
                c
                for c in clauses_below(here, len(wanted))
                if key_of(c.number)[-len(wanted) :] == wanted
                and len(key_of(c.number)) == len(key_of(here.number)) + len(wanted)
            ]
            if hits:
                return nearest(hits, number, origin, direction)
            here = here.parent
        found = self._by_root.get(id(None), {}).get(wanted, [])
        if number[0] == "(":
            found = [c for c in found if c.kind is not ClauseKind.ARTICLE]
        if found:
            return nearest(found, number, origin, direction) if direction is not None else likeliest(found, number)
        if number[0] != "(":
            return self._recitals.get(wanted, []) if direction is None else []
        return self._only_one_in_clause(number, origin.clause)

    @staticmethod
    def _only_one_in_clause(number: str, clause: Clause | None) -> list[Clause]:
        """The one place numbered *number* in the whole clause, as where a paragraph speaks of the list of another."""
        while clause is not None and clause.parent is not None and clause.parent.kind not in ATTACHMENT_KINDS:
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


def _is_item_of_section(clause: Clause) -> bool:
    """Whether it is the 3 of a list below section 2, which nobody calls a section."""
    outer = clause.parent
    return outer is not None and outer.kind in _UNIT_KINDS and is_numbered(outer) and len(key_of(clause.marker)) == 1


def _is_lettered(citation: Citation) -> bool:
    """Whether *citation* names a unit of an outline in capitals: "Section B.4"."""
    letter = _CAPITAL.match(citation.number) is not None
    return letter and citation.kind in ("section", "article", "clause") and citation.document is None


def _is_capital(clause: Clause) -> bool:
    """Whether *clause* is lettered in capitals."""
    return clause.marker.strip("(). \t").isupper()


def _prints(clause: Clause, number: str) -> bool:
    """Whether *number*, without brackets, is all that the marker of *clause* prints behind a word such as "Section"."""
    if clause.marker.lstrip().startswith("("):
        return False
    return tuple(part for part in key_of(clause.marker) if part.isdigit() or len(part) < 4) == key_of(number)


_REGULATION = re.compile(r"\b(?:FAR|[A-Z]{1,4}FARS?|HHSAR)\s+\d{2,3}\.\d{3}")
"""A clause of the rules on public contracts, whose paragraphs the text around it may change by their letters alone."""
_RULED = 1200
"""Characters behind the name of such a clause among which it is spoken of."""


def is_regulated(block: Reading, place: int) -> bool:
    return _REGULATION.search(block.text, max(0, place - _RULED), place) is not None
