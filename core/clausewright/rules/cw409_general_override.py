from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.drafting.overrides import general_overrides
from clausewright.finding import Finding, Severity
from clausewright.rules.base import Rule


class GeneralOverride(Rule):
    """A clause sets everything else aside without saying what.

    What it finds
        "Notwithstanding anything to the contrary", "notwithstanding any other provision of this Agreement" and the
        like, which name no clause.

    Why it matters
        Nobody can see from the other clauses that this one prevails over them, and two such clauses in one contract
        each claim to prevail over the other.

    Example
        Notwithstanding anything to the contrary in this Agreement, the Fees are due at once.

    Write instead
        Notwithstanding Section 4.2, the Fees are due at once.

    What it leaves alone
        "Notwithstanding anything in Section 4" and "in this Section", which say what is set aside, "notwithstanding
        the foregoing", and what another document says.
    """

    code = "CW409"
    name = "general-override"
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        cited = [reference.start for reference in contract.references]
        reader = general_overrides(contract.tradition)
        for start, mark in contract.wording.marks(reader.read):
            begin, end, reach = start + mark.start, start + mark.end, start + mark.reach
            first = bisect_left(cited, end)
            if first < len(cited) and cited[first] < reach:
                continue
            printed = contract.wording.line(begin, end)
            yield self.finding(begin, end, f"“{printed}” does not say which clauses it sets aside.")
