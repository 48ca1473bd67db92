"""What every rule is, whatever it looks at: a code, a name, a severity, and its page in its docstring."""

from __future__ import annotations

from clausewright.finding import Finding, Fix, Related, Severity


class RuleBase:
    """Subclasses carry their page in their docstring, in fixed sections.

    *code* never changes its meaning once released; *severity* is the default, None for a rule that is off by default.
    """

    code: str
    name: str
    severity: Severity | None

    @property
    def doc(self) -> str:
        return type(self).__doc__ or ""

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
