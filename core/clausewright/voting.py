"""The convention that the blocks of a text speak for."""

from __future__ import annotations

from collections.abc import Iterable

from clausewright.convention import Convention, load
from clausewright.reading import NO_VOTES, Reading, Votes


def choose(blocks: Iterable[Reading]) -> Convention:
    """The convention whose own citation words the blocks use most; the American one where none is ahead."""
    v = _tally(blocks)
    if v.firsts >= 3 and not v.seconds and (v.nested or v.firsts >= 5) and not v.dotted:
        return load("markdown-lazy")
    if (
        v.nested >= 3
        and 6 * v.nested_firsts >= v.nested
        and 2 * v.nested >= v.flat > 0
        and not (v.dotted or v.outlined)
    ):
        return load("markdown")
    if v.titled >= 2 and v.nested_firsts and v.firsts - v.nested_firsts >= 2 and not (v.dotted or v.outlined):
        return load("markdown")
    return load("uk" if v.british > v.american else "us")


def evidence(blocks: Iterable[Reading], convention: Convention) -> str:
    """Why *blocks* are read under *convention*, in words."""
    votes = _tally(blocks)
    if convention.nested_lists:
        return f"{votes.nested} indented numbered lines below {votes.flat + votes.titled} others"
    if not votes.british and not votes.american:
        return "no citation speaks for another"
    return f"{votes.american} citations by section or article, {votes.british} by clause"


def _tally(blocks: Iterable[Reading]) -> Votes:
    """The votes of all blocks together."""
    cast = [block.votes for block in blocks if block.votes is not NO_VOTES]
    return Votes(*map(sum, zip(*cast, strict=True))) if cast else NO_VOTES
