"""A million random edits, as an editor would send them: the mirror and the contract against what they must equal.

    python tests/server/edit_marathon.py [--edits N] [--seconds S] [--seed N] [--progress FILE] [--without NAME,NAME]

Each run edits one short document, made up or cut out of the corpus where CLAUSEWRIGHT_DATA names it: letters, words,
deletions, pastes of up to a thousand lines, several carets at once, undo and redo, moved lines, line ends of any kind,
form feeds, halves of surrogate pairs. The mirror is compared with a model of the editor's document after every burst of
edits; the contract and its findings with a parse of the text after about each 25th edit and at the end of a run.

A run depends on the seed and its own number alone: ``--run N`` repeats one. With ``--progress`` the count is kept in a
file and taken up again from there. The exit status is 1 where something differed, of which the run, the edit and the
parts are told, and never the text.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import sys
import time
from array import array
from bisect import bisect_right
from dataclasses import asdict, dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "core"))

from contract_views import view
from test_properties import LINE_ENDS, MARKERS, ODD, PHRASES

from clausewright.check import check
from clausewright.contract import Contract
from clausewright.convention import Convention, load, names
from clausewright.text import Position, PositionEncoding
from clausewright_server.mirror import Mirror

COMPARED = 25
"""Edits between two comparisons with a parse, about."""
EDITS = 200
"""Edits of one run, about."""
SHORTEST, MIDDLE, LONGEST = 500, 700, 4000
"""Characters of a document at its start: at least, in the middle of all, and at most."""
LETTERS = [*'aaeeiosxtn   ,;.()1AT"“”', "\n", "\r\n", "\r", "\f", "\u2028", "é", "😀", "\ud83d", "\ude00"]
WORDS = ["the Supplier ", " and ", "not ", "Section 3.1 ", '"Term" means ', "(b) ", ".\n\n", "2. ", "\r\n\r\n", "Goods"]
LINES = [
    "1. Fees. The Customer pays the Fees within thirty (30) days of an invoice, as Section 2.1 has it.\n",
    "2.1 “Fees” means the sums that Schedule 1 names.\n\n",
    "(a) in each case; and\n(b) subject to clause 1.2,\n",
    "SCHEDULE 1\n\nThe rates of the Goods.\r\n",
    "ARTICLE II Term\n\nThis agreement runs until either party ends it in writing.\n\n",
]
KINDS = {
    "letter": 500,
    "deletion": 130,
    "word": 150,
    "span": 70,
    "carets": 50,
    "undo": 45,
    "redo": 15,
    "paste": 20,
    "move": 15,
    "line ends": 5,
}
"""How often a burst is of each kind, of a thousand."""
LONG_PASTE = 1 / 40
"""Share of the runs in which a thousand lines are pasted."""
_BREAK = re.compile(r"\r\n|\r|\n")

Change = tuple[int, int, str]
"""From and to, in UTF-16 units of the text as it then is, and the units that take their place."""


def units(text: str) -> str:
    """*text* with each UTF-16 unit a character of its own."""
    return text if text.isascii() else "".join(map(chr, array("H", text.encode("utf-16-le", "surrogatepass"))))


class Document:
    """The document as an editor has it: one string of UTF-16 units, with what can be undone."""

    def __init__(self, text: str) -> None:
        self.units = units(text)
        self.undone: list[list[Change]] = []
        self.redone: list[list[Change]] = []

    @property
    def text(self) -> str:
        if self.units.isascii():
            return self.units
        return self.units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")

    def position(self, offset: int) -> Position:
        starts = [0, *(match.end() for match in _BREAK.finditer(self.units))]
        line = bisect_right(starts, offset) - 1
        return Position(line, offset - starts[line])

    def can_hold_caret(self, offset: int) -> bool:
        """Whether *offset* is not within a line end or a pair of surrogates, where no position leads."""
        around = self.units[max(0, offset - 1) : offset + 1]
        within = len(around) == 2 and offset > 0
        return not (within and (around == "\r\n" or "\ud800" <= around[0] < "\udc00" <= around[1] < "\ue000"))

    def caret_near(self, offset: int) -> int:
        offset = max(0, min(offset, len(self.units)))
        return offset if self.can_hold_caret(offset) else offset - 1

    def change(self, change: Change, mirror: Mirror) -> Change:
        """Make *change* here and in *mirror*, as the protocol says it, and return what takes it back."""
        start, end, new = change
        old = self.units[start:end]
        said = None
        if self.can_hold_caret(start) and self.can_hold_caret(end):
            said = self.position(start), self.position(end), new
        self.units = self.units[:start] + new + self.units[end:]
        if said is None:
            mirror.replace(self.text)
        else:
            mirror.apply(*said, PositionEncoding.UTF16)
        return start, start + len(new), old


class Typist:
    """Decides what is edited next; all chance comes from *chance*."""

    def __init__(self, chance: random.Random, document: Document) -> None:
        self.chance = chance
        self.document = document
        self.caret = document.caret_near(chance.randrange(len(document.units) + 1))
        self.limit = 2 * len(document.units) + 1000
        self.long_paste_at = chance.randrange(40, EDITS) if chance.random() < LONG_PASTE else None

    def anywhere(self) -> int:
        return self.document.caret_near(self.chance.randrange(len(self.document.units) + 1))

    def burst(self, mirror: Mirror, made: int) -> int:
        """Make the next edits, which are one step for undo; their number."""
        document, chance = self.document, self.chance
        if self.long_paste_at is not None and made >= self.long_paste_at:
            self.long_paste_at = None
            changes = [(self.caret, self.caret, "".join(chance.choices(LINES, k=1000)))]
        elif len(document.units) > self.limit:
            last = document.undone[-1] if document.undone else []
            if any(end - start > self.limit for start, end, _ in last):
                return self._step(document.undone, document.redone, mirror)
            half = document.caret_near(len(document.units) // 2)
            changes = [(0, half, "")] if chance.random() < 0.5 else [(half, len(document.units), "")]
        else:
            if chance.random() < 0.1:
                self.caret = self.anywhere()
            (kind,) = chance.choices([*KINDS], [*KINDS.values()])
            if kind == "undo":
                return self._step(document.undone, document.redone, mirror)
            if kind == "redo":
                return self._step(document.redone, document.undone, mirror)
            changes = self._changes(kind)
        document.undone.append([document.change(change, mirror) for change in changes])
        document.redone.clear()
        start, _, new = changes[-1]
        self.caret = document.caret_near(start + len(new))
        return len(changes)

    def _step(self, source: list[list[Change]], target: list[list[Change]], mirror: Mirror) -> int:
        """Undo or redo the last burst."""
        if not source:
            return 0
        changes = source.pop()[::-1]
        target.append([self.document.change(change, mirror) for change in changes])
        self.caret = self.document.caret_near(changes[-1][0])
        return len(changes)

    def _changes(self, kind: str) -> list[Change]:
        document, chance = self.document, self.chance
        caret, length = self.caret, len(document.units)
        if kind == "letter":
            return [(caret, caret, units(chance.choice(LETTERS)))]
        if kind == "word":
            return [(caret, caret, chance.choice(WORDS))]
        if kind == "deletion":
            return [(document.caret_near(caret - chance.choice([1, 1, 1, 2, 3, 8])), caret, "")]
        if kind == "span":
            end = document.caret_near(caret + chance.randrange(1, 60))
            return [(caret, max(caret, end), chance.choice(["", "x", *WORDS]))]
        if kind == "carets":
            places = sorted({self.anywhere() for _ in range(chance.randrange(2, 9))}, reverse=True)
            new = chance.choice(["y", "", " ", "\n", "s", "“", "(c) "])
            if new:
                return [(place, place, new) for place in places]
            return [(document.caret_near(place - 1), place, "") for place in places]
        if kind == "paste":
            lines = chance.choice([LINES, LINES, self._own_lines()])
            return [(caret, caret, units("".join(chance.choices(lines, k=chance.choice([1, 1, 2, 5, 10])))))]
        if kind == "move":
            return self._moved_line()
        line_end = chance.choice(["\n", "\r\n", "\r"])
        start, stop = (0, length) if chance.random() < 0.5 else sorted((self.anywhere(), self.anywhere()))
        return [(start, stop, _BREAK.sub(line_end, document.units[start:stop]))]

    def _own_lines(self) -> list[str]:
        return [line + "\n" for line in _BREAK.split(self.document.units)]

    def _moved_line(self) -> list[Change]:
        """Cut the line at the caret and set it in at the start of another."""
        text = self.document.units
        starts = [0, *(match.end() for match in _BREAK.finditer(text))]
        line = bisect_right(starts, self.caret) - 1
        start, end = starts[line], [*starts, len(text)][line + 1]
        place = self.chance.choice(starts)
        if start <= place <= end:
            return [(start, end, "")]
        cut, pasted = (start, end, ""), (place, place, text[start:end])
        return [cut, pasted] if place < start else [pasted, cut]


@dataclass
class Count:
    """How far the marathon got."""

    seed: int
    runs: int = 0
    edits: int = 0
    comparisons: int = 0
    seconds: float = 0.0
    differences: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        return (
            f"seed {self.seed}: {self.edits:,} edits in {self.runs:,} runs, {self.comparisons:,} comparisons, "
            f"{len(self.differences)} differences, {self.seconds:,.0f} s, {memory} MB"
        )


def corpus(without: list[str]) -> list[str]:
    folder = Path(os.environ.get("CLAUSEWRIGHT_DATA", "../shared")) / "corpus" / "cuad"
    files = [f for f in sorted(folder.rglob("*.txt")) if not any(name in f.name for name in without)]
    texts = []
    for file in files:
        with file.open(encoding="utf-8", newline="") as opened:
            texts.append(opened.read())
    return texts


def document_text(chance: random.Random, texts: list[str]) -> str:
    """A piece of a contract that begins at a line, or a made-up one."""
    length = min(LONGEST, SHORTEST + int(chance.expovariate(1 / (MIDDLE - SHORTEST))))
    if texts and chance.random() < 0.7:
        text = chance.choice(texts)
        start = text.rfind("\n", 0, chance.randrange(max(1, len(text) - length))) + 1
        text = text[start : start + length]
        return text.replace("\n", "\r\n") if chance.random() < 0.2 else text
    parts: list[str] = []
    while sum(map(len, parts)) < length:
        if chance.random() < 0.3:
            parts.append(chance.choice(LINES))
            continue
        phrases = chance.choices([*PHRASES, *WORDS, chance.choice(ODD)], k=chance.randrange(1, 5))
        parts += [chance.choice(MARKERS), " ".join(phrases), chance.choice(LINE_ENDS)]
    return "".join(parts)


def run(seed: int, number: int, texts: list[str], count: Count) -> None:
    """Edit one document and note in *count* what was done and what differed. What is raised is a difference too."""
    try:
        _run(seed, number, texts, count)
    except Exception as error:
        count.differences.append(f"seed {seed} run {number}: {type(error).__name__}")
    count.runs += 1


def _run(seed: int, number: int, texts: list[str], count: Count) -> None:
    chance = random.Random(f"{seed}.{number}")
    text = document_text(chance, texts)
    convention: Convention | None = load(chance.choice(names())) if chance.random() < 0.15 else None
    checked_each = chance.choice([0.0, 0.1, 0.1, 0.7])
    document = Document(text)
    mirror, contract = Mirror(document.text), Contract.parse(document.text, convention)
    typist = Typist(chance, document)
    made, compared = 0, 0
    until = chance.randrange(EDITS // 2, EDITS * 3 // 2)

    def differs(parts: str) -> None:
        count.differences.append(f"seed {seed} run {number} edit {made}: {parts}")

    while made < until:
        made += typist.burst(mirror, made)
        if mirror.text != document.text:
            differs("mirror")
            break
        if made < until and chance.random() < 0.2:
            continue
        edit = mirror.take_edit()
        if edit is not None:
            contract = contract.edit(edit.start, edit.end, edit.new_text)
        if chance.random() < checked_each:
            check(contract)
            contract.settle()
        if made - compared >= COMPARED or made >= until:
            compared = made
            count.comparisons += 1
            parsed, reached = view(Contract.parse(document.text, convention)), view(contract)
            differing = [part for part in parsed if parsed[part] != reached[part]]
            if contract.source.text != document.text:
                differing.append("text")
            if differing:
                differs(", ".join(differing))
                break
    count.edits += made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="at most, of this start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--run", type=int, help="only this run")
    parser.add_argument("--progress", type=Path, help="file in which the count is kept")
    parser.add_argument("--without", default="", help="parts of names of contracts to leave out, with commas")
    options = parser.parse_args()
    texts = corpus([name for name in options.without.split(",") if name])
    count = Count(options.seed)
    if options.progress and options.progress.is_file():
        count = Count(**json.loads(options.progress.read_text(encoding="utf-8")))
    earlier, begin = count.seconds, time.monotonic()
    told = 0
    while count.edits < options.edits and time.monotonic() < begin + options.seconds:
        run(count.seed, count.runs if options.run is None else options.run, texts, count)
        count.seconds = earlier + time.monotonic() - begin
        for difference in count.differences[told:]:
            print(difference, flush=True)
        told = len(count.differences)
        if options.run is not None:
            break
        if count.runs % 50 == 0:
            print(count, flush=True)
            if options.progress:
                written = options.progress.with_suffix(".new")
                written.write_text(json.dumps(asdict(count)), encoding="utf-8")
                written.replace(options.progress)
    print(count)
    return 1 if count.differences else 0


if __name__ == "__main__":
    sys.exit(main())
