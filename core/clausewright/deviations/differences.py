"""Two clauses word by word: which words of either are not in the other."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_WORD = re.compile(r"\w+(?:['’.,-]\w+)*|[^\w\s]")
_SLIGHT = 4
"""A run of equal words with fewer letters, between words that differ, differs with them: it is there by chance."""


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a text, white space included, that *differs* from the other text or does not."""

    text: str
    differs: bool


def differences(reference: str, entered: str, mapping: Mapping[str, str] | None = None) -> tuple[list[Run], list[Run]]:
    """Both texts in runs, which put together are the text. Letter case, white space and quotation marks do not count.

    *mapping* gives for words of *entered* the words that stand for them in *reference*, both in small letters.
    """
    one, other = list(_WORD.finditer(reference)), list(_WORD.finditer(entered))
    names = mapping or {}
    matcher = SequenceMatcher(
        None,
        [_form(word[0], {}) for word in one],
        [_form(word[0], names) for word in other],
        autojunk=False,
    )
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    chosen = [block for block in blocks if not _slight(block.a, block.size, one, other, block.b)]
    same = {a for block in chosen for a in range(block.a, block.a + block.size)}
    alike = {b for block in chosen for b in range(block.b, block.b + block.size)}
    return _runs(reference, one, same), _runs(entered, other, alike)


def _form(word: str, names: Mapping[str, str]) -> str:
    low = word.casefold().replace("’", "'")
    if low in "\"“”'‘„«»":
        return '"'
    return names.get(low, low)


def _slight(a: int, size: int, one: Sequence[re.Match[str]], other: Sequence[re.Match[str]], b: int) -> bool:
    """Whether a run of equal words is too little to stand alone within words that differ."""
    at_edge = (a == 0 and b == 0) or (a + size == len(one) and b + size == len(other))
    return not at_edge and sum(len(word[0]) for word in one[a : a + size]) < _SLIGHT


def _runs(text: str, words: Sequence[re.Match[str]], same: set[int]) -> list[Run]:
    runs: list[Run] = []
    start = reached = 0
    differs = False
    for index, word in enumerate(words):
        if (index not in same) is not differs:
            # White space belongs to the words that are the same.
            end = word.start() if not differs else reached
            if end > start:
                runs.append(Run(text[start:end], differs))
                start = end
            differs = not differs
        reached = word.end()
    if differs and reached > start:
        runs.append(Run(text[start:reached], differs=True))
        start, differs = reached, False
    if start < len(text):
        runs.append(Run(text[start:], differs))
    return runs
