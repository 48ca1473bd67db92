from __future__ import annotations

import re
from collections.abc import Iterable

from clausewright.clauses import root_of
from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.terms import Definition, TermUse

_OPENER = r"(?:The|Such|Each|Every|Any|All|No|If|This|Its|In|On|Upon|For|An?)"
_PART_OF_MORE = re.compile(rf"(?:[\"“‘']|\b(?!{_OPENER}\b)[A-Z][\w’'-]*,?\s+(?:and\s+|of\s+|&\s+)?)\Z")
_GOES_ON = re.compile(
    r"[\"”’]|\s+(?:of\s+|and\s+|&\s+)?[A-Z]|,?\s+(?:Inc|Ltd|LLC|LLP|L\.L\.C|L\.P|LP|Corp|PLC|plc|GmbH|S\.A|B\.V|N\.V|N\.A)\b"
)
_HEADS = re.compile(r"\s*\.\s+[A-Z]")
"""What stands behind the heading of a paragraph."""
_OPENING = 60
_INDEXED = re.compile(r"[\"”]?(?:\s+or\s+[A-Z]{2,8})?\s+(?:\d{1,3}\.\d[\d.()a-z]*|Preamble\b|Recitals?\b)")
"""What stands behind a term in an index of terms: the place where it is defined."""
_OWN = re.compile(r"\b[Tt]his\s+\Z")
_POINTS = re.compile(
    r"\s*,?\s*\(?\s*(?:(?:as|each|which|is|hereinafter|later)\s+){0,3}(?:defined\b|(?:described|set\s+forth|specified)\s+below\b)"
)
_SAYS_WHAT = re.compile(r"\s+(?:is|are|means?|includes?|shall\s+(?:be|mean|include))\s")
_SENTENCE_BEGINS = re.compile(r"(?:\A|[.:;!?][\"”)]{0,2}|\n)\s*(?:\([a-z0-9]{1,4}\)\s*|\d[\d.]*\s+)?\Z")
_SAME_SENTENCE = 160
"""Characters around a use in which a reference to the defining clause tells the reader where to look."""


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
        capitals; a term that is defined at another place too, or of which the text says where it is defined ("as
        defined below", an index of terms); names by which the document speaks of itself; a short form of the name it
        stands behind in its sentence; a use beside a reference to the clause that defines the term; definitions of an
        attachment, which speak of it alone; amendments.
    """

    code = "CW306"
    name = "used-before-definition"
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        if contract.amends:
            return
        wording = contract.wording
        for definition in contract.definitions:
            term = definition.term
            if (
                definition.form not in ("parenthetical", "collectively")
                or term.isupper()
                or not term[0].isupper()
                or term in contract.own_names
                or len(contract.definitions_alike(term)) > 1
                or wording.ask(_holds, definition.text_start, definition.start, term)
            ):
                continue
            early = [
                use
                for use in contract.uses_of(term)
                if use.start < definition.text_start
                and not contract.printed(use).isupper()
                and contract.in_prose(use.start)
                and not wording.leads_to(_PART_OF_MORE, use.start, 30)
                and not wording.leads_to(_OWN, use.start, 10)
                and not wording.goes_on(_GOES_ON, use.end)
                and not (
                    wording.leads_to(_SENTENCE_BEGINS, use.start, _OPENING)
                    and (" " not in term or wording.goes_on(_HEADS, use.end))
                )
            ]
            if (
                early
                and root_of(contract.clause_at(early[0].start)) is root_of(definition.clause)
                and not any(
                    wording.goes_on(_POINTS, use.end) or wording.goes_on(_INDEXED, use.end)
                    for use in contract.uses_of(term)
                )
                and not any(_leads_there(contract, use, definition) for use in contract.uses_of(term))
            ):
                yield self.finding(
                    early[0].start,
                    early[0].end,
                    f"“{term}” is used here before it is defined.",
                    related=(Related(definition.start, definition.end, "defined here"),),
                    term=term,
                )


def _leads_there(contract: Contract, use: TermUse, definition: Definition) -> bool:
    """Whether the words at a use before the definition say what the term means or cite the clause that does."""
    if use.start >= definition.text_start:
        return False
    wording = contract.wording
    if wording.leads_to(_SENTENCE_BEGINS, use.start, 12) and wording.goes_on(_SAYS_WHAT, use.end):
        return True
    return any(
        target.start <= definition.start < target.end
        for reference in contract.references_between(use.start - _SAME_SENTENCE, use.end + _SAME_SENTENCE)
        for target in reference.targets
    )


def _holds(text: str, start: int, end: int, term: str) -> bool:
    return term in " ".join(text[start:end].split())
