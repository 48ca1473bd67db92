from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from clausewright.clauses import Clause
from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule


def _place(clause: Clause) -> tuple[int, str]:
    """Where a clause stands, and the number of the parent that its own number names."""
    return id(clause.parent), clause.number.rpartition(".")[0]


def _numbered_well(clause: Clause) -> bool:
    """Whether a sibling before the clause carries the number of their parent."""
    parent = clause.parent
    return parent is not None and any(
        sibling.number.startswith(f"{parent.number}.") for sibling in parent.children if sibling.start < clause.start
    )


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
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        wrong = [d for d in contract.defects if d.kind == "wrong_parent" and d.clause is not None]
        runs = Counter(_place(d.clause) for d in wrong if d.clause is not None)
        for defect in wrong:
            assert defect.clause is not None
            if runs[_place(defect.clause)] > 1 and _numbered_well(defect.clause):
                continue  # a passage that has slipped in here
            parent = defect.clause.parent
            related = (Related(parent.start, parent.marker_end, "the clause it stands in"),) if parent else ()
            where = f" in {parent.number}" if parent else ""
            yield self.finding(
                defect.start,
                defect.end,
                f"“{defect.marker}” stands{where}, where “{defect.expected}” would follow.",
                related=related,
            )
