"""Documents over the wire: kept in step with the editor whatever is in them and whatever the editor does."""

from __future__ import annotations

import pytest
from lsp_harness import Wire, insertion, position

from clausewright_server.session import MAX_ANALYSED

URI = "file:///contracts/doc.contract"


def symbols(wire: Wire, message_id: int | str, uri: str = URI):
    return wire.request(message_id, "textDocument/documentSymbol", {"textDocument": {"uri": uri}})


def test_diagnostics_follow_every_change_with_its_version(wire: Wire):
    wire.initialize()
    wire.open(URI, "1. Term\n", version=5)
    assert wire.await_diagnostics(URI, 5)["version"] == 5
    for version in (6, 7, 9):
        wire.change(URI, version, insertion(0, 7, "s"))
        assert wire.await_diagnostics(URI, version)["version"] == version


def test_an_answer_is_about_the_changes_sent_before_even_while_they_are_read(wire: Wire):
    wire.initialize()
    text = "1. The Supplier delivers the Goods.\n\n" * 4_000
    wire.open(URI, text)
    wire.await_diagnostics(URI, 1)
    for version in range(2, 8):
        change = {"textDocument": {"uri": URI, "version": version}, "contentChanges": [insertion(0, 3, "Well. ")]}
        at = {"textDocument": {"uri": URI}, "position": position(0, 1)}
        wire.send(
            {"method": "textDocument/didChange", "params": change},
            {"id": version, "method": "textDocument/hover", "params": at},
            {
                "id": f"s{version}",
                "method": "textDocument/selectionRange",
                "params": {**at, "positions": [position(0, 4)]},
            },
        )
        step = wire.await_answer(f"s{version}")["result"][0]
        while "parent" in step and step["range"]["start"]["line"] == 0 and step["range"]["end"]["line"] == 0:
            widest, step = step, step["parent"]
        assert widest["range"]["end"]["character"] == 35 + 6 * (version - 1)


def test_diagnostics_go_when_the_document_closes(wire: Wire):
    wire.initialize()
    for uri in (URI, "untitled:Untitled-1"):
        wire.open(uri, "1. Term\n")
        wire.await_diagnostics(uri, 1)
        wire.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        gone = wire.await_message(lambda m: m.get("method") == "textDocument/publishDiagnostics")["params"]
        assert gone == {"uri": uri, "diagnostics": []}
        assert symbols(wire, 1, uri)["result"] is None


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("workspace/didDeleteFiles", {"files": [{"uri": URI}]}),
        ("workspace/didChangeWatchedFiles", {"changes": [{"uri": URI, "type": 3}]}),
    ],
)
def test_diagnostics_go_when_the_file_is_deleted(wire: Wire, method, params):
    wire.initialize()
    wire.open(URI, "1. Term\n")
    wire.await_diagnostics(URI, 1)
    wire.notify(method, params)
    gone = wire.await_message(lambda m: m.get("method") == "textDocument/publishDiagnostics")["params"]
    assert gone == {"uri": URI, "diagnostics": []}


def test_a_change_for_a_document_never_opened_changes_nothing(wire: Wire):
    wire.initialize()
    wire.change(URI, 2, {"text": "1. Secret Larkfield terms"})
    wire.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
    assert symbols(wire, 1)["result"] is None
    wire.request(2, "shutdown")
    wire.notify("exit")
    assert wire.wait() == 0
    messages = list(wire.messages.queue)
    assert not [m for m in messages if m.get("method") == "window/showMessage"]
    assert b"not open" in wire.log
    assert b"Larkfield" not in wire.log


def test_a_document_opened_twice_is_the_second(wire: Wire):
    wire.initialize()
    wire.open(URI, "1. Term\n", version=1)
    wire.open(URI, "1. Term\n2. Fee\n", version=2)
    assert wire.await_diagnostics(URI, 2)["version"] == 2
    wire.change(URI, 3, insertion(1, 6, "s"))
    assert wire.await_diagnostics(URI, 3)["version"] == 3


def test_spellings_of_one_uri_are_one_document(wire: Wire):
    wire.initialize()
    wire.open("file:///c%3A/work/a.contract", "1. Term\n")
    wire.await_diagnostics("file:///c%3A/work/a.contract", 1)
    wire.change("file:///C:/work/a.contract", 2, insertion(0, 7, "s"))
    assert wire.await_diagnostics("file:///c%3A/work/a.contract", 2)["version"] == 2


@pytest.mark.parametrize("version", [None, 1, 0, -3, "2", 2.5])
def test_a_version_that_does_not_rise_is_survived(running: Wire, uri: str, version):
    running.open(uri, "1. Term\n")
    running.await_diagnostics(uri, 1)
    running.change(uri, version, insertion(0, 7, "s"))
    running.await_message(lambda m: m.get("method") == "textDocument/publishDiagnostics")
    running.change(uri, 8, insertion(0, 7, "s"))
    assert running.await_diagnostics(uri, 8)["version"] == 8


@pytest.mark.parametrize(
    "change",
    [
        insertion(99, 99, "past the end"),
        {"range": {"start": position(0, 5), "end": position(0, 1)}, "text": "backwards"},
        {"range": {"start": position(0, 0), "end": position(999, 999)}, "text": ""},
        insertion(-1, -1, "before the start"),
        {"text": ""},
    ],
)
def test_an_edit_outside_the_text_is_survived(running: Wire, uri: str, change):
    running.open(uri, "1. Term")
    running.change(uri, 2, change)
    assert running.await_diagnostics(uri, 2)["version"] == 2
    assert "result" in symbols(running, "symbols-" + uri, uri)


@pytest.mark.parametrize(
    "change", [None, 5, {}, {"text": 7}, {"range": {}, "text": "a"}, {"range": {"start": position(0, 0)}, "text": "a"}]
)
def test_a_change_of_another_shape_is_logged_and_survived(running: Wire, uri: str, change):
    running.open(uri, "1. Term")
    running.change(uri, 2, change)
    running.change(uri, 3, {"text": "1. Term"})
    assert running.await_diagnostics(uri, 3)["version"] == 3


EVERYTHING = (
    "hover definition declaration references documentHighlight documentLink foldingRange selectionRange codeAction "
    "codeLens inlayHint completion prepareRename linkedEditingRange prepareCallHierarchy prepareTypeHierarchy "
    "semanticTokens/full semanticTokens/full/delta semanticTokens/range diagnostic"
).split()


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \t ",
        "\n\n\n",
        "no numbering and no final newline",
        "1. Term\r\n2. Fee\r\n",
        "\ufeff1. Term\n",
        "1. Term\f2. Fee\n\u2028\u2029\x85\x0b\x00",
        "1. 😀 Term 𝔄\n",
        "1. half \ud83d pair \ude00\n",
        "(" * 3000,
        "1." * 3000,
        "a" * 200_000,
    ],
    ids=[
        "empty",
        "blank",
        "lines",
        "plain",
        "crlf",
        "bom",
        "separators",
        "astral",
        "lone",
        "deep",
        "dots",
        "long-line",
    ],
)
def test_any_text_can_be_opened_edited_and_asked_about(running: Wire, uri: str, text):
    running.open(uri, text)
    assert running.await_diagnostics(uri, 1)["version"] == 1
    running.change(uri, 2, insertion(0, 1, "x"), insertion(1, 0, "\ud83d"), insertion(9, 9, "\r"))
    assert running.await_diagnostics(uri, 2)["version"] == 2
    assert "result" in symbols(running, "symbols-" + uri, uri)
    for number, method in enumerate(EVERYTHING):
        for place in (position(0, 1), position(2, 4), position(90, 90)):
            asked = {
                "textDocument": {"uri": uri},
                "position": place,
                "positions": [place],
                "range": {"start": position(0, 0), "end": place},
                "context": {"diagnostics": [], "includeDeclaration": True},
                "previousResultId": "0",
            }
            assert "result" in running.request(f"{number}-{place}-{uri}", f"textDocument/{method}", asked), method


def test_a_document_too_long_says_so_and_is_kept(wire: Wire):
    wire.initialize()
    line = "1. The Supplier shall deliver the Goods to the Customer under this Agreement.\n"
    text = line * (10_000_000 // len(line))
    assert len(text) > MAX_ANALYSED
    wire.open(URI, text)
    (only,) = wire.await_diagnostics(URI, 1)["diagnostics"]
    assert only["severity"] == 3
    assert f"{len(text):,} characters" in only["message"]
    assert symbols(wire, 1)["result"] is None
    wire.change(URI, 2, insertion(50_000, 3, "x"))
    assert wire.await_diagnostics(URI, 2)["version"] == 2
    other = "file:///contracts/other.contract"
    wire.open(other, "1. Term\n")
    assert wire.await_diagnostics(other, 1)["diagnostics"] is not None
    lines = text.count("\n")
    wire.change(URI, 3, {"range": {"start": position(2, 0), "end": position(lines, 0)}, "text": ""})
    assert all(one["message"] != only["message"] for one in wire.await_diagnostics(URI, 3)["diagnostics"])
    assert symbols(wire, 2)["result"] is not None


def test_requests_for_unknown_documents_are_empty(running: Wire):
    for number, uri in enumerate(["untitled:Untitled-9", "file:///nowhere.txt", "", "::", "output:hover window"]):
        at = {"textDocument": {"uri": uri}, "position": position(3, 3)}
        for method in ("hover", "definition", "documentSymbol"):
            assert running.request(f"{method}-{number}", f"textDocument/{method}", at)["result"] is None
