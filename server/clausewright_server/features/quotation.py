"""Where a quotation stands: what the client's command "Find this quotation" asks."""

from __future__ import annotations

from clausewright.quotations import Quotable
from clausewright_server.client import ClientProfile, Json
from clausewright_server.convert import InvalidParamsError
from clausewright_server.features import Feature
from clausewright_server.features.passages import excerpt, label
from clausewright_server.session import Snapshot

FIND_QUOTATION = "clausewright/findQuotation"
"""Document, *quotation*, and a *position* near which it may stand: gives places, best first."""
_EXCERPT = 120
_MOST = 50


def find_quotation(snapshot: Snapshot, params: Json, _client: ClientProfile) -> Json:
    quotation, near = params.get("quotation"), params.get("position")
    if not isinstance(quotation, str):
        raise InvalidParamsError("a quotation is a string")
    contract = snapshot.contract
    offset = snapshot.places.offset(near) if near is not None else None
    found = []
    for match in Quotable(contract.source.text).locate(quotation, offset)[:_MOST]:
        clause = contract.clause_at(match.start)
        found.append(
            {
                "range": snapshot.places.range(match.start, match.end),
                "exact": match.exact,
                "score": match.score,
                "clause": label(clause) if clause is not None else None,
                "excerpt": excerpt(contract, match.start, match.end, _EXCERPT),
            }
        )
    return found


FEATURE = Feature(FIND_QUOTATION, find_quotation, aside=True)
