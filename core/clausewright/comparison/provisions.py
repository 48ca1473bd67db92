"""Provisions: the pieces of a contract that are compared, each a complete obligation, right or definition.

A provision is the deepest numbered unit with words of its own, or a paragraph where units are not numbered; items that
run on within a sentence stay with it. Headings, recitals, contents, page furniture, titles, the parties' block and
signatures are no provisions.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from clausewright.clauses import ATTACHMENT_KINDS, Clause, ClauseKind
from clausewright.contract import Contract


@dataclass(frozen=True, slots=True)
class Provision:
    """``[start, end)`` of a contract's text, without white space at its ends, marker and heading included.

    *body* is where its own words begin, behind marker and heading. *sentences* are the starts of its sentences from
    *body* on. *number* is the citation form of the clause it stands in, "" outside any; *heading* the nearest heading.
    *belongs_to* is the start of the clause whose sentence it carries on, its own start where it carries on none. *defines* is the term that it defines, where it is an entry of a dictionary.
    """

    start: int
    end: int
    body: int
    number: str
    heading: str
    sentences: tuple[int, ...]
    belongs_to: int
    defines: str | None = None


_FURNITURE = re.compile(
    r"\s*(?:\[?\(?(?:remainder|rest|balance)\s+of\s+(?:this\s+|the\s+)?page|\[?signature\s+page|in\s+witness\s+whereof|source:|page\s+\d|exhibit\s+\d+(?:\.\d+)?\s*\Z"
    r"|\W*(?:certain|portions\s+of)\b[^.]{0,160}\b(?:been|were|are)\s+(?:excluded|omitted|redacted|filed\s+separately)\b|\W*confidential\s+treatment\s+(?:has\s+been\s+)?requested"
    r"|\[?intentionally\s+(?:left\s+)?blank|[-–—_=*\s]+\Z|[-–—\s]*\d{1,3}[-–—\s]*\Z|[-–—]{2,})",
    re.IGNORECASE,
)
_ENDS_ITEM = re.compile(r"[.;,][*_]*(?:\s+(?:and|or))?[*_]*\Z")
_RECITAL = re.compile(
    r"\s*(?:\W*\s*)?(?:whereas|witnesseth|now,?\s+therefore|recitals?\b\W*\Z|background\b\W*\Z)", re.IGNORECASE
)
_PARTIES = re.compile(
    r"\b(?:by\s+and\s+between|(?:hereinafter|also|jointly|collectively)\s+referred\s+to\s+as|registered\s+office|with\s+(?:a|its|an?\s+\w+|its\s+\w+)\s+place\s+of\s+business|having\s+(?:an|its)\s+(?:\w+\s+)?(?:address|office)|a\s+company\s+incorporated|is\s+(?:made|entered\s+into|dated)|is\s+made\s+and\s+entered|between\b.{0,400}\(\s*(?:the\s+)?[\"“]|made\s+as\s+of|entered\s+into\s+(?:as\s+of|by|on|this)|dated\s+(?:as\s+of|this))",
    re.IGNORECASE | re.DOTALL,
)
_OBLIGES = re.compile(r"\b(?:shall|must|may|will|cannot|agrees?\s+to|grants?|appoints?)\b", re.IGNORECASE)
_LEADS_IN = re.compile(r"\bagree(?:d|s)?\s+(?:with\s+\w+\s+)?as\s+follows\W*\Z", re.IGNORECASE)
_SIGNS = re.compile(
    r"\W*(?:in\s+witness\s+whereof|signed(?::|\s+(?:for|by)\s)|executed\s+(?:by|as\s+a\s+deed)\b|the\s+parties\s+hereto\s+have\s+caused\b"
    r"|.{0,400}?/s/\s|.{0,120}?\b(?:By|Name|Title|Its|BY|NAME|TITLE):\s)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z]{2,}")
_BEHIND_HEADING = re.compile(r"[*_]*[.:]?[*_]*\s*")
_LABEL = re.compile(
    r"[\s#>*_•·|-]*(?:(?:[A-Z]\.\d{1,2}|[A-Z]{1,3}\d{1,2}|\d{1,3}\.\d{1,3})(?:\.\d{1,3})*(?!\w)[.):]?[\s*_]*"
    r"|(?:[A-Z]{0,3}\d{1,3}|[A-Za-z]|[ivxlc]{1,5})[.):]\s*)?[*_]*\s*"
)
_BULLET = re.compile(r"\s*(?:[-*+•·]\s+|\(?[A-Za-z]{1,4}[.)]\s|\(?\d{1,2}[.)]\s)")
_LEAD = re.compile(r"[:—]\s*\Z")
_LONGEST_FURNITURE = 500
_SHORTEST_FURNITURE = 12
_TAIL_LENGTH = 160
_LAST_WORDS = re.compile(r"(?<=\s)(?=(?:\S+\s+){3,9}\S+\Z)")
"""Places before the last four to ten words."""
_PAGE_TAIL = re.compile(r"\bpage\s+\d{1,3}\b[^.;:]{0,20}(?:[^.;]{0,60}[^.;:,)\s])?\Z", re.IGNORECASE)
_HEAD = 4000
_REPEATS = 3
_LONG_ITEM = 150
_FEWEST_WORDS = 4
_FEWEST_OF_CAPITALS = 8
_LONGEST_SIGNATURE = 600
_FEWEST_WORDS_OF_LEAD = 6
_FEWEST_OF_SENTENCE = 12
_DEFINITION = re.compile(
    r"\s*[\W_]{0,4}[“\"‘']([^”\"’']{2,60})[”\"’'][*_]{0,2}\s*(?:\([^)]{0,60}\)\s*)?(?:shall\s+)?(?:means?|has\s+the\s+meaning|refers?\s+to|includes?|is\b)",
    re.IGNORECASE,
)


def provisions_of(contract: Contract) -> list[Provision]:
    """The provisions of *contract*, in text order. None overlaps another."""
    first = next((c.start for c in contract.clauses if c.kind not in (ClauseKind.RECITAL, ClauseKind.HEADING)), 0)
    found = (_provision(contract, start, end, clause, first) for start, end, clause in _pieces(contract))
    return [provision for provision in found if provision is not None]


def _pieces(contract: Contract) -> Iterator[tuple[int, int, Clause | None]]:
    """Stretches of text that may be provisions, each with the clause it belongs to."""
    text = contract.source.text
    bounds = {0, len(text)}
    bounds |= set(contract.block_starts)
    bounds |= {c.start for c in contract.clauses if c.kind is not ClauseKind.ITEM}
    bounds |= set(_long_items(contract))
    furniture = furniture_of(contract)
    for start, end in furniture:
        bounds |= {start, end}
    hidden = _Spans(furniture)
    edges = sorted(bounds)
    signature = min((c.start for c in contract.clauses if c.kind is ClauseKind.SIGNATURE), default=len(text))
    attached = _Spans((c.start, c.end) for c in contract.clauses if c.kind in ATTACHMENT_KINDS and c.parent is None)
    pending: tuple[int, int, Clause | None] | None = None
    broken = False
    for start, end in pairwise(edges):
        if hidden.holds(start) or _FURNITURE.match(text[start:end]) or not text[start:end].strip():
            broken = broken or bool(text[start:end].strip())
            continue
        if start >= signature and not attached.holds(start):
            continue
        clause = contract.clause_at(start)
        page_turned, broken = broken, False
        if pending is not None and _runs_on(contract, pending, start, end, clause, page_turned=page_turned):
            pending = (pending[0], end, pending[2])
            continue
        if pending is not None:
            yield pending
        pending = (start, end, clause)
    if pending is not None:
        yield pending


def furniture_of(contract: Contract) -> list[tuple[int, int]]:
    """Running headers, footers and lines of contents: stretches of the text that belong to no provision."""
    contents = [
        (s, s + len(contract.blocks[i].text)) for i in contract.hidden_blocks for s in [contract.block_starts[i]]
    ]
    return [*contents, *_repeated(contract)]


def _repeated(contract: Contract) -> Iterator[tuple[int, int]]:
    """Stretches that are printed again and again: running headers and footers, alone or run into a page's text."""
    numbered = {clause.start for clause in contract.clauses}
    seen: dict[str, list[tuple[int, int]]] = {}
    for start, block in zip(contract.block_starts, contract.blocks, strict=True):
        whole = len(block.text.rstrip())
        first = (*block.sentence_ends, whole)[0]
        stretches = [(0, first), (0, whole)] if start not in numbered else []
        tail = max(0, whole - _TAIL_LENGTH)
        if _PAGE_TAIL.search(block.text, tail, whole):
            stretches += [(match.start(), whole) for match in _LAST_WORDS.finditer(block.text, tail, whole)]
        for a, b in dict.fromkeys(stretches):
            if b - a < _LONGEST_FURNITURE:
                words = re.sub(r"[\d\s]+", " ", block.text[a:b]).strip()
                seen.setdefault(words, []).append((start + a, start + b))
    text = contract.source.text
    heads = set()
    for words, places in seen.items():
        if len(places) >= _REPEATS and len(words) >= _SHORTEST_FURNITURE:
            yield from places
            heads |= {text[a:b] for a, b in places}
    # Where what follows is no sentence, the words at the head of a page were not seen to end.
    for start in contract.block_starts:
        yield from ((start, start + len(head)) for head in heads if text.startswith(head, start))


def _long_items(contract: Contract) -> Iterator[int]:
    """Starts of the items that are, with their siblings, each as long as a provision of their own."""
    text = contract.source.text
    for clause in contract.clauses:
        items = clause.children
        if len(items) >= 2 and sum(c.end - c.start for c in items) >= _LONG_ITEM * len(items):
            for item in items:
                if text[max(0, item.start - 20) : item.start].rstrip()[-1:] in set(".;:"):
                    yield item.start


class _Spans:
    """Spans, to be asked whether one of them holds an offset."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def holds(self, offset: int) -> bool:
        index = bisect_right(self._starts, offset) - 1
        return index >= 0 and offset < self._ends[index]


def _runs_on(
    contract: Contract,
    before: tuple[int, int, Clause | None],
    start: int,
    end: int,
    clause: Clause | None,
    *,
    page_turned: bool,
) -> bool:
    """Whether the stretch from *start* goes on with the sentence of the stretch *before* it. *page_turned* is whether
    only the furniture of a page stands between them."""
    text = contract.source.text
    if clause is not None and clause.start == start and clause.kind is not ClauseKind.ITEM:
        # A heading of its own line stands over what follows it in the same unit only.
        return False
    if contract.blocks[bisect_right(contract.block_starts, before[0]) - 1].traits.title and clause is None:
        return False
    previous = text[before[0] : before[1]].rstrip(" \t\r\n*_")
    piece = text[start:end].lstrip(" \t\r\n*_>")
    if not piece or not previous:
        return True
    if _FURNITURE.match(piece):
        return False
    labelled = (
        (clause is not None and clause.start == start)
        or _BULLET.match(text, start, end)
        or _DEFINITION.match(text, start, end)
    )
    if labelled:
        return False
    if previous[-1] in ",;" or previous.lower().endswith((" and", " or", " of", " the", " to")):
        return True
    if piece[0] == "|" and previous[-1] == "|":
        return True
    if page_turned and clause is not None and clause is before[2] and previous[-1].isalpha():
        # A sentence broken by the end of a page may go on with a name.
        sentence = len(_WORD.findall(previous)) >= _FEWEST_OF_SENTENCE
        return sentence and not piece.split()[0].isupper() and not _SIGNS.match(piece)
    return bool(piece[0].islower() and previous[-1] not in ".!?")


def _provision(contract: Contract, start: int, end: int, clause: Clause | None, first_clause: int) -> Provision | None:
    text = contract.source.text
    start, end = _trimmed(text, start, end)
    if start >= end:
        return None
    end = _without_furniture(text, start, end)
    passage = text[start:end]
    if (
        _FURNITURE.match(passage)
        or _RECITAL.match(passage)
        or (len(passage) < _LONGEST_SIGNATURE and _SIGNS.match(passage))
    ):
        return None
    if clause is not None and (_within(clause, ClauseKind.RECITAL) or _is_recitals(clause)):
        return None
    body = start
    if clause is not None and clause.start <= start < clause.own_end:
        if _has_heading_of_its_own(text, clause, start, end):
            behind = _BEHIND_HEADING.match(text, min(_heading_end(clause), end), end)
            body = behind.end() if behind is not None else end
        elif clause.start == start and clause.kind is not ClauseKind.HEADING:
            body = clause.marker_end
    label = _LABEL.match(text, body, end)
    if label is not None:
        body = max(body, label.end()) if label.end() < end else body
    words = len(_WORD.findall(text[body:end]))
    if words < _FEWEST_WORDS and not (
        words and re.search(r"\d", text[body:end]) and passage.rstrip().endswith((".", ";"))
    ):
        return None
    index = bisect_right(contract.block_starts, start) - 1
    traits = contract.blocks[index].traits
    if traits.page_number or (traits.title and clause is None):
        return None
    if start < _HEAD and _is_preamble(passage, numbered=start >= first_clause):
        return None
    if body == start and passage.isupper() and words < _FEWEST_OF_CAPITALS:
        return None
    if not _is_prose(text[body:end]) and not (words >= _FEWEST_WORDS and body > start and _ENDS_ITEM.search(passage)):
        return None
    if _LEAD.search(passage) and words < _FEWEST_WORDS_OF_LEAD:
        return None
    defines = _DEFINITION.match(text, body, end)
    return Provision(
        start,
        end,
        body,
        clause.number if clause is not None else "",
        _heading(clause),
        _sentences(contract, body, end),
        _carried_on(clause, start),
        defines.group(1).strip(" *_") if defines is not None else None,
    )


def _heading_end(clause: Clause) -> int:
    return clause.heading_span[1] if clause.heading_span is not None else clause.marker_end


def _has_heading_of_its_own(text: str, clause: Clause, start: int, end: int) -> bool:
    """Whether the words that head *clause* in ``[start, end)`` are a heading, not the item of a list itself ("C. In press
    releases." among others that have none)."""
    if clause.heading_span is None or not start <= clause.heading_span[0] < end:
        return False
    if clause.children or len(_WORD.findall(text[clause.heading_span[1] : end])) >= _FEWEST_WORDS:
        return True
    beside = [c for c in (clause.parent.children if clause.parent is not None else ()) if c is not clause]
    return not (beside and all(c.heading is None for c in beside) and _ENDS_ITEM.search(text[start:end]))


def _is_preamble(passage: str, *, numbered: bool) -> bool:
    """Whether a passage at the head of a contract says who makes it and why, and obliges nobody."""
    if _LEADS_IN.search(passage):
        return True
    if _OBLIGES.search(passage):
        return not numbered and bool(_PARTIES.search(passage))
    return not numbered or bool(_PARTIES.search(passage))


_VERBAL = re.compile(
    r"\b(?:shall|will|must|may|is|are|means?|has|have|agrees?|can|cannot|does|do|includes?|was|were|be|applies|apply|remains?|warrants?|acknowledges?|to|by|of|for|within|terminates?|expires?)\b",
    re.IGNORECASE,
)


_VERB = re.compile(
    r"\b(?:shall|will|must|may|is|are|means?|has|have|agrees?|can|cannot|does|do|includes?|was|were|be|applies|apply|remains?"
    r"|warrants?|acknowledges?|terminates?|expires?)\b"
)
_MOSTLY = 0.7
"""Share of capitalised words from which words without a verb are names."""


def _is_prose(passage: str) -> bool:
    """Whether *passage* has words of a sentence, and is no heading, address or table of names."""
    words = _WORD.findall(passage)
    if passage.lstrip().startswith("|"):
        return True
    if len(words) < _FEWEST_WORDS or not _VERBAL.search(passage):
        return False
    capitals = sum(word[0].isupper() and not word.isupper() for word in words)
    return capitals < _MOSTLY * len(words) or bool(_VERB.search(passage))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


_TAIL = re.compile(
    r"(?:\n[ \t]*(?:[-–]?[ \t]*(?:page[ \t]+)?[\divx]{1,4}(?:[ \t]+of[ \t]+\d+)?[ \t]*[-–]?|source:[^\n]{0,160}|\[?\(?(?:remainder|signature\s+page)[^\n]{0,120})[ \t]*(?=\n|\Z))+\s*\Z",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"\b(?:IN\s+WITNESS\s+WHEREOF|In\s+witness\s+whereof|AS\s+WITNESS)\b|\[(?:Remainder|REMAINDER|Signature|SIGNATURE)\b"
)


def _without_furniture(text: str, start: int, end: int) -> int:
    closing = _CLOSING.search(text, start, end)
    if closing is not None and closing.start() > start:
        end = closing.start()
    tail = _TAIL.search(text, start, end)
    if tail is not None and tail.start() > start:
        end = tail.start()
    return _trimmed(text, start, end)[1]


def _within(clause: Clause, kind: ClauseKind) -> bool:
    above: Clause | None = clause
    while above is not None:
        if above.kind is kind:
            return True
        above = above.parent
    return False


def _is_recitals(clause: Clause) -> bool:
    return clause.kind is ClauseKind.HEADING and bool(
        re.match(r"(?:recitals?|background|witnesseth|preamble)\b", clause.heading or "", re.IGNORECASE)
    )


def _carried_on(clause: Clause | None, start: int) -> int:
    """Where the clause begins whose sentence an item goes on with; *start* for what is no item."""
    if clause is None or clause.kind is not ClauseKind.ITEM:
        return start
    while clause.parent is not None and clause.kind is ClauseKind.ITEM:
        clause = clause.parent
    return min(clause.start, start)


def _heading(clause: Clause | None) -> str:
    while clause is not None:
        if clause.heading:
            return clause.heading
        clause = clause.parent
    return ""


def _sentences(contract: Contract, body: int, end: int) -> tuple[int, ...]:
    starts = [body]
    first = max(0, bisect_right(contract.block_starts, body) - 1)
    last = bisect_left(contract.block_starts, end)
    for index in range(first, last):
        begins = contract.block_starts[index]
        if body < begins < end and contract.source.text[begins:end].strip():
            starts.append(begins)
        starts += (begins + at for at in contract.blocks[index].sentence_ends if body < begins + at < end)
    text = contract.source.text
    out = sorted({_trimmed(text, s, end)[0] for s in starts})
    return tuple(s for s in out if s < end)
