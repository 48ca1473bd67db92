"""Where the words of a defined term stand in other letters than its own."""

from __future__ import annotations

from clausewright.contract import Contract
from clausewright.terms import Definition, TermUse, is_title, matcher_for, uses_in
from clausewright.vocabulary import words
from clausewright.wording import noted


@noted
def otherwise_printed(contract: Contract) -> list[TermUse]:
    """Places that have the words of a defined term in letters that are no use of it, in text order.

    Left out are terms of one word, but for those in capitals, what stands in the definition of the term, headings.
    """
    terms = (t for t in contract.definitions_by_term if is_title(t) or (len(t) > 3 and (" " in t or t.isupper())))
    matcher = matcher_for(tuple(terms), folded=True)
    used = {(u.start, u.end) for u in contract.uses}
    out = []
    for index, (start, block) in enumerate(zip(contract.block_starts, contract.readings, strict=True)):
        if index in contract.hidden_blocks or block.traits.title:
            continue
        for s, e, term in uses_in(block, matcher):
            place = start + s
            if (place, start + e) not in used and not (
                contract.is_heading(place) or any(_explains(d, place) for d in contract.definitions_alike(term))
            ):
                out.append(TermUse(term, place, start + e))
    return out


def small_letter_uses(contract: Contract) -> list[TermUse]:
    """Places that have the words of a defined term, but not its capitals, in text order.

    Left out are terms of one word, what stands in the definition of the term, and headings.
    """
    return [u for u in otherwise_printed(contract) if is_title(u.term) and _lacks_capitals(contract.printed(u))]


def _lacks_capitals(printed: str) -> bool:
    """Whether the words are in small letters, or the first one is: "disclosing Party"."""
    first, *others = printed.split()
    return printed[1:].islower() or (
        first.islower() and first not in words("ordinary_adjectives") and not any(word.isupper() for word in others)
    )


def _explains(definition: Definition, place: int) -> bool:
    """Whether *place* lies in the words that say what the term of *definition* means."""
    behind = definition.end if definition.form in ("parenthetical", "collectively") else definition.text_end
    return definition.text_start <= place < behind
