"""Growing a selection: word, phrase, sentence, sub-clause, clause, article, document."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from clausewright.views.selection import selection_steps
from clausewright_server.client import ClientProfile, Json, dig
from clausewright_server.convert import InvalidParamsError
from clausewright_server.features import Feature
from clausewright_server.session import Snapshot


def selection_range(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    positions = dig(params, "positions")
    if not isinstance(positions, list):
        raise InvalidParamsError("positions are a list")
    return [_nested(snapshot, snapshot.places.offset(position)) for position in positions]


FEATURE = Feature(types.TEXT_DOCUMENT_SELECTION_RANGE, selection_range)


def _nested(snapshot: Snapshot, offset: int) -> dict[str, Any]:
    outer: dict[str, Any] = {}
    for span in reversed(selection_steps(snapshot.contract, offset)):
        step: dict[str, Any] = {"range": snapshot.places.range(*span)}
        outer = {**step, "parent": outer} if outer else step
    return outer
