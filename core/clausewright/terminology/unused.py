"""Definitions of terms that nothing uses."""

from __future__ import annotations

import re
from bisect import bisect_left

from clausewright.contract import Contract
from clausewright.terminology.letters import otherwise_printed
from clausewright.terms import Definition, is_ordinary, is_title
from clausewright.vocabulary import words

_ABBREVIATION = 6
_JOINT = 12
"""Characters between two terms that are defined together, at most: “Ownership” or “control”."""
_BESIDE = 3
"""Definitions behind one among which that of its short form is."""

_WE = re.compile(r"\b(?:[Ww]e|WE|[Uu]s|[Oo]urs?|OURS?)\b")
_YOU = re.compile(r"\b(?:[Yy](?:ou|ours?)|Y(?:OU|OURS?))\b")
_PRONOUNS = {"we": _WE, "us": _WE, "our": _WE, "ours": _WE, "you": _YOU, "your": _YOU, "yours": _YOU}
"""Pronouns that name a party, with all their forms; US is a country."""


def unused_definitions(contract: Contract) -> list[Definition]:
    """Definitions whose term is used nowhere outside the passages that define it."""
    in_other_letters = _used_in_other_letters(contract)
    out = []
    for term, definitions in contract.definitions_by_term.items():
        own = [_own_words(d, is_paper=term in contract.own_names) for d in definitions]
        own += contract.hidden_spans
        used = term in in_other_letters or any(
            not contract.is_heading(use.start)
            and not any(s <= use.start < e for s, e in own)
            and not (contract.printed(use).isupper() and not term.isupper() and not contract.in_prose(use.start))
            for use in contract.uses_of(term)
        )
        if (
            not used
            and definitions[0].form != "by-reference"
            and not (definitions[0].form == "has-the-meaning" and term.islower())  # taken over with others of a statute
            and not _has_used_alias(contract, definitions[0])
            and not _is_used_within(contract, term)
            and not _is_used_otherwise(contract, definitions[0])
            and not _is_used_pronoun(contract, term)
        ):
            out.append(definitions[0])
    return sorted(out, key=lambda d: d.start)


def _own_words(definition: Definition, *, is_paper: bool) -> tuple[int, int]:
    """The words of a definition in which its term is not used; before a name in brackets stands what it shortens.

    *is_paper* says that the term is the document's own name.
    """
    if definition.form not in ("parenthetical", "collectively"):
        return definition.text_start, definition.text_end
    return definition.start if is_paper or definition.term.islower() else definition.text_start, definition.end


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
        if use.term.isupper()
        or (
            use.start > first[use.term]
            and not (is_title(use.term) and is_ordinary(use.term) and not _is_half_small(contract.printed(use)))
        )
    )


def _is_half_small(printed: str) -> bool:
    """Whether only the first word has lost its capital, and not since it is an adjective: "disclosing Party"."""
    return not printed[1:].islower() and printed.split()[0] not in words("ordinary_adjectives")


def _is_used_within(contract: Contract, term: str) -> bool:
    """Whether *term* is an abbreviation that stands in a longer term: MSR in Excess MSR."""
    return (
        1 < len(term) <= _ABBREVIATION
        and term.isupper()
        and any(term in longer.split() and longer != term for longer in contract.definitions_by_term)
    )


def _is_used_otherwise(contract: Contract, definition: Definition) -> bool:
    """Whether the term is used without its hyphen, with a possessive inside (Client's Property for Client Property), or
    in small letters where its capital is only that of a sentence."""
    term = definition.term
    has = contract.wording.has
    if "-" in term:
        joined = [term.replace("-", sign) for sign in ("", " ")]
        return any(has(form) for name in joined for form in (name, name.capitalize(), name.lower()))
    if " " in term:
        owner, _, owned = term.partition(" ")
        return any(has(f"{owner}{sign}s {owned}") for sign in "'’")
    if not term.istitle():
        return False
    at = bisect_left(contract.definitions, definition.start, key=lambda d: d.start)
    beside = (d for d in contract.definitions[at + 1 : at + 2] if d.start - definition.end <= _JOINT)
    return any(d.term.islower() for d in beside) and (has(f" {term.lower()} ") or has(f" {term.lower()},"))


def _is_used_pronoun(contract: Contract, term: str) -> bool:
    """Whether *term* is a pronoun of which some form stands outside the definitions of these forms: our for we."""
    forms = _PRONOUNS.get(term.lower())
    if forms is None:
        return False
    own = [
        (d.start, d.end)
        for other, definitions in contract.definitions_by_term.items()
        if _PRONOUNS.get(other.lower()) is forms
        for d in definitions
    ]
    return any(not any(s <= place.start < e for s, e in own) for place in contract.wording.places_of(forms))


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
