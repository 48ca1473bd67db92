"""The rules on personal data, one a file, and which of them speaks of which kind."""

from __future__ import annotations

from clausewright.privacy.rules.base import PersonalDataRule
from clausewright.privacy.rules.cw501_person_name import PersonName
from clausewright.privacy.rules.cw502_postal_address import PostalAddress
from clausewright.privacy.rules.cw503_email_address import EmailAddress
from clausewright.privacy.rules.cw504_telephone_number import TelephoneNumber
from clausewright.privacy.rules.cw505_bank_data import BankData
from clausewright.privacy.rules.cw506_payment_card import PaymentCard
from clausewright.privacy.rules.cw507_national_number import NationalNumber
from clausewright.privacy.rules.cw508_passport_number import PassportNumber
from clausewright.privacy.rules.cw509_date_of_birth import DateOfBirth

PRIVACY_RULES: list[PersonalDataRule] = [
    PersonName(),
    PostalAddress(),
    EmailAddress(),
    TelephoneNumber(),
    BankData(),
    PaymentCard(),
    NationalNumber(),
    PassportNumber(),
    DateOfBirth(),
]
"""Every rule on personal data, by code."""

_NATIONAL = next(rule for rule in PRIVACY_RULES if "NATIONAL_ID" in rule.kinds)
_BY_KIND = {kind: rule for rule in PRIVACY_RULES for kind in rule.kinds}


def rule_for(kind: str) -> PersonalDataRule:
    """The rule that speaks of marks of *kind*; the national numbers of all countries share one."""
    return _BY_KIND.get(kind, _NATIONAL)


__all__ = ["PRIVACY_RULES", "PersonalDataRule", "rule_for"]
