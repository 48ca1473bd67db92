"""Renaming a defined term at its definitions and all its uses."""

from __future__ import annotations

import re
from collections.abc import Mapping

from clausewright.contract import Contract
from clausewright.edits.change import RefusedError, applied, ordered
from clausewright.edits.wording import article_before, carried_over, possessive_tail
from clausewright.finding import Edit
from clausewright.terms import variants

LONGEST = 120
"""Characters of the longest name a term may be given."""

_NOT_IN_A_NAME = re.compile(r"[\"“”„«»\r\n\t\[\]{}|<>*#]")


def rename_term(contract: Contract, term: str, new: str) -> tuple[Edit, ...]:
    """Edits that call *term* (as in ``TermUse.term``) *new* wherever it stands, in the number and case of each place.

    The text is read again with the new name before the edits are given. Raises RefusedError when *new* is no name for
    a term, is taken, or would be read as something else somewhere.
    """
    new = new.strip()
    _check_name(contract, term, new)
    if new == term:
        return ()
    text = contract.source.text
    names = {one: carried_over(one, term, new) for one in spellings(contract, term)}
    edits: list[Edit] = []
    for use in (use for one in names for use in contract.uses_of(one)):
        used = text[use.start : use.end]
        form = carried_over(used, term, new)
        edits.append(Edit(use.start, use.end, form))
        before, after = text[max(0, use.start - 40) : use.start], text[use.end : use.end + 3]
        if (tail := possessive_tail(before, used, after, form)) is not None:
            edits.append(Edit(use.end, use.end + tail[0], tail[1]))
        if (article := article_before(before, used, form)) is not None:
            edits.append(Edit(use.start - article[0], use.start, article[1]))
    change = ordered(edit for edit in edits if text[edit.start : edit.end] != edit.new_text)
    _try_out(contract, names, change)
    return change


def spellings(contract: Contract, term: str) -> list[str]:
    """*term* and the terms that are the same word, defined in another number or in capitals ("Party", "PARTIES")."""
    forms = {one.casefold() for one in variants(term)}
    others = dict.fromkeys(found.term for found in contract.definitions)
    return [term] + [
        one
        for one in others
        if one != term and (one.casefold() in forms or term.casefold() in {form.casefold() for form in variants(one)})
    ]


def _check_name(contract: Contract, term: str, new: str) -> None:
    if not new or len(new) > LONGEST or _NOT_IN_A_NAME.search(new) or not any(map(str.isalnum, new)):
        raise RefusedError("A term's name is a few words without quotation marks, brackets or line breaks.")
    if not contract.definitions_of(term):
        raise RefusedError(f"“{term}” has no definition in this document.")
    wanted = set(variants(new))
    own = spellings(contract, term)
    for other in dict.fromkeys(found.term for found in contract.definitions):
        if other not in own and (other in wanted or not wanted.isdisjoint(variants(other))):
            raise RefusedError(f"“{other}” is defined already; two terms of one name could not be told apart.")


def _try_out(contract: Contract, names: Mapping[str, str], edits: tuple[Edit, ...]) -> None:
    """Read the text as it would be: the same terms at the same places but for their *names*, and the same citations."""
    after = Contract.parse(applied(contract.source.text, edits), contract.tradition)
    new = next(iter(names.values()))
    defined = [(found.start, names.get(found.term, found.term)) for found in contract.definitions]
    _compare(contract, new, defined, [found.term for found in after.definitions])
    used = [(use.start, names.get(use.term, use.term)) for use in contract.uses]
    _compare(contract, new, used, [use.term for use in after.uses])
    cited = _cited(contract)
    starts = [one.start for one in contract.references]
    _compare(contract, new, list(zip(starts, cited, strict=True)), _cited(after))


def _cited(contract: Contract) -> list[str]:
    """What each citation leads to, by the places of the clauses among all clauses."""
    place = {id(clause): index for index, clause in enumerate(contract.clauses)}
    return [f"{one.status} {[place[id(target)] for target in one.targets]}" for one in contract.references]


def _compare(contract: Contract, new: str, expected: list[tuple[int, str]], found: list[str]) -> None:
    if [words for _, words in expected] == found:
        return
    place = next(
        (start for (start, words), other in zip(expected, found, strict=False) if words != other), expected[-1][0]
    )
    line = contract.source.line_at(place) + 1
    raise RefusedError(f"Under the name “{new}” the passage at line {line} would be read differently.")
