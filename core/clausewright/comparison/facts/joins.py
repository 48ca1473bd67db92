"""Facts of and/or: members that both are needed on one side, and of which one is enough on the other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from clausewright.comparison.alignment import Change
from clausewright.comparison.facts.evidence import Evidence
from clausewright.comparison.facts.fact import FactKind
from clausewright.comparison.wording import Sort, Token

_JOINERS = frozenset(("AND", "OR"))
_INDIFFERENT = frozenset(("GREATER", "LESSER"))
_CLAUSE = re.compile(r"\b(?:who|which|that|whose|it|they|he|she|has|have|is|are|was|were|does|do)\b", re.IGNORECASE)
"""Words behind a joiner by which it joins clauses, not words."""


def read_changed_joins(found: Evidence, change: Change, lost: Sequence[int], new: Sequence[int]) -> None:
    """ "And" with "or" in its place in otherwise equal words; *lost* and *new* are the tokens of the *change*."""
    if not len(change.lost) == len(change.new) == len(lost) == len(new) == 1:
        return
    one, other = found.one[lost[0]], found.other[new[0]]
    if {one.form, other.form} != _JOINERS:
        return
    if _joins_anything(found.one, lost[0], found.texts[0]) or _joins_anything(found.other, new[0], found.texts[1]):
        return
    found.features["clean_and_or"] += change.strength
    found.add(9, FactKind.AND_OR, lost, new)
    found.take(lost, new)


def read_balance_of_joins(found: Evidence) -> None:
    """More of "and" on one side and more of "or" on the other, wherever they stand."""
    counts = [Counter(t.form for t in side if t.sort is Sort.OPERATOR) for side in (found.one, found.other)]
    more = {form: counts[0][form] - counts[1][form] for form in _JOINERS}
    found.features["and_for_or"] = float(more["AND"] * more["OR"] < 0)


def _joins_anything(tokens: Sequence[Token], index: int, text: str) -> bool:
    """Whether "and" and "or" come to the same where the token at *index* stands: in "the greater of", and behind "not"
    ("not A and B" is read like "not A or B" in most contracts), unless what they join are clauses of their own."""
    joiner = tokens[index]
    inside = [t for t in tokens if t.segment == joiner.segment]
    if any(t.form in _INDIFFERENT for t in inside):
        return True
    following = next((t for t in inside if t.start >= joiner.end), None)
    joins_clauses = following is not None and _CLAUSE.search(text, joiner.end, following.start) is not None
    return not joins_clauses and any(t.form == "NOT" and t.start < joiner.start for t in inside)
