"""Inlay hints: the heading behind a bare reference, the number that a nested list item really has."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from clausewright.views.hints import Hint, hints
from clausewright_server.client import ClientProfile, Json, dig
from clausewright_server.features import Feature
from clausewright_server.session import Snapshot


def inlay_hint(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    start = snapshot.places.offset(dig(params, "range", "start"))
    end = snapshot.places.offset(dig(params, "range", "end"))
    return [_shown(snapshot, hint) for hint in hints(snapshot.contract, start, end)]


FEATURE = Feature(types.TEXT_DOCUMENT_INLAY_HINT, inlay_hint, types.InlayHintOptions())


def _shown(snapshot: Snapshot, hint: Hint) -> dict[str, Any]:
    side = {"paddingRight": True} if hint.before else {"paddingLeft": True}
    return {
        "position": snapshot.places.position(hint.offset),
        "label": hint.text if hint.before else f"({hint.text})",
        **side,
    }
