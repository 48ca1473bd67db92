from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract, Status
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.rules.emptiness import Emptiness, emptiness


class ReferenceToEmptyClause(Rule):
    """A reference cites a clause that says nothing: it is reserved or was taken out.

    What it finds
        A citation of a clause whose only text is "[Reserved]", "Intentionally omitted" or the like, or that has none.

    Why it matters
        The right or duty that the reference builds on was taken out of the document.

    Example
        4.3 [Reserved]
        9.1 Subject to Section 4.3, the Supplier is liable.

    Write instead
        9.1 The Supplier is liable.

    What it leaves alone
        Ranges that reach across such a clause, clauses of other documents, and text that was blacked out.
    """

    code = "CW209"
    name = "reference-to-empty-clause"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        for reference in contract.references:
            if reference.status is not Status.RESOLVED:
                continue
            (target,) = reference.targets
            state = emptiness(contract, target)
            if state in (Emptiness.RESERVED, Emptiness.BARE):
                yield self.finding(
                    reference.start,
                    reference.end,
                    f"“{reference.text}” leads to a clause that has no text: it is reserved or was taken out.",
                    related=(Related(target.start, target.marker_end, f"{target.number} has no text"),),
                )
