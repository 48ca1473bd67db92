"""Comparison of a contract with its reference template: meaning finds the pair, facts decide it."""

from __future__ import annotations

from clausewright.comparison.compare import compare, compare_clauses
from clausewright.comparison.facts import Fact, FactKind
from clausewright.comparison.pairing import Embedder, Matched, match
from clausewright.comparison.results import NOTES, Comparison, Lone, Note, Pair, Place

__all__ = [
    "NOTES",
    "Comparison",
    "Embedder",
    "Fact",
    "FactKind",
    "Lone",
    "Matched",
    "Note",
    "Pair",
    "Place",
    "compare",
    "compare_clauses",
    "match",
]
