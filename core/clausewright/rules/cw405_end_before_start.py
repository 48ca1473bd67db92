from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.drafting.dates import Backwards, FromNamed, NamedDate, read_dates
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule


class EndBeforeStart(Rule):
    """A period ends before it starts.

    What it finds
        Two dates that are given as a period ("from ... to ...", "commencing on ... and ending on ...", "between ... and
        ...") of which the second is the earlier one. The first may be called by the one name that it has here: "from
        the Effective Date to ...".

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
        line = contract.wording.line
        for start, mark in contract.wording.marks_of(Backwards, read_dates):
            first, last = ((start + begin, start + end) for begin, end in (mark.first, mark.last))
            yield self.finding(
                *last,
                f"The period ends on {line(*last)}, before it starts on {line(*first)}.",
                related=(Related(*first, "the start"),),
            )
        named: dict[str, list[tuple[int, NamedDate]]] = {}
        for start, given in contract.wording.marks_of(NamedDate, read_dates):
            named.setdefault(given.name, []).append((start, given))
        for start, period in contract.wording.marks_of(FromNamed, read_dates):
            dates = named.get(period.name, [])
            if len(dates) != 1 or period.day >= dates[0][1].day:
                continue
            origin, given = dates[0]
            first, last = (origin + given.start, origin + given.end), (start + period.last[0], start + period.last[1])
            yield self.finding(
                *last,
                f"The period ends on {line(*last)}, before the {period.name}, {line(*first)}, on which it starts.",
                related=(Related(*first, f"the {period.name}"),),
            )
