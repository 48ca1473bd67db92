from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile

from clausewright.clauses import root_of
from clausewright.contract import Contract, Reference, Status
from clausewright.convention import ATTACHMENTS
from clausewright.finding import Finding, Related, Severity
from clausewright.nearest import Key, key_of
from clausewright.rules.base import Rule
from clausewright.rules.targets import around, cited_clause, in_one_part

_PAGE_END = re.compile(r"[ \t]*(?:\r?\n[ \t]*){2}")
"""A sentence that a page ends behind "this Section", before the page's own number."""


class MisplacedSelfReference(Rule):
    """A clause calls itself by another clause's number: "this Section 9" in Section 12.

    What it finds
        "This" before the number of a clause that the reference does not stand in, or that this document does not have.

    Why it matters
        Either the number is stale, and the sentence governs a clause that it was not written for, or the sentence was
        moved. Both readings can be argued.

    Example
        12.3 This Section 9 survives termination.

    Write instead
        12.3 This Section 12 survives termination.

    What it leaves alone
        A clause that cites itself, a clause around it or one of its own sub-clauses, clauses whose own number is in
        doubt, other documents' clauses, and a number that is nowhere in an attachment or in a clause without digits.
    """

    code = "CW205"
    name = "misplaced-self-reference"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        doubtful = {id(defect.clause) for defect in contract.defects if defect.clause is not None}
        for reference in contract.references:
            if _leads_nowhere(reference):
                assert reference.clause is not None
                clause = reference.clause
                on_page_end = contract.wording.goes_on(_PAGE_END, reference.end, 20)
                if not on_page_end and doubtful.isdisjoint(id(c) for c in around(clause)):
                    yield self.finding(
                        reference.start,
                        reference.end,
                        f"“this {reference.text}” stands in {clause.number}, and there is no {reference.target}.",
                        related=(Related(clause.start, clause.marker_end, "the clause that the reference stands in"),),
                    )
                continue
            if not reference.citation.this or reference.status is not Status.RESOLVED or reference.clause is None:
                continue
            target = cited_clause(reference)
            if target is None or not in_one_part(reference, target) or reference.clause in around(target):
                continue
            cited, here = key_of(target.number), key_of(reference.clause.number)
            if here[: len(cited)] == cited or here[0].isdigit() != cited[0].isdigit():
                continue
            if reference.citation.direction or not doubtful.isdisjoint(id(c) for c in around(reference.clause)):
                continue
            related = (
                Related(target.start, target.marker_end, f"{target.number} is here"),
                Related(reference.clause.start, reference.clause.marker_end, "the clause that the reference stands in"),
            )
            yield self.finding(
                reference.start,
                reference.end,
                f"“this {reference.text}” stands in {reference.clause.number}, not in {target.number}.",
                related=related,
            )


def _leads_nowhere(reference: Reference) -> bool:
    """Whether "this clause 7" has a number of which not even the digits are those of the clause that it stands in."""
    citation, here = reference.citation, reference.clause
    if reference.status is not Status.SELF or reference.targets or here is None or root_of(here) is not None:
        return False
    if citation.kind in ATTACHMENTS or citation.within or reference.target is None:
        return False
    cited, own = _digits(key_of(reference.target)), _digits(key_of(here.number))
    return bool(cited) and len(own) >= len(cited) and own[: len(cited)] != cited


def _digits(key: Key) -> Key:
    """The parts of a number before its first letter."""
    return tuple(takewhile(str.isdigit, key))
