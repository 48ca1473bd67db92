from __future__ import annotations

import re
from collections.abc import Iterable

from clausewright.clauses import Clause, ClauseKind, root_of
from clausewright.contract import Contract
from clausewright.finding import Finding, Severity
from clausewright.rules.base import Rule

_FIRST = re.compile(r"\(?(?:a|i|A|I|1)\)")
_SECOND = {"a": "b", "i": "ii", "A": "B", "I": "II", "1": "2"}
_FAR = 30
"""How many clauses further on the second item is looked for."""
_COLON = re.compile(r":\s*\Z")
"""Without it, "(1)" may be a quantity, or a letter l that was misread."""
_ANYTHING = re.compile(r"\S")
_NEXT = re.compile(r"\(?\b(?:b|ii|B|II|2)\)|\[\s*\*")
"""A second item that is printed in a way that was not read as one, or text that was blacked out."""


class SingleItemList(Rule):
    """A list has one item only: (a) and no (b).

    What it finds
        A first lettered or numbered sub-clause that has no second one.

    Why it matters
        A list of one is what is left when its other items were deleted, or when the second lost its number; "any of
        the following" then has a single case.

    Example
        7.1 The Supplier may end this agreement if the Customer:
        (a) fails to pay.

    Write instead
        7.1 The Supplier may end this agreement if the Customer fails to pay.

    What it leaves alone
        Dotted sub-clauses (4.1 alone under 4), items within a sentence, lists of a schedule, and recitals.
    """

    code = "CW106"
    name = "single-item-list"
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        wording = contract.wording
        for index, clause in enumerate(contract.clauses):
            parent = clause.parent
            if parent is None or len(parent.children) > 1 or root_of(clause) is not None or not _is_first(clause):
                continue
            if clause.marker.strip("()") == "1" and not wording.leads_to(_COLON, clause.start, 20):
                continue
            if not clause.children and not wording.says(_ANYTHING, clause.marker_end, clause.own_end):
                continue
            if _goes_on_elsewhere(clause, contract.clauses[index + 1 : index + _FAR]):
                continue
            if not wording.says(_NEXT, clause.marker_end, parent.end):
                yield self.finding(
                    clause.start,
                    clause.marker_end,
                    f"“{clause.marker}” is the only item of its list in {parent.number}.",
                )


def _goes_on_elsewhere(first: Clause, following: Iterable[Clause]) -> bool:
    """Whether the second item stands under another clause, or the first one twice in a row."""
    shape = first.marker.strip("()")
    second = first.marker.replace(shape, _SECOND[shape])
    for clause in following:
        if clause.marker == second:
            return True
        if clause.marker == first.marker:
            return clause.parent is not None and clause.parent.parent is first.parent
    return False


def _is_first(clause: Clause) -> bool:
    return clause.kind is ClauseKind.SUBCLAUSE and _FIRST.fullmatch(clause.marker) is not None
