from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule


class NumberOutOfOrder(Rule):
    """A clause's number is below the number of the clause before it in the same list.

    What it finds
        A number that steps back: 7.3 followed by 7.2, (d) followed by (b). Also a marker that stands where a clause
        would but fits no list around it.

    Why it matters
        Out-of-order clauses are the mark of a move or a merge that was not finished; citations may point at the
        clause that used to carry the number.

    Example
        7.3 Interest. Late sums bear interest at two per cent.
        7.2 Taxes. Fees exclude taxes.

    Write instead
        7.2 Taxes. Fees exclude taxes.
        7.3 Interest. Late sums bear interest at two per cent.

    What it leaves alone
        Lists that start again in a schedule, an exhibit, an annexed document or a new sentence.
    """

    code = "CW103"
    name = "number-out-of-order"
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        for defect in contract.defects:
            if defect.kind == "out_of_order":
                before = defect.before
                related = (
                    (Related(before.start, before.marker_end, f"“{before.marker}” stands before it"),) if before else ()
                )
                after = f" after “{before.marker}”" if before else ""
                yield self.finding(
                    defect.start,
                    defect.end,
                    f"“{defect.marker}” is out of order{after}; “{defect.expected}” would follow here.",
                    related=related,
                )
            elif defect.kind == "dropped":
                yield self.finding(
                    defect.start,
                    defect.end,
                    f"“{defect.marker}” looks like a clause number but fits no list around it.",
                )
