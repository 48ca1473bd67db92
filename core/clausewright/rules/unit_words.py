"""Attachments that are cited by another word than the one printed on them."""

from __future__ import annotations

from clausewright.clauses import Clause, ClauseKind
from clausewright.contract import Contract, Reference, Status
from clausewright.references import key_of
from clausewright.rules.targets import of_another_document

_KINDS = (ClauseKind.SCHEDULE, ClauseKind.EXHIBIT, ClauseKind.ANNEX)


def misnamed(contract: Contract) -> list[tuple[Reference, Clause, list[Reference]]]:
    """References to an attachment that has the cited number under another word, as (first, attachment, the others).

    A word by which a second attachment is cited, or that stands on one, is left alone: there a whole set of papers
    is missing.
    """
    attached = [clause for clause in contract.clauses if clause.kind in _KINDS and clause.parent is None]
    broken: dict[str, list[Reference]] = {}
    others: set[str] = {str(clause.kind) for clause in attached}
    for reference in contract.references:
        kind = reference.citation.kind
        if kind not in _KINDS:
            continue
        known = broken.setdefault(kind, [])
        if reference.status is Status.UNRESOLVED and (not known or _label(known[0]) == _label(reference)):
            known.append(reference)
        elif reference.status is not Status.EXTERNAL:
            others.add(kind)
    out = []
    for kind, references in broken.items():
        if kind in others or not references:
            continue
        twins = [clause for clause in attached if key_of(clause.number)[1:] == _label(references[0])]
        outside = [
            r
            for r in references
            if len(twins) == 1 and not twins[0].start <= r.start < twins[0].end and not of_another_document(contract, r)
        ]
        if outside:
            out.append((outside[0], twins[0], outside[1:]))
    return out


def misnamed_references(contract: Contract) -> list[Reference]:
    """All the references that ``misnamed`` tells of."""
    return [reference for first, _, more in misnamed(contract) for reference in (first, *more)]


def _label(reference: Reference) -> tuple[str, ...]:
    return key_of(reference.citation.number)
