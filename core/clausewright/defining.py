"""Which of the defining phrases that blocks hold define a term of the document.

Some phrases define by themselves; others only where terms are explained (a dictionary), where the text uses the term
elsewhere, or where it speaks of the thing as of one that is known.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from clausewright.clauses import ATTACHMENT_KINDS, Clause, ClauseKind
from clausewright.definitions import DefiningPhrase, Needs
from clausewright.lazy import lazy
from clausewright.phrases import Lead
from clausewright.reading import Reading
from clausewright.terms import Definition, matcher_for, uses_in, variants

_ENTRIES = 3
"""Entries of a list of definitions that explains its terms behind a colon; fewer are labels."""
_OFTEN_USED = 4
_SPOKEN_OF = 2
"""Times that the text speaks of a thing by its label, from which on the label is a term."""
_COVER_SHEET = 3
"""Things labelled and spoken of, from which on the labels are those of a cover sheet, and one time is enough."""
_KNOWN_BY = frozenset((Lead.POINTED, Lead.OWN))
_THE = re.compile(r"(?i:the|an?)\s+(?=\w)")
_DICTIONARY_BLOCKS = 80
_DICTIONARY = re.compile(
    r"definition|interpretation|glossary|meaning|defined|key terms|terms used|dictionary", re.IGNORECASE
)


@dataclass(frozen=True)
class Blocks:
    """The *readings* of a document's blocks, which begin at the offsets *starts*.

    *signed* says of each whether it stands behind the signatures; *hidden* are the indexes of those in a table of
    contents, *furniture* of those that hold nothing but page numbers and the like.
    """

    readings: Sequence[Reading]
    starts: Sequence[int]
    signed: Sequence[bool]
    hidden: Set[int]
    furniture: Set[int]


class _Found(NamedTuple):
    """The defining *phrase* that is number *order* of those in block *at*."""

    at: int
    order: int
    phrase: DefiningPhrase


def definitions_of(blocks: Blocks, clause_at: Callable[[int], Clause | None]) -> list[Definition]:
    """Places that define a term, in text order; *clause_at* gives the deepest clause at an offset."""
    found: dict[Needs, list[_Found]] = {needs: [] for needs in Needs}
    for index, block in enumerate(blocks.readings):
        if index in blocks.hidden:
            continue
        name_only = blocks.signed[index] and not block.traits.ends_sentence
        for order, phrase in enumerate(block.definitions):
            if phrase.needs is Needs.NOTHING or not name_only:
                found[phrase.needs].append(_Found(index, order, phrase))
    sure = found[Needs.NOTHING]
    titles = [f for f in found[Needs.EXPLAINED] if _is_explained(blocks, f.at)]
    listed = (*found[Needs.DICTIONARY], *found[Needs.CHAPTER], *found[Needs.KNOWN], *titles)
    dictionaries = _Dictionaries(blocks, clause_at)
    entries = [f for f in listed if dictionaries.hold(f.at, f.phrase)]
    listing = {f.at for f in entries}
    explained = sum(f.phrase.form == "means" for f in (*entries, *(s for s in sure if s.at in listing)))
    sure += [f for f in entries if f.phrase.form != "means" or explained >= _ENTRIES]
    sure += _said(blocks, found[Needs.SAID], {f.phrase.term for f in sure}, clause_at)
    if wanted := [*found[Needs.USE], *found[Needs.OFTEN]]:
        sure += _used_elsewhere(blocks, wanted, {f.phrase.term for f in sure})
    if labels := [*found[Needs.KNOWN], *found[Needs.OFTEN]]:
        sure += _spoken_of(blocks, labels, {f.phrase.term for f in sure})
    out = []
    for index, _, phrase in sorted(sure, key=lambda f: f[:2]):
        start = blocks.starts[index]
        out.append(
            Definition(
                phrase.term,
                start + phrase.start,
                start + phrase.end,
                start + phrase.text_start,
                start + phrase.text_end,
                phrase.form,
                clause_at(start + phrase.start),
            )
        )
    return out


class _Dictionaries:
    """The lists of definitions of a document."""

    def __init__(self, blocks: Blocks, clause_at: Callable[[int], Clause | None]) -> None:
        self._blocks = blocks
        self._clause_at = clause_at

    @lazy
    def _opened(self) -> list[int]:
        """Indexes of the blocks whose words open a list of definitions."""
        return [i for i, block in enumerate(self._blocks.readings) if block.opens_dictionary]

    def hold(self, index: int, phrase: DefiningPhrase) -> bool:
        """Whether a definition stands where terms are explained: below a heading or behind words that say so."""
        opened = bisect_right(self._opened, index) - 1
        clause = self._clause_at(self._blocks.starts[index] + phrase.start)
        if (
            opened >= 0
            and index - self._opened[opened] <= _DICTIONARY_BLOCKS
            and phrase.needs not in (Needs.CHAPTER, Needs.EXPLAINED)
            and not self._has_ended(self._opened[opened], clause)
        ):
            return True
        while clause is not None:
            if clause.heading and _DICTIONARY.search(clause.heading):
                return True
            clause = clause.parent
        return False

    def _has_ended(self, dictionary: int, clause: Clause | None) -> bool:
        """Whether *clause* is of another chapter than the block whose words open the *dictionary*."""
        words = self._blocks.readings[dictionary].text.rstrip()
        opening = self._clause_at(self._blocks.starts[dictionary] + len(words) - 1)
        if opening is None and clause is not None:
            return self._blocks.readings[dictionary].titles_dictionary or _chapter(clause).kind in ATTACHMENT_KINDS
        if opening is None or clause is None or opening.kind in (ClauseKind.RECITAL, ClauseKind.HEADING):
            return False
        return _chapter(opening) is not _chapter(clause)


def _chapter(clause: Clause) -> Clause:
    """The top-level unit that *clause* stands in."""
    while clause.parent is not None:
        clause = clause.parent
    return clause


def _is_explained(blocks: Blocks, index: int) -> bool:
    """Whether the block behind the block *index*, whatever page ends between them, explains a term."""
    following = next((i for i in range(index + 1, len(blocks.readings)) if i not in blocks.furniture), None)
    return following is not None and blocks.readings[following].explains


def _said(
    blocks: Blocks, wanted: list[_Found], defined: Set[str], clause_at: Callable[[int], Clause | None]
) -> list[_Found]:
    """Those *wanted*, the first of each term that is not *defined*, that open a clause among definitions or stand in
    one that has the term for a heading."""
    listed: dict[str, _Found] = {}
    headed: dict[str, _Found] = {}
    for f in wanted:
        term = f.phrase.term
        clause = clause_at(blocks.starts[f.at] + f.phrase.start)
        if clause is None or not defined.isdisjoint(variants(term)):
            continue
        if _opens(blocks, f, clause) and clause.parent is not None and _DICTIONARY.search(clause.parent.heading or ""):
            listed.setdefault(term, f)
        above: Clause | None = clause
        while above is not None:
            if above.heading and _THE.sub("", above.heading).casefold() == term.casefold():
                headed.setdefault(term, f)
            above = above.parent
    return [*{**headed, **(listed if len(listed) >= _ENTRIES else {})}.values()]


def _opens(blocks: Blocks, f: _Found, clause: Clause) -> bool:
    """Whether nothing but an article stands between the marker of *clause* and the term."""
    before = blocks.readings[f.at].text[max(0, clause.marker_end - blocks.starts[f.at]) : f.phrase.start]
    return before.strip() in ("", "The", "A", "An")


def _used_elsewhere(blocks: Blocks, wanted: list[_Found], defined: Set[str]) -> list[_Found]:
    """Those *wanted* that count since their term is used at other places and is not among the *defined*."""
    used: Counter[str] = Counter()
    matcher = matcher_for(tuple(sorted({f.phrase.term for f in wanted})))
    first: dict[str, tuple[int, int]] = {}
    for index, block in enumerate(blocks.readings):
        for start, _, term in uses_in(block, matcher):
            used[term] += 1
            first.setdefault(term, (index, start))
    used.subtract(f.phrase.term for f in wanted)
    least = {Needs.USE: 1, Needs.OFTEN: _OFTEN_USED}
    out: list[_Found] = []
    labelled: set[str] = set()
    for f in wanted:
        term = f.phrase.term
        if not defined.isdisjoint(variants(term)) or term in labelled or used[term] < least[f.phrase.needs]:
            continue
        if f.phrase.needs is Needs.OFTEN:  # the party's block in the signatures has its label once more
            labelled.add(term)
            if _is_party(term) and first[term] != (f.at, f.phrase.start):
                continue
        out.append(f)
    return out


def _is_party(term: str) -> bool:
    return term.startswith("Party ")


def _spoken_of(blocks: Blocks, labels: list[_Found], defined: Set[str]) -> list[_Found]:
    """The *labels* of a cover sheet that the text speaks of as of things known, unless they are *defined*."""
    labels = [label for label in labels if label.phrase.term not in defined]
    wanted = {label.phrase.term for label in labels}
    if not wanted:
        return []
    spoken: Counter[str] = Counter()
    matcher = matcher_for(tuple(sorted(wanted)))
    for index, block in enumerate(blocks.readings):
        if index not in blocks.hidden and uses_in(block, matcher):
            spoken.update(p.text for p in block.phrases if p.text in wanted and p.lead in _KNOWN_BY)
    least = 1 if len(spoken) >= _COVER_SHEET else _SPOKEN_OF
    first: dict[str, _Found] = {}
    for label in labels:
        if spoken[label.phrase.term] >= least:
            first.setdefault(label.phrase.term, label)
    return list(first.values())
