"""How a clause without text is empty."""

from __future__ import annotations

import re
from enum import Enum, auto
from itertools import takewhile

from clausewright.clauses import Clause, ClauseKind
from clausewright.contract import Contract
from clausewright.wording import Wording

_RESERVED = re.compile(
    r"(?:this (?:section|clause|article|paragraph) (?:is |has been )?)?(?:intentionally |deliberately )?"
    r"(?:reserved|omitted|deleted|not used|left blank|unused|void|not applicable|n/a)(?: intentionally)?"
    r"(?: for future use)?",
    re.IGNORECASE,
)
_WEIGHTLESS = ' \t\r\n\f\v\u00a0*_#.:;,-–—[](){}<>"“”'
_BLANKED_OUT = re.compile(r"\[\s*\*|\*{3}|_{3}|-{2}|\[\s*[●•.…]")
"""Redactions and blanks to fill in: there is text, or there will be."""
_BLACKED_OUT = re.compile(r"\[\s*\*|\*{3}|[Rr]edacted")
_LINE_START = re.compile(r"(?:\A|[\r\n])[ \t*_#>-]*\Z")
_NUMBERS_ALONE = re.compile(r"(?:[ \t]*\(?[\w.]{1,6}[.)]?[ \t]*){1,4}")
_LONGEST = 400
"""Characters of the longest clause that may be empty."""
_ROW = 80
"""Characters above and below a number in which others may stand in a row with it."""
_KINDS = (ClauseKind.ARTICLE, ClauseKind.SECTION, ClauseKind.CLAUSE, ClauseKind.SUBCLAUSE)


class Emptiness(Enum):
    NONE = auto()
    """It has text or sub-clauses, or another paper does."""
    RESERVED = auto()
    """Its text is "[Reserved]" or the like: it is empty by intent."""
    TITLE = auto()
    """It has a heading and nothing else."""
    BARE = auto()
    """It has a number and nothing else, on a line of its own and not in a row of such numbers."""


def emptiness(contract: Contract, clause: Clause) -> Emptiness:
    """How *clause* is empty; one with sub-clauses never is, nor is an attachment."""
    if clause.children or clause.kind not in _KINDS:
        return Emptiness.NONE
    wording = contract.wording
    own = wording.ask(_emptiness_of, clause.marker_end, clause.own_end)
    if own is Emptiness.BARE:
        alone = wording.ask(_begins_line, clause.start, clause.start, before=20) and wording.ask(
            _ends_line, clause.marker_end, clause.own_end
        )
        return own if alone and not _in_a_row(wording, clause) else Emptiness.NONE
    if own is Emptiness.RESERVED or clause.heading_span is None:
        return own
    if not wording.ask(_may_be_empty, clause.marker_end, clause.own_end):
        return Emptiness.NONE
    rest = wording.ask(_emptiness_of, clause.heading_span[1], clause.own_end)
    return Emptiness.TITLE if rest is Emptiness.BARE else rest


def _may_be_empty(text: str, start: int, end: int) -> bool:
    return end - start <= _LONGEST and not _BLANKED_OUT.search(text, start, end)


def _emptiness_of(text: str, start: int, end: int) -> Emptiness:
    """How the words of a clause are empty: not, reserved, or bare."""
    if end - start > _LONGEST:
        return Emptiness.NONE
    own = text[start:end].strip(_WEIGHTLESS)
    if (own and not _is_reserved(own)) or not _may_be_empty(text, start, end):
        return Emptiness.NONE
    return Emptiness.RESERVED if own else Emptiness.BARE


def is_blacked_out(text: str) -> bool:
    """Whether something was taken out of *text* before it was filed or shown."""
    return _BLACKED_OUT.search(text) is not None


def _begins_line(text: str, start: int, end: int) -> bool:
    return _LINE_START.search(text[start:end]) is not None


def _ends_line(text: str, start: int, end: int) -> bool:
    return "\n" in text[start:end] or end == len(text)


def _in_a_row(wording: Wording, clause: Clause) -> bool:
    """Whether two more numbers stand alone on the lines around: some conversions part the numbers from the texts."""
    above = wording.ask(_numbers_above, clause.start, clause.start, before=_ROW)
    return above + wording.ask(_numbers_below, clause.marker_end, clause.marker_end, behind=_ROW) >= 2


def _numbers_above(text: str, start: int, end: int) -> int:
    lines = [line for line in text[start:end].splitlines()[::-1] if line.strip()]
    return sum(1 for _ in takewhile(_NUMBERS_ALONE.fullmatch, lines))


def _numbers_below(text: str, start: int, end: int) -> int:
    lines = [line for line in text[start:end].splitlines() if line.strip(_WEIGHTLESS)]
    return sum(1 for _ in takewhile(_NUMBERS_ALONE.fullmatch, lines))


def _is_reserved(text: str) -> bool:
    return len(text) < 80 and _RESERVED.fullmatch(re.sub(r"\s+", " ", text)) is not None
