"""Definitions of terms that nothing uses."""

from __future__ import annotations

from bisect import bisect_left

from clausewright.contract import Contract
from clausewright.terminology.letters import otherwise_printed
from clausewright.terms import Definition, is_ordinary

_BESIDE = 3
"""Definitions behind one among which that of its short form is."""


def unused_definitions(contract: Contract) -> list[Definition]:
    """Definitions whose term is used nowhere outside the passages that define it."""
    in_other_letters = _used_in_other_letters(contract)
    out = []
    for term, definitions in contract.definitions_by_term.items():
        own = [
            (d.start, d.end) if d.form in ("parenthetical", "collectively") else (d.text_start, d.text_end)
            for d in definitions
        ]
        own += contract.hidden_spans
        used = term in in_other_letters or any(
            not contract.is_heading(use.start) and not any(s <= use.start < e for s, e in own)
            for use in contract.uses_of(term)
        )
        if not used and definitions[0].form != "by-reference" and not _has_used_alias(contract, definitions[0]):
            out.append(definitions[0])
    return sorted(out, key=lambda d: d.start)


def _used_in_other_letters(contract: Contract) -> frozenset[str]:
    """Terms that are used in other letters than they are defined in: capitals not kept, words that are not used in
    an ordinary sense in small letters."""
    first = {
        term: definitions[0].start if definitions[0].form in ("parenthetical", "collectively") else 0
        for term, definitions in contract.definitions_by_term.items()
    }
    return frozenset(
        use.term
        for use in otherwise_printed(contract)
        if use.term.isupper() or (use.start > first[use.term] and not is_ordinary(use.term))
    )


def _has_used_alias(contract: Contract, definition: Definition) -> bool:
    """Whether the term is used in its other number, or by the short form that is printed right behind it."""
    term = definition.term
    for other in (d for d in contract.definitions_alike(term) if d.term != term):
        if any(not (other.start <= use.start < other.end) for use in contract.uses_of(other.term)):
            return True
    at = bisect_left(contract.definitions, definition.start, key=lambda d: d.start)
    return any(
        0 < other.start - definition.end <= 3
        and any(not definition.start <= use.start < other.end for use in contract.uses_of(other.term))
        for other in contract.definitions[at : at + _BESIDE + 1]
    )
