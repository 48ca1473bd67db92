"""Attachments that are cited by another word than the one printed on them."""

from __future__ import annotations

from clausewright.clauses import ATTACHMENT_KINDS, Clause
from clausewright.contract import Contract, Reference, Status
from clausewright.nearest import key_of
from clausewright.rules.targets import of_another_document


def misnamed(contract: Contract) -> list[tuple[Reference, Clause, list[Reference]]]:
    """References to an attachment that has the cited number under another word, as (first, attachment, the others).

    A word is left alone that stands on an attachment, or by which one is cited that is not there under any word: there
    a whole set of papers is missing.
    """
    attached = [clause for clause in contract.clauses if clause.kind in ATTACHMENT_KINDS and clause.parent is None]
    broken: dict[str, dict[tuple[str, ...], list[Reference]]] = {}
    others: set[str] = {str(clause.kind) for clause in attached}
    for reference in contract.references:
        kind = reference.citation.kind
        if kind not in ATTACHMENT_KINDS:
            continue
        if reference.status is Status.UNRESOLVED:
            broken.setdefault(kind, {}).setdefault(_label(reference), []).append(reference)
        elif reference.status is not Status.EXTERNAL:
            others.add(kind)
    out = []
    for kind, labels in broken.items():
        twins = {label: [c for c in attached if key_of(c.number)[1:] == label] for label in labels}
        if kind in others or any(len(found) != 1 for found in twins.values()):
            continue
        for label, references in labels.items():
            (twin,) = twins[label]
            outside = [
                r for r in references if not twin.start <= r.start < twin.end and not of_another_document(contract, r)
            ]
            if outside:
                out.append((outside[0], twin, outside[1:]))
    return out


def misnamed_references(contract: Contract) -> list[Reference]:
    """All the references that ``misnamed`` tells of."""
    return [reference for first, _, more in misnamed(contract) for reference in (first, *more)]


def _label(reference: Reference) -> tuple[str, ...]:
    return key_of(reference.citation.number)
