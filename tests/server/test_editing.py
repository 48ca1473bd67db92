"""Typing for a while and opening the result are the same."""

from __future__ import annotations

import random

import pytest
from lsp_harness import SUPPLY, Wire, position

from clausewright.text import Position, PositionEncoding
from clausewright_server.mirror import Mirror

PIECES = [
    "x",
    " ",
    "\n",
    "\n\n",
    "Section 2.1",
    "Goods",
    '"',
    "(a) ",
    "3.3 ",
    "4. TERM\n\n",
    "\r\n",
    "\f",
    "😀",
    "\x85",
]


def without_version(params):
    return sorted(str(one) for one in params["diagnostics"])


@pytest.mark.parametrize("seed", range(4))
def test_edits_lead_where_opening_does(running: Wire, uri: str, seed: int):
    choose = random.Random(seed)
    mirror = Mirror(SUPPLY)
    running.open(uri, SUPPLY)
    version = 1
    for _ in range(60):
        changes = []
        for _ in range(choose.choice((1, 1, 3))):
            line = choose.randrange(mirror.text.count("\n") + 2)
            column = choose.randrange(60)
            end_line, end_column = choose.choice([(line, column), (line, column + choose.randrange(20)), (line + 1, 3)])
            text = choose.choice(["", *PIECES])
            mirror.apply(Position(line, column), Position(end_line, end_column), text, PositionEncoding.UTF16)
            span = {"start": position(line, column), "end": position(end_line, end_column)}
            changes.append({"range": span, "text": text})
        version += 1
        running.change(uri, version, *changes)
    edited = running.await_diagnostics(uri, version)
    at = {"textDocument": {"uri": uri}}
    outline = running.request(f"edited-{uri}", "textDocument/documentSymbol", at)["result"]
    running.notify("textDocument/didClose", at)
    running.await_diagnostics(uri, 0)
    running.open(uri, mirror.text)
    assert without_version(running.await_diagnostics(uri, 1)) == without_version(edited)
    assert running.request(f"opened-{uri}", "textDocument/documentSymbol", at)["result"] == outline
