"""Which pieces of the two documents belong together: cut where their sentences part, matched, and put into groups."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from clausewright.comparison.judging import Judge
from clausewright.comparison.mapping import names_mapped
from clausewright.comparison.matching import (
    SHARED,
    Evidence,
    assigned,
    evidence_between,
    judged,
    product,
    vector,
    weights_of,
)
from clausewright.comparison.sides import Piece, Side
from clausewright.comparison.wording import Token, name_form
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
_SPLIT = 0.35
"""Likeness of words from which a piece is a sentence of a clause that the piece beside it answers otherwise."""
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
    chosen = _kept_together(assigned(evidence), evidence, pieces)
    chosen += _at_the_same_place(chosen, evidence, pieces)
    chosen += _best_of_the_rest(chosen, evidence)
    chosen += _contained(chosen, evidence)
    chosen += _moved_definitions(chosen, evidence, matched)
    chosen += _split_off(chosen, evidence, matched)
    links = [Link(e.reference, e.input, e.same_matter) for e in sorted(chosen, key=lambda e: (e.reference, e.input))]
    lone = [
        [i for i in range(len(side)) if i not in {(link.reference, link.input)[k] for link in links}]
        for k, side in enumerate(pieces)
    ]
    links, absorbed = _with_fragments(links, pieces, lone)
    gaps, added = ([i for i in lone[k] if i not in absorbed[k] and not is_no_clause(pieces[k][i])] for k in (0, 1))
    return Pairing(_groups(links), gaps, added)


def _kept_together(
    chosen: Sequence[Evidence], evidence: Sequence[Sequence[Evidence]], pieces: tuple[list[Piece], list[Piece]]
) -> list[Evidence]:
    """*chosen* with the parts of one clause at one place, where a part shares its counterpart with another clause
    that answers it better, and may as well share that of the part beside it."""
    partners: tuple[dict[int, list[Evidence]], dict[int, list[Evidence]]] = ({}, {})
    for e in chosen:
        partners[0].setdefault(e.reference, []).append(e)
        partners[1].setdefault(e.input, []).append(e)
    out = []
    for e in chosen:
        for k, index, there in ((0, e.reference, e.input), (1, e.input, e.reference)):
            if len(partners[k][index]) > 1 or all(o.same_matter <= e.same_matter for o in partners[1 - k][there]):
                continue
            beside = [
                evidence[index][other.input] if k == 0 else evidence[other.reference][index]
                for n in (index - 1, index + 1)
                if 0 <= n < len(pieces[k]) and _are_of_one_clause(pieces[k][n], pieces[k][index])
                for other in partners[k].get(n, ())
            ]
            best = max(beside, key=lambda b: b.same_matter, default=None)
            if best is not None and best.same_matter >= SHARED:
                e = best
                break
        if e not in out:
            out.append(e)
    return out


def _are_of_one_clause(one: Piece, other: Piece) -> bool:
    return one.provision == other.provision or (one.number == other.number != "")


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


def _moved_definitions(
    chosen: Sequence[Evidence], evidence: Sequence[Sequence[Evidence]], matched: Matched
) -> list[Evidence]:
    """Pairs of a lone definition with the piece in which the other side defines the term: "X and its subsidiaries
    (the “X Group”)" against '"X Group" means X and its subsidiaries'."""
    pieces = matched.reference, matched.entered
    out = []
    for k, lone in enumerate(_unpaired(chosen, evidence)):
        other = 1 - k
        places: dict[str, list[int]] = {}
        for definition in matched.sides[other].contract.definitions:
            places.setdefault(_common_form(definition.term, matched, other), []).append(definition.start)
        for index in lone:
            piece = pieces[k][index]
            term = matched.sides[k].provisions[piece.provision].defines
            starts = places.get(_common_form(term, matched, k), ()) if term is not None else ()
            there = next((n for n, p in enumerate(pieces[other]) if any(p.start <= s < p.end for s in starts)), None)
            if there is not None:
                out.append(evidence[there][index] if k else evidence[index][there])
    return out


def _common_form(term: str, matched: Matched, side: int) -> str:
    """The form by which both documents know *term* of one *side*."""
    form = name_form(term)
    return matched.mapping.get(form, form) if side else form


def _split_off(chosen: Sequence[Evidence], evidence: Sequence[Sequence[Evidence]], matched: Matched) -> list[Evidence]:
    """Pairs of a lone piece with the clause that the piece beside it answers, where it answers a sentence of that
    clause better: a clause split in two."""
    pieces = matched.reference, matched.entered
    lone = _unpaired(chosen, evidence)
    if not any(lone):
        return []
    weights = weights_of([p.tokens for side in pieces for p in side])
    partners: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
    for e in chosen:
        partners[0].setdefault(e.reference, []).append(e.input)
        partners[1].setdefault(e.input, []).append(e.reference)
    out = []
    for k in (0, 1):
        for index in lone[k]:
            own = vector(pieces[k][index].tokens, weights)
            best, found = _SPLIT, None
            for beside in (index - 1, index + 1):
                for there in partners[k].get(beside, ()):
                    neighbour = vector(pieces[k][beside].tokens, weights)
                    for sentence in _sentences_of(pieces[1 - k][there], matched.sides[1 - k]):
                        said = vector(sentence, weights)
                        likeness = product(said, own)
                        if likeness >= max(best, product(said, neighbour)):
                            best, found = likeness, evidence[there][index] if k else evidence[index][there]
            if found is not None:
                out.append(found)
    return out


def _sentences_of(piece: Piece, side: Side) -> list[tuple[Token, ...]]:
    """The tokens of each sentence of *piece*; none where it is but one."""
    inside = (
        tuple(t for t in tokens if piece.body <= t.start < piece.end)
        for tokens in side.sentence_tokens(piece.provision)
    )
    sentences = [tokens for tokens in inside if tokens]
    return sentences if len(sentences) > 1 else []


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
