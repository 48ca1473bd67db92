"""How a clause without text is empty."""

from __future__ import annotations

import re
from enum import Enum, auto
from itertools import takewhile

from clausewright.clauses import Clause, ClauseKind
from clausewright.contract import Contract

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
    text = contract.source.text
    if clause.children or clause.kind not in _KINDS or clause.own_end - clause.marker_end > 400:
        return Emptiness.NONE
    printed = text[clause.marker_end : clause.own_end]
    if _BLANKED_OUT.search(printed):
        return Emptiness.NONE
    own = printed.strip(_WEIGHTLESS)
    if not own:
        alone = _LINE_START.search(text[: clause.start][-20:]) and ("\n" in printed or clause.own_end == len(text))
        return Emptiness.BARE if alone and not _in_a_row(text, clause) else Emptiness.NONE
    if _is_reserved(own):
        return Emptiness.RESERVED
    if clause.heading_span is None:
        return Emptiness.NONE
    rest = text[clause.heading_span[1] : clause.own_end].strip(_WEIGHTLESS)
    return Emptiness.RESERVED if _is_reserved(rest) else Emptiness.NONE if rest else Emptiness.TITLE


def is_blacked_out(text: str) -> bool:
    """Whether something was taken out of *text* before it was filed or shown."""
    return _BLACKED_OUT.search(text) is not None


def _in_a_row(text: str, clause: Clause) -> bool:
    """Whether two more numbers stand alone on the lines around: some conversions part the numbers from the texts."""
    before = [line for line in text[max(0, clause.start - 80) : clause.start].splitlines()[::-1] if line.strip()]
    behind = [line for line in text[clause.marker_end : clause.marker_end + 80].splitlines() if line.strip(_WEIGHTLESS)]
    numbers = [*takewhile(_NUMBERS_ALONE.fullmatch, before), *takewhile(_NUMBERS_ALONE.fullmatch, behind)]
    return len(numbers) >= 2


def _is_reserved(text: str) -> bool:
    return len(text) < 80 and _RESERVED.fullmatch(re.sub(r"\s+", " ", text)) is not None
