"""The whole reading of a contract as plain data, as ``clausewright inspect`` prints it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clausewright.contract import Contract
from clausewright.finding import Finding
from clausewright.privacy.marks import Mark
from clausewright.report.json_report import diagnostic_entry


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
