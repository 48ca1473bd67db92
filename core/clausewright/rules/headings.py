"""Comparing a heading that a citation names with the headings that stand in the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clausewright.clauses import Clause, ClauseKind
from clausewright.contract import Contract, Reference
from clausewright.finding import Edit, Fix
from clausewright.lazy import lazy

_WORD = re.compile(r"[^\W\d_]+")
_EMPTY_WORDS = frozenset("a an and the of to for in on or by with other its his their certain general".split())


def words_of(heading: str) -> frozenset[str]:
    """The words of weight in a heading, without case and without the ending of a plural."""
    words = (word.casefold() for word in _WORD.findall(heading))
    return frozenset(word.rstrip("s") if len(word) > 3 else word for word in words if word not in _EMPTY_WORDS)


def _all_words(heading: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(heading)}


def alike(heading: str, other: str) -> bool:
    """Whether two headings may be one: one says all that the other says, or half of their words are shared."""
    a, b = words_of(heading), words_of(other)
    if not a or not b:  # "General" has no word of weight
        return bool(_all_words(heading) & _all_words(other))
    shared = len(a & b)
    return shared == min(len(a), len(b)) or 2 * shared >= len(a | b) or _initials(a, other) or _initials(b, heading)


def _initials(short: frozenset[str], long: str) -> bool:
    (word, *more) = short
    return not more and word == "".join(w[0] for w in _WORD.findall(long)).casefold()


class Headings:
    """The headings of a contract, by their words."""

    def __init__(self, contract: Contract) -> None:
        self._contract = contract

    @lazy
    def _table(self) -> dict[frozenset[str], list[Clause]]:
        table: dict[frozenset[str], list[Clause]] = {}
        for clause in self._contract.clauses:
            if clause.heading and clause.kind not in (ClauseKind.HEADING, ClauseKind.SIGNATURE):
                table.setdefault(words_of(clause.heading), []).append(clause)
        return table

    def headed(self, heading: str) -> list[Clause]:
        """Clauses whose heading is just this one, or that hold an unnumbered passage under it in bold or italics."""
        wanted = words_of(heading)
        if not wanted:
            all_words = _all_words(heading)
            return [c for c in self._table.get(wanted, []) if all_words and _all_words(c.heading or "") == all_words]
        if found := self._table.get(wanted):
            return found
        run_in = re.compile(rf"^[*_]{{1,3}}{re.escape(heading)}[.:]?[*_]{{1,3}}", re.IGNORECASE | re.MULTILINE)
        places = (self._contract.clause_at(place.start) for place in self._contract.wording.places_of(run_in))
        return [clause for clause in places if clause is not None][:1]


def cite_instead(reference: Reference, meant: Sequence[Clause]) -> tuple[Fix, ...]:
    """A fix that writes the number of the one clause that is *meant* by the caption of *reference*."""
    printed = reference.citation.number
    if len(meant) != 1 or not reference.text.endswith(printed) or not meant[0].number[:1].isdigit():
        return ()
    number = meant[0].number
    edit = Edit(reference.end - len(printed), reference.end, number)
    return (Fix(f"Cite {number}, where “{reference.caption}” is", (edit,)),)
