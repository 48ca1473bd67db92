"""The rules on deviations from the reference template, one a file."""

from __future__ import annotations

from clausewright.deviations.rules.base import DeviationRule
from clausewright.deviations.rules.cw601_deviation import Deviation
from clausewright.deviations.rules.cw602_missing_clause import MissingClause
from clausewright.deviations.rules.cw603_added_clause import AddedClause
from clausewright.deviations.rules.cw604_unusable_template import UnusableTemplate

DEVIATION = Deviation()
MISSING_CLAUSE = MissingClause()
ADDED_CLAUSE = AddedClause()
UNUSABLE_TEMPLATE = UnusableTemplate()

DEVIATION_RULES: list[DeviationRule] = [DEVIATION, MISSING_CLAUSE, ADDED_CLAUSE, UNUSABLE_TEMPLATE]
"""Every rule on deviations, by code."""

__all__ = [
    "ADDED_CLAUSE",
    "DEVIATION",
    "DEVIATION_RULES",
    "MISSING_CLAUSE",
    "UNUSABLE_TEMPLATE",
    "DeviationRule",
]
