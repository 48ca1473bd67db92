"""Deviations in the editor: compared aside, shown when known, moved with the text, and nothing lost to any accident."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsp_harness import COMMAND, PATIENCE, Wire
from written import TEMPLATE, contract_text, written

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

DEVIATING = {"CW601", "CW602", "CW603"}
TEXT = contract_text()


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where this module's servers keep what they read: the model is loaded once for all of them."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def start(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    started: list[Wire] = []

    def begin(capabilities: Any = None, **params: Any) -> Wire:
        started.append(Wire(COMMAND))
        started[-1].initialize(capabilities or {}, **params)
        return started[-1]

    yield begin
    for wire in started:
        wire.end()


def codes(message: Any) -> list[str]:
    return sorted(one["code"] for one in message["params"]["diagnostics"])


def await_codes(wire: Wire, uri: str, wanted: Any, seconds: float = 60.0) -> Any:
    """The first publication for *uri* whose codes *wanted* accepts."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        message = wire.messages.get(timeout=until - time.monotonic())
        of_it = message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri
        if of_it and wanted(codes(message)):
            return message["params"]
    raise AssertionError("the findings did not come")


def await_deviations(wire: Wire, uri: str) -> Any:
    return await_codes(wire, uri, lambda found: set(found) >= DEVIATING)


def comparers(wire: Wire) -> list[int]:
    """Process ids of what *wire*'s server started to compare."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    rows = [line.split(None, 2) for line in listed]
    return [int(pid) for pid, parent, args in rows if int(parent) == wire.process.pid and "deviations.process" in args]


def slice_of(text: str, span: Any) -> str:
    lines = text.split("\n")
    assert span["start"]["line"] == span["end"]["line"]
    return lines[span["start"]["line"]][span["start"]["character"] : span["end"]["character"]]


def test_findings_of_structure_come_first_and_deviations_when_they_are_known(start, tmp_path):
    path = written(tmp_path, text=TEXT + "\n5.3 Clause 9.9 survives.\n")
    uri = path.as_uri()
    wire = start({"textDocument": {"publishDiagnostics": {"relatedInformation": True}}})
    wire.open(uri, path.read_text(encoding="utf-8"))
    assert set(codes({"params": wire.await_diagnostics(uri, 1)})) == {"CW201"}
    shown = await_deviations(wire, uri)
    assert "CW201" in codes({"params": shown})
    (deviation,) = [one for one in shown["diagnostics"] if one["code"] == "CW601"]
    assert slice_of(TEXT, deviation["range"]) == "90 days"
    assert "template 30 days, here 90 days (template 2.1)" in deviation["message"]
    (related,) = deviation["relatedInformation"]
    assert related["location"]["uri"] == (tmp_path / "template.txt").as_uri()
    line = related["location"]["range"]["start"]["line"]
    assert TEMPLATE.split("\n")[line].startswith("2.1 The Client shall pay")


def test_an_edit_elsewhere_keeps_them_and_one_in_the_clause_brings_the_new_one(start, tmp_path):
    path = written(tmp_path)
    uri = path.as_uri()
    wire = start()
    wire.open(uri, TEXT)
    await_deviations(wire, uri)
    top = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    wire.change(uri, 2, {"range": top, "text": "\n"})
    moved = wire.await_diagnostics(uri, 2)
    assert set(codes({"params": moved})) == DEVIATING
    (deviation,) = [one for one in moved["diagnostics"] if one["code"] == "CW601"]
    assert slice_of("\n" + TEXT, deviation["range"]) == "90 days"

    wire.change(uri, 3, {"text": TEXT.replace("on 60 days", "on 75 days")})
    shown = await_codes(wire, uri, lambda found: found.count("CW601") == 2)
    assert any("here 75 days" in one["message"] for one in shown["diagnostics"])
    wire.change(uri, 4, {"text": TEMPLATE})
    await_codes(wire, uri, lambda found: not DEVIATING.intersection(found))


def test_nothing_is_compared_where_no_template_is_named(start, tmp_path):
    path = written(tmp_path, settings="")
    wire = start()
    wire.open(path.as_uri(), TEXT)
    assert codes({"params": wire.await_diagnostics(path.as_uri(), 1)}) == []
    time.sleep(1)
    assert comparers(wire) == []


def test_the_template_that_the_settings_name_is_not_compared_with_itself(start, tmp_path):
    written(tmp_path)
    template = (tmp_path / "template.txt").as_uri()
    wire = start()
    wire.open(template, TEMPLATE)
    assert "CW604" not in codes({"params": wire.await_diagnostics(template, 1)})
    time.sleep(1)
    assert comparers(wire) == []


def test_a_template_that_comes_goes_and_changes_is_followed(start, tmp_path):
    path, template = written(tmp_path), tmp_path / "template.txt"
    uri = path.as_uri()
    template.unlink()
    wire = start()
    wire.open(uri, TEXT)
    (finding,) = wire.await_diagnostics(uri, 1)["diagnostics"]
    assert (finding["code"], "was not found" in finding["message"]) == ("CW604", True)

    def changed(kind: int) -> None:
        wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": template.as_uri(), "type": kind}]})

    template.write_text(TEMPLATE, encoding="utf-8")
    changed(1)
    await_deviations(wire, uri)
    template.write_text(TEMPLATE.replace("30 days", "90 days"), encoding="utf-8")
    changed(2)
    await_codes(wire, uri, lambda found: set(found) == DEVIATING - {"CW601"})
    template.unlink()
    changed(3)
    await_codes(wire, uri, lambda found: found == ["CW604"])


def test_a_process_that_is_killed_is_started_again_and_the_editor_is_told_by_a_note_alone(start, tmp_path):
    path = written(tmp_path)
    uri = path.as_uri()
    wire = start()
    # A text that no cache knows, and long enough to be caught in the middle of.
    text = TEXT + "".join(
        f"\n{n}.1 The Vendor shall deliver lot {n} of {tmp_path.name} to the Client by day {n} of the term.\n"
        for n in range(6, 160)
    )
    wire.open(uri, text)
    wire.await_diagnostics(uri, 1)
    until = time.monotonic() + PATIENCE
    while not comparers(wire) and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(1.0)
    (first,) = comparers(wire)
    os.kill(first, signal.SIGKILL)
    seen: list[Any] = []

    def until_deviations(message: Any) -> bool:
        seen.append(message)
        return message.get("method") == "textDocument/publishDiagnostics" and "CW601" in codes(message)

    until = time.monotonic() + 120
    while not until_deviations(wire.messages.get(timeout=until - time.monotonic())):
        pass
    (second,) = comparers(wire)
    assert second != first
    notes = [one["params"] for one in seen if one.get("method") == "window/logMessage"]
    assert [note["type"] for note in notes] == [3]
    assert "started again" in notes[0]["message"]
    assert [one for one in seen if one.get("method") == "window/showMessage"] == []


def test_two_windows_compare_at_once_with_one_cache(start, tmp_path):
    text = TEXT.replace("five years", "eight years")
    path = written(tmp_path, text=text)
    windows = [start(), start()]
    for wire in windows:
        wire.open(path.as_uri(), text)
    for wire in windows:
        shown = await_codes(wire, path.as_uri(), lambda found: found.count("CW601") == 2)
        assert any("eight years" in one["message"] for one in shown["diagnostics"])


def test_a_cache_that_cannot_be_written_costs_time_only(start, tmp_path, monkeypatch):
    (tmp_path / "no-folder").write_text("", encoding="utf-8")
    path = written(tmp_path)
    wire = None
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "no-folder"))
    wire = start()
    wire.open(path.as_uri(), TEXT)
    assert set(codes({"params": await_deviations(wire, path.as_uri())})) == DEVIATING


def test_the_process_ends_with_the_server(start, tmp_path):
    path = written(tmp_path)
    wire = start()
    wire.open(path.as_uri(), TEXT)
    await_deviations(wire, path.as_uri())
    until = time.monotonic() + PATIENCE
    # What is known is told before the process is started for what may be asked next.
    while not comparers(wire) and time.monotonic() < until:
        time.sleep(0.05)
    (pid,) = comparers(wire)
    wire.request(9, "shutdown")
    wire.notify("exit")
    assert wire.wait() == 0
    until = time.monotonic() + PATIENCE
    while Path(f"/proc/{pid}").exists() and time.monotonic() < until:
        time.sleep(0.05)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_coverage_of_the_template_is_told_to_clients_that_show_it(start, tmp_path):
    path = written(tmp_path)
    uri = path.as_uri()
    wire = start({"experimental": {"clausewrightCoverage": True}})
    wire.open(uri, TEXT)

    def coverage(state: str) -> Any:
        return wire.await_message(
            lambda message: message.get("method") == "clausewright/coverage" and message["params"]["state"] == state
        )["params"]

    assert coverage("comparing") == {"uri": uri, "state": "comparing"}
    told = coverage("compared")
    assert told == {
        "uri": uri,
        "state": "compared",
        "template": (tmp_path / "template.txt").as_uri(),
        "covered": 6,
        "deviating": 1,
        "missing": 2,
        "added": 1,
    }
    (tmp_path / "clausewright.toml").write_text("", encoding="utf-8")
    wire.notify(
        "workspace/didChangeWatchedFiles",
        {"changes": [{"uri": (tmp_path / "clausewright.toml").as_uri(), "type": 2}]},
    )
    assert coverage("off") == {"uri": uri, "state": "off"}


def test_progress_is_shown_while_the_model_is_loaded(start, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "fresh"))
    path = written(tmp_path)
    wire = start({"window": {"workDoneProgress": True}})
    wire.open(path.as_uri(), TEXT)
    made = wire.await_message(lambda message: message.get("method") == "window/workDoneProgress/create")
    wire.send({"id": made["id"], "result": None})
    steps: list[Any] = []
    while not steps or steps[-1]["kind"] != "end":
        message = wire.messages.get(timeout=60)
        if message.get("method") == "$/progress":
            steps.append(message["params"]["value"])
    assert steps[0]["kind"] == "begin"
    assert steps[0]["title"] == "Comparing with the template"
    assert "model" in steps[0]["message"]


def test_files_that_nobody_has_open_are_compared_when_the_folder_is_asked_about(start, tmp_path):
    written(tmp_path)
    (tmp_path / "b.contract.txt").write_text(TEXT.replace("on 60 days", "on 75 days"), encoding="utf-8")
    (tmp_path / "c.contract.txt").write_text(TEMPLATE, encoding="utf-8")
    wire = start(
        {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}},
        workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "deals"}],
    )

    def ask(number: int) -> dict[str, list[str]]:
        answer = wire.request(number, "workspace/diagnostic", {"previousResultIds": []})
        return {
            one["uri"].rpartition("/")[2]: sorted(found["code"] for found in one["items"])
            for one in answer["result"]["items"]
        }

    assert not DEVIATING & set(ask(1)["a.contract.txt"])
    number, until = 1, time.monotonic() + 120
    while time.monotonic() < until:
        wire.await_message(lambda message: message.get("method") == "workspace/diagnostic/refresh")
        number += 1
        found = ask(number)
        if found["a.contract.txt"] and found["b.contract.txt"]:
            break
    assert set(found["a.contract.txt"]) >= DEVIATING
    assert found["b.contract.txt"].count("CW601") == 2
    assert not DEVIATING & set(found["c.contract.txt"])
    assert ask(number + 1) == found
