"""Okapi BM25: how well the words of a question fit each of some texts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import log

SATURATION = 1.2
"""k1: how soon a word said once more counts for little."""
BY_LENGTH = 0.75
"""b: how much of a text's length is held against it."""


class Bm25:
    """An inverted index over texts given as lists of terms.

    Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009), with the inverse document
    frequency that is never negative.
    """

    def __init__(self, texts: Iterable[Sequence[str]]) -> None:
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        lengths: list[int] = []
        for number, terms in enumerate(texts):
            lengths.append(len(terms))
            for term, count in Counter(terms).items():
                self._postings[term].append((number, count))
        mean = sum(lengths) / len(lengths) if any(lengths) else 1.0
        self._norms = [SATURATION * (1 - BY_LENGTH + BY_LENGTH * length / mean) for length in lengths]

    def weight(self, term: str) -> float:
        """What finding *term* is worth: the rarer, the more."""
        texts = len(self._postings.get(term, ()))
        return log(1 + (len(self._norms) - texts + 0.5) / (texts + 0.5))

    def scores(self, question: Mapping[str, float]) -> list[float]:
        """The score of each text for *question*, terms with their worth; nought for a text without any of them."""
        scores = [0.0] * len(self._norms)
        for term, asked in question.items():
            worth = asked * self.weight(term) * (SATURATION + 1)
            for number, count in self._postings.get(term, ()):
                scores[number] += worth * count / (count + self._norms[number])
        return scores
