from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.drafting import marks
from clausewright.drafting.dates import Backwards, read_dates
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule


class EndBeforeStart(Rule):
    """A period ends before it starts.

    What it finds
        Two dates that are given as a period ("from ... to ...", "commencing on ... and ending on ...", "between ... and
        ...") of which the second is the earlier one.

    Why it matters
        Such a period has no day in it. Mostly a year was not brought up to date when a form was used again.

    Example
        The Term runs from March 1, 2020 to February 1, 2020.

    Write instead
        The Term runs from March 1, 2020 to February 1, 2021.

    What it leaves alone
        Dates that are not named as one period, and periods of a single day.
    """

    code = "CW405"
    name = "end-before-start"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        text = contract.source.text
        for start, mark in marks(contract.blocks, contract.block_starts, read_dates):
            if not isinstance(mark, Backwards):
                continue
            first = tuple(start + offset for offset in mark.first)
            last = tuple(start + offset for offset in mark.last)
            begins = " ".join(text[slice(*first)].split())
            ends = " ".join(text[slice(*last)].split())
            yield self.finding(
                last[0],
                last[1],
                f"The period ends on {ends}, before it starts on {begins}.",
                related=(Related(first[0], first[1], "the start"),),
            )
