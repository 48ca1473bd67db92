"""Find references: every use of a term, everything that cites a clause."""

from __future__ import annotations

from lsprotocol import types

from clausewright.clauses import Clause
from clausewright.contract import Contract
from clausewright.references import Reference
from clausewright.terms import TermUse
from clausewright_server.client import ClientProfile, Json, dig
from clausewright_server.features import Feature
from clausewright_server.features.subject import Span, Subject, subject_at, title_span
from clausewright_server.session import Snapshot


def references(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    subject = subject_at(snapshot.contract, snapshot.places.offset(params.get("position")))
    if subject is None:
        return None
    declared, used = mentions(snapshot.contract, subject)
    spans = declared + used if dig(params, "context", "includeDeclaration") is True else used
    return [{"uri": snapshot.uri, "range": snapshot.places.range(*span)} for span in sorted(set(spans))]


FEATURE = Feature(types.TEXT_DOCUMENT_REFERENCES, references)


def mentions(contract: Contract, subject: Subject) -> tuple[list[Span], list[Span]]:
    """Where *subject* is introduced, and everywhere else that speaks of it.

    A citation stands for the clauses it may mean; one that leads nowhere, for all that cite the same missing number.
    """
    if isinstance(subject, TermUse):
        declared = [(found.start, found.end) for found in contract.definitions_of(subject.term)]
        used = [(use.start, use.end) for use in contract.uses_of(subject.term)]
        return declared, [
            span for span in used if not any(start < span[1] and span[0] < end for start, end in declared)
        ]
    if isinstance(subject, Clause):
        return _clause_mentions(contract, [subject])
    if subject.targets:
        return _clause_mentions(contract, list(subject.targets))
    return [], [(other.start, other.end) for other in contract.references if _alike(other, subject)]


def _clause_mentions(contract: Contract, clauses: list[Clause]) -> tuple[list[Span], list[Span]]:
    citing = [reference for clause in clauses for reference in contract.citing(clause)]
    return [title_span(clause) for clause in clauses], [(found.start, found.end) for found in citing]


def _alike(one: Reference, other: Reference) -> bool:
    if one.status is not other.status or one.targets:
        return False
    return one is other or (one.target is not None and (one.target, one.document) == (other.target, other.document))
