"""What a rule over a Contract is."""

from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.finding import Finding
from clausewright.rule import RuleBase


class Rule(RuleBase):
    """A check over a Contract.

    It may ask clauses, references, definitions, uses and phrases for whatever it likes. The words beside them it asks
    ``contract.wording`` for, so that what it found can be kept while the answers stay; one that takes the text itself
    is run again at each edit. Distances in the text change as words are typed: to ask for one is to ask the wording.
    """

    def check(self, contract: Contract) -> Iterable[Finding]:
        raise NotImplementedError
