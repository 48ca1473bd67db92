"""A contract against its reference template: what departs, what is missing, what was added, what is covered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from clausewright.comparison.citing import Citations
from clausewright.comparison.facts.fact import Fact
from clausewright.comparison.facts.passages import Contrast, contrast, contrast_in_place
from clausewright.comparison.judging import Judge, measures, shipped
from clausewright.comparison.mapping import names_in_order
from clausewright.comparison.pairing import Embedder, Link, Matched, Progress, is_address, match, pairing
from clausewright.comparison.results import Comparison, Lone, Note, Pair, Place
from clausewright.comparison.sides import Piece, Side, party_names
from clausewright.comparison.wording import Token, proper_words
from clausewright.contract import Contract


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

    The same texts give the same result. *progress* is told how many of how many provisions are embedded. *matched* is
    what ``match`` gave for the same arguments, where it is at hand. Raises what *embedder* raises.
    """
    judge = judge or shipped()
    matched = matched or match(contract, reference, embedder, judge, progress)
    notes = [] if matched.meaning_known else [Note.WORDS_ONLY]
    if contract.source.text == reference.source.text:
        notes.append(Note.IDENTICAL)
    for side, note in zip(matched.sides, (Note.EMPTY_REFERENCE, Note.EMPTY_INPUT), strict=True):
        if not any(side.tokens):
            return Comparison((), (), (), (), (), (*notes, note))
    found = pairing(matched, judge)
    parties = party_names(matched.sides)
    links = [link for group in found.groups for link in group]
    citations = Citations(matched, links)
    pairs = sorted(
        (
            p
            for group in found.groups
            for part in _parts(group, matched)
            for p in _judged(part, matched, citations, parties, judge)
        ),
        key=lambda p: (p.input.start, p.reference.start),
    )
    deviations = tuple(p for p in pairs if p.differs >= judge.threshold)
    if _unrelated(matched, links):
        notes.append(Note.UNRELATED)
        deviations = ()
    gaps = _lone(
        found.gaps, matched.sides[0], matched.reference, matched.entered, {e.reference: e.input for e in links}
    )
    added = _lone(
        found.added, matched.sides[1], matched.entered, matched.reference, {e.input: e.reference for e in links}
    )
    return Comparison(
        deviations,
        tuple(p for p in pairs if p.differs < judge.threshold),
        gaps,
        added,
        tuple(sorted(matched.mapping.items())),
        tuple(notes),
    )


def compare_clauses(reference: str, entered: str) -> Contrast:
    """Two single clauses against each other, each without the contract it is from."""
    texts = reference, entered
    names = proper_words(reference) | proper_words(entered)
    sides = tuple(Side(Contract.parse(text), [(0, len(text))], names) for text in texts)
    sides[1].rename(names_in_order(*(t for side in sides for t in side.tokens)))
    one, other = (tuple(t for tokens in side.tokens for t in tokens) for side in sides)
    return contrast(one, other, texts, parties=party_names(sides, fewest=1))


_TWIN = 0.9
"""Share of their words that two pieces have in common from which they are one clause, whatever else is like them."""


def _parts(group: Sequence[Link], matched: Matched) -> Iterable[Sequence[Link]]:
    """The links of *group* whose pieces say the same by themselves, each alone, and the rest: what a document has twice
    is compared once for each."""
    twins = [link for link in group if _are_twins(link, matched)] if len(group) > 1 else []
    rest = [
        link
        for link in group
        if not any(link.reference == twin.reference or link.input == twin.input for twin in twins)
    ]
    covered = {link.reference for link in (*twins, *rest)}, {link.input for link in (*twins, *rest)}
    if any(link.reference not in covered[0] or link.input not in covered[1] for link in group):
        return [group]
    return [[twin] for twin in twins] + ([rest] if rest else [])


def _are_twins(link: Link, matched: Matched) -> bool:
    one, other = (
        Counter(t.form for t in piece.tokens)
        for piece in (matched.reference[link.reference], matched.entered[link.input])
    )
    return not (link.reference_too or link.input_too) and (one & other).total() >= _TWIN * max(
        one.total(), other.total()
    )


def _judged(
    group: Sequence[Link], matched: Matched, citations: Citations, parties: frozenset[str], judge: Judge
) -> Iterable[Pair]:
    """The pairs of *group*. All of it is compared at once, for what a clause lost may stand in the one beside it; the
    difference is told of the pair that holds the gravest fact."""
    ones = sorted({i for link in group for i in (link.reference, *link.reference_too)})
    others = sorted({j for link in group for j in (link.input, *link.input_too)})
    if all(map(is_address, (matched.reference[i] for i in ones))) or all(
        map(is_address, (matched.entered[j] for j in others))
    ):
        ones, others = [], []
    found = contrast_in_place(
        citations.marked(0, _joined(matched.reference[i] for i in ones)),
        citations.marked(1, _joined(matched.entered[j] for j in others)),
        (matched.sides[0].text, matched.sides[1].text),
        parties,
    )
    features = measures(found)
    differs, conflicts = judge.difference.probability(features), judge.conflict.probability(features)
    record = tuple(sorted(features.items()))
    places = [
        (
            _place(matched.reference, (link.reference, *link.reference_too)),
            _place(matched.entered, (link.input, *link.input_too)),
        )
        for link in group
    ]
    holder = _holder(found.facts, places, group)
    for n, (link, (one, other)) in enumerate(zip(group, places, strict=True)):
        mine = n == holder
        yield Pair(
            one,
            other,
            link.same_matter,
            differs if mine else min(differs, judge.threshold / 2),
            conflicts if mine else min(conflicts, judge.threshold / 2),
            found.facts if mine else (),
            record,
        )


def _joined(pieces: Iterable[Piece]) -> tuple[Token, ...]:
    """The tokens of *pieces*, with segments numbered on from one provision to the next."""
    out: list[Token] = []
    first, provision = 0, -1
    for piece in pieces:
        if piece.provision != provision:
            first = out[-1].segment + 1 if out else 0
            provision = piece.provision
        out += (replace(token, segment=token.segment + first) for token in piece.tokens)
    return tuple(out)


def _place(pieces: Sequence[Piece], indexes: Iterable[int]) -> Place:
    """The place of the pieces at *indexes*, under the number of the first."""
    some = [pieces[i] for i in indexes]
    return Place(min(p.start for p in some), max(p.end for p in some), some[0].number)


def _holder(facts: Sequence[Fact], places: Sequence[tuple[Place, Place]], group: Sequence[Link]) -> int:
    """The pair of *group* in which the gravest fact stands; of several, the one whose pieces are most alike."""

    def holds(n: int, fact: Fact) -> int:
        one, other = places[n]
        left = any(one.start <= a < one.end for a, _ in fact.reference_spans)
        right = any(other.start <= a < other.end for a, _ in fact.input_spans)
        return left + right

    return max(range(len(group)), key=lambda n: (holds(n, facts[0]) if facts else 0, group[n].same_matter, -n))


def _lone(
    indexes: Iterable[int], side: Side, pieces: Sequence[Piece], others: Sequence[Piece], paired: dict[int, int]
) -> tuple[Lone, ...]:
    out = []
    for index in indexes:
        piece = pieces[index]
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


_IN_COMMON = 0.35
"""Share of the shorter document that must be paired, as surely as _CERTAIN, for a comparison to make sense."""
_OF_ONE_HOUSE = 0.5
_OF_EITHER = 0.35
"""The same where less than _OF_EITHER of one document is paired: another kind of contract of the same house has its
closing clauses in common with it."""
_CERTAIN = 0.5


def _unrelated(matched: Matched, links: Sequence[Link]) -> bool:
    certain = [link for link in links if link.same_matter >= _CERTAIN]
    paired = {link.reference for link in certain}, {link.input for link in certain}
    fewer = len(paired[0]) / max(1, min(len(matched.reference), len(matched.entered)))
    either = min(
        len(found) / max(1, len(side)) for found, side in zip(paired, (matched.reference, matched.entered), strict=True)
    )
    return fewer < (_IN_COMMON if either >= _OF_EITHER else _OF_ONE_HOUSE)
