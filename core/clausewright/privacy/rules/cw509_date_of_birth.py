from __future__ import annotations

from clausewright.privacy.rules.base import PersonalDataRule


class DateOfBirth(PersonalDataRule):
    """A date of birth stands in the contract.

    What it finds
        Dates, in figures or in words, beside a word for birth in one of seven languages.

    Why it matters
        Name and date of birth together identify a person nearly everywhere.

    Example
        The Artist, born on the third day of May 1979, grants the rights.

    Write instead
        The Artist grants the rights.

    What it leaves alone
        Dates of any other event.
    """

    code = "CW509"
    name = "date-of-birth"
    kinds = ("DATE_OF_BIRTH",)
    placeholder = "Date of birth"
    belongs = False
