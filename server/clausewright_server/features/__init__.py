"""What an editor can ask about a document: one module a feature.

Each module has a ``FEATURE``; ``all_features`` names the modules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from clausewright_server.client import ClientProfile, Json
from clausewright_server.session import Snapshot

Handler = Callable[[Snapshot, Json, ClientProfile], Json]
"""Answers a request about a snapshot. *params* are the message's own; the result is plain JSON.

Raises InvalidParamsError when *params* do not have the protocol's shape; anything else it raises is an internal error.
"""


@dataclass(frozen=True, slots=True)
class Feature:
    """A request method, what answers it, and the options to advertise it with (an lsprotocol object, or None)."""

    method: str
    handler: Handler
    options: Any = None


def all_features() -> list[Feature]:
    """Every feature of the server."""
    from clausewright_server.features import definition, document_symbol, hover

    return [hover.FEATURE, definition.FEATURE, document_symbol.FEATURE]
