"""What an editor can ask about a document: one module a feature.

Each module has a ``FEATURE``, or ``FEATURES`` where several requests belong together; ``all_features`` names them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from clausewright_server.client import ClientProfile, Json, dig
from clausewright_server.convert import InvalidParamsError, text_document_uri
from clausewright_server.session import Snapshot

Handler = Callable[[Snapshot, Json, ClientProfile], Json]
"""Answers a request about a snapshot. *params* are the message's own; the result is plain JSON.

Raises InvalidParamsError when *params* do not have the protocol's shape; anything else it raises is an internal error.
"""


@dataclass(frozen=True, slots=True)
class Feature:
    """A request method, what answers it, and the options to advertise it with (an lsprotocol object, or None).

    *uri_of* tells from the parameters which document the request is about; it raises InvalidParamsError. *aside* marks
    work that may take long and is done beside the loop.
    """

    method: str
    handler: Handler
    options: Any = None
    uri_of: Callable[[Json], str] = text_document_uri
    aside: bool = False


def item_uri(params: Json) -> str:
    """URI of the document that a hierarchy item or a thing to resolve came from. Raises InvalidParamsError."""
    for path in (("item", "uri"), ("data", "uri")):
        uri = dig(params, *path)
        if isinstance(uri, str):
            return uri
    raise InvalidParamsError("no document named")


def all_features() -> list[Feature]:
    """Every feature of the server."""
    from clausewright_server.features import (
        call_hierarchy,
        code_action,
        code_lens,
        completion,
        definition,
        document_highlight,
        document_link,
        document_symbol,
        folding_range,
        hover,
        inlay_hint,
        linked_editing,
        quotation,
        references,
        rename,
        selection_range,
        semantic_tokens,
        type_hierarchy,
    )

    return [
        hover.FEATURE,
        *definition.FEATURES,
        references.FEATURE,
        document_highlight.FEATURE,
        document_symbol.FEATURE,
        document_link.FEATURE,
        folding_range.FEATURE,
        selection_range.FEATURE,
        *call_hierarchy.FEATURES,
        *type_hierarchy.FEATURES,
        *rename.FEATURES,
        linked_editing.FEATURE,
        quotation.FEATURE,
        *code_action.FEATURES,
        *completion.FEATURES,
        inlay_hint.FEATURE,
        code_lens.FEATURE,
        *semantic_tokens.features(),
    ]
