"""Personal data in a text: its kinds, and the places where a recogniser saw it."""

from __future__ import annotations

from dataclasses import dataclass

PERSON = "PERSON"
LOCATION = "LOCATION"
EMAIL_ADDRESS = "EMAIL_ADDRESS"
PHONE_NUMBER = "PHONE_NUMBER"
IBAN_CODE = "IBAN_CODE"
BANK_ACCOUNT = "BANK_ACCOUNT"
CREDIT_CARD = "CREDIT_CARD"
US_SSN = "US_SSN"
NATIONAL_ID = "NATIONAL_ID"
PASSPORT_NUMBER = "PASSPORT_NUMBER"
DATE_OF_BIRTH = "DATE_OF_BIRTH"


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A personal value at ``[start, end)``, code points.

    *kind* is Presidio's name for it; a national number is of the kind of its country (``UK_NINO``) or NATIONAL_ID.
    *score* runs from 0 to 1. *reason* says in a few words why it was taken for that, without the value.
    """

    start: int
    end: int
    kind: str
    score: float
    reason: str

    def moved(self, by: int) -> Mark:
        return Mark(self.start + by, self.end + by, self.kind, self.score, self.reason)

    def overlaps(self, other: Mark) -> bool:
        return self.start < other.end and other.start < self.end


def strongest(marks: list[Mark]) -> list[Mark]:
    """*marks* without those that overlap a better one, in text order: the higher score wins, then the longer."""
    kept: list[Mark] = []
    for mark in sorted(marks, key=lambda m: (-m.score, m.start - m.end, m.start, m.kind)):
        if not any(mark.overlaps(other) for other in kept):
            kept.append(mark)
    return sorted(kept)
