from __future__ import annotations

import re
from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.rules.sequence import are_swapped, bare, begins_anew, follows_misread, goes_on, is_misread

_CITATION_ENDS = re.compile(r"[ \t]+(?:is|are|above|below|of|hereof)\b", re.IGNORECASE)
"""How a sentence goes on behind the number of a paragraph that it cites."""


class NumberOutOfOrder(Rule):
    """A clause's number is below the number of the clause before it in the same list.

    What it finds
        A number that steps back: 7.3 followed by 7.2, (d) followed by (b). Also a marker that fits no list around it
        where a clause would stand, if another list lacks its number.

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
        Lists that start again in a schedule, an exhibit, an annexed document, a new sentence or the same clause, and a
        letter that was misread in a scan where the list goes on rightly.
    """

    code = "CW103"
    name = "number-out-of-order"
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        missing = {bare(defect.expected) for defect in contract.defects if defect.kind == "gap"}
        for defect in contract.defects:
            if defect.kind == "out_of_order":
                if begins_anew(contract, defect) or follows_misread(defect):
                    continue
                if is_misread(defect.marker, defect.expected) and goes_on(defect):
                    continue
                if defect.marker.startswith("(") and contract.wording.goes_on(_CITATION_ENDS, defect.end, 12):
                    continue
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
            elif defect.before is not None and are_swapped(contract, defect):
                yield self.finding(
                    defect.before.start,
                    defect.before.marker_end,
                    f"“{defect.before.marker}” is out of order after “{defect.expected}”, which stands before it.",
                )
            elif defect.kind == "dropped" and bare(defect.marker) in missing:
                yield self.finding(
                    defect.start,
                    defect.end,
                    f"“{defect.marker}” looks like a clause number but fits no list around it.",
                )
