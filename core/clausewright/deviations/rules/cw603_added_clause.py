from __future__ import annotations

from clausewright.deviations.rules.base import DeviationRule
from clausewright.finding import Severity


class AddedClause(DeviationRule):
    """A clause is in the contract and not in the reference template.

    What it finds
        Clauses that answer no clause of the template.

    Why it matters
        A clause that the template does not know is one that nobody on this side has thought about yet.

    Example
        14. The Supplier may set off any sum against the Fees.   (template: nothing of the kind)

    Write instead
        Nothing, or what was agreed; then accept the clause.

    What it leaves alone
        Headings, recitals and signature blocks, sentences that were moved to another clause, and clauses that somebody
        has accepted.
    """

    code = "CW603"
    name = "added-clause"
    severity = Severity.INFORMATION
