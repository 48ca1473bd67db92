"""A comparison as plain data, for a file or another process, and back."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from clausewright.comparison.facts.fact import Fact, FactKind
from clausewright.comparison.results import Comparison, Lone, Note, Pair, Place


def plain(comparison: Comparison) -> dict[str, Any]:
    """What JSON can hold; ``restored`` makes an equal comparison of it."""
    return asdict(comparison)


def restored(data: dict[str, Any]) -> Comparison:
    """The comparison that ``plain`` took apart. Raises KeyError, TypeError or ValueError for anything else."""
    return Comparison(
        tuple(_pair(one) for one in data["deviations"]),
        tuple(_pair(one) for one in data["covered"]),
        tuple(_lone(one) for one in data["gaps"]),
        tuple(_lone(one) for one in data["added"]),
        tuple((one, other) for one, other in data["mapping"]),
        tuple(Note(note) for note in data["notes"]),
    )


def _pair(data: dict[str, Any]) -> Pair:
    return Pair(
        **{
            **data,
            "reference": Place(**data["reference"]),
            "input": Place(**data["input"]),
            "facts": tuple(_fact(fact) for fact in data["facts"]),
            "features": tuple((name, value) for name, value in data["features"]),
        }
    )


def _fact(data: dict[str, Any]) -> Fact:
    return Fact(
        **{
            **data,
            "kind": FactKind(data["kind"]),
            "reference_spans": tuple((start, end) for start, end in data["reference_spans"]),
            "input_spans": tuple((start, end) for start, end in data["input_spans"]),
        }
    )


def _lone(data: dict[str, Any]) -> Lone:
    return Lone(**{**data, "place": Place(**data["place"])})
