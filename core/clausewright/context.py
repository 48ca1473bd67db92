"""What the blocks before a place say of it, whatever the lists that are open there."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from clausewright.convention import ATTACHMENTS
from clausewright.definitions import Needs
from clausewright.forms import Candidate
from clausewright.markers import TO_DOCUMENT
from clausewright.reading import Reading, Traits

STRONG = 4.0
"""A candidate with at least this evidence that the cheapest way leaves out is worth a finding."""
_SEEN = 2
"""Entries of a table of contents, after which the first of them can be told when it comes again."""
A_BODY = 3
"""Blocks with numbers of clauses, after which the contract itself has been seen."""
_LONGEST_TITLE = 16
"""Words that the title of a document may have."""
_A_DOCUMENT = re.compile(r"\W*(?:AMENDMENT|ADDENDUM|RIDER|SUPPLEMENT|GUARANTY|GUARANTEE)\W*")
_TAIL = 40
_BROKEN_OFF = re.compile(
    r"(?:,|\b(?:an?|all|and|any|are|as|at|be|by|each|for|from|if|in|is|its|may|not|of|on|or|shall|such|than|that|the|their|"
    r"this|to|under|upon|which|will|with))\s*\Z"
)
"""The end of a block that no sentence ends with."""


class Context(NamedTuple):
    """What the blocks so far say, whatever the hypothesis."""

    contents: tuple[str, int] | None = None
    recitals: bool = False
    operative: bool = False
    signed: bool = False
    started: bool = False
    sentence_open: bool = False
    lasts: int = 0
    """1 where no sentence has ended since the last marker candidate, 2 where the last words show that it goes on."""
    listed: bool = False
    replacing: int = 0
    cut_citation: bool = False
    headed: bool = False
    attached: bool = False
    """An attachment has just been named, and its title may follow."""
    amending: bool = False
    """The last words lead in a list of changes, or new text for another document."""
    numbered: int = 0
    """How many blocks before the signatures hold numbers of clauses, as far as that counts."""
    agreed: bool = False
    """A paragraph that defines something has been seen, as that of the parties does."""
    lead: str = ""
    """What has just led in a list: a "paragraph" of its own ("The Buyer shall:"), an "item" (with a colon, or as a
    title), or nothing."""


def advance(context: Context, traits: Traits, reading: Reading) -> tuple[Context, bool]:
    """The context after a block, and whether the block is one of contents (no marker in it counts)."""
    contents = context.contents
    hidden = traits.index_run
    if hidden:
        return context, True
    if traits.contents_heading and not context.operative:
        entries = (reading.candidates[0].label, _SEEN) if traits.contents_run and reading.candidates else ("", 0)
        return context._replace(contents=entries), True
    entry = traits.contents_line and not (reading.candidates and reading.candidates[-1].empty)
    if contents is not None:
        label, count = contents
        first = reading.candidates[0].label if reading.candidates else ""
        again = count >= _SEEN and first != "" and first == label and not entry
        short = traits.contents_run or (
            (traits.words <= 30 or not traits.verbal)
            and not (traits.ends_sentence and traits.words > 12 and not traits.contents_line)
        )
        defines = traits.words > _LONGEST_TITLE and any(d.needs is Needs.NOTHING for d in reading.definitions)
        short = short and not defines
        if (traits.contents_line or short or traits.page_number or traits.redaction) and not again and count < 400:
            hidden = True
            contents = (label or first, count + 1)
        else:
            contents = None
    elif not context.operative and (
        traits.leader_line
        or traits.contents_run
        or (traits.redaction and not has_numbers(reading))
        or (context.listed and entry and begins_with_marker(reading))
    ):
        hidden = True
    if hidden:
        return context._replace(contents=contents, listed=context.listed or not traits.redaction), True
    recitals = context.recitals or traits.recitals
    operative = context.operative or (traits.operative is not None and not _titled_clause(reading))
    signed = context.signed or (traits.signature and (context.operative or context.started or context.agreed))
    agreed = context.agreed or (traits.words > _LONGEST_TITLE and bool(reading.definitions))
    started = (
        context.started
        or (
            bool(reading.candidates)
            and any(c.evidence >= 3 and c.forms[0].unit not in ATTACHMENTS for c in reading.candidates)
        )
        or operative
    )
    replacing = 0 if signed and traits.capitals and traits.words >= 3 else context.replacing
    sentence_open = not traits.ends_sentence and not traits.title and not traits.page_number
    lasts = context.lasts if traits.furniture else _lasting(context, reading) if sentence_open else 0
    last = reading.candidates[-1] if reading.candidates else None
    attached = (last is not None and last.forms[0].unit in ATTACHMENTS and _untitled(last, reading.text)) or (
        context.attached and (traits.furniture or not reading.text.strip(" \t\r\n-_=*#"))
    )
    cut = traits.cut_citation or (context.cut_citation and traits.furniture)
    return Context(
        contents,
        recitals,
        operative,
        signed,
        started,
        sentence_open,
        lasts,
        context.listed,
        replacing,
        cut,
        context.headed,
        attached,
        context.amending,
        min(A_BODY, context.numbered + (not signed and has_numbers(reading))),
        agreed,
        context.lead if traits.furniture else _lead(reading),
    ), False


def _untitled(attachment: Candidate, text: str) -> bool:
    """Whether no title stands behind *attachment* in its block, at most the document that it belongs to."""
    return attachment.empty or TO_DOCUMENT.fullmatch(text.rstrip(), attachment.end) is not None


def _lasting(context: Context, reading: Reading) -> int:
    """How far the sentence that no sign ends lasts behind the block, as in Context.lasts."""
    if reading.candidates:
        ended = bisect_right(reading.sentence_ends, reading.candidates[-1].end) < len(reading.sentence_ends)
    else:
        ended = not context.lasts or bool(reading.sentence_ends)
    return 0 if ended else 2 if _BROKEN_OFF.search(reading.text, max(0, len(reading.text) - _TAIL)) else 1


def names_a_document(reading: Reading) -> bool:
    """Whether the block may be the title of an annexed document."""
    traits = reading.traits
    if not traits.capitals or traits.words > _LONGEST_TITLE or begins_with_marker(reading):
        return False
    return _A_DOCUMENT.fullmatch(reading.text) is not None if traits.words < 2 else not reading.names_company


def has_numbers(reading: Reading) -> bool:
    """Whether numbers of clauses stand in the block."""
    return any(c.forms[0].style in ("n", "1.") and c.evidence >= STRONG for c in reading.candidates)


def _lead(reading: Reading) -> str:
    """What the block is that leads in a list, as ``Context.lead`` says it."""
    if begins_with_marker(reading):
        heading = reading.candidates[0].heading
        titled = heading is not None and not reading.text[heading[1] :].strip(" \t\r\n.:*_")
        return "item" if titled or reading.traits.leads_in else ""
    return "paragraph" if reading.traits.leads_in else ""


def _titled_clause(reading: Reading) -> bool:
    """Whether the block is a clause with a heading, in which parties agree without this being the end of recitals."""
    if not begins_with_marker(reading):
        return False
    first = reading.candidates[0]
    return first.heading is not None and first.forms[0].unit not in ATTACHMENTS


def begins_with_marker(reading: Reading) -> bool:
    return bool(reading.candidates) and reading.candidates[0].place == "block"
