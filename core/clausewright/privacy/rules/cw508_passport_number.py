from __future__ import annotations

from clausewright.privacy.rules.base import PersonalDataRule


class PassportNumber(PersonalDataRule):
    """The number of a passport stands in the contract.

    What it finds
        A number after the word passport, and what has the form of a passport number and no other label before
        it.

    Why it matters
        A passport number serves to pass for its holder.

    Example
        Ngozi Adebayo, holder of passport K4567890, signs for the Seller.

    Write instead
        Ngozi Adebayo signs for the Seller.

    What it leaves alone
        Patent numbers and numbers with a label of their own.
    """

    code = "CW508"
    name = "passport-number"
    kinds = ("PASSPORT_NUMBER",)
    placeholder = "Passport number"
    belongs = False
