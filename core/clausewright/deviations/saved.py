"""A comparison in a folder: what it found, every pair that was considered, and by what it was made.

``report.json`` is the command's own report with the whole comparison beside it, ``pairs.json`` the shortlisted pairs
with their scores, ``params.json`` the texts' hashes, the models, versions, thresholds and weights.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from clausewright.comparison.judging import shipped
from clausewright.comparison.matching import Evidence, judged
from clausewright.comparison.pairing import Matched
from clausewright.comparison.results import Comparison
from clausewright.comparison.sides import Piece
from clausewright.deviations.pipeline import parameters
from clausewright.deviations.plain import plain, restored

REPORT, PAIRS, PARAMS = "report.json", "pairs.json", "params.json"
_SHORTLISTED = 0.05
"""Probability of the same matter from which a pair is listed; the best of each provision is listed anyway."""
_DIGITS = 6


def params(sides: Mapping[str, str], conventions: Mapping[str, str], *, by_meaning: bool) -> dict[str, Any]:
    """By what a run is made: *sides* gives the SHA-256 of ``input`` and ``reference``, *conventions* their readers."""
    return {
        "schema": "clausewright.compare.params/1",
        **{side: {"sha256": sha256, "convention": conventions[side]} for side, sha256 in sides.items()},
        **parameters(by_meaning=by_meaning),
    }


def read(folder: Path, wanted: Mapping[str, Any]) -> Comparison | None:
    """The comparison in *folder*, if it was made by just what is *wanted*; None where it was not, or is damaged."""
    try:
        if json.loads((folder / PARAMS).read_text(encoding="utf-8")) != wanted:
            return None
        report = json.loads((folder / REPORT).read_text(encoding="utf-8"))
        if not (folder / PAIRS).is_file():
            return None
        return restored(report["comparison"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write(
    folder: Path, made_by: Mapping[str, Any], report: Mapping[str, Any], matched: Matched, comparison: Comparison
) -> None:
    """Put the three files into *folder*, which is made if it is not there. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    # Without its parameters a folder is no answer to anything: they go first and come back last.
    (folder / PARAMS).unlink(missing_ok=True)
    _write(folder / REPORT, {**report, "comparison": plain(comparison)})
    _write(folder / PAIRS, {"schema": "clausewright.compare.pairs/1", "pairs": _pairs(matched, comparison)})
    _write(folder / PARAMS, made_by)


def _write(file: Path, data: Mapping[str, Any]) -> None:
    file.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", errors="replace")


def _pairs(matched: Matched, comparison: Comparison) -> list[dict[str, Any]]:
    """The shortlisted pairs, by their places, with what decided on those that count as pairs."""
    chosen = {(pair.reference.start, pair.input.start): pair for pair in (*comparison.deviations, *comparison.covered)}
    rows = judged(matched.evidence, shipped(), meaning_known=matched.meaning_known)
    listed = []
    for evidence in _shortlisted(rows):
        one, other = matched.reference[evidence.reference], matched.entered[evidence.input]
        entry: dict[str, Any] = {"reference": _place(one), "input": _place(other), "scores": _scores(evidence)}
        pair = chosen.get((one.start, other.start))
        if pair is not None:
            entry["pair"] = {
                "differs": pair.differs,
                "conflicts": pair.conflicts,
                "features": dict(pair.features),
                "facts": [asdict(fact) for fact in pair.facts],
            }
        listed.append(entry)
    return listed


def _shortlisted(rows: list[list[Evidence]]) -> list[Evidence]:
    if not rows or not rows[0]:
        return []
    best_of_row = {max(row, key=lambda e: e.same_matter) for row in rows}
    best_of_column = {max(column, key=lambda e: e.same_matter) for column in zip(*rows, strict=True)}
    return [e for row in rows for e in row if e.same_matter >= _SHORTLISTED or e in best_of_row or e in best_of_column]


def _scores(evidence: Evidence) -> dict[str, float]:
    return {
        name: round(value, _DIGITS) for name, value in asdict(evidence).items() if name not in ("reference", "input")
    }


def _place(piece: Piece) -> dict[str, Any]:
    return {"start": piece.start, "end": piece.end, "number": piece.number}
