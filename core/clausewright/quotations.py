"""Where a quotation stands in a text: as it is, in other white space, case or marks, and nearest by edit distance."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from rapidfuzz import fuzz

NEAREST = 80.0
"""The least likeness, in per cent, of a place that is given as the nearest."""
SHORTEST = 12
"""A quotation with fewer characters is not looked for by likeness: too much would be like it."""

_MARKS = str.maketrans("“”„«»‘’‚‹›`´‐‑‒–—―−\u00a0\t\f\v", "\"\"\"\"\"'''''''-------    ")
_HIDDEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_PLAIN_GAP = re.compile(rf"\s+|[{_HIDDEN}]+|[^\x00-\x7f]")
_LOOSE_GAP = re.compile(
    r"""\s*\n[ \t]*(?:[-–]?[ \t]*(?:Page[ \t]+)?[\divx]{1,4}(?:[ \t]+of[ \t]+\d+)?[ \t]*[-–]?|Source:[^\n]{0,160})
        [ \t]*\n\s*
      | \s+ | [-‐‑‒–—―−*_\u00ad\u200b\u200c\u200d\u2060\ufeff]+\s* | [^\x00-\x7f]""",
    re.VERBOSE | re.IGNORECASE,
)
_PLAIN = (_PLAIN_GAP, _HIDDEN)
_LOOSE = (_LOOSE_GAP, _HIDDEN + "-‐‑‒–—―−*_")
"""What is folded, and which of it goes altogether: what hides in print, then also hyphens, marks and page ends."""


@dataclass(frozen=True, slots=True)
class Match:
    """A place of a quotation: ``[start, end)`` are code points.

    *score* is 100 where nothing but white space, letter case, quotation marks, hyphens and page breaks differ; *exact*
    says that not even these do.
    """

    start: int
    end: int
    exact: bool
    score: float


class Quotable:
    """A text in which quotations are looked for; what is worked out for one is kept for the next."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._plain: _Folded | None = None
        self._loose: _Folded | None = None

    def locate(self, quote: str, near: int | None = None) -> list[Match]:
        """Every place of *quote*, best first: exact ones, those in other white space, those that only look different,
        and else the nearest one.

        Among equals those closest to the offset *near* come first, or the first in the text.
        """
        wanted = quote.strip()
        if not wanted:
            return []
        found = [Match(start, start + len(wanted), True, 100.0) for start in _places(self.text, wanted)]
        exact = {match.start for match in found}
        found += [match for match in self._looking_different(wanted) if match.start not in exact]
        if not found and len(wanted) >= SHORTEST:
            found = self._nearest(wanted)
        collapsed = wanted.split()

        def order(match: Match) -> tuple[bool, bool, int]:
            same = match.exact or self.text[match.start : match.end].split() == collapsed
            return not match.exact, not same, abs(match.start - near) if near is not None else match.start

        return sorted(found, key=order)

    def _looking_different(self, wanted: str) -> list[Match]:
        self._plain = self._plain or _Folded(self.text, *_PLAIN)
        if found := self._plain.find(_Folded(wanted, *_PLAIN).text.strip()):
            return found
        self._loose = self._loose or _Folded(self.text, *_LOOSE)
        return self._loose.find(_Folded(wanted, *_LOOSE).text.strip())

    def _nearest(self, wanted: str) -> list[Match]:
        folded = self._loose = self._loose or _Folded(self.text, *_LOOSE)
        quote = _Folded(wanted, *_LOOSE).text.strip()
        if not quote or len(quote) > len(folded.text):
            return []
        best = fuzz.partial_ratio_alignment(quote, folded.text, score_cutoff=NEAREST)
        if best is None or best.dest_end <= best.dest_start:
            return []
        start, end = folded.words(best.dest_start, best.dest_end)
        return [Match(*folded.span(start, end), False, round(best.score, 1))]


def _places(text: str, wanted: str) -> Iterator[int]:
    start = text.find(wanted)
    while start >= 0:
        yield start
        start = text.find(wanted, start + 1)


class _Folded:
    """A text without what quotations lose, in small letters, and the way back to its offsets.

    *gap* finds what is folded: what begins with one of *dropped* goes, white space and page ends become one blank, a
    mark outside ASCII its plain form.
    """

    def __init__(self, text: str, gap: re.Pattern[str], dropped: str) -> None:
        self._length = len(text)
        parts: list[str] = []
        at, origin = [0], [0]
        length = last = 0
        for match in gap.finditer(text):
            kept = text[last : match.start()]
            put = _plain_form(match.group(), dropped)
            parts += (kept, put)
            length += len(kept) + len(put)
            last = match.end()
            at.append(length)
            origin.append(last)
        parts.append(text[last:])
        self.text = "".join(parts).lower() if text.isascii() else _lower("".join(parts))
        self._at, self._origin = at, origin

    def find(self, wanted: str) -> list[Match]:
        if not wanted:
            return []
        return [Match(*self.span(start, start + len(wanted)), False, 100.0) for start in _places(self.text, wanted)]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Span in the original of a span of the folded text that neither begins nor ends with a blank."""
        return self._offset(start), self._offset(end - 1) + 1

    def words(self, start: int, end: int) -> tuple[int, int]:
        """*start* and *end* moved outward to whole words, and inward from blanks."""
        while start > 0 and self.text[start - 1].isalnum() and self.text[start].isalnum():
            start -= 1
        while end < len(self.text) and self.text[end - 1].isalnum() and self.text[end].isalnum():
            end += 1
        while start < end - 1 and self.text[start] == " ":
            start += 1
        while end > start + 1 and self.text[end - 1] == " ":
            end -= 1
        return start, end

    def _offset(self, folded: int) -> int:
        index = bisect_right(self._at, folded) - 1
        beyond = self._origin[index] + folded - self._at[index]
        following = self._origin[index + 1] if index + 1 < len(self._origin) else self._length
        return min(beyond, following - 1)


def _plain_form(found: str, dropped: str) -> str:
    if found.isspace():
        return " "
    if found[0] in dropped:
        return ""
    return found.translate(_MARKS) if len(found) == 1 else " "


def _lower(text: str) -> str:
    """*text* in small letters, one for one ("İ" would become two)."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
