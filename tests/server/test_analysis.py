"""Which work is done on the loop, and which is left to the worker."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Any

import pytest
from lsp_harness import insertion

from clausewright import turns
from clausewright.contract import Contract
from clausewright_server import analysis
from clausewright_server.server import ClausewrightServer
from clausewright_server.transport import FrameReader, FrameWriter, encode

TIMEOUT = 60.0
URI = "file:///contracts/letters.contract"


class Client:
    """A server in a thread of this process, whose name is "loop"."""

    def __init__(self) -> None:
        (to_server, from_client), (to_client, from_server) = os.pipe(), os.pipe()
        stdin, stdout = os.fdopen(to_server, "rb"), os.fdopen(from_server, "wb")
        self.thread = threading.Thread(target=lambda: ClausewrightServer().serve(stdin, stdout), name="loop")
        self.thread.start()
        self._writer = FrameWriter(os.fdopen(from_client, "wb"))
        self._came: SimpleQueue[Any] = SimpleQueue()
        self._reader = FrameReader(os.fdopen(to_client, "rb"), lambda: self._came.put(None))
        self._reader.start()

    def send(self, method: str, params: Any, **more: Any) -> None:
        self._writer.write(encode({"jsonrpc": "2.0", "method": method, "params": params, **more}))

    def message(self) -> Any:
        self._came.get(timeout=TIMEOUT)
        return json.loads(self._reader.frames.popleft())

    def until_version(self, version: int) -> None:
        while (self.message().get("params") or {}).get("version") != version:
            pass

    def end(self) -> None:
        self.send("exit", None)
        self.thread.join(TIMEOUT)


@pytest.fixture
def client() -> Iterator[Client]:
    client = Client()
    client.send("initialize", {"capabilities": {}}, id=1)
    client.send("initialized", {})
    yield client
    client.end()


def test_an_edit_that_takes_longer_than_the_last_ones_is_left_to_the_worker(
    client: Client, monkeypatch: pytest.MonkeyPatch
):
    """Lines that are all the same are parted anew to the end where one is put in between, letters only around them."""
    monkeypatch.setattr(analysis, "PATIENCE", 0.015)
    monkeypatch.setattr(turns, "TURN", 0.0005)
    done: list[str] = []
    edit = Contract.edit

    def noted(contract: Contract, start: int, end: int, new_text: str) -> Contract:
        edited = edit(contract, start, end, new_text)
        done.append(threading.current_thread().name)
        return edited

    monkeypatch.setattr(Contract, "edit", noted)
    item = {"uri": URI, "languageId": "contract", "version": 1, "text": "x\n" * 50_000}
    client.send("textDocument/didOpen", {"textDocument": item})
    client.until_version(1)
    for version, text in enumerate("abcdef\n", 2):
        change = {"textDocument": {"uri": URI, "version": version}, "contentChanges": [insertion(100, 0, text)]}
        client.send("textDocument/didChange", change)
        client.until_version(version)
    assert len(done) == 7
    assert done[-3:] == ["loop", "loop", "analysis"]
