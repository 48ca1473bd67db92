"""What a rule on personal data is: the page and the severity of what the reader of personal data finds."""

from __future__ import annotations

from clausewright.finding import Severity
from clausewright.rule import RuleBase


class PersonalDataRule(RuleBase):
    """A kind of personal data.

    *kinds* are the kinds of mark it speaks of, *placeholder* what stands for a value in a template, and *belongs* says
    whether such data are at home in a signature block and a notice clause.
    """

    severity = Severity.WARNING
    kinds: tuple[str, ...]
    placeholder: str
    belongs: bool
