from __future__ import annotations

from clausewright.privacy.rules.base import PersonalDataRule


class NationalNumber(PersonalDataRule):
    """The number by which a state knows a person stands in the contract.

    What it finds
        Social security, identity, tax and health numbers of persons of some fifty countries, by their form,
        their check digits and the words before them.

    Why it matters
        With such a number identities are stolen; many laws forbid to pass it on without need.

    Example
        The Consultant (SSN 219-09-9999) is engaged from 1 May.

    Write instead
        The Consultant is engaged from 1 May.

    What it leaves alone
        Numbers of companies (EIN, ACN, CNPJ, VAT), patents, cases and accounts.
    """

    code = "CW507"
    name = "national-number"
    kinds = (
        "US_SSN",
        "NATIONAL_ID",
    )
    placeholder = "National number"
    belongs = False
