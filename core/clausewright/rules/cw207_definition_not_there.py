from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from clausewright.clauses import Clause
from clausewright.contract import Contract, Reference, Status
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.rules.emptiness import is_blacked_out
from clausewright.rules.targets import cited_clause
from clausewright.terms import variants

_DEFINED_IN = re.compile(
    r"[\"”]?[\s,]*\(?\s*(?:(?:each|all|both)\s+)?(?:(?:as|which\s+(?:is|are)|such\s+terms?\s+(?:is|are)|is|are)\s+)?"
    r"(?:hereinafter\s+)?defined\s+in\s+\Z"
)
_PART_OF = re.compile(r"\bof\s+(?:(?:the|a|an|any|each|such)\s+)?\Z")
"""In "the quorum of the Board (as defined in ...)" it is the quorum that is defined there."""
_SHORT = 60
"""Characters of a clause that may have lost its text."""
_NO_LETTER = re.compile(r"[\W\d_]+")
_POINTERS = ("by-reference", "has-the-meaning")


class DefinitionNotThere(Rule):
    """A term is said to be defined in a clause that does not define it.

    What it finds
        "As defined in Section 4" behind a defined term that another clause defines. In a list of definitions, "has the
        meaning given in Section 4" where Section 4 does not speak of the term at all.

    Why it matters
        The reader is sent to a clause that does not say what the term means; a definition in another clause may not
        be the one that was meant.

    Example
        "Initial Term" has the meaning given in clause 12.1.   (clause 11.1 defines it)

    Write instead
        "Initial Term" has the meaning given in clause 11.1.

    What it leaves alone
        Terms taken from other documents, clauses that use the term without defining it in a form that is understood,
        and clauses that were blacked out.
    """

    code = "CW207"
    name = "definition-not-there"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        for reference, term, target in _pointers(contract):
            elsewhere = [d for d in contract.definitions_of(term) if d.form not in _POINTERS]
            if any(target.start <= d.start < target.end for d in elsewhere):
                continue
            if elsewhere:
                first = elsewhere[0]
                where = f"in {first.clause.number}" if first.clause is not None else "elsewhere"
                message = f"“{term}” is defined {where}, not in {target.number}."
                related = [Related(first.start, first.end, "defined here")]
            else:
                message = f"“{term}” is said to be defined in {target.number}, which does not speak of it."
                related = []
            related.append(Related(target.start, target.marker_end, f"{target.number} is here"))
            yield self.finding(reference.start, reference.end, message, related=tuple(related), term=term)


def _pointers(contract: Contract) -> Iterator[tuple[Reference, str, Clause]]:
    """References that say where a term is defined, with the term and the clause, which does not define it plainly."""
    for reference in contract.references:
        target = cited_clause(reference)
        if target is None or reference.status is not Status.RESOLVED:
            continue
        term = _term_before(contract, reference)
        if term is None or contract.wording.ask(_quotes, target.start, target.end, term):
            continue
        plain = [d for d in contract.definitions_of(term) if d.form not in _POINTERS]
        sources = [r for r in contract.citing(target) for d in plain if d.text_start <= r.start < d.text_end]
        if plain and not sources:
            yield reference, term, target
    for definition in contract.definitions:
        if definition.form != "has-the-meaning":
            continue
        cited = contract.references_between(definition.end, min(definition.text_end, definition.end + 120))
        if len(cited) != 1 or cited[0].status is not Status.RESOLVED:
            continue
        target = cited_clause(cited[0])
        if target is None or target.start <= definition.start < target.end:
            continue
        if contract.wording.ask(_is_silent_on, target.start, target.end, definition.term):
            yield cited[0], definition.term, target


def _quotes(text: str, start: int, end: int, term: str) -> bool:
    return any(text.find(f"{mark}{term}", start, end) >= 0 for mark in '“"')


def _is_silent_on(text: str, start: int, end: int, term: str) -> bool:
    """Whether the words of a clause, which are there to read, do not speak of *term*."""
    if end - start < _SHORT or is_blacked_out(text[start:end]):
        return False
    letters = _letters(text[start:end])
    return not any(_letters(form) in letters for form in variants(term))


def _letters(text: str) -> str:
    """The letters of *text* alone: page numbers, hyphens and the sign for "and" do not part a term from itself."""
    return _NO_LETTER.sub("", text.replace("&", "and")).casefold()


def _term_before(contract: Contract, reference: Reference) -> str | None:
    """The defined term of which the words before *reference* say that its definition is there."""
    length = contract.wording.ask(_length_of_pointer, reference.start, reference.start, before=60)
    use = contract.use_at(reference.start - length) if length else None
    if use is None or use.end != reference.start - length:
        return None
    return None if contract.wording.leads_to(_PART_OF, use.start, 20) else use.term


def _length_of_pointer(text: str, start: int, end: int) -> int:
    """Characters of "(as defined in" at the end of a passage, 0 where it ends otherwise."""
    match = _DEFINED_IN.search(text, start, end) if "defined" in text[start:end] else None
    return end - match.start() if match is not None else 0
