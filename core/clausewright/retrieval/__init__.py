"""The clauses of contracts that are nearest to a question, by their words and by their meaning."""

from __future__ import annotations

from clausewright.retrieval.index import Hit, Index
from clausewright.retrieval.passages import Passage, Piece, Spot, passages_of

__all__ = ["Hit", "Index", "Passage", "Piece", "Spot", "passages_of"]
