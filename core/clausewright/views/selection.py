"""Growing a selection: word, phrase, sentence, clause, the clauses around it, the document."""

from __future__ import annotations

from bisect import bisect_right

from clausewright.contract import Contract
from clausewright.sentences import sentence_ends

Span = tuple[int, int]

_INSIDE_WORDS = "-'’_&"


def word_at(text: str, offset: int) -> Span:
    """The word that holds *offset* or ends there; empty, at *offset*, where there is none."""
    start = end = offset
    while start > 0 and _in_word(text, start - 1):
        start -= 1
    while end < len(text) and _in_word(text, end):
        end += 1
    while start < end and text[start] in _INSIDE_WORDS:
        start += 1
    while end > start and text[end - 1] in _INSIDE_WORDS:
        end -= 1
    return (start, end) if start <= offset <= end else (offset, offset)


def selection_steps(contract: Contract, offset: int) -> list[Span]:
    """Spans around *offset*, each strictly inside the next; the last is the whole text."""
    text = contract.source.text
    spans = [word_at(text, offset)]
    reference, use = contract.reference_at(offset), contract.use_at(offset)
    spans += [(found.start, found.end) for found in (use, reference) if found is not None]
    clause = contract.clause_at(offset)
    paragraph = _paragraph(contract, offset)
    if clause is not None and clause.marker_end <= offset:
        paragraph = max(paragraph[0], clause.marker_end), min(paragraph[1], max(clause.own_end, clause.marker_end))
        paragraph = _trimmed(text, *paragraph)
    spans += [_sentence(text, *paragraph, offset), paragraph]
    while clause is not None:
        if clause.own_end < clause.end:
            spans.append(_trimmed(text, clause.start, clause.own_end))
        spans.append(_trimmed(text, clause.start, clause.end))
        clause = clause.parent
    spans.append((0, len(text)))
    steps: list[Span] = []
    for start, end in spans:
        if not start <= offset <= end:
            continue
        if not steps or (start <= steps[-1][0] and end >= steps[-1][1] and (start, end) != steps[-1]):
            steps.append((start, end))
    return steps


def _in_word(text: str, index: int) -> bool:
    character = text[index]
    return character.isalnum() or character in _INSIDE_WORDS


def _paragraph(contract: Contract, offset: int) -> Span:
    index = bisect_right(contract.block_starts, offset) - 1
    if index < 0:
        return offset, offset
    start = contract.block_starts[index]
    return _trimmed(contract.source.text, start, start + len(contract.blocks[index].text))


def _sentence(text: str, start: int, end: int, offset: int) -> Span:
    ends = sentence_ends(text, start, end)
    index = bisect_right(ends, offset)
    first = ends[index - 1] if index else start
    return _trimmed(text, first, ends[index] if index < len(ends) else end)


def _trimmed(text: str, start: int, end: int) -> Span:
    while end > start and text[end - 1].isspace():
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    return start, end
