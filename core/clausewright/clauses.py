"""The clause tree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from clausewright.convention import ATTACHMENTS
from clausewright.enumerations import slips_in
from clausewright.forms import Candidate, Form
from clausewright.markers import MISREAD_L, MISREAD_O, MISREAD_ONE, TO_DOCUMENT
from clausewright.numerals import ORDINAL_WORDS, from_roman, like, ordinal_of, to_letters, to_roman
from clausewright.reading import RECITALS_AT_END, Reading
from clausewright.search import HEADING, OPERATIVE, RECITALS, SIGNATURE, TITLE, Decision


class ClauseKind(StrEnum):
    ARTICLE = "article"
    SECTION = "section"
    CLAUSE = "clause"
    SUBCLAUSE = "subclause"
    ITEM = "item"
    RECITAL = "recital"
    SCHEDULE = "schedule"
    EXHIBIT = "exhibit"
    ANNEX = "annex"
    HEADING = "heading"
    SIGNATURE = "signature"


ATTACHMENT_KINDS = frozenset((ClauseKind.SCHEDULE, ClauseKind.EXHIBIT, ClauseKind.ANNEX))


@dataclass(eq=False, slots=True)
class Clause:
    """A numbered or titled unit. Offsets are code points, half-open; compare clauses by identity.

    *number* is the citation form (``11.2(a)(i)``), *marker* what is printed (``(i)``), ``[start, marker_end)`` the
    marker, ``[start, end)`` the clause with its sub-clauses, ``[body_start, own_end)`` its own text up to the first
    sub-clause. *heading* is the heading's text with white space collapsed, at ``heading_span``.
    """

    number: str
    marker: str
    start: int
    marker_end: int
    end: int
    own_end: int
    kind: ClauseKind
    heading: str | None = None
    heading_span: tuple[int, int] | None = None
    parent: Clause | None = None
    children: list[Clause] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """0 for a top-level unit."""
        return 0 if self.parent is None else self.parent.depth + 1


def root_of(clause: Clause | None) -> Clause | None:
    """The schedule, exhibit or annex that a clause lies in (itself included), or None for the body."""
    while clause is not None and clause.parent is not None:
        clause = clause.parent
    return clause if clause is not None and clause.kind in ATTACHMENT_KINDS else None


@dataclass(frozen=True, slots=True)
class Defect:
    """What the cheapest reading of the numbering still has to pay for.

    *kind* is gap, duplicate, out_of_order, wrong_parent, late or dropped (a strong marker that fits no list). *clause*
    carries the marker, *before* the sibling before it, *expected* the number or marker that should stand there and, in
    a gap of several (*missing* of them), *last* the one at its end.
    """

    kind: str
    start: int
    end: int
    marker: str
    clause: Clause | None
    before: Clause | None
    expected: str
    last: str = ""
    missing: int = 1


_STEPS = frozenset(("gap", "duplicate", "out_of_order"))
_SENTENCE = 12
"""Words of a sentence that is no part of a list, at least."""
_WEIGHTY = 2.0
"""A marker with at least this evidence counts as printed, though the tree may have no place for it."""
_ROOT_NAMES = {
    "whereas": "Recitals",
    "witnesseth": "Recitals",
    "recital": "Recitals",
    "between": "Parties",
    "by and between": "Parties",
    "among": "Parties",
}


_ANCHOR = re.compile(r"\s*\{#[^{}\s]{1,80}\}\s*\Z")
"""The name that Markdown gives a heading to be linked by: ``Orders {#orders}``."""


def _clean(text: str) -> str:
    return re.sub(r"\s+", " ", _ANCHOR.sub("", text)).strip(' *_#"“”')


class _Open:
    """An open level while the tree is built."""

    __slots__ = ("clause", "last", "path", "style")

    def __init__(self, clause: Clause | None, style: str, path: tuple[int, ...] | None) -> None:
        self.clause, self.style, self.path = clause, style, path
        self.last: dict[str, Clause] = {}


_TITLE_RUN_IN = re.compile(
    r"\s*(?P<title>[A-Z][A-Z&'’,;/()-]{2,30}+"
    r"(?:[ ]{1,2}(?!(?:SHALL|HEREBY|IS|ARE|WILL|MAY)\b)[A-Z&][A-Z&'’,;/()-]{0,30}+){0,11})"
    r"(?:[ ]{3,60}(?=[A-Z\[*])|[ ]{1,3}(?=\d{1,3}\.\d|[\"“]|A[ ][a-z]"
    r"|(?:Section|SECTION|The|This|These|In|All|Any|Each|For|To|As|If|It|We|You|Your|Such)\s))"
)
"""The title of an article or an attachment in capitals, before what stands below it on the same line."""
_SAYS_NOTHING = re.compile(r"\W*(?:none|n/a|not applicable|reserved)\W*", re.IGNORECASE)
"""What stands in an attachment that is left empty."""
_LONG_NAME = 6
"""Words, from which on the name of a document is not cited in full."""
_LOWER_IN_TITLES = frozenset("a an the of and or to in for by on with from at as into upon under per".split())


def _in_title_case(title: str) -> str:
    """A title that is printed in capitals, as it would be written otherwise."""
    words = [w if any(c.islower() for c in w) else w.capitalize() for w in title.split()]
    return " ".join(w.lower() if i and w.lower() in _LOWER_IN_TITLES else w for i, w in enumerate(words))


def _short_name(title: str) -> str:
    """What a document is called by that is annexed under a long *title*: "Form of Notice of Release of Capacity" is
    its "Form of Notice"."""
    words = _in_title_case(title).split()
    if len(words) > _LONG_NAME:
        least = 3 if words[:2] == ["Form", "of"] else 1
        words = words[: next((i for i, word in enumerate(words) if i >= least and word in _LOWER_IN_TITLES), None)]
    return " ".join(words)


class TreeBuilder:
    """Builds clauses from decisions, block by block in text order."""

    def __init__(self, kinds: Mapping[str, str], *, by_position: bool = False, operative: bool = True) -> None:
        self._operative = operative
        self.kinds = kinds
        self._by_position = by_position
        self.clauses: list[Clause] = []
        self.defects: list[Defect] = []
        self._open: list[_Open] = []
        self._root_heading: Clause | None = None
        self._titleless: Clause | None = None
        self._recitals = False
        self._repeated: int | None = None
        self._passed: tuple[int, Candidate] | None = None
        self._ordinals: dict[int, int] = {}
        self._swapped: tuple[Defect, int] | None = None
        self._top = _Open(None, "", None)
        self._heading: Clause | None = None
        self._heading_above: Clause | None = None
        self._heading_root: Clause | None = None
        self._paragraphs = 0
        self._limbs: dict[int, Clause] = {}
        self._runs: dict[int, list[tuple[Clause, str, int]]] = {}
        self._ended = True
        self._parties_next = False

    def paragraph(self, start: int, reading: Reading) -> None:
        """Take in a paragraph of a document that has neither numbers nor headings, as a unit of its own."""
        self._paragraphs += 1
        first = re.search(r"\S+", reading.text)
        assert first is not None
        end = min(first.end(), *(c.start for c in reading.candidates if c.start > first.start()), len(reading.text))
        marker = reading.text[first.start() : end]
        at, end = start + first.start(), start + end
        clause = Clause(f"Paragraph {self._paragraphs}", marker, at, end, end, end, ClauseKind.HEADING)
        self.clauses.append(clause)
        self._heading, self._heading_above = clause, None

    def _headline(self, start: int, reading: Reading) -> None:
        """Take in a heading without a number as a unit."""
        headline = reading.headline
        assert headline is not None
        title = _clean(reading.text[headline.start : headline.end])
        root = self._open[0].clause if self._open and self._open[0].style[0] in "@u" else None
        above = self._heading_above if title.isupper() and not headline.alone else None
        if above is not None and self._heading_root is not root:
            above = None
        name = _in_title_case(title) if title.isupper() else title
        name = name if above is not None or root is None else f"{root.number}, {name}"
        at, end = start + headline.start, start + headline.end
        clause = Clause(name, reading.text[headline.start : headline.end], at, end, end, end, ClauseKind.HEADING)
        clause.heading, clause.heading_span, clause.parent = title, (at, end), above or root
        if clause.parent is not None:
            clause.parent.children.append(clause)
        self.clauses.append(clause)
        self._heading, self._heading_root = clause, root
        if headline.alone:
            self._heading_above = clause if title.isupper() else None

    def block(
        self, start: int, reading: Reading, decisions: Sequence[Decision], recitals: bool, *, headed: bool = False
    ) -> None:
        """Take in one block that begins at offset *start*; *recitals* says that the operative words come later.

        *headed* says that headings without numbers divide the part that the block stands in.
        """
        self._recitals = recitals or any(d.candidate == OPERATIVE for d in decisions)
        if not self._operative:
            self._recitals = self._root_heading is not None
        text, traits = reading.text, reading.traits
        if self._titleless is not None and text.strip() and not traits.page_number:
            owner, self._titleless = self._titleless, None
            if (
                traits.title
                and not traits.furniture
                and not _SAYS_NOTHING.fullmatch(text)
                and not any(d.candidate >= 0 and d.form >= 0 for d in decisions)
                and not any(d.candidate == SIGNATURE for d in decisions)
            ):
                first = next(line for line in text.splitlines(keepends=False) if line.strip())
                offset = start + text.index(first)
                lead = len(first) - len(first.lstrip(" \t*_#"))
                span = (offset + lead, offset + len(first.rstrip(" \t*_#.")))
                owner.heading, owner.heading_span = _clean(first.strip(" \t*_#.")), span
            elif (
                (owner.kind is ClauseKind.ARTICLE or owner.parent is None)
                and not reading.names_company
                and (title := _TITLE_RUN_IN.match(text)) is not None
            ):
                owner.heading = _clean(title.group("title"))
                owner.heading_span = (start + title.start("title"), start + title.end("title"))
        if headed and not any(d.candidate == HEADING for d in decisions):  # a list goes on past it in the search
            self._truncate(0)
            self._headline(start, reading)
        if (
            self._root_heading is not None
            and self._root_heading.number == "Parties"
            and not decisions
            and traits.verbal
            and traits.ends_sentence
            and traits.words > _SENTENCE
        ):
            self._root_heading = None  # the parties are named in a sentence, and no list of them follows
        known = len(self.defects)
        passed = 0
        for decision in decisions:
            if decision.candidate >= 0:
                self._pass_over(start, reading.candidates[passed : decision.candidate])
                passed = decision.candidate + 1
                self._candidate(start, reading, decision)
            elif decision.candidate == OPERATIVE:
                self._root_heading = None
                self._recitals = recitals
                self._truncate(0)
            elif decision.candidate == HEADING:
                self._truncate(decision.depth)
                if headed:
                    self._headline(start, reading)
            else:
                self._event(start, reading, decision)
        self._pass_over(start, reading.candidates[passed:])
        if not traits.furniture and text.strip():
            self._ended = traits.ends_sentence
            self._parties_next = not self.clauses and reading.parties_at == len(text)
        self._slips(start, reading, decisions, self.defects[known:])

    def _pass_over(self, start: int, candidates: Sequence[Candidate]) -> None:
        """Remember the last marker of weight that the tree has no place for."""
        for candidate in candidates:
            if candidate.evidence >= _WEIGHTY:
                self._passed = (start, candidate)

    def _slips(self, start: int, reading: Reading, decisions: Sequence[Decision], told: Sequence[Defect]) -> None:
        """What is wrong with the enumerations within the block's sentences and is not *told* by the tree."""
        for slip in slips_in(reading):
            candidate = reading.candidates[slip.candidate]
            first, last = start + reading.candidates[slip.before].start, start + candidate.start
            if any(first <= defect.start <= last for defect in told):
                continue
            near = {c.start: c for c in self.clauses[-len(decisions) :]} if decisions else {}
            alone = slip.before == slip.candidate
            if alone and last in near:
                continue  # its list began before the block
            decision = Decision(slip.candidate, 0, 0, 0, slip.kind, slip.expected, False)
            expected = self._expected(slip.form, candidate, None, decision, None)
            for defect in told:
                if defect.kind == "gap" and defect.start > last and defect.expected == expected:
                    self.defects.remove(defect)  # the number that is printed twice is the one that seems missing
            label = candidate.label.strip()
            before = None if alone else near.get(first)
            self.defects.append(Defect(slip.kind, last, start + candidate.end, label, near.get(last), before, expected))

    def _event(self, start: int, reading: Reading, decision: Decision) -> None:
        event = decision.candidate
        text = reading.text
        lead = len(text) - len(text.lstrip(" \t\r\n*_#>"))
        if event == RECITALS:
            lead = lead if reading.recitals_at is None else reading.recitals_at
            if re.match(r"WHEREAS[,:]? \S", text[lead : lead + 10]):  # it only begins the sentence
                return
        if event == RECITALS and reading.recitals_at is not None:
            found = RECITALS_AT_END.match(text, lead)
            assert found is not None
            text = text[: found.end("title")]
        line = text[lead:].splitlines()[0] if text[lead:] else ""
        line = re.sub(r"[\s:]*-{3,}.*", "", line)
        title = _clean(line.rstrip(" \t*_#:.,"))
        if event == SIGNATURE:
            kind, number, marker = ClauseKind.SIGNATURE, "Signature", " ".join(title.split()[:3])
            match = re.match(r"\W*(\w+(?:\W+\w+){0,2})", line)
            end = lead + (match.end(1) if match else len(line))
            marker = text[lead:end]
        elif event == TITLE:
            kind, number, marker, end = ClauseKind.ANNEX, self._named(title), line.rstrip(), lead + len(line.rstrip())
        else:
            spaced = " " in title and len(title.split()[0]) == 1
            name = title.replace(" ", "") if spaced else title
            if (
                len(line) > 60
                or len(name.split()) > 5
                or (line.rstrip().endswith(",") and text[lead + len(line) :].strip())
            ):
                return  # what the first of the recitals begins with
            kind, number = ClauseKind.HEADING, _ROOT_NAMES.get(name.lower(), name.capitalize())
            marker, end = line.rstrip(), lead + len(line.rstrip())
        clause = Clause(number, marker, start + lead, start + end, start + end, start + end, kind)
        if kind is not ClauseKind.SIGNATURE:
            clause.heading, clause.heading_span = title, (start + lead, start + lead + len(line.rstrip(" \t*_#:.")))
        self._truncate(decision.depth)
        if decision.depth == 0:
            self._top.last.clear()
        self.clauses.append(clause)
        if kind is ClauseKind.HEADING:
            self._root_heading = clause
        elif kind is ClauseKind.ANNEX:
            self._open = [_Open(clause, "@title", None)]
            self._root_heading = None
        else:
            self._root_heading = None

    def _named(self, title: str) -> str:
        """What the document that is annexed under *title* is called by; in full where another one is called so too."""
        name = _short_name(title)
        if any(clause.kind is ClauseKind.ANNEX and clause.number == name for clause in self.clauses):
            name = _in_title_case(title)
        return name

    def _truncate(self, depth: int) -> None:
        del self._open[depth:]

    def _candidate(self, start: int, reading: Reading, decision: Decision) -> None:
        candidate = reading.candidates[decision.candidate]
        if decision.form == -2:
            self._repeated = start + candidate.start
            return
        if decision.form < 0:
            self._passed = (start, candidate)
            if candidate.forms[0].style in ("n", "1.") and candidate.place != "inline":
                self.defects.append(
                    Defect("dropped", start + candidate.start, start + candidate.end, candidate.label, None, None, "")
                )
            return
        form = candidate.forms[decision.form]
        above = decision.depth - decision.implied
        carried = self._top.last if above == 0 else (self._open[above - 1].last if 0 < above <= len(self._open) else {})
        self._truncate(above)
        base = self._open[-1].path if self._open else None
        for k in range(decision.implied):
            path = form.path[: len(form.path) - decision.implied + k] if form.path else base
            self._open.append(_Open(None, "n", path))
        parent = next((o.clause for o in reversed(self._open) if o.clause is not None), None)
        root = form.unit in ATTACHMENTS
        if root:
            parent = None
            self._root_heading = None
        if parent is None and self._root_heading is not None and not root:
            if (
                not self._recitals
                or form.unit
                or form.style == "n"
                or (form.style == "1." and (self._root_heading.number == "Parties" or not self._operative))
            ):
                self._root_heading = None
            parent = self._root_heading
        if root:
            self._heading = self._heading_above = self._heading_root = None
        elif self._heading is not None and (parent is None or parent is self._heading_root):
            parent = self._heading
        carried_over = carried.get(form.style)
        before = carried_over if not decision.implied else None
        if parent is not None and id(parent) in self._limbs:
            inline = candidate.place == "inline"
            if before.parent is parent.parent if before else inline and self._is_flush(start, reading, parent):
                parent = parent.parent
        number = self._number(form, candidate, parent, decision, before)
        kind = self._kind(form, candidate, parent, decision)
        if parent is None and candidate.label[0] == "(" and self._is_party(reading, candidate, before):
            number, kind = f"Parties {candidate.label.rstrip(' .')}", ClauseKind.ITEM
        marker_start, marker_end = start + candidate.start, start + candidate.end
        if self._repeated is not None:
            if 0 < marker_start - self._repeated <= 12:
                marker_start = self._repeated
            self._repeated = None
        clause = Clause(
            number,
            reading.text[marker_start - start : candidate.end].strip(),
            marker_start,
            marker_end,
            marker_end,
            marker_end,
            kind,
            parent=parent,
        )
        if candidate.heading is not None and not number.startswith("Parties ("):
            hs, he = candidate.heading
            clause.heading, clause.heading_span = _clean(reading.text[hs:he]), (start + hs, start + he)
        elif not reading.text[candidate.end :].strip(" \t\r\n*_.:#-–—") or (
            root and TO_DOCUMENT.fullmatch(reading.text.rstrip(), candidate.end)
        ):
            self._titleless = clause
        if parent is not None:
            parent.children.append(clause)
        self.clauses.append(clause)
        if candidate.below_title is not None and form.style == "1." and form.value == 1 and parent is root_of(parent):
            at, end = candidate.below_title
            self._runs.setdefault(id(parent), []).append((clause, reading.text[at:end], start + at))
        if kind is ClauseKind.SUBCLAUSE and not candidate.body_capital and not candidate.empty:
            self._limbs[id(clause)] = clause
        self._open.append(_Open(clause, form.style, form.path))
        carried[form.style] = clause
        self._ordinals[id(clause)] = form.value
        chosen, decision = decision, self._weighed(form, candidate, decision, before)
        swapped = chosen.defect is None and decision.defect == "out_of_order"
        self._passed = None
        if decision.implied == 1 and decision.defect is None and carried_over is not None:
            self._unprinted(form.path or (), clause, carried_over)
        if decision.defect is not None and not (before is not None and _in_columns(start, reading, candidate, before)):
            expected = self._expected(form, candidate, parent, decision, before)
            defect = Defect(decision.defect, marker_start, marker_end, clause.marker, clause, before, expected)
            ordinal = form.value if not (decision.implied and form.path) else form.path[-decision.implied - 1]
            if decision.defect == "gap" and (missing := ordinal - decision.expected) > 1:
                last = self._expected(form, candidate, parent, decision._replace(expected=ordinal - 1), before)
                defect = replace(defect, last=last, missing=missing)
            self.defects.append(defect)
            if swapped:
                self._swapped = (defect, form.value + 1)

    def _unprinted(self, path: tuple[int, ...], clause: Clause, beside: Clause) -> None:
        """Note that a *clause* with *path* begins a list whose parent is not printed here, *beside* being printed."""
        if len(path) < 3:
            return  # "2.1" below a heading without a number
        last = self._ordinals[id(beside)]
        outer = ".".join(map(str, path[:-2]))
        if path[-2] > last:
            kind, expected = "gap", f"{outer}.{path[-2]}"
        else:
            kind, expected = "wrong_parent", f"{outer}.{last}.1"
        self.defects.append(Defect(kind, clause.start, clause.marker_end, clause.marker, clause, beside, expected))

    def _is_party(self, reading: Reading, candidate: Candidate, before: Clause | None) -> bool:
        """Whether a letter at the head of a paper numbers a party, *before* being the one before it in its list."""
        if before is not None or self.clauses:
            return before is not None and before.number.startswith("Parties (")
        return self._parties_next if candidate.place == "block" else reading.parties_at == candidate.start

    def _is_flush(self, start: int, reading: Reading, limb: Clause) -> bool:
        """Whether a block that begins at *start* is a paragraph of its own behind the last *limb* of a sentence: it
        belongs to the clause that the sentence is of."""
        return (
            limb.parent is not None
            and limb.start < start
            and self._ended
            and reading.candidates[0].place != "block"
            and reading.text.lstrip()[:1].isupper()
        )

    def _weighed(self, form: Form, candidate: Candidate, decision: Decision, before: Clause | None) -> Decision:
        """*decision* with the defect that shows only beside what stands before it, in the tree or passed over."""
        last = self._ordinals.get(id(before), 0)
        ahead = self._passed_as(form)
        if decision.defect == "late" and form.unit is None and form.path is None:
            known = last or (ahead if ahead is not None else 0)
            if 0 < known < form.value - 1:
                return decision._replace(defect="gap", expected=known + 1)
        elif decision.defect is None and last == form.value - 1 and ahead == form.value + 1:
            assert self._passed is not None
            if self.defects and self.defects[-1].start == self._passed[0] + self._passed[1].start:
                self.defects.pop()
            return decision._replace(defect="out_of_order", expected=form.value + 2)
        elif self._swapped is not None and before is not None and self._swapped[0].clause is before:
            defect, missing = self._swapped
            if decision.defect == "gap" and decision.expected == missing:
                return decision._replace(defect=None)
            if decision.defect is None and form.value == missing and defect in self.defects[-8:]:
                self.defects.remove(
                    defect
                )  # the number stands in its place too: what was passed over is another list's
        return decision

    def _passed_as(self, form: Form) -> int | None:
        """Ordinal, in the list that *form* belongs to, of the last marker that the tree has no place for."""
        if self._passed is None:
            return None
        _, passed = self._passed
        if passed.place == "inline" and form.style != "n" and passed.after not in ("stop", "colon", "semicolon"):
            return None
        for other in passed.forms:
            if other.style == form.style and (form.path is None or (other.path or ())[:-1] == form.path[:-1]):
                return other.value
        return None

    def _number(
        self, form: Form, candidate: Candidate, parent: Clause | None, decision: Decision, before: Clause | None
    ) -> str:
        label = candidate.label.strip()
        if form.unit is not None and form.style != "n":
            if label[0] == "§" and parent is not None and parent.kind is not ClauseKind.HEADING:
                return f"{parent.number} § {form.value}"
            if form.unit in ("section", "clause"):
                return _joined(_outer(parent), str(form.value))
            if form.unit in ATTACHMENTS and ordinal_of(label) is not None:
                return f"{label.split()[-1].capitalize()} {form.value}"
            label = re.sub(r"^(?:the|The|THE)\s+", "", label)
            designator = re.sub(r"^\W*[A-Za-z§]+\.?\s*[-–—]?\s*(?:No\.\s*)?", "", label, flags=re.IGNORECASE).strip(
                " .:\"“”‘’'"
            )
            word = re.match(r"\W*([A-Za-z]+)", label).group(1).capitalize()  # type: ignore[union-attr]
            name = f"{word} {designator}".rstrip()
            outer = _outer(parent)
            return f"{outer} {name}" if outer and form.unit not in ATTACHMENTS else name
        if form.style in ("n", "n.A", "A.n"):
            printed = (
                re.sub(r"^\W*(?:[A-Za-z§]+\.?\s+)?", "", label)
                if not label[0].isdigit() and form.style != "A.n"
                else label
            )
            printed = printed.strip(" .):").replace("l", "1")
            if printed[-1] == "A" and before is not None and self._ordinals.get(id(before)) == form.value - 1:
                printed = printed[:-1]  # "2.4A Buyer": the first word, which no blank parts from the number
            return _joined(_outer(parent), printed)
        if form.style[0] == "m":
            siblings = self._open[-1].last if self._open else self._top.last
            earlier = siblings.get(form.style)
            value = form.value
            if self._by_position:
                value = 1 if earlier is None else int(earlier.number.rpartition(".")[2].split()[-1]) + 1
            listed = parent is not None and bool(self._open) and self._open[-1].style[0] == "m"
            return f"{parent.number}.{value}" if parent is not None and listed else _joined(_outer(parent), str(value))
        token = label.strip("().*_ ")
        if form == MISREAD_O or (form == MISREAD_L and label in ("(1)", "(I)")):
            token = to_letters(form.value) if form == MISREAD_L else "O"
        elif form == MISREAD_ONE and token in "Il":
            token = "1"
        elif form.path is not None and token.rstrip(":.-*_").lower() in ORDINAL_WORDS:
            token = str(form.value)
        if parent is not None and parent is self._heading:
            return f"{parent.number} {token}" if form.style == "1." else f"{parent.number}({token})"
        if parent is None or parent.kind is ClauseKind.HEADING:
            if (decision.depth == 0 and self._recitals and form.style != "1." and parent is None) or (
                parent is not None
                and parent.number in ("Recitals", "Background", "Preamble", "Premises", "Preliminary statement")
            ):
                if form.style == "(1)" and parent is None:
                    return f"Parties ({token})"
                return f"Recital {token}" if form.style == "1." else f"Recital ({token})"
            if parent is not None:
                return f"{parent.number} ({token})"
            return f"({token})" if label.startswith("(") else token
        attached = parent.kind in ATTACHMENT_KINDS
        listed = form.style == "1." and parent.number.endswith(")") and not attached
        if (
            listed
            or label.startswith("(")
            or form.style[0] == "("
            or form.style in ("a)", "i)", "1)", "a.", "i.", "A)", "I)", "x)", "x.", "w)", "w.")
        ):
            return f"{parent.number}({token})"
        above = next((o.style for o in reversed(self._open) if o.clause is parent), "")
        if above.startswith("@"):
            return _joined(parent.number, token)
        if above == "n" and form.style in ("A.", "I."):
            return f"{parent.number}({token})"
        if above.startswith("u:part") and _outer(parent) is None and form.style == "1.":
            return token
        if above == "u:article":
            return _joined(_outer(parent), token) if form.style == "1." else f"{parent.number}.{token}"
        return f"{parent.number}.{token}"

    def _kind(self, form: Form, candidate: Candidate, parent: Clause | None, decision: Decision) -> ClauseKind:
        if form.unit in ATTACHMENTS or form.unit == "article":
            return ClauseKind(form.unit)
        if form.unit == "part":
            return ClauseKind.SECTION
        if form.style == "n":
            assert form.path is not None
            return ClauseKind(self.kinds["second"] if len(form.path) == 2 else self.kinds["deeper"])
        if form.unit is not None:
            return ClauseKind(form.unit)
        if (decision.depth == 0 and self._recitals and form.style != "1.") or (
            parent is not None and parent.kind is ClauseKind.HEADING and parent is not self._heading
        ):
            if candidate.place == "inline" and not candidate.body_capital and form.style != "1.":
                return ClauseKind.ITEM
            party = form.style == "(1)" and (parent is None or parent.number == "Parties")
            return (
                ClauseKind.ITEM if party or (parent is not None and parent.number == "Parties") else ClauseKind.RECITAL
            )
        if form.style[0] == "m":
            listed = sum(1 for one in self._open if one.style[0] == "m")
            return ClauseKind(self.kinds[("top", "second", "deeper")[min(listed, 2)]])
        if form.style == "1." and (
            parent is None
            or parent is self._heading
            or parent.kind is ClauseKind.ARTICLE
            or parent.kind in ATTACHMENT_KINDS
            or (self._open[-1].style.startswith("u:part") and _outer(parent) is None)
        ):
            return ClauseKind(self.kinds["top"])
        if (
            candidate.place == "inline"
            and candidate.evidence < 4.2
            and not (candidate.after == "stop" and candidate.body_capital)
        ):
            return ClauseKind.ITEM
        return ClauseKind.SUBCLAUSE if parent is not None else ClauseKind(self.kinds["top"])

    def _expected(
        self, form: Form, candidate: Candidate, parent: Clause | None, decision: Decision, before: Clause | None
    ) -> str:
        label, value = candidate.label.strip(), decision.expected
        if form.path is not None and form.style in ("n", "n.A", "A.n"):
            outer = self._open[-2].path if len(self._open) > 1 else None
            head = outer if outer is not None and decision.defect == "wrong_parent" else form.path[:-1]
            if decision.implied and decision.defect == "gap":
                head = form.path[: -decision.implied - 1]  # the number of a chapter whose heading is not printed
            last = candidate.label.strip(" .):").rpartition(".")[2]
            parts = [
                *map(str, head),
                str(value).zfill(len(last)) if last.isdigit() and last.startswith("0") else str(value),
            ]
            if form.style == "A.n":
                parts[0] = to_letters(int(parts[0])).upper()
            elif form.style == "n.A" and len(parts) == len(form.path):
                parts[-1] = to_letters(value).upper()
            return ("." if "." in label.rstrip(".") or form.style != "A.n" else "").join(parts)
        if form.style == "1." and label.rstrip(".)").endswith(".0"):
            return f"{value}.0"
        shape = form.style if not form.style.startswith("u:") else "A" if form.style.endswith(":A") else ""
        if "a" in shape or "A" in shape:
            token = to_letters(value) if value > 0 else "a"
        elif "i" in shape or "I" in shape:
            token = to_roman(value)
        else:
            token = str(value)
        designator = re.search(r"([A-Za-z0-9]+)\W*\Z", label)
        if designator is None:
            return token
        printed = designator.group(1)
        if form.unit is not None and not shape and not printed.isdigit():
            token = to_roman(value) if from_roman(printed) is not None else str(value)
        return label[: designator.start(1)] + like(token, printed) + label[designator.end(1) :].rstrip(" :")

    def _tell_articles_apart(self) -> None:
        """Numbers that start again in each article are cited with it: "Article II.1"."""
        seen: dict[str, list[Clause]] = {}
        for clause in self.clauses:
            if (
                clause.parent is not None
                and clause.parent.kind is ClauseKind.ARTICLE
                and clause.number.rpartition(" ")[2].rpartition(".")[2].isdigit()
                and "." not in clause.marker.strip(".")
            ):
                seen.setdefault(clause.number, []).append(clause)
        counted_anew = any(len({id(c.parent) for c in clauses}) > 1 for clauses in seen.values())
        for clause in (c for clauses in seen.values() for c in clauses if counted_anew):
            assert clause.parent is not None
            _renumbered(clause, f"{clause.parent.number}.{clause.marker.strip(' .()')}")

    def _head_runs(self) -> None:
        """Put the lists of an attachment that begin again at 1 below the titles that are run into the line before."""
        for runs in self._runs.values():
            root = runs[0][0].parent
            if root is None or len(runs) < 2:
                continue
            rows = [root.children.index(first) for first, _, _ in runs]
            heads = []
            for (_, title, at), row, following in zip(runs, rows, [*rows[1:], len(root.children)], strict=True):
                end = at + len(title)
                head = Clause(f"{root.number}, {title}", title, at, end, end, end, ClauseKind.HEADING, parent=root)
                head.heading, head.heading_span = _clean(title), (at, end)
                head.children = root.children[row:following]
                for child in head.children:
                    old, child.parent = child.number, head
                    _renumbered(child, f"{head.number} {old[len(root.number) :].lstrip(' .')}")
                    self.defects = [_told_of(defect, child, old) for defect in self.defects]
                heads.append(head)
            root.children[rows[0] :] = heads
            self.clauses = sorted([*self.clauses, *heads], key=lambda clause: clause.start)

    def _forget_tables(self) -> None:
        """Forget the defects of lists without stops that step wrongly more often than rightly: they are quantities."""
        wrong: dict[int, list[Defect]] = {}
        for defect in self.defects:
            clause = defect.clause
            if clause is not None and defect.kind in _STEPS and clause.marker.isdigit():
                wrong.setdefault(id(clause.parent), []).append(defect)
        if not wrong:
            return
        members = Counter(id(clause.parent) for clause in self.clauses if clause.marker.isdigit())
        doubtful = {id(d) for key, told in wrong.items() if members[key] - 1 < 2 * len(told) for d in told}
        self.defects = [defect for defect in self.defects if id(defect) not in doubtful]

    def finish(self, length: int, ends_of: Callable[[int, int], list[int]]) -> None:
        """Set the ends of all clauses; *ends_of* gives the sentence ends inside a span."""
        self._head_runs()
        clauses = self.clauses
        self._forget_tables()
        self.defects.sort(key=lambda defect: defect.start)
        self._tell_articles_apart()
        for index, clause in enumerate(clauses):
            following = clauses[index + 1].start if index + 1 < len(clauses) else length
            clause.own_end = following
        open_: list[Clause] = []
        for clause in clauses:
            while open_ and open_[-1] is not clause.parent:
                open_.pop().end = clause.start
            open_.append(clause)
        while open_:
            open_.pop().end = length
        for clause in reversed(clauses):
            if clause.kind is ClauseKind.ITEM:
                last = clause.children[-1].end if clause.children else clause.marker_end
                stops = ends_of(last, clause.end)
                if stops:
                    clause.end = stops[0]
                    if not clause.children:
                        clause.own_end = min(clause.own_end, clause.end)


def _in_columns(start: int, reading: Reading, candidate: Candidate, before: Clause) -> bool:
    """Whether *candidate* repeats the words of *before* beside it on one line, as the columns of a table do."""
    text = reading.text
    if before.start < start:
        return False
    between = text[before.marker_end - start : candidate.start]
    words = between.strip()
    if not words or "\n" in between or not between.endswith("    "):
        return False
    return text[candidate.end : candidate.end + 40].lstrip().startswith(words[:20])


def _renumbered(clause: Clause, number: str) -> None:
    """Give *clause* another number, and everything below it that is numbered after it."""
    old = clause.number
    clause.number = number
    for child in clause.children:
        if child.number.startswith(old):
            _renumbered(child, number + child.number[len(old) :])


def _told_of(defect: Defect, clause: Clause, old: str) -> Defect:
    """*defect* with the numbers that its message names, where *clause* and what is in it had the number *old*."""
    inner = defect.clause
    while inner is not None and inner is not clause:
        inner = inner.parent
    if inner is None or not defect.expected.startswith(old):
        return defect
    last = clause.number + defect.last[len(old) :] if defect.last.startswith(old) else defect.last
    return replace(defect, expected=clause.number + defect.expected[len(old) :], last=last)


def _outer(parent: Clause | None) -> str | None:
    """Number of the attachment that a parent lies in, which the numbers inside it are prefixed with."""
    root = root_of(parent)
    return None if root is None else root.number


def _joined(outer: str | None, number: str) -> str:
    if outer is None:
        return number
    return f"{outer}.{number}" if outer[-1].isdigit() else f"{outer} {number}"
