"""Random edits without end, as an editor would send them: the mirror and the contract against what they must equal.

    python tests/server/edit_marathon.py [--edits N] [--seconds S] [--seed N]

Documents are made up, and taken from the corpus where CLAUSEWRIGHT_DATA names it. Edits come in bursts that are taken
together: letters, words, deletions, pastes of up to a thousand lines, several carets at once, undo, line ends of every
kind, form feeds, halves of surrogate pairs. The mirror is compared with a model of the editor's document after each
burst, the contract and its findings with a parse of the text after every fiftieth. Prints how far it got; the exit
status is 1 where something differed, of which the seed and the number of the edit are told, and never the text.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "core"))

from contract_views import view

from clausewright.check import check
from clausewright.contract import Contract
from clausewright.text import Position, PositionEncoding
from clausewright_server.mirror import Mirror, join_surrogates

UTF16 = PositionEncoding.UTF16
COMPARED = 50
"""Bursts between two comparisons with a parse."""
BURSTS = 400
"""Bursts on one document."""
LONGEST = 12_000
"""Characters of a document, at most."""
LETTERS = [*'aaeeiosxtn   ,;.()1AT"“”', "\n", "\r\n", "\r", "\f", "\u2028", "é", "😀", "\ud83d", "\ude00"]
WORDS = ["the Supplier ", " and ", "not ", "Section 3.1 ", '"Term" means ', "(b) ", ".\n\n", "2. ", "\r\n\r\n", "Goods"]
LINES = [
    "1. Fees. The Customer pays the Fees within thirty (30) days of an invoice, as Section 2.1 has it.\n",
    "2.1 “Fees” means the sums that Schedule 1 names.\n\n",
    "(a) in each case; and\n(b) subject to clause 1.2,\n",
    "SCHEDULE 1\n\nThe rates of the Goods.\r\n",
    "ARTICLE II Term\n\nThis agreement runs until either party ends it in writing.\n\n",
]
_BREAK = re.compile(r"\r\n|\r|\n")


class Editor:
    """The document as an editor has it: one string."""

    def __init__(self, text: str) -> None:
        self.text = text

    def position(self, offset: int) -> Position:
        line, start = 0, 0
        for match in _BREAK.finditer(self.text, 0, len(self.text)):
            if match.end() > offset:
                break
            line, start = line + 1, match.end()
        return Position(line, len(self.text[start:offset].encode("utf-16-le", "surrogatepass")) // 2)

    def replace(self, start: int, end: int, new: str) -> tuple[Position, Position, str]:
        """Make the change and say it as the protocol does."""
        change = self.position(start), self.position(end), new
        self.text = join_surrogates(self.text[:start] + new + self.text[end:])
        return change


def documents() -> list[str]:
    folder = Path(os.environ.get("CLAUSEWRIGHT_DATA", "../shared")) / "corpus" / "cuad"
    texts = (file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.txt")))
    return [text[:LONGEST] for text in texts] or ["".join(LINES * 20)]


def edits(chance: random.Random, editor: Editor, caret: int, earlier: list[str]) -> list[tuple[int, int, str]]:
    """The next edits as spans of the text and what takes their place, from the end of the text to its start."""
    length = len(editor.text)
    kind = chance.random()
    if kind < 0.5:
        return [(caret, caret, chance.choice(LETTERS))]
    if kind < 0.65:
        return [(max(0, caret - chance.randrange(1, 4)), caret, "")]
    if kind < 0.85:
        return [(caret, caret, chance.choice(WORDS))]
    if kind < 0.9:
        return [(caret, min(length, caret + chance.randrange(1, 60)), chance.choice(["", "x", *WORDS]))]
    if kind < 0.95:
        places = sorted({chance.randrange(length + 1) for _ in range(chance.randrange(2, 6))}, reverse=True)
        return [(place, place, "y") for place in places]
    if kind < 0.98 and earlier:
        return [(0, length, chance.choice(earlier))]
    if length > 2 * LONGEST:
        return [(0, length // 2, "")]
    return [(caret, caret, "".join(chance.choices(LINES, k=chance.choice([1, 10, 10, 1000]))))]


def run(chance: random.Random, text: str, limit: int, until: float) -> tuple[int, list[str]]:
    """Edit one document: the number of edits made and what differed."""
    editor, mirror, contract = Editor(text), Mirror(text), Contract.parse(text)
    caret, made, earlier, faults = len(text) // 2, 0, [text], list[str]()
    for burst in range(1, BURSTS + 1):
        if made >= limit or time.monotonic() > until:
            break
        caret = chance.randrange(len(editor.text) + 1) if chance.random() < 0.1 else min(caret, len(editor.text))
        for start, end, new in edits(chance, editor, caret, earlier[-5:]):
            if editor.text[start - 1 : start + 1] == "\r\n" or editor.text[end - 1 : end + 1] == "\r\n":
                continue  # no editor has a caret there
            mirror.apply(*editor.replace(start, end, new), UTF16)
            caret, made = start + len(new), made + 1
        if chance.random() < 0.1:
            earlier.append(editor.text)
        if mirror.text != editor.text:
            return made, [f"the mirror differs at edit {made}"]
        if chance.random() < 0.3:
            continue
        edit = mirror.take_edit()
        if edit is not None:
            contract = contract.edit(edit.start, edit.end, edit.new_text)
        if chance.random() < 0.1:
            check(contract)
            contract.settle()
        if burst % COMPARED == 0:
            parsed = view(Contract.parse(editor.text))
            reached = view(contract)
            if differing := [part for part in parsed if parsed[part] != reached[part]]:
                faults.append(f"{', '.join(differing)} differ at edit {made}")
                contract = Contract.parse(editor.text)
    return made, faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begin = time.monotonic()
    texts = documents()
    made = wrong = number = 0
    while made < options.edits and time.monotonic() < begin + options.seconds:
        number += 1
        seed = f"{options.seed}.{number}"
        chance = random.Random(seed)
        count, faults = run(chance, chance.choice(texts), options.edits - made, begin + options.seconds)
        made, wrong = made + count, wrong + len(faults)
        for fault in faults:
            print(f"seed {seed}: {fault}", flush=True)
        if number % 5 == 0:
            print(f"{made:,} edits, {wrong} differences, {time.monotonic() - begin:.0f} s", flush=True)
    print(f"{made:,} edits on {number} documents, {wrong} differences, {time.monotonic() - begin:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
