from __future__ import annotations

from clausewright.privacy.rules.base import PersonalDataRule


class TelephoneNumber(PersonalDataRule):
    """A telephone or fax number stands in the contract.

    What it finds
        Numbers after a word for telephone or fax, international numbers that a country's number plan allows,
        and national ones in the form of their country.

    Why it matters
        A direct line or a mobile number is its owner's, and outlives the contract.

    Example
        The Supplier's manager can be reached on +44 161 496 0177.

    Write instead
        The Supplier's manager can be reached on [Telephone].

    What it leaves alone
        Section, company, patent, case and account numbers, postcodes and dates. Numbers in a signature block or
        a notice clause are of severity information.
    """

    code = "CW504"
    name = "telephone-number"
    kinds = ("PHONE_NUMBER",)
    placeholder = "Telephone"
    belongs = True
