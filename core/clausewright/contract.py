"""A Contract: the immutable reading of one version, and every question an editor asks of it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate

from clausewright.blocks import split, split_from
from clausewright.carry import Assembly, Checked, Found, carries, moved_assembly, traits_alike
from clausewright.clauses import Clause, ClauseKind, Defect, TreeBuilder
from clausewright.convention import Convention, load
from clausewright.defining import Blocks, definitions_of
from clausewright.identity import AMENDING_HEAD, HEAD, adopts_clauses, amends, completes, names_itself, own_names
from clausewright.lazy import lazy
from clausewright.parts import HEADINGS, PARAGRAPHS, Part, parts_of
from clausewright.reading import Readers, Reading, readers_for
from clausewright.references import (
    Reference,
    Relation,
    cited_elsewhere,
    cites_foreign_articles,
    cites_paragraphs,
    misplaced,
    references_of,
)
from clausewright.resolver import Resolver, Status
from clausewright.search import OPERATIVE, START, Decision, Search, State
from clausewright.sentences import sentence_ends
from clausewright.shifts import Shift, Shifts, TouchedError, followed, mover
from clausewright.terms import Definition, TermUse, matcher_for, uses_in, variants
from clausewright.text import SourceText
from clausewright.turns import give_way
from clausewright.voting import choose, evidence
from clausewright.wording import Edited, Wording, look_at_all


def _readings(pieces: list[str], readers: Readers, known: Mapping[str, Reading] | None = None) -> list[Reading]:
    """The readings of blocks, some of which may be *known*; blocks of the same text, as page ends are, share one."""
    by_text = dict(known or ())
    for piece in pieces:
        if piece not in by_text:
            by_text[piece] = Reading(piece, readers)
    return [by_text[piece] for piece in pieces]


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
        self.checked: Checked | None = None
        """What they found together, as long as all of it holds."""
        self._carried: tuple[Assembly, list[tuple[Decision, ...]], Shifts] | None = None

    @classmethod
    def parse(cls, text: str, convention: Convention | None = None) -> Contract:
        """Read *text*, under *convention* or the one that its own words speak for. Any text gives a Contract."""
        pieces = split(text)
        first = convention or load("us")
        readers = readers_for(first)
        blocks = _readings(pieces, readers)
        chosen = convention or choose(blocks)
        if chosen is not first:
            readers = readers_for(chosen)
            blocks = _readings(pieces, readers)
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
        shift = Shift(start, end, len(new_text) - (end - start))
        first, last = self._around(start, end)
        pieces, last = self._parted(text, first, last, shift.delta)
        if (moved := self._moved(text, pieces, first, last, shift)) is not None:
            return moved
        readers = readers_for(chosen)
        fresh = _readings(pieces, readers, {block.text: block for block in self._blocks[first:last]})
        blocks = [*self._blocks[:first], *fresh, *self._blocks[last:]]
        if not self._fixed and choose(blocks) is not chosen:
            return Contract.parse(text)
        search = Search(chosen)
        states = self._states[:first]
        state = states[-1] if states else START
        index = first
        fewer = len(self._blocks) - len(blocks)
        while index < len(blocks):
            give_way()
            state = search.step(state, blocks[index])
            states.append(state)
            index += 1
            if index >= first + len(fresh) and state.same(self._states[index - 1 + fewer]):
                states.extend(self._states[index + fewer :])
                break
        return Contract(SourceText(text), chosen, blocks, states, fixed=self._fixed)

    def _around(self, start: int, end: int) -> tuple[int, int]:
        """The blocks, from the first to before the last, that an edit of ``[start, end)`` may part anew.

        Where a line begins a block is decided by it and the line before it, and a long line may be several blocks: so
        all of the lines that are edited and a block on either side of them, in whole lines.
        """
        text, starts, line_of = self._source.text, self.block_starts, self._whole_line
        if start and text[start - 1] == "\r":
            start -= 1  # a line feed put behind it becomes part of its line
        first = line_of(max(0, line_of(bisect_right(starts, start) - 1, -1) - 1), -1)
        last = line_of(min(len(starts), line_of(min(len(starts), bisect_right(starts, end) + 1), 1) + 1), 1)
        return first, last

    def _whole_line(self, index: int, step: int) -> int:
        """The block *index*, or the nearest in the direction of *step* with which a line begins."""
        text, starts = self._source.text, self.block_starts
        while 0 < index < len(starts) and text[starts[index] - 1] not in "\r\n":
            index += step
        return index

    def _parted(self, text: str, first: int, last: int, delta: int) -> tuple[list[str], int]:
        """What the blocks from *first* have become in *text*, to where one begins as it did, and the number of that.

        It is *last* or a later one; *delta* is by how much it has moved.
        """
        starts, pieces = self.block_starts, []
        at = starts[first]
        for piece in split_from(text, at):
            pieces.append(piece)
            at += len(piece)
            while last < len(starts) and starts[last] + delta < at:
                last = self._whole_line(last + 1, 1)
            if last < len(starts) and starts[last] + delta == at:
                return pieces, last
        return pieces, len(starts)

    def _moved(self, text: str, pieces: list[str], first: int, last: int, shift: Shift) -> Contract | None:
        """The Contract of *text* where the edit *shift* only moves what was read, else None.

        *pieces* are what blocks *first* to *last* have become.
        """
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
        starts = self.block_starts
        moved.block_starts = [*starts[: index + 1], *[start + shift.delta for start in starts[index + 1 :]]]
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
            if self.checked is not None and len(moved.found) == len(self.found):
                moved.checked = self.checked.after(shift)
        return moved

    def settle(self) -> None:
        """Put together whatever would otherwise be put together when first asked for."""
        _ = self.clauses, self.references, self.definitions, self.uses
        _ = self._reference_starts, self._use_starts, self.definitions_by_term

    @property
    def is_carried(self) -> bool:
        """Whether all that was assembled for an earlier version holds, at moved places, and still waits to be moved."""
        return self._carried is not None

    def _head_alike(self, moved: Contract, shift: Shift, assembly: Assembly, shifts: Shifts) -> bool:
        """Whether what the first pages say of the whole document, in any wording, is as before."""
        if shift.start < AMENDING_HEAD and (self.amends, self.completes) != (moved.amends, moved.completes):
            return False
        if shift.start > HEAD:
            return True
        try:
            before = names_itself(self._source.text, assembly.definitions, mover(shifts))
            after = names_itself(moved._source.text, assembly.definitions, mover(followed(shifts, shift)))
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

    @property
    def readings(self) -> Sequence[Reading]:
        """The same for who looks only at what ``carry`` compares, and so needs no note of it."""
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
        return evidence(self._blocks, self._convention)

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
    def hidden_spans(self) -> list[tuple[int, int]]:
        """The same as spans of the text."""
        return [(self.block_starts[i], self.block_starts[i] + len(self._blocks[i].text)) for i in self.hidden_blocks]

    @lazy
    def definitions(self) -> list[Definition]:
        """Places that define a term, in text order."""
        if self._assembly is not None:
            return self._assembly.definitions
        return definitions_of(
            Blocks(
                self._blocks,
                self.block_starts,
                [state.context.signed for state in self._states],
                self.hidden_blocks,
                self.page_furniture,
            ),
            self.clause_at,
        )

    @lazy
    def uses(self) -> list[TermUse]:
        """Every use of a defined term, the defining places included, in text order."""
        matcher = matcher_for(tuple(dict.fromkeys(d.term for d in self.definitions)))
        out: list[TermUse] = []
        for start, block in zip(self.block_starts, self._blocks, strict=True):
            out.extend(TermUse(term, start + s, start + e) for s, e, term in uses_in(block, matcher))
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
        return amends(self._source.text)

    @lazy
    def completes(self) -> bool:
        """Whether this is a confirmation or the like, which is part of a standard form and cites its sections."""
        return completes(self._source.text)

    @lazy
    def own_names(self) -> frozenset[str]:
        """Names by which this document calls itself."""
        return own_names(self._source.text, self.definitions)

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
            standard_clauses=adopts_clauses(self._blocks, self.definitions),
            misplaced=misplaced(self.defects),
            cites_paragraphs=cites_paragraphs(self._blocks),
            foreign_articles=cites_foreign_articles(self._blocks),
        )
        return references_of(
            self._blocks,
            self.block_starts,
            self.hidden_blocks,
            resolver,
            self.clause_at,
            {c.start: c.marker_end for c in self.clauses},
            self.definitions_by_term,
        )

    def _defining(self, term: str) -> list[Definition]:
        """The definitions of the term that *term* is a form of."""
        table = self.definitions_by_term
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

    def is_cited(self, start: int, end: int) -> bool:
        """Whether a reference has a character of ``[start, end)``."""
        index = bisect_left(self._reference_starts, end) - 1
        return index >= 0 and self.references[index].end > start

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
    def definitions_by_term(self) -> dict[str, list[Definition]]:
        """Every place that defines each term, in text order."""
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
        return self.definitions_by_term.get(term, [])

    def printed(self, use: TermUse) -> str:
        """A use as it stands in the text."""
        return self.letters(use.start, use.end)

    def letters(self, start: int, end: int) -> str:
        """The text of a use, a phrase or what joins two. An edit that touches it is not carried: it needs no note."""
        return self._source.text[start:end]

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
    def _heading_spans(self) -> list[tuple[int, int]]:
        return [c.heading_span for c in self.clauses if c.heading_span is not None]

    def is_heading(self, offset: int) -> bool:
        """Whether *offset* lies before the end of a heading that begins at or before it."""
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
            and not self.is_heading(offset)
        )

    def uses_over(self, start: int, end: int) -> list[TermUse]:
        """Uses that have a character of ``[start, end)``, in text order."""
        first = last = bisect_left(self._use_starts, end)
        while first and self.uses[first - 1].end > start:
            first -= 1
        return self.uses[first:last]

    def use_before(self, offset: int) -> TermUse | None:
        """The last use that begins before *offset*."""
        index = bisect_left(self._use_starts, offset) - 1
        return self.uses[index] if index >= 0 else None

    def uses_within(self, start: int, end: int) -> list[TermUse]:
        """Uses that begin in ``[start, end)``, in text order."""
        return self.uses[bisect_left(self._use_starts, start) : bisect_left(self._use_starts, end)]

    @property
    def has_numbers(self) -> bool:
        """Whether any clause of the body carries a number."""
        return any(c.kind is not ClauseKind.HEADING and c.kind is not ClauseKind.SIGNATURE for c in self.clauses)

    def definitions_alike(self, term: str) -> list[Definition]:
        """Definitions of *term* and of what is spelled like its singular or plural."""
        spellings = dict.fromkeys((term, *variants(term), *self._terms_by_variant.get(term, ())))
        return [d for form in spellings for d in self.definitions_by_term.get(form, ())]

    @lazy
    def _terms_by_variant(self) -> dict[str, list[str]]:
        table: dict[str, list[str]] = {}
        for term in self.definitions_by_term:
            for form in variants(term):
                table.setdefault(form, []).append(term)
        return table

    def is_signed(self, offset: int) -> bool:
        """Whether *offset* lies behind the signatures, where another paper may begin."""
        return self._states[bisect_right(self.block_starts, offset) - 1].context.signed


__all__ = ["Clause", "ClauseKind", "Contract", "Defect", "Reference", "Relation", "Status"]
