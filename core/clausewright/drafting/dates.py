"""Dates in full, whether they exist, and whether a period ends before it starts."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import pairwise, repeat

from clausewright.anchors import Signs, matches
from clausewright.drafting import before

_MONTHS = "January February March April May June July August September October November December".split()
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_MONTH_NUMBER = {name.lower(): number for number, name in enumerate(_MONTHS, 1)}
_MONTH = "|".join((*_MONTHS, *map(str.upper, _MONTHS)))
_SIGNS = Signs((*_MONTHS, *map(str.upper, _MONTHS)))
_YEARS_BEHIND = ("/19", "/20", ".19", ".20")
_WEEKDAY = "|".join((*_WEEKDAYS, *map(str.upper, _WEEKDAYS)))
_YEAR = r"(?P<year>(?:1[89]|20)\d\d)"
_MONTH_FIRST = re.compile(
    rf"\b(?P<month>{_MONTH})\s{{1,4}}(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:(?:,|,?\s)\s{{0,4}}{_YEAR})?(?![\d/]|[.,]\d)"
)
_DAY_FIRST = re.compile(
    rf"(?<![\d.,/$-])(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s{{1,4}}(?:(?:day\s{{1,4}})?of\s{{1,4}})?(?P<month>{_MONTH})\b"
    rf"(?:,?\s{{1,4}}{_YEAR})?(?![\d/]|[.,]\d)"
)
_A_MONTH = re.compile(_MONTH)
_WIDEST_BLANK = 4
_WEEKDAY_BEFORE = re.compile(rf"\b(?P<weekday>{_WEEKDAY}),?\s{{1,4}}(?:the\s{{1,4}})?\Z")
_SLASHED = re.compile(
    r"(?<![\d/.-])(?P<a>\d{1,2})(?P<sign>[/.])(?P<b>\d{1,2})(?P=sign)(?P<year>(?:19|20)\d\d)(?![\d/-]|\.\d)"
)
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
_DATE_NAME = r"(?P<name>(?:[A-Z][a-z]{2,14}\s){1,3}Date)"
_NAMED_BEHIND = re.compile(
    rf",?\s{{0,4}}\((?:(?:hereinafter|herein)(?:\s(?:called|referred\sto\sas))?,?\s)?(?:the\s)?[\"“]{_DATE_NAME}[\"”]\)"
)
_NAMED_BEFORE = re.compile(rf"[\"“]{_DATE_NAME}[\"”]\s(?:shall\s)?(?:means?|is|be)\s\Z")
_BY_NAME = re.compile(rf"\bthe\s{_DATE_NAME}\b")


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


@dataclass(frozen=True, slots=True)
class NamedDate:
    """A date that is given a *name*: March 1, 2020 (the "Effective Date")."""

    start: int
    end: int
    name: str
    day: date


@dataclass(frozen=True, slots=True)
class FromNamed:
    """A period that starts on a date called by its *name* and ends on *day*; spans of both in the block."""

    start: int
    end: int
    name: str
    first: tuple[int, int]
    last: tuple[int, int]
    day: date


DateMark = WrongDate | Backwards | NamedDate | FromNamed


def read_dates(text: str) -> tuple[DateMark, ...]:
    """Dates of a block that do not exist or fall on another weekday, and periods that end before they start.

    Beside these, what tells that of a period whose start is called by name: the dates that have one, and the periods.
    """
    found: list[DateMark] = []
    dated: list[tuple[int, int, date]] = []
    months = _SIGNS.starts(text)
    if months is None:
        months = [m.start() for m in _A_MONTH.finditer(text)]
    if months:
        written = [*matches(_MONTH_FIRST, text, months)]
        if any(map(_may_follow_day, repeat(text), months)):
            written += _DAY_FIRST.finditer(text)
        for match in sorted(written, key=re.Match.start):
            year = int(match["year"]) if match["year"] else None
            wrong = _wrong(text, match, year)
            if wrong:
                found.append(wrong)
            elif year:
                day = date(year, _MONTH_NUMBER[match["month"].lower()], int(match["day"]))
                dated.append((*match.span(), day))
    if any(map(text.__contains__, _YEARS_BEHIND)):
        for match in _SLASHED.finditer(text):
            year, a, b = int(match["year"]), int(match["a"]), int(match["b"])
            if not _exists(year, a, b) and not _exists(year, b, a) and max(a, b) < 40:
                found.append(WrongDate(*match.span(), Fault.IMPOSSIBLE))
    if "-" in text and ("19" in text or "20" in text):
        in_words = bool(dated)
        for match in _ISO.finditer(text):
            year, month, day_of_month = int(match["year"]), int(match["month"]), int(match["day"])
            if not _exists(year, month, day_of_month):
                if 1 <= month <= 12 and 28 < day_of_month < 32:
                    found.append(WrongDate(*match.span(), Fault.IMPOSSIBLE))
            elif not in_words:
                dated.append((*match.span(), date(year, month, day_of_month)))
    found.extend(_backwards(text, dated))
    if dated and "Date" in text:
        found.extend(_by_name(text, dated))
    return tuple(found)


def _may_follow_day(text: str, month: int) -> bool:
    """Whether the number of a day ("1", "1st", "1st of") may stand before *month*."""
    last = text[max(0, month - _WIDEST_BLANK - 1) : month].rstrip()[-1:]
    return last.isdecimal() or last in ("t", "d", "h", "f")


def _by_name(text: str, dates: list[tuple[int, int, date]]) -> Iterator[NamedDate | FromNamed]:
    for start, end, day in dates:
        named = _NAMED_BEHIND.match(text, end) or before(_NAMED_BEFORE, text, start, 70)
        if named:
            yield NamedDate(start, end, " ".join(named["name"].split()), day)
    for called in _BY_NAME.finditer(text):
        following = next((one for one in dates if one[0] >= called.end()), None)
        if following is None or following[0] - called.end() > _LONGEST_LINK:
            continue
        start, end, day = following
        if _PERIOD_LINK.match(text[called.end() : start]) and before(_PERIOD_LEAD, text, called.start(), 60):
            name = " ".join(called["name"].split())
            yield FromNamed(called.start(), end, name, called.span(), (start, end), day)


def _wrong(text: str, match: re.Match[str], year: int | None) -> WrongDate | None:
    name, day = match["month"], int(match["day"])
    month = _MONTH_NUMBER[name.lower()]
    if year is None:
        # Without a year a number beside a month may be anything; only the days that months lack are sure.
        if name.upper() != "MAY" and day in {30, 31} and not _exists(2000, month, day):
            return WrongDate(*match.span(), Fault.IMPOSSIBLE)
        return None
    if not _exists(year, month, day):
        return WrongDate(*match.span(), Fault.IMPOSSIBLE)
    named = before(_WEEKDAY_BEFORE, text, match.start(), 20)
    real = _WEEKDAYS[date(year, month, day).weekday()]
    if named and named["weekday"].lower() != real.lower():
        return WrongDate(named.start(), match.end(), Fault.WEEKDAY, real, named["weekday"])
    return None


def _exists(year: int, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]


def _backwards(text: str, dates: list[tuple[int, int, date]]) -> Iterator[Backwards]:
    for (start, end, first), (start2, end2, last) in pairwise(dates):
        if last >= first or not 0 < start2 - end <= _LONGEST_LINK:
            continue
        link = text[end:start2]
        between = bool(_BETWEEN_LINK.match(link) and before(_BETWEEN_LEAD, text, start, 60))
        if between or (_PERIOD_LINK.match(link) and before(_PERIOD_LEAD, text, start, 60)):
            yield Backwards(start, end2, (start, end), (start2, end2))
