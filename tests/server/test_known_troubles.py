"""What users of other language servers have complained about: each trouble once, as somebody met it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from lsp_harness import COMMAND, Wire, insertion, position

FLAWED = "1. Term\n\nThis is subject to Section 9.\n"
URI = "file:///contracts/troubles.contract"


def published(wire: Wire) -> list[dict]:
    """The publications that have come and were not awaited, once the server has answered everything before."""
    wire.request("fence", "workspace/symbol", {"query": "nothing is called so"})
    return [m["params"] for m in wire.messages.queue if m.get("method") == "textDocument/publishDiagnostics"]


class _UnreadLog(Wire):
    """A client that never reads the server's log."""

    def _read_log(self) -> None:
        self.log = b""


def test_a_log_that_nobody_reads_holds_nothing_up():
    """https://github.com/palantir/python-language-server/issues/17"""
    wire = _UnreadLog()
    try:
        wire.initialize()
        for _ in range(20):
            wire.send(*({"method": "textDocument/didClose", "params": {}} for _ in range(100)))
        wire.open(URI, FLAWED)
        assert wire.await_diagnostics(URI, 1)["diagnostics"]
    finally:
        wire.end()


def test_an_edit_publishes_for_its_own_document_alone(wire: Wire, tmp_path: Path):
    """https://github.com/latex-lsp/texlab/issues/1005 and 986: eighty files, eighty publications at every key"""
    for number in range(80):
        (tmp_path / f"{number}.contract").write_text(FLAWED, encoding="utf-8")
    wire.initialize({}, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "w"}])
    uris = [(tmp_path / f"{number}.contract").as_uri() for number in range(3)]
    for uri in uris:
        wire.open(uri, FLAWED)
        wire.await_diagnostics(uri, 1)
    wire.change(uris[0], 2, insertion(0, 7, "s"))
    wire.await_diagnostics(uris[0], 2)
    assert {one["uri"] for one in published(wire)} <= {uris[0]}


def test_findings_are_never_blanked_between_versions(wire: Wire, tmp_path: Path):
    """https://github.com/golang/go/issues/42837: an empty list overwrites a good one of the same version"""
    (tmp_path / "clausewright.toml").write_text('[privacy]\nmode = "on"\n', encoding="utf-8")
    uri = (tmp_path / "a.contract").as_uri()
    wire.initialize()
    wire.open(uri, FLAWED)
    for version in range(2, 22):
        wire.change(uri, version, insertion(2, 0, "It is so. "))
    said = [wire.await_diagnostics(uri, 1)]
    while said[-1]["version"] < 21:
        said.append(wire.await_diagnostics(uri, 1))
    said += published(wire)
    assert [one["version"] for one in said] == sorted(one["version"] for one in said)
    assert all([d["code"] for d in one["diagnostics"]] == ["CW201"] for one in said)


@pytest.mark.parametrize("given", [{}, {"rootUri": None, "workspaceFolders": None}, {"rootPath": "relative"}])
def test_a_window_without_folder_and_settings_is_told_nothing(wire: Wire, given):
    """https://github.com/vale-cli/vale-vscode/issues/128 and 6: errors pop up, or nothing happens at all"""
    wire.initialize({}, **given)
    wire.open(URI, FLAWED)
    assert wire.await_diagnostics(URI, 1)["diagnostics"]
    published(wire)
    assert not [m for m in wire.messages.queue if m.get("method") in ("window/showMessage", "window/logMessage")]


def test_without_a_folder_no_file_is_read(wire: Wire, tmp_path: Path):
    """https://github.com/latex-lsp/texlab/issues/856: a file in the home folder, and everything below is read"""
    (tmp_path / "beside.contract").write_text(FLAWED, encoding="utf-8")
    uri = (tmp_path / "open.contract").as_uri()
    wire.initialize()
    wire.open(uri, FLAWED)
    wire.await_diagnostics(uri, 1)
    answer = wire.request(1, "workspace/diagnostic", {"previousResultIds": []})["result"]
    assert [one["uri"] for one in answer["items"]] == [uri]


def test_a_file_in_an_older_encoding_is_read(wire: Wire, tmp_path: Path):
    """https://github.com/LaBatata101/sith-language-server/pull/11: a file that is not UTF-8 ends the server"""
    (tmp_path / "old.contract").write_bytes("1. Façade\n\n“This” is subject to Section 9.\n".encode("cp1252"))
    wire.initialize({}, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "w"}])
    (report,) = wire.request(1, "workspace/diagnostic", {"previousResultIds": []})["result"]["items"]
    assert "CW201" in {one["code"] for one in report["items"]}


def test_a_document_that_was_never_saved_has_everything(wire: Wire):
    """https://github.com/swyddfa/esbonio/issues/60 and pygls 209: ``untitled:`` is taken for a path"""
    uri = "untitled:Untitled-1"
    wire.initialize()
    wire.open(uri, FLAWED)
    (finding,) = wire.await_diagnostics(uri, 1)["diagnostics"]
    document = {"textDocument": {"uri": uri}}
    assert len(wire.request(1, "textDocument/documentSymbol", document)["result"]) == 1
    hover = {**document, "position": finding["range"]["end"]}
    assert "leads nowhere" in wire.request(2, "textDocument/hover", hover)["result"]["contents"]["value"]
    action = {**document, "range": finding["range"], "context": {"diagnostics": [finding]}}
    assert isinstance(wire.request(3, "textDocument/codeAction", action)["result"], list)


def test_a_request_cancelled_while_the_client_is_being_asked_breaks_nothing(wire: Wire):
    """https://github.com/openlawlibrary/pygls/issues/621: cancelling while a client's reply is awaited"""
    wire.initialize({"workspace": {"configuration": True}})
    asked = wire.await_message(lambda m: m.get("method") == "workspace/configuration")
    wire.open(URI, FLAWED)
    document = {"textDocument": {"uri": URI}}
    wire.send({"id": 1, "method": "textDocument/diagnostic", "params": document})
    wire.notify("$/cancelRequest", {"id": 1})
    assert wire.await_answer(1)["error"]["code"] == -32800
    wire.send({"id": asked["id"], "result": [{}]})
    wire.notify("$/cancelRequest", {"id": asked["id"]})
    assert wire.request(2, "textDocument/diagnostic", document)["result"]["items"]
    hover = {**document, "position": position(2, 26)}
    assert wire.request(3, "textDocument/hover", hover)["result"] is not None


def test_a_rule_switched_off_for_personal_data_takes_its_findings_away(wire: Wire, tmp_path: Path):
    """https://github.com/golang/go/issues/44826: findings of a check that was switched off stay"""
    settings = tmp_path / "clausewright.toml"
    settings.write_text('[privacy]\nmode = "on"\n', encoding="utf-8")
    uri = (tmp_path / "a.contract").as_uri()
    wire.initialize()
    wire.open(uri, "1. Staff\n\nThe works are led by Ngozi Adebayo, who may be replaced at any time.\n")

    def shown(there: bool) -> bool:
        wire.await_message(
            lambda m: (
                m.get("method") == "textDocument/publishDiagnostics"
                and ("CW501" in {d["code"] for d in m["params"]["diagnostics"]}) == there
            )
        )
        return True

    assert shown(True)
    settings.write_text('[privacy]\nmode = "off"\n', encoding="utf-8")
    wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": settings.as_uri(), "type": 2}]})
    assert shown(False)


@pytest.mark.parametrize(
    "uri",
    [
        "",
        "::",
        "%",
        "file:",
        "file://[broken",
        "file:///c%3A/%FF%FE",
        "output:hover window",
        "walkThrough:x?{}#",
        "\ud83d",
    ],
)
def test_a_document_by_any_name_is_read(running: Wire, uri):
    """https://github.com/artempyanykh/marksman/issues/375 and texlab 1078: a strange URI ends the server"""
    running.open(uri, FLAWED)
    assert len(running.await_diagnostics(uri, 1)["diagnostics"]) == 1
    running.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_a_sentence_without_end_is_read(running: Wire, uri: str):
    """https://github.com/Automattic/harper/issues/1181: thirty-one words without a full stop end the server"""
    running.open(uri, "1. " + "and whereas " * 20_000)
    assert running.await_diagnostics(uri, 1)["version"] == 1


def test_a_server_that_is_shut_down_at_once_ends():
    """https://github.com/openlawlibrary/pygls/issues/587: shutdown right behind initialize"""
    messages = [
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}',
        b'{"jsonrpc":"2.0","method":"initialized","params":{}}',
        b'{"jsonrpc":"2.0","id":2,"method":"shutdown"}',
        b'{"jsonrpc":"2.0","method":"exit"}',
    ]
    data = b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(one), one) for one in messages)
    done = subprocess.run(COMMAND, input=data, capture_output=True, timeout=50, check=False)
    assert done.returncode == 0
    assert done.stderr == b""
