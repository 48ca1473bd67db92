"""What a reader would look up: the heading behind a bare reference, the number that a list item really has."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from clausewright.clauses import Clause
from clausewright.contract import Contract
from clausewright.resolver import Status

LONGEST = 50
"""Characters of the longest heading that is shown whole."""


@dataclass(frozen=True, slots=True)
class Hint:
    """*text* to be shown at *offset*, which the document does not have. *before* a number, behind a reference."""

    offset: int
    text: str
    before: bool


def hints(contract: Contract, start: int, end: int) -> list[Hint]:
    """Hints in ``[start, end)``, in text order."""
    found = [*_headings(contract, start, end), *_numbers(contract, start, end)]
    return sorted(found, key=lambda hint: hint.offset)


def _headings(contract: Contract, start: int, end: int) -> list[Hint]:
    """A list of references ends before its headings begin, so each is shown at its own number."""
    found = []
    references = contract.references
    for reference in references[bisect_left(references, start, key=lambda one: one.start) :]:
        if reference.start >= end:
            break
        if reference.status is not Status.RESOLVED or reference.caption is not None or len(reference.targets) != 1:
            continue
        heading = reference.targets[0].heading
        if heading and not _names_it(contract, reference.start, heading):
            shown = heading if len(heading) <= LONGEST else heading[:LONGEST].rsplit(" ", 1)[0] + "…"
            found.append(Hint(reference.end, shown.rstrip(" .:"), before=False))
    return found


def _names_it(contract: Contract, offset: int, heading: str) -> bool:
    """Whether the words just before a reference are the heading already ("the Exceptions in Section 8.4")."""
    words = contract.source.text[max(0, offset - len(heading) - 20) : offset]
    return heading.casefold() in " ".join(words.split()).casefold()


def _numbers(contract: Contract, start: int, end: int) -> list[Hint]:
    """Where list items stand below others, or count by their place, what is printed is not what is cited."""
    listed = contract.tradition.nested_lists or contract.tradition.lazy_numbers
    return [
        Hint(clause.start, clause.number, before=True)
        for clause in contract.clauses
        if start <= clause.start < end
        and (listed or (clause.parent is not None and _is_titled(contract, clause.parent)))
        and re.fullmatch(r"\d+[.)]?", clause.marker.strip(" *_"))
        and re.fullmatch(r"\d+(?:\.\d+)*", clause.number)
        and clause.marker.strip(" *_.)") != clause.number
    ]


def _is_titled(contract: Contract, clause: Clause) -> bool:
    """Whether *clause* begins with a heading of Markdown."""
    line_start = contract.source.line_span(contract.source.line_at(clause.start))[0]
    return "#" in contract.source.text[line_start : clause.start]
