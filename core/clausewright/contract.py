"""A Contract: the immutable reading of one version, and every question an editor asks of it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import accumulate

from clausewright.blocks import split
from clausewright.carry import Assembly, Found, carries, moved_assembly, traits_alike
from clausewright.clauses import Clause, ClauseKind, Defect, TreeBuilder
from clausewright.convention import Convention, load
from clausewright.definitions import DefiningPhrase, Needs
from clausewright.lazy import lazy
from clausewright.parts import HEADINGS, PARAGRAPHS, Part, parts_of
from clausewright.phrases import Lead, Phrase, Standing
from clausewright.reading import NO_VOTES, Reading, Votes, readers_for
from clausewright.references import (
    Reference,
    Relation,
    Resolver,
    Status,
    cited_elsewhere,
    misplaced,
    references_of,
    root_of,
)
from clausewright.search import OPERATIVE, START, Decision, Search, State
from clausewright.sentences import sentence_ends
from clausewright.shifts import Shift, Shifts, TouchedError, followed, mover
from clausewright.terms import Definition, TermMatcher, TermUse, is_ordinary, is_title, matcher_for, variants
from clausewright.text import SourceText
from clausewright.undefined import Kin, Occurrence, UndefinedTerm, read_imports, read_quoted, singular, undefined_terms
from clausewright.wording import Edited, Wording, look_at_all, noted

_HEAD = 6000
_AMENDING_HEAD = 20000
"""Offsets up to which a document says what it calls itself, and that it amends another."""
_AMENDMENT = re.compile(r"\b(?:Amendment|AMENDMENT|Addendum|ADDENDUM)\b")
_THIS_AMENDMENT = re.compile(r"\b(?:THIS|This|this)\s+(?:[A-Z][\w.]*\s+){0,3}(?:AMENDMENT|Amendment)\b")
_THIS_AGREEMENT = re.compile(r"\(\s*(?:hereinafter\s+)?this\s+[\"“]Agreement[\"”]")
"""What a paper calls itself that states an amended agreement anew, and then cites its own clauses."""
_STANDARD_CLAUSES = re.compile(r"\bSCCs?\b|(?i:standard\s+contractual\s+clauses|model\s+clauses)")
_AMENDS = re.compile(
    r"\b(?:is|are)\s+(?:hereby\s+)?(?:amended|deleted|replaced)\b|\b(?:desires?|wish(?:es)?)\s+to\s+(?:further\s+)?amend\b|\bamends\s+that\s+certain\b|\bshall\s+be\s+(?:amended|deleted|replaced)\s+(?:in\s+(?:its|their)\s+entirety|and\s+replaced|by\s+(?:deleting|adding|inserting))\b|\bhereby\s+agree\s+to\s+(?:remove|delete|replace|amend)\b|\bhereby\s+amend|\bagree\s+to\s+amend\b|\bhave\s+(?:further\s+)?agreed\s+to\s+amend\b",
    re.IGNORECASE,
)
_COMPLETES = re.compile(
    r"\bsupplements?,\s+forms?\s+(?:a\s+)?part\s+of,?\s+and\s+(?:is|are|be)\s+(?:made\s+)?subject\s+to\b", re.IGNORECASE
)
_PLAIN_OWN = frozenset(("Agreement", "Contract", "Terms"))
_OTHER_OWN = frozenset(("Lease", "Deed"))
"""Words that mean the document itself: always, and where it gives itself no name."""


class Contract:
    """The reading of one version of a contract. Made by ``parse`` and, from another version, by ``edit``.

    What needs the whole text (clauses, references, terms) is assembled from the kept readings when first asked for.
    """

    def __init__(
        self, source: SourceText, convention: Convention, blocks: list[Reading], states: list[State], *, fixed: bool
    ) -> None:
        self._fixed = fixed
        self._source = source
        self._convention = convention
        self._blocks = blocks
        self._states = states
        self.found: dict[str, Found] = {}
        """What each rule has found, by code, in this version or in an earlier one where it still holds."""
        self._carried: tuple[Assembly, list[tuple[Decision, ...]], Shifts] | None = None

    @classmethod
    def parse(cls, text: str, convention: Convention | None = None) -> Contract:
        """Read *text*, under *convention* or the one that its own words speak for. Never fails: any text gives a Contract."""
        pieces = split(text)
        first = convention or load("us")
        readers = readers_for(first)
        blocks = [Reading(piece, readers) for piece in pieces]
        chosen = convention or _choose(blocks)
        if chosen is not first:
            readers = readers_for(chosen)
            blocks = [Reading(piece, readers) for piece in pieces]
        search = Search(chosen)
        states = []
        state = START
        for block in blocks:
            state = search.step(state, block)
            states.append(state)
        return cls(SourceText(text), chosen, blocks, states, fixed=convention is not None)

    def edit(self, start: int, end: int, new_text: str) -> Contract:
        """The Contract of the text in which ``[start, end)`` is replaced by *new_text*; equal to parsing that text."""
        old = self._source.text
        text = old[:start] + new_text + old[end:]
        chosen = self._convention
        if not self._blocks:
            return Contract.parse(text, chosen if self._fixed else None)
        starts = self.block_starts
        first, last = self._around(start, end)
        window_end = starts[last] if last < len(self._blocks) else len(old)
        window = text[starts[first] : window_end + len(text) - len(old)]
        readers = readers_for(chosen)
        if (
            moved := self._moved(text, window, first, last, Shift(start, end, len(new_text) - (end - start)))
        ) is not None:
            return moved
        known: dict[str, list[Reading]] = {}
        for block in self._blocks[first:last]:
            known.setdefault(block.text, []).append(block)
        fresh = [known[piece].pop() if known.get(piece) else Reading(piece, readers) for piece in split(window)]
        blocks = [*self._blocks[:first], *fresh, *self._blocks[last:]]
        if not self._fixed and _choose(blocks) is not chosen:
            return Contract.parse(text)
        search = Search(chosen)
        states = self._states[:first]
        state = states[-1] if states else START
        index = first
        shift = len(self._blocks) - len(blocks)
        while index < len(blocks):
            state = search.step(state, blocks[index])
            states.append(state)
            index += 1
            if index >= first + len(fresh) and state.same(self._states[index - 1 + shift]):
                states.extend(self._states[index + shift :])
                break
        return Contract(SourceText(text), chosen, blocks, states, fixed=self._fixed)

    def _around(self, start: int, end: int) -> tuple[int, int]:
        """The blocks, from the first to before the last, that an edit of ``[start, end)`` may part anew.

        Where a line begins a block is decided by it and the line before it, and a long line may be several blocks: so
        all of the lines that are edited and a block on either side of them, in whole lines.
        """
        text, starts = self._source.text, self.block_starts

        def line_of(index: int, step: int) -> int:
            while 0 < index < len(starts) and text[starts[index] - 1] not in "\r\n":
                index += step
            return index

        if start and text[start - 1] == "\r":
            start -= 1  # a line feed put behind it becomes part of its line
        first = line_of(max(0, line_of(bisect_right(starts, start) - 1, -1) - 1), -1)
        last = line_of(min(len(starts), line_of(min(len(starts), bisect_right(starts, end) + 1), 1) + 1), 1)
        return first, last

    def _moved(self, text: str, window: str, first: int, last: int, shift: Shift) -> Contract | None:
        """The Contract of *text* where the edit *shift* only moves what was read, else None.

        *window* is what blocks *first* to *last* have become.
        """
        pieces = split(window)
        if len(pieces) != last - first:
            return None
        changed = [i for i, piece in enumerate(pieces, first) if piece != self._blocks[i].text]
        if len(changed) != 1:
            return None
        index = changed[0]
        old, new = self._blocks[index], Reading(pieces[index - first], readers_for(self._convention))
        begins = self.block_starts[index]
        within = Shift(shift.start - begins, shift.end - begins, shift.delta)
        if not carries(old, new, within):
            return None
        states = self._states
        if not traits_alike(old, new):
            before = states[index - 1] if index else START
            state = Search(self._convention).step(before, new)
            if state != states[index]:
                return None
        blocks = [*self._blocks[:index], new, *self._blocks[index + 1 :]]
        moved = Contract(SourceText(text), self._convention, blocks, states, fixed=self._fixed)
        carried = self._carried
        if carried is None and (assembly := self.__dict__.get("_assembly")) is not None:
            carried = (assembly, self._chosen, ())
        elif carried is None and {"_tree", "definitions", "references"} <= self.__dict__.keys():
            carried = (Assembly(*self._tree, self.definitions, self.references), self._chosen, ())
        if carried is not None:
            assembly, chosen, shifts = carried
            if any(d.candidate < OPERATIVE for d in chosen[index]) or not self._head_alike(
                moved, shift, assembly, shifts
            ):
                return moved
            moved._carried = (assembly, chosen, followed(shifts, shift))
            edited = Edited(index, old, new, within, shift, text)
            moved.found = {code: now for code, was in self.found.items() if (now := was.after(edited)) is not None}
        return moved

    def settle(self) -> None:
        """Put together whatever would otherwise be put together when first asked for."""
        _ = self.clauses, self.references, self.definitions, self.uses
        _ = self._reference_starts, self._use_starts, self._definitions_by_term

    @property
    def is_carried(self) -> bool:
        """Whether all that was assembled for an earlier version holds, at moved places, and still waits to be moved."""
        return self._carried is not None

    def _head_alike(self, moved: Contract, shift: Shift, assembly: Assembly, shifts: Shifts) -> bool:
        """Whether what the first pages say of the whole document, in any wording, is as before."""
        if shift.start < _AMENDING_HEAD and (self.amends, self.completes) != (moved.amends, moved.completes):
            return False
        if shift.start > _HEAD:
            return True
        try:
            before = _names_itself(self._source.text, assembly.definitions, mover(shifts))
            after = _names_itself(moved._source.text, assembly.definitions, mover(followed(shifts, shift)))
        except TouchedError:
            return False
        return before == after

    # -- the text ---------------------------------------------------------------------------------------------------

    @property
    def source(self) -> SourceText:
        look_at_all()
        return self._source

    @property
    def blocks(self) -> list[Reading]:
        """The readings of its blocks, in text order."""
        look_at_all()
        return self._blocks

    @lazy
    def wording(self) -> Wording:
        """The text for those who ask a little of it: rules ask here, so that they need not ask again after an edit."""
        return Wording(self._source.text, self._blocks, self.block_starts)

    # -- assembly ---------------------------------------------------------------------------------------------------

    @property
    def convention(self) -> str:
        return self._convention.name

    @property
    def tradition(self) -> Convention:
        """The convention that the text is read by."""
        return self._convention

    @lazy
    def block_starts(self) -> list[int]:
        """Offset of each block."""
        return list(accumulate((len(b.text) for b in self._blocks), initial=0))[:-1]

    @lazy
    def _assembly(self) -> Assembly | None:
        """What an earlier version had assembled, moved to the offsets of this one."""
        if self._carried is None:
            return None
        assembly, chosen, shifts = self._carried
        self._chosen = chosen
        self._carried = None
        try:
            return moved_assembly(assembly, shifts)
        except TouchedError:
            return None

    @lazy
    def _chosen(self) -> list[tuple[Decision, ...]]:
        """Decisions of each block on the cheapest way."""
        out: list[tuple[Decision, ...]] = [()] * len(self._states)
        at = 0
        if self._states:
            at = min(range(len(self._states[-1].beam)), key=lambda i: self._states[-1].beam[i].cost)
        for index in range(len(self._states) - 1, -1, -1):
            hypothesis = self._states[index].beam[at]
            out[index] = hypothesis.decisions
            at = hypothesis.parent
        return out

    @lazy
    def _tree(self) -> tuple[list[Clause], list[Defect]]:
        if self._assembly is not None:
            return self._assembly.clauses, self._assembly.defects
        chosen = self._chosen
        operative = next(
            (i for i, decisions in enumerate(chosen) if any(d.candidate == OPERATIVE for d in decisions)), -1
        )
        builder = TreeBuilder(
            self._convention.kinds, by_position=self._convention.lazy_numbers, operative=operative >= 0
        )
        headed = {i for part in self.parts if part.by == HEADINGS for i in part.headings}
        paragraphs = {i for part in self.parts if part.by == PARAGRAPHS for i in part.paragraphs}
        for index, (start, block) in enumerate(zip(self.block_starts, self._blocks, strict=True)):
            if index in paragraphs and index not in self.hidden_blocks:
                builder.paragraph(start, block)
            builder.block(start, block, chosen[index], index < operative, headed=index in headed)
        text = self._source.text
        builder.finish(len(text), lambda s, e: sentence_ends(text, s, e))
        return builder.clauses, builder.defects

    @property
    def convention_evidence(self) -> str:
        """Why the text is read under its convention."""
        if self._fixed:
            return "named by the settings"
        votes = _tally(self._blocks)
        if self._convention.nested_lists:
            return f"{votes.nested} indented numbered lines below {votes.flat} others"
        if not votes.british and not votes.american:
            return "no citation speaks for another"
        return f"{votes.american} citations by section or article, {votes.british} by clause"

    @lazy
    def parts(self) -> list[Part]:
        """The body and the attachments, and by what each is divided into units."""
        return parts_of(self._blocks, self._chosen, [s.context.signed for s in self._states])

    @property
    def clauses(self) -> list[Clause]:
        """Clauses in text order."""
        return self._tree[0]

    @property
    def defects(self) -> list[Defect]:
        """What is wrong with the numbering, in text order."""
        return self._tree[1]

    @lazy
    def _clause_starts(self) -> list[int]:
        return [c.start for c in self.clauses]

    @lazy
    def hidden_blocks(self) -> frozenset[int]:
        """Indexes of the blocks that are lines of a table of contents."""
        return frozenset(i for i, s in enumerate(self._states) if s.context.contents is not None)

    @lazy
    def page_furniture(self) -> frozenset[int]:
        """Indexes of the blocks that hold nothing but a page number, a filing mark or space."""
        return frozenset(i for i, block in enumerate(self._blocks) if block.traits.furniture)

    @lazy
    def _hidden_spans(self) -> list[tuple[int, int]]:
        return [(self.block_starts[i], self.block_starts[i] + len(self._blocks[i].text)) for i in self.hidden_blocks]

    @lazy
    def _dictionaries(self) -> list[int]:
        """Indexes of the blocks whose words open a list of definitions."""
        return [i for i, block in enumerate(self._blocks) if block.opens_dictionary]

    def _in_dictionary(self, index: int, phrase: DefiningPhrase) -> bool:
        """Whether a definition stands where terms are explained: below a heading or behind words that say so."""
        opened = bisect_right(self._dictionaries, index) - 1
        clause = self.clause_at(self.block_starts[index] + phrase.start)
        if (
            opened >= 0
            and index - self._dictionaries[opened] <= _DICTIONARY_BLOCKS
            and phrase.needs not in (Needs.CHAPTER, Needs.EXPLAINED)
            and not self._has_ended(self._dictionaries[opened], clause)
        ):
            return True
        while clause is not None:
            if clause.heading and _DICTIONARY.search(clause.heading):
                return True
            clause = clause.parent
        return False

    def _is_explained(self, index: int) -> bool:
        """Whether the block behind the block *index*, whatever page ends between them, explains a term."""
        following = next((i for i in range(index + 1, len(self._blocks)) if i not in self.page_furniture), None)
        return following is not None and self._blocks[following].explains

    def _has_ended(self, dictionary: int, clause: Clause | None) -> bool:
        """Whether *clause* is of another chapter than the block whose words open the *dictionary*."""
        opening = self.clause_at(self.block_starts[dictionary] + len(self._blocks[dictionary].text.rstrip()) - 1)
        if opening is None or clause is None or opening.kind in (ClauseKind.RECITAL, ClauseKind.HEADING):
            return False
        return _chapter(opening) is not _chapter(clause)

    @lazy
    def definitions(self) -> list[Definition]:
        """Places that define a term, in text order."""
        if self._assembly is not None:
            return self._assembly.definitions
        places: dict[Needs, list[tuple[int, int, DefiningPhrase]]] = {needs: [] for needs in Needs}
        for index, block in enumerate(self._blocks):
            if index in self.hidden_blocks:
                continue
            name_only = self._states[index].context.signed and not block.traits.ends_sentence
            for number, phrase in enumerate(block.definitions):
                if phrase.needs is Needs.NOTHING or not name_only:
                    places[phrase.needs].append((index, number, phrase))
        sure = places[Needs.NOTHING]
        titles = [p for p in places[Needs.EXPLAINED] if self._is_explained(p[0])]
        listed = (*places[Needs.DICTIONARY], *places[Needs.CHAPTER], *places[Needs.KNOWN], *titles)
        entries = [p for p in listed if self._in_dictionary(p[0], p[2])]
        explained = sum(phrase.form == "means" for _, _, phrase in entries)
        sure += [p for p in entries if p[2].form != "means" or explained >= _ENTRIES]
        if places[Needs.USE] or places[Needs.OFTEN]:
            sure += self._used_elsewhere(places, {phrase.term for _, _, phrase in sure})
        if labels := [*places[Needs.KNOWN], *places[Needs.OFTEN]]:
            sure += self._spoken_of(labels, {phrase.term for _, _, phrase in sure})
        out = []
        for index, _, phrase in sorted(sure, key=lambda place: place[:2]):
            start = self.block_starts[index]
            out.append(
                Definition(
                    phrase.term,
                    start + phrase.start,
                    start + phrase.end,
                    start + phrase.text_start,
                    start + phrase.text_end,
                    phrase.form,
                    self.clause_at(start + phrase.start),
                )
            )
        return out

    def _used_elsewhere(
        self, places: dict[Needs, list[tuple[int, int, DefiningPhrase]]], defined: set[str]
    ) -> list[tuple[int, int, DefiningPhrase]]:
        """Those of the *places* that count since their term is used at others and is not among the *defined*."""
        used: Counter[str] = Counter()
        wanted = [*places[Needs.USE], *places[Needs.OFTEN]]
        matcher = matcher_for(tuple(sorted({phrase.term for _, _, phrase in wanted})))
        for block in self._blocks:
            used.update(term for _, _, term in _uses_in(block, matcher))
        used.subtract(phrase.term for _, _, phrase in wanted)
        least = {Needs.USE: 1, Needs.OFTEN: _OFTEN_USED}
        return [p for p in wanted if p[2].term not in defined and used[p[2].term] >= least[p[2].needs]]

    def _spoken_of(
        self, labels: list[tuple[int, int, DefiningPhrase]], defined: set[str]
    ) -> list[tuple[int, int, DefiningPhrase]]:
        """The *labels* of a cover sheet that the text speaks of as of things known, unless they are *defined*."""
        labels = [label for label in labels if label[2].term not in defined]
        wanted = {phrase.term for _, _, phrase in labels}
        if not wanted:
            return []
        spoken: Counter[str] = Counter()
        matcher = matcher_for(tuple(sorted(wanted)))
        for index, block in enumerate(self._blocks):
            if index not in self.hidden_blocks and _uses_in(block, matcher):
                spoken.update(p.text for p in block.phrases if p.text in wanted and p.lead in _KNOWN_BY)
        least = 1 if len(spoken) >= _COVER_SHEET else _SPOKEN_OF
        first: dict[str, tuple[int, int, DefiningPhrase]] = {}
        for label in labels:
            if spoken[label[2].term] >= least:
                first.setdefault(label[2].term, label)
        return list(first.values())

    @lazy
    def uses(self) -> list[TermUse]:
        """Every use of a defined term, the defining places included, in text order."""
        matcher = matcher_for(tuple(dict.fromkeys(d.term for d in self.definitions)))
        out: list[TermUse] = []
        for start, block in zip(self.block_starts, self._blocks, strict=True):
            out.extend(TermUse(term, start + s, start + e) for s, e, term in _uses_in(block, matcher))
        return out

    @lazy
    def _use_starts(self) -> list[int]:
        return [u.start for u in self.uses]

    @lazy
    def _uses_by_term(self) -> dict[str, list[TermUse]]:
        table: dict[str, list[TermUse]] = {}
        for use in self.uses:
            table.setdefault(use.term, []).append(use)
        return table

    @lazy
    def amends(self) -> bool:
        """Whether this is an amendment, whose citations mean the document it amends."""
        text = self._source.text
        titled = _AMENDMENT.search(text, 0, 400) or _THIS_AMENDMENT.search(text, 0, _HEAD)
        if not titled or _THIS_AGREEMENT.search(text, 0, _HEAD):
            return False
        return _AMENDS.search(text, 0, _AMENDING_HEAD) is not None

    @lazy
    def completes(self) -> bool:
        """Whether this is a confirmation or the like, which is part of a standard form and cites its sections."""
        return _COMPLETES.search(self._source.text, 0, _AMENDING_HEAD) is not None

    @lazy
    def own_names(self) -> frozenset[str]:
        """Names by which this document calls itself."""
        defined = {d.term for d in self.definitions}
        names = _names_itself(self._source.text, self.definitions, mover(()))
        plain = _PLAIN_OWN if names else _PLAIN_OWN | _OTHER_OWN
        return frozenset(names | {n for n in plain if n not in defined})

    @lazy
    def _adopts_clauses(self) -> bool:
        """Whether it takes in the EU's standard contractual clauses, which it cites as such and its own as sections."""
        if not any(_STANDARD_CLAUSES.search(d.term) for d in self.definitions):
            return False
        numbered = [c for block in self.blocks for c in block.citations if c.number[:1].isdigit() and not c.outward]
        kinds = Counter(c.kind for c in numbered)
        own = {c.kind for c in numbered if c.inward and c.direction is None}
        return (kinds["section"] >= 3 and kinds["section"] > kinds["article"]) or (
            "section" in own and "clause" not in own
        )

    @lazy
    def references(self) -> list[Reference]:
        """Citations of other places, in text order."""
        if self._assembly is not None:
            return self._assembly.references
        resolver = Resolver(
            self.clauses,
            self.own_names,
            self.amends,
            self._defining,
            cited_elsewhere(self._blocks, self.own_names),
            completes=self.completes,
            standard_clauses=self._adopts_clauses,
            misplaced=misplaced(self.defects),
        )
        return references_of(
            self._blocks,
            self.block_starts,
            self.hidden_blocks,
            resolver,
            self.clause_at,
            {c.start: c.marker_end for c in self.clauses},
            self._definitions_by_term,
        )

    def _defining(self, term: str) -> list[Definition]:
        """The definitions of the term that *term* is a form of."""
        table = self._definitions_by_term
        return next((table[form] for form in variants(term) if form in table), [])

    @lazy
    def _reference_starts(self) -> list[int]:
        return [r.start for r in self.references]

    # -- what stands here -------------------------------------------------------------------------------------------

    def clause_at(self, offset: int) -> Clause | None:
        """The deepest clause whose span holds *offset*."""
        index = bisect_right(self._clause_starts, offset) - 1
        clause = self.clauses[index] if index >= 0 else None
        while clause is not None and not clause.start <= offset < max(clause.end, clause.marker_end):
            clause = clause.parent
        return clause

    def clauses_between(self, start: int, end: int) -> list[Clause]:
        """Clauses that begin in ``[start, end)``, in text order."""
        return self.clauses[bisect_left(self._clause_starts, start) : bisect_left(self._clause_starts, end)]

    def marker_at(self, offset: int) -> Clause | None:
        """The clause whose printed marker or heading holds *offset*."""
        index = bisect_right(self._clause_starts, offset) - 1
        if index < 0:
            return None
        clause = self.clauses[index]
        if clause.start <= offset <= clause.marker_end:
            return clause
        span = clause.heading_span
        return clause if span is not None and span[0] <= offset <= span[1] else None

    def reference_at(self, offset: int) -> Reference | None:
        index = bisect_right(self._reference_starts, offset) - 1
        if index >= 0 and offset <= self.references[index].end:
            return self.references[index]
        return None

    def references_between(self, start: int, end: int) -> list[Reference]:
        """References that begin in ``[start, end)``."""
        return self.references[bisect_left(self._reference_starts, start) : bisect_left(self._reference_starts, end)]

    def use_at(self, offset: int) -> TermUse | None:
        """The use of a defined term (a defining place included) that holds *offset*; the longest where several do."""
        index = bisect_right(self._use_starts, offset) - 1
        if index >= 0 and offset <= self.uses[index].end:
            return self.uses[index]
        return None

    # -- clauses and references -------------------------------------------------------------------------------------

    @lazy
    def _by_number(self) -> dict[str, list[Clause]]:
        table: dict[str, list[Clause]] = {}
        for clause in self.clauses:
            table.setdefault(clause.number, []).append(clause)
        return table

    def clauses_numbered(self, number: str) -> list[Clause]:
        return self._by_number.get(number, [])

    @lazy
    def _cited_by(self) -> dict[int, list[Reference]]:
        table: dict[int, list[Reference]] = {}
        for reference in self.references:
            for target in reference.targets:
                table.setdefault(id(target), []).append(reference)
        return table

    def citing(self, clause: Clause) -> list[Reference]:
        """References that cite exactly this clause."""
        return self._cited_by.get(id(clause), [])

    @lazy
    def _from(self) -> dict[int, list[Reference]]:
        table: dict[int, list[Reference]] = {}
        for reference in self.references:
            if reference.clause is not None:
                table.setdefault(id(reference.clause), []).append(reference)
        return table

    def references_in(self, clause: Clause) -> list[Reference]:
        """References that stand in this clause's own text."""
        return self._from.get(id(clause), [])

    def overridden_by(self, clause: Clause) -> list[Reference]:
        """References by which another clause sets this one aside ("notwithstanding Section 4" cites the overridden 4;
        "subject to Section 9" in this clause cites the overriding 9)."""
        return [
            *(r for r in self.citing(clause) if r.relation is Relation.NOTWITHSTANDING and r.clause is not clause),
            *(
                r
                for r in self.references_in(clause)
                if r.relation in (Relation.SUBJECT_TO, Relation.EXCEPT_AS) and r.targets
            ),
        ]

    def overrides(self, clause: Clause) -> list[Reference]:
        """The same edges from the overriding clause's side."""
        return [
            *(r for r in self.references_in(clause) if r.relation is Relation.NOTWITHSTANDING and r.targets),
            *(
                r
                for r in self.citing(clause)
                if r.relation in (Relation.SUBJECT_TO, Relation.EXCEPT_AS) and r.clause is not clause
            ),
        ]

    # -- terms ------------------------------------------------------------------------------------------------------

    @lazy
    def _definitions_by_term(self) -> dict[str, list[Definition]]:
        table: dict[str, list[Definition]] = {}
        for definition in self.definitions:
            table.setdefault(definition.term, []).append(definition)
        used_in: dict[tuple[int, int], dict[str, None]] = {}
        for definition in self.definitions:
            passage = definition.text_start, definition.text_end
            if passage not in used_in:
                used_in[passage] = dict.fromkeys(use.term for use in self.uses_within(*passage))
            definition.depends_on = tuple(term for term in used_in[passage] if term != definition.term)
        return table

    def definitions_of(self, term: str) -> list[Definition]:
        """Every place that defines *term* (as spelled in ``TermUse.term`` or ``Definition.term``)."""
        return self._definitions_by_term.get(term, [])

    def printed(self, use: TermUse) -> str:
        """A use as it stands in the text. An edit that touches one is not carried, so this needs no note."""
        return self._source.text[use.start : use.end]

    def uses_of(self, term: str) -> list[TermUse]:
        """Every use, the defining places included, in text order."""
        return self._uses_by_term.get(term, [])

    @lazy
    def _defining_starts(self) -> frozenset[int]:
        return frozenset(d.start for d in self.definitions)

    def defines(self, offset: int) -> bool:
        """Whether the term that begins at *offset* is being defined there."""
        return offset in self._defining_starts

    @lazy
    def _otherwise_printed(self) -> list[TermUse]:
        """Places that have the words of a defined term in letters that are no use of it, in text order.

        Left out are terms of one word, but for those in capitals, what stands in the definition of the term, headings.
        """
        terms = (t for t in self._definitions_by_term if is_title(t) or (len(t) > 3 and (" " in t or t.isupper())))
        matcher = matcher_for(tuple(terms), folded=True)
        used = {(u.start, u.end) for u in self.uses}
        out = []
        for index, (start, block) in enumerate(zip(self.block_starts, self._blocks, strict=True)):
            if index in self.hidden_blocks or block.traits.title:
                continue
            for s, e, term in _uses_in(block, matcher):
                place = start + s
                if (place, start + e) not in used and not (
                    self._is_heading(place) or any(_explains(d, place) for d in self.definitions_alike(term))
                ):
                    out.append(TermUse(term, place, start + e))
        return out

    @lazy
    def small_letter_uses(self) -> list[TermUse]:
        """Places that have the words of a defined term, but not its capitals, in text order.

        Left out are terms of one word, what stands in the definition of the term, and headings.
        """
        text = self._source.text
        return [u for u in self._otherwise_printed if is_title(u.term) and text[u.start + 1 : u.end].islower()]

    @lazy
    def _heading_spans(self) -> list[tuple[int, int]]:
        return [c.heading_span for c in self.clauses if c.heading_span is not None]

    def _is_heading(self, offset: int) -> bool:
        index = bisect_right(self._heading_spans, (offset, len(self._source.text))) - 1
        return index >= 0 and offset < self._heading_spans[index][1]

    def in_prose(self, offset: int) -> bool:
        """Whether *offset* lies in the text of a paragraph, and not in a title, a heading or a table of contents."""
        index = bisect_right(self.block_starts, offset) - 1
        return (
            index >= 0
            and index not in self.hidden_blocks
            and not self._blocks[index].traits.title
            and (self._blocks[index].traits.verbal or self._blocks[index].traits.ends_sentence)
            and not self._is_heading(offset)
        )

    def uses_within(self, start: int, end: int) -> list[TermUse]:
        """Uses that begin in ``[start, end)``, in text order."""
        return self.uses[bisect_left(self._use_starts, start) : bisect_left(self._use_starts, end)]

    @property
    def has_numbers(self) -> bool:
        """Whether any clause of the body carries a number."""
        return any(c.kind is not ClauseKind.HEADING and c.kind is not ClauseKind.SIGNATURE for c in self.clauses)

    @noted
    def unused_definitions(self) -> list[Definition]:
        """Definitions whose term is used nowhere outside the passages that define it."""
        out = []
        for term, definitions in self._definitions_by_term.items():
            own = [
                (d.start, d.end) if d.form in ("parenthetical", "collectively") else (d.text_start, d.text_end)
                for d in definitions
            ]
            own += self._hidden_spans
            used = term in self._used_in_other_letters or any(
                not self._is_heading(use.start) and not any(s <= use.start < e for s, e in own)
                for use in self.uses_of(term)
            )
            if not used and definitions[0].form != "by-reference" and not self._has_used_alias(definitions[0]):
                out.append(definitions[0])
        return sorted(out, key=lambda d: d.start)

    @lazy
    def _used_in_other_letters(self) -> frozenset[str]:
        """Terms that are used in other letters than they are defined in: capitals not kept, words that are not used in
        an ordinary sense in small letters."""
        first = {
            term: definitions[0].start if definitions[0].form in ("parenthetical", "collectively") else 0
            for term, definitions in self._definitions_by_term.items()
        }
        return frozenset(
            use.term
            for use in self._otherwise_printed
            if use.term.isupper() or (use.start > first[use.term] and not is_ordinary(use.term))
        )

    def _wording(self, definition: Definition) -> str:
        return " ".join(self.wording.words(definition.text_start, definition.text_end).split())

    def _has_used_alias(self, definition: Definition) -> bool:
        """Whether the term is used in its other number, or by the short form that is printed right behind it."""
        term = definition.term
        for other in (d for d in self.definitions_alike(term) if d.term != term):
            if any(not (other.start <= use.start < other.end) for use in self.uses_of(other.term)):
                return True
        at = bisect_left(self.definitions, definition.start, key=lambda d: d.start)
        return any(
            0 < other.start - definition.end <= 3
            and any(not definition.start <= use.start < other.end for use in self.uses_of(other.term))
            for other in self.definitions[at : at + _BESIDE + 1]
        )

    def definitions_alike(self, term: str) -> list[Definition]:
        """Definitions of *term* and of what is spelled like its singular or plural."""
        spellings = dict.fromkeys((term, *variants(term), *self._terms_by_variant.get(term, ())))
        return [d for form in spellings for d in self._definitions_by_term.get(form, ())]

    @lazy
    def _terms_by_variant(self) -> dict[str, list[str]]:
        table: dict[str, list[str]] = {}
        for term in self._definitions_by_term:
            for form in variants(term):
                table.setdefault(form, []).append(term)
        return table

    @noted
    def duplicate_definitions(self) -> list[tuple[Definition, Definition]]:
        """Pairs of a definition and a later one of the same term in the same part of the document."""
        out = []
        for definitions in self._definitions_by_term.values():
            meant = [d for d in definitions if len(definitions) > 1 and self._says_all(d)]
            first_in: dict[tuple[int, bool, bool], Definition] = {}
            for d in meant:
                scope = (id(root_of(d.clause)), self._is_signed(d.start), self._is_local(d))
                first = first_in.setdefault(scope, d)
                if first is not d and not scope[2] and not self._mean_the_same(first, d):
                    out.append((first, d))
            if len(first_in) == 2 and (pair := self._in_one_scope(*first_in.values())) is not None:
                out.append(pair)
        return sorted(out, key=lambda pair: pair[1].start)

    def _says_all(self, definition: Definition) -> bool:
        """Whether a definition is meant to give the whole meaning of its term at this place."""
        return not (
            definition.form in ("has-the-meaning", "by-reference", "includes")
            or self.wording.says(_SIGNS, definition.end, definition.end, behind=120)
            or self.wording.leads_to(_ONE_CASE, definition.start, 40)
            or self.wording.goes_on(_SAID_ELSEWHERE, definition.end)
            or self.wording.goes_on(_GOES_ON_FROM, definition.end)
        )

    def _is_local(self, definition: Definition) -> bool:
        return self.wording.leads_to(_LOCAL, definition.start, 100)

    def _mean_the_same(self, first: Definition, second: Definition) -> bool:
        return (
            first.text_start == second.text_start
            or first.start < second.start < first.text_end
            or self._wording(first) == self._wording(second)
            or self._names_the_same(first, second)
            or self._sends_to(first, second)
            or self._sends_to(second, first)
            or (self._is_second_alias(first) and self._is_second_alias(second))
        )

    def _sends_to(self, definition: Definition, other: Definition) -> bool:
        """Whether *definition* says that the term is what the clause of *other* says."""
        return any(
            target.start <= other.start < target.end
            for reference in self.references_between(definition.end, definition.text_end)
            for target in reference.targets
        )

    def _in_one_scope(self, first: Definition, second: Definition) -> tuple[Definition, Definition] | None:
        """Both, where one holds for the whole document and the other for a part in which all uses of the term lie."""
        wide = [d for d in (first, second) if not self._is_local(d) and root_of(d.clause) is None]
        if len(wide) != 1 or self._is_signed(wide[0].start):
            return None
        narrow = second if wide[0] is first else first
        scope = root_of(narrow.clause) or narrow.clause
        while scope is not None and self._is_local(narrow) and scope.parent is not None:
            scope = scope.parent
        if scope is None or self._mean_the_same(first, second):
            return None
        outside = [
            u
            for u in self.uses_of(first.term)
            if not scope.start <= u.start < scope.end and not wide[0].text_start <= u.start < wide[0].text_end
        ]
        return None if outside else (first, second)

    def _is_signed(self, offset: int) -> bool:
        """Whether *offset* lies behind the signatures, where another paper may begin."""
        return self._states[bisect_right(self.block_starts, offset) - 1].context.signed

    def _is_second_alias(self, definition: Definition) -> bool:
        """Whether the term is the further name of a party or thing that has one already: (“Acme” or “Party”)."""
        return self.wording.leads_to(_OR_ALIAS, definition.start, 40)

    def _names_the_same(self, first: Definition, second: Definition) -> bool:
        """Whether *second* stands behind the words that *first* stands behind, or means the name that it shortens."""
        words = self.wording.words
        known = " ".join(words(first.start, first.end, before=_NAMED_WITHIN).split()).lower()
        if second.form in ("parenthetical", "collectively"):
            before = _BRACKET_OPENS.sub("", words(second.start, second.start, before=_NAMED_WITHIN))
            tail = before.split()[-_SAME_WORDS:]
            if len(tail) == _SAME_WORDS and " ".join(tail).lower() in known:
                return True
            names = _PROPER_NAME.findall(before[-160:]) if second.form == "parenthetical" else []
            if _spelled_alike(first, second, words):
                return True
        else:
            meant = words(second.end, second.text_end)
            names = [m.group("name")] if (m := _MEANS_NAME.match(meant)) else []
            if _ON_COVER.search(meant):
                return True
            if (spelt := _SPELT_OUT.match(meant)) and " ".join(spelt.group("what").lower().split()) in known:
                return True
        return bool(names) and " ".join(names[-1].split()).rstrip(".,").lower() in known

    @noted
    def _importing_parts(self) -> set[int | None]:
        """Starts of the attachments that take the meaning of their terms from another document; None is the body."""
        parts = set()
        for start, place in self.wording.marks(read_imports):
            root = root_of(self.clause_at(start + place.start))
            parts.add(root.start if root is not None else None)
        return parts

    def imports_terms(self, offset: int) -> bool:
        """Whether the document, or the attachment in which *offset* lies, takes its terms from another document."""
        if self.amends or self.completes:
            return True
        if not self._importing_parts:
            return False
        root = root_of(self.clause_at(offset))
        return bool(self._importing_parts & {None, root.start if root is not None else None})

    @noted
    def undefined_terms(self) -> list[UndefinedTerm]:
        """Capitalised phrases that are used like defined terms and have no definition, in order of first use."""
        quoted = {singular(" ".join(place.words[1:-1].split())) for _, place in self.wording.marks(read_quoted)}
        occurrences, explained = self._capitalised
        headings = frozenset(
            c.heading.rstrip(".:").lower() for c in self.clauses if c.heading is not None and len(c.heading) < 60
        )
        has = self.wording.has

        @cache
        def in_small(word: str) -> bool:
            return has(f" {word} ") or has(f" {word},")

        return [
            term
            for term in undefined_terms(occurrences, explained, quoted, headings, in_small, self._kin)
            if not all(self._begins_longer(e, term.text) for _, e in term.places)
        ]

    def _begins_longer(self, end: int, phrase: str) -> bool:
        """Whether *phrase*, which ends at *end*, goes on in small letters as it does in capitals elsewhere."""
        following = self.wording.ask(_next_small_word, end, end, behind=_LONGEST_WORD)
        return bool(following) and self.wording.has(f"{phrase} {following.capitalize()}")

    @noted
    def _capitalised(self) -> tuple[list[Occurrence], set[str]]:
        """Capitalised phrases of the prose that are not uses of defined terms or said to be defined elsewhere, and, in
        the singular, those among them that are explained where they stand."""
        occurrences: list[Occurrence] = []
        elsewhere: set[str] = set()
        explained: set[str] = set()
        for index, (start, block) in enumerate(zip(self.block_starts, self._blocks, strict=True)):
            traits = block.traits
            if (
                index in self.hidden_blocks
                or traits.title
                or not (traits.verbal or traits.ends_sentence)
                or (self._states[index].context.signed and not traits.ends_sentence)
            ):
                continue
            for phrase in block.phrases:
                s, e = start + phrase.start, start + phrase.end
                if self._is_heading(s):
                    continue
                if phrase.standing is Standing.OFFICE:
                    continue
                if phrase.standing is Standing.ELSEWHERE:
                    elsewhere.add(singular(phrase.text))
                    continue
                if phrase.standing is Standing.EXPLAINED:
                    explained.add(singular(phrase.text))
                    continue
                r = bisect_right(self._reference_starts, e - 1) - 1
                if r >= 0 and self.references[r].end > s:
                    continue
                if (occurrence := self._occurrence(phrase, s, e)) is not None:
                    occurrences.append(occurrence)
        return [o for o in occurrences if singular(o.text) not in elsewhere], explained

    def _occurrence(self, phrase: Phrase, start: int, end: int) -> Occurrence | None:
        """The capitalised *phrase* at ``[start, end)`` as an occurrence; None where defined terms are all of it."""
        index = bisect_right(self._use_starts, end - 1)
        text = self._source.text
        covered: list[str] = []
        built_on = whole = False
        rest = text[start:end]
        while index and self.uses[index - 1].end > start:
            index -= 1
            use = self.uses[index]
            if use.start < start or use.end > end:
                return None
            joint = _OF.search(text, start, use.start) or (
                _DONE.fullmatch(text, use.start, end) and _GAP.search(text, start, use.start)
            )
            if use.end == end and use.start > start and joint:
                end = joint.start()
                rest = rest[: end - start]
                continue
            whole = (use.start, use.end) == (start, end)
            covered = [*text[use.start : use.end].split(), *covered]
            built_on = built_on or (use.end == end and use.term not in self.own_names and "greement" not in use.term)
            rest = rest[: use.start - start] + " " * (use.end - use.start) + rest[use.end - start :]
        if (rest.isspace() or not any(c.isupper() for c in rest)) and (
            whole or self._kin.sibling(" ".join(text[start:end].split())) is None
        ):
            return None
        return Occurrence(
            " ".join(text[start:end].split()),
            start,
            end,
            phrase.lead,
            phrase.opens,
            phrase.joined,
            phrase.acts,
            tuple(covered),
            built_on,
            phrase.promised,
            phrase.specified,
            phrase.governed,
            self._joined_to(start, end) if phrase.joined and not covered else None,
            self.imports_terms(start),
        )

    def _joined_to(self, start: int, end: int) -> str | None:
        """The defined term before ``[start, end)`` to which "and" or "or" joins it, if both end in the same word."""
        index = bisect_left(self._use_starts, start) - 1
        text = self._source.text
        if index < 0 or _JOINT.fullmatch(text, self.uses[index].end, start) is None:
            return None
        use = self.uses[index]
        words, others = text[start:end].split(), text[use.start : use.end].split()
        return use.term if min(len(words), len(others)) > 1 and words[-1] == others[-1] else None

    @lazy
    def _kin(self) -> Kin:
        return Kin(d.term for d in self.definitions)


_BESIDE = 3
"""Definitions behind one among which that of its short form is."""
_LONGEST_WORD = 60
_NEXT_SMALL = re.compile(r"\s+([a-z])([a-z]+)\b")
_DONE = re.compile(r"[A-Z][a-z]+ed")
"""A participle that is a defined term of its own: Technology Controlled by the Seller."""
_GAP = re.compile(r"\s+\Z")
_OF = re.compile(r"\s+(?:of|for)\s+\Z")
_JOINT = re.compile(r",?\s+(?:and|or|&|and/or)\s+")
_SIGNS = re.compile(r"\bBy:|/s/|\bSigned\s+by\b|_{6}")
_LOCAL = re.compile(
    r"\b[Ff]or\s+(?:the\s+)?purposes?\s+of\s+(?:this|the\s+foregoing)\s+[^.;]{0,60}\Z|\b[Tt]hereafter\b[^.;]{0,60}\Z"
)
_ONE_CASE = re.compile(r"\bthen,?\s+(?:the\s+(?:term\s+)?)?[\"“‘']?\Z")
_SAID_ELSEWHERE = re.compile(
    r"[\"”’']{0,2}\s*\)?,?\s*(?:as\s+(?:further\s+|more\s+fully\s+|hereinafter\s+)?defined\b|(?:with\s+respect|in\s+relation)\s+to\b)"
    r"|[\"”’']{0,2},?\s+(?:shall\s+)?means?,?\s+(?:with\s+respect|in\s+relation)\s+to\b"
    r"|\.\s+(?:The|This)\s+term\s+shall\s+have\b"
)
_GOES_ON_FROM = re.compile(r"[\"”’']{0,2},?\s+(?:shall\s+)?(?:means?|refers?\s+to)\s+such\b")
_ABBREVIATION = 6
_WORDS = re.compile(r"\b(?!(?:of|and|the|for|a|an|as)\b)[A-Za-z][\w’']*")
_NAMED_WITHIN = 400
_SAME_WORDS = 5
_OR_ALIAS = re.compile(r"[\"”’']\s*,?\s*or\s+(?:the\s+|an?\s+)?[\"“‘']\Z")
_BRACKET_OPENS = re.compile(r"\s*\((?:[^()]{0,40})\Z")
_PROPER_NAME = re.compile(r"[A-Z][\w.&'’-]*(?:,?[ \t\n]+(?:&[ \t\n]+|of[ \t\n]+|and[ \t\n]+)?[A-Z][\w.&'’-]*)+")
_MEANS_NAME = re.compile(
    rf"\W*(?:shall\s+)?(?:means?|refers?\s+to)[ \t\n]+(?:the[ \t\n]+)?(?P<name>{_PROPER_NAME.pattern})"
)
_SPELT_OUT = re.compile(r"\W*(?:shall\s+)?means?\s+(?:the\s+)?(?P<what>[a-z][^.;]{7,60})[.;]")
_ON_COVER = re.compile(
    r"\b(?:on\s+the\s+(?:cover|first|title|signature)\s+page"
    r"|(?:in|at)\s+the\s+(?:preamble|recitals?|introduct\w+|beginning|first\s+paragraph|opening))\b",
    re.IGNORECASE,
)
_ENTRIES = 3
"""Entries of a list of definitions that explains its terms behind a colon; fewer are labels."""
_OFTEN_USED = 4
_SPOKEN_OF = 2
"""Times that the text speaks of a thing by its label, from which on the label is a term."""
_COVER_SHEET = 3
"""Things that are labelled and spoken of, from which on the labels are those of a cover sheet, and one time is enough."""
_KNOWN_BY = frozenset((Lead.POINTED, Lead.OWN))
_DICTIONARY_BLOCKS = 80
_DICTIONARY = re.compile(
    r"definition|interpretation|glossary|meaning|defined|key terms|terms used|dictionary", re.IGNORECASE
)
_OWN_NAME = re.compile(
    r"\b(?i:this|these)\s+(?:[\w&-]+\s+){0,8}?(?i:agreement|contract|lease|deed|amendment|addendum|terms|licen[sc]e|terms of service)\b"
    r"(?:(?!\b(?i:agreement|contract|lease|between|among)\b)[^.;\"“”]){0,100}[\"“(*_ ]*(?:(?i:the)\s+)?\Z"
    r"|\b(?i:this)\s+[\"“(*_]*\Z|\A[^a-z]{0,60}\b(?:AGREEMENT|CONTRACT|LEASE)\s*\([\"“*_]*\Z"
)
_OF_ANOTHER = re.compile(r"\b(?i:amendment|addendum|supplement|joinder)\b[^\"“]*?\b(?i:to|of)\b")
_MEANS_THIS = re.compile(r"\W*(?:shall\s+)?means?\s+(?:the\s+(?:terms|body|text|provisions)\s+of\s+)?this\s")
_NAMES_DOCUMENT = re.compile(
    r"\b(?i:agreement|contract|lease|deed|amendment|addendum|terms|licen[sc]e|undertaking|letter|policy|plan|order)\b|\A[A-Z]{1,4}A\Z"
)


def _chapter(clause: Clause) -> Clause:
    """The top-level unit that *clause* stands in."""
    while clause.parent is not None:
        clause = clause.parent
    return clause


def _next_small_word(text: str, start: int, end: int) -> str:
    """The word behind *start* if it is in small letters, else nothing."""
    match = _NEXT_SMALL.match(text, start, end)
    return match.group(1) + match.group(2) if match is not None else ""


def _uses_in(block: Reading, matcher: TermMatcher) -> list[tuple[int, int, str]]:
    """Uses that *matcher* finds in a block, kept with the block while the terms stay the same."""
    kept: dict[int, tuple[TermMatcher, list[tuple[int, int, str]]]] = block.__dict__.setdefault("uses", {})
    entry = kept.get(id(matcher))
    if entry is None or entry[0] is not matcher:
        if len(kept) > 3:
            kept.clear()
        entry = kept[id(matcher)] = (matcher, matcher.find(block.text))
    return entry[1]


def _spelled_alike(first: Definition, second: Definition, words: Callable[..., str]) -> bool:
    """Whether both stand behind words whose first letters they are, as an abbreviation that is spelled out twice."""
    term = second.term
    return (
        1 < len(term) <= _ABBREVIATION
        and term.isupper()
        and all(
            "".join(word[0] for word in _WORDS.findall(words(d.start, d.start, before=80))[-len(term) :]).upper()
            == term
            for d in (first, second)
        )
    )


def _explains(definition: Definition, place: int) -> bool:
    """Whether *place* lies in the words that say what the term of *definition* means."""
    behind = definition.end if definition.form in ("parenthetical", "collectively") else definition.text_end
    return definition.text_start <= place < behind


def _names_itself(text: str, definitions: list[Definition], move: Callable[[int], int]) -> set[str]:
    """Terms that the first pages of *text* give to the document itself; *definitions* stand where *move* says."""
    names = set()
    for d in definitions:
        start = move(d.start)
        if start > _HEAD:
            break
        if not _NAMES_DOCUMENT.search(d.term):
            continue
        if d.form == "parenthetical":
            itself = _OWN_NAME.search(text, max(0, start - 220), start)
            if itself is not None and ("mend" in d.term or not _OF_ANOTHER.search(itself.group())):
                names.add(d.term)
        elif d.form == "means" and _MEANS_THIS.match(text, move(d.end)):
            names.add(d.term)
    return names


def _tally(blocks: Iterable[Reading]) -> Votes:
    """The votes of all blocks together."""
    cast = [block.votes for block in blocks if block.votes is not NO_VOTES]
    return Votes(*map(sum, zip(*cast, strict=True))) if cast else NO_VOTES


def _choose(blocks: Iterable[Reading]) -> Convention:
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
    return load("uk" if v.british > v.american else "us")


__all__ = ["Clause", "ClauseKind", "Contract", "Defect", "Reference", "Relation", "Status"]
