from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule


class UsedBeforeDefinition(Rule):
    """A term that is defined in passing is used before the place that defines it.

    What it finds
        A use of a term in a sentence before the one that gives the term its meaning in brackets. One finding a term.

    Why it matters
        Whoever reads from the start meets a capital word that nothing explains yet, and may take it for another thing.

    Example
        2. The Deposit bears interest. ... 5. The Buyer pays ten pounds on signing (the "Deposit").

    Write instead
        2. The Buyer pays ten pounds on signing (the "Deposit"). The Deposit bears interest.

    What it leaves alone
        Terms of a list of definitions, which may stand anywhere; titles, headings and tables of contents; names in
        capitals; a term that is defined at another place too; names by which the document speaks of itself.
    """

    code = "CW306"
    name = "used-before-definition"
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        for definition in contract.definitions:
            term = definition.term
            if (
                definition.form not in ("parenthetical", "collectively")
                or term.isupper()
                or term in contract.own_names
                or len(contract.definitions_of(term)) > 1
            ):
                continue
            early = [
                use
                for use in contract.uses_of(term)
                if use.start < definition.text_start
                and not contract.source.text[use.start : use.end].isupper()
                and contract.in_prose(use.start)
            ]
            if early:
                yield self.finding(
                    early[0].start,
                    early[0].end,
                    f"“{term}” is used here before it is defined.",
                    related=(Related(definition.start, definition.end, "defined here"),),
                    term=term,
                )
