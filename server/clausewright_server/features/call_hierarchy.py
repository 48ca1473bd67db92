"""The graph of citations as a call hierarchy: who cites or overrides a clause, and what it cites."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from clausewright.clauses import Clause
from clausewright.references import Reference, Relation
from clausewright_server.client import ClientProfile, Json, dig
from clausewright_server.features import Feature, item_uri
from clausewright_server.features.items import clause_item, clause_of
from clausewright_server.features.passages import RELATION_WORDS
from clausewright_server.features.subject import Span, subject_at, title_span
from clausewright_server.session import Snapshot


def prepare(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    """A citation asks about what it cites, any other place about the clause it stands in."""
    contract, offset = snapshot.contract, snapshot.places.offset(params.get("position"))
    subject = subject_at(contract, offset)
    if isinstance(subject, Reference):
        clauses = list(subject.targets)
    elif isinstance(subject, Clause):
        clauses = [subject]
    else:
        around = contract.clause_at(offset)
        clauses = [] if around is None else [around]
    return [clause_item(snapshot, clause) for clause in clauses] or None


def incoming(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    """Clauses that cite this one, with the citations, and clauses that it says it gives way to, with their titles."""
    clause = clause_of(snapshot, dig(params, "item"))
    if clause is None:
        return None
    edges = _Edges(snapshot)
    for reference in snapshot.contract.citing(clause):
        if reference.clause is not None:
            edges.add(reference.clause, (reference.start, reference.end), _relation(reference))
    for reference in snapshot.contract.references_in(clause):
        if reference.relation in (Relation.SUBJECT_TO, Relation.EXCEPT_AS):
            for target in reference.targets:
                edges.add(target, title_span(target), f"overrides: {RELATION_WORDS[reference.relation]}")
    return edges.calls("from")


def outgoing(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    """What the clause itself cites, its sub-clauses left to themselves."""
    clause = clause_of(snapshot, dig(params, "item"))
    if clause is None:
        return None
    edges = _Edges(snapshot)
    for reference in snapshot.contract.references_in(clause):
        for target in reference.targets:
            edges.add(target, (reference.start, reference.end), _relation(reference))
    return edges.calls("to")


FEATURES = [
    Feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, prepare),
    Feature(types.CALL_HIERARCHY_INCOMING_CALLS, incoming, uri_of=item_uri),
    Feature(types.CALL_HIERARCHY_OUTGOING_CALLS, outgoing, uri_of=item_uri),
]


def _relation(reference: Reference) -> str:
    return RELATION_WORDS.get(reference.relation, "")


class _Edges:
    """The clauses at the other ends, in the order found, each with the places and the words that tie it."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._places: dict[Clause, list[Span]] = {}
        self._words: dict[Clause, dict[str, None]] = {}

    def add(self, clause: Clause, place: Span, words: str) -> None:
        self._places.setdefault(clause, []).append(place)
        if words:
            self._words.setdefault(clause, {})[words] = None

    def calls(self, end: str) -> list[dict[str, Any]]:
        return [
            {
                end: clause_item(self._snapshot, clause, ", ".join(self._words.get(clause, ()))),
                "fromRanges": [self._snapshot.places.range(*place) for place in sorted(set(places))],
            }
            for clause, places in self._places.items()
        ]
