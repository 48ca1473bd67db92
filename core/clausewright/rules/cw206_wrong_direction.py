from __future__ import annotations

import re
from collections.abc import Iterable

from clausewright.contract import Contract, Status
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.rules.targets import cited_clause, in_one_part

_PARAGRAPH_END = re.compile(r"\n\n")


class WrongDirection(Rule):
    """A reference says "above" of a clause that lies below it, or "below" of one that lies above.

    What it finds
        "Section 5 above" that stands before Section 5 or in its first paragraph, and "Section 5 below" behind it.

    Why it matters
        The word shows that the number is stale or that one of the two clauses was moved.

    Example
        3.2 The price follows from Section 5 above.
        5. Price. ...

    Write instead
        3.2 The price follows from Section 5.
        5. Price. ...

    What it leaves alone
        Bare letters and numerals of a list ("clause (ii) above"), later paragraphs of the cited clause itself, and
        other documents' clauses.
    """

    code = "CW206"
    name = "wrong-direction"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        for reference in contract.references:
            direction = reference.citation.direction
            if direction is None or reference.status is not Status.RESOLVED:
                continue
            target = cited_clause(reference)
            if target is None or not in_one_part(reference, target):
                continue
            if target.start <= reference.start < target.end:
                if contract.wording.says(_PARAGRAPH_END, target.start, reference.start):
                    continue
                if not direction.endswith("above") and any(c.start > reference.end for c in target.children):
                    continue  # what is meant may follow in its sub-clauses
                where = f"it stands in {target.number} itself"
            elif direction.endswith("above") and target.start > reference.start:
                where = f"{target.number} lies below"
            elif not direction.endswith("above") and target.end <= reference.start:
                where = f"{target.number} lies above"
            else:
                continue
            related = (Related(target.start, target.marker_end, f"{target.number} is here"),)
            yield self.finding(
                reference.start, reference.end, f"“{reference.text} {direction}”: {where}.", related=related
            )
