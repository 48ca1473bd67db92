"""The outline: the clause tree with the terms that each clause defines, as a tree where the client shows one."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from clausewright.clauses import Clause, ClauseKind
from clausewright.terms import Definition
from clausewright_server.client import ClientProfile, Json
from clausewright_server.features import Feature
from clausewright_server.features.passages import excerpt, name
from clausewright_server.features.subject import entry_span, title_span
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
SYMBOL_KIND = {kind: int(symbol.value) for kind, symbol in _KIND.items()}


TERM_SYMBOL = int(types.SymbolKind.Constant.value)


def document_symbol(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    return _tree(snapshot) if client.symbol_tree else symbols_in_order(snapshot)


FEATURE = Feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, document_symbol)


def _tree(snapshot: Snapshot) -> list[dict[str, Any]]:
    roots: list[dict[str, Any]] = []
    made: dict[Clause, dict[str, Any]] = {}
    for clause in snapshot.contract.clauses:
        symbol: dict[str, Any] = {
            "name": name(clause),
            "kind": SYMBOL_KIND[clause.kind],
            "range": snapshot.places.range(clause.start, clause.end),
            "selectionRange": snapshot.places.range(*title_span(clause)),
        }
        if not clause.heading:
            symbol["detail"] = excerpt(snapshot.contract, clause.marker_end, clause.own_end, DETAIL)
        made[clause] = symbol
        above = made.get(clause.parent) if clause.parent is not None else None
        (roots if above is None else above.setdefault("children", [])).append(symbol)
    touched: list[list[dict[str, Any]]] = []
    for definition in snapshot.contract.definitions:
        owner = made.get(definition.clause) if definition.clause is not None else None
        level = roots if owner is None else owner.setdefault("children", [])
        level.append(_term_symbol(snapshot, definition))
        touched.append(level)
    for level in touched:
        level.sort(key=_place)
    return roots


def _term_symbol(snapshot: Snapshot, definition: Definition) -> dict[str, Any]:
    return {
        "name": definition.term,
        "detail": "defined term",
        "kind": TERM_SYMBOL,
        "range": snapshot.places.range(*_inside(definition)),
        "selectionRange": snapshot.places.range(definition.start, definition.end),
    }


def _inside(definition: Definition) -> tuple[int, int]:
    """The defining passage as far as it lies in the clause that the term is shown in."""
    start, end = entry_span(definition)
    if definition.clause is None:
        return start, end
    return max(start, min(definition.clause.start, definition.start)), min(
        end, max(definition.clause.end, definition.end)
    )


def _place(symbol: dict[str, Any]) -> tuple[int, int]:
    start = symbol["range"]["start"]
    return start["line"], start["character"]


def symbols_in_order(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Clauses and defined terms in text order, each with its place and the name of what it stands in."""
    symbols = [
        _information(name(clause), SYMBOL_KIND[clause.kind], snapshot, (clause.start, clause.end), clause.parent)
        for clause in snapshot.contract.clauses
    ]
    symbols += [
        _information(found.term, TERM_SYMBOL, snapshot, (found.start, found.end), found.clause)
        for found in snapshot.contract.definitions
    ]
    symbols.sort(key=lambda symbol: _place(symbol["location"]))
    return symbols


def _information(
    title: str, kind: int, snapshot: Snapshot, span: tuple[int, int], container: Clause | None
) -> dict[str, Any]:
    symbol: dict[str, Any] = {
        "name": title,
        "kind": kind,
        "location": {"uri": snapshot.uri, "range": snapshot.places.range(*span)},
    }
    if container is not None:
        symbol["containerName"] = name(container)
    return symbol
