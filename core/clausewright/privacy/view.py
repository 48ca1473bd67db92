"""A text as a reader's eye sees it, for the recognisers: disguises undone, with an exact map back.

Invisible characters are left out, full-width and other forms become the plain ones, dashes and blanks become ``-`` and
a blank, and Cyrillic or Greek look-alikes become Latin where they stand among Latin letters, digits or ``@``.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u2043"
_QUOTES = {"\u2018": "'", "\u2019": "'", "\u201b": "'", "\u02bc": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"'}
_LOOK_ALIKES = str.maketrans(
    "АВЕКМНОРСТХЅІЈУаеорсухіјѕԁԛԝһӏѵ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαορνικυγτεχω",
    "ABEKMHOPCTXSIJYaeopcyxijsdqwhlv" + "ABEZHIKMNOPTYXaopvikuytexw",
)
_STRANGE_LETTERS = re.compile("[\u0370-\u03ff\u0400-\u052f]")
_MIXED_TOKEN = re.compile(r"\S*[\u0370-\u03ff\u0400-\u052f]\S*")
_LATIN = re.compile(r"[A-Za-z0-9@]")
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\U000e0000-\U000e0fff]"
)


class _Table(dict[int, str]):
    """Code point to what stands for it in the view, worked out when first met."""

    def __missing__(self, code: int) -> str:
        seen = _seen(chr(code))
        self[code] = seen
        return seen


def _seen(char: str) -> str:
    if char < "\x80":
        return char
    if _INVISIBLE.match(char):
        return ""
    if char in _DASHES:
        return "-"
    if char in _QUOTES:
        return _QUOTES[char]
    if char == "\u3002":
        return "."
    if char in "\u2122\u2120\u00aa\u00ba":
        return char  # a trade mark sign is no pair of letters, "3\u00ba" no "3o"
    if unicodedata.category(char) == "Zs":
        return " "
    digit = unicodedata.digit(char, None) if unicodedata.category(char) == "Nd" else None
    if digit is not None:
        return str(digit)
    return unicodedata.normalize("NFKC", char) or char


_TABLE = _Table()
_COMBINING = re.compile(r"[A-Za-z][\u0300-\u036f]+")


@dataclass(frozen=True, slots=True)
class View:
    """*text* as seen; *starts* and *ends* give the original span of each of its characters, None where they agree."""

    text: str
    starts: list[int] | None = None
    ends: list[int] | None = None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original text that ``[start, end)`` of the view stands for."""
        if self.starts is None or self.ends is None or start >= end:
            return start, end
        return self.starts[start], self.ends[end - 1]


def view_of(text: str) -> View:
    """The view of *text*. An ASCII text is its own view."""
    if text.isascii():
        return View(text)
    plain = text.translate(_TABLE)
    changing = {char for char in set(text) if len(_TABLE[ord(char)]) != 1}
    starts: list[int] | None = None
    ends: list[int] | None = None
    if changing or _COMBINING.search(text):
        plain, starts, ends = _mapped(text)
    if _STRANGE_LETTERS.search(plain):
        plain = _MIXED_TOKEN.sub(_latinised, plain)
    return View(plain, starts, ends)


def _mapped(text: str) -> tuple[str, list[int], list[int]]:
    out: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for place, char in enumerate(text):
        if out and "\u0300" <= char <= "\u036f":
            composed = unicodedata.normalize("NFC", out[-1] + char)
            if len(composed) == 1:
                out[-1] = composed
            ends[-1] = place + 1
            continue
        for seen in _TABLE[ord(char)]:
            out.append(seen)
            starts.append(place)
            ends.append(place + 1)
    return "".join(out), starts, ends


def _latinised(token: re.Match[str]) -> str:
    return token[0].translate(_LOOK_ALIKES) if _LATIN.search(token[0]) else token[0]
