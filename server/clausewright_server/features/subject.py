"""What a position in a document is about."""

from __future__ import annotations

from clausewright.clauses import Clause
from clausewright.contract import Contract
from clausewright.references import Reference
from clausewright.terms import Definition, TermUse

Subject = Reference | TermUse | Clause
Span = tuple[int, int]


def subject_at(contract: Contract, offset: int) -> Subject | None:
    """The citation, the use of a term or the clause marker at *offset*; a caret right behind one belongs to it."""
    found = _subject_at(contract, offset)
    if found is None and offset > 0 and not contract.source.text[offset - 1].isspace():
        found = _subject_at(contract, offset - 1)
    return found


def span_of(subject: Subject) -> Span:
    """What to mark as the thing asked about: a clause's marker and heading, else the words themselves."""
    if isinstance(subject, Clause):
        return title_span(subject)
    return subject.start, subject.end


def title_span(clause: Clause) -> Span:
    """From the start of the marker to the end of the heading, or of the marker where there is no heading."""
    end = clause.heading_span[1] if clause.heading_span is not None else clause.marker_end
    return clause.start, max(clause.start, min(end, clause.end))


def entry_span(definition: Definition) -> Span:
    """The passage that defines a term, with the term where it stands outside of it."""
    return min(definition.start, definition.text_start), max(definition.end, definition.text_end)


def _subject_at(contract: Contract, offset: int) -> Subject | None:
    reference = contract.reference_at(offset)
    use = contract.use_at(offset)
    if reference is not None and use is not None:
        # A term inside a citation ("Section 2 of the Side Letter"), or the other way round: the closer one.
        return use if use.end - use.start < reference.end - reference.start else reference
    return reference or use or contract.marker_at(offset)
