from __future__ import annotations

from clausewright.privacy.rules.base import PersonalDataRule


class PaymentCard(PersonalDataRule):
    """The number of a payment card stands in the contract.

    What it finds
        Numbers that begin like an issuer's, stand in a card's groups of digits and have the right check digit.

    Why it matters
        A card number may be stored only under strict rules; a contract is no place for it.

    Example
        The deposit is charged to 4012 8888 8888 1881.

    Write instead
        The deposit is charged to the card that the Customer names to the payment provider.

    What it leaves alone
        Other long numbers.
    """

    code = "CW506"
    name = "payment-card"
    kinds = ("CREDIT_CARD",)
    placeholder = "Card"
    belongs = False
