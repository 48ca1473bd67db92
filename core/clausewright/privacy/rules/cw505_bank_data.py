from __future__ import annotations

from clausewright.privacy.rules.base import PersonalDataRule


class BankData(PersonalDataRule):
    """The number of a bank account stands in the contract.

    What it finds
        IBANs whose check digits are right, and account, routing, sort code and SWIFT numbers after the words
        for them.

    Why it matters
        Account data in a draft invite fraud: whoever can change them redirects the payment.

    Example
        The Fees are paid to NL91 ABNA 0417 1643 00.

    Write instead
        The Fees are paid to the account named in the invoice.

    What it leaves alone
        Amounts, company numbers and other figures without such a word or check digit.
    """

    code = "CW505"
    name = "bank-data"
    kinds = (
        "IBAN_CODE",
        "BANK_ACCOUNT",
    )
    placeholder = "Account"
    belongs = False
