from __future__ import annotations

from clausewright.deviations.rules.base import DeviationRule


class MissingClause(DeviationRule):
    """A clause of the reference template is not in the contract.

    What it finds
        Clauses of the template that no clause of the contract answers, at the place where they belong: behind the
        clause that answers the one before them. Neighbours that are missing together are one finding.

    Why it matters
        What is left out leaves no trace on the page, and is noticed when it is needed.

    Example
        11. LIABILITY … 12. NOTICES   (template: between them a clause on insurance)

    Write instead
        11. LIABILITY … 12. INSURANCE … 13. NOTICES

    What it leaves alone
        Headings, recitals and signature blocks. Clauses whose absence somebody has accepted. The absence of a clause
        that the settings require is an error.
    """

    code = "CW602"
    name = "missing-clause"
