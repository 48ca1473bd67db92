"""Ordinals as contracts print them: digits, letters, roman numerals, number words."""

from __future__ import annotations

import re

_ROMAN = re.compile(r"(?=[ivxlcdm])m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})\Z")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_ROMAN_PARTS = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()
_TENS = {"twenty": 20, "thirty": 30, "forty": 40}
ORDINAL_WORDS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
NUMBER_WORDS = (
    {word: value for value, word in enumerate(_WORDS, 1)}
    | {
        f"{tens}-{word}" if value else tens: base + value
        for tens, base in _TENS.items()
        for value, word in enumerate(["", *_WORDS[:9]])
    }
    | {word: value for value, word in enumerate(ORDINAL_WORDS, 1)}
)


_MOST_ROUNDS = 6
"""Times that a list of letters goes through the alphabet, at most."""


def ordinal_of(label: str) -> str | None:
    """The ordinal before the word in a label such as "THE FIRST SCHEDULE", None where it has another shape."""
    words = label.split()
    return words[-2] if len(words) > 1 and words[-2].lower() in ORDINAL_WORDS else None


def from_roman(token: str) -> int | None:
    """Value of a well-formed roman numeral in either letter case, else None."""
    token = token.lower()
    if not _ROMAN.match(token):
        return None
    values = [_ROMAN_VALUES[c] for c in token]
    return sum(-v if any(w > v for w in values[i + 1 : i + 2]) else v for i, v in enumerate(values))


def to_roman(value: int) -> str:
    """Lower-case roman numeral of a positive number below 400."""
    out = ""
    for part, letters in _ROMAN_PARTS:
        while value >= part:
            out, value = out + letters, value - part
    return out


def from_letters(token: str) -> int | None:
    """Ordinal of a list letter: a = 1, z = 26, then aa, bb = 27, 28, aaa = 53 and so on; None for other words."""
    token = token.lower()
    if len(token) == 1 and token.isalpha() and token.isascii():
        return ord(token) - 96
    if 2 <= len(token) <= _MOST_ROUNDS and len(set(token)) == 1 and token[0].isalpha() and token.isascii():
        return 26 * (len(token) - 1) + ord(token[0]) - 96
    return None


def to_letters(value: int) -> str:
    """Lower-case list letter of an ordinal: 27 is aa, 28 bb."""
    round_, index = divmod(value - 1, 26)
    return chr(97 + index) * (round_ + 1)


def like(token: str, model: str) -> str:
    """*token* in the letter case of *model*."""
    return token.upper() if model.isupper() else token
