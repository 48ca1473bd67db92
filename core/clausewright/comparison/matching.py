"""Which provision of the input stands for which of the reference.

Likeness is half meaning (the vectors' product) and half words (tf-idf), or words alone; softmax over rows and over
columns says how clearly each is the other's best. A pair counts by its probability of treating the same matter.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from clausewright.comparison.judging import Judge
from clausewright.comparison.sides import Piece
from clausewright.comparison.wording import Sort, Token

_TEMPERATURE = 0.06
_SHORT = 6.0
_ALIKE = 0.35
_PAIRED = 0.4
"""Probability of the same matter from which an assigned pair counts."""
SHARED = 0.35
"""The same for a provision beside one that is paired already: a clause split or merged."""
_IMPOSSIBLE = 0.02


@dataclass(frozen=True, slots=True)
class Evidence:
    """How alike piece *reference* and piece *input* are: indexes, each measure between 0 and 1."""

    reference: int
    input: int
    words: float
    meaning: float
    contained: float
    row: float
    column: float
    heading: float
    place: float
    same_matter: float

    @property
    def likeness(self) -> float:
        return (self.words + self.meaning) / 2


def weights_of(pieces: Sequence[Sequence[Token]]) -> dict[str, float]:
    """Inverse document frequency of each form over *pieces*."""
    frequency = Counter(form for tokens in pieces for form in {t.form for t in tokens if t.sort is not Sort.OPERATOR})
    count = len(pieces)
    return {form: math.log(1 + count / n) for form, n in frequency.items()}


def vector(tokens: Sequence[Token], weights: dict[str, float]) -> dict[str, float]:
    """The unit vector of *tokens* by form."""
    counts = Counter(t.form for t in tokens if t.sort is not Sort.OPERATOR)
    raw = {form: (1 + math.log(n)) * weights.get(form, 1.0) for form, n in counts.items()}
    norm = math.sqrt(sum(w * w for w in raw.values())) or 1.0
    return {form: w / norm for form, w in raw.items()}


def product(one: dict[str, float], other: dict[str, float]) -> float:
    if len(one) > len(other):
        one, other = other, one
    return sum(w * other[form] for form, w in one.items() if form in other)


def evidence_between(
    reference: Sequence[Piece], entered: Sequence[Piece], vectors: tuple[Any, Any] | None, judge: Judge
) -> list[list[Evidence]]:
    """The evidence on each pair, rows by *reference*; *vectors* are unit vectors, or None without a model."""
    if not reference or not entered:
        return []
    weights = weights_of([p.tokens for p in (*reference, *entered)])
    one = [vector(p.tokens, weights) for p in reference]
    other = [vector(p.tokens, weights) for p in entered]
    forms = [[_forms(p.tokens, weights) for p in side] for side in (reference, entered)]
    words = [
        [1.0 if reference[i].text == entered[j].text else product(a, b) for j, b in enumerate(other)]
        for i, a in enumerate(one)
    ]
    if vectors is None:
        meaning = words
    else:
        meaning = [[max(0.0, float(x)) for x in row] for row in (vectors[0] @ vectors[1].T).tolist()]
    likeness = [[(w + m) / 2 for w, m in zip(r, s, strict=True)] for r, s in zip(words, meaning, strict=True)]
    rows = [_softmax(row) for row in likeness]
    columns = list(zip(*[_softmax([row[j] for row in likeness]) for j in range(len(entered))], strict=True))
    out = []
    for i, piece in enumerate(reference):
        line = []
        for j, target in enumerate(entered):
            heading = _overlap(piece.heading, target.heading)
            place = 1 - abs(i / len(reference) - j / len(entered))
            contained = _contained(forms[0][i], forms[1][j], weights)
            # Where few provisions compete, each is the best for something that none of them answers.
            sure = min(1.0, likeness[i][j] / _ALIKE) ** 2
            measures = (
                words[i][j],
                meaning[i][j],
                contained,
                rows[i][j] * sure,
                columns[i][j] * sure,
                heading,
                place,
            )
            line.append(Evidence(i, j, *measures, judge.same_matter(measures, meaning_known=vectors is not None)))
        out.append(line)
    return out


def judged(evidence: Sequence[Sequence[Evidence]], judge: Judge, *, meaning_known: bool) -> list[list[Evidence]]:
    """*evidence* with the probabilities of *judge*."""

    def probability(e: Evidence) -> float:
        return judge.same_matter(
            (e.words, e.meaning, e.contained, e.row, e.column, e.heading, e.place), meaning_known=meaning_known
        )

    return [[replace(e, same_matter=probability(e)) for e in line] for line in evidence]


@dataclass(frozen=True, slots=True)
class _Forms:
    """The words of a piece, and what they weigh together."""

    forms: frozenset[str]
    weight: float


def _forms(tokens: Sequence[Token], weights: dict[str, float]) -> _Forms:
    forms = frozenset(t.form for t in tokens if t.sort is not Sort.OPERATOR)
    return _Forms(forms, sum(weights.get(f, 1.0) for f in forms))


def _contained(one: _Forms, other: _Forms, weights: dict[str, float]) -> float:
    """The share of the shorter piece's words that the other has, by weight; less where it is very short."""
    common = sum(weights.get(f, 1.0) for f in one.forms & other.forms)
    return common / (min(one.weight, other.weight) + _SHORT)


def _softmax(values: Sequence[float]) -> list[float]:
    top = max(values)
    powers = [math.exp((v - top) / _TEMPERATURE) for v in values]
    total = sum(powers)
    return [p / total for p in powers]


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


def assigned(evidence: Sequence[Sequence[Evidence]]) -> list[Evidence]:
    """The pairs that together are the likeliest, and those of provisions split or merged beside them."""
    if not evidence:
        return []
    chosen = [e for e in _optimal(evidence) if e.same_matter >= _PAIRED]
    rows, columns = {e.reference for e in chosen}, {e.input for e in chosen}
    for i, line in enumerate(evidence):
        if i not in rows:
            best = max(line, key=lambda e: e.same_matter)
            if best.same_matter >= SHARED:
                chosen.append(best)
    for j in range(len(evidence[0])):
        if j not in columns:
            best = max((line[j] for line in evidence), key=lambda e: e.same_matter)
            if best.same_matter >= SHARED and best not in chosen:
                chosen.append(best)
    return sorted(chosen, key=lambda e: (e.reference, e.input))


def _optimal(evidence: Sequence[Sequence[Evidence]]) -> list[Evidence]:
    """One-to-one pairs with the greatest sum of probabilities, found in each group of connected ones by itself."""
    groups = _groups(evidence)
    return [evidence[i][j] for rows, columns in groups for i, j in _hungarian(evidence, rows, columns)]


def _groups(evidence: Sequence[Sequence[Evidence]]) -> list[tuple[list[int], list[int]]]:
    """Rows and columns that possible pairs connect."""
    by_row = [[e.input for e in line if e.same_matter > _IMPOSSIBLE] for line in evidence]
    by_column: dict[int, list[int]] = {}
    for i, columns in enumerate(by_row):
        for j in columns:
            by_column.setdefault(j, []).append(i)
    seen: set[int] = set()
    groups = []
    for start in range(len(evidence)):
        if start in seen or not by_row[start]:
            continue
        rows, columns_seen, waiting = {start}, set[int](), [start]
        while waiting:
            for j in by_row[waiting.pop()]:
                if j not in columns_seen:
                    columns_seen.add(j)
                    fresh = [i for i in by_column[j] if i not in rows]
                    rows.update(fresh)
                    waiting += fresh
        seen |= rows
        groups.append((sorted(rows), sorted(columns_seen)))
    return groups


def _hungarian(
    evidence: Sequence[Sequence[Evidence]], rows: Sequence[int], columns: Sequence[int]
) -> list[tuple[int, int]]:
    """The assignment of *rows* to *columns* with the greatest sum (Kuhn and Munkres, with potentials)."""
    turned = len(rows) > len(columns)
    one, other = (columns, rows) if turned else (rows, columns)

    def cost(a: int, b: int) -> float:
        i, j = (other[b], one[a]) if turned else (one[a], other[b])
        return -evidence[i][j].same_matter

    n, m = len(one), len(other)
    u, v = [0.0] * (n + 1), [0.0] * (m + 1)
    match, way = [0] * (m + 1), [0] * (m + 1)
    for i in range(1, n + 1):
        match[0] = i
        at = 0
        least = [math.inf] * (m + 1)
        used = [False] * (m + 1)
        while True:
            used[at] = True
            row, delta, step = match[at], math.inf, 0
            for j in range(1, m + 1):
                if not used[j]:
                    current = cost(row - 1, j - 1) - u[row] - v[j]
                    if current < least[j]:
                        least[j], way[j] = current, at
                    if least[j] < delta:
                        delta, step = least[j], j
            for j in range(m + 1):
                if used[j]:
                    u[match[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            at = step
            if match[at] == 0:
                break
        while at:
            match[at] = match[way[at]]
            at = way[at]
    pairs = [(match[j] - 1, j - 1) for j in range(1, m + 1) if match[j]]
    return sorted((other[b], one[a]) if turned else (one[a], other[b]) for a, b in pairs)
