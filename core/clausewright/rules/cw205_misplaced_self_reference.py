from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract, Status
from clausewright.finding import Finding, Related, Severity
from clausewright.references import key_of
from clausewright.rules.base import Rule
from clausewright.rules.targets import around, cited_clause, in_one_part


class MisplacedSelfReference(Rule):
    """A clause calls itself by another clause's number: "this Section 9" in Section 12.

    What it finds
        "This" before the number of a clause of this document that the reference does not stand in.

    Why it matters
        Either the number is stale, and the sentence governs a clause that it was not written for, or the sentence was
        moved. Both readings can be argued.

    Example
        12.3 This Section 9 survives termination.

    Write instead
        12.3 This Section 12 survives termination.

    What it leaves alone
        A clause that cites itself, a clause around it or one of its own sub-clauses, clauses whose own number is in
        doubt, and other documents' clauses.
    """

    code = "CW205"
    name = "misplaced-self-reference"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        doubtful = {id(defect.clause) for defect in contract.defects if defect.clause is not None}
        for reference in contract.references:
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
