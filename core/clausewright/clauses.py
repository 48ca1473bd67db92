"""The clause tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class ClauseKind(StrEnum):
    ARTICLE = "article"
    SECTION = "section"
    CLAUSE = "clause"
    SUBCLAUSE = "subclause"
    ITEM = "item"
    RECITAL = "recital"
    SCHEDULE = "schedule"
    EXHIBIT = "exhibit"
    ANNEX = "annex"
    HEADING = "heading"
    SIGNATURE = "signature"


@dataclass(eq=False, slots=True)
class Clause:
    """A numbered or titled unit. Offsets are code points, half-open; compare clauses by identity.

    *number* is the citation form (``11.2(a)(i)``), *marker* what is printed (``(i)``), ``[start, marker_end)`` the
    marker, ``[start, end)`` the clause with its sub-clauses, ``[body_start, own_end)`` its own text up to the first
    sub-clause. *heading* is the heading's text with white space collapsed, at ``heading_span``.
    """

    number: str
    marker: str
    start: int
    marker_end: int
    end: int
    own_end: int
    kind: ClauseKind
    heading: str | None = None
    heading_span: tuple[int, int] | None = None
    parent: Clause | None = None
    children: list[Clause] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """0 for a top-level unit."""
        return 0 if self.parent is None else self.parent.depth + 1
