"""Facts of figures: sums, percentages, periods, dates, hours and plain numbers that differ, or that one side lacks."""

from __future__ import annotations

from collections.abc import Sequence

from clausewright.comparison.alignment import Change
from clausewright.comparison.facts.evidence import Evidence
from clausewright.comparison.facts.fact import LABELS, FactKind
from clausewright.comparison.values import ValueKind, same_date
from clausewright.comparison.wording import Token

_OF_VALUES = {
    ValueKind.MONEY: FactKind.AMOUNT,
    ValueKind.PERCENT: FactKind.PERCENTAGE,
    ValueKind.DURATION: FactKind.DURATION,
    ValueKind.DATE: FactKind.DATE,
    ValueKind.TIME: FactKind.TIME,
    ValueKind.NUMBER: FactKind.NUMBER,
}
_IN_WORDS = 3
_FEWEST_IN_WORDS = 3
"""Tokens around two figures, on either side, and how many of them must answer each other for the two to stand in the
same words."""
_FULLY_CLEAN = 6
"""Linked tokens around a figure that one side lacks from which it is told for certain."""
_BESIDE_VALUE = {"notice": "Notice period", "remedy": "Time to cure"}


def read_figures(found: Evidence, changes: Sequence[Change]) -> None:
    """Figures of one kind against each other, in text order; what is left over is one side's alone."""
    one, other = found.one, found.other
    known = {t.form for t in one}, {t.form for t in other}
    around = {a: c.around for c in changes for a in c.lost}, {b: c.around for c in changes for b in c.new}
    _shares(found)
    for kind, fact in _OF_VALUES.items():
        ones = [a for a in sorted(found.lost) if (v := one[a].value) is not None and v.kind is kind]
        others = [b for b in sorted(found.new) if (v := other[b].value) is not None and v.kind is kind]
        for a in list(ones) if kind is ValueKind.DATE else ():
            same = next((b for b in others if _same_date(one[a], other[b])), None)
            if same is not None:
                found.take([a], [same])
                ones.remove(a)
                others.remove(same)
        pairs = list(zip(ones, others, strict=False))
        alone = ones[len(pairs) :], others[len(pairs) :]
        for a, b in pairs:
            bare = kind is ValueKind.NUMBER and found.aligned.to_other.get(a + 1) != b + 1
            found.features["number_changed" if bare else "value_changed"] += 1
            if not bare:
                found.add(10, fact, [a], [b], _label(one, a, LABELS[fact]))
        if kind is ValueKind.DURATION:
            _at_once(found, *alone)
        for mine, tokens, rest in ((True, one, alone[0]), (False, other, alone[1])):
            for index in list(rest):
                there = _in_the_same_words(found, index, mine=mine)
                if there is not None:
                    found.features["value_changed"] += 1
                    a, b = (index, there) if mine else (there, index)
                    found.add(10, fact, [a], [b], _label(one, a, LABELS[fact]))
                    rest.remove(index)
            for index in rest:
                if tokens[index].form not in known[mine]:
                    _one_sided(found, fact, index, around[not mine].get(index, 0), mine=mine)
        found.take(ones, others)


def _shares(found: Evidence) -> None:
    """Take what says one thing as a share of a sum and as a sum: "one quarter of €3.4m" is €850,000."""
    for tokens, left, others, theirs, mine in (
        (found.one, found.lost, found.other, found.new, True),
        (found.other, found.new, found.one, found.lost, False),
    ):
        wholes = [t.value for t in tokens if t.value is not None and t.value.kind is ValueKind.MONEY]
        for i in sorted(left):
            share = tokens[i].value
            if share is None or share.kind is not ValueKind.PERCENT:
                continue
            sums = {(round(whole.amount * share.amount / 100, 2), whole.unit) for whole in wholes}
            same = [j for j in sorted(theirs) if (v := others[j].value) and (round(v.amount, 2), v.unit) in sums]
            if same:
                found.take(*(([i], same[:1]) if mine else (same[:1], [i])))


def _at_once(found: Evidence, ones: list[int], others: list[int]) -> None:
    """What is to be done at once on one side and within the period that only the other side has."""
    for mine, tokens, left, periods in ((True, found.one, found.lost, others), (False, found.other, found.new, ones)):
        immediate = [i for i in sorted(left) if tokens[i].form == "ATONCE"]
        if len(immediate) == len(periods) == 1:
            pair = (immediate, list(periods)) if mine else (list(periods), immediate)
            found.features["value_changed"] += 1
            found.add(9.5, FactKind.DURATION, *pair)
            found.take(*pair)
            periods.clear()


def _in_the_same_words(found: Evidence, index: int, *, mine: bool) -> int | None:
    """The figure of the other side that stands in the words in which the one at *index* does, though another of its
    amount answers it: "30 days' notice ... cure within 30 days" against "30 days' notice ... cure within 10 days"."""
    tokens, others = (found.one, found.other) if mine else (found.other, found.one)
    links, back = (
        (found.aligned.to_other, found.aligned.to_one) if mine else (found.aligned.to_one, found.aligned.to_other)
    )
    value = tokens[index].value

    def support(at: int, there: int) -> int:
        near = [k for k in range(at - _IN_WORDS, at + _IN_WORDS + 1) if k != at]
        return sum(k in links and abs(links[k] - there) <= _IN_WORDS for k in near)

    best: int | None = None
    most = _FEWEST_IN_WORDS - 1
    for there, token in enumerate(others):
        if token.value is None or value is None or token.value.kind is not value.kind or there not in back:
            continue
        if token.value.key != value.key and support(index, there) > max(most, support(back[there], there)):
            best, most = there, support(index, there)
    return best


def _one_sided(found: Evidence, fact: FactKind, index: int, around: int, *, mine: bool) -> None:
    """A figure that the other side lacks; *around* counts the tokens in equal words beside it."""
    token = (found.one if mine else found.other)[index]
    strength = min(1.0, around / _FULLY_CLEAN)
    # A bare number in digits may be that of a page.
    certain = fact is not FactKind.NUMBER or not token.text[:1].isdigit()
    found.features["value_lost" if certain else "number_lost"] += 1
    if certain:
        found.features["clean_value"] += strength
    if certain or strength == 1.0:
        found.add(6 + 2 * strength, fact, [index] if mine else [], [] if mine else [index])


def _label(tokens: Sequence[Token], index: int, label: str) -> str:
    """A label for the figure at *index* by what stands next to it."""
    following = tokens[index + 1 : index + 4]
    return next((_BESIDE_VALUE[t.form] for t in following if t.form in _BESIDE_VALUE), label)


def _same_date(one: Token, other: Token) -> bool:
    return one.value is not None and other.value is not None and same_date(one.value, other.value)
