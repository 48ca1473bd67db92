"""Facts of references: another clause is cited."""

from __future__ import annotations

from clausewright.comparison.facts.evidence import Evidence
from clausewright.comparison.facts.fact import FactKind
from clausewright.comparison.wording import Sort, Token


def read_citations(found: Evidence) -> None:
    """References that cite what none of the other side's cites, where either side has as many, all of them known."""
    ones, others = (
        [(i, t) for i, t in enumerate(side) if t.sort is Sort.REFERENCE] for side in (found.one, found.other)
    )
    if not ones or len(ones) != len(others) or not all(t.cites for _, t in (*ones, *others)):
        return
    lost = [i for i, t in ones if not any(_meet(t, other) for _, other in others)]
    new = [i for i, t in others if not any(_meet(t, other) for _, other in ones)]
    if lost and new:
        found.features["cites_other"] += 1
        found.add(7.5, FactKind.REFERENCE, lost[:1], new[:1])


def _meet(one: Token, other: Token) -> bool:
    return not one.cites.isdisjoint(other.cites)
