"""Hierarchy items: how a client gives back the clause or the term that it was shown earlier."""

from __future__ import annotations

from typing import Any

from clausewright.clauses import Clause
from clausewright.terms import Definition
from clausewright_server.client import Json, dig
from clausewright_server.convert import InvalidParamsError
from clausewright_server.features.document_symbol import DETAIL, SYMBOL_KIND, TERM_SYMBOL
from clausewright_server.features.passages import excerpt, name
from clausewright_server.features.subject import entry_span, title_span
from clausewright_server.session import Snapshot


def clause_item(snapshot: Snapshot, clause: Clause, detail: str = "") -> dict[str, Any]:
    """The item of a clause; *detail* stands for the opening of its text, if given."""
    return {
        "name": name(clause),
        "kind": SYMBOL_KIND[clause.kind],
        "detail": detail or excerpt(snapshot.contract, clause.marker_end, clause.own_end, DETAIL),
        "uri": snapshot.uri,
        "range": snapshot.places.range(clause.start, max(clause.end, title_span(clause)[1])),
        "selectionRange": snapshot.places.range(*title_span(clause)),
        "data": {"uri": snapshot.uri, "number": clause.number, "start": clause.start},
    }


def term_item(snapshot: Snapshot, definition: Definition) -> dict[str, Any]:
    return {
        "name": definition.term,
        "kind": TERM_SYMBOL,
        "detail": name(definition.clause) if definition.clause is not None else "",
        "uri": snapshot.uri,
        "range": snapshot.places.range(*entry_span(definition)),
        "selectionRange": snapshot.places.range(definition.start, definition.end),
        "data": {"uri": snapshot.uri, "term": definition.term},
    }


def clause_of(snapshot: Snapshot, item: Json) -> Clause | None:
    """The clause of an item, which may be of an earlier version: of those so numbered, the nearest.

    Raises InvalidParamsError.
    """
    number, start = dig(item, "data", "number"), dig(item, "data", "start")
    if not isinstance(number, str) or not isinstance(start, int):
        raise InvalidParamsError("not an item of this server's")
    found = snapshot.contract.clauses_numbered(number)
    return min(found, key=lambda clause: abs(clause.start - start), default=None)


def term_of(item: Json) -> str:
    """The term of an item. Raises InvalidParamsError."""
    term = dig(item, "data", "term")
    if not isinstance(term, str):
        raise InvalidParamsError("not an item of this server's")
    return term
