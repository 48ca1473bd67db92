"""Which pieces of the two documents belong together: cut where their sentences part, matched, and put into groups."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from clausewright.comparison.judging import Judge
from clausewright.comparison.mapping import names_mapped
from clausewright.comparison.matching import Evidence, assigned, evidence_between, judged, product, vector, weights_of
from clausewright.comparison.sides import Piece, Side
from clausewright.contract import Contract

Progress = Callable[[int, int], None]


class Embedder(Protocol):
    """What gives texts their vectors: an array of float32 unit vectors, shape (number of texts, dimensions)."""

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Any: ...


@dataclass(frozen=True, slots=True)
class Matched:
    """Both documents read and cut into pieces, with the evidence on every pair of pieces, rows by *reference*."""

    sides: tuple[Side, Side]
    reference: list[Piece]
    entered: list[Piece]
    mapping: dict[str, str]
    evidence: list[list[Evidence]]
    meaning_known: bool


@dataclass(frozen=True, slots=True)
class Link:
    """Two pieces that treat the same matter, by index. *reference_too* and *input_too* are pieces beside them that have
    no counterpart of their own: a sentence put into a clause, or left out of one."""

    reference: int
    input: int
    same_matter: float
    reference_too: tuple[int, ...] = ()
    input_too: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Pairing:
    """*groups* of links that share pieces (one clause split into several has one group), and the pieces of either side
    that nothing answers, by index."""

    groups: list[list[Link]]
    gaps: list[int]
    added: list[int]


def match(
    contract: Contract,
    reference: Contract,
    embedder: Embedder | None,
    judge: Judge,
    progress: Progress | None = None,
) -> Matched:
    """Read and cut both documents, and measure how alike all pieces are. Raises what *embedder* raises."""
    sides = Side(reference), Side(contract)
    mapping: dict[str, str] = {}
    for _ in range(_ROUNDS):
        more = _mapped(sides, judge)
        if not more:
            break
        mapping |= more
        # A name that was mapped may stand in the reference too, in a place or two, for what it stands for in the input.
        for side in sides:
            side.rename(more)
    pieces = _pieces(sides)
    vectors = None
    if embedder is not None:
        found = embedder.embed([p.text for side in pieces for p in side], progress)
        vectors = found[: len(pieces[0])], found[len(pieces[0]) :]
    evidence = evidence_between(pieces[0], pieces[1], vectors, judge)
    return Matched(sides, pieces[0], pieces[1], mapping, evidence, embedder is not None)


_ROUNDS = 2
"""With the names found first, more provisions find each other, and in these more names."""


def _mapped(sides: tuple[Side, Side], judge: Judge) -> dict[str, str]:
    """Names of the input that stand for names of the reference, by a first pairing of whole provisions by words."""
    wholes = tuple([side.piece(i) for i in range(len(side.provisions))] for side in sides)
    evidence = evidence_between(wholes[0], wholes[1], None, judge)
    first = [e for e in assigned(evidence) if e.same_matter >= 0.5]
    return names_mapped(
        [(wholes[0][e.reference].tokens, wholes[1][e.input].tokens) for e in first],
        sides[0].names(),
        sides[1].names(),
        (sides[0].defined(), sides[1].defined()),
        (sides[0].parties(), sides[1].parties()),
    )


# -- cutting ----------------------------------------------------------------------------------------------------------

_CLEARLY = 0.12
"""By how much a sentence must answer one provision better than any other to be cut off for it."""
_LEAST = 0.25


def _pieces(sides: tuple[Side, Side]) -> tuple[list[Piece], list[Piece]]:
    """The provisions of both sides, cut where their sentences answer different provisions of the other."""
    weights = weights_of([t for side in sides for t in side.tokens])
    vectors = tuple([vector(tokens, weights) for tokens in side.tokens] for side in sides)
    out = []
    for one, other in ((0, 1), (1, 0)):
        side = sides[one]
        pieces = []
        for index in range(len(side.provisions)):
            targets = [_target(vector(tokens, weights), vectors[other]) for tokens in side.sentence_tokens(index)]
            bounds = [0, *_cuts(targets), len(targets)]
            pieces += [side.piece(index, a, b) for a, b in itertools.pairwise(bounds)]
        out.append(pieces)
    return out[0], out[1]


def _target(sentence: dict[str, float], others: Sequence[dict[str, float]]) -> tuple[int, float] | None:
    """The provision that answers *sentence* best, and how much better than the next; None for no answer."""
    scores = sorted(((product(sentence, o), -j) for j, o in enumerate(others)), reverse=True)
    if not scores or scores[0][0] < _LEAST:
        return None
    second = scores[1][0] if len(scores) > 1 else 0.0
    return -scores[0][1], scores[0][0] - second


def _cuts(targets: Sequence[tuple[int, float] | None]) -> list[int]:
    """Sentences before which a provision is cut."""
    cuts = []
    current: int | None = None
    for index, target in enumerate(targets):
        if target is None or (current is not None and target[0] != current and target[1] < _CLEARLY):
            continue
        if current is not None and target[0] != current:
            cuts.append(index)
        current = target[0]
    return cuts


# -- pairing ----------------------------------------------------------------------------------------------------------

_SAME_PLACE = 0.25
"""Likeness from which two pieces without counterparts that have the same number or heading are one replaced clause."""
_SAME_NAME = 0.4
"""The same for two that have only one of these in common."""
_NEXT = 0.33
"""The same for two that stand next to two that are paired."""
_MOST = 0.43
_FAINT = 0.07
"""Share of a piece's words that another holds, and probability, from which it may have been merged into that one."""
_LAST = 0.15
"""Probability from which two pieces are paired that are each other's best among those left."""
_FLAT = 3
"""A clause whose sentences answer this many clauses holds several; a sentence of it is a clause of its own."""


def pairing(matched: Matched, judge: Judge) -> Pairing:
    """Group what belongs together by the probabilities of *judge*."""
    evidence = judged(matched.evidence, judge, meaning_known=matched.meaning_known)
    pieces = matched.reference, matched.entered
    chosen = assigned(evidence)
    chosen += _at_the_same_place(chosen, evidence, pieces)
    chosen += _best_of_the_rest(chosen, evidence)
    chosen += _contained(chosen, evidence)
    links = [Link(e.reference, e.input, e.same_matter) for e in sorted(chosen, key=lambda e: (e.reference, e.input))]
    lone = [
        [i for i in range(len(side)) if i not in {(link.reference, link.input)[k] for link in links}]
        for k, side in enumerate(pieces)
    ]
    links, absorbed = _with_fragments(links, pieces, lone)
    gaps, added = ([i for i in lone[k] if i not in absorbed[k] and not is_no_clause(pieces[k][i])] for k in (0, 1))
    return Pairing(_groups(links), gaps, added)


def _unpaired(chosen: Iterable[Evidence], evidence: Sequence[Sequence[Evidence]]) -> tuple[list[int], list[int]]:
    rows, columns = {e.reference for e in chosen}, {e.input for e in chosen}
    width = len(evidence[0]) if evidence else 0
    return [i for i in range(len(evidence)) if i not in rows], [j for j in range(width) if j not in columns]


def _at_the_same_place(
    chosen: Sequence[Evidence], evidence: Sequence[Sequence[Evidence]], pieces: tuple[list[Piece], list[Piece]]
) -> list[Evidence]:
    """Pairs of provisions without a counterpart at the same place with the same number or heading: one was replaced."""
    rows, columns = _unpaired(chosen, evidence)
    paired = {(e.reference, e.input) for e in chosen}
    out: list[Evidence] = []
    for i in rows:
        for j in columns:
            one, other = pieces[0][i], pieces[1][j]
            found = evidence[i][j]
            if ((i - 1, j - 1) in paired or (i + 1, j + 1) in paired) and found.likeness >= _NEXT:
                out.append(found)
            same_number = bool(one.number) and one.number == other.number
            same_heading = bool(one.heading) and one.heading == other.heading
            if (same_number or same_heading) and found.likeness >= (
                _SAME_PLACE if same_number and same_heading else _SAME_NAME
            ):
                out.append(found)
    return _one_to_one(out)


def _best_of_the_rest(chosen: Sequence[Evidence], evidence: Sequence[Sequence[Evidence]]) -> list[Evidence]:
    """Pairs of provisions without a counterpart that are each other's likeliest."""
    rows, columns = _unpaired(chosen, evidence)
    if not rows or not columns:
        return []
    out = []
    for i in rows:
        best = max((evidence[i][j] for j in columns), key=lambda e: e.same_matter)
        back = max((evidence[k][best.input] for k in rows), key=lambda e: e.same_matter)
        if back is best and best.same_matter >= _LAST and best.likeness >= _SAME_PLACE:
            out.append(best)
    return out


def _contained(chosen: Sequence[Evidence], evidence: Sequence[Sequence[Evidence]]) -> list[Evidence]:
    """Pairs of a piece without a counterpart with the piece that holds most of its words: a clause merged into one."""
    rows, columns = _unpaired(chosen, evidence)
    lines = [*(evidence[i] for i in rows), *([line[j] for line in evidence] for j in columns)]
    out = []
    for line in lines:
        best = max(line, key=lambda e: (e.contained, e.same_matter), default=None)
        if best is not None and best.contained >= _MOST and best.same_matter >= _FAINT and best not in out:
            out.append(best)
    return out


def _one_to_one(found: Iterable[Evidence]) -> list[Evidence]:
    rows, columns, out = set[int](), set[int](), []
    for e in sorted(found, key=lambda e: -e.likeness):
        if e.reference not in rows and e.input not in columns:
            rows.add(e.reference)
            columns.add(e.input)
            out.append(e)
    return out


def _with_fragments(
    links: list[Link], pieces: tuple[list[Piece], list[Piece]], lone: list[list[int]]
) -> tuple[list[Link], tuple[set[int], set[int]]]:
    """*links* with the lone pieces that are part of a clause whose other parts are paired, and those pieces."""
    absorbed: tuple[set[int], set[int]] = (set(), set())
    too: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
    for k in (0, 1):
        side, other = pieces[k], pieces[1 - k]
        by_piece: dict[int, int] = {}
        for n, link in enumerate(links):
            by_piece.setdefault((link.reference, link.input)[k], n)
        families: dict[int, list[int]] = {}
        for i in by_piece:
            families.setdefault(side[i].family, []).append(i)
        for i in lone[k]:
            siblings = families.get(side[i].family)
            if not siblings:
                continue
            answered = {other[(links[by_piece[s]].input, links[by_piece[s]].reference)[k]].family for s in siblings}
            if len(answered) >= _FLAT:
                continue
            nearest = min(siblings, key=lambda s: (abs(s - i), s))
            too[k].setdefault(by_piece[nearest], []).append(i)
            absorbed[k].add(i)
    out = [
        Link(link.reference, link.input, link.same_matter, tuple(too[0].get(n, ())), tuple(too[1].get(n, ())))
        for n, link in enumerate(links)
    ]
    return out, absorbed


def _groups(links: Sequence[Link]) -> list[list[Link]]:
    """Links that share pieces, in the order of their first."""
    groups: list[list[Link]] = []
    for link in links:
        met = [g for g in groups if any(o.reference == link.reference or o.input == link.input for o in g)]
        joined = [o for g in met for o in g] + [link]
        groups = [g for g in groups if g not in met]
        groups.append(joined)
    return sorted(groups, key=lambda g: (g[0].reference, g[0].input))


_ADDRESS = re.compile(
    r"\b(?:attn|attention|tel(?:ephone)?|fax|facsimile|e-?mail)\b\s*(?:no)?\.?\s*:|\bif\s+to\s+\w", re.IGNORECASE
)


def is_no_clause(piece: Piece) -> bool:
    """Whether *piece* only leads to others or is an address, and is not missed or added by itself."""
    return piece.text.rstrip(" \t\r\n*_").endswith((":", "—")) or is_address(piece)


def is_address(piece: Piece) -> bool:
    """Whether *piece* is the address of a party."""
    return bool(_ADDRESS.search(piece.text)) and not any(t.form == "MUST" for t in piece.tokens)
