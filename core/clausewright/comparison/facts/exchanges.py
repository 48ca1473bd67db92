"""Words with others in their place in a clause that is otherwise equal: "arbitration" for "mediation".

In a clause written anew a word that stands on one side only is style. Where nothing else has changed, somebody changed
that word on purpose, so whatever is not known to say the same is told.
"""

from __future__ import annotations

from collections.abc import Sequence

from clausewright.comparison.alignment import Change
from clausewright.comparison.facts.evidence import PLAIN, Evidence, is_content, kind_of
from clausewright.comparison.facts.fact import FactKind
from clausewright.comparison.lexicon import bare_word, lexicon, roles, stem
from clausewright.comparison.wording import Sort, Token

_CLEAN = 4
"""Linked tokens around a change from which it was made in equal words."""
_MOST_CHANGES = 3
_MOST_WORDS = 3
"""Changes of a clause, and words on either side of one, beyond which the clause counts as written anew."""
_CARRIERS = frozenset(("make", "take", "give", "put", "bring", "set"))
"""Verbs that carry a noun, by stem: to make, to take or to maintain efforts is one."""
_LONGEST_PHRASE = 2
"""Words of a phrase that is read as one word ("by email"); longer ones are ways of saying something."""
_COMMON = 4
"""Letters at the beginning that two forms of one word have in common: "authority" and "authorised"."""
_RANK = 6.5


def read_exchanges(found: Evidence, changes: Sequence[Change]) -> None:
    """The exchanges of words between two passages that are otherwise equal; those of words that say the same count as
    explained wherever they are made in equal words."""
    equal = len(changes) <= _MOST_CHANGES and _are_otherwise_equal(found, changes)
    for change in changes:
        if change.around < _CLEAN:
            continue
        if not 0 < len(change.lost) <= _MOST_WORDS or not 0 < len(change.new) <= _MOST_WORDS:
            continue
        one, other = _at(found.one, change.lost), _at(found.other, change.new)
        if not _are_words(one) or not _are_words(other):
            continue
        if _say_one_thing(one, other) or _turned(found, one, other):
            found.take(change.lost, change.new)
        elif equal and any(map(is_content, (*one, *other))):
            _tell(found, change.lost, change.new)
    for a, b in found.aligned.to_other.items() if equal else ():
        pair = _word(found.one[a]), _word(found.other[b])
        if pair in lexicon().distinct and not _stands_too(found, pair):
            _tell(found, (a,), (b,))


def _at(tokens: Sequence[Token], indexes: Sequence[int]) -> list[Token]:
    return [tokens[i] for i in indexes]


def _are_otherwise_equal(found: Evidence, changes: Sequence[Change]) -> bool:
    """Whether all that either passage has for itself stands in *changes*."""
    places = {a for c in changes for a in c.lost}, {b for c in changes for b in c.new}
    return all(
        index in inside or not _weighs(tokens[index])
        for tokens, left, inside in ((found.one, found.gone, places[0]), (found.other, found.come, places[1]))
        for index in left
    )


def _weighs(token: Token) -> bool:
    return is_content(token) or (token.sort is Sort.OPERATOR and token.form not in PLAIN)


def _are_words(tokens: Sequence[Token]) -> bool:
    """Whether *tokens* are words of their own, not figures, names, operators or phrases that are read as one."""
    words = [t for t in tokens if t.sort is Sort.WORD and t.text.count(" ") < _LONGEST_PHRASE]
    return bool(words) and all(t in words or t.form in PLAIN for t in tokens)


def _turned(found: Evidence, one: Sequence[Token], other: Sequence[Token]) -> bool:
    """Whether each passage has the words that the other has instead, elsewhere: "payment and settlement of", turned."""
    said = {_word(t) for t in found.one}, {_word(t) for t in found.other}
    return all(_word(t) in said[1] for t in one) and all(_word(t) in said[0] for t in other)


def _say_one_thing(one: Sequence[Token], other: Sequence[Token]) -> bool:
    """Whether the words of each side have one among the other's that says the same, or are verbs that carry a noun."""
    if any(all(_word(t) in _CARRIERS for t in side) for side in (one, other)):
        return True
    return all(any(_say_the_same(a, b) for b in other) for a in one) and all(
        any(_say_the_same(a, b) for a in one) for b in other
    )


def _say_the_same(one: Token, other: Token) -> bool:
    a, b = _word(one), _word(other)
    if roles(a, b) or one.negative != other.negative or (one.form, other.form) in lexicon().opposites:
        return False
    return a[:_COMMON] == b[:_COMMON] or (a, b) in lexicon().equal


def _word(token: Token) -> str:
    return stem(bare_word(token.text))


def _stands_too(found: Evidence, pair: tuple[str, str]) -> bool:
    """Whether a passage has both words: what it calls by the one it calls by the other as well."""
    return any({pair[0], pair[1]} <= {_word(t) for t in side} for side in (found.one, found.other))


def _tell(found: Evidence, lost: Sequence[int], new: Sequence[int]) -> None:
    found.features["word_exchanged"] += 1
    one, other = _at(found.one, lost), _at(found.other, new)
    if len(one) == len(other) == 1 and roles(one[0].form, other[0].form):
        found.features["clean_party"] += 1
        found.add(9, FactKind.PARTY, lost, new)
    else:
        found.add(_RANK, kind_of(*(t.form for t in (*one, *other))), lost, new)
