"""Cross-references: what a passage cites, and how."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from clausewright.clauses import Clause


class Status(StrEnum):
    RESOLVED = "resolved"
    UNRESOLVED = "unresolved"
    EXTERNAL = "external"
    SELF = "self"
    AMBIGUOUS = "ambiguous"


class Relation(StrEnum):
    PLAIN = "plain"
    NOTWITHSTANDING = "notwithstanding"
    SUBJECT_TO = "subject_to"
    EXCEPT_AS = "except_as"
    PURSUANT_TO = "pursuant_to"
    IN_ACCORDANCE_WITH = "in_accordance_with"
    AS_DEFINED_IN = "as_defined_in"


@dataclass(eq=False, slots=True)
class Reference:
    """A citation of another place.

    *target* is the number cited as it resolved (``11.2(b)``) or would have to, *targets* the clauses it may mean: one
    when resolved, several when ambiguous, none otherwise. *clause* is the clause the citation stands in; *caption* the
    heading it names in brackets (``Section 8.4 (Exceptions)``). *document* names the other document when external.
    """

    text: str
    start: int
    end: int
    target: str | None
    status: Status
    relation: Relation
    clause: Clause | None
    targets: tuple[Clause, ...] = ()
    caption: str | None = None
    document: str | None = None
