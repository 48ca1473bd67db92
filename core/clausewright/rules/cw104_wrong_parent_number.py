from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from clausewright.clauses import Clause, Defect
from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.rules.sequence import run_of

_REPLACES = re.compile(
    r"\b(?:deleted|replaced|amended|substituted|restated)\b[^.;]{0,160}?\b(?:in\s+(?:its|their)\s+place|as\s+follows"
    r"|(?:by|with)\s+the\s+following|following)\b",
    re.IGNORECASE,
)


def _place(clause: Clause) -> tuple[int, str]:
    """Where a clause stands, and the number of the parent that its own number names."""
    return id(clause.parent), clause.number.rpartition(".")[0]


def _numbered_well(contract: Contract, defect: Defect, clause: Clause) -> bool:
    """Whether a sibling before the clause carries the number of their parent."""
    parent = clause.parent
    head = f"{parent.number if parent else defect.expected.rpartition('.')[0]}."
    row = parent.children if parent else [c for c in contract.clauses if c.parent is None]
    return any(sibling.number.startswith(head) for sibling in row if sibling.start < clause.start)


def _comes_next(clause: Clause) -> bool:
    """Whether the clause that the number names comes next and lacks this one: headings set apart from their text."""
    parent = clause.parent
    row = parent.parent.children if parent is not None and parent.parent is not None else []
    after = [sibling for sibling in row if sibling.start > clause.start][:2]
    named = next((sibling for sibling in after if sibling.number == clause.number.rpartition(".")[0]), None)
    return named is not None and all(child.number != clause.number for child in named.children)


def _quotes_another(contract: Contract, defect: Defect) -> bool:
    """Whether the clause around says that it replaces passages of another document, and this is one of them."""
    parent = defect.clause.parent if defect.clause is not None else None
    return parent is not None and contract.wording.says(_REPLACES, parent.marker_end, defect.start)


class WrongParentNumber(Rule):
    """A clause is numbered as a part of another clause than the one it stands in.

    What it finds
        A dotted number whose head is not the number of the clause around it: 1.1 as the first sub-clause of 4. Several
        in one clause are told in one finding.

    Why it matters
        Whoever cites the sub-clause cites a place that does not exist, or another one.

    Example
        4. Accounts
        1.1 Registering. You must give true data.

    Write instead
        4. Accounts
        4.1 Registering. You must give true data.

    What it leaves alone
        Numbers that start again in a schedule, an exhibit or an annexed document, passages that replace those of
        another document, and several clauses of another one in a row, which were moved when the text was extracted.
    """

    code = "CW104"
    name = "wrong-parent-number"
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        wrong = [d for d in contract.defects if d.kind == "wrong_parent" and d.clause is not None]
        runs = Counter(_place(d.clause) for d in wrong if d.clause is not None)
        told: dict[tuple[int, str], list[Defect]] = {}
        for defect in wrong:
            assert defect.clause is not None
            if runs[_place(defect.clause)] > 1 and _numbered_well(contract, defect, defect.clause):
                continue  # a passage that has slipped in here
            if _comes_next(defect.clause) or _quotes_another(contract, defect):
                continue
            told.setdefault(_place(defect.clause), []).append(defect)
        for first, *others in told.values():
            parent = first.clause.parent if first.clause is not None else None
            related = [Related(parent.start, parent.marker_end, "the clause it stands in")] if parent else []
            related += [Related(other.start, other.end, f"“{other.expected}” would follow here") for other in others]
            where = f" in {parent.number}" if parent else ""
            run = run_of(first.marker, (others or [first])[-1].marker, 1 + len(others))
            stand = "stand" if others else "stands"
            yield self.finding(
                first.start,
                first.end,
                f"{run} {stand}{where}, where “{first.expected}” would follow.",
                related=tuple(related),
            )
