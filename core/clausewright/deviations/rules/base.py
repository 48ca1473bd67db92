"""What a rule on deviations is: the page and the severity of what a comparison finds."""

from __future__ import annotations

from clausewright.finding import Severity
from clausewright.rule import RuleBase


class DeviationRule(RuleBase):
    """A way in which a contract departs from its reference template."""

    severity = Severity.WARNING
