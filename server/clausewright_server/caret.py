"""Which findings wait while somebody is typing at their place.

The protocol tells where the caret is only by the way: a change of one character leaves it there, and some requests are
made for the place it has moved to. Until it is known to have left, or nothing was typed for a while, what is found
about the word under it is most likely about a word that is not finished.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from clausewright.contract import Contract
from clausewright.finding import Finding
from clausewright.terms import variants
from clausewright.text import Position
from clausewright_server.session import Document, Snapshot

PATIENCE = 2.0
"""Seconds without typing after which the caret of a client that does not tell of it is taken to have left."""

# What is open while it is being written, and would be flagged at its beginning, far from the caret.
_OPEN_WHILE_WRITTEN = "CW403"
_UNDEFINED = "CW301"
_WAITING_ELSEWHERE = (_OPEN_WHILE_WRITTEN, _UNDEFINED)


def typed(document: Document, end: Position) -> None:
    """Somebody typed or deleted one character; the caret is now at *end*."""
    snapshot = document.snapshot
    elsewhere = document.caret is None or abs(document.caret.line - end.line) > 1
    if snapshot is not None and elsewhere:
        _keep_terms(document, snapshot, end)
    document.caret = end


def left(document: Document) -> bool:
    """The caret is gone from where it was; whether anything had waited for that."""
    document.caret = None
    document.terms_at_caret = frozenset()
    waited, document.held = document.held, False
    return waited


def moved(document: Document, snapshot: Snapshot, position: Position) -> bool:
    """A request tells that the caret is at *position*; whether findings that waited may now be shown."""
    if document.caret is None:
        return False
    offset = snapshot.places.offset_of(position)
    start, end = _token(snapshot.contract.source.text, snapshot.places.offset_of(document.caret))
    return not start <= offset <= end and left(document)


def shown(document: Document, snapshot: Snapshot, findings: Sequence[Finding]) -> list[Finding]:
    """Those of *findings* that are not about what is being typed; notes on *document* whether any were left out."""
    document.held = False
    if document.caret is None:
        return list(findings)
    contract = snapshot.contract
    caret = snapshot.places.offset_of(document.caret)
    start, end = _token(contract.source.text, caret)
    block_start, block_end = _block(contract, caret)
    hidden_terms = {form for term in document.terms_at_caret for form in variants(term)}

    if start == end:  # no word is being typed
        start, end = len(contract.source.text) + 1, -1

    def waits(finding: Finding) -> bool:
        if finding.code == _OPEN_WHILE_WRITTEN:
            return block_start <= finding.start < min(caret, block_end)
        return finding.code == _UNDEFINED and finding.term in hidden_terms

    kept = [
        finding
        for finding in findings
        if (finding.start > end or finding.end < start) and not (finding.code in _WAITING_ELSEWHERE and waits(finding))
    ]
    document.held = len(kept) < len(findings)
    return kept


def _keep_terms(document: Document, snapshot: Snapshot, position: Position) -> None:
    """Terms defined in the paragraph where typing begins; while it goes on there, their uses are not undefined."""
    start, end = _block(snapshot.contract, snapshot.places.offset_of(position))
    document.terms_at_caret = frozenset(
        found.term for found in snapshot.contract.definitions if start <= found.start < end
    )


def _block(contract: Contract, offset: int) -> tuple[int, int]:
    index = bisect_right(contract.block_starts, offset) - 1
    if index < 0:
        return 0, 0
    start = contract.block_starts[index]
    return start, start + len(contract.blocks[index].text)


def _token(text: str, offset: int) -> tuple[int, int]:
    """The run of characters without white space around *offset*."""
    start = end = min(offset, len(text))
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return start, end
