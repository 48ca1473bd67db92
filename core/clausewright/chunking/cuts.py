"""Places where a contract may be cut, and what each cut costs.

The costs were fitted on 150 contracts so that as few passages as possible that lawyers had marked were cut; only their
order and rough proportions matter. A cut before an attachment is free, as is one before a clause whose forerunner has
come to a full stop; one in the middle of a sentence is dear, one behind the words that lead a list in ("the
following:") dearer than between its items.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from enum import StrEnum

from clausewright.clauses import ATTACHMENT_KINDS, Clause, ClauseKind
from clausewright.contract import Contract


class Ending(StrEnum):
    """How the text before a cut ends."""

    STOP = "stop"
    SEMICOLON = "semicolon"
    COLON = "colon"
    OPEN = "open"


PARAGRAPH = {Ending.STOP: 3.0, Ending.SEMICOLON: 6.0, Ending.COLON: 9.0, Ending.OPEN: 8.6}
CLAUSE = {Ending.STOP: 0.0, Ending.SEMICOLON: 18.0, Ending.COLON: 18.0, Ending.OPEN: 10.0}
DEPTH = 0.8
"""For each level that a clause stands below the top."""
ITEM = 40.0
"""More for an item of a sentence than for a clause."""
SENTENCE = 4.0
CARRIED_ON = 2.0
"""More for a sentence that leans on the one before it ("In such event, ...")."""
RUNNING_ON = 20.0
"""More inside a clause that does not come to a full stop, as an item of a list: a cut between two items is better."""
TABLE_ROW = 12.0
TITLE = 3.0
"""More for the first clause below one that is nothing but its heading."""
WORD = 41.0
"""A cut between two words, where nothing better lies within reach."""

_PREAMBLE = frozenset(("Parties", "Recitals"))
"""Headings that part what belongs together: who makes the contract, and why."""

_WHITE = re.compile(r"\s*")
_LEANING = re.compile(
    r"(?:This|Such|These|Those|That|It|They|Said|Notwithstanding\sthe\sforegoing|Provided|However|If|Any\ssuch"
    r"|In\s(?:such|any\ssuch|each|that|the\sevent|addition)|The\sforegoing|Thereafter|Otherwise|Further|Furthermore"
    r"|For\s(?:the\s)?(?:purposes|avoidance|clarity)|Without\slimiting)\b"
)
_PAGE_END = re.compile(
    r"(?:\n[ \t]*(?:[-–]?[ \t]*(?:Page[ \t]+)?[\divx]{1,4}(?:[ \t]+of[ \t]+\d+)?[ \t]*[-–]?|Source:[^\n]{0,120})[ \t]*"
    r"(?:\n[ \t]*)+)+\Z",
    re.IGNORECASE,
)
_LOOK_BACK = 400
_TRAILING = ' \t\r\n"”’)*_'


def ending(text: str, offset: int) -> Ending:
    """How the text before *offset* ends, page numbers and footers left out."""
    before = text[max(0, offset - _LOOK_BACK) : offset]
    if (page := _PAGE_END.search(before)) is not None:
        before = before[: page.start()]
    before = before.rstrip(_TRAILING)
    if not before.strip() or before[-1] in ".!?|":
        return Ending.STOP
    if before[-1] == ";":
        return Ending.SEMICOLON
    if before[-1] in ":—":
        return Ending.COLON
    head, _, word = before.rpartition(" ")
    if word.lower() in ("and", "or") and head.rstrip()[-1:] == ";":
        return Ending.SEMICOLON
    return Ending.OPEN


def cuts(contract: Contract) -> dict[int, float]:
    """Offset and cost of each place where *contract* may be cut, in no order; none right behind a marker or heading."""
    text = contract.source.text
    found: dict[int, float] = {}
    in_table = False
    for start, block in zip(contract.block_starts, contract.blocks, strict=True):
        row = block.text.lstrip().startswith("|")
        found[start] = TABLE_ROW if row and in_table else PARAGRAPH[ending(text, start)]
        in_table = row
        for end in block.sentence_ends:
            offset = _after_white(text, start + end)
            leaning = CARRIED_ON if _LEANING.match(text, offset) else 0.0
            found.setdefault(offset, SENTENCE + leaning)
    offsets = sorted(found)
    for clause in contract.clauses:
        if clause.kind is not ClauseKind.ITEM and ending(text, clause.own_end) in (Ending.SEMICOLON, Ending.OPEN):
            for index in range(bisect_left(offsets, clause.marker_end), bisect_left(offsets, clause.own_end - 3)):
                found[offsets[index]] += RUNNING_ON
    for clause in contract.clauses:
        if clause.kind in ATTACHMENT_KINDS:
            found[clause.start] = 0.0
            continue
        if clause.kind is ClauseKind.HEADING and clause.number in _PREAMBLE and clause.start in found:
            continue
        cost = CLAUSE[ending(text, clause.start)] + DEPTH * clause.depth
        if clause.parent is not None and clause is clause.parent.children[0] and _is_bare(text, clause.parent):
            cost += TITLE
        found[clause.start] = cost + (ITEM if clause.kind is ClauseKind.ITEM else 0.0)
    for offset in _behind_titles(contract, sorted(found)):
        found.pop(offset, None)
    found.pop(0, None)
    found.pop(len(text), None)
    return found


def _is_bare(text: str, clause: Clause) -> bool:
    end = clause.marker_end if clause.heading_span is None else clause.heading_span[1]
    return not text[end : clause.own_end].strip(" \t\r\n.:*_-")


def _behind_titles(contract: Contract, offsets: list[int]) -> Iterator[int]:
    """Those of *offsets* that would part a marker or a heading from what it stands over."""
    text = contract.source.text
    starts = {clause.start for clause in contract.clauses}
    for clause in contract.clauses:
        for end in (clause.marker_end, *(() if clause.heading_span is None else clause.heading_span[1:])):
            index = bisect_right(offsets, clause.start)
            while index < len(offsets) and offsets[index] <= end + 3:
                offset = offsets[index]
                if offset not in starts and not text[end:offset].strip(" \t\r\n.:*_-"):
                    yield offset
                index += 1


def _after_white(text: str, offset: int) -> int:
    match = _WHITE.match(text, offset)
    return match.end() if match is not None else offset
