"""Names and terms that the input has in place of the reference's: a renamed party is no difference.

Only names that one side has and the other lacks are mapped. Two are one where they stand in the same provisions as
often as each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, permutations

from clausewright.comparison.wording import Sort, Token

_AGREEMENT = 0.5
"""Least share of the places of either name at which both stand."""
_AGREEMENT_OF_TERMS = 0.4
"""The same where both documents define the name."""
_LEFT = 0.35
"""A name of the reference that is this much rarer in the input may have given way to another."""
_REST = 0.15
"""A name that is this much rarer on the other side counts as not there."""
_OFTEN = 4
_CLEARLY = 0.5
_SUPPORT = 2
"""Least number of places at which two names stand that are neither terms nor parties but have a word in common. Others
are not mapped: "Colorado" in the place of "British Columbia" is another law, not another name."""


def names_mapped(
    pairs: Iterable[tuple[Sequence[Token], Sequence[Token]]],
    reference: Counter[str],
    entered: Counter[str],
    defined: tuple[frozenset[str], frozenset[str]],
    parties: tuple[frozenset[str], frozenset[str]],
) -> dict[str, str]:
    """For names of the input the names of the reference that they stand for.

    *pairs* are the tokens of provisions that probably treat the same matter, *reference* and *entered* count the names
    of either document, *defined* and *parties* are those that it defines and that must or may act.
    """
    lost = {form for form, count in reference.items() if entered[form] <= _LEFT * count}
    new = {form for form, count in entered.items() if reference[form] <= _REST * count}
    both: Counter[tuple[str, str]] = Counter()
    either: Counter[tuple[str, str]] = Counter()
    seen: list[tuple[Counter[str], Counter[str]]] = []
    for one, other in pairs:
        seen.append((_names(one, lost), _names(other, new)))
    candidates = {(a, b) for left, right in seen for a in left for b in right}
    for left, right in seen:
        for a, b in candidates:
            if left[a] or right[b]:
                both[a, b] += min(left[a], right[b])
                either[a, b] += max(left[a], right[b])
    ranked = sorted(candidates, key=lambda c: (-both[c] / either[c] * min(3, both[c]), c))
    out: dict[str, str] = {}
    for a, b in ranked:
        share = both[a, b] / either[a, b]
        known = (a in defined[0] or a in parties[0]) and (b in defined[1] or b in parties[1])
        settled = known or (both[a, b] >= _SUPPORT and _share_a_word(a, b))
        gone = not entered[a] and not reference[b]
        terms = both[a, b] >= _OFTEN and " " in a and " " in b
        settled = settled or (terms and share >= (_AGREEMENT_OF_TERMS if gone else _CLEARLY))
        if (
            share >= (_AGREEMENT_OF_TERMS if (a in defined[0] and b in defined[1]) or (gone and terms) else _AGREEMENT)
            and settled
            and b not in out
            and a not in out.values()
        ):
            out[b] = a
    _by_elimination(out, parties, lost, new)
    return out


def _share_a_word(one: str, other: str) -> bool:
    return not set(one.split()).isdisjoint(other.split())


def _names(tokens: Sequence[Token], among: set[str]) -> Counter[str]:
    return Counter(t.form for t in tokens if t.sort is Sort.NAME and t.form in among)


def _by_elimination(
    out: dict[str, str], parties: tuple[frozenset[str], frozenset[str]], lost: set[str], new: set[str]
) -> None:
    """Map the one party that is left on either side."""
    ones = [a for a in parties[0] if a in lost and a not in out.values()]
    others = [b for b in parties[1] if b in new and b not in out]
    if len(ones) == 1 and len(others) == 1:
        out[others[0]] = ones[0]


_MOST_NAMES = 4


def names_in_order(reference: Sequence[Token], entered: Sequence[Token]) -> dict[str, str]:
    """For two single clauses: the names that only one side has, if they are as many and stand as often on either side,
    each with the one beside whose neighbours it stands; in the order in which they come where that says nothing."""

    def own(tokens: Sequence[Token], others: Sequence[Token]) -> Counter[str]:
        known = {t.form for t in others if t.sort is Sort.NAME}
        return Counter(t.form for t in tokens if t.sort is Sort.NAME and t.form not in known)

    ones, others = own(reference, entered), own(entered, reference)
    if not ones or sorted(ones.values()) != sorted(others.values()) or max(ones.values()) < _SUPPORT:
        return {}
    orders = permutations(ones) if len(ones) <= _MOST_NAMES else [tuple(ones)]
    mappings = [dict(zip(others, order, strict=True)) for order in orders]
    fitting = [m for m in mappings if all(others[name] == ones[to] for name, to in m.items())]
    there = _neighbours(reference, {})
    return max(fitting, key=lambda m: (there & _neighbours(entered, m)).total(), default={})


def _neighbours(tokens: Sequence[Token], mapping: dict[str, str]) -> Counter[tuple[str, str]]:
    """Pairs of tokens that stand side by side, by form."""
    return Counter((mapping.get(a.form, a.form), mapping.get(b.form, b.form)) for a, b in pairwise(tokens))
