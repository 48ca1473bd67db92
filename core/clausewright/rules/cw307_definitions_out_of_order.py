from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby, pairwise

from clausewright.contract import Contract
from clausewright.finding import Finding, Related
from clausewright.rules.base import Rule
from clausewright.terms import Definition

_LIST = 5
_MOSTLY = 5
"""A list of so many entries or more is alphabetical where at most one in so many stands before its forerunner."""


class DefinitionsOutOfOrder(Rule):
    """A definition stands at the wrong place of an alphabetical list of definitions.

    What it finds
        In a list of five definitions or more that is in alphabetical order but for one entry in five at most, an entry
        whose term comes before the term of the entry above it.

    Why it matters
        A reader who looks a term up where the alphabet puts it does not find it.

    Example
        "Fee" means ... / "Goods" means ... / "Delivery" means ...

    Write instead
        "Delivery" means ... / "Fee" means ... / "Goods" means ...

    What it leaves alone
        Lists that are in another order, and definitions in running text. The rule is off by default: many house styles
        order definitions by subject.
    """

    code = "CW307"
    name = "definitions-out-of-order"
    severity = None

    def check(self, contract: Contract) -> Iterable[Finding]:
        entries = [d for d in contract.definitions if d.form in ("means", "has-the-meaning", "includes")]
        for _, group in groupby(entries, key=lambda d: id(d.clause.parent or d.clause) if d.clause else 0):
            listed = list(group)
            astray = [(a, b) for a, b in pairwise(listed) if _key(b) < _key(a)]
            if len(listed) < _LIST or len(astray) * _MOSTLY > len(listed):
                continue
            for before, entry in astray:
                yield self.finding(
                    entry.start,
                    entry.end,
                    f"“{entry.term}” comes before “{before.term}” in the alphabet, but stands behind it.",
                    related=(Related(before.start, before.end, "the entry above"),),
                    term=entry.term,
                )


def _key(definition: Definition) -> str:
    return "".join(c for c in definition.term.casefold() if c.isalnum() or c == " ")
