"""Linked editing: a term that is typed over in its definition changes where it is used in just that form."""

from __future__ import annotations

from lsprotocol import types

from clausewright_server.client import ClientProfile, Json, dig
from clausewright_server.features import Feature
from clausewright_server.session import Snapshot

# Words with blanks, hyphens and apostrophes between them; JavaScript's and Python's syntax alike.
WORD_PATTERN = r"[^\s\"“”()\[\],.;:]+(?:[ ][^\s\"“”()\[\],.;:]+)*"


def linked_editing_range(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    contract = snapshot.contract
    offset = snapshot.places.offset(dig(params, "position"))
    use = contract.use_at(offset)
    if use is None:
        return None
    definitions = contract.definitions_of(use.term)
    if len(definitions) != 1 or not definitions[0].start <= offset <= definitions[0].end:
        return None
    definition, text = definitions[0], contract.source.text
    printed = text[definition.start : definition.end]
    spans = [(one.start, one.end) for one in contract.uses_of(use.term) if text[one.start : one.end] == printed]
    if (definition.start, definition.end) not in spans or len(spans) < 2:
        return None
    return {"ranges": [snapshot.places.range(*span) for span in spans], "wordPattern": WORD_PATTERN}


FEATURE = Feature(types.TEXT_DOCUMENT_LINKED_EDITING_RANGE, linked_editing_range)
