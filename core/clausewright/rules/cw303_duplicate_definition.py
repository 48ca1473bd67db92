from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.terminology.duplicates import duplicate_definitions


class DuplicateDefinition(Rule):
    """A term is defined at more than one place.

    What it finds
        A second definition of a term in the same part of the document, with both places shown; also a definition for
        the whole document beside one for a part, where the term is used nowhere outside that part.

    Why it matters
        Two meanings of one word make every use of it uncertain.

    Example
        "Fee" means the monthly fee in Schedule 1. ... The Customer pays a set-up charge (the "Fee").

    Write instead
        "Fee" means the monthly fee in Schedule 1. ... The Customer pays a set-up charge (the "Set-up Fee").

    What it leaves alone
        A definition that only points at the other one ("has the meaning given in Section 3", "as further defined
        below"), a definition repeated word for word, one that gives the meaning in a single case ("with respect to the
        Seller", "if ..., then") or goes on from the other ("shall mean such greater number"), an abbreviation spelled
        out twice, and the definitions of a schedule or annexed document that speaks for itself.
    """

    code = "CW303"
    name = "duplicate-definition"
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        for first, second in duplicate_definitions(contract):
            related = (Related(first.start, first.end, "defined here first"),)
            where = f" in {first.clause.number}" if first.clause else ""
            yield self.finding(
                second.start,
                second.end,
                f"“{second.term}” is already defined{where}; this is a second definition.",
                related=related,
                term=second.term,
            )
