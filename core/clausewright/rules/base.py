"""What a rule over a Contract is."""

from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.finding import Finding
from clausewright.rule import RuleBase


class Rule(RuleBase):
    """A check over a Contract."""

    def check(self, contract: Contract) -> Iterable[Finding]:
        raise NotImplementedError
