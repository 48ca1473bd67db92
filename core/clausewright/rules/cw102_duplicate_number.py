from __future__ import annotations

from collections.abc import Iterable

from clausewright.clauses import ClauseKind, Defect
from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.rules.sequence import bare


def _has_twin(defect: Defect) -> bool:
    """Whether the number before it is the same in the same list; a new list only seems to repeat one."""
    before, clause = defect.before, defect.clause
    if before is not None and clause is not None and before.parent is not clause.parent:
        return False
    if clause is None or clause.kind is ClauseKind.ITEM:
        return True
    return before is not None and bare(before.marker) == bare(defect.marker)


class DuplicateNumber(Rule):
    """A clause carries the same number as the one before it in the same list.

    What it finds
        Two neighbours in one list with one number: 7.2 followed by 7.2, (b) followed by (b).

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
        for defect in contract.defects:
            if defect.kind != "duplicate":
                continue
            before = defect.before
            if not _has_twin(defect):
                continue
            related = (
                (Related(before.start, before.marker_end, f"“{before.marker}” stands here first"),) if before else ()
            )
            yield self.finding(
                defect.start,
                defect.end,
                f"“{defect.marker}” is used twice in a row; “{defect.expected}” would follow here.",
                related=related,
            )
