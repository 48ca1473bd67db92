from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from clausewright.clauses import ATTACHMENT_KINDS, Clause
from clausewright.contract import Contract, Reference
from clausewright.finding import Finding, Related, Severity
from clausewright.nearest import key_of
from clausewright.rules.base import Rule
from clausewright.rules.headings import Headings, alike, cite_instead, words_of
from clausewright.rules.targets import around, cited_clause

_QUOTE_IN_BRACKETS = re.compile(r"\s*\(\s*[\"“]")


class MiscaptionedReference(Rule):
    """A reference names a heading that stands at another number.

    What it finds
        A cited number with a heading in brackets behind it, where the clause of that number has another heading and
        the named one heads another clause.

    Why it matters
        Either the number or the heading is stale, and the reader cannot tell which. After clauses were added or moved
        it is most often the number.

    Example
        10. Confidentiality. ...
        12. Notices. ...
        14. Section 12 (Confidentiality) survives termination.

    Write instead
        14. Section 10 (Confidentiality) survives termination.

    What it leaves alone
        Headings that are cited in part or with small changes, the heading of a clause around the cited one or of one
        within it, glosses that are no heading of this document, terms that are defined in brackets, and other
        documents' clauses.
    """

    code = "CW203"
    name = "miscaptioned-reference"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        headings = Headings(contract)
        for reference in contract.references:
            caption, target = reference.caption, cited_clause(reference)
            if caption is None or target is None or target.kind in ATTACHMENT_KINDS or _in_quotes(contract, reference):
                continue
            borne = [heading for clause in reference.targets for heading in _headings_at(clause)]
            if not borne or any(alike(caption, heading) for heading in borne):
                continue
            if any(_begins_with(contract, clause, caption) for clause in reference.targets):
                continue
            meant = headings.headed(caption)
            if meant and not any(_is_printed_alike(reference, clause) for clause in meant):
                yield self._finding(reference, target, caption, meant)

    def _finding(self, reference: Reference, target: Clause, caption: str, meant: list[Clause]) -> Finding:
        own = next(_headings_at(target))
        places = " and ".join(dict.fromkeys(clause.number for clause in meant[:3]))
        related = [Related(clause.start, clause.marker_end, f"“{clause.heading}” is here") for clause in meant[:3]]
        related.append(Related(target.start, target.marker_end, f"the clause cited, headed “{own}”"))
        return self.finding(
            reference.start,
            reference.end,
            f"“{reference.text}” is headed “{own}”; “{caption}” is {places}.",
            related=tuple(related),
            fixes=cite_instead(reference, meant),
        )


def _headings_at(clause: Clause) -> Iterator[str]:
    """Headings by which a citation of *clause* may go: its own, those of the clauses around it, those just below it."""
    for near in (*around(clause), *clause.children):
        if near.heading:
            yield near.heading


def _is_printed_alike(reference: Reference, clause: Clause) -> bool:
    """Whether *clause* carries the cited number in another form: 7.0 for 7."""
    cited, number = key_of(reference.citation.number), key_of(clause.number)
    return number in (cited, (*cited, "0")) or cited == (*number, "0")


def _begins_with(contract: Contract, clause: Clause, caption: str) -> bool:
    """Whether the first words of *clause* are the caption, though they were not read as its heading."""
    return contract.wording.ask(_has_words, clause.start, clause.own_end, caption)


def _has_words(text: str, start: int, end: int, caption: str) -> bool:
    opening, words = text[start : min(end, start + len(caption) + 120)], words_of(caption)
    return words <= words_of(opening) if words else caption.casefold() in opening.casefold()


def _in_quotes(contract: Contract, reference: Reference) -> bool:
    """Whether the words in brackets stand in quotation marks: then they define a term."""
    return contract.wording.goes_on(_QUOTE_IN_BRACKETS, reference.end, 8)
