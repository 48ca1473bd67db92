from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule


class WrongParentNumber(Rule):
    """A clause is numbered as a part of another clause than the one it stands in.

    What it finds
        A dotted number whose head is not the number of the clause around it: 1.1 as the first sub-clause of 4.

    Why it matters
        Whoever cites the sub-clause cites a place that does not exist, or another one.

    Example
        4. Accounts
        1.1 Registering. You must give true data.

    Write instead
        4. Accounts
        4.1 Registering. You must give true data.

    What it leaves alone
        Numbers that start again in a schedule, an exhibit or an annexed document.
    """

    code = "CW104"
    name = "wrong-parent-number"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        for defect in contract.defects:
            if defect.kind != "wrong_parent" or defect.clause is None:
                continue
            parent = defect.clause.parent
            related = (Related(parent.start, parent.marker_end, "the clause it stands in"),) if parent else ()
            where = f" in {parent.number}" if parent else ""
            yield self.finding(
                defect.start,
                defect.end,
                f"“{defect.marker}” stands{where}, where “{defect.expected}” would follow.",
                related=related,
            )
