"""The dependence of definitions as a type hierarchy: the terms that a definition uses, and the terms that use it."""

from __future__ import annotations

from lsprotocol import types

from clausewright.terms import TermUse
from clausewright_server.client import ClientProfile, Json, dig
from clausewright_server.features import Feature, item_uri
from clausewright_server.features.items import term_item, term_of
from clausewright_server.features.passages import rests_on
from clausewright_server.features.subject import subject_at
from clausewright_server.session import Snapshot


def prepare(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    contract, offset = snapshot.contract, snapshot.places.offset(params.get("position"))
    subject = subject_at(contract, offset)
    use = subject if isinstance(subject, TermUse) else contract.use_at(offset)
    if use is None:
        return None
    return [term_item(snapshot, found) for found in contract.definitions_of(use.term)] or None


def supertypes(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    """The terms that this one's definitions rest on."""
    contract = snapshot.contract
    below = contract.definitions_of(term_of(dig(params, "item")))
    terms = dict.fromkeys(term for found in below for term in rests_on(contract, found))
    return [term_item(snapshot, found) for term in terms for found in contract.definitions_of(term)]


def subtypes(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    """The terms whose definitions use this one."""
    contract = snapshot.contract
    term = term_of(dig(params, "item"))
    return [term_item(snapshot, found) for found in contract.definitions if term in rests_on(contract, found)]


FEATURES = [
    Feature(types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY, prepare),
    Feature(types.TYPE_HIERARCHY_SUPERTYPES, supertypes, uri_of=item_uri),
    Feature(types.TYPE_HIERARCHY_SUBTYPES, subtypes, uri_of=item_uri),
]
