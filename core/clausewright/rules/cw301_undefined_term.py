from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule


class UndefinedTerm(Rule):
    """A capitalised phrase is used like a defined term, but no definition is found.

    What it finds
        A phrase with capitals inside sentences ("the Escrow Account"), at least twice, that no definition covers. One
        finding at the first use, the others as related places.

    Why it matters
        The parties will argue about what the phrase means, and the capitals say that it means something particular.

    Example
        The Supplier pays into the Escrow Account. The Escrow Account bears interest.   (no definition)

    Write instead
        "Escrow Account" means the account named in Schedule 2.

    What it leaves alone
        Names of persons, places, companies and statutes, headings and titles, words that begin a sentence, roles and
        offices such as "Board of Directors". Where the document takes its terms from another one ("capitalised terms
        not defined here have the meaning in ..."), the finding is information.
    """

    code = "CW301"
    name = "undefined-term"
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        for term in contract.undefined_terms:
            first, *others = term.places
            related = tuple(Related(s, e, "used again here") for s, e in others[:20])
            times = f"{len(term.places)} times" if others else "once"
            severity = (
                Severity.WARNING if len(term.places) >= 3 and not contract.imports_terms else Severity.INFORMATION
            )
            yield self.finding(
                *first,
                f"“{term.text}” is used like a defined term ({times}), but no definition of it is found.",
                related=related,
                term=term.text,
                severity=severity,
            )
