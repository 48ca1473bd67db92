"""Go to definition and to declaration: from a citation to the clause it cites, from a term to where it is defined.

A contract declares and defines in one place, so both lead there; from a clause's own marker they lead to itself, which
editors take as the wish to see who cites it.
"""

from __future__ import annotations

from lsprotocol import types

from clausewright.contract import Contract
from clausewright.references import Reference
from clausewright.terms import TermUse
from clausewright_server.client import ClientProfile, Json
from clausewright_server.features import Feature
from clausewright_server.features.subject import Span, Subject, entry_span, span_of, subject_at, title_span
from clausewright_server.session import Snapshot


def definition(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    return _locations(snapshot, params, links=client.definition_links)


def declaration(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    return _locations(snapshot, params, links=client.declaration_links)


FEATURES = [
    Feature(types.TEXT_DOCUMENT_DEFINITION, definition),
    Feature(types.TEXT_DOCUMENT_DECLARATION, declaration),
]


def _locations(snapshot: Snapshot, params: Json, *, links: bool) -> Json:
    subject = subject_at(snapshot.contract, snapshot.places.offset(params.get("position")))
    if subject is None:
        return None
    targets = _targets(snapshot.contract, subject)
    if not targets:
        return None
    places = snapshot.places
    if not links:
        return [{"uri": snapshot.uri, "range": places.range(*selection)} for _whole, selection in targets]
    origin = places.range(*span_of(subject))
    return [
        {
            "originSelectionRange": origin,
            "targetUri": snapshot.uri,
            "targetRange": places.range(*whole),
            "targetSelectionRange": places.range(*selection),
        }
        for whole, selection in targets
    ]


def _targets(contract: Contract, subject: Subject) -> list[tuple[Span, Span]]:
    """Whole span and the part to select of each place that *subject* leads to; all where it could be several."""
    if isinstance(subject, Reference):
        return [((clause.start, clause.end), title_span(clause)) for clause in subject.targets]
    if isinstance(subject, TermUse):
        return [(entry_span(found), (found.start, found.end)) for found in contract.definitions_of(subject.term)]
    return [((subject.start, subject.end), title_span(subject))]
