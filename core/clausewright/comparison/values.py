"""Figures of a clause as typed values: sums, percentages, lengths of time, dates, hours of the day, plain numbers.

A value is compared by what it amounts to, so "thirty (30) days" and "30 days" are one, "four weeks" and "28 days" too,
"one month" and "30 days" are not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class ValueKind(StrEnum):
    MONEY = "money"
    PERCENT = "percent"
    DURATION = "duration"
    DATE = "date"
    TIME = "time"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Value:
    """A figure at ``[start, end)``, code points into the text it was read from.

    *amount* is the number and *unit* its currency (MONEY, "" where the text has none), calendar unit (DURATION: day,
    month, hour, minute, or "business day") (DATE: the amount is ``yyyymmdd``, with zeros for what is not said; TIME: minutes after midnight).
    """

    start: int
    end: int
    kind: ValueKind
    amount: float
    unit: str = ""

    @property
    def key(self) -> tuple[ValueKind, float, str]:
        """What makes two values the same."""
        return self.kind, round(self.amount, 6), self.unit


def same_date(one: Value, other: Value) -> bool:
    """Whether two dates are one as far as both say: "April 1999" is "April 1, 1999"."""
    parts = [(int(v.amount) // 10_000, int(v.amount) // 100 % 100, int(v.amount) % 100) for v in (one, other)]
    return all(a == b or 0 in (a, b) for a, b in zip(*parts, strict=True))


_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_WORDS = {word: number for number, word in enumerate(_ONES)} | {w: 10 * (i + 2) for i, w in enumerate(_TENS)}
_ORDINALS = {
    word: number
    for number, word in enumerate(
        "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split()
    )
    if number
} | {"thirtieth": 30}
_ORDINAL = rf"(?:{'|'.join(sorted(set(_ORDINALS) - {'first'}, key=len, reverse=True))})"
"""Not "first": the first day after another is the next one."""
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_SUFFIXES = {"k": 1_000, "m": 1_000_000, "mn": 1_000_000, "bn": 1_000_000_000}
_FRACTIONS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10, "twentieth": 20}

_NUMBER_WORD = rf"(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))})"
_SPELLED = rf"(?:{_NUMBER_WORD}|a(?=\s+(?:hundred|thousand|million)))(?:[\s-]+(?:and\s+)?(?:{_NUMBER_WORD}|hundred|thousand|million|billion)){{0,8}}"
_WHOLE = rf"(?:{_NUMBER_WORD}[\s-])?{_NUMBER_WORD}"
_AND_A_HALF = r"(?:one[\s-]half|a\s+half)\b(?:\s*\(\s*\d{1,2}(?:\.5|\s1/2|½)\s?%?\s*\))?"
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_FIGURE = rf"(?:{_SPELLED}\s*\(\s*(?:{_DIGITS})\s*\)|(?:{_DIGITS})\s*\(\s*{_SPELLED}\s*\)|{_DIGITS}|{_SPELLED})"
_SCALE = r"(?:\s?(?:k|mn?|bn)\b|\s+(?:thousand|million|billion)\b)?"
_CURRENCIES = {
    "$": "$", "us$": "USD", "usd": "USD", "u.s.$": "USD", "ca$": "CAD", "c$": "CAD", "cad": "CAD", "a$": "AUD", "au$": "AUD",
    "aud": "AUD", "hk$": "HKD", "nz$": "NZD", "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "gbp": "GBP",
    "pounds sterling": "GBP", "pounds": "GBP", "¥": "JPY", "jpy": "JPY", "yen": "JPY", "chf": "CHF", "swiss francs": "CHF",
    "dollars": "$", "us dollars": "USD", "u.s. dollars": "USD", "canadian dollars": "CAD", "rmb": "CNY", "cny": "CNY", "sek": "SEK",
    "inr": "INR", "sgd": "SGD", "hkd": "HKD", "united states dollars": "USD", "australian dollars": "AUD",
}  # fmt: skip
_SYMBOL = r"(?:(?:us|u\.s\.|ca|c|a|au|hk|nz)?\$|[€£¥]|\b(?:usd|eur|gbp|cad|aud|chf|jpy|cny|rmb|inr|sgd|hkd|sek)\b)"
_AFTER = (
    r"(?:(?:us|u\.s\.|united\s+states|canadian|australian)\s+dollars|dollars|euros?|pounds(?:\s+sterling)?|swiss\s+francs|yen"
    r"|usd|eur|gbp|cad|aud|chf|jpy|cny|rmb)"
)
_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = rf"(?P<{{}}>{'|'.join(_MONTHS)}|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?(?=\s+\d))"
_DAY = r"(?P<{}>\d{{1,2}})(?:\s?st|\s?nd|\s?rd|\s?t\s?h)?"
_UNIT = r"(?P<unit>days?|weeks?|fortnights?|months?|years?|quarters?|hours?|minutes?)"
_PATTERN = re.compile(
    "|".join(
        (
            rf"(?P<mdy>\b{_MONTH.format('m1')}\s+{_DAY.format('d1')}\b(?:,?\s+(?P<y1>(?:1[89]|20)\d\d)\b)?)",
            rf"(?P<dmy>\b{_DAY.format('d2')}(?:\s+day)?(?:\s+of)?\s+{_MONTH.format('m2')}\b(?:\s+(?:of|in)\s+(?:each|every)\s+year|,?\s+(?P<y2>(?:1[89]|20)\d\d)\b)?)",
            rf"(?P<odm>\b(?:the\s+)?(?P<d3>first|last|thirty-first|fifteenth)\s+day\s+of\s+{_MONTH.format('m3')}\b(?:,?\s+(?P<y3>(?:1[89]|20)\d\d)\b)?)",
            rf"(?P<my>\b{_MONTH.format('m5')}\s+(?:of\s+)?(?P<y5>(?:1[89]|20)\d\d)\b)",
            r"(?P<iso>\b(?P<y4>(?:19|20)\d\d)-(?P<m4>\d\d)-(?P<d4>\d\d)\b)",
            rf"(?P<spelledmoney>{_SPELLED}\s+(?:{_AFTER}\s+)?\(\s*(?P<c0>{_SYMBOL})\s?(?P<n0>{_DIGITS})\s*\)(?:\s+{_AFTER}\b)?)",
            r"(?P<clock>\b(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))?\s?(?P<half_day>[ap])\.?\s?m\b\.?|\b(?P<hour24>[01]?\d|2[0-3]):(?P<minute24>[0-5]\d)\b)",
            rf"(?P<money>(?P<c1>{_SYMBOL})\s?(?P<n1>{_DIGITS})(?P<s1>{_SCALE})(?:\s*\(\s*(?:{_AFTER}\s+)?{_SPELLED}(?:\s+{_AFTER})?\s*\))?)",
            rf"(?P<money2>\b(?P<n2>{_FIGURE})(?P<s2>{_SCALE})\s+(?P<c2>{_AFTER})\b)",
            rf"(?P<mixedpercent>\b(?P<n9>{_WHOLE})\s+and\s+{_AND_A_HALF}\s+(?:percent|per\s?cent)\b(?:\s*\(\s*(?:{_DIGITS})\s?%\s*\))?)",
            rf"(?P<mixed>\b(?P<n10>{_WHOLE})\s+and\s+{_AND_A_HALF})",
            r"(?P<half>\bone-half\s+(?:of\s+)?(?:one\s+)?(?:percent|per\s+cent)(?:\s*\(\s*(?P<np>[\d.]+)\s*%\s*\))?)",
            rf"(?P<percent>\b(?P<n3>{_FIGURE})\s?(?:%|percent\b|per\s?cent\b)(?:\s*\(\s*(?:{_DIGITS})\s?%\s*\))?)",
            rf"(?P<outof>\b(?P<n4>{_FIGURE})\s+(?:out\s+of|in)\s+(?:every\s+)?(?:100|hundred)\b)",
            r"(?P<halfof>\bhalf(?=\s+(?:of|the|its|their)\b))",
            rf"(?P<fraction>\b(?P<top>one|two|three|a)[\s-](?P<bottom>{'|'.join(_FRACTIONS)})s?\b(?!\s+party)(?:(?<!\ba\squarter)|(?=\s+of\b)))",
            rf"(?P<span>\b(?P<n5>{_FIGURE}|an?(?=\s+(?:week|month|fortnight|quarter)['’]s)|(?:(?<=within\s)|(?<=for\s)|(?<=after\s)|(?<=least\s)|(?<=than\s))an?(?=\s+(?:day|week|month|fortnight|year|quarter)\b))[\s-]+(?:\(\d+\)\s*)?(?P<sort>(?:business|working|calendar|banking|trading|full|consecutive|clear|successive|running|further|additional|more|extra)[\s-]+)?{_UNIT}\b)",
            rf"(?P<ordinalday>\b(?:(?P<n6>\d{{1,3}})(?:st|nd|rd|th)|(?P<w6>{_ORDINAL})(?:\s*\(\s*\d{{1,3}}(?:st|nd|rd|th)\s*\))?)\s+(?P<sort6>(?:business|working|calendar)\s+)?day\b)",
            rf"(?P<ordinalyear>\b(?:(?P<n8>\d{{1,2}})(?:st|nd|rd|th)|(?P<w8>{_ORDINAL}))\s+(?:anniversary|(?:contract\s+|full\s+)?year)\b)",
            r"(?P<times>\b(?:once(?=\s+(?:a|per|every|each|in)\b)|twice|thrice)\b)",
            rf"(?P<plain>(?<![\w.])(?P<n7>{_FIGURE})\b(?P<s7>\s?(?:mn?|bn|k)\b|\s+(?:thousand|million|billion)\b)?)",
        )
    ),
    re.IGNORECASE,
)  # fmt: skip
_IN_DAYS = {"day": ("day", 1), "week": ("day", 7), "fortnight": ("day", 14), "month": ("month", 1), "quarter": ("month", 3),
            "year": ("month", 12), "hour": ("hour", 1), "minute": ("minute", 1)}  # fmt: skip


def read_values(text: str) -> list[Value]:
    """The figures of *text*, in text order, none inside another. "One" is an article as often as a figure, and is left out."""
    found = []
    for match in _PATTERN.finditer(text):
        value = _value(match)
        if value is not None:
            found.append(value)
    return found


def _value(match: re.Match[str]) -> Value | None:
    start, end = match.span()
    kind = match.lastgroup and next(name for name in _READERS if match.group(name) is not None)
    assert kind is not None
    read = _READERS[kind](match)
    if read is None:
        return None
    return Value(start, end, *read)


def number_of(text: str) -> float:
    """What a figure in digits, in words or in both amounts to; digits win. Raises ValueError where it is none."""
    digits = re.search(_DIGITS, text)
    if digits is not None:
        return float(digits.group().replace(",", ""))
    total = current = 0.0
    seen = False
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in _WORDS:
            current += _WORDS[word]
        elif word == "hundred":
            current = (current or 1) * 100
        elif word in _SCALES:
            total, current = total + (current or 1) * _SCALES[word], 0.0
        elif word in ("and", "a"):
            continue
        else:
            raise ValueError(text)
        seen = True
    if not seen:
        raise ValueError(text)
    return total + current


_Read = tuple[ValueKind, float, str] | None


def _scaled(number: float, scale: str | None) -> float:
    word = (scale or "").strip().lower()
    return number * (_SUFFIXES.get(word) or _SCALES.get(word) or 1)


def _month(name: str) -> int:
    return next(i for i, month in enumerate(_MONTHS, 1) if month.startswith(name.lower().rstrip(".")[:3]))


def _date(year: str | None, month: int, day: int) -> _Read:
    return ValueKind.DATE, float(int(year or 0) * 10_000 + month * 100 + day), ""


def _currency(symbol: str) -> str:
    return _CURRENCIES.get(" ".join(symbol.lower().split()), symbol.upper())


def _span(match: re.Match[str]) -> _Read:
    figure = match["n5"]
    count = 1.0 if figure.lower() in ("a", "an") else number_of(figure)
    unit, factor = _IN_DAYS[match["unit"].lower().rstrip("s")]
    sort = (match["sort"] or "").strip(" -").lower()
    if sort in ("business", "working", "banking", "trading"):
        unit = f"business {unit}"
    return ValueKind.DURATION, count * factor, unit


def _ordinal(digits: str | None, word: str | None) -> float:
    return float(digits) if digits is not None else float(_ORDINALS[(word or "").lower()])


def _fraction(match: re.Match[str]) -> _Read:
    top = {"a": 1, "one": 1, "two": 2, "three": 3}[match["top"].lower()]
    return ValueKind.PERCENT, 100 * top / _FRACTIONS[match["bottom"].lower()], ""


def _clock(match: re.Match[str]) -> _Read:
    if match["hour24"] is not None:
        return ValueKind.TIME, float(int(match["hour24"]) * 60 + int(match["minute24"])), ""
    hour = int(match["hour"]) % 12 + (12 if match["half_day"].lower() == "p" else 0)
    return ValueKind.TIME, float(hour * 60 + int(match["minute"] or 0)), ""


def _plain(match: re.Match[str]) -> _Read:
    number = _scaled(number_of(match["n7"]), match["s7"])
    return None if number in (0, 1) else (ValueKind.NUMBER, number, "")


_ORDINAL_DAYS = {"first": 1, "last": 31, "thirty-first": 31, "fifteenth": 15}
_READERS = {
    "mdy": lambda m: _date(m["y1"], _month(m["m1"]), int(m["d1"])),
    "dmy": lambda m: _date(m["y2"], _month(m["m2"]), int(m["d2"])),
    "odm": lambda m: _date(m["y3"], _month(m["m3"]), _ORDINAL_DAYS[m["d3"].lower()]),
    "my": lambda m: _date(m["y5"], _month(m["m5"]), 0),
    "iso": lambda m: _date(m["y4"], int(m["m4"]), int(m["d4"])),
    "spelledmoney": lambda m: (ValueKind.MONEY, number_of(m["n0"]), _currency(m["c0"])),
    "money": lambda m: (ValueKind.MONEY, _scaled(number_of(m["n1"]), m["s1"]), _currency(m["c1"])),
    "money2": lambda m: (ValueKind.MONEY, _scaled(number_of(m["n2"]), m["s2"]), _currency(m["c2"])),
    "clock": lambda m: _clock(m),
    "mixedpercent": lambda m: (ValueKind.PERCENT, number_of(m["n9"]) + 0.5, ""),
    "mixed": lambda m: (ValueKind.NUMBER, number_of(m["n10"]) + 0.5, ""),
    "half": lambda m: (ValueKind.PERCENT, float(m["np"]) if m["np"] else 0.5, ""),
    "percent": lambda m: (ValueKind.PERCENT, number_of(m["n3"]), ""),
    "outof": lambda m: (ValueKind.PERCENT, number_of(m["n4"]), ""),
    "span": _span,
    "ordinalday": lambda m: (ValueKind.DURATION, _ordinal(m["n6"], m["w6"]), "business day" if m["sort6"] and m["sort6"].lower().startswith(("b", "w")) else "day"),
    "ordinalyear": lambda m: (ValueKind.DURATION, 12 * _ordinal(m["n8"], m["w8"]), "month"),
    "halfof": lambda m: (ValueKind.PERCENT, 50.0, ""),
    "fraction": _fraction,
    "times": lambda m: (ValueKind.NUMBER, {"once": 1.0, "twice": 2.0, "thrice": 3.0}[m.group().lower()], "times"),
    "plain": _plain,
}  # fmt: skip
