"""Two passages against each other: every kind of fact is read, the surest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from clausewright.comparison.alignment import Alignment
from clausewright.comparison.facts.acts import read_acts, read_changed_parties, read_parties, read_recipients
from clausewright.comparison.facts.citations import read_citations
from clausewright.comparison.facts.evidence import Evidence
from clausewright.comparison.facts.exchanges import read_exchanges
from clausewright.comparison.facts.fact import Fact, FactKind, Span
from clausewright.comparison.facts.figures import read_figures
from clausewright.comparison.facts.joins import read_balance_of_joins, read_changed_joins
from clausewright.comparison.facts.operators import (
    read_balances,
    read_changed_operators,
    read_denials,
    read_governing_operators,
    read_left_over_operators,
    read_lost_exceptions,
    read_opposites,
)
from clausewright.comparison.facts.qualifiers import read_qualifiers
from clausewright.comparison.facts.signs import read_signs
from clausewright.comparison.facts.words import read_changed_words, read_law, read_left_over_words
from clausewright.comparison.lexicon import lexicon
from clausewright.comparison.wording import Sort, Token, moved

_CLEAN = 2
"""Linked tokens around a change from which it was made in equal words."""
_AROUND = 240
"""Code points around a passage that decide on what is read into it."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two passages against each other: *features* by name, for the models, and the facts, gravest first."""

    features: Mapping[str, float]
    facts: tuple[Fact, ...]


def contrast(
    reference: Sequence[Token],
    entered: Sequence[Token],
    texts: tuple[str, str],
    *,
    parties: frozenset[str] = frozenset(),
) -> Contrast:
    """Compare the tokens of a reference passage and of an input passage; *texts* are the documents they were read from.

    *parties* are the forms of the parties' names, the same for both sides.
    """
    reference, entered = _told_apart(reference, entered), _told_apart(entered, reference)
    found = Evidence(Alignment(reference, entered), texts, parties)
    _read(found)
    found.facts.sort(key=lambda f: -f[0])
    facts = [f for _, f in found.facts]
    shown = [f for f in facts if not _denies_in_both(f, reference, entered)] or facts
    return Contrast(dict(found.features), tuple(_told_once(shown)))


def _read(found: Evidence) -> None:
    changes = found.aligned.changes()
    read_figures(found, changes)
    read_qualifiers(found, changes)
    read_exchanges(found, changes)
    read_opposites(found)
    for change in changes:
        if change.around >= _CLEAN:
            lost = [a for a in change.lost if a in found.lost]
            new = [b for b in change.new if b in found.new]
            read_changed_joins(found, change, lost, new)
            read_changed_operators(found, change, lost, new)
            read_changed_parties(found, change, lost, new)
            read_changed_words(found, change, lost, new)
    read_governing_operators(found)
    read_denials(found)
    read_lost_exceptions(found)
    read_acts(found)
    read_recipients(found)
    read_citations(found)
    read_law(found)
    read_signs(found)
    read_parties(found)
    read_balance_of_joins(found)
    read_balances(found)
    for mine in (True, False):
        read_left_over_operators(found, mine=mine)
        read_left_over_words(found, mine=mine)
    found.measure()


def contrast_in_place(
    reference: Sequence[Token], entered: Sequence[Token], texts: tuple[str, str], parties: frozenset[str]
) -> Contrast:
    """``contrast``, from memory where the two passages were compared before, wherever they stood then."""
    cut = [_cut_out(tokens, text) for tokens, text in zip((reference, entered), texts, strict=True)]
    (one, text, first), (other, here, second) = cut
    known = frozenset(t.form for t in (*one, *other)) & parties
    found = _remembered(one, other, text, here, known)
    facts = tuple(
        replace(
            fact,
            reference_spans=tuple((a + first, b + first) for a, b in fact.reference_spans),
            input_spans=tuple((a + second, b + second) for a, b in fact.input_spans),
        )
        for fact in found.facts
    )
    return Contrast(found.features, facts)


@lru_cache(maxsize=1024)
def _remembered(
    one: tuple[Token, ...], other: tuple[Token, ...], text: str, here: str, parties: frozenset[str]
) -> Contrast:
    return contrast(one, other, (text, here), parties=parties)


def _cut_out(tokens: Sequence[Token], text: str) -> tuple[tuple[Token, ...], str, int]:
    """*tokens* and the text around them by themselves, and where that begins in the document."""
    if not tokens:
        return (), "", 0
    first = max(0, min(t.start for t in tokens) - _AROUND)
    return moved(tokens, -first), text[first : max(t.end for t in tokens) + _AROUND], first


def _denies_in_both(fact: Fact, reference: Sequence[Token], entered: Sequence[Token]) -> bool:
    """Whether *fact* tells of a "neither party" on one side that both sides have: "except for fraud, neither party" is
    read as "only", so that its "not" answers nothing though the word is there."""
    if fact.kind is not FactKind.NEGATION or bool(fact.reference) == bool(fact.input):
        return False
    words = (fact.reference or fact.input).lower()
    times = [sum(t.form == "EACHPARTY" and t.text.lower() == words for t in side) for side in (reference, entered)]
    return times[0] == times[1] > 0


def _told_once(facts: Iterable[Fact]) -> Iterable[Fact]:
    """*facts* without those whose words graver ones have told."""
    told: tuple[set[Span], set[Span]] = (set(), set())
    for fact in facts:
        spans = fact.reference_spans, fact.input_spans
        if all(said.issuperset(own) for said, own in zip(told, spans, strict=True)):
            continue
        for said, own in zip(told, spans, strict=True):
            said.update(own)
        yield fact


def _told_apart(tokens: Sequence[Token], others: Sequence[Token]) -> list[Token]:
    """*tokens* with names of several words that *others* do not have as their words."""
    known = {t.form for t in others}
    lasts = {t.form for t in others if t.sort is Sort.NAME}
    out: list[Token] = []
    for token in tokens:
        shortened = token.form.rpartition(" ")[2] in lasts
        if token.sort is Sort.NAME and " " in token.form and token.form not in known and not shortened:
            words = [w for w in token.form.split() if w not in lexicon().empty]
            out += (replace(token, form=word) for word in words)
        else:
            out.append(token)
    return out
