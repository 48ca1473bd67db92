"""Defined terms: where they are defined and where they are used."""

from __future__ import annotations

from dataclasses import dataclass

from clausewright.clauses import Clause


@dataclass(eq=False, slots=True)
class Definition:
    """A place that defines a term.

    ``[start, end)`` is the term without its quotation marks, ``[text_start, text_end)`` the passage that defines it
    (a dictionary entry, or the sentence a parenthetical stands in). *form* is one of means, includes, has-the-meaning,
    parenthetical, collectively, by-reference. *depends_on* names the terms that the passage itself uses.
    """

    term: str
    start: int
    end: int
    text_start: int
    text_end: int
    form: str
    clause: Clause | None
    depends_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TermUse:
    """A place that uses a defined term, in whatever number, case of possession or letter case stands there."""

    term: str
    start: int
    end: int
