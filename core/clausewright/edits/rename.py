"""Renaming a defined term at its definitions and all its uses."""

from __future__ import annotations

import re
from bisect import bisect_right

from clausewright.contract import Contract
from clausewright.edits.change import RefusedError, ordered
from clausewright.edits.wording import article_before, carried_over, possessive_tail
from clausewright.finding import Edit
from clausewright.terms import TermMatcher, variants

LONGEST = 120
"""Characters of the longest name a term may be given."""

_NOT_IN_A_NAME = re.compile(r"[\"“”„«»\r\n\t\[\]{}|<>*#]")


def rename_term(contract: Contract, term: str, new: str) -> tuple[Edit, ...]:
    """Edits that call *term* (as in ``TermUse.term``) *new* wherever it stands, in the number and case of each place.

    Raises RefusedError when *new* is no name for a term, is taken, or would be read as something else somewhere.
    """
    new = new.strip()
    _check_name(contract, term, new)
    if new == term:
        return ()
    text = contract.source.text
    edits: list[Edit] = []
    for use in contract.uses_of(term):
        used = text[use.start : use.end]
        form = carried_over(used, term, new)
        edits.append(Edit(use.start, use.end, form))
        before, after = text[max(0, use.start - 40) : use.start], text[use.end : use.end + 3]
        if (tail := possessive_tail(before, used, after, form)) is not None:
            edits.append(Edit(use.end, use.end + tail[0], tail[1]))
        if (article := article_before(before, used, form)) is not None:
            edits.append(Edit(use.start - article[0], use.start, article[1]))
    edits = [edit for edit in edits if text[edit.start : edit.end] != edit.new_text]
    _check_reading(contract, term, new, edits)
    return ordered(edits)


def _check_name(contract: Contract, term: str, new: str) -> None:
    if not new or len(new) > LONGEST or _NOT_IN_A_NAME.search(new) or not any(map(str.isalnum, new)):
        raise RefusedError("A term's name is a few words without quotation marks, brackets or line breaks.")
    if not contract.definitions_of(term):
        raise RefusedError(f"“{term}” has no definition in this document.")
    wanted = set(variants(new))
    for other in dict.fromkeys(found.term for found in contract.definitions):
        if other != term and (other in wanted or not wanted.isdisjoint(variants(other))):
            raise RefusedError(f"“{other}” is defined already; two terms of one name could not be told apart.")


def _check_reading(contract: Contract, term: str, new: str, edits: list[Edit]) -> None:
    """Every place that is changed must be read as a use of the new name, and the definition as a definition."""
    terms = {found.term for found in contract.definitions}
    matcher = TermMatcher(new if one == term else one for one in sorted(terms))
    by_block: dict[int, list[Edit]] = {}
    for edit in edits:
        by_block.setdefault(bisect_right(contract.block_starts, edit.start) - 1, []).append(edit)
    for index, changes in by_block.items():
        block, start = contract.blocks[index].text, contract.block_starts[index]
        before = [new if use == term else use for _, _, use in _found(contract, start, start + len(block))]
        for edit in sorted(changes, key=lambda one: -one.start):
            block = block[: edit.start - start] + edit.new_text + block[edit.end - start :]
        if [use for _, _, use in matcher.find(block)] != before:
            line = contract.source.line_at(start) + 1
            raise RefusedError(f"Under the name “{new}” the passage at line {line} would be read differently.")
    edited = contract
    for found in reversed(contract.definitions_of(term)):
        edited = edited.edit(
            found.start, found.end, carried_over(contract.source.text[found.start : found.end], term, new)
        )
    if not any(found.term == new for found in edited.definitions):
        raise RefusedError(f"“{new}” would not be read as a defined term where it is defined.")


def _found(contract: Contract, start: int, end: int) -> list[tuple[int, int, str]]:
    return [(use.start, use.end, use.term) for use in contract.uses_between(start, end)]
