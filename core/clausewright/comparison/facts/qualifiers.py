"""A qualifier put in or left out of a clause that is otherwise equal: "a material breach", "a breach"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from clausewright.comparison.alignment import Change
from clausewright.comparison.facts.evidence import Evidence
from clausewright.comparison.facts.fact import FactKind
from clausewright.comparison.lexicon import lexicon
from clausewright.comparison.wording import Sort, Token

_CLEAN = 4
"""Linked tokens around the change from which it was made in equal words."""
_MOST = 3
"""Tokens of a change beyond which a passage was put in or left out, not a qualifier."""
_WORD = re.compile(r"\w+(?:[-'’]\w+)*")
_CARRIES_NOTHING = frozenset("a an the any all of by at in its their acts act".split())
_SUBJECT_TO = "subject to"
_RANK = 9.0


def read_qualifiers(found: Evidence, changes: Sequence[Change]) -> None:
    """The one change of the two passages, where it is a qualifier that one of them has and the other has not."""
    if len(changes) != 1 or changes[0].around < _CLEAN:
        return
    (change,) = changes
    if set(found.gone) != set(change.lost) or set(found.come) != set(change.new):
        return
    for mine, own, others in ((True, change.lost, change.new), (False, change.new, change.lost)):
        tokens, there = (found.one, found.other) if mine else (found.other, found.one)
        if not 0 < len(own) <= _MOST or any(there[i].text.lower() not in _CARRIES_NOTHING for i in others):
            continue
        if _qualifies(tokens, own) and not _is_said_again(tokens, own, there) and _has_nothing_instead(found, mine):
            found.features["qualified"] += 1
            found.add(_RANK, FactKind.QUALIFIER, change.lost, change.new)


def _qualifies(tokens: Sequence[Token], run: Sequence[int]) -> bool:
    """Whether the tokens of *run* hold a weighty qualifier, or make what follows subject to something."""
    if any(tokens[i].form in lexicon().weighty for i in run):
        return True
    return tokens[run[0]].text.lower() == _SUBJECT_TO and any(tokens[i].sort is Sort.REFERENCE for i in run)


def _is_said_again(tokens: Sequence[Token], run: Sequence[int], there: Sequence[Token]) -> bool:
    """Whether the other passage qualifies the same word so elsewhere: "written notice ... such written notice"."""
    if run[-1] + 1 >= len(tokens):
        return False
    pair = tokens[run[-1]].form, tokens[run[-1] + 1].form
    return any((a.form, b.form) == pair for a, b in itertools.pairwise(there))


def _has_nothing_instead(found: Evidence, mine: bool) -> bool:
    """Whether the words that are read as tokens of no side do not make up for the qualifier ("due", "proper")."""
    own, others = (_words(t, x) for t, x in zip((found.one, found.other), found.texts, strict=True))
    if not mine:
        own, others = others, own
    return others - own <= _CARRIES_NOTHING


def _words(tokens: Sequence[Token], text: str) -> set[str]:
    """The words between and in *tokens*, in small letters, names and references left out."""
    whole = {w.lower() for w in _WORD.findall(text[tokens[0].start : tokens[-1].end])} if tokens else set()
    named = {
        w.lower() for t in tokens if t.sort in (Sort.NAME, Sort.REFERENCE) for w in _WORD.findall(text[t.start : t.end])
    }
    return whole - named
