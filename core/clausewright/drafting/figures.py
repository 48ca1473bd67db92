"""Numbers written twice, in words and in figures: "thirty (30) days", "60 (sixty) days"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from clausewright.drafting import before

_UNITS = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
_TENS = {
    word: 10 * value for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
} | {"fourty": 40, "ninty": 90}
_SCALES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_ORDINALS = {
    word: value
    for value, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth".split(),
        1,
    )
} | {
    word: 10 * value
    for value, word in enumerate(
        "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth".split(), 2
    )
}
_MULTIPLES = frozenset([*_SCALES, "hundred"])
_NUMBER_WORDS = frozenset([*_UNITS, *_TENS, *_SCALES, *_ORDINALS, "hundred", "and", "a"])


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Words and figures that differ; offsets are code points into the block. *as_words* is the figure that the words
    say, printed like the figure that is there."""

    start: int
    end: int
    figure_start: int
    figure_end: int
    words: str
    figure: str
    as_words: str


_CURRENCY = r"(?:US\$|U\.S\.\$|USD|EUR|GBP|CAD|C\$|A\$|Rs\.?|RMB|HK\$|[$€£¥])"
_FIGURE = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_IN_BRACKETS = re.compile(
    rf"\(\s*(?:{_CURRENCY}\s*)?(?P<figure>{_FIGURE})(?P<mark>\s*%|st|nd|rd|th)?(?:\.00|\.0|/xx|\.--|,00)?"
    r"(?:\s+(?P<scale>thousand|million|billion))?(?:[\s-]+(?P<unit>[A-Za-z.]+))?(?:\s+[A-Za-z]+)?\s*\)",
    re.IGNORECASE,
)
_WORDS_BEFORE = re.compile(r"[A-Za-z][A-Za-z.\s,\u00ad‑-]*\Z")
_TOKEN = re.compile(r"[A-Za-z]+\.?(?:[A-Za-z]\.)*")
_UNIT_BEFORE = frozenset(
    """percent per cent percentage dollars dollar us united states euro euros pounds pound sterling canadian american
    usd day days week weeks month months year years hour hours business working calendar consecutive minutes""".split()
)
_NO_NUMBER_AFTER = frozenset("point half quarter section article phase no".split())
_TIME_UNITS = {"day", "week", "month", "year", "hour", "minute"}
_FRACTION_BEFORE = re.compile(
    r"(?:half|halves|thirds?|quarters?|fourths?|fifths?|tenths?|hundredths?)\s+of\s+\Z", re.IGNORECASE
)

_WORDS_IN_BRACKETS = re.compile(
    rf"(?P<figure>{_FIGURE})(?P<mark>\s*%)?\s*(?:[A-Za-z]{{3,10}}\s+)?\(\s*"
    r"(?P<words>[A-Za-z]+(?:,?[\s-]+[A-Za-z]+){0,13})\s*\)"
)
_BEFORE_WORDS = re.compile(r"[\w.,%$ ]{1,40}\Z")


def read_figures(text: str) -> tuple[Mismatch, ...]:
    """Places of a block where a number in words and the figure beside it differ."""
    if "(" not in text:
        return ()
    return tuple(_mismatches(text))


def _mismatches(text: str) -> Iterator[Mismatch]:
    at = text.find("(")
    while at >= 0:
        after = text[at + 1 : at + 6].lstrip()[:1]
        found = None
        if (after.isdigit() or after in "$€£¥UCEGHRA") and (match := _IN_BRACKETS.match(text, at)) is not None:
            found = _figure_in_brackets(text, match)
        elif after.isalpha() and _digit_before(text, at):
            found = _words_in_brackets(text, at)
        if found:
            yield found
        at = text.find("(", at + 1)


def _digit_before(text: str, at: int) -> bool:
    return any(map(str.isdigit, text[max(0, at - 14) : at]))


def _figure_in_brackets(text: str, match: re.Match[str]) -> Mismatch | None:
    figure = match.group("figure")
    value = _value_of_figure(figure, match.group("scale"))
    window = text[max(0, match.start() - 120) : match.start()]
    tail = _WORDS_BEFORE.search(window)
    if not tail:
        return None
    tokens = list(_TOKEN.finditer(window, tail.start()))
    end = len(tokens)
    while end and tokens[end - 1].group().replace(".", "").lower() in _UNIT_BEFORE:
        end -= 1
    units = {t.group().replace(".", "").lower().removesuffix("s") for t in tokens[end:]}
    first = end
    while first and tokens[first - 1].group().lower() in _NUMBER_WORDS:
        first -= 1
    while first < end and tokens[first].group().lower() in {"and", "a"} and not _is_hundred(tokens, first, end):
        first += 1
    if first == end or end - first > 14 or tokens[end - 1].group().lower() == "and":
        return None
    lead_text = window[: tokens[first].start()].rstrip(" \t\r\n-")
    if tokens[first].group().lower() in _MULTIPLES and lead_text[-1:] in {*"0123456789)"}:
        # "$2 million (", "three (3) million dollars (": the number began in figures.
        return None
    words = [t.group().lower() for t in tokens[first:end]]
    said = value_of_words(words)
    start = tokens[first].start()
    if said is None or value is None or said == value or _FRACTION_BEFORE.search(window, 0, start):
        return None
    lead = tokens[first - 1].group().lower() if first else ""
    if _is_other_number(match, words, units, said, value, lead, window[:start]):
        return None
    offset = match.start() - len(window)
    return Mismatch(
        offset + start,
        match.end(),
        match.start("figure"),
        match.end("figure"),
        " ".join(window[start : tokens[end - 1].end()].split()),
        figure,
        _printed(said, figure, match.group("scale")),
    )


def _is_hundred(tokens: list[re.Match[str]], first: int, end: int) -> bool:
    return (
        tokens[first].group().lower() == "a"
        and first + 1 < end
        and tokens[first + 1].group().lower() in {"hundred", *_SCALES}
    )


def _is_other_number(
    match: re.Match[str],
    words: list[str],
    units: set[str],
    said: int,
    value: Decimal,
    lead: str,
    window: str,
) -> bool:
    """Whether the figure is no repetition of the words: a year, a fraction, another unit."""
    per_cent = bool(units & {"percent", "cent"})
    if value < 1 if per_cent else value != int(value):
        return True
    unit = (match.group("unit") or "").rstrip(".").lower().removesuffix("s")
    if unit in _TIME_UNITS and units & _TIME_UNITS and unit not in units:
        return True
    if (
        unit
        and unit not in _TIME_UNITS | {"percent", "dollar", "euro", "pound", "busines", "calendar", "working"} | units
    ):
        return True
    if 1900 <= value <= 2100 and said < 1900 and "," not in match.group("figure"):
        return True
    if words[-1] in _ORDINALS and match.group("mark") not in {"st", "nd", "rd", "th"} and len(words) == 1:
        return True
    return window.rstrip().endswith(("/", "&")) or lead in _NO_NUMBER_AFTER


def _words_in_brackets(text: str, at: int) -> Mismatch | None:
    lead = before(_BEFORE_WORDS, text, at, 40)
    if not lead:
        return None
    figures = list(re.finditer(_FIGURE, text[lead.start() : at]))
    if not figures:
        return None
    last = figures[-1]
    start = lead.start() + last.start()
    match = _WORDS_IN_BRACKETS.match(text, start)
    if not match or match.end() <= at or (start and (text[start - 1].isalnum() or text[start - 1] in ".,-/")):
        return None
    words = [w.lower() for w in re.findall(r"[A-Za-z]+", match.group("words"))]
    if words[-1] == "only":
        words.pop()
    while words and words[0] in _UNIT_BEFORE - _TIME_UNITS:
        words.pop(0)
    while words and words[-1] in _UNIT_BEFORE:
        if words.pop().removesuffix("s") in _TIME_UNITS and (
            "," in match.group("figure") or text[start - 1 : start] == "$"
        ):
            # "$4,000,000 (two years)" is a sum and the time it is for.
            return None
    if not words or not all(w in _NUMBER_WORDS for w in words) or words[-1] in _ORDINALS or words[0] == "and":
        return None
    said, value = value_of_words(words), _value_of_figure(match.group("figure"), None)
    if said is None or value is None or said == value or value != int(value):
        return None
    between = text[match.end("figure") : at]
    if re.search(r"thousand|million|billion", between, re.IGNORECASE):
        return None
    return Mismatch(
        start,
        match.end(),
        start,
        match.end("figure"),
        " ".join(match.group("words").split()),
        match.group("figure"),
        _printed(said, match.group("figure"), None),
    )


def _value_of_figure(figure: str, scale: str | None) -> Decimal | None:
    if len(figure) > 18:
        return None
    value = Decimal(figure.replace(",", ""))
    return value * _SCALES[scale.lower()] if scale else value


def value_of_words(words: list[str]) -> int | None:
    """The number that lower-case *words* say, or None where they are not one number."""
    total, group, last = 0, 0, "start"
    smallest = 10**12
    for index, word in enumerate(words):
        if word == "and":
            if last not in {"hundred", "scale"}:
                return None
            continue
        if word == "a":
            if index or len(words) == 1:
                return None
            continue
        if last == "ordinal":
            return None
        if word in _UNITS or (word in _ORDINALS and _ORDINALS[word] < 20):
            value = _UNITS.get(word, _ORDINALS.get(word, 0))
            if last == "unit" or (last == "tens" and not 1 <= value <= 9):
                return None
            group += value
            last = "ordinal" if word in _ORDINALS else "unit"
        elif word in _TENS or word in _ORDINALS:
            if last in {"unit", "tens"}:
                return None
            group += _TENS.get(word, _ORDINALS.get(word, 0))
            last = "ordinal" if word in _ORDINALS else "tens"
        elif word == "hundred":
            if last == "hundred" or group >= 100:
                return None
            group, last = (group or 1) * 100, "hundred"
        else:
            scale = _SCALES[word]
            if scale >= smallest:
                return None
            smallest = scale
            total, group, last = total + (group or 1) * scale, 0, "scale"
    return None if last == "start" else total + group


def _printed(value: int, model: str, scale: str | None) -> str:
    """*value* printed like *model*: with commas where it has them, or where it is long."""
    if scale:
        return f"{value:,}"
    return f"{value:,}" if "," in model or (value >= 10_000 and len(model) > 3) else str(value)
