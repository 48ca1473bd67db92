"""Blocks: the paragraphs, headings, list items and lines of page furniture that a text falls into.

The blocks of a text are consecutive slices that add up to it. Whether a line begins a block depends on that line and
the one before it alone, and where a long line is parted depends on that line, so an edit can only move the boundaries
around itself. A run of lines that goes on and on without a break is cut by how many lines it has had: there an edit may
move the cuts behind it as well, up to the next one that stays.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from zlib import crc32

from clausewright.turns import give_way

LONG_LINE = 160
"""A line longer than this was not wrapped by its writer: the next line is a paragraph of its own."""

LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|$)")
_BLANK = re.compile(r"[^\S\r\n]*(?:\r\n|\n|\r)?\Z")
_STARTS_UNIT = re.compile(
    r"""[ \t>]*(?:
        \#{1,6}\s | [-*+•]\s | \|                                   # Markdown heading, list item, table row
      | \*{0,2}(?:§\s*)?\d{1,3}(?:\.\d{1,3})*[.)]?\*{0,2}[ \t]      # 1.  1.1  1)
      | \*{0,2}\([A-Za-z0-9]{1,8}\)                                 # (a)
      | \*{0,2}[A-Za-z]{1,5}[.)][ \t]                               # a.  iv)
      | \*{0,2}(?:FIRST|SECOND|THIRD|FOURTH|FIFTH|SIXTH|SEVENTH|EIGHTH|NINTH|TENTH|[ETFSN][A-Z]{3,8}TH)(?:\.-|[.:])\s
      | \*{0,2}(?:ARTICLE|SECTION|CLAUSE|SCHEDULE|EXHIBIT|ANNEX|APPENDIX|ATTACHMENT|PART|CHAPTER|ADDENDUM)\b
      | \*{0,2}(?:Article|Section|Clause|Schedule|Exhibit|Annex|Appendix|Attachment|Part|Chapter|§)\s+\S
      | (?:\*\*|["“])                                               # bold or quoted: a dictionary entry
    )""",
    re.VERBOSE,
)
_SHORT_TITLE = re.compile(r"[ \t]*[^a-z\r\n]{3,90}(?:\r\n|\n|\r)?\Z")
_ENDS_PHRASE = re.compile(
    r"""[.;:!?…)\]"”*|>-][ \t"”*]*(?:\r\n|\n|\r)?\Z|\b(?:and|or)[ \t]*(?:\r\n|\n|\r)?\Z""", re.IGNORECASE
)
_HEADING_LIKE = re.compile(
    r"[ \t]*(?:\#{1,6}\s.*|[^\r\n]{1,70}(?<![,a-z])"
    r"|(?:\d{1,3}(?:\.\d{1,3})*[.)]?[ \t]+|\(?[A-Za-z]{1,5}[.)][ \t]+)?[A-Z0-9][^\r\n.;]{0,60})"
    r"(?:\r\n|\n|\r)?\Z"
)
_CITES = re.compile(
    r"(?:[a-z][^\r\n]{30,}\b|\b[a-z]+,?\s+)"
    r"(?:(?i:(?:sub-?)?(?:sections?|articles?|clauses?|paragraphs?)|schedules?|exhibits?|annex|appendix|items?)|§)"
    r"[ \t]*(?:\r\n|\n|\r)?\Z"
)
"""A line of prose that ends before the number of what it cites."""
_CITES_TWO = re.compile(
    r"\b(?i:sections?|articles?|clauses?|paragraphs?|schedules?|exhibits?)[ \t]+[\dA-Z][\w.()-]*,?[ \t]+"
    r"(?:and|or)[ \t]*(?:\r\n|\n|\r)?\Z"
)
"""A line of prose that ends between two citations."""
_CITES_MANY = re.compile(
    r"\b(?i:sections|articles|clauses|(?:sub)?paragraphs|schedules|exhibits)[ \t]+\d[\w.()-]*"
    r"(?:,[ \t]+\d[\w.()-]*){0,8},?[ \t]+(?:and|or)[ \t]*(?:\r\n|\n|\r)?\Z"
)
"""A line of prose that ends before the last number of a list of citations."""
_LAST_OF_LIST = re.compile(
    r"[ \t]*\d{1,3}(?:\.\d{1,3})*(?:\([A-Za-z\d]{1,4}\))*(?:[,;]?[ \t]+[a-z]|[,;.]?(?:\r\n|\n|\r)?\Z)"
)
_KEYWORD_ALONE = re.compile(
    r"[ \t]*(?i:article|section|clause|schedule|exhibit|annex|appendix|attachment)[ \t]*(?:\r\n|\n|\r)?\Z"
)
_ITS_NUMBER = re.compile(
    r"[ \t]*(?:\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,7}|[A-Z](?:-\d{1,2})?)[.:]?(?:[ \t]+[A-Z\"“(]|[ \t]*(?:\r\n|\n|\r)?\Z)"
)
"""What stands below a keyword that a conversion left alone on its line, and is its number."""
_UNIT_WORD = re.compile(r"[ \t]*(?i:section|article|clause|paragraph|schedule|exhibit)s?[ \t]+[\dA-Z]")
_NUMBER = re.compile(r"[ \t>]*(?:\d{1,3}|[IVX]{1,5}|[A-Z])(?:\.\d{1,3})*(?:\([A-Za-z\d]{1,4}\))*[.,;:)]*\s")
_GOES_ON = re.compile(
    r"\b(?:within|of|to|the|an?|and|in|by|for|at|on|with|than|from|per|least|most|is|be|are|shall|under|least|about|every)\s*\Z"
)
_ENDS_SENTENCE = frozenset(".;:!?|")
_GOES_ON_SMALL = re.compile(r"[ \t]*[a-z]{2,}[ ,]")
_LONGEST_BROKEN = 1_000
"""Characters of the lines that such a sentence is broken into, at most."""
_LONGEST_WORD = 20


CONTENTS_ENTRY = re.compile(
    r"[A-Za-z)\].](?:[ \t]{2,}\d{1,3}(?=[ \t]{2,}|\s*\Z)|"
    r"[ \t]{1,8}\d{1,3}(?=[ \t]+(?:\d{1,2}\.|[A-Z]\.[ ]|ARTICLE|Article|SECTION|Section)))"
)
"""A title with its page number, behind which another one stands."""
_NUMBER_BEHIND_BLANK = re.compile(r"\d(?<=[ \t]\d)")
_LEADERS = re.compile(r"(?<!\.)\.{6,}+\s*\d|(?<!\. )(?:\. ){6,}+\s*\d")
_FEW_ENTRIES = 3
_GAP = re.compile(
    r"""[ \t\u00a0](?<![ \t\u00a0]{2})[ \t\u00a0]{2,}+(?=["“‘(\[]{0,2}(?:[A-Z0-9§•●]|[a-z]{1,4}[.)]\s))"""
)
_GAP_SIGNS = ("   ", "\t", "\u00a0")
_ENDED = re.compile(r"""(?:[.;:!?][)"”’\]*_]{0,3}|[;,]\s(?:and|or)(?:/or)?)\Z""")
_A_TITLE = re.compile(
    r"\W{0,3}[A-Z][\w&'’/-]*+"
    r"(?:[ ,;]{1,2}(?:[A-Z(&][\w&'’/)-]*+|of|and|the|to|for|in|or|with|by|on|an?|at|&|-|–)){0,9}[.:]?\Z"
)
_MARKER = r"\W{0,3}(?:(?i:section|article|§)\s*)?[\w.]{1,8}[.):]{0,2}"
_NUMBER_LAST = re.compile(r"\s([1-9]\d?)\.\Z")
_SET_OFF = r"(?<![\w.]){}\.-?[ \t\u00a0]{{3}}"
_LISTED = 2_000
"""How far apart the numbers of a list in one line may stand, in characters."""
_ONLY_MARKER = re.compile(_MARKER + r"\Z")
_HEADS = re.compile(
    r"(?:[A-Z]{4,8}:?[ \t\u00a0]+(?=[A-Z][a-z]|WHEREAS|\(?[A-Z1a-z][.)]\s)"
    r"|[A-Z][a-z]{3,7}:[ \t\u00a0]+(?=\(?[1Aai][.)]))"
)
"""A single word that heads what follows ("RECITALS   The Owner has", "General:   1. Each party")."""
_MARKED_TITLE = re.compile(_MARKER + r"\s")
_MARKER_NEXT = re.compile(r"\(?[A-Za-z0-9]{1,4}[.)]\s|\d{1,2}\.\d")
_SHORT = 80


HUGE = 16_000
"""A paragraph with more characters than this is cut, so that an edit of one need not read all of it again."""
_PIECE = 4_000
"""Characters of the pieces, at least, where no sentence says where to cut; half of that where one does."""
_SENTENCE = re.compile(r"[.;:!?][\"”’')\]]{0,3}[ \t]+(?=[\"“(]?[A-Z0-9])")
_LONGEST_STOP = 4
"""Characters of a sentence's end, without the blanks behind it, at most."""
_WHITE = re.compile(r"\s+")
_ONE_IN = 8
_WORDS_BEFORE = 24


def _cut(paragraph: str) -> Iterator[str]:
    """The pieces of a huge *paragraph*. Most cuts follow from the words before them, so that few move with an edit."""
    if len(paragraph) <= HUGE:
        yield paragraph
        return
    start = 0
    look_from = _before(paragraph, start, _PIECE // 2)
    while (stop := _SENTENCE.search(paragraph, look_from)) is not None:
        end = look_from = stop.end()
        if end - start >= _PIECE or (end - start >= _PIECE // 2 and not _mark(paragraph, start, end) % _ONE_IN):
            yield from _chopped(paragraph[start:end])
            start = end
            look_from = _before(paragraph, start, _PIECE // 2)
    if start < len(paragraph):
        yield from _chopped(paragraph[start:])


def _before(text: str, start: int, length: int) -> int:
    """Where the first sentence end that lies *length* characters or more behind *start* can begin at the earliest."""
    at = min(len(text), start + length)
    while at > start and text[at - 1] in " \t":
        at -= 1
    return max(start, at - _LONGEST_STOP)


def _mark(text: str, start: int, end: int) -> int:
    """A number that the words of ``text[start:end]`` before *end* give, by which it is a place to cut or not."""
    return crc32(text[max(start, end - _WORDS_BEFORE) : end].encode("utf-8", "surrogatepass"))


def _chopped(piece: str) -> Iterator[str]:
    """*piece*, in several where no sentence ends in it for long: between words, or where there is no blank either."""
    start = 0
    while len(piece) - start > 2 * _PIECE:
        gaps = [gap.end() for gap in _WHITE.finditer(piece, start + _PIECE, start + 2 * _PIECE)]
        end = min((_mark(piece, start, gap), gap) for gap in gaps)[1] if gaps else start + _PIECE
        end = behind.end() if (behind := _WHITE.match(piece, end)) is not None else end
        yield piece[start:end]
        start = end
    if start < len(piece):
        yield piece[start:]


def _is_contents(line: str) -> bool:
    """Whether a table of contents, or a part of one, is drawn together in *line*."""
    line = line[:HUGE]
    dotted = "......" in line or ". . . " in line
    return (dotted and _has(line, _LEADERS, _FEW_ENTRIES)) or has_contents_entries(line, len(line), _FEW_ENTRIES)


def has_contents_entries(text: str, end: int, count: int) -> bool:
    """Whether at least *count* titles with their page numbers stand before *end*."""
    return _has(text, _NUMBER_BEHIND_BLANK, count, end) and _has(text, CONTENTS_ENTRY, count, end)


def _has(text: str, pattern: re.Pattern[str], count: int, end: int = sys.maxsize) -> bool:
    return sum(1 for _ in islice(pattern.finditer(text, 0, end), count)) == count


def _pieces(line: str) -> Iterator[str]:
    """The paragraphs of a long *line*: a page that was drawn together, where a wide gap stands for their breaks."""
    if len(line) <= LONG_LINE or not any(map(line.__contains__, _GAP_SIGNS)) or _is_contents(line):
        yield line
        return
    start = 0
    for gap in _GAP.finditer(line):
        before = line[max(start, gap.start() - LONG_LINE) : gap.start()].lstrip()
        short = len(before) <= _SHORT
        if not before or (short and _ONLY_MARKER.match(before) and not _HEADS.match(line, gap.start() - len(before))):
            continue
        marked = _MARKED_TITLE.match(before) if short else None
        if marked is not None and not _A_TITLE.match(before):  # a run-in heading: what follows belongs to it
            title = before[marked.end() :]
            if not _MARKER_NEXT.match(line, gap.end()):
                continue
        else:
            title = before
        if (_ENDED.search(title) and not _ends_in_marker(line, gap.start(), gap.end())) or (
            short and _A_TITLE.match(title)
        ):
            yield line[start : gap.end()]
            start = gap.end()
    yield line[start:]


def _ends_in_marker(line: str, start: int, end: int) -> bool:
    """Whether the number that *line* has before *start* is one of a list in it, each set off from its text by a gap as
    that one is by the gap from *start* to *end*."""
    number = _NUMBER_LAST.search(line, max(0, start - 5), start)
    if number is None or line[end : end + 1].isdigit():
        return False
    value = int(number.group(1))
    before, behind = line[max(0, start - _LISTED) : start], line[end : end + _LISTED]
    return (
        re.search(_SET_OFF.format(value - 1), before) is not None
        or re.search(_SET_OFF.format(value + 1), behind) is not None
    )


def _breaks_sentence(before: str, line: str) -> bool:
    """Whether a page in which the lines of a sentence have odd lengths breaks one between *before* and *line*."""
    if max(len(before), len(line)) > _LONGEST_BROKEN:
        return False
    if _GOES_ON_SMALL.match(line):
        return before.rstrip()[-1:] not in _ENDS_SENTENCE
    return line.lstrip()[:1] in '"“' and _GOES_ON.search(before, max(0, len(before) - _LONGEST_WORD)) is not None


def _begins_block(before: str, line: str) -> bool:
    """Whether non-blank *line* after non-blank line *before* begins a block."""
    if before.lstrip(" \t>").startswith("#"):
        return True
    if len(before) > LONG_LINE or len(line) > LONG_LINE:
        return not _breaks_sentence(before, line)
    if _NUMBER.match(line) and _CITES.search(before):
        return False
    if _LAST_OF_LIST.match(line) and _CITES_MANY.search(before):
        return False
    if _ITS_NUMBER.match(line) and _KEYWORD_ALONE.match(before):
        return False
    if _SHORT_TITLE.match(line) or _SHORT_TITLE.match(before):
        return True
    return bool(
        _STARTS_UNIT.match(line)
        and not (_UNIT_WORD.match(line) and _CITES_TWO.search(before))
        and (_ENDS_PHRASE.search(before) or (_HEADING_LIKE.match(before) and not _GOES_ON.search(before)))
    )


RUN = 64
"""Lines of a block that no blank line parts, from which on the run is cut where its words say so, and at twice as many
wherever it is, so that an edit need not read all of it again. Paragraphs are shorter."""


def _cuts_run(lines: int, before: str, line: str) -> bool:
    """Whether a run is cut between two lines of it, of which *before* is the last of so many."""
    if lines < RUN:
        return False
    return lines >= 2 * RUN or not crc32((before + line).encode("utf-8", "surrogatepass")) % _ONE_IN


def _lines(text: str) -> Iterator[str]:
    if "\r" not in text:
        *lines, last = text.split("\n")
        yield from (f"{line}\n" for line in lines)
        if last:
            yield last
        return
    yield from _lines_from(text, 0)


def _lines_from(text: str, start: int) -> Iterator[str]:
    """The lines from *start* on, none before it is asked for."""
    for match in LINE.finditer(text, start):
        if match.end() > match.start():
            yield match.group()


def split(text: str) -> list[str]:
    """The blocks of *text*, in order; their concatenation is *text*. Blank lines belong to the block before them."""
    return list(_blocks(_lines(text)))


def split_from(text: str, start: int) -> Iterator[str]:
    """The blocks of *text* from *start* on, where one begins; no more of the text is looked at than is asked for."""
    return _blocks(_lines_from(text, start))


def _blocks(lines: Iterable[str]) -> Iterator[str]:
    current: list[str] = []
    before: str | None = None
    seen_blank = True
    run = 0
    for line in lines:
        if _BLANK.match(line):
            seen_blank = True
            current.append(line)
            continue
        if (
            current
            and before is not None
            and (seen_blank or _begins_block(before, line) or _cuts_run(run, before, line))
        ):
            yield "".join(current)
            give_way()
            current = []
            run = 0
        run += 1
        *whole, last = (part for piece in _pieces(line) for part in _cut(piece))
        for piece in whole:
            yield "".join([*current, piece])
            current = []
        current.append(last)
        before, seen_blank = line, False
    if current:
        yield "".join(current)
