"""All that a Contract says, as plain values that can be compared."""

from __future__ import annotations

from clausewright.check import check
from clausewright.contract import Contract


def view(contract: Contract) -> dict[str, list[object]]:
    """Blocks, clauses, defects, references, definitions, uses and findings of *contract* by their places."""
    return {
        "convention": [contract.convention],
        "blocks": [b.text for b in contract.blocks],
        "clauses": [
            (
                c.number,
                c.marker,
                c.start,
                c.marker_end,
                c.own_end,
                c.end,
                c.kind,
                c.heading,
                c.heading_span,
                c.parent and c.parent.start,
                tuple(child.start for child in c.children),
            )
            for c in contract.clauses
        ],
        "defects": [
            (d.kind, d.start, d.end, d.marker, d.clause and d.clause.start, d.before and d.before.start, d.expected)
            for d in contract.defects
        ],
        "references": [
            (
                r.text,
                r.start,
                r.end,
                r.target,
                r.status,
                r.relation,
                r.clause and r.clause.start,
                tuple(t.start for t in r.targets),
                r.caption,
                r.document,
            )
            for r in contract.references
        ],
        "definitions": [
            (d.term, d.start, d.end, d.text_start, d.text_end, d.form, d.clause and d.clause.start, d.depends_on)
            for d in contract.definitions
        ],
        "uses": [(u.term, u.start, u.end) for u in contract.uses],
        "findings": list(check(contract)),
    }
