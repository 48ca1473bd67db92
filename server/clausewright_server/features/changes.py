"""Edits of a contract as the protocol's workspace edits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from clausewright.finding import Edit
from clausewright_server.client import ClientProfile
from clausewright_server.session import Snapshot

_ANNOTATION = "clausewright"


def workspace_edit(
    snapshot: Snapshot, edits: Iterable[Edit], client: ClientProfile, *, confirm: str = ""
) -> dict[str, Any]:
    """One edit that is undone as one, bound to the version it was made for.

    With *confirm*, a client that can shows it for a look before it is made, under that title.
    """
    annotated = bool(confirm) and client.change_annotations and client.document_changes
    changes = [
        {
            "range": snapshot.places.range(edit.start, edit.end),
            "newText": edit.new_text,
            **({"annotationId": _ANNOTATION} if annotated else {}),
        }
        for edit in edits
    ]
    if not client.document_changes:
        return {"changes": {snapshot.uri: changes}}
    document = {"uri": snapshot.uri, "version": snapshot.version}
    result: dict[str, Any] = {"documentChanges": [{"textDocument": document, "edits": changes}]}
    if annotated:
        result["changeAnnotations"] = {_ANNOTATION: {"label": confirm, "needsConfirmation": True}}
    return result
