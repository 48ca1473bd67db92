"""What is known of a chunk beside its text: where it stands, what it cites, and what qualifies it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from clausewright.chunking.chunks import Chunk
from clausewright.clauses import ATTACHMENT_KINDS, Clause, ClauseKind
from clausewright.contract import Contract
from clausewright.drafting.names import read_names
from clausewright.references import Reference

_TITLE_WORDS = re.compile(
    r"\b(?:agreement|contract|lease|deed|amendment|addendum|terms|licen[sc]e|plan|policy|memorandum|order|letter)\b",
    re.IGNORECASE,
)
_HEAD = 6000
"""Characters of a contract in which its title and its parties stand."""


@dataclass(frozen=True, slots=True)
class UsedTerm:
    """A defined term that a chunk uses.

    *defined_in* numbers the clauses that define it, *rests_on* names the terms that its definition uses, theirs, and so
    on to the end of the chain.
    """

    term: str
    defined_in: tuple[str, ...]
    rests_on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Citing:
    """A citation in a chunk, its place in the document and what it cites (see ``Reference``)."""

    text: str
    start: int
    end: int
    target: str | None
    status: str


@dataclass(frozen=True, slots=True)
class Notes:
    """What stands beside a chunk's text.

    *number* is the deepest clause that holds all of the chunk, or the one it begins with; *numbers* are all that begin
    in it; *path* has the numbers and headings from the top down to *number*. *attachment* is the schedule, exhibit or
    annex that all of it lies in. *referenced_by*, *modifies* and *modified_by* number clauses: those that cite one of
    *numbers*, that one of them sets aside ("notwithstanding Section 4"), and that set one of them aside.
    """

    number: str | None
    numbers: tuple[str, ...]
    path: tuple[str, ...]
    heading: str | None
    attachment: str | None
    refs_out: tuple[Citing, ...]
    referenced_by: tuple[str, ...]
    modifies: tuple[str, ...]
    modified_by: tuple[str, ...]
    terms: tuple[UsedTerm, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a chunk stands: *number*, *path* and *heading* as in ``Notes``."""

    number: str | None
    path: tuple[str, ...]
    heading: str | None


def place_of(contract: Contract, chunk: Chunk) -> Place:
    """Where *chunk* stands in *contract*."""
    return _place(_home(contract, chunk, _begun(contract, chunk)))


def notes_on(contract: Contract, chunk: Chunk) -> Notes:
    """What *contract* says about *chunk*."""
    begun = _begun(contract, chunk)
    home = _home(contract, chunk, begun)
    place = _place(home)
    about = [*([home] if home is not None and home not in begun else []), *begun]
    references = contract.references_between(chunk.start, chunk.end)
    cited = [r for clause in about for r in contract.citing(clause) if not chunk.start <= r.start < chunk.end]
    outermost = next(reversed(list(_upwards(home))), None)
    if outermost is not None and (outermost.kind not in ATTACHMENT_KINDS or outermost.end < chunk.end):
        outermost = None
    return Notes(
        number=place.number,
        numbers=tuple(c.number for c in begun),
        path=place.path,
        heading=place.heading,
        attachment=outermost.number if outermost is not None else None,
        refs_out=tuple(Citing(r.text, r.start, r.end, r.target, str(r.status)) for r in references),
        referenced_by=_numbers(r.clause for r in cited),
        modifies=_far_ends(about, contract.overrides),
        modified_by=_far_ends(about, contract.overridden_by),
        terms=_terms(contract, chunk),
    )


def header(contract: Contract, notes: Notes) -> str:
    """Lines that say where a chunk comes from, to be put before its text for embedding."""
    parties = " and ".join(parties_of(contract))
    lines = [
        f"Document: {title_of(contract)}" if title_of(contract) else "",
        f"Parties: {parties}" if parties else "",
        f"Clause: {' > '.join(notes.path)}" if notes.path else "",
    ]
    return "".join(f"{line}\n" for line in lines if line)


class Unit(StrEnum):
    """What the chunks of a document follow."""

    CLAUSE = "clause"
    HEADING = "heading"
    SENTENCE = "sentence"


def unit_of(contract: Contract) -> Unit:
    """Clauses where the document numbers any, else its headings, else its sentences."""
    if contract.has_numbers:
        return Unit.CLAUSE
    headed = any(c.kind is ClauseKind.HEADING for c in contract.clauses) or any(
        block.traits.title and not block.traits.page_number for block in contract.blocks
    )
    return Unit.HEADING if headed else Unit.SENTENCE


def title_of(contract: Contract) -> str | None:
    """The title printed on the first pages, or None."""
    titles = []
    for start, block in zip(contract.block_starts, contract.blocks, strict=True):
        if start > _HEAD:
            break
        words = " ".join(block.text.strip().strip("#*_ ").split())
        if block.traits.title and 3 < len(words) < 120:
            titles.append(words)
    return next((t for t in titles if _TITLE_WORDS.search(t)), titles[0] if titles else None)


def parties_of(contract: Contract) -> tuple[str, ...]:
    """Names of the companies that the first pages name as parties, as printed there, at most four."""
    names: dict[str, None] = {}
    for start, block in zip(contract.block_starts, contract.blocks, strict=True):
        if start > _HEAD or len(names) >= 4:
            break
        defined = [d for d in block.definitions if d.form in ("parenthetical", "collectively")]
        for name in read_names(block.text):
            if any(0 <= d.start - name.end < 400 for d in defined):
                names[" ".join(block.text[name.start : name.end].split())] = None
    return tuple(names)[:4]


def _begun(contract: Contract, chunk: Chunk) -> list[Clause]:
    return [c for c in contract.clauses_between(chunk.start, chunk.end) if c.kind is not ClauseKind.SIGNATURE]


def _place(home: Clause | None) -> Place:
    upwards = list(_upwards(home))
    return Place(
        number=home.number if home is not None else None,
        path=tuple(_label(c) for c in reversed(upwards)),
        heading=next((c.heading for c in upwards if c.heading is not None), None),
    )


def _home(contract: Contract, chunk: Chunk, begun: list[Clause]) -> Clause | None:
    around = contract.clause_at(chunk.start)
    while around is not None and (around.end < chunk.end or around.kind is ClauseKind.ITEM):
        around = around.parent
    if around is None and begun:
        return begun[0]
    return around


def _upwards(clause: Clause | None) -> Iterable[Clause]:
    while clause is not None:
        yield clause
        clause = clause.parent


def _label(clause: Clause) -> str:
    heading = clause.heading
    return clause.number if not heading or heading == clause.number else f"{clause.number} {heading}"


def _far_ends(clauses: Iterable[Clause], edges: Callable[[Clause], Iterable[Reference]]) -> tuple[str, ...]:
    return _numbers(far for clause in clauses for reference in edges(clause) for far in _far_end(reference, clause))


def _far_end(reference: Reference, near: Clause) -> Iterable[Clause | None]:
    if near in reference.targets:
        return (reference.clause,)
    return reference.targets


def _numbers(clauses: Iterable[Clause | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(c.number for c in clauses if c is not None))


def _terms(contract: Contract, chunk: Chunk) -> tuple[UsedTerm, ...]:
    out = []
    for term in dict.fromkeys(use.term for use in contract.uses_within(chunk.start, chunk.end)):
        definitions = contract.definitions_of(term)
        chain: dict[str, None] = {}
        waiting = [term]
        while waiting:
            for definition in contract.definitions_of(waiting.pop()):
                for below in definition.depends_on:
                    if below != term and below not in chain:
                        chain[below] = None
                        waiting.append(below)
        out.append(UsedTerm(term, _numbers(d.clause for d in definitions), tuple(chain)))
    return tuple(out)
