from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.drafting.doubled import read_doubled
from clausewright.finding import Edit, Finding, Fix, Severity
from clausewright.rules.base import Rule


class DoubledWord(Rule):
    """A word stands twice in a row.

    What it finds
        "the the", "of of", "shall shall", also over the end of a wrapped line.

    Why it matters
        It is mostly the trace of a revision, and sometimes a different word is missing in its place.

    Example
        The Supplier may terminate the the Agreement.

    Write instead
        The Supplier may terminate the Agreement.

    What it leaves alone
        "that that", "had had" and the like, names ("New New"), headings before their own word, and words with
        punctuation between them.
    """

    code = "CW406"
    name = "doubled-word"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        for start, mark in contract.wording.marks(read_doubled):
            edit = Edit(start + mark.again, start + mark.end, "")
            yield self.finding(
                start + mark.start,
                start + mark.end,
                f"“{mark.word}” stands twice.",
                fixes=(Fix(f"Delete the second “{mark.word}”", (edit,)),),
            )
