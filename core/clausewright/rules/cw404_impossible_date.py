from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.drafting.dates import Fault, WrongDate, read_dates
from clausewright.finding import Finding, Severity
from clausewright.rules.base import Rule


class ImpossibleDate(Rule):
    """A date does not exist, or falls on another day of the week.

    What it finds
        "February 30, 2020", "31 June", "02/30/2020", "30.02.2020", "2020-02-30", and "Monday, May 3, 2020",
        which was a Sunday.

    Why it matters
        A term or a payment that hangs on such a date starts or ends on a day that must be guessed.

    Example
        The Term ends on February 30, 2020.

    Write instead
        The Term ends on February 29, 2020.

    What it leaves alone
        Numeric dates that exist when read either day first or month first, and February 29 without a year.
    """

    code = "CW404"
    name = "impossible-date"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        for start, mark in contract.wording.marks_of(WrongDate, read_dates):
            begin, end = start + mark.start, start + mark.end
            day = contract.wording.line(begin, end)
            if mark.fault is Fault.WEEKDAY:
                message = f"“{day}” is a {mark.real}, not a {mark.weekday.capitalize()}."
            else:
                message = f"“{day}” is not a day of the calendar."
            yield self.finding(begin, end, message)
