"""Cross-references: what a passage cites, and how."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum

from clausewright.citations import Citation
from clausewright.clauses import Clause, ClauseKind
from clausewright.numerals import NUMBER_WORDS, from_roman


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


_TOKENS = re.compile(r"[0-9]+|[a-z]+")
_SINGULAR = {"appendices": "appendix", "annexes": "annex"}
_LAST_BRACKET = re.compile(r"\s*\([A-Za-z0-9]{1,8}\)\Z")
_ATTACHMENT_KINDS = frozenset((ClauseKind.SCHEDULE, ClauseKind.EXHIBIT, ClauseKind.ANNEX))

Key = tuple[str, ...]


def key_of(number: str) -> Key:
    """The parts of a number, whatever stands between them: ``11.2(a)(i)`` and ``11.2.a.i`` are alike."""
    return tuple(_TOKENS.findall(number.lower()))


def root_of(clause: Clause | None) -> Clause | None:
    """The schedule, exhibit or annex that a clause lies in (itself included), or None for the body."""
    while clause is not None and clause.parent is not None:
        clause = clause.parent
    return clause if clause is not None and clause.kind in _ATTACHMENT_KINDS else None


class Resolver:
    """Finds what citations mean among the clauses of one contract."""

    def __init__(self, clauses: Sequence[Clause], own_names: Set[str], amendment: bool) -> None:
        self._own_names = own_names
        self._amendment = amendment
        self._by_root: dict[int, dict[Key, list[Clause]]] = {}
        self._articles: dict[int, dict[int, list[Clause]]] = {}
        self._headless: dict[int, dict[str, list[Clause]]] = {}
        self._attachments: dict[Key, list[Clause]] = {}
        self._labels: dict[Key, list[Clause]] = {}
        self._recitals: dict[Key, list[Clause]] = {}
        self.numbered = False
        for clause in clauses:
            if clause.kind is ClauseKind.SIGNATURE or clause.kind is ClauseKind.HEADING:
                continue
            root = root_of(clause)
            if clause is root:
                self._attachments.setdefault(key_of(clause.number), []).append(clause)
                self._labels.setdefault(key_of(clause.number)[1:], []).append(clause)
                continue
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
                continue
            if root is None:
                self.numbered = True
            key = key_of(local.removeprefix("Article "))
            self._by_root.setdefault(id(root), {}).setdefault(key, []).append(clause)
            if len(key) == 2 and key[0].isdigit() and key[1] in ("1", "01") and clause.parent is None:
                # the heading "12" is not printed, its first sub-clause 12.1 is
                self._headless.setdefault(id(root), {}).setdefault(key[0], []).append(clause)

    @staticmethod
    def _ordinal(token: str) -> int | None:
        token = token.strip(".").lower()
        return int(token) if token.isdigit() else from_roman(token) or NUMBER_WORDS.get(token)

    def resolve(self, citation: Citation, clause: Clause | None) -> tuple[Status, list[Clause], str | None]:
        """Status, the clauses that may be meant, and the number cited in this contract's style."""
        number = re.sub(r"(?<=[\d.])l(?![a-z])", "1", re.sub(r"\s+", "", citation.number)).strip("\"“”‘’'")
        target: str | None = number
        if (citation.kind == "article" and not number[0].isdigit()) or (
            citation.kind == "article" and number.isdigit()
        ):
            target = f"Article {number}"
        elif citation.kind in ("schedule", "exhibit", "annex", "part"):
            target = f"{_SINGULAR.get(citation.word.lower(), citation.word.lower().rstrip('s')).capitalize()} {number}"
        elif citation.kind == "recital":
            target = f"Recital {number}"
        named = citation.document
        foreign = citation.outward and not (named is not None and self._is_own(named))
        if named is not None and not citation.outward and not self._is_own(named) and not citation.inward:
            foreign = True
        if foreign and not citation.this:
            return Status.EXTERNAL, [], None
        found = self._find(citation, number, clause)
        if citation.this:
            here = clause
            while here is not None and here not in found:
                here = here.parent
            if here is None and len(found) == 1 and citation.kind not in ("schedule", "exhibit", "annex"):
                return Status.RESOLVED, found, found[0].number
            if not found and self._amendment:
                return Status.EXTERNAL, [], None
            return Status.SELF, found[:1], found[0].number if found else target
        if self._amendment and not citation.inward:
            return Status.EXTERNAL, [], None
        if len(found) == 1:
            return Status.RESOLVED, found, found[0].number
        if found:
            return Status.AMBIGUOUS, found, found[0].number
        return Status.UNRESOLVED, [], target

    def inherited(self, citation: Citation, before: Citation, clause: Clause | None) -> Citation:
        """*citation*, a bare "(b)" in a list, with the number that it takes over from the member *before* it."""
        heads = [before.number]
        while _LAST_BRACKET.search(heads[-1]):
            heads.append(_LAST_BRACKET.sub("", heads[-1]))
        for head in [*heads[1:], heads[0]]:
            if head:
                full = replace(citation, number=head + citation.number)
                if self._find(full, re.sub(r"\s+", "", full.number), clause):
                    return full
        return citation

    def _is_own(self, name: str) -> bool:
        return name in self._own_names

    def _find(self, citation: Citation, number: str, clause: Clause | None) -> list[Clause]:
        if citation.within is not None:
            return self._find_within(citation, number, clause)
        if citation.kind == "recital":
            return self._recitals.get(key_of(number), [])
        if citation.kind in ("schedule", "exhibit", "annex"):
            return self._find_attachment(citation.word, number)
        roots = [root_of(clause), None] if root_of(clause) is not None else [None]
        if citation.kind == "part":
            for root in roots:
                table = self._by_root.get(id(root), {})
                if hits := table.get(("part", *key_of(number))):
                    return hits
            return []
        if number.startswith("("):
            return self._find_relative(number, clause)
        key = key_of(number)
        for root in roots:
            if citation.kind == "article":
                value = self._ordinal(number)
                hits = self._articles.get(id(root), {}).get(value, []) if value is not None else []
                if hits:
                    return hits
            table = self._by_root.get(id(root), {})
            if hits := table.get(key):
                return hits
            if len(key) == 1 and key[0].isdigit() and (inner := self._headless.get(id(root), {}).get(key[0])):
                return inner
            if hits := table.get(tuple(part.lstrip("0") or "0" for part in key)):
                return hits
        return []

    def _find_attachment(self, word: str, number: str) -> list[Clause]:
        singular = _SINGULAR.get(word.lower(), word.lower().rstrip("s"))
        key = key_of(number)
        for length in range(len(key), 0, -1):
            head, inner = key[:length], key[length:]
            roots = self._attachments.get((singular, *head)) or []
            if not roots and (length == len(key)):
                same = {"annex", "appendix", "attachment", "annexure", "addendum"}
                if singular in same:
                    roots = [c for c in self._labels.get(head, []) if c.number.split()[0].lower() in same]
            if roots and not inner:
                return roots[:1]
            if roots:
                hits = self._by_root.get(id(roots[0]), {}).get(inner, [])
                if hits:
                    return hits
        return []

    def _find_within(self, citation: Citation, number: str, clause: Clause | None) -> list[Clause]:
        assert citation.within is not None
        kind, outer = citation.within
        wanted = ("part", *key_of(number)) if citation.kind == "part" else key_of(number)
        outer = re.sub(r"\s+", "", outer).strip('"“”')
        if kind in ("schedule", "exhibit", "annex"):
            for word in ("schedule", "exhibit", "annex", "appendix", "attachment"):
                if kind in ("schedule", "exhibit") and word != kind:
                    continue
                for root in self._attachments.get((word, *key_of(outer)), []):
                    return self._by_root.get(id(root), {}).get(wanted, [])
            return []
        if kind == "part":
            parts = [c for table in self._by_root.values() for c in table.get(("part", *key_of(outer)), [])]
            return [c for part in parts for c in _below(part, 1) if key_of(c.number)[-len(wanted) :] == wanted]
        roots = [root_of(clause), None]
        key = (*key_of(outer), *key_of(number))
        for place in roots:
            table = self._by_root.get(id(place), {})
            if key in table:
                return table[key]
            if number[0] != "(" and key_of(number) in table:
                return table[key_of(number)]
        return []

    def _find_relative(self, number: str, clause: Clause | None) -> list[Clause]:
        """What "(b)" or "clause (ii)" means from inside *clause*: the nearest list around that has it."""
        wanted = key_of(number)
        here = clause
        while here is not None:
            hits = [
                c
                for c in _below(here, len(wanted))
                if key_of(c.number)[-len(wanted) :] == wanted
                and len(key_of(c.number)) == len(key_of(here.number)) + len(wanted)
            ]
            if hits:
                return hits
            here = here.parent
        table = self._by_root.get(id(None), {})
        return table.get(wanted, [])


def _below(clause: Clause, depth: int) -> list[Clause]:
    level = [clause]
    for _ in range(depth):
        level = [child for c in level for child in c.children]
    return level
