from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule


class NumberingGap(Rule):
    """A number is missing between a clause and the one before it in the same list.

    What it finds
        A clause whose number is more than one above the number of the clause before it: 7.2 followed by 7.4, (a)
        followed by (c).

    Why it matters
        A missing number is often a clause that was lost in a revision. Every citation of a later clause may be wrong.

    Example
        7.1 Fees. The Customer pays the Fees monthly.
        7.3 Interest. Late sums bear interest at two per cent.

    Write instead
        7.1 Fees. The Customer pays the Fees monthly.
        7.2 Interest. Late sums bear interest at two per cent.

    What it leaves alone
        Clauses marked "[Reserved]" or "Intentionally omitted", lists that start above their first number, and lists
        that start again in a schedule, an exhibit or a new sentence.
    """

    code = "CW101"
    name = "numbering-gap"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        for defect in contract.defects:
            if defect.kind != "gap":
                continue
            before = defect.before
            if before is None:
                yield self.finding(
                    defect.start,
                    defect.end,
                    f"“{defect.marker}” skips a number: “{defect.expected}” is missing before it.",
                )
                continue
            related = (Related(before.start, before.marker_end, f"“{before.marker}” stands before it"),)
            yield self.finding(
                defect.start,
                defect.end,
                f"“{defect.marker}” follows “{before.marker}”: “{defect.expected}” is missing.",
                related=related,
            )
