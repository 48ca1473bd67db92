"""The cheapest way through all marker candidates of a text: which are markers, how they read, where they hang.

The state after a block is a short list of hypotheses; each is the stack of open lists and its cost. A hypothesis keeps
no positions, so the search can resume at any block, and stops as soon as its state equals one that was kept.
Costs are whole hundredths, so that equal ways cost exactly the same.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from clausewright.context import A_BODY, STRONG, Context, advance, begins_with_marker, names_a_document
from clausewright.convention import ATTACHMENTS, Convention, Costs
from clausewright.forms import Candidate, Form
from clausewright.reading import Reading
from clausewright.stacks import EMPTY, Level, Levels, Prices, Stack

WIDTH = 16
DEEPEST = 9
"""No list opens below this many open levels: contracts do not go deeper, hostile input would."""
SLACK = 750
"""A hypothesis dearer than the best by more than this is given up."""
_INSERTED = re.compile(r"\d[A-Z]\W*\Z")
"""A number that was put in behind another ("Article 16A", "2A.")."""
_ANNEXED = re.compile(
    r"\s*(?:FORM\s+OF\b|(?:AMENDMENT|ADDENDUM|RIDER|SUPPLEMENT|GUARANTY|GUARANTEE)(?:[ \t]+(?:TO|OF)\b|\W*\Z))"
)
"""How the title of a document begins that others have annexed."""
_NAMED_SCHEDULE = re.compile(r"\W*(?:(?:[A-Z][A-Z&'’-]*[ \t]+){1,6}SCHEDULE|ACKNOWLEDGE?MENT[ \t]+OF\b[^\r\n]*)\W*")
"""Such a title, where it does not stand in an attachment."""
_TERMS = re.compile(r"\W*(?:(?:GENERAL|STANDARD)\s+)?TERMS\s+(?:AND|&)\s+CONDITIONS\W*")
"""The title of the clauses themselves, where a cover and its attachments stand before them."""
_AS_L = frozenset(("(1)", "(I)"))
"""How the letter (l) may have been printed or recognised."""
_PRINTED_ALSO = {"(a)": "a.", "(A)": "A.", "(i)": "i."}
"""The list that a letter in brackets may go on with by a slip: "(d)" for "d."."""
_RECITAL_STYLES = frozenset(("(a)", "(A)", "A.", "a.", "(1)", "(i)", "(I)", "I.", "1)", "A)", "a)"))


class Decision(NamedTuple):
    """What the search decided of one candidate of a block.

    *form* indexes the candidate's forms; it is -1 for a strong candidate that is left out and -2 for a number that only
    repeats the open one before a bracket ("3.5 (b)"); *depth* is the level it
    stands at, *implied* how many levels above it have no printed heading. *defect* is gap, duplicate, out_of_order,
    wrong_parent, late or None, *expected* the ordinal that should stand there. A negative *candidate* is an event:
    OPERATIVE, SIGNATURE, TITLE, RECITALS, PARTIES or HEADING.
    """

    candidate: int
    form: int
    depth: int
    implied: int
    defect: str | None
    expected: int
    recital: bool


OPERATIVE, SIGNATURE, TITLE, RECITALS, PARTIES, HEADING = -1, -2, -3, -4, -5, -6
_Choice = tuple[int, int, int, int, str | None, int, bool]
"""What a Decision holds: most hypotheses come to nothing, and their decisions need not be made."""


class Hypothesis(NamedTuple):
    cost: int
    stack: Stack
    parent: int
    choices: tuple[_Choice, ...]

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple([Decision(*choice) for choice in self.choices])


Trail = tuple["Trail", _Choice] | None
"""The choices of a block in the making, the last one first: hypotheses share what they have in common."""
_Way = tuple[int, Stack, int, Trail]
"""A hypothesis within a block: cost, open lists, which hypothesis before the block it comes from, what it decided."""
_Take = tuple[int, Levels, int, int, str | None, int]
"""A way to take a candidate: cost, lists open then, depth, implied levels, defect, expected ordinal."""
_COST = itemgetter(0)


def _decided(way: _Way, event: int, depth: int, stack: Stack, more: int = 0) -> _Way:
    """*way* with *event* at *depth* behind it, and *stack* open then; it costs *more*."""
    cost, _, parent, trail = way
    return cost + more, stack, parent, (trail, (event, 0, depth, 0, None, 0, False))


def _dearer(way: _Way, more: int) -> _Way:
    cost, stack, parent, trail = way
    return cost + more, stack, parent, trail


class State(NamedTuple):
    """The state after a block."""

    context: Context
    beam: tuple[Hypothesis, ...]

    def same(self, other: State) -> bool:
        """Whether the search goes on alike from both."""
        return self.context == other.context and [(h.cost, h.stack) for h in self.beam] == [
            (h.cost, h.stack) for h in other.beam
        ]


START = State(Context(), (Hypothesis(0, EMPTY, 0, ()),))


class Search:
    """The search under one convention."""

    def __init__(self, convention: Convention) -> None:
        self._lazy_numbers = convention.lazy_numbers
        self.costs = _Hundredths(convention.costs)
        self._prices = Prices(self.costs.close, self.costs.single)

    def step(self, state: State, reading: Reading) -> State:
        """The state after one more block."""
        traits = reading.traits
        context, hidden = advance(state.context, traits, reading)
        begun: list[_Way] = [(h.cost, h.stack, i, None) for i, h in enumerate(state.beam)]
        beam = begun
        if not hidden:
            beam = self._events(beam, state.context, context, reading)
            annexed = context.signed and (names_a_document(reading) or reading.names_company)
            if reading.headline is not None and not annexed and (context.operative or not context.recitals):
                beam = self._headline(beam)
            candidates = reading.candidates
            operative_at = traits.operative if not state.context.operative and context.operative else None
            recitals_at = None if state.context.operative or traits.recitals else reading.recitals_at
            last_end = 0
            cut = state.context.lasts == 2 or (state.context.lasts == 1 and reading.text.lstrip()[:1].islower())
            ends = reading.sentence_ends if len(candidates) > 1 or cut else ()
            if context.amending and not traits.furniture:
                if not (begins_with_marker(reading) and candidates[0].opens_list):
                    context = context._replace(replacing=_depth(beam))
                context = context._replace(amending=False)
            if traits.amending:
                context = context._replace(amending=True)
            replacements = list(reading.replacements)
            led = frozenset(f.style for f in candidates[0].forms) if begins_with_marker(reading) else frozenset()
            for index, candidate in enumerate(candidates):
                if state.context.cut_citation and candidate.place == "block" and candidate.forms[0].path is not None:
                    continue  # the end of a citation that a page break cuts
                if operative_at is not None and operative_at < candidate.start:
                    beam = self._past_recitals(beam, OPERATIVE)
                    operative_at = None
                early = operative_at is not None or not context.operative
                if recitals_at is not None and recitals_at < candidate.start and early:
                    beam = self._past_recitals(beam, RECITALS)
                    context = context._replace(recitals=True)
                    recitals_at = None
                if self._filing_label(candidate, state.context):
                    continue
                ended = (
                    candidate.new_sentence
                    or (last_end == 0 and not (state.context.sentence_open or cut))
                    or bisect_right(ends, last_end) < bisect_right(ends, candidate.start)
                )
                if last_end == 0 and not (ended or state.context.lasts) and _begins_in_sentence(candidate):
                    beam = self._behind_sentence(beam)  # that ended before a page break within the next one
                while replacements and replacements[0] <= candidate.start:
                    context = context._replace(replacing=_depth(beam))
                    del replacements[0]
                if context.replacing:  # text for another document: only what goes on with the own numbering counts
                    if not _goes_on(beam, candidate, context.replacing):
                        continue
                    context = context._replace(replacing=0)
                now = context._replace(operative=False) if operative_at is not None else context
                lead = state.context.lead if index == 0 and candidate.place == "block" else ""
                beam = self._place(beam, index, candidate, now, ended, early, led, lead)
                last_end = candidate.end
            if replacements:
                context = context._replace(replacing=_depth(beam))
            elif context.signed:
                context = context._replace(replacing=0)
            if operative_at is not None:
                beam = self._past_recitals(beam, OPERATIVE)
        if not hidden and reading.headline is not None and reading.headline.alone and traits.capitals:
            context = context._replace(headed=not (context.signed and names_a_document(reading)))
        elif not hidden and begins_with_marker(reading):
            context = context._replace(headed=False)
        if beam is begun:
            return State(context, _idle(state.beam))
        best = min(beam, key=_COST)[0]
        return State(
            context, tuple([Hypothesis(cost - best, stack, i, _choices(trail)) for cost, stack, i, trail in beam])
        )

    def _pruned(self, beam: list[_Way]) -> list[_Way]:
        pool = _Pool(self._prices)
        for cost, stack, parent, trail in beam:
            pool.add(cost, stack.levels, parent, trail, stack)
        return pool.best()

    def _behind_sentence(self, beam: list[_Way]) -> list[_Way]:
        """The ways of *beam*, where a sentence has ended since the last marker."""
        return self._pruned([(cost, stack.behind_sentence(), parent, trail) for cost, stack, parent, trail in beam])

    # -- events ------------------------------------------------------------------------------------------------------

    def _events(self, beam: list[_Way], before: Context, context: Context, reading: Reading) -> list[_Way]:
        traits = reading.traits
        if traits.signature and context.signed:
            out = []
            for h in beam:
                out.append(_decided(h, SIGNATURE, 0, EMPTY))
                levels = h[1].levels
                if levels and not (len(levels) == 1 and levels[0].style == "@title"):
                    # not the end: the numbering goes on behind it
                    out.append(_dearer(h, self.costs.attachment))
            return self._pruned(out)
        if (traits.recitals or traits.parties) and not before.operative:
            return self._past_recitals(beam, RECITALS if traits.recitals else PARTIES)
        if context.signed and not context.numbered and _TERMS.fullmatch(reading.text):
            return self._pruned([_decided(h, PARTIES, 0, EMPTY) for h in beam])  # of a cover that is signed
        if context.signed and names_a_document(reading):
            out = []
            own = not before.attached and _ANNEXED.match(reading.text) is not None
            named = not before.attached and not own and _NAMED_SCHEDULE.fullmatch(reading.text) is not None
            for h in beam:
                levels = h[1].levels
                form = own or (named and (not levels or levels[0].style == "@title"))
                out.append(_dearer(h, form * self.costs.title))
                title = Level("@title", _title_number(levels), single=False)
                out.append(_decided(h, TITLE, 0, Stack((title,), self._prices), (not form) * self.costs.title))
            return self._pruned(out)
        return beam

    def _headline(self, beam: list[_Way]) -> list[_Way]:
        """A heading without a number, which ends lists that are no numbering of clauses; to go on past it costs.

        A flat numbering of clauses goes on past it, and may yet begin again below it.
        """
        out = []
        for h in sorted(beam, key=lambda h: len(h[1].levels) > h[1].base):
            base, levels = h[1].base, h[1].levels
            ended = _decided(h, HEADING, base, Stack(levels[:base], self._prices))
            if not h[1].has_path:
                out.append(ended)
                if len(levels) > base:
                    out.append(_dearer(h, self.costs.start * 3 // 5))
                continue
            out.append(h)
            if levels[base].style == "1." and all(level.path is None for level in levels[base + 1 :]):
                out.append(_dearer(ended, self.costs.title))
        return self._pruned(out)

    def _past_recitals(self, beam: list[_Way], event: int) -> list[_Way]:
        """The ways of *beam* with *event*, which ends the lists that recitals use, for nothing.

        The first clause of a list may hold the recitals ("I. RECITALS"): that its list goes on costs.
        """
        out = []
        for h in beam:
            levels = h[1].levels
            if levels and not _recital_like(levels):
                out.append(h)
                continue
            out.append(_decided(h, event, 0, EMPTY))
            if len(levels) == 1 and levels[0].value == 1 and not levels[0].inline:
                out.append(_dearer(h, self.costs.start))
        return self._pruned(out)

    @staticmethod
    def _filing_label(candidate: Candidate, before: Context) -> bool:
        """Whether an exhibit before the first clause is the label of the filing or a line of contents."""
        if candidate.forms[0].unit not in ATTACHMENTS:
            return False
        filed = candidate.forms[0].unit == "exhibit" and candidate.forms[0].value >= 1000  # "10.17"
        return filed or not (before.started or before.signed)

    # -- one candidate -----------------------------------------------------------------------------------------------

    def _place(
        self,
        beam: list[_Way],
        index: int,
        candidate: Candidate,
        context: Context,
        ended: bool,
        early: bool,
        led: frozenset[str],
        lead: str,
    ) -> list[_Way]:
        """The hypotheses after *candidate*.

        *led* are the styles of the marker that its block begins with, *lead* is what leads in a list just before it.
        """
        evidence = round(candidate.evidence * 100)
        if candidate.place == "block" and not ended and candidate.label.isdigit():
            evidence = min(evidence, 50)  # rather the page's number, and the sentence goes on behind it
        skip, take = max(0, evidence), max(0, -evidence)
        strong = candidate.evidence >= STRONG
        annexed = (
            strong and context.signed and context.numbered == A_BODY and candidate.forms[0].unit not in ATTACHMENTS
        )
        recital = early and context.recitals
        markers = [_Marker.of(candidate, form, self._least_opening(form.value)) for form in candidate.forms]
        pool = _Pool(self._prices)
        for (
            before,
            stack,
            parent,
            trail,
        ) in beam:  # the cheapest first, for what they leave no room to need not be built
            if before > pool.room:
                break
            if ended:
                stack = stack.behind_sentence()
            if before + skip <= pool.room:
                left = (trail, (index, -1, len(stack.levels), 0, None, 0, False)) if strong else trail
                pool.add(before + skip, stack.levels, parent, left, stack)
            if candidate.restates:
                for depth in range(len(stack.levels) - 1, -1, -1):
                    if stack.levels[depth].path == candidate.forms[0].path:
                        again = (index, -2, depth + 1, 0, None, 0, False)
                        pool.add(before + self.costs.restart_new, stack.levels, parent, (trail, again), stack)
                        break
            so_far = before + take + (self.costs.untitled if annexed and not stack.levels else 0)
            for number, marker in enumerate(markers):
                room = pool.room - so_far
                if room < 0:
                    break
                for cost, levels, depth, implied, defect, expected in self._ways(
                    candidate, marker, stack, context, ended, led, lead, room
                ):
                    if candidate.titled or (depth < len(stack.levels) and stack.levels[depth].titled):
                        more, levels = self._in_heading(candidate, stack.levels, levels, depth)
                        cost += more
                    if so_far + cost <= pool.room:
                        choice = (index, number, depth, implied, defect, expected, recital)
                        pool.add(so_far + cost, levels, parent, (trail, choice))
        return pool.best()

    def _in_heading(self, candidate: Candidate, before: Levels, after: Levels, depth: int) -> tuple[int, Levels]:
        """What it costs that *candidate* stands in a Markdown heading of another level than the item *before* it in the
        list at *depth*, and the lists open *after* it with the level of its own."""
        level = after[-1]._replace(titled=candidate.titled)
        goes_on = depth < len(before) and before[depth].style == level.style and before[depth].value < level.value
        return self.costs.late * (goes_on and before[depth].titled != candidate.titled), (*after[:-1], level)

    def _ways(
        self,
        candidate: Candidate,
        marker: _Marker,
        stack: Stack,
        context: Context,
        ended: bool,
        led: frozenset[str],
        lead: str,
        room: int,
    ) -> Iterable[_Take]:
        """Ways to take *candidate* as *marker* on *stack*. Ways that cost more than *room* may be left out."""
        form = marker.form
        if marker.simple:
            if (
                marker.opening > room
                and form.style not in stack.styles
                and not (marker.misprint or stack.carries or (marker.number and len(stack.levels) == stack.base))
            ):
                return ()  # it could only begin a list of its own; so it is of most
            return self._simple(candidate, marker, stack, context, ended, led, lead, room)
        if form.unit in ATTACHMENTS:
            return self._attachment(form, stack.levels)
        if form.style in ("n", "n.A", "A.n"):
            return self._path(form, stack, room)
        if form.style[0] == "m":
            return self._nested(form, stack)
        return self._unit(form, stack, _INSERTED.search(candidate.label) is not None)

    def _opening(self, value: int) -> int:
        """Cost of a list that begins with *value*."""
        return self.costs.start if value <= 1 else self.costs.late + self.costs.late_step * min(value - 1, 12)

    def _least_opening(self, value: int) -> int:
        """The same where what stands before it speaks for it: the first of the list has lost its marker."""
        return self._opening(value) - self.costs.start * (value == 2)

    def _sibling(self, level: Level, value: int) -> tuple[tuple[int, int, str | None, int], ...]:
        """Ways for *value* to follow in *level*: cost, ordinal that the list then stands at, defect, expected."""
        c = self.costs
        step = value - level.value
        if step == 1:
            return ((0, value, None, value),)
        if step == 0:
            return ((c.duplicate, value, "duplicate", value + 1),)
        if step > 1:
            return ((c.gap + c.gap_step * min(step - 1, 12), value, "gap", level.value + 1),)
        return (
            (c.swap + c.gap_step * min(-step, 12), level.value, "out_of_order", level.value + 1),
            (c.back, value, "out_of_order", level.value + 1),
        )

    def _attachment(self, form: Form, levels: Levels) -> Iterator[_Take]:
        cost = self.costs.attachment
        if levels and levels[0].style == "@" + form.style and levels[0].value == form.value:
            cost += self.costs.duplicate
        yield cost, (Level("@" + form.style, form.value, single=False),), 0, 0, None, form.value

    def _unit(self, form: Form, stack: Stack, inserted: bool) -> Iterator[_Take]:
        """Ways for a unit word and its number; *inserted* says that a letter follows the number ("Article 16A")."""
        c = self.costs
        levels, base, shut = stack.levels, stack.base, stack.shut
        for depth in range(len(levels) - 1, base - 1, -1):
            level = levels[depth]
            if level.style == form.style:
                for cost, value, defect, expected in self._sibling(level, form.value):
                    if inserted and defect == "duplicate":
                        cost, defect = 0, None
                    carry = None
                    if depth + 1 < len(levels) and levels[depth + 1].style in (
                        "u:article",
                        "u:section",
                        "u:clause",
                        "1.",
                    ):
                        carry = (levels[depth + 1].style, levels[depth + 1].value)
                    new = Level(form.style, value, (form.value,), single=False, carry=carry)
                    yield cost + shut[depth + 1], (*levels[:depth], new), depth, 0, defect, expected
                return
        depth = base
        while (
            depth < len(levels)
            and (_holds_clauses(levels[depth]) or levels[depth].style == "I.")
            and levels[depth].style != form.style
            and form.unit != "part"
        ):
            if form.unit == "article" and levels[depth].style == "u:article":
                break
            depth += 1
        new = Level(form.style, form.value, (form.value,), single=False)
        closing = shut[depth]
        if (
            depth > base
            and (carry := levels[depth - 1].carry) is not None
            and carry[0] == form.style
            and form.value == carry[1] + 1
        ):
            yield c.child + closing, (*levels[:depth], new), depth, 0, None, form.value
        restart = (
            c.restart_block
            if depth < len(levels) and depth == base and levels[depth].style not in _RECITAL_STYLES
            else 0
        )
        first = form.value <= 1
        cost = c.start if first else c.late + c.late_step * min(form.value - 1, 12)
        yield cost + restart + closing, (*levels[:depth], new), depth, 0, None if first else "late", 1

    def _path(self, form: Form, stack: Stack, room: int) -> Iterator[_Take]:
        c = self.costs
        levels, base, shut = stack.levels, stack.base, stack.shut
        path = form.path
        assert path is not None
        parent = path[:-1]
        for depth in range(len(levels) - 1, base - 1, -1):
            level = levels[depth]
            q = level.path
            if q is None:
                continue
            if shut[depth + 1] > room:
                break
            if len(q) == len(path):
                if q[:-1] == parent:
                    for cost, value, defect, expected in self._sibling(level, form.value):
                        new = Level(form.style, value, (*parent, value), single=False)
                        yield cost + shut[depth + 1], (*levels[:depth], new), depth, 0, defect, expected
                elif level.style == form.style or form.style == "n":
                    expected_path = (*q[:-1], q[-1] + 1)
                    slip = _one_character_off(path, expected_path)
                    cost = c.wrong_parent_slip if slip else c.wrong_parent
                    kept = expected_path if slip or path[-1] == q[-1] + 1 else q
                    new = Level(form.style, kept[-1], kept, single=False)
                    yield (
                        cost + shut[depth + 1],
                        (*levels[:depth], new),
                        depth,
                        0,
                        "wrong_parent",
                        q[-1] + 1,
                    )
            if q == parent and depth < DEEPEST:
                below = levels[depth + 1] if depth + 1 < len(levels) else None
                if below is not None and below.path is not None and len(below.path) == len(path):
                    continue
                first = form.value <= 1
                cost = c.child if first else c.late + c.late_step * min(form.value - 1, 12)
                new = Level(form.style, form.value, path, single=False)
                yield (
                    cost + shut[depth + 1],
                    (*levels[: depth + 1], new),
                    depth + 1,
                    0,
                    None if first else "late",
                    1,
                )
            elif (
                len(q) == len(parent) and q[:-1] != () and q != parent and parent[:-1] == q[:-1] and parent[-1] < q[-1]
            ):
                pass
            elif (
                form.style == "n"
                and len(q) + 1 == len(path)
                and (depth + 1 == len(levels) or levels[depth + 1].path is None)
            ):
                # the first child under a heading carries another parent's number
                slip = _one_character_off(path, (*q, 1))
                new = Level(form.style, 1 if slip else 0, (*q, 1 if slip else 0), single=False)
                cost = (c.wrong_parent_slip if slip else c.wrong_parent) + shut[depth + 1]
                yield cost, (*levels[: depth + 1], new), depth + 1, 0, "wrong_parent", 1
            if len(path) > len(q) and q[:-1] == path[: len(q) - 1]:
                step = path[len(q) - 1] - q[-1]
                missing = len(path) - len(q) - (1 if step == 0 else 0)
                if step >= 0 and missing > 0:
                    at = depth + (1 if step == 0 else 0)
                    first = form.value <= 1
                    cost = c.no_heading * missing + (c.gap + c.gap_step * min(step - 1, 12) if step > 1 else 0)
                    cost += shut[at] + (0 if first else c.late + c.late_step * min(form.value - 1, 12))
                    if cost > room:
                        continue
                    implied = tuple(
                        Level("n" if k > 1 else level.style, path[k - 1], path[:k], single=False)
                        for k in range(len(q) + (1 if step == 0 else 0), len(path))
                    )
                    new = Level(form.style, form.value, path, single=False)
                    if not any(lv.path == implied[0].path for lv in levels[at : at + 1]):
                        yield (
                            cost,
                            (*levels[:at], *implied, new),
                            at + len(implied),
                            len(implied),
                            "gap" if step > 1 else None if first else "late",
                            q[-1] + 1 if step > 1 else 1,
                        )
        fresh = not stack.has_path
        cost = (c.no_heading if fresh else c.reopen) + shut[base]
        if path[0] > 1 and fresh:
            cost += c.late // 2
        if form.value > 1:
            cost += c.late_step * min(form.value - 1, 12)
        if cost > room:
            return
        implied = tuple(
            Level("1." if k == 1 else "n", path[k - 1], path[:k], single=False) for k in range(1, len(path))
        )
        new = Level(form.style, form.value, path, single=False)
        yield (
            cost,
            (*levels[:base], *implied, new),
            base + len(implied),
            len(implied),
            None,
            form.value,
        )

    def _nested(self, form: Form, stack: Stack) -> Iterator[_Take]:
        """An item of a nested Markdown list: its indent says where it stands, and its place may be its number."""
        c = self.costs
        levels, base, shut = stack.levels, stack.base, stack.shut
        level_of = int(form.style[1:])
        for depth in range(len(levels) - 1, base - 1, -1):
            level = levels[depth]
            if level.style == form.style:
                value = level.value + 1 if self._lazy_numbers else form.value
                head = level.path[:-1] if level.path else ()
                for cost, kept, defect, expected in self._sibling(level, value):
                    new = Level(form.style, kept, (*head, kept), single=False)
                    yield cost + shut[depth + 1], (*levels[:depth], new), depth, 0, defect, expected
                return
            if level.style[0] == "m" and int(level.style[1:]) < level_of:
                value = 1 if self._lazy_numbers else form.value
                cost = c.child if value <= 1 else c.late + c.late_step * min(value - 1, 12)
                new = Level(form.style, value, (*(level.path or ()), value), single=False)
                yield (
                    cost + shut[depth + 1],
                    (*levels[: depth + 1], new),
                    depth + 1,
                    0,
                    None if value <= 1 else "late",
                    1,
                )
                return
        value = 1 if self._lazy_numbers else form.value
        cost = c.start if value <= 1 else c.late // 2
        new = Level(form.style, value, (value,), single=False)
        yield cost + shut[base], (*levels[:base], new), base, 0, None if value <= 1 else "late", 1

    def _simple(
        self,
        candidate: Candidate,
        marker: _Marker,
        stack: Stack,
        context: Context,
        ended: bool,
        led: frozenset[str],
        lead: str,
        room: int,
    ) -> Iterator[_Take]:
        c = self.costs
        style, value = marker.form.style, marker.form.value
        number, run_in = marker.number, marker.run_in
        levels, base, shut = stack.levels, stack.base, stack.shut
        styles, size = stack.styles, len(levels)
        # an item of what has just led in a list, and no clause beside it
        is_item = number and lead == "item" and size == base + 1 and not candidate.body_capital
        for depth in range(size - 1, base - 1, -1) if marker.misprint or style in styles else ():
            level = levels[depth]
            if level.style != style:
                if level.style == marker.misprint and value == level.value + 1 and not level.inline:
                    yield (
                        shut[depth + 1] + c.start,
                        (*levels[:depth], level._replace(value=value, single=False)),
                        depth,
                        0,
                        None,
                        value,
                    )
                continue
            extra = shut[depth + 1]
            if level.inline and level.ended:
                extra += c.resume if run_in else c.start // 2
            if run_in and not level.inline and number:
                extra += c.start
            if level.inline and candidate.place == "block" and _awaits(levels[base:depth], style, value):
                extra += c.start
            if is_item and value != level.value + 1:
                extra += c.late
            if (marker.slip and value != level.value + 1) or (marker.bare and not 1 <= value - level.value <= 2):
                continue
            if marker.raised:  # a first one begins a list
                continue
            for cost, kept, defect, expected in self._sibling(level, value):
                if number and defect == "duplicate" and _INSERTED.search(candidate.label):
                    cost, defect = 0, None
                if cost + extra <= room:
                    path = (kept,) if number and level.path is not None else None
                    new = Level(style, kept, path, run_in and level.inline, False)
                    yield cost + extra, (*levels[:depth], new), depth, 0, defect, expected
        if marker.slip:
            return
        in_recitals = context.recitals and not context.operative and base == 0
        recital_list = in_recitals and size > base and _recital_like(levels[base:])
        under_next_title = (
            number and base > 0 and candidate.below_title is not None
        )  # of an attachment that numbers below each
        numbered_level = other_level = None
        opening = c.late if is_item and value > 1 else self._opening(value)
        lost = value == 2 and candidate.place == "block" and style not in styles
        if marker.raised:
            opening += c.restart_block
        deepest = min(size, DEEPEST)
        standing = sum(map(_stands, levels[deepest:])) if size > deepest else 0
        for depth in range(deepest, base - 1, -1):
            closing = shut[depth]
            if closing > room:
                break
            if depth < deepest:
                standing += _stands(levels[depth])
            carry = levels[depth - 1].carry if depth else None
            goes_on = carry is not None and carry == (style, value - 1)
            first = value <= 1 or goes_on
            begins = depth == base and number and size == base
            cost = opening + c.shallow * (size - depth if candidate.place != "block" else standing)
            if lost and depth and levels[depth - 1].path is not None:
                cost -= c.start  # the words of the section are the first, which has lost its marker
            if cost + closing > room and not (goes_on or begins):
                continue
            above = levels[:depth]
            if style in styles[:depth]:
                alike = [level for level in above if level.style == style]
                # an enumeration in the sentence of a paragraph that is lettered alike, or of one further up
                apart = run_in and first and not any(level.inline for level in alike)
                apart = apart and (above[-1].style != style or style in led)
                below = number and first and not marker.bare and _is_below_dotted(above, alike)
                cost += 0 if apart or is_item else c.start // 2 if below else c.inside_itself * len(alike)
                if candidate.place == "block" and ended and lead != "item" and above[-1].style == style and not number:
                    cost += c.start  # nothing leads it in
            if candidate.in_main_clause and depth > base and above[-1].inline:
                cost += c.restart_sentence
            if number and candidate.heading is not None and depth > base and above[-1].inline and above[-1].ended:
                cost += c.late  # a section, and nothing below an item of a sentence
            if depth < size:
                closed = levels[depth]
                if candidate.place == "block" and depth > base and above[-1].inline and above[-1].ended:
                    cost += c.start // 2  # a paragraph rather goes on with the clause than with its sentence
                if lead == "item" and not (number or closed.inline):
                    cost += c.start
                if closed.style == style:
                    if run_in or closed.inline:
                        cost += c.restart_new if (ended or candidate.after == "colon") else c.restart_sentence
                    elif lead == "paragraph" and first and not (number and depth == base):
                        cost += c.restart_new - c.shallow * standing
                    elif depth == base and first and (recital_list or under_next_title or (number and context.headed)):
                        cost += c.restart_new
                    elif depth == base and context.signed:
                        cost += c.restart_block
                    else:
                        cost += c.restart_block + (c.start if depth == base else 0)
                elif (depth == base and not (closed.style in _RECITAL_STYLES and number)) or closed.path is not None:
                    cost += c.restart_block
            elif depth:
                top = levels[-1]
                if top.inline and top.ended:
                    cost += c.restart_sentence
                if top.inline and not run_in:
                    cost += c.restart_sentence
                if number and candidate.place != "inline" and top.path is not None and len(top.path) >= 2:
                    cost += c.start
            if (
                number
                and depth > base
                and (recital_list or under_next_title or (context.headed and candidate.place == "block"))
            ):
                cost += c.start * (2 if recital_list and candidate.heading is not None else 1)
            if (
                candidate.titled
                and depth > base
                and not (_holds_clauses(above[-1]) or above[-1].style in ("1.", "I.", "A."))
            ):
                cost += c.gap
            if begins and not first:
                cost = c.late // 2
            if run_in and depth == base and not number and size == base:
                cost += c.start // 2
            if goes_on:
                cost = c.child
            cost += closing
            if cost > room:
                continue
            numbered = (
                number
                and (depth == base or _holds_clauses(levels[depth - 1]))
                and (not in_recitals or (depth == base and recital_list) or candidate.heading is not None)
            )
            if numbered:
                new = numbered_level = numbered_level or Level(style, value, (value,), run_in)
            else:
                new = other_level = other_level or Level(style, value, None, run_in)
            yield cost, (*above, new), depth, 0, None if first else "late", 1


def _is_below_dotted(levels: Levels, alike: list[Level]) -> bool:
    """Whether *levels* are letters below dotted numbers ("6.5 A."), where whole numbers are another list than *alike*,
    the clauses."""
    dotted = any(level.path is not None and len(level.path) > 1 for level in levels)
    return dotted and levels[-1].path is None and all(level.path is not None for level in alike)


def _holds_clauses(level: Level) -> bool:
    """Whether the numbered clauses of a document stand in the units of this list: its parts or articles."""
    return level.style == "u:article" or level.style.startswith("u:part")


def _stands(level: Level) -> bool:
    """Whether *level* is no list of a sentence that has ended."""
    return not (level.inline and level.ended)


def _awaits(levels: Levels, style: str, value: int) -> bool:
    """Whether a list of paragraphs among *levels* goes on with *value*."""
    return any(level.style == style and not level.inline and level.value == value - 1 for level in levels)


def _recital_like(levels: Levels) -> bool:
    """Whether the outermost open list is one that recitals use."""
    return levels[0].style in _RECITAL_STYLES or (levels[0].style == "1." and levels[0].path is None)


class _Hundredths:
    """The costs of a convention as whole hundredths."""

    def __init__(self, costs: Costs) -> None:
        self.close = round(costs.close * 100)
        self.child = round(costs.child * 100)
        self.shallow = round(costs.shallow * 100)
        self.start = round(costs.start * 100)
        self.single = round(costs.single * 100)
        self.restart_sentence = round(costs.restart_sentence * 100)
        self.restart_new = round(costs.restart_new * 100)
        self.restart_block = round(costs.restart_block * 100)
        self.inside_itself = round(costs.inside_itself * 100)
        self.no_heading = round(costs.no_heading * 100)
        self.duplicate = round(costs.duplicate * 100)
        self.gap = round(costs.gap * 100)
        self.gap_step = round(costs.gap_step * 100)
        self.swap = round(costs.swap * 100)
        self.resume = round(costs.resume * 100)
        self.late = round(costs.late * 100)
        self.late_step = round(costs.late_step * 100)
        self.back = round(costs.back * 100)
        self.wrong_parent = round(costs.wrong_parent * 100)
        self.wrong_parent_slip = round(costs.wrong_parent_slip * 100)
        self.reopen = round(costs.reopen * 100)
        self.attachment = round(costs.attachment * 100)
        self.title = round(costs.title * 100)
        self.untitled = self.title + 20
        """A numbering behind the signatures that belongs to no document there: a little more than to take a title."""


def _one_character_off(path: Sequence[int], expected: Sequence[int]) -> bool:
    a, b = ".".join(map(str, path)), ".".join(map(str, expected))
    if a == b:
        return False
    if len(a) == len(b):
        return sum(x != y for x, y in zip(a, b, strict=True)) == 1
    short, long = sorted((a, b), key=len)
    return len(long) == len(short) + 1 and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))


class _Pool:
    """The cheapest hypothesis for each stack; *room* is the cost above which another one would not be kept."""

    __slots__ = ("_costs", "_kept", "_prices", "room")

    def __init__(self, prices: Prices) -> None:
        self._prices = prices
        self._kept: dict[Levels, tuple[int, Levels, Stack | None, int, Trail]] = {}
        self._costs: list[int] = []
        self.room = sys.maxsize

    def add(self, cost: int, levels: Levels, parent: int, trail: Trail, stack: Stack | None = None) -> None:
        """Take in a hypothesis with the open lists *levels*, which are those of *stack* where there is one already."""
        costs = self._costs
        way = (cost, levels, stack, parent, trail)
        other = self._kept.setdefault(levels, way)
        if other is not way:
            if cost >= other[0]:
                return
            del costs[bisect_left(costs, other[0])]
            self._kept[levels] = way
        insort(costs, cost)
        self.room = costs[0] + SLACK
        if len(costs) >= WIDTH and costs[WIDTH - 1] < self.room:
            self.room = costs[WIDTH - 1]

    def best(self) -> list[_Way]:
        """The hypotheses that are kept, the cheapest first."""
        room, prices = self.room, self._prices
        return [
            (cost, stack or Stack(levels, prices), parent, trail)
            for cost, levels, stack, parent, trail in sorted(self._kept.values(), key=_COST)[:WIDTH]
            if cost <= room
        ]


def _idle(beam: tuple[Hypothesis, ...]) -> tuple[Hypothesis, ...]:
    """The *beam* behind a block that decides nothing; blocks that do so one after the other share it."""
    if all(not h.choices and h.parent == i for i, h in enumerate(beam)):
        return beam
    return tuple([Hypothesis(h.cost, h.stack, i, ()) for i, h in enumerate(beam)])


def _choices(trail: Trail) -> tuple[_Choice, ...]:
    """The choices of *trail*, in order."""
    out = []
    while trail is not None:
        trail, choice = trail
        out.append(choice)
    out.reverse()
    return tuple(out)


class _Marker(NamedTuple):
    """One way to read a candidate, with what matters of it whatever lists are open.

    *simple* says that it is a letter, a numeral or a number of one list, *number* that it is one of a top-level list;
    *bare* that no stop follows it, *slip* that its brackets are not those of the list, which it may go on with, but not
    begin; *run_in* that it stands in a sentence, *raised* that it is the first of small letters, printed as a capital.
    *misprint* is the style that it may have been meant for, *opening* what it costs at least to begin a list with it.
    """

    form: Form
    simple: bool
    number: bool = False
    bare: bool = False
    slip: bool = False
    run_in: bool = False
    misprint: str | None = None
    opening: int = 0
    raised: bool = False

    @classmethod
    def of(cls, candidate: Candidate, form: Form, opening: int) -> _Marker:
        style, label = form.style, candidate.label
        if form.unit or style in ("n", "n.A", "A.n") or style[0] == "m":
            return cls(form, False)
        number = style == "1."
        run_in = (
            candidate.place == "inline"
            and candidate.evidence < 4.2
            and not (candidate.after == "stop" and candidate.body_capital)
            and not number
        )
        # "b)" for "(b)" and "(1)" for "(l)"
        slip = style[0] == "(" and (label[0] != "(" or (style == "(a)" and label in _AS_L))
        # a bare number is as soon a quantity
        misprint = _PRINTED_ALSO.get(style) if candidate.place != "inline" and form.value > 1 else None
        raised = form.value == 1 and style in ("(a)", "(i)") and label[1].isupper()
        return cls(form, True, number, number and label[-1].isdigit(), slip, run_in, misprint, opening, raised)


def _begins_in_sentence(candidate: Candidate) -> bool:
    """Whether *candidate* may be the first of an enumeration within a sentence."""
    return candidate.place == "inline" and candidate.opens_list


def _depth(beam: list[_Way]) -> int:
    """How many lists are open in the best hypothesis."""
    return len(min(beam, key=_COST)[1].levels)


def _goes_on(beam: list[_Way], candidate: Candidate, depth: int) -> bool:
    """Whether *candidate* is the next of one of the outer *depth* lists of the best hypothesis, a first "2.1" in 2,
    or a new attachment."""
    if candidate.forms[0].unit in ATTACHMENTS and candidate.place == "block":
        return True
    outer = min(beam, key=_COST)[1].levels[:depth]
    for form in candidate.forms:
        for level in outer:
            head = form.path[:-1] if form.path else ()
            if form.style == level.style and form.value == level.value + 1 and head == (level.path or (0,))[:-1]:
                return True
        path = form.path or ()
        if form.value == 1 and len(path) > 1 and outer and outer[-1].path == path[:-1]:
            return True
    return False


def _title_number(levels: Levels) -> int:
    """Which document that is annexed under a title alone begins behind *levels*."""
    return levels[0].value + 1 if levels and levels[0].style == "@title" else 1
