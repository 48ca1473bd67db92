"""Facts of words that say whether, when and how far: negation, duty, limits, conditions, exceptions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from clausewright.comparison.alignment import Change, base_form
from clausewright.comparison.facts.evidence import (
    BOUNDS,
    CARVES,
    CONDITIONS,
    PLAIN,
    Evidence,
    kind_of,
    negated,
    those,
)
from clausewright.comparison.facts.fact import FactKind
from clausewright.comparison.lexicon import lexicon
from clausewright.comparison.wording import MODALS, Sort, Token

_GROUPS = {
    "not": frozenset(("NOT",)),
    "modal": MODALS,
    "bound": BOUNDS,
    "condition": CONDITIONS,
    "only": frozenset(("ONLY",)),
    "carve": CARVES,
}
_COMPARING = frozenset("ATLEAST ATMOST MORETHAN LESSTHAN".split())
_COMPLEMENTS = frozenset((frozenset(("MORETHAN", "ATMOST")), frozenset(("LESSTHAN", "ATLEAST"))))
"""Bounds of which one says what the other denies: to cease to own more than half is to own at most half."""
_FEW_WITH_NOT = 2
"""Tokens of a change with a negation up to which the negation is what was changed."""


def read_opposites(found: Evidence) -> None:
    """A word of one side whose opposite stands on the other, unless one of them is negated."""
    opposites = lexicon().opposites
    for a in sorted(found.lost):
        for b in sorted(found.new):
            one, other = found.one[a], found.other[b]
            turned = one.form == other.form and one.negative != other.negative
            if not turned and (base_form(one), base_form(other)) not in opposites:
                continue
            antonyms = one.sort is Sort.WORD and other.sort is Sort.WORD
            same = negated(found.one, a) == negated(found.other, b)
            if turned and same:
                # "Not refundable" is "non-refundable".
                found.take([a, *_negations(found, a, mine=True)], [b, *_negations(found, b, mine=False)])
                break
            if antonyms and not turned and not same:
                continue
            found.features["opposite"] += 1
            kind = FactKind.NEGATION if turned else kind_of(one.form, other.form)
            found.add(8, kind, [a], [b])
            found.take([a], [b])
            break


def _negations(found: Evidence, index: int, *, mine: bool) -> list[int]:
    """The negations that nothing answers right before the token at *index*."""
    tokens, left = (found.one, found.lost) if mine else (found.other, found.new)
    return [k for k in range(max(0, index - 4), index) if k in left and tokens[k].form == "NOT"][-1:]


def read_changed_operators(found: Evidence, change: Change, lost: Sequence[int], new: Sequence[int]) -> None:
    """Operators of a *change* in equal words; *lost* and *new* are the tokens of it that nothing has explained."""
    for name, operators in _GROUPS.items():
        ones, others = those(found.one, lost, operators), those(found.other, new, operators)
        if name == "not" and len(change.lost) + len(change.new) > _FEW_WITH_NOT:
            continue
        if name == "modal" and (found.more_only() or any(found.is_limited(a, b) for a in ones for b in others)):
            continue
        if ones or others:
            both = bool(ones and others)
            if not both and {found.one[a].form for a in ones} | {found.other[b].form for b in others} <= PLAIN:
                continue
            whole = both or name == "not"
            if name == "bound":
                whole = whole or any(_bounds_a_value(found.one, a) for a in ones)
                whole = whole or any(_bounds_a_value(found.other, b) for b in others)
            if name == "bound" and any(_bounds_equal_figures(found, a, b) for a in ones for b in others):
                found.features["governed"] += 1
            found.features[f"clean_{name}"] += change.strength * (1.0 if whole else 0.6)
            kind = kind_of(*(found.one[a].form for a in ones), *(found.other[b].form for b in others))
            told = _with_values(found, ones, others) if name == "bound" else (ones, others)
            found.add(9 if both or name == "not" else 5, kind, *told)
            found.take(ones, others)


def _bounds_equal_figures(found: Evidence, a: int, b: int) -> bool:
    """Whether bounds that compare differ before one figure: "at least 75%" and "more than 75%"."""
    forms = frozenset((found.one[a].form, found.other[b].form))
    return (
        forms <= _COMPARING
        and found.aligned.to_other.get(a + 1) == b + 1
        and found.one[a + 1].value is not None
        and not (forms in _COMPLEMENTS and _turned(found))
    )


def _with_values(found: Evidence, ones: list[int], others: list[int]) -> tuple[list[int], list[int]]:
    """Bounds with the figure that they bound, where both sides have it: "up to four" for "4"."""
    to_one, to_other = found.aligned.to_one, found.aligned.to_other
    figures = {(a + 1, to_other[a + 1]) for a in ones if a + 1 in to_other and found.one[a + 1].value is not None}
    figures |= {(to_one[b + 1], b + 1) for b in others if b + 1 in to_one and found.other[b + 1].value is not None}
    return sorted({*ones, *(a for a, _ in figures)}), sorted({*others, *(b for _, b in figures)})


def read_governing_operators(found: Evidence) -> None:
    """An operator with another in its place before the same words, wherever they stand."""
    groups = [g for name, g in _GROUPS.items() if name not in ("not", "modal")]
    for a in sorted(found.lost):
        b = found.aligned.to_other.get(a + 1, 0) - 1
        if b in found.new and found.one[a].sort is found.other[b].sort is Sort.OPERATOR:
            forms = {found.one[a].form, found.other[b].form}
            if frozenset(forms) in _COMPLEMENTS and _turned(found):
                found.take([a], [b])
            elif any(forms <= group for group in groups):
                found.features["governed"] += 1
                found.add(8, kind_of(found.one[a].form, found.other[b].form), [a], [b])
                found.take([a], [b])


def _turned(found: Evidence) -> bool:
    """Whether one side has an odd number of words more that deny."""
    denials = [
        sum(side[i].form in ("NOT", "stop", "failing") for i in left)
        for side, left in ((found.one, found.gone), (found.other, found.come))
    ]
    return (denials[0] - denials[1]) % 2 == 1


_DENYING = frozenset("NOT ONLY EXCEPT stop failing refusal prevent waive withdraw lose disclaims".split())
_GOVERNED = 3
"""Tokens behind a negation among which the word that it denies stands."""


def read_denials(found: Evidence) -> None:
    """A word that is denied on one side only, in whatever words the rest stands: nothing else turns it round."""
    deniers = [(True, i) for i in found.gone if _denies(found.one[i])]
    deniers += [(False, i) for i in found.come if _denies(found.other[i])]
    if len(deniers) != 1:
        return
    mine, index = deniers[0]
    tokens, others, links, left = (
        (found.one, found.other, found.aligned.to_other, found.lost)
        if mine
        else (found.other, found.one, found.aligned.to_one, found.new)
    )
    if index not in left or tokens[index].form != "NOT":
        return
    word = _denied(tokens, index)
    if word not in links or any(t.text.lower() == "nor" for t in (*tokens, *others)):
        return
    form = base_form(tokens[word])
    there = {t.segment for t in others if base_form(t) == form}
    if not any(t.form == "NOT" and t.segment in there for t in others):
        found.features["denied"] += 1
        found.add(8.2, FactKind.NEGATION, [index] if mine else [], [] if mine else [index])


def _denied(tokens: Sequence[Token], index: int) -> int:
    """The first word behind the negation at *index*; -1 for none."""
    for k in range(index + 1, min(len(tokens), index + 1 + _GOVERNED)):
        if tokens[k].segment != tokens[index].segment:
            break
        if tokens[k].sort is Sort.WORD:
            return k
    return -1


def _denies(token: Token) -> bool:
    return token.form in _DENYING or token.negative


_EXCEPTED = 8
"""Tokens behind an exception that say what is excepted."""


def read_lost_exceptions(found: Evidence) -> None:
    """An exception of one side whose matter the other does not mention, and which nothing there could stand for."""
    for mine, tokens, left, others, theirs in (
        (True, found.one, found.lost, found.other, found.come),
        (False, found.other, found.new, found.one, found.gone),
    ):
        if any(_denies(others[i]) or others[i].form in (*CARVES, "IF") for i in theirs):
            continue
        for k in those(tokens, sorted(left), ("EXCEPT",)):
            behind = [
                i
                for i in range(k + 1, min(len(tokens), k + 1 + _EXCEPTED))
                if tokens[i].segment == tokens[k].segment and i in left and found.says_more(tokens[i], mine=mine)
            ]
            if behind and behind[0] <= k + _GOVERNED:
                found.features["exception_lost"] += 1
                told = [k, *behind]
                found.add(7.5, FactKind.CARVE_OUT, told if mine else [], [] if mine else told)


def read_balances(found: Evidence) -> None:
    """Negations and modals that one side has more of, wherever they stand."""
    counts = [Counter(t.form for t in side if t.sort is Sort.OPERATOR) for side in (found.one, found.other)]

    def more(form: str) -> int:
        return counts[0][form] - counts[1][form]

    found.features["odd_not"] = float(more("NOT") % 2)
    found.features["may_for_must"] = float(more("MAY") * more("MUST") < 0 and not found.more_only())


def read_left_over_operators(found: Evidence, *, mine: bool) -> None:
    """Operators of one side that nothing has explained."""
    tokens, left = (found.one, found.lost) if mine else (found.other, found.new)
    for name, operators in _GROUPS.items():
        for index in those(tokens, sorted(left), operators):
            if tokens[index].form in PLAIN or (name == "bound" and not _bounds_a_value(tokens, index)):
                continue
            found.features[f"{name}_left"] += 1
            found.add(3, kind_of(tokens[index].form), [index] if mine else [], [] if mine else [index])


def _bounds_a_value(tokens: Sequence[Token], index: int) -> bool:
    return any(t.sort is Sort.VALUE for t in tokens[max(0, index - 2) : index + 3]) or tokens[index].form in (
        "GREATER",
        "LESSER",
    )
