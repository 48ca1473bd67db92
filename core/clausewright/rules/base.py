"""What a rule over a Contract is."""

from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.finding import Finding
from clausewright.rule import RuleBase


class Rule(RuleBase):
    """A check over a Contract."""

    structural = False
    """Whether the findings follow from clauses, references, definitions, term uses and phrases alone, not from the
    wording between them: then they stay, and only move, when an edit types words into a sentence."""

    def check(self, contract: Contract) -> Iterable[Finding]:
        raise NotImplementedError
