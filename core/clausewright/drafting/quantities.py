"""Sums of money, percentages and dates of a block, as places to mark; what they amount to is not asked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_MONTHS = f"(?:{_MONTH}|{_MONTH.upper()})"
_CURRENCY = "USD|EUR|GBP|CHF|CAD|AUD|JPY|CNY|RMB|INR|HKD|SGD"
_NUMBER = r"\d{1,3}(?:[,.]\d{3}){0,5}(?:\.\d{1,2})?(?!\d)|\d{1,12}(?:\.\d{1,2})?"
_SCALE = r"(?:\s{1,2}(?:thousand|million|billion|trillion)\b)?"
_AMOUNT = re.compile(
    rf"(?:US|U\.S\.|CA|AU|HK)?[$€£¥]\s?(?:{_NUMBER}){_SCALE}"
    rf"|\b(?:{_CURRENCY})\s?(?:{_NUMBER}){_SCALE}"
    rf"|(?<![\w.,])(?:{_NUMBER}){_SCALE}\s{{1,2}}(?:(?:US|U\.S\.)\s{{1,2}})?(?:[Dd]ollars|[Ee]uros?|[Pp]ounds\s{{1,2}}sterling|{_CURRENCY})\b"
    r"|(?<![\w.,])\d{1,3}(?:\.\d{1,4})?\s?%"
)
_MONTH_GATE = tuple(_MONTHS[3:-1].split("|"))
_DATE = re.compile(
    rf"\b{_MONTHS}\s{{1,4}}\d{{1,2}}(?:st|nd|rd|th)?,?\s{{1,4}}(?:1[89]|20)\d\d\b"
    rf"|(?<![\w.,/-])\d{{1,2}}(?:st|nd|rd|th)?\s{{1,4}}(?:day\s{{1,4}}of\s{{1,4}})?{_MONTHS},?\s{{1,4}}(?:1[89]|20)\d\d\b"
)
_NUMERIC_DATE = re.compile(r"(?<![\w.,/-])\d{1,2}/\d{1,2}/(?:19|20)\d\d\b|(?<![\w.,/-])(?:19|20)\d\d-\d\d-\d\d\b")
_AMOUNT_GATE = (*"$€£¥%", *_CURRENCY.split("|"), "ollar", "uro", "sterling")


class Quantity(StrEnum):
    AMOUNT = "amount"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class QuantityMark:
    """A sum, percentage or date in a block; offsets are code points into the block, half-open."""

    start: int
    end: int
    kind: Quantity


def read_quantities(text: str) -> tuple[QuantityMark, ...]:
    """The sums, percentages and dates of a block, in text order."""
    found: list[QuantityMark] = []
    if any(map(text.__contains__, _MONTH_GATE)):
        found += (QuantityMark(*match.span(), Quantity.DATE) for match in _DATE.finditer(text))
    if "/19" in text or "/20" in text or "-0" in text or "-1" in text:
        found += (QuantityMark(*match.span(), Quantity.DATE) for match in _NUMERIC_DATE.finditer(text))
    if any(map(text.__contains__, _AMOUNT_GATE)):
        found += (QuantityMark(*match.span(), Quantity.AMOUNT) for match in _AMOUNT.finditer(text))
    return tuple(sorted(found, key=lambda mark: mark.start))
