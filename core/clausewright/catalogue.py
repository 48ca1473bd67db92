"""Every rule there is, whatever it looks at, by code."""

from __future__ import annotations

from clausewright.deviations.rules import DEVIATION_RULES
from clausewright.finding import FAMILIES
from clausewright.privacy.rules import PRIVACY_RULES
from clausewright.rule import RuleBase
from clausewright.rules import RULES
from clausewright.settings import selects

ALL_RULES: list[RuleBase] = sorted([*RULES, *PRIVACY_RULES, *DEVIATION_RULES], key=lambda rule: rule.code)


def names_rule(selector: str) -> bool:
    """Whether *selector* names a rule that there is, or a family of rules."""
    return selector.upper() in FAMILIES or any(selects(selector, rule.code, rule.name) for rule in ALL_RULES)
