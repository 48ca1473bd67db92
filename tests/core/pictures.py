"""Picture fixtures: a contract text with marks in it that show what Clausewright should see there.

A line that begins with ``^`` (after blanks) speaks of the text line above it: the carets stand below the characters
that are meant, and the words behind them say what should be there. ``$0`` marks the place of the cursor. Behind a line
``--- tree`` stands the outline of the clauses. All of this is taken out before the text is parsed::

    1. Fees. "Fee" means the fee in Schedule 1, subject to Section 3.
                                    ^^^^^^^^^^ unresolved
                                    ^^^^^^^^^^ CW201 Schedule 1 is cited
              ^^^ def
                                                           ^^^^^^^^^ -> 3 subject_to
    3. Term. The Fe$0e is due.
    ^^ CW101 “2.” is missing
    --- tree
    1 | Fees
    3 [section] | Term

==========================  ==========================================================================================
``^^^ CW101 words``         a finding whose message has these words; ``CW101/warning`` asks for a severity too
``^^^ related CW101 words`` a related place of a finding
``^^^ -> 3.1 relation``     a reference that resolves to the clause 3.1; the relation where it is not plain
``^^^ unresolved 3.1``      a reference of another status (external, self, ambiguous), its target if wanted
``^^^ def A, B``            a definition, and the terms that it depends on if wanted; ``def:means`` asks for the form
``^^^ use Fee``             a use of the term Fee outside its definition
``^^^ subject``             what the cursor is on
``^^^ target``              where "go to definition" leads from the cursor
==========================  ==========================================================================================

A picture shows everything: a finding on numbers, references or terms without a mark is as wrong as a mark without its
finding, and so is a reference, definition, use or clause in a picture that *shows* them. A picture whose cursor has no
``subject`` says that there is nothing. Characters that an editor would hide are written as ␌ (form feed), ␍ (carriage
return), ␤ (a line feed inside a line of the picture), ⏎ (U+2028) and ␠ (a blank).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from clausewright.check import check as findings_of
from clausewright.clauses import Clause
from clausewright.contract import Contract
from clausewright.convention import load

SHOWABLE = ("findings", "references", "definitions", "uses", "tree", "cursor")
FAMILIES = {"CW1", "CW2", "CW3"}
"""Families of findings that every picture shows; one of another family shows where a mark names that family."""
_STATUSES = ("unresolved", "external", "self", "ambiguous")
_MARK = re.compile(r"[ \t]*(?P<carets>\^+)[ ]*(?P<label>.*)")
_OUTLINE = re.compile(r"(?P<indent> *)(?P<number>\S.*?)(?: \[(?P<kind>\w+)\])?(?: \|(?: (?P<heading>.+))?)?$")
_HIDDEN = str.maketrans({"␌": "\f", "␍": "\r", "⏎": "\u2028", "␠": " ", "␤": "\n"})
_CODE = re.compile(r"CW\d{3}")


class PictureError(ValueError):
    """A picture that does not follow the rules above."""


@dataclass(frozen=True)
class Mark:
    """A claim about the span ``[start, end)`` of the text. *kind* is one of ``SHOWABLE``."""

    kind: str
    start: int
    end: int
    label: str


@dataclass
class Picture:
    """A text, the claims about it, and the line of the picture that each text line stands in."""

    text: str
    marks: list[Mark]
    cursor: int | None
    tree: list[str] | None
    shows: frozenset[str]
    ignores: frozenset[str] = frozenset()
    convention: str | None = None

    def concerns(self, code: str) -> bool:
        """Whether a finding of *code* belongs here: it is of one of ``FAMILIES`` or of a family that a mark names."""
        marked = {m.label.removeprefix("related ")[:3] for m in self.marks if m.kind == "findings"}
        return code not in self.ignores and code[:3] in marked | FAMILIES


def _kind(label: str) -> str:
    word = re.split(r"[ :/]", label, maxsplit=1)[0]
    if word == "related" or _CODE.fullmatch(word):
        return "findings"
    if word == "->" or word in _STATUSES:
        return "references"
    kinds = {"def": "definitions", "use": "uses", "subject": "cursor", "target": "cursor"}
    if word not in kinds:
        raise PictureError(f"unknown mark: {label!r}")
    return kinds[word]


def read(
    fixture: str, shows: Iterable[str] = (), ignores: Iterable[str] = (), convention: str | None = None
) -> Picture:
    """The picture of *fixture*. It shows findings, whatever it has a mark of, and what *shows* names."""
    body, divider, outline = fixture.partition("--- tree\n")
    marks: list[Mark] = []
    cursor: int | None = None
    text = ""
    line_start = 0
    for line in body.splitlines(keepends=True) if "\r" not in body else re.findall(r"[^\n]*\n|[^\n]+", body):
        match = _MARK.fullmatch(line.rstrip("\n"))
        if match is None:
            line_start = len(text)
            at = line.find("$0")
            if at >= 0:
                cursor, line = line_start + at, line[:at] + line[at + 2 :]
            text += line
            continue
        start, end = line_start + match.start("carets"), line_start + match.end("carets")
        if end > len(text.rstrip("\n")):
            raise PictureError(f"the mark {match.group('label')!r} stands below nothing")
        label = match.group("label").strip()
        marks.append(Mark(_kind(label), start, end, label))
    shown = {"findings", *shows, *(m.kind for m in marks)}
    if cursor is not None:
        shown.add("cursor")
    if divider:
        shown.add("tree")
    tree = [line for line in outline.splitlines() if line.strip()] if "tree" in shown else None
    return Picture(text.translate(_HIDDEN), marks, cursor, tree, frozenset(shown), frozenset(ignores), convention)


# -- what is really there ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """Something that Clausewright found, with all that can be said of it."""

    kind: str
    start: int
    end: int
    label: str
    facts: dict[str, str] = field(default_factory=dict, hash=False, compare=False)

    def shown_by(self, mark: Mark) -> bool:
        """Whether *mark* says of this something that is true."""
        if (self.kind, self.start, self.end) != (mark.kind, mark.start, mark.end):
            return False
        head, _, rest = mark.label.partition(" ")
        rest = rest.strip()
        if self.kind == "findings":
            if head == "related":
                head, _, rest = rest.partition(" ")
                head = f"related {head}"
            code, _, severity = head.partition("/")
            return (
                code == self.facts["code"]
                and severity in ("", self.facts.get("severity"))
                and _plain(rest) in _plain(self.facts["message"])
            )
        if self.kind == "references":
            status = "resolved" if head == "->" else head
            target, _, relation = rest.partition(" | ") if " | " in rest else (rest, "", "")
            if relation == "" and (found := re.fullmatch(r"(.*?) ?\b([a-z]+_[a-z_]+|notwithstanding)", rest)):
                target, relation = found.groups()
            if status == "resolved" and not target:
                raise PictureError("-> needs a number")
            return (
                status == self.facts["status"]
                and target in ("", self.facts["target"])
                and (relation or "plain") == self.facts["relation"]
            )
        if self.kind == "definitions":
            _, _, form = head.partition(":")
            return form in ("", self.facts["form"]) and (not rest or rest == self.facts["depends"])
        return mark.label == self.label


def _plain(text: str) -> str:
    return re.sub(r"[“”]", '"', " ".join(text.split())).lower()


def _look(contract: Contract, picture: Picture) -> Iterator[Seen]:
    text = contract.source.text
    if "findings" in picture.shows:
        for f in findings_of(contract):
            if not picture.concerns(f.code):
                continue
            facts = {"code": f.code, "severity": f.severity.value, "message": f.message}
            yield Seen("findings", f.start, f.end, f"{f.code}/{f.severity.value} {f.message}", facts)
            if any(m.label.startswith(f"related {f.code}") for m in picture.marks):
                for r in f.related:
                    facts = {"code": f"related {f.code}", "message": r.message}
                    yield Seen("findings", r.start, r.end, f"related {f.code} {r.message}", facts)
    if "references" in picture.shows:
        for ref in contract.references:
            facts = {"status": ref.status.value, "target": ref.target or "", "relation": ref.relation.value}
            arrow = "->" if ref.status.value == "resolved" else ref.status.value
            relation = f" {ref.relation.value}" if ref.relation.value != "plain" else ""
            yield Seen("references", ref.start, ref.end, f"{arrow} {ref.target or ''}{relation}", facts)
    if "definitions" in picture.shows:
        for d in contract.definitions:
            depends = ", ".join(d.depends_on)
            yield Seen("definitions", d.start, d.end, f"def:{d.form} {depends}", {"form": d.form, "depends": depends})
    if "uses" in picture.shows:
        defining = {(d.start, d.end) for d in contract.definitions}
        for use in contract.uses:
            if (use.start, use.end) not in defining:
                yield Seen("uses", use.start, use.end, f"use {use.term}")
    if picture.cursor is not None:
        yield from _at_cursor(contract, picture.cursor)
    assert text == picture.text


def _at_cursor(contract: Contract, cursor: int) -> Iterator[Seen]:
    """What an editor would show at the cursor: a reference, or else a term, or else a clause marker."""
    if (reference := contract.reference_at(cursor)) is not None:
        yield Seen("cursor", reference.start, reference.end, "subject")
        for clause in reference.targets:
            yield Seen("cursor", clause.start, clause.marker_end, "target")
    elif (use := contract.use_at(cursor)) is not None:
        yield Seen("cursor", use.start, use.end, "subject")
        for definition in contract.definitions_of(use.term):
            yield Seen("cursor", definition.start, definition.end, "target")
    elif (marked := contract.marker_at(cursor)) is not None:
        yield Seen("cursor", marked.start, marked.marker_end, "subject")


def _outline(clauses: Iterable[Clause], expected: list[str]) -> list[str]:
    """The clauses as outline lines, with a kind or a heading only where the *expected* line at that place has one."""
    out = []
    for clause, line in zip(clauses, [*expected, *[""] * 1000], strict=False):
        match = _OUTLINE.fullmatch(line)
        shown = "  " * clause.depth + clause.number
        if match is not None and match.group("kind"):
            shown += f" [{clause.kind.value}]"
        if match is None or " |" in line:
            shown += f" | {clause.heading}" if clause.heading else " |"
        out.append(shown)
    return out


def _draw(contract: Contract, picture: Picture) -> tuple[list[str], list[str]]:
    """The picture as it should be and as it is, as lines."""
    seen = list(_look(contract, picture))
    wanted: list[tuple[int, int, str]] = []
    found: list[tuple[int, int, str]] = []
    left = list(picture.marks)
    for thing in seen:
        mark = next((m for m in left if thing.shown_by(m)), None)
        if mark is not None:
            left.remove(mark)
            wanted.append((mark.start, mark.end, mark.label))
            found.append((mark.start, mark.end, mark.label))
        else:
            found.append((thing.start, thing.end, thing.label))
    wanted += [(m.start, m.end, m.label) for m in left]

    def lines(marks: list[tuple[int, int, str]], tree: list[str]) -> list[str]:
        out = []
        position = 0
        for line in re.findall(r"[^\n]*\n|[^\n]+", picture.text):
            out.append(line.rstrip("\n"))
            for start, end, label in sorted(marks):
                if position <= start < position + len(line):
                    out.append(" " * (start - position) + "^" * (end - start) + " " + label)
            position += len(line)
        return [*out, "--- tree", *tree] if picture.tree is not None else out

    expected = [line.rstrip() for line in picture.tree or []]
    return lines(wanted, expected), lines(found, _outline(contract.clauses, expected))


def check(
    fixture: str, shows: Iterable[str] = (), ignores: Iterable[str] = (), convention: str | None = None
) -> Contract:
    """Assert that Clausewright sees what *fixture* shows, and no more; the Contract, for further questions."""
    picture = read(fixture, shows, ignores, convention)
    contract = Contract.parse(picture.text, load(convention) if convention else None)
    wanted, found = _draw(contract, picture)
    if wanted != found:
        difference = "\n".join(line for line in difflib.ndiff(wanted, found) if not line.startswith("?"))
        raise AssertionError(f"\n{difference}\n(- what the picture shows, + what is seen)")
    return contract


# -- files of pictures ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fixture:
    """One picture of a file: its name, its text, the options of the file and why it is known to fail, if it does."""

    name: str
    text: str
    shows: tuple[str, ...]
    ignores: tuple[str, ...]
    convention: str | None
    fails: str | None


def load_fixtures(path: Path) -> list[Fixture]:
    """The pictures of *path*, each below a line ``=== name``.

    Lines before the first picture hold for all, lines ``:: key: value`` below a name for that picture: ``shows`` and
    ``ignores`` (in place of the file's), ``convention``, and ``fails`` with the reason.
    """
    head, *parts = re.split(r"^=== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    common = _options(head.splitlines())
    out = []
    for part in parts:
        name, _, rest = part.partition("\n")
        lines = rest.splitlines(keepends=True)
        count = next((i for i, line in enumerate(lines) if not line.startswith("::")), len(lines))
        options = common | _options(line.removeprefix("::") for line in lines[:count])
        text = "".join(lines[count:])
        text = text.removesuffix("\n") if text.endswith("\n\n") else text
        out.append(
            Fixture(
                name.strip(),
                text,
                tuple(options.get("shows", "").split()),
                tuple(options.get("ignores", "").split()),
                options.get("convention"),
                options.get("fails"),
            )
        )
    return out


def _options(lines: Iterable[str]) -> dict[str, str]:
    pairs = (line.split(":", 1) for line in lines if line.strip() and not line.startswith("#"))
    options = {key.strip(): value.strip() for key, value in pairs}
    if unknown := options.keys() - {"shows", "ignores", "convention", "fails"}:
        raise PictureError(f"unknown options: {unknown}")
    return options
