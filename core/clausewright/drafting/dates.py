"""Dates in full, whether they exist, and whether a period ends before it starts."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import pairwise

_MONTHS = "January February March April May June July August September October November December".split()
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_MONTH_NUMBER = {name.lower(): number for number, name in enumerate(_MONTHS, 1)}
_GATES = (*_MONTHS, *(name.upper() for name in _MONTHS))
_MONTH = "|".join((*_MONTHS, *(name.upper() for name in _MONTHS)))
_WEEKDAY = "|".join((*_WEEKDAYS, *(name.upper() for name in _WEEKDAYS)))
_NAMED = re.compile(
    rf"(?:\b(?P<weekday>{_WEEKDAY}),?\s{{1,4}}(?:the\s{{1,4}})?)?"
    rf"(?:\b(?P<month>{_MONTH})\s{{1,4}}(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:(?:,|,?\s)\s{{0,4}}(?P<year>(?:1[89]|20)\d\d))?"
    rf"|(?<![\d.,/$-])(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\s{{1,4}}(?:day\s{{1,4}}of\s{{1,4}})?(?P<month2>{_MONTH})"
    rf"(?:,?\s{{1,4}}(?P<year2>(?:1[89]|20)\d\d))?)(?![\d/]|[.,]\d)"
)
_SLASHED = re.compile(r"(?<![\d/.-])(?P<a>\d{1,2})/(?P<b>\d{1,2})/(?P<year>(?:19|20)\d\d)(?![\d/-])")
_ISO = re.compile(r"(?<![\d/.-])(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)-(?P<day>\d\d)(?![\d/-])")

_PERIOD_LEAD = re.compile(
    r"\b(?:from|between|commenc\w{1,5}|begin\w{0,5}|began|start\w{0,4}|effective|period|term|through|since)\b"
    r"(?:\s{1,4}(?:on|as|of|and|including|the|with|is|date|shall|be|from))*[\s:(]{1,4}\Z",
    re.IGNORECASE,
)
_PERIOD_LINK = re.compile(
    r"[\s,(]{0,4}(?:\([^()]{0,60}\)[\s,]{0,3})?(?:(?:and\s{1,4})?(?:to|through|thru|until|till|up\s{1,4}to"
    r"|(?:shall\s{1,4}|will\s{1,4})?(?:end\w{0,4}|expir\w{1,4}|terminat\w{1,5}|continu\w{1,5}|conclud\w{1,4}))"
    r"(?:\s{1,4}(?:on|and|including|through|until|to|at|midnight|of))*)[\s,:]{1,4}\Z"
    r"|\s{0,4}[-–—]\s{0,4}\Z",
    re.IGNORECASE,
)
_BETWEEN_LINK = re.compile(r"\s{1,4}and\s{1,4}\Z")
_BETWEEN_LEAD = re.compile(r"\bbetween\s{1,4}\Z", re.IGNORECASE)
_LONGEST_LINK = 100


class Fault(StrEnum):
    """What is wrong with a date."""

    IMPOSSIBLE = "impossible"
    WEEKDAY = "weekday"


@dataclass(frozen=True, slots=True)
class WrongDate:
    """A date that cannot be. Where the *weekday* is at fault, *real* is the one that the date falls on."""

    start: int
    end: int
    fault: Fault
    real: str = ""
    weekday: str = ""


@dataclass(frozen=True, slots=True)
class Backwards:
    """A period whose end lies before its start; spans of both dates in the block."""

    start: int
    end: int
    first: tuple[int, int]
    last: tuple[int, int]


def _has_month(text: str) -> bool:
    return any(map(text.__contains__, _GATES))


def read_wrong_dates(text: str) -> tuple[WrongDate, ...]:
    """Dates of a block that do not exist or fall on another weekday."""
    found: list[WrongDate] = []
    if _has_month(text):
        for match in _NAMED.finditer(text):
            wrong = _wrong(match)
            if wrong:
                found.append(wrong)
    if "/19" in text or "/20" in text:
        for match in _SLASHED.finditer(text):
            year, a, b = int(match["year"]), int(match["a"]), int(match["b"])
            if not _exists(year, a, b) and not _exists(year, b, a) and max(a, b) < 40:
                found.append(WrongDate(*match.span(), Fault.IMPOSSIBLE))
    return tuple(found)


def _wrong(match: re.Match[str]) -> WrongDate | None:
    month_name = match["month"] or match["month2"]
    month = _MONTH_NUMBER[month_name.lower()]
    day, year_text = int(match["day"] or match["day2"]), match["year"] or match["year2"]
    start = match.start("month") if match["month"] else match.start("day2")
    if year_text is None:
        # Without a year a number behind a month may be anything; only the days that months lack are sure.
        if month_name.upper() != "MAY" and day in {30, 31} and not _exists(2000, month, day):
            return WrongDate(start, match.end(), Fault.IMPOSSIBLE)
        return None
    year = int(year_text)
    if not _exists(year, month, day):
        return WrongDate(start, match.end(), Fault.IMPOSSIBLE)
    weekday = match["weekday"]
    real = _WEEKDAYS[date(year, month, day).weekday()]
    if weekday and weekday.lower() != real.lower():
        return WrongDate(match.start(), match.end(), Fault.WEEKDAY, real, weekday)
    return None


def _exists(year: int, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]


def _dated(text: str) -> Iterator[tuple[int, int, date]]:
    """Dates of a block that name a year and exist."""
    if _has_month(text):
        for match in _NAMED.finditer(text):
            year = match["year"] or match["year2"]
            if year is None:
                continue
            month = _MONTH_NUMBER[(match["month"] or match["month2"]).lower()]
            day = int(match["day"] or match["day2"])
            if _exists(int(year), month, day):
                start = match.start("month") if match["month"] else match.start("day2")
                yield start, match.end(), date(int(year), month, day)
    elif "-" in text:
        for match in _ISO.finditer(text):
            if _exists(int(match["year"]), int(match["month"]), int(match["day"])):
                yield *match.span(), date(int(match["year"]), int(match["month"]), int(match["day"]))


def read_backwards(text: str) -> tuple[Backwards, ...]:
    """Periods of a block that end before they start."""
    dates = list(_dated(text))
    found: list[Backwards] = []
    for (start, end, first), (start2, end2, last) in pairwise(dates):
        if last >= first or start2 - end > _LONGEST_LINK:
            continue
        before, link = text[max(0, start - 60) : start], text[end:start2]
        between = bool(_BETWEEN_LINK.match(link) and _BETWEEN_LEAD.search(before))
        if between or (_PERIOD_LINK.match(link) and _PERIOD_LEAD.search(before)):
            found.append(Backwards(start, end2, (start, end), (start2, end2)))
    return tuple(found)
