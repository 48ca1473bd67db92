"""Passages in the order in which they answer a question: by words (BM25) and, where there is a model, by meaning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev
from typing import TYPE_CHECKING

from clausewright.embedding import Embedder, Progress
from clausewright.retrieval.bm25 import Bm25
from clausewright.retrieval.passages import Passage, Piece, Spot
from clausewright.retrieval.question import Question
from clausewright.retrieval.words import stems

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_HEADINGS = 2
"""How often the words of the headings over a passage count: what a clause is about is often said there alone."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that answers a question, and the clause in it that does so best. Scores compare within one search."""

    passage: Passage
    spot: Spot
    score: float


class Index:
    """Passages ready to be asked.

    With an *embedder* each piece is embedded at once, which takes some seconds a contract where its cache does not know
    them; *progress* is told. Raises what the embedder raises. Without one, questions are answered by their words alone.
    """

    def __init__(
        self,
        passages: Sequence[Passage],
        embedder: Embedder | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.passages = passages
        self._embedder = embedder
        self._bm25 = Bm25([stems(passage.text) + _HEADINGS * stems(" ".join(passage.path)) for passage in passages])
        self._rows: dict[tuple[str, int], int] = {}
        self._vectors: NDArray[np.float32] | None = None
        if embedder is not None:
            said: list[str] = []
            for passage in passages:
                for piece in passage.pieces:
                    if self._rows.setdefault((passage.name, piece.start), len(said)) == len(said):
                        said.append(piece.text)
            self._vectors = embedder.embed(said, progress)

    def search(self, question: str, limit: int | None = None) -> list[Hit]:
        """The passages that answer *question*, best first, at most *limit*.

        With no model those that have one of its words, or one of like meaning.
        """
        asked = Question.of(question)
        likeness = self._likeness(asked)
        words = self._bm25.scores(asked.terms)
        if likeness is None:
            found = [number for number, score in enumerate(words) if score > 0]
            scores = words
        else:
            found = list(range(len(words)))
            scores = fused(words, self._nearest(likeness))
        ranked = sorted(found, key=lambda number: -scores[number])[:limit]
        return [self._hit(number, scores[number], asked, likeness) for number in ranked]

    def by_words(self, question: str) -> list[float]:
        """The BM25 score of each passage; the headings over it count as words of it."""
        return self._bm25.scores(Question.of(question).terms)

    def by_meaning(self, question: str) -> list[float]:
        """The likeness of each passage's nearest piece to *question*. Raises ValueError where there is no embedder."""
        likeness = self._likeness(Question.of(question))
        if likeness is None:
            raise ValueError("an index without an embedder knows no meaning")
        return self._nearest(likeness)

    def _likeness(self, question: Question) -> NDArray[np.float32] | None:
        if self._embedder is None or self._vectors is None:
            return None
        likeness: NDArray[np.float32] = self._vectors @ self._embedder.embed([question.text])[0]
        return likeness

    def _nearest(self, likeness: NDArray[np.float32]) -> list[float]:
        return [max(float(likeness[self._row(p, piece)]) for piece in p.pieces) for p in self.passages]

    def _row(self, passage: Passage, piece: Piece) -> int:
        return self._rows[passage.name, piece.start]

    def _hit(self, number: int, score: float, question: Question, likeness: NDArray[np.float32] | None) -> Hit:
        """The hit for passage *number*; the clause is the one with the words asked for in the piece that is nearest.

        A title alone answers nothing: where the piece is no more, the clause is one of the passage's others.
        """
        passage = self.passages[number]

        def shared(spot: Spot) -> float:
            said = question.terms.keys() & {*stems(spot.text), *stems(" ".join(spot.path))}
            return sum(question.terms[term] * self._bm25.weight(term) for term in sorted(said))

        pieces = passage.pieces
        if likeness is not None:
            pieces = (max(pieces, key=lambda piece: float(likeness[self._row(passage, piece)])),)
        spots = [spot for piece in pieces for spot in piece.spots]
        said = [spot for spot in spots if not spot.is_title] or [
            spot for piece in passage.pieces for spot in piece.spots if not spot.is_title
        ]
        return Hit(passage, max(said or spots, key=shared), score)


def fused(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """The sum of two kinds of scores for the same things, each put into standard deviations from its mean."""
    return [a + b for a, b in zip(_standardised(one), _standardised(other), strict=True)]


def _standardised(scores: Sequence[float]) -> list[float]:
    spread = pstdev(scores) if len(scores) > 1 else 0.0
    if not spread:
        return [0.0] * len(scores)
    mean = fmean(scores)
    return [(score - mean) / spread for score in scores]
