"""Completion: clause numbers after a citation word, defining phrases, defined terms; each explained when looked at."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from clausewright.clauses import Clause
from clausewright.terms import TermUse
from clausewright.views.completion import Sort, Suggestion, suggestions
from clausewright_server.client import ClientProfile, Json, dig
from clausewright_server.features import Feature, item_uri
from clausewright_server.features.hover import described
from clausewright_server.features.passages import excerpt
from clausewright_server.session import Snapshot

_KIND = {
    Sort.CLAUSE: int(types.CompletionItemKind.Reference.value),
    Sort.TERM: int(types.CompletionItemKind.Constant.value),
    Sort.PHRASE: int(types.CompletionItemKind.Keyword.value),
}
_INVOKED = 1
_DETAIL = 50
"""Characters of a clause's text that stand in for a heading it does not have."""


def completion(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    offset = snapshot.places.offset(dig(params, "position"))
    asked = dig(params, "context", "triggerKind") in (None, _INVOKED)
    found = suggestions(snapshot.contract, offset, asked=asked)
    items = [_item(snapshot, one, index, offset, client) for index, one in enumerate(found)]
    # Asked again with each letter, terms are those that it begins: an editor filters more generously than prose bears.
    return {"isIncomplete": any(one.sort is Sort.TERM for one in found), "items": items}


def resolve(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    """The item with what a hover on it would show."""
    data = dig(params, "data")
    contract = snapshot.contract
    subject: Clause | TermUse | None = None
    if isinstance(term := dig(data, "term"), str):
        subject = next(iter(contract.uses_of(term)), None)
    elif isinstance(number := dig(data, "number"), str):
        subject = next(iter(contract.clauses_numbered(number)), None)
    shown = described(contract, subject, client.markdown_documentation) if subject is not None else None
    return params if shown is None else {**params, "documentation": shown}


FEATURES = [
    Feature(
        types.TEXT_DOCUMENT_COMPLETION,
        completion,
        types.CompletionOptions(trigger_characters=[" ", ".", "("], resolve_provider=True),
    ),
    Feature(types.COMPLETION_ITEM_RESOLVE, resolve, uri_of=item_uri),
]


def _opening(snapshot: Snapshot, about: Clause | str | None) -> str:
    """The first words of a clause without a heading."""
    if not isinstance(about, Clause):
        return ""
    return excerpt(snapshot.contract, about.marker_end, about.own_end, _DETAIL)


def _item(snapshot: Snapshot, one: Suggestion, index: int, offset: int, client: ClientProfile) -> dict[str, Any]:
    data: dict[str, Any] = {"uri": snapshot.uri}
    if isinstance(one.about, Clause):
        data["number"] = one.about.number
    elif one.about is not None:
        data["term"] = one.about
    item: dict[str, Any] = {
        "label": one.text,
        "kind": _KIND[one.sort],
        "sortText": f"{index:05d}",
        "textEdit": {"range": snapshot.places.range(one.start, offset), "newText": one.text},
        "data": data,
    }
    if detail := one.detail or _opening(snapshot, one.about):
        item |= {"labelDetails": {"description": detail}} if client.label_details else {"detail": detail}
    return item
