"""Code lenses: how often a term is used, how often a clause is cited, what overrides it."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from clausewright.clauses import Clause
from clausewright.contract import Contract
from clausewright_server.client import SHOW_REFERENCES, ClientProfile, Json
from clausewright_server.features import Feature
from clausewright_server.features.passages import listed
from clausewright_server.features.subject import Span, title_span
from clausewright_server.session import Snapshot

_MOST = 3


def code_lens(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    contract = snapshot.contract
    lenses: list[tuple[Span, str, list[Span]]] = []
    for definition in contract.definitions:
        places = [(use.start, use.end) for use in contract.uses_of(definition.term) if not contract.defines(use.start)]
        lenses.append(
            ((definition.start, definition.end), f"“{definition.term}”: {_count(len(places), 'use')}", places)
        )
    for clause in contract.clauses:
        citing = [(reference.start, reference.end) for reference in contract.citing(clause)]
        if citing:
            lenses.append((title_span(clause), _count(len(citing), "reference"), citing))
        above, words = _overriding(contract, clause)
        if above:
            lenses.append((title_span(clause), f"overridden by {listed(above, _MOST)}", words))
    lenses.sort(key=lambda lens: lens[0])
    return [_lens(snapshot, client, *lens) for lens in lenses]


FEATURE = Feature(types.TEXT_DOCUMENT_CODE_LENS, code_lens, types.CodeLensOptions())


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _overriding(contract: Contract, clause: Clause) -> tuple[list[str], list[Span]]:
    """Numbers of the clauses that set this one aside, and the words that say so."""
    numbers: dict[str, None] = {}
    places: list[Span] = []
    for reference in contract.overridden_by(clause):
        others = [reference.clause] if clause in reference.targets else list(reference.targets[:1])
        for other in others:
            if other is not None and other is not clause:
                numbers[other.number] = None
                places.append((reference.start, reference.end))
    return list(numbers), places


def _lens(snapshot: Snapshot, client: ClientProfile, span: Span, title: str, shown: list[Span]) -> dict[str, Any]:
    place = snapshot.places.range(*span)
    # A command without a name is shown as plain text.
    command: dict[str, Any] = {"title": title, "command": ""}
    if client.shows_references and shown:
        locations = [{"uri": snapshot.uri, "range": snapshot.places.range(*one)} for one in shown]
        command = {"title": title, "command": SHOW_REFERENCES, "arguments": [snapshot.uri, place["start"], locations]}
    return {"range": place, "command": command}
