"""What a question asks for: its words with what each is worth, and its text without the words that only ask."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from clausewright.retrieval.words import stems
from clausewright.vocabulary import words

BY_ANOTHER_WORD = 0.5
"""What a word of like meaning is worth beside the one that is asked for."""

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Question:
    """*terms* are the stems to look for with their worth, 1 for each time one is asked for; *text* is what to embed."""

    terms: Mapping[str, float]
    text: str

    @classmethod
    def of(cls, asked: str) -> Question:
        """The question *asked*, without "Is there a clause by which a party ..."; all of it where nothing else is."""
        ask = words("words_of_asking")
        text = _WORD.sub(lambda word: "" if word[0].lower() in ask else word[0], asked)
        text = text if stems(text) else asked
        terms = Counter(stems(text))
        others = {other for term in terms for other in _like().get(term, ())}
        return cls({**dict.fromkeys(sorted(others), BY_ANOTHER_WORD), **terms}, text)


@lru_cache(maxsize=1)
def _like() -> dict[str, set[str]]:
    """For a stem those of the words that contracts use in its stead."""
    like: dict[str, set[str]] = {}
    for group in words("legal_synonyms"):
        members = set(stems(group))
        for member in members:
            like.setdefault(member, set()).update(members - {member})
    return like
