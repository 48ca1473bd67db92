"""What Clausewright says about a contract: findings, the places they rest on, and the edits that would mend them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"

    @property
    def rank(self) -> int:
        """0 for an error, rising as the matter gets lighter."""
        return _RANKS[self]


_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another file that a place is in, with its text as it was read."""

    path: Path
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Related:
    """A further place that a finding rests on, of the same text or *elsewhere*. Offsets are code points, half-open."""

    start: int
    end: int
    message: str
    elsewhere: Elsewhere | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the characters of ``[start, end)`` by *new_text*."""

    start: int
    end: int
    new_text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that would mend a finding. *safe* is false where a person must look before and after.

    *setting* is set where the change is one of ``clausewright.toml`` instead of the text: the key of a list to which an
    entry for the finding's value is added (``privacy.allow``, made by ``clausewright.privacy.allowlist.entry``).
    """

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False
    setting: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that does not hold together.

    *code* is the rule's short code ("CW201"), *name* its name in words ("unresolved-reference"); *term* is the defined
    term that the finding is about, if any. Offsets are code points into the text of the version that was checked.
    """

    code: str
    name: str
    severity: Severity
    start: int
    end: int
    message: str
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    term: str | None = None

    @property
    def qualified_code(self) -> str:
        """Code and name in one, as machine-readable output has it: ``CW201-unresolved-reference``."""
        return f"{self.code}-{self.name}"

    @property
    def family(self) -> str:
        """Family of the code: numbering, references, terms, drafting, privacy, comparison."""
        return FAMILIES.get(self.code[:3], "other")


FAMILIES = {
    "CW1": "numbering",
    "CW2": "references",
    "CW3": "terms",
    "CW4": "drafting",
    "CW5": "privacy",
    "CW6": "comparison",
}
