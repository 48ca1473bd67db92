"""Folding: clauses, schedules, the table of contents."""

from __future__ import annotations

from lsprotocol import types

from clausewright.views.folding import folds
from clausewright_server.client import ClientProfile, Json
from clausewright_server.features import Feature
from clausewright_server.session import Snapshot


def folding_range(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    return [
        {"startLine": fold.first, "endLine": fold.last, **({"kind": "imports"} if fold.contents else {})}
        for fold in folds(snapshot.contract)
    ]


FEATURE = Feature(types.TEXT_DOCUMENT_FOLDING_RANGE, folding_range)
