"""Defined terms: where they are defined and where they are used."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from clausewright.anchors import Automaton
from clausewright.clauses import Clause
from clausewright.reading import Reading
from clausewright.vocabulary import words


@dataclass(eq=False, slots=True)
class Definition:
    """A place that defines a term.

    ``[start, end)`` is the term without its quotation marks, ``[text_start, text_end)`` the passage that defines it
    (a dictionary entry, or the sentence a parenthetical stands in). *form* is one of means, includes, has-the-meaning,
    parenthetical, collectively, by-reference. *depends_on* names the terms that the passage itself uses.
    """

    term: str
    start: int
    end: int
    text_start: int
    text_end: int
    form: str
    clause: Clause | None
    depends_on: tuple[str, ...] = ()


class TermUse(NamedTuple):
    """A place that uses a defined term, in whatever number, case of possession or letter case stands there."""

    term: str
    start: int
    end: int


_OR_PLURAL = re.compile(r"(?P<one>(?:.{0,60} )?(?P<last>\w+)),? (?:or|and/or) (?P=last)e?s")
"""A term and its plural in one: Bonus or Bonuses."""
_PLURAL_IN_BRACKETS = re.compile(r"\s?\((?:s|es|ies)\)\Z", re.IGNORECASE)


_OPTIONAL_LETTERS = re.compile(r"(?<=\w)\((d|ed|s|es|ing)\)(?= \w)")
"""Letters that a word may have or not: Manufacture(d) at Risk."""


def _in_other_number(word: str, *, within: bool) -> list[str]:
    """The plurals of *word*, or its singular; *within* a term of several words a plural in capitals has a capital S."""
    forms: list[str] = []
    lower = word.lower()
    if len(word) < 3 or not word.replace("-", "").isalpha() or word[-1] == "-":
        return forms
    if lower.endswith("ies") and len(word) > 4:
        forms.append(word[:-3] + "y")
    elif lower.endswith(("sses", "xes", "ches", "shes", "zes")):
        forms.append(word[:-2])
    elif lower.endswith("s") and not lower.endswith(("ss", "us", "is", "ness")):
        forms.append(word[:-1])
    if lower.endswith("y") and lower[-2:-1] not in "aeiou":
        forms.append(word[:-1] + "ies")
    elif lower.endswith(("s", "x", "ch", "sh", "z")):
        if not lower.endswith("s") or lower.endswith(("ss", "us")):
            forms.append(word + "es")
    else:
        forms.append(word + ("S" if word.isupper() and len(word) > 3 and within else "s"))
    return forms


@lru_cache(maxsize=1 << 14)
def variants(term: str) -> tuple[str, ...]:
    """Spellings in which a term is used: as it stands, in the plural or singular, and in capitals."""
    forms = [term]
    if "- " in term:  # a line ended behind the hyphen
        return term, *variants(term.replace("- ", "-"))
    if "or " in term and (both := _OR_PLURAL.fullmatch(term)):
        return term, *variants(both.group("one"))
    if "(" in term and (ending := _PLURAL_IN_BRACKETS.search(term)):
        return term, *variants(term[: ending.start()])
    if "(" in term and (optional := _OPTIONAL_LETTERS.search(term)):
        before, behind = term[: optional.start()], term[optional.end() :]
        return term, *variants(before + behind), *variants(before + optional.group(1) + behind)
    head, _, last = term.rpartition(" ")
    prefix = f"{head} " if head else ""
    forms += [prefix + word for word in _in_other_number(last, within=bool(head))]
    first, of, rest = term.partition(" of ")
    if of:  # Events of Default
        head_of, _, counted = first.rpartition(" ")
        forms += [f"{head_of} {word} of {rest}".lstrip() for word in _in_other_number(counted, within=True)]
    if (head and term[:1].islower() and last[:1].isupper()) or (
        term[:1].islower() and term[1:2] == "-" and last[2:3].isupper()
    ):
        forms += [form[0].upper() + form[1:] for form in forms]
    elif head and term[1:].islower():
        forms += [_titled(form) for form in forms]
    if term.isupper() and len(term) > 3 and not any(c.isdigit() for c in term):
        forms += [_SMALL_INSIDE.sub(lambda m: m.group().lower(), form.title()) for form in forms]
    if not term.isupper() and len(term) > 3 and not term.islower():
        forms += [form.upper() for form in forms if (term, form) != _CONDITIONS]
    return tuple(forms)


_CONDITIONS = ("Term", "Terms")
"""A term whose plural is another word in capitals: they head what is agreed ("AGREED TERMS")."""


_CAPITAL_WORD = r"[A-Z][a-z]+(?:-[A-Z]?[a-z]+)*"
_SMALL_WORDS = ("of", "and", "or", "the", "for", "in", "to", "on", "by")
_SMALL_WORD = f"(?:{'|'.join(_SMALL_WORDS)})"
_SMALL_INSIDE = re.compile(rf"(?<= ){_SMALL_WORD}(?= )", re.IGNORECASE)
_TITLE = re.compile(rf"{_CAPITAL_WORD}(?: (?:{_SMALL_WORD} )*{_CAPITAL_WORD})+")


def is_title(term: str) -> bool:
    """Whether *term* has two words or more, each with a capital but for small words inside: Date of Delivery."""
    return _TITLE.fullmatch(term) is not None and _OR_PLURAL.fullmatch(term) is None


def _titled(form: str) -> str:
    return " ".join(word if word in _SMALL_WORDS else word[:1].upper() + word[1:] for word in form.split(" "))


def is_ordinary(term: str) -> bool:
    """Whether the words of *term* have a sense in every contract, so that small letters alone prove nothing."""
    return term.split()[0].lower() in words("ordinary_adjectives") or any(
        form.lower() in words("ordinary_phrases") for form in variants(term)
    )


class Normalised:
    """A text with each run of white space as one blank, and the way back to its offsets."""

    __slots__ = ("_at", "_origin", "text")

    def __init__(self, text: str) -> None:
        if "  " not in text and "\n" not in text and "\t" not in text and "\u00a0" not in text:
            self.text, self._at, self._origin = text, [0], [0]
            return
        parts: list[str] = []
        at, origin = [0], [0]
        length = last = 0
        for match in _WHITE.finditer(text):
            parts.append(text[last : match.start()])
            length += match.start() - last
            parts.append(" ")
            length += 1
            last = match.end()
            at.append(length)
            origin.append(last)
        parts.append(text[last:])
        self.text, self._at, self._origin = "".join(parts), at, origin

    def original(self, offset: int) -> int:
        """Offset in the original of a character of the normalised text."""
        index = bisect_right(self._at, offset) - 1
        return self._origin[index] + offset - self._at[index]


_WHITE = re.compile(r"[\s\u00a0]{2,}|[\n\t\r\u00a0]")


class TermMatcher:
    """Finds every use of a set of terms, the longest where several begin at one place; in any letters if *folded*."""

    def __init__(self, terms: Iterable[str], *, folded: bool = False) -> None:
        self._folded = folded
        self._term_of: dict[str, str] = {}
        for term in terms:
            self._term_of[term] = term
        for term in list(self._term_of):
            for form in variants(term)[1:]:
                self._term_of.setdefault(form, term)
        self._term_of = {self._searched(form): term for form, term in reversed(self._term_of.items())}
        self._terms = list(self._term_of.values())
        self._automaton = Automaton(self._term_of, longest=True) if self._term_of else None

    def find(self, text: str) -> list[tuple[int, int, str]]:
        """Uses in *text* as (start, end, term), in order."""
        return self.find_in(Normalised(text.rstrip()))

    def find_in(self, normal: Normalised) -> list[tuple[int, int, str]]:
        """The same of a text whose white space has been looked at."""
        if self._automaton is None:
            return []
        flat, original = self._searched(normal.text), normal.original
        length = len(flat)
        return [
            (original(start), original(end - 1) + 1, self._terms[pattern])
            for pattern, start, end in self._automaton.find(flat)
            if not ((start and _is_word(flat[start - 1])) or (end < length and _is_word(flat[end])))
        ]

    def _searched(self, text: str) -> str:
        """*text* as the automaton sees it, character for character."""
        text = _encodable(text)
        if not self._folded:
            return text
        lowered = text.lower()
        return lowered if len(lowered) == len(text) else "".join(c if len(c.lower()) > 1 else c.lower() for c in text)


@lru_cache(maxsize=32)
def matcher_for(terms: tuple[str, ...], *, folded: bool = False) -> TermMatcher:
    """The matcher of a set of terms; the same object while the terms stay the same, so that its finds can be kept."""
    return TermMatcher(terms, folded=folded)


def _encodable(text: str) -> str:
    """*text* as the automaton can take it, and with one form of apostrophe and hyphen, character for character.

    Half surrogates, which an editor may send, are replaced.
    """
    if text.isascii():
        return text
    for sign, plain in _SIGNS:
        text = text.replace(sign, plain)
    return _HALF_SURROGATE.sub("\ufffd", text)


_SIGNS = (("’", "'"), ("‘", "'"), ("ʼ", "'"), ("\u2010", "-"), ("\u2011", "-"))
"""Signs that one writer prints for another's: a term is the same with either."""
_HALF_SURROGATE = re.compile("[\ud800-\udfff]")


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def uses_in(block: Reading, matcher: TermMatcher) -> list[tuple[int, int, str]]:
    """Uses that *matcher* finds in a block, kept with the block while the terms stay the same."""
    kept: dict[int, tuple[TermMatcher, list[tuple[int, int, str]]]] = block.__dict__.setdefault("uses", {})
    entry = kept.get(id(matcher))
    if entry is None or entry[0] is not matcher:
        if len(kept) > 3:
            kept.clear()
        if (normal := block.__dict__.get("normalised")) is None:
            normal = block.__dict__["normalised"] = Normalised(block.text.rstrip())
        entry = kept[id(matcher)] = (matcher, matcher.find_in(normal))
    return entry[1]
