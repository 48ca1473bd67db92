"""What the numbers beside a defect of the numbering say about it."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import replace

from clausewright.clauses import Clause, ClauseKind, Defect
from clausewright.contract import Contract

_DRESSING = " \t\r\n.():*_"
MISREAD = {"c": "e", "e": "c"}
"""Letters that text recognition takes for one another."""
_LIST_GOES_ON = re.compile(r"[;,]\s*(?:and|or|and/or)?\s*\Z")
_NEAR = 240
"""Characters before the first number of a list in which the second may stand."""
_CITED = re.compile(
    r"\b(?:[Ss]ections?|[Cc]lauses?|[Ss]ubclauses?|[Pp]aragraphs?|[Ii]tems?|\(\w{1,4}\),?(?:\s+(?:and|or|to))?)\s+\Z"
)
_FIRST = frozenset(("1", "a", "A", "i", "I"))


def bare(marker: str) -> str:
    """A marker without brackets, full stops and mark-up."""
    return marker.strip(_DRESSING)


def rows_of_twins(contract: Contract) -> list[list[Defect]]:
    """The clauses that carry the number of the one before them in the same list, those of one number together.

    A new list only seems to repeat a number.
    """
    rows: list[list[Defect]] = []
    misplaced = {id(defect.clause) for defect in contract.defects if defect.kind == "out_of_order"}
    for defect in contract.defects:
        if defect.kind == "duplicate" and id(defect.before) in misplaced:
            defect = replace(defect, before=_last_in_order(defect, misplaced))
        before, clause = defect.before, defect.clause
        if defect.kind != "duplicate" or (before and clause and before.parent is not clause.parent):
            continue
        same = before is not None and bare(before.marker) == bare(defect.marker)
        if not (same or clause is None or clause.kind is ClauseKind.ITEM):
            continue
        if rows and before is not None and rows[-1][-1].clause is before:
            rows[-1].append(defect)
        else:
            rows.append([defect])
    return rows


def _last_in_order(defect: Defect, misplaced: Set[int]) -> Clause | None:
    """The last clause of the list before *defect* that is not *misplaced* in it (ids of clauses)."""
    clause = defect.clause
    row = clause.parent.children if clause is not None and clause.parent is not None else []
    return next((c for c in reversed(row) if c.start < defect.start and id(c) not in misplaced), defect.before)


def is_misread(marker: str, expected: str) -> bool:
    """Whether *marker* is the *expected* one with a letter that text recognition takes for it."""
    return MISREAD.get(bare(marker)) == bare(expected)


def follows_misread(defect: Defect) -> bool:
    """Whether the clause before it has a letter that text recognition took for the one that leads to this marker."""
    marker = bare(defect.marker)
    if defect.before is None or len(marker) != 1:
        return False
    return MISREAD.get(bare(defect.before.marker)) == chr(ord(marker) - 1)


def begins_anew(contract: Contract, defect: Defect) -> bool:
    """Whether a marker out of order is the first of a second list behind one that has that number already."""
    clause = defect.clause
    if (
        clause is None
        or bare(defect.marker) not in _FIRST
        or contract.wording.leads_to(_LIST_GOES_ON, defect.start, 40)
    ):
        return False
    row = clause.parent.children if clause.parent is not None else ()
    return any(bare(sibling.marker) == bare(defect.marker) for sibling in row if sibling.start < clause.start)


def goes_on(defect: Defect) -> bool:
    """Whether the next clause of the list has the number behind the expected one."""
    clause = defect.clause
    if clause is None or clause.parent is None:
        return False
    row = clause.parent.children
    after = next((sibling for sibling in row if sibling.start > clause.start), None)
    expected = bare(defect.expected)
    return after is not None and len(expected) == 1 and bare(after.marker) == chr(ord(expected) + 1)


def are_swapped(contract: Contract, defect: Defect) -> bool:
    """Whether the second number of a list, which a gap seems to lack, stands before the first: "(ii), (i), (iii)"."""
    first, clause = defect.before, defect.clause
    if defect.kind != "gap" or first is None or bare(first.marker) not in _FIRST or not first.marker.startswith("("):
        return False
    if clause is not None and clause.parent is not first.parent:
        return False
    return contract.wording.ask(_printed_before, first.start, first.start, defect.expected.strip(), before=_NEAR)


def _printed_before(text: str, start: int, end: int, marker: str) -> bool:
    place = text.rfind(f" {marker} ", start, end)
    return place >= 0 and "(" not in text[place + 1 + len(marker) : end] and not _CITED.search(text, start, place + 1)


def stands_elsewhere(contract: Contract, defect: Defect) -> bool:
    """Whether the number that a gap lacks is carried by another clause of its list, or by a marker in no list."""
    clause, expected = defect.clause, bare(defect.expected)
    if clause is not None and clause.parent is not None and "." in expected:
        return any(bare(sibling.marker) == expected for sibling in clause.parent.children)
    return any(
        other.kind == "dropped" and bare(other.marker) == expected
        for other in contract.defects
        if other.start < defect.start
    )


def run_of(first: str, last: str, count: int) -> str:
    """What *count* markers in a row are called by the first and the last of them."""
    if count == 1:
        return f"“{first}”"
    return f"“{first}” {'and' if count == 2 else 'to'} “{last}”"
