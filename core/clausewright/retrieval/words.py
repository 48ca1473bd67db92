"""The words of a text by which it is found: stems of English words, without those that stand in every clause."""

from __future__ import annotations

import re
from functools import lru_cache

import snowballstemmer

from clausewright.vocabulary import words

_WORD = re.compile(r"[^\W_]+")


def stems(text: str) -> list[str]:
    """Stems of the words in *text*, in order. Words of one character and words of grammar are left out."""
    plain = words("words_of_grammar")
    return [_stem(word) for word in _WORD.findall(text.lower()) if len(word) > 1 and word not in plain]


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    stem: str = snowballstemmer.stemmer("english").stemWord(word)
    return stem
