"""What is known of single words: given names, family names, places, and English words that are no names."""

from __future__ import annotations

import tomllib
import unicodedata
from functools import cache, lru_cache

from clausewright_grammars import privacy

_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})


@lru_cache(maxsize=4096)
def folded(word: str) -> str:
    """*word* in small letters without accents, as the lists have it."""
    small = word.lower()
    if small.isascii():
        return small
    plain = unicodedata.normalize("NFKD", small.translate(_LETTERS))
    return "".join(char for char in plain if not unicodedata.combining(char))


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset((privacy() / f"{name}.txt").read_text(encoding="utf-8").splitlines())


@cache
def words_of(kind: str) -> frozenset[str]:
    """The words listed under *kind* in ``persons.toml``, folded. Raises KeyError for a list that the file lacks."""
    listed: str = tomllib.loads((privacy() / "persons.toml").read_text(encoding="utf-8"))[kind]
    return frozenset(listed.split())


@cache
def _given_names() -> frozenset[str]:
    return _listed("given-names") | _listed("given-names-more")


def is_given_name(word: str) -> bool:
    """Whether folded *word*, or each part of a hyphenated one, is a given name somewhere."""
    names = _given_names()
    return word in names or ("-" in word and all(part in names for part in word.split("-")))


def is_family_name(word: str) -> bool:
    names = _listed("family-names")
    return word in names or ("-" in word and any(part in names for part in word.split("-")))


def is_word(word: str) -> bool:
    """Whether folded *word* is an English word in small letters, in the singular or with an ending it can take."""
    words = _listed("words")
    if word in words:
        return True
    if "-" in word:
        return all(part in words for part in word.split("-") if part)
    return word.endswith("s") and word[:-1] in words


def is_brand(name: str) -> bool:
    """Whether folded *name* is that of a well-known firm, brand or statute that is called like a person."""
    return name in _listed("brands")


@cache
def _places() -> frozenset[str]:
    return _listed("places") | _listed("places-more")


def is_place(name: str) -> bool:
    """Whether folded *name*, of one word or several, is a country, a state or a larger city."""
    return name in _places()
