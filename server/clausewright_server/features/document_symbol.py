"""The outline: the clause tree, as a tree for clients that show one, else as a list in text order."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from clausewright.clauses import Clause, ClauseKind
from clausewright_server.client import ClientProfile, Json
from clausewright_server.features import Feature
from clausewright_server.features.passages import excerpt, name
from clausewright_server.features.subject import title_span
from clausewright_server.session import Snapshot

DETAIL = 60
"""Characters of a clause's text that stand in for a heading it does not have."""

_KIND = {
    ClauseKind.ARTICLE: types.SymbolKind.Module,
    ClauseKind.SCHEDULE: types.SymbolKind.Module,
    ClauseKind.EXHIBIT: types.SymbolKind.Module,
    ClauseKind.ANNEX: types.SymbolKind.Module,
    ClauseKind.SECTION: types.SymbolKind.Namespace,
    ClauseKind.CLAUSE: types.SymbolKind.Namespace,
    ClauseKind.HEADING: types.SymbolKind.Namespace,
    ClauseKind.SUBCLAUSE: types.SymbolKind.Field,
    ClauseKind.ITEM: types.SymbolKind.Field,
    ClauseKind.RECITAL: types.SymbolKind.Property,
    ClauseKind.SIGNATURE: types.SymbolKind.Object,
}
_KIND_NUMBER = {kind: int(symbol.value) for kind, symbol in _KIND.items()}


def document_symbol(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    return _tree(snapshot) if client.symbol_tree else _flat(snapshot)


FEATURE = Feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, document_symbol)


def _tree(snapshot: Snapshot) -> list[dict[str, Any]]:
    roots: list[dict[str, Any]] = []
    made: dict[Clause, dict[str, Any]] = {}
    for clause in snapshot.contract.clauses:
        symbol: dict[str, Any] = {
            "name": name(clause),
            "kind": _KIND_NUMBER[clause.kind],
            "range": snapshot.places.range(clause.start, clause.end),
            "selectionRange": snapshot.places.range(*title_span(clause)),
        }
        if not clause.heading:
            symbol["detail"] = excerpt(snapshot.contract, clause.marker_end, clause.own_end, DETAIL)
        made[clause] = symbol
        above = made.get(clause.parent) if clause.parent is not None else None
        if above is None:
            roots.append(symbol)
        else:
            above.setdefault("children", []).append(symbol)
    return roots


def _flat(snapshot: Snapshot) -> list[dict[str, Any]]:
    return [
        {
            "name": name(clause),
            "kind": _KIND_NUMBER[clause.kind],
            "location": {"uri": snapshot.uri, "range": snapshot.places.range(clause.start, clause.end)},
            **({"containerName": name(clause.parent)} if clause.parent is not None else {}),
        }
        for clause in snapshot.contract.clauses
    ]
