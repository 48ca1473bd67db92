"""Comparison of a contract with its reference template: meaning finds the pair, facts decide it."""

from __future__ import annotations

from clausewright.comparison.compare import (
    NOTES,
    Comparison,
    Embedder,
    Lone,
    Note,
    Pair,
    Place,
    compare,
    compare_clauses,
)
from clausewright.comparison.facts import Fact, FactKind

__all__ = [
    "NOTES",
    "Comparison",
    "Embedder",
    "Fact",
    "FactKind",
    "Lone",
    "Note",
    "Pair",
    "Place",
    "compare",
    "compare_clauses",
]
