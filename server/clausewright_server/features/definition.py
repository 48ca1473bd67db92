"""Go to definition: from a citation to the clause it cites, from a term to where it is defined."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from clausewright.contract import Contract
from clausewright.references import Reference
from clausewright.terms import TermUse
from clausewright_server.client import ClientProfile, Json
from clausewright_server.features import Feature
from clausewright_server.features.subject import Subject, span_of, subject_at, title_span
from clausewright_server.session import Snapshot

Span = tuple[int, int]


def definition(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    subject = subject_at(snapshot.contract, snapshot.places.offset(params.get("position")))
    if subject is None:
        return None
    targets = _targets(snapshot.contract, subject)
    if not targets:
        return None
    places = snapshot.places
    if not client.definition_links:
        return [{"uri": snapshot.uri, "range": places.range(*selection)} for _whole, selection in targets]
    origin = places.range(*span_of(subject))
    links: list[dict[str, Any]] = [
        {
            "originSelectionRange": origin,
            "targetUri": snapshot.uri,
            "targetRange": places.range(*whole),
            "targetSelectionRange": places.range(*selection),
        }
        for whole, selection in targets
    ]
    return links


FEATURE = Feature(types.TEXT_DOCUMENT_DEFINITION, definition)


def _targets(contract: Contract, subject: Subject) -> list[tuple[Span, Span]]:
    """Whole span and the part to select of each place that *subject* leads to; all where it could be several."""
    if isinstance(subject, Reference):
        return [((clause.start, clause.end), title_span(clause)) for clause in subject.targets]
    if isinstance(subject, TermUse):
        return [
            ((min(found.start, found.text_start), max(found.end, found.text_end)), (found.start, found.end))
            for found in contract.definitions_of(subject.term)
        ]
    return []
