from __future__ import annotations

from collections.abc import Iterable, Iterator

from clausewright.clauses import Clause
from clausewright.contract import Contract, Reference, Relation
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule


class MutualOverride(Rule):
    """Two clauses each apply notwithstanding the other.

    What it finds
        A clause that sets another one aside ("notwithstanding Section 9") while that one, or a part of it, sets the
        first aside.

    Why it matters
        Neither prevails. Where the two differ, a court must find out which of them the parties meant to win.

    Example
        4.2 Notwithstanding Section 9.1, the Supplier pays all costs.
        9.1 Notwithstanding Section 4.2, no costs are paid.

    Write instead
        4.2 Subject to Section 9.1, the Supplier pays all costs.
        9.1 Notwithstanding Section 4.2, no costs are paid.

    What it leaves alone
        Clauses that are subject to one another, and clauses that set aside the whole of which both are parts.
    """

    code = "CW408"
    name = "mutual-override"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        edges = list(_edges(contract))
        seen: set[tuple[int, int]] = set()
        for reference, over, under in edges:
            answer = next(((r, o) for r, o, u in edges if _holds(under, o) and _holds(u, over)), None)
            if answer is None:
                continue
            back, other = answer
            pair = (min(over.start, other.start), max(over.start, other.start))
            if pair in seen:
                continue
            seen.add(pair)
            yield self.finding(
                back.start,
                back.end,
                f"{_name(over)} applies notwithstanding {_name(under)}, and {_name(other)} notwithstanding "
                f"{_name(back.targets[0])}.",
                related=(Related(reference.start, reference.end, "set aside here"),),
            )


def _edges(contract: Contract) -> Iterator[tuple[Reference, Clause, Clause]]:
    """Each override as reference, clause that prevails, clause set aside; none where the one stands in the other."""
    for reference in contract.references:
        if reference.relation is Relation.NOTWITHSTANDING and reference.clause is not None and reference.targets:
            under = reference.targets[0]
            if len(reference.targets) == 1 and not _holds(under, reference.clause):
                yield reference, reference.clause, under


def _holds(outer: Clause, inner: Clause) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _name(clause: Clause) -> str:
    return f"“{clause.number}”"
