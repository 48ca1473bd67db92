"""Edits as one change of a text."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from clausewright.finding import Edit


class RefusedError(Exception):
    """The change asked for would not do what it says; the message tells the drafter why."""


def ordered(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """*edits* in text order, each once and without those that change nothing. Raises ValueError if two overlap."""
    chosen = sorted(set(edits), key=lambda edit: (edit.start, edit.end))
    for before, after in pairwise(chosen):
        if after.start < before.end or (after.start, after.end) == (before.start, before.end):
            raise ValueError("edits of one change overlap")
    return tuple(chosen)


def applied(text: str, edits: Iterable[Edit]) -> str:
    """*text* after all of *edits*, whose offsets are those of *text*."""
    parts: list[str] = []
    reached = 0
    for edit in ordered(edits):
        parts += (text[reached : edit.start], edit.new_text)
        reached = edit.end
    return "".join((*parts, text[reached:]))
