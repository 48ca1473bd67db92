"""What users of other language servers have complained about: each trouble once, as somebody met it.

Of forty such troubles some are tried where the feature is: lines that break where the protocol does not break them
(test_mirror, test_features), astral characters (test_positions, and every feature in three units), closed documents,
drive letters in two spellings, ``c%3A`` and edits outside the text (test_documents), pulls behind edits (test_pull),
the editor killed (test_life_cycle), rules switched off and settings in a folder above (test_configuration),
expressions that run away (tests/core/test_hostile_input.py), a changed or missing interpreter, ``~`` in its path and
paths of Windows (tests/editors, client-vscode/test), work without a network (test_comparison_process).

Some do not apply. The server has no timeout of its own that could end it (marksman 408). It is never asked to do
anything when a document is saved but to give code actions (harper 1331, here), and formats nothing. It does not look
for a Python, nor load one (vscode-black-formatter 174 and 217, vscode-python 8456): the client finds the server by
its settings, and nothing is downloaded.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import time
from pathlib import Path

import pytest
from lsp_harness import COMMAND, SUPPLY, Wire, insertion, position

FLAWED = "1. Term\n\nThis is subject to Section 9.\n"
URI = "file:///contracts/troubles.contract"


def published(wire: Wire) -> list[dict]:
    """The publications that have come and were not awaited, once the server has answered everything before."""
    wire.request("fence", "workspace/symbol", {"query": "nothing is called so"})
    return [m["params"] for m in wire.messages.queue if m.get("method") == "textDocument/publishDiagnostics"]


def cpu_seconds(wire: Wire) -> float:
    """Processor time that the server has taken; other programs on the machine do not change it."""
    stat = Path(f"/proc/{wire.process.pid}/stat")
    if not stat.exists():
        pytest.skip("the system does not tell how much processor time another process took")
    user, system = stat.read_text("ascii").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def test_typing_in_ten_thousand_lines_costs_a_fraction_of_reading_them(wire: Wire, tmp_path: Path):
    """https://github.com/Automattic/harper/issues/1142: typing lags in a Markdown file of 10,000 lines"""
    uri = (tmp_path / "long.contract.md").as_uri()
    lines = [
        f"{n}. Order {n}\n" if m == 0 else f"{n}.{m} The Supplier delivers part {m} of the order under section {n}.\n"
        for n in range(1, 101)
        for m in range(100)
    ]
    wire.initialize()
    before = cpu_seconds(wire)
    wire.open(uri, "# Terms\n\n" + "".join(lines))
    wire.await_diagnostics(uri, 1)
    wire.request("read", "textDocument/hover", {"textDocument": {"uri": uri}, "position": position(5000, 1)})
    reading = cpu_seconds(wire) - before
    for version in range(2, 42):
        wire.change(uri, version, insertion(5000, 20, "x"))
        wire.await_diagnostics(uri, version)
    assert cpu_seconds(wire) - before - reading < reading


def test_a_server_with_nothing_to_do_does_nothing(wire: Wire, tmp_path: Path):
    """https://github.com/Automattic/harper/issues/466: two cores are taken, for months nobody knows by what"""
    wire.initialize({}, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "w"}])
    wire.open(URI, SUPPLY)
    wire.await_diagnostics(URI, 1)
    time.sleep(4.0)  # what is put off until a pause has been done
    before = cpu_seconds(wire)
    time.sleep(1.5)
    assert cpu_seconds(wire) - before <= 0.05


def test_saving_asks_for_actions_that_cost_nothing(wire: Wire):
    """https://github.com/Automattic/harper/issues/1331: code actions on save hold the saving up for seconds"""
    text = SUPPLY * 60
    wire.initialize()
    wire.open(URI, text)
    wire.await_diagnostics(URI, 1)
    whole = {"start": position(0, 0), "end": position(text.count("\n"), 0)}
    asked = {"textDocument": {"uri": URI}, "range": whole}
    wire.request("read", "textDocument/codeLens", asked)
    before = cpu_seconds(wire)
    for number, kind in enumerate(("source.fixAll", "source.organizeImports", "source.fixAll.clausewright")):
        context = {"diagnostics": [], "only": [kind], "triggerKind": 2}
        assert wire.request(number, "textDocument/codeAction", {**asked, "context": context})["result"] == []
    assert cpu_seconds(wire) - before < 0.2


def test_a_key_costs_the_same_beside_hundreds_of_files(wire: Wire, tmp_path: Path):
    """https://github.com/artempyanykh/marksman/issues/301: 7,762 files in the folder, all cores taken at each key"""
    for number in range(150):
        (tmp_path / f"{number}.contract").write_text(SUPPLY, encoding="utf-8")
    wire.initialize({}, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "w"}])
    before = cpu_seconds(wire)
    assert wire.request("all", "workspace/symbol", {"query": "delivery"})["result"]
    reading = cpu_seconds(wire) - before
    uri = (tmp_path / "7.contract").as_uri()
    wire.open(uri, SUPPLY)
    wire.await_diagnostics(uri, 1)
    before = cpu_seconds(wire)
    for version in range(2, 22):
        wire.change(uri, version, insertion(0, 0, "A"))
        wire.await_diagnostics(uri, version)
    assert cpu_seconds(wire) - before < max(0.5, reading / 2)


def test_work_that_was_cancelled_is_not_done(wire: Wire):
    """https://github.com/openlawlibrary/pygls/issues/517: of 70 queued requests 60 were cancelled, and all were done"""
    text = SUPPLY * 20
    wire.initialize()
    wire.open(URI, text)
    wire.await_diagnostics(URI, 1)
    rename = {"textDocument": {"uri": URI}, "position": position(6, 2), "newName": "Concern"}
    wire.send(
        *({"id": number, "method": "textDocument/rename", "params": rename} for number in range(70)),
        *({"method": "$/cancelRequest", "params": {"id": number}} for number in range(1, 61)),
    )
    answers = {}
    while len(answers) < 70:
        message = wire.await_message(lambda m: isinstance(m.get("id"), int))
        answers[message["id"]] = message
    cancelled = [number for number, answer in answers.items() if answer.get("error", {}).get("code") == -32800]
    assert sorted(cancelled) == list(range(1, 61))


def test_many_quick_edits_are_read_as_a_few(wire: Wire):
    """https://github.com/valentjn/vscode-ltex/issues/880: seven cores are taken after many quick edits"""
    wire.initialize()
    wire.open(URI, SUPPLY * 100)
    wire.await_diagnostics(URI, 1)
    wire.change(URI, 2, insertion(20, 5, "x"))
    wire.await_diagnostics(URI, 2)
    before = cpu_seconds(wire)
    for version in range(3, 103):
        wire.change(URI, version, insertion(20, 5, "x"))
        wire.await_diagnostics(URI, version)
    one_by_one, before = cpu_seconds(wire) - before, cpu_seconds(wire)
    wire.send(
        *(
            {
                "method": "textDocument/didChange",
                "params": {
                    "textDocument": {"uri": URI, "version": version},
                    "contentChanges": [insertion(20, 5, "y")],
                },
            }
            for version in range(103, 503)
        )
    )
    wire.await_diagnostics(URI, 502)
    assert cpu_seconds(wire) - before < one_by_one


def test_what_the_server_thinks_the_file_is_can_be_seen(wire: Wire):
    """https://github.com/rust-lang/rust-analyzer/issues/6402: after an emoji the copy was another text, unseen"""
    wire.initialize({"general": {"positionEncodings": ["utf-16"]}})
    wire.open(URI, "1. 😀\f\r\n2. 𝔄 Term\n")
    wire.change(URI, 2, insertion(0, 5, "x"), insertion(1, 5, "y"))
    (document,) = wire.request(1, "clausewright/serverState", None)["result"]["documents"]
    assert document["sha256"] == hashlib.sha256("1. 😀x\f\r\n2. 𝔄y Term\n".encode()).hexdigest()[:16]


def test_code_and_the_addresses_of_links_are_not_read_as_the_contract(wire: Wire, tmp_path: Path):
    """https://github.com/Automattic/harper/issues/4012, 13 and 104: findings in code blocks and titles of links"""
    text = (
        "# Terms\n\n1. Use. The interface is called as [the guide](https://x.test/9 'Section 9 of it') says.\n\n"
        "```\ncall(Section 8, the the\n```\n\n2. Names. `Section 7 the the` is one. <!-- Section 6, see above -->\n\n"
        "3. End. It ends under Section 5.\n"
    )
    wire.initialize()
    for ending, codes in (("md", ["CW201"]), ("txt", None)):
        uri = (tmp_path / f"a.contract.{ending}").as_uri()
        wire.open(uri, text)
        found = wire.await_diagnostics(uri, 1)["diagnostics"]
        if codes is None:
            assert len(found) > 5
        else:
            assert [one["code"] for one in found] == codes


def test_a_rule_and_a_file_can_be_silenced_from_the_finding(wire: Wire, tmp_path: Path):
    """https://github.com/Automattic/harper/issues/1711 and 1170: nobody found how to turn one rule off, or a file"""
    document = {"codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}}}
    edits = {"documentChanges": True, "resourceOperations": ["create"]}
    wire.initialize({"textDocument": document, "workspace": {"workspaceEdit": edits}})
    uri = (tmp_path / "a.contract.md").as_uri()
    wire.open(uri, FLAWED)
    (finding,) = wire.await_diagnostics(uri, 1)["diagnostics"]
    params = {"textDocument": {"uri": uri}, "range": finding["range"], "context": {"diagnostics": [finding]}}
    titles = [one["title"] for one in wire.request(1, "textDocument/codeAction", params)["result"]]
    assert {
        "Silence CW201 (unresolved reference) on this line",
        "Silence CW201 (unresolved reference) in this file",
    } <= set(titles)
    wire.change(uri, 2, insertion(0, 0, "<!-- clausewright: ignore-file -->\n"))
    assert wire.await_diagnostics(uri, 2)["diagnostics"] == []


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
