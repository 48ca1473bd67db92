from __future__ import annotations

from collections.abc import Iterable

from clausewright.clauses import Defect
from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.rules.sequence import rows_of_twins


class DuplicateNumber(Rule):
    """A clause carries the same number as the one before it in the same list.

    What it finds
        Two neighbours in one list with one number: 7.2 followed by 7.2, (b) followed by (b). One finding speaks
        for a number that is used several times.

    Why it matters
        A citation of that number could mean either clause; a court may have to choose.

    Example
        7.2 Interest. Late sums bear interest at two per cent.
        7.2 Taxes. Fees exclude taxes.

    Write instead
        7.2 Interest. Late sums bear interest at two per cent.
        7.3 Taxes. Fees exclude taxes.

    What it leaves alone
        Lists that start again in a schedule, an exhibit, an annexed document or a new sentence, and Markdown lists
        whose items are all written "1.".
    """

    code = "CW102"
    name = "duplicate-number"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        for row in rows_of_twins(contract):
            yield self._finding(row)

    def _finding(self, row: list[Defect]) -> Finding:
        defect, *more = row
        related = []
        if defect.before is not None:
            first = defect.before
            related.append(Related(first.start, first.marker_end, f"“{first.marker}” stands here first"))
        related.extend(Related(other.start, other.end, "and again here") for other in more)
        times = f"{len(row) + 1} times" if more else "twice"
        message = f"“{defect.marker}” is used {times} in a row; “{defect.expected}” would follow here."
        return self.finding(defect.start, defect.end, message, related=tuple(related))
