"""The whole reading of a contract as plain data, as ``clausewright inspect`` prints it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clausewright.contract import Contract
from clausewright.finding import Finding
from clausewright.parts import NUMBERS, PARAGRAPHS, Part
from clausewright.privacy.marks import Mark
from clausewright.report.json_report import diagnostic_entry

_STYLES = {"1.": "1.", "n": "1.1", "n.A": "1.A", "A.n": "A.1", "u:article": "Article 1", "u:section": "Section 1"}


def _shown(style: str) -> str:
    """How a marker of *style* is printed."""
    if style[:1] == "u":
        return _STYLES.get(style, f"{style.split(':')[1].capitalize()} 1")
    return "nested 1." if style[:1] == "m" else _STYLES.get(style, style)


def _divided(part: Part) -> tuple[str, bool, str]:
    """By what *part* is divided, whether that is for want of numbers, and what was seen."""
    seen = [f"{count} x {_shown(style)}" for style, count in part.styles.most_common(6)]
    units = "paragraph" if part.by == PARAGRAPHS else "heading"
    if part.by == NUMBERS:
        return part.by, False, ", ".join(seen) or "one unit"
    count = len(part.paragraphs if part.by == PARAGRAPHS else part.headings)
    evidence = f"no numbered clauses; {count} {units}{'' if count == 1 else 's'}"
    return part.by, True, f"{evidence}, {', '.join(seen)}" if seen else evidence


def _numbering(contract: Contract) -> dict[str, Any]:
    """The convention, what speaks for it, and by what each part of the document is divided into units."""
    parts = []
    for part in contract.parts:
        start = contract.block_starts[part.block] if contract.blocks else 0
        units = [c for c in contract.clauses if c.start >= start]
        name = units[0].number if part.attachment and units else "body"
        by, fell_back, evidence = _divided(part)
        parts.append({"part": name, "start": start, "by": by, "fell_back": fell_back, "evidence": evidence})
    return {"convention": contract.convention, "evidence": contract.convention_evidence, "parts": parts}


def inspection(
    contract: Contract,
    findings: Sequence[Finding],
    file: str,
    sha256: str,
    personal_data: Sequence[Mark] | None = None,
) -> dict[str, Any]:
    """Clauses, definitions, references and *findings* of *contract*, which was read from *file*.

    ``pii`` is there where *personal_data* has been read.
    """
    reading = {
        "schema": "clausewright.inspect/1",
        "file": file,
        "sha256": sha256,
        "chars": len(contract.source.text),
        "convention": contract.convention,
        "numbering": _numbering(contract),
        "clauses": [
            {
                "number": clause.number,
                "marker": clause.marker,
                "start": clause.start,
                "end": clause.end,
                "kind": str(clause.kind),
                "heading": clause.heading,
                "parent": clause.parent.number if clause.parent is not None else None,
            }
            for clause in contract.clauses
        ],
        "definitions": [
            {
                "term": definition.term,
                "start": definition.start,
                "end": definition.end,
                "clause": definition.clause.number if definition.clause is not None else None,
                "form": definition.form,
                "depends_on": list(definition.depends_on),
            }
            for definition in contract.definitions
        ],
        "references": [
            {
                "text": reference.text,
                "start": reference.start,
                "end": reference.end,
                "target": reference.target,
                "status": str(reference.status),
                "relation": str(reference.relation),
                "clause": reference.clause.number if reference.clause is not None else None,
            }
            for reference in contract.references
        ],
        "diagnostics": [diagnostic_entry(finding) for finding in findings],
    }
    if personal_data is not None:
        reading["pii"] = [
            {"start": mark.start, "end": mark.end, "type": mark.kind, "score": mark.score} for mark in personal_data
        ]
    return reading
