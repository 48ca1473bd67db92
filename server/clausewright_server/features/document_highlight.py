"""Highlights: the other places that speak of what the caret is on, the introducing one marked as written."""

from __future__ import annotations

from lsprotocol import types

from clausewright_server.client import ClientProfile, Json
from clausewright_server.features import Feature
from clausewright_server.features.references import mentions
from clausewright_server.features.subject import subject_at
from clausewright_server.session import Snapshot

_READ = int(types.DocumentHighlightKind.Read.value)
_WRITE = int(types.DocumentHighlightKind.Write.value)


def document_highlight(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    subject = subject_at(snapshot.contract, snapshot.places.offset(params.get("position")))
    if subject is None:
        return None
    declared, used = mentions(snapshot.contract, subject)
    marked = {**dict.fromkeys(used, _READ), **dict.fromkeys(declared, _WRITE)}
    return [{"range": snapshot.places.range(*span), "kind": kind} for span, kind in sorted(marked.items())]


FEATURE = Feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, document_highlight)
