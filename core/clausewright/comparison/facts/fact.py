"""A fact: one difference between two passages, its kind, its words and the sentence that tells it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clausewright.comparison.wording import Token

Span = tuple[int, int]


class FactKind(StrEnum):
    AMOUNT = "amount"
    PERCENTAGE = "percentage"
    DURATION = "duration"
    DATE = "date"
    TIME = "time"
    NUMBER = "number"
    LIMIT = "limit"
    MODALITY = "modality"
    NEGATION = "negation"
    PARTY = "party"
    MUTUALITY = "mutuality"
    CONDITION = "condition"
    CARVE_OUT = "carve-out"
    AND_OR = "and-or"
    EXCLUSIVITY = "exclusivity"
    LAW = "law"
    STANDARD = "standard"
    LIST = "list"
    REFERENCE = "reference"
    QUALIFIER = "qualifier"
    WORDING = "wording"


LABELS = {
    FactKind.AMOUNT: "Amount",
    FactKind.PERCENTAGE: "Percentage",
    FactKind.DURATION: "Period",
    FactKind.DATE: "Date",
    FactKind.TIME: "Time",
    FactKind.NUMBER: "Number",
    FactKind.LIMIT: "Limit",
    FactKind.MODALITY: "Obligation",
    FactKind.NEGATION: "Negation",
    FactKind.PARTY: "Party",
    FactKind.MUTUALITY: "Mutual or one-way",
    FactKind.CONDITION: "Condition",
    FactKind.CARVE_OUT: "Exception",
    FactKind.AND_OR: "And/or",
    FactKind.EXCLUSIVITY: "Exclusivity",
    FactKind.LAW: "Law or courts",
    FactKind.STANDARD: "Standard",
    FactKind.LIST: "List item",
    FactKind.REFERENCE: "Reference",
    FactKind.QUALIFIER: "Qualifier",
    FactKind.WORDING: "Wording",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One difference: what the template says and what the input says ("" where that side says nothing).

    *reference_spans* and *input_spans* are the places of the words in either document, *message* a sentence for a
    reader.
    """

    kind: FactKind
    reference: str
    input: str
    reference_spans: tuple[Span, ...]
    input_spans: tuple[Span, ...]
    message: str


def fact_of(
    kind: FactKind, one: Sequence[Token], other: Sequence[Token], texts: tuple[str, str], label: str = ""
) -> Fact:
    """The fact that the reference has the tokens *one* where the input has *other*; *texts* are the two documents."""
    says, here = _printed(one, texts[0]), _printed(other, texts[1])
    spans = tuple((t.start, t.end) for t in one), tuple((t.start, t.end) for t in other)
    message = _message(label or LABELS[kind], _in_figures(one, says), _in_figures(other, here))
    return Fact(kind, says, here, *spans, message)


def _printed(tokens: Sequence[Token], text: str) -> str:
    """The words of *tokens* as printed, runs of neighbours with what stands between them."""
    if not tokens:
        return ""
    pieces, start, end = [], tokens[0].start, tokens[0].end
    for token in tokens[1:]:
        if 0 <= token.start - end <= 25 and "." not in text[end : token.start]:
            end = token.end
        else:
            pieces.append(text[start:end])
            start, end = token.start, token.end
    pieces.append(text[start:end])
    pieces = [_closed(piece, text, end) if n == len(pieces) - 1 else piece for n, piece in enumerate(pieces)]
    return " … ".join(" ".join(piece.split()) for piece in pieces)


def _closed(piece: str, text: str, end: int) -> str:
    """*piece*, which ends at *end* of *text*, with the bracket that closes one opened in it: "EXW (Incoterms 2010)"."""
    return f"{piece})" if piece.count("(") > piece.count(")") and text[end : end + 1] == ")" else piece


def _in_figures(tokens: Sequence[Token], printed: str) -> str:
    """What is *printed*, with the figure behind its words where it is spelled out: "thirty (30) days"."""
    value = tokens[0].value if len(tokens) == 1 else None
    if value is None or any(c.isdigit() for c in printed):
        return printed
    words, _, last = printed.rpartition(" ")
    figure = f"({value.amount:,.10g})"
    if words and value.unit and last.lower().startswith(value.unit):
        return f"{words} {figure} {last}"
    return f"{printed} {figure}"


def _message(label: str, says: str, here: str) -> str:
    if says and says == here:
        # A reference that is printed alike, and leads elsewhere.
        return f"{label}: {says} is another one here"
    if says and here:
        return f"{label}: template {says}, here {here}"
    return f"{label}: template {says}, not here" if says else f"{label}: {here} added"
