"""Naming clauses and showing passages, for any feature that writes text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from clausewright.clauses import Clause
from clausewright.contract import Contract
from clausewright.references import Relation
from clausewright.sentences import sentence_ends
from clausewright.terms import Definition
from clausewright_server.markup import reflow

ELLIPSIS = "…"
RELATION_WORDS = {
    Relation.NOTWITHSTANDING: "notwithstanding",
    Relation.SUBJECT_TO: "subject to",
    Relation.EXCEPT_AS: "except as",
    Relation.PURSUANT_TO: "pursuant to",
    Relation.IN_ACCORDANCE_WITH: "in accordance with",
    Relation.AS_DEFINED_IN: "as defined in",
}
# White space, and the Markdown marks of the next heading, which stand before the next clause begins.
_MARKS = " \t\r\n#*_>-"
# Not "[**]" nor "[***]", which say that something was taken out.
_BOLD = re.compile(r"(?<![\w*\[_])(?P<mark>\*\*|__)(?=[^\s*_])(?P<words>[^*_\r\n]{1,200}+)(?<=\S)(?P=mark)(?![\w*\]_])")
_WORDS = re.compile(r"[^\r\n]+")
_TITLE = re.compile(r"\s{1,4}(?:AGREEMENT|Agreement|CONTRACT|Contract|LEASE|Lease|DEED|Deed)\b")
_TRAILING_MARKS = re.compile(r"\s*(?:\n[ \t]*[#*_>-]*\s*)*\Z")


def label(clause: Clause) -> str:
    """Number and heading: ``11.2 Payment``; where the clause has no heading, ``11.2(a) (in 11.2 Payment)``."""
    own = name(clause)
    if clause.heading:
        return own
    above = clause.parent
    while above is not None and not above.heading:
        above = above.parent
    return f"{own} (in {name(above)})" if above is not None else own


def name(clause: Clause) -> str:
    """Number and heading as far as there are any; the marker, or the kind, where there are neither."""
    heading = clause.heading or ""
    if heading and heading.casefold().startswith(clause.number.casefold()):
        return heading
    return f"{clause.number} {heading}".strip() or clause.marker.strip() or clause.kind.value


def trimmed(contract: Contract, start: int, end: int, limit: int) -> tuple[int, bool]:
    """Where to end a passage so that it has at most about *limit* characters, and whether that cuts it.

    The cut falls at the end of a sentence if one ends in the second half of the limit, else between two words.
    """
    text = contract.source.text
    start = min(start, end)
    if end - start <= limit or not text[start + limit : end].strip(_MARKS):
        end = start + len(_TRAILING_MARKS.sub("", text[start:end]))
        if end - start <= limit:
            return end, False
    cut = start + limit
    ends = [place for place in sentence_ends(text, start, min(end, cut + 2)) if start + limit // 2 <= place <= cut]
    if ends:
        return ends[-1], True
    while cut > start + limit // 2 and not text[cut].isspace():
        cut -= 1
    while cut > start and text[cut - 1].isspace():
        cut -= 1
    return cut, True


def near(contract: Contract, start: int, focus: int, limit: int) -> int:
    """Where to begin a passage so that *focus*, a place inside it, still stands within *limit* characters.

    The passage's own start where that will do, else the start of a sentence or a word in the half limit before *focus*.
    """
    if focus - start <= limit * 3 // 4:
        return start
    text, earliest = contract.source.text, focus - limit // 2
    begin = next(iter(sentence_ends(text, earliest, focus)), None)
    if begin is None:
        begin = earliest
        while begin < focus and not text[begin - 1].isspace():
            begin += 1
    while begin < focus and text[begin].isspace():
        begin += 1
    return begin


def passage(contract: Contract, start: int, end: int, limit: int, focus: int | None = None) -> list[list[str]]:
    """Paragraphs of ``[start, end)``, shortened to *limit*, with *focus* in them; a sub-clause begins a line."""
    whole = start
    start = start if focus is None else near(contract, start, focus, limit)
    stop, cut = trimmed(contract, start, end, limit)
    clauses = contract.clauses
    first = bisect_left(clauses, start, key=_start)
    last = bisect_right(clauses, stop, key=_start)
    breaks = [clause.start - start for clause in clauses[first:last]]
    paragraphs = [
        [unmarked(line) for line in lines] for lines in reflow(_without_furniture(contract, start, stop), breaks)
    ]
    if cut and paragraphs:
        paragraphs[-1][-1] += " " + ELLIPSIS
    if start > whole and paragraphs:
        paragraphs[0][0] = ELLIPSIS + " " + paragraphs[0][0]
    return paragraphs


def _without_furniture(contract: Contract, start: int, stop: int) -> str:
    """``[start, stop)`` of the text, with blanks for page numbers and the like, which sentences run across."""
    text, starts = contract.source.text[start:stop], contract.block_starts
    for index in range(bisect_right(starts, start), bisect_left(starts, stop)):
        if index in contract.page_furniture:
            begin, end = starts[index] - start, starts[index] - start + len(contract.blocks[index].text)
            text = text[:begin] + _WORDS.sub(_blanks, text[begin:end]) + text[end:]
    return text


def _blanks(words: re.Match[str]) -> str:
    return " " * len(words[0])


def rests_on(contract: Contract, definition: Definition) -> list[str]:
    """The terms that a defining passage uses, but for those in the title of a paper ("this Services Agreement")."""
    text = contract.source.text
    uses = contract.uses_within(definition.text_start, definition.text_end)
    return list(
        dict.fromkeys(use.term for use in uses if use.term != definition.term and not _TITLE.match(text, use.end))
    )


def excerpt(contract: Contract, start: int, end: int, limit: int, focus: int | None = None) -> str:
    """A passage on one line, shortened to *limit*, with *focus* in it."""
    whole = start
    start = start if focus is None else near(contract, start, focus, limit)
    stop, cut = trimmed(contract, start, end, limit)
    words = unmarked(" ".join(_without_furniture(contract, start, stop).split()))
    return (ELLIPSIS + " " if start > whole else "") + words + (" " + ELLIPSIS if cut else "")


def unmarked(text: str) -> str:
    """*text* without the marks that make words bold in Markdown; asterisks of any other kind stay."""
    return _BOLD.sub(r"\g<words>", text) if "**" in text or "__" in text else text


def listed(names: list[str], limit: int) -> str:
    """``a, b, c and 4 more``."""
    if len(names) <= limit:
        return ", ".join(names)
    return f"{', '.join(names[:limit])} and {len(names) - limit} more"


def _start(clause: Clause) -> int:
    return clause.start
