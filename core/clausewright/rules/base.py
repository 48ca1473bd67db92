"""What a rule is."""

from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.finding import Finding, Fix, Related, Severity


class Rule:
    """A check over a Contract. Subclasses carry their page in their docstring, in fixed sections.

    *code* never changes its meaning once released; *severity* is the default, None for a rule that is off by default.
    """

    code: str
    name: str
    severity: Severity | None
    structural = False
    """Whether the findings follow from clauses, references, definitions, term uses and phrases alone, not from the
    wording between them: then they stay, and only move, when an edit types words into a sentence."""

    @property
    def doc(self) -> str:
        return type(self).__doc__ or ""

    def check(self, contract: Contract) -> Iterable[Finding]:
        raise NotImplementedError

    def finding(
        self,
        start: int,
        end: int,
        message: str,
        *,
        severity: Severity | None = None,
        related: tuple[Related, ...] = (),
        fixes: tuple[Fix, ...] = (),
        term: str | None = None,
    ) -> Finding:
        """A finding of this rule; *severity* where a lighter or heavier one than the default is due."""
        weight = severity or self.severity or Severity.WARNING
        return Finding(self.code, self.name, weight, start, end, message, related, fixes, term)
