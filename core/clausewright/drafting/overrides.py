"""Phrases that set everything else aside: "notwithstanding anything to the contrary"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from clausewright.convention import Convention

_STOP = re.compile(r"[,;:.](?=\s|\Z)")
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class GeneralOverride:
    """A phrase that sets everything aside, ``[start, end)``, and the end of the words that go with it; code points into
    the block."""

    start: int
    end: int
    reach: int


class GeneralOverrideReader:
    """Finds the general overrides of a block under one convention."""

    def __init__(self, convention: Convention) -> None:
        self._phrase = convention.general_override_pattern
        self._narrowed = convention.narrowing_pattern
        self._first_words = {phrase.split()[0].lower() for phrase in convention.general_overrides}

    def read(self, text: str) -> tuple[GeneralOverride, ...]:
        lowered = text.lower()
        return tuple(self._general(text)) if any(map(lowered.__contains__, self._first_words)) else ()

    def _general(self, text: str) -> Iterator[GeneralOverride]:
        assert self._phrase is not None
        for match in self._phrase.finditer(text):
            stop = _STOP.search(text, match.end(), match.end() + _LONGEST)
            reach = stop.start() if stop else min(len(text), match.end() + _LONGEST)
            if self._narrowed is None or not self._narrowed.search(text, match.end(), reach):
                yield GeneralOverride(*match.span(), reach)


@lru_cache(maxsize=16)
def general_overrides(convention: Convention) -> GeneralOverrideReader:
    return GeneralOverrideReader(convention)
