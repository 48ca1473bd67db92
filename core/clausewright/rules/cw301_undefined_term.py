from __future__ import annotations

from collections.abc import Iterable

from clausewright.clauses import ClauseKind
from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.terminology.capitals import undefined_in


class UndefinedTerm(Rule):
    """A capitalised phrase is used like a defined term, but no definition is found.

    What it finds
        A phrase with capitals inside sentences ("the Escrow Account") that no definition covers. Several pieces of
        evidence are weighed: a word that points at the thing ("the", "such", a possessive), how often the phrase is
        used, whether it does or owns something, whether a defined term is a part of it, whether its last word is one
        that terms end with, whether the text calls it defined, and whether a defined term has the same words in other
        forms ("Franchise Business" where "Franchised Business" is defined), says the same of another party or stands
        in one list with it. Letters that the text works with ("the PSS") and that nothing writes out are such a phrase,
        too, and so is the short name of a company that shall do things throughout and that nothing introduces. The
        message names what spoke for it. One finding at the first use in a clause, or, where only the recitals use the
        phrase, at the first of all; the others as related places.

    Why it matters
        The parties will argue about what the phrase means, and the capitals say that it means something particular.

    Example
        The Supplier pays into the Escrow Account. The Escrow Account bears interest.   (no definition)

    Write instead
        "Escrow Account" means the account named in Schedule 2.

    What it leaves alone
        Names of persons, places, companies, bodies and statutes, headings and titles, words that begin a sentence,
        offices such as "Board of Directors", and a phrase that is explained where it stands ("the Products listed in
        Schedule 1", "The Term of this Agreement is two years"), and abbreviations that everybody knows. Where the
        document, or an annex, takes its terms from another document ("capitalised terms not defined here have the
        meaning in ..."), or amends one, only a phrase that is built on one of its own terms.
    """

    code = "CW301"
    name = "undefined-term"
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        for term in undefined_in(contract):
            first = next((place for place in term.places if _is_operative(contract, place[0])), term.places[0])
            others = [place for place in term.places if place != first]
            times = f"{len(term.places)} times" if others else "once"
            yield self.finding(
                *first,
                f"“{term.text}” is used like a defined term ({'; '.join((times, *term.evidence))}), but no definition "
                "of it is found.",
                related=tuple(Related(s, e, "used again here") for s, e in others[:20]),
                term=term.text,
            )


def _is_operative(contract: Contract, offset: int) -> bool:
    """Whether *offset* lies in a clause by which the parties are bound, and not in the recitals or before them."""
    clause = contract.clause_at(offset)
    if clause is None or clause.kind is ClauseKind.HEADING:
        return False
    while clause is not None and clause.kind is not ClauseKind.RECITAL:
        clause = clause.parent
    return clause is None
