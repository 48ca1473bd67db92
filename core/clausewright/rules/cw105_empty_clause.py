from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.finding import Finding, Severity
from clausewright.rules.base import Rule
from clausewright.rules.emptiness import Emptiness, emptiness


class EmptyClause(Rule):
    """A number stands alone: the clause has no text.

    What it finds
        A clause with a number, no text, no heading and no sub-clauses.

    Why it matters
        The text was deleted and the number forgotten, or the text was lost; those who signed cannot tell which.

    Example
        (f) insure the Goods; and
        (g)
        (h) report monthly.

    Write instead
        (f) insure the Goods; and
        (g) [Reserved]
        (h) report monthly.

    What it leaves alone
        "[Reserved]", "Intentionally omitted" and the like, redactions, clauses that hold only sub-clauses, headings,
        and numbers that stand apart from their text in a row, as some conversions leave them.
    """

    code = "CW105"
    name = "empty-clause"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        for clause in contract.clauses:
            if emptiness(contract, clause) is Emptiness.BARE:
                yield self.finding(clause.start, clause.marker_end, f"“{clause.marker}” has no text.")
