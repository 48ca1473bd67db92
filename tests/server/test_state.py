"""What the server says of itself."""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path

import pytest
from lsp_harness import PATIENCE, SUPPLY, Wire, insertion


def state_of(wire: Wire) -> dict:
    return wire.request("state", "clausewright/serverState", {})["result"]


def test_what_is_open_how_it_was_read_and_what_it_takes(wire: Wire, tmp_path: Path):
    (tmp_path / "beside.contract").write_text("1. TERM\n\nA year.\n", encoding="utf-8")
    wire.initialize({}, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "w"}])
    uri = (tmp_path / "supply.contract").as_uri()
    wire.open(uri, SUPPLY)
    wire.change(uri, 2, insertion(0, 0, "😀"))
    published = wire.await_diagnostics(uri, 2)["diagnostics"]
    wire.request("folder", "workspace/symbol", {"query": ""})
    state = state_of(wire)
    assert state["folders"] == [tmp_path.as_uri()]
    assert state["filesRead"] == 1
    assert state["pid"] == wire.process.pid
    assert 10 < state["megabytes"] < 1000
    assert state["processes"] == []
    (document,) = state["documents"]
    assert (document["uri"], document["version"], document["characters"]) == (uri, 2, len(SUPPLY) + 1)
    assert document["sha256"] == hashlib.sha256(("😀" + SUPPLY).encode()).hexdigest()[:16]
    assert document["read"]
    assert document["findings"] == len(published)
    assert set(document["milliseconds"]) >= {"read"}


def test_it_holds_no_words_of_a_contract(wire: Wire, tmp_path: Path):
    wire.initialize()
    wire.open("untitled:Untitled-1", "1. SAPPHIRE\n\n“Moonstone” is subject to Section 9.\n")
    wire.await_diagnostics("untitled:Untitled-1", 1)
    told = json.dumps(state_of(wire), ensure_ascii=False).casefold()
    assert not [word for word in ("sapphire", "moonstone", "section 9", "subject to") if word in told]


@pytest.mark.slow
def test_processes_beside_the_server_are_named_while_they_run(wire: Wire, tmp_path: Path):
    wire.initialize({}, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "w"}])
    wire.open((tmp_path / "supply.contract").as_uri(), SUPPLY)
    assert wire.request("search", "clausewright/searchClauses", {"query": "late delivery"})["result"]["matches"]
    (process,) = state_of(wire)["processes"]
    assert process["name"] == "clausewright.retrieval.process"
    assert process["pid"] != wire.process.pid
    assert process["megabytes"] > 10


def test_what_an_edit_moves_is_put_together_before_somebody_asks(wire: Wire):
    uri = "file:///contracts/rested.contract"
    wire.initialize()
    wire.open(uri, SUPPLY)
    wire.await_diagnostics(uri, 1)
    line = SUPPLY[: SUPPLY.index("within ten")].count("\n")
    wire.change(uri, 2, insertion(line, 50, "x"))
    wire.await_diagnostics(uri, 2)
    deadline = time.monotonic() + PATIENCE
    while "move" not in state_of(wire)["documents"][0]["milliseconds"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
