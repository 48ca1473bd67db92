"""Every rule there is, whatever it looks at, by code."""

from __future__ import annotations

from clausewright.deviations.rules import DEVIATION_RULES
from clausewright.privacy.rules import PRIVACY_RULES
from clausewright.rule import RuleBase
from clausewright.rules import RULES

ALL_RULES: list[RuleBase] = sorted([*RULES, *PRIVACY_RULES, *DEVIATION_RULES], key=lambda rule: rule.code)
