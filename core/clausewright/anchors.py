"""Trying a pattern only where a word stands that it begins with.

A pattern that begins with one of many words is tried at every character of a text, which is most of what reading a
contract costs. One pass of an automaton tells where any of the words stands; the pattern is matched there alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from ahocorasick_rs import AhoCorasick, MatchKind

from clausewright.turns import give_way

_WHITE = "\n\r\t\u00a0"
"""What most texts have beside blanks; all other white space is not printable."""


class Automaton:
    """Finds words in texts: all of them, or the *longest* of those that begin at one place and no two that overlap."""

    def __init__(self, words: Iterable[str], *, longest: bool = False) -> None:
        self._searched = AhoCorasick(words, matchkind=MatchKind.LeftmostLongest if longest else MatchKind.Standard)
        self._overlapping = not longest

    def find(self, text: str) -> list[tuple[int, int, int]]:
        """Number of the word, start and end of each found; raises UnicodeEncodeError for half a surrogate pair."""
        give_way()  # the search lets go of the interpreter's lock, too shortly for anyone to take it
        return self._searched.find_matches_as_indexes(text, overlapping=self._overlapping)


class Signs:
    """Words in the letters they are printed in, of which few texts have any."""

    def __init__(self, words: Iterable[str]) -> None:
        self._automaton = Automaton(words)

    def starts(self, text: str) -> list[int] | None:
        """Offsets at which the words begin in *text*, rising; None where it cannot be told."""
        try:
            found = self._automaton.find(text)
        except UnicodeEncodeError:
            return None  # half a surrogate pair
        return sorted({start for _, start, _ in found}) if found else []

    def may_be_in(self, text: str) -> bool:
        """Whether *text* has one of the words, or it cannot be told."""
        return self.starts(text) != []


def first_words(phrases: Iterable[str]) -> set[str]:
    """The first word of each of the *phrases*, with a blank where others follow it."""
    return {f"{first} " if rest else first for first, *rest in map(str.split, phrases)}


class Anchors:
    """The words that patterns begin with, in groups by name; letter case is all one.

    A word with a blank behind it stands before white space of any kind, and not within another one.
    """

    def __init__(self, groups: Mapping[str, Iterable[str]]) -> None:
        lowered = {name: frozenset(word.lower() for word in words) for name, words in groups.items()}
        words = sorted(frozenset().union(*lowered.values()))
        self._groups = [tuple(name for name, group in lowered.items() if word in group) for word in words]
        self._automaton = Automaton(words)
        spaced = any(word.endswith(" ") for word in words)
        self._before_any_sign = Automaton([word.rstrip(" ") for word in words]) if spaced else None

    def find(self, text: str) -> Places | None:
        """Where the words begin in *text*, in text order; None where it cannot be told."""
        lowered = text.lower()
        if len(lowered) != len(text):
            return None
        automaton = self._automaton
        if self._before_any_sign is not None:
            for white in _WHITE:
                lowered = lowered.replace(white, " ")
            if not lowered.isprintable():
                automaton = self._before_any_sign
        try:
            found = automaton.find(lowered)
        except UnicodeEncodeError:
            return None  # half a surrogate pair
        starts: dict[str, list[int]] = {}
        for word, start, _ in found:
            for group in self._groups[word]:
                if group in starts:
                    starts[group].append(start)
                else:
                    starts[group] = [start]
        return Places(starts)


class Places:
    """Where the words of each group stand in one text."""

    __slots__ = ("_starts",)

    def __init__(self, starts: Mapping[str, list[int]]) -> None:
        self._starts = starts

    def of(self, group: str) -> list[int]:
        """Offsets at which a word of *group* begins, rising."""
        starts = self._starts.get(group)
        return sorted(set(starts)) if starts else []


def matches_at(pattern: re.Pattern[str], text: str, places: Places | None, group: str) -> Iterable[re.Match[str]]:
    """What ``pattern.finditer(text)`` gives, where every match begins with a word of *group*."""
    return pattern.finditer(text) if places is None else matches(pattern, text, places.of(group))


def matches_near(
    pattern: re.Pattern[str], text: str, signs: Iterable[int], before: int, behind: int
) -> Iterator[re.Match[str]]:
    """What ``pattern.finditer(text)`` gives, where every match begins at most *before* characters before one of *signs*
    (they rise) and ends, with what it looks ahead at, at most *behind* characters behind it."""
    end = 0
    spans: list[tuple[int, int]] = []
    for sign in signs:
        start = max(0, sign - before)
        if spans and start <= spans[-1][1]:
            spans[-1] = spans[-1][0], sign + behind
        else:
            spans.append((start, sign + behind))
    for start, stop in spans:
        for match in pattern.finditer(text, max(start, end), stop):
            yield match
            end = match.end()


def matches(pattern: re.Pattern[str], text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    """What ``pattern.finditer(text)`` gives, where every match begins at one of *starts*, which rise."""
    end = 0
    for start in starts:
        if start >= end and (match := pattern.match(text, start)) is not None:
            yield match
            end = match.end()
