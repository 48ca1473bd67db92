"""Start, end, and what a server must answer to messages that make no sense."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from lsp_harness import COMMAND, PATIENCE, Wire, insertion

URI = "file:///contracts/life.contract"


def test_ends_with_0_after_shutdown(wire: Wire):
    wire.initialize()
    assert wire.request(1, "shutdown") == {"jsonrpc": "2.0", "id": 1, "result": None}
    wire.notify("exit")
    assert wire.wait() == 0


def test_ends_with_1_without_shutdown(wire: Wire):
    wire.initialize()
    wire.notify("exit")
    assert wire.wait() == 1


def test_exit_before_initialize_ends_it(wire: Wire):
    wire.notify("exit")
    assert wire.wait() == 1


def test_ends_when_its_input_does(wire: Wire):
    wire.initialize()
    wire.process.stdin.close()
    assert wire.wait() == 1


def test_shutdown_does_not_wait_for_work(wire: Wire):
    wire.initialize()
    wire.open(URI, "1. Fee. The Fee is due.\n" * 40_000)
    begin = time.monotonic()
    assert wire.request(1, "shutdown")["result"] is None
    wire.notify("exit")
    assert wire.wait() == 0
    assert time.monotonic() - begin < PATIENCE


def test_ends_with_the_client_process():
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    wire = Wire()
    try:
        wire.initialize(processId=parent.pid)
        parent.communicate(b"\n", timeout=PATIENCE)
        assert wire.wait() == 1
    finally:
        wire.end()


def test_a_client_process_it_cannot_see_is_not_watched(wire: Wire):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    wire.initialize(processId=gone.pid)
    wire.open(URI, "1. Term\n")
    assert wire.await_diagnostics(URI, 1)["version"] == 1
    assert wire.process.poll() is None


def test_nothing_but_messages_on_standard_output():
    ended = subprocess.run([*COMMAND], input=b"", capture_output=True, timeout=PATIENCE, check=False)
    assert ended.stdout == b""
    assert ended.returncode == 1


def test_tells_what_it_can(wire: Wire):
    result = wire.initialize({"general": {"positionEncodings": ["utf-16"]}})["result"]
    assert result["serverInfo"]["name"] == "clausewright"
    can = result["capabilities"]
    assert can["textDocumentSync"]["openClose"] is True
    assert can["textDocumentSync"]["change"] == 2
    assert can["positionEncoding"] == "utf-16"
    assert can["hoverProvider"] is True
    assert can["definitionProvider"] is True
    assert can["documentSymbolProvider"] is True
    assert can["completionProvider"]["resolveProvider"] is True
    assert can["codeActionProvider"]["resolveProvider"] is True
    assert can["diagnosticProvider"]["workspaceDiagnostics"] is True
    assert can["semanticTokensProvider"]["full"] == {"delta": True}
    assert can["semanticTokensProvider"]["range"] is True
    assert "documentFormattingProvider" not in can


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (None, "utf-16"),
        (["utf-16"], "utf-16"),
        (["utf-8", "utf-16"], "utf-8"),
        (["utf-32", "utf-8", "utf-16"], "utf-32"),
        (["utf-7", "utf-16"], "utf-16"),
    ],
)
def test_takes_the_first_encoding_it_knows(wire: Wire, offered, chosen):
    capabilities = {} if offered is None else {"general": {"positionEncodings": offered}}
    assert wire.initialize(capabilities)["result"]["capabilities"]["positionEncoding"] == chosen


def test_starts_for_a_client_with_capabilities_it_has_never_heard_of(wire: Wire):
    strange = {
        "textDocument": {"hover": {"contentFormat": ["hologram"]}, "codeAction": 7},
        "general": {"positionEncodings": ["utf-8"]},
    }
    assert wire.initialize(strange)["result"]["capabilities"]["positionEncoding"] == "utf-8"
    wire.open(URI, "1. Term\n")
    assert wire.await_diagnostics(URI, 1)["version"] == 1


def code_of(answer):
    return answer["error"]["code"]


def test_requests_out_of_turn_are_refused(wire: Wire):
    assert code_of(wire.request(1, "textDocument/hover", {})) == -32002
    wire.initialize()
    assert code_of(wire.request(2, "initialize", {"capabilities": {}})) == -32600
    wire.request(3, "shutdown")
    assert code_of(wire.request(4, "textDocument/hover", {})) == -32600


def test_what_it_cannot_do_it_says(running: Wire, uri: str):
    assert code_of(running.request(1, "textDocument/moniker", {"textDocument": {"uri": uri}})) == -32601
    assert code_of(running.request(2, "clausewright/nonsense", None)) == -32601
    running.notify("clausewright/nonsense", {"a": 1})
    running.notify("$/unheardOf", {})
    assert running.request(3, "textDocument/hover", {"textDocument": {"uri": uri}, "position": {}})["result"] is None


@pytest.mark.parametrize(
    "params",
    [None, 7, [], {}, {"textDocument": None}, {"textDocument": {"uri": 7}}],
)
def test_parameters_of_another_shape_are_refused(running: Wire, uri: str, params):
    assert code_of(running.request(1, "textDocument/hover", params)) == -32602
    assert code_of(running.request(2, "workspace/executeCommand", params)) == -32602
    for method in ("didOpen", "didChange", "didClose"):
        running.notify(f"textDocument/{method}", params)
    running.open(uri, "1. Term\n")
    assert running.await_diagnostics(uri, 1)["version"] == 1


@pytest.mark.parametrize("at", [None, {}, {"line": "1", "character": 0}, {"line": 0}])
def test_a_position_of_another_shape_is_refused(running: Wire, uri: str, at):
    running.open(uri, "1. Term\n")
    params = {"textDocument": {"uri": uri}, "position": at}
    assert code_of(running.request(1, "textDocument/hover", params)) == -32602
    assert code_of(running.request(2, "textDocument/definition", params)) == -32602


def test_bytes_that_are_no_messages_are_survived(wire: Wire):
    wire.send_bytes(b"Content-Type: nothing\r\n\r\n")
    wire.send_bytes(b"Content-Length: 5\r\n\r\n{oops")
    assert code_of(wire.await_answer(None)) == -32700
    for message in (7, [], "text", {"method": 5}):
        wire.send(message)
        assert code_of(wire.await_answer(None)) == -32600
    wire.send_bytes(b"content-length: %d\r\nX-Other: 1\r\n\r\n" % 2 + b"{}")
    assert "result" in wire.initialize()


def test_answers_nobody_asked_for_are_survived(wire: Wire):
    wire.initialize()
    wire.send({"id": 99, "result": 1}, {"id": "clausewright-77", "error": {"code": 1, "message": "no"}})
    assert wire.request(1, "shutdown")["result"] is None


def test_a_cancelled_request_is_not_begun(wire: Wire):
    wire.initialize()
    wire.open(URI, "1. Term\n")
    hover = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
    wire.send(
        {"id": 1, "method": "textDocument/documentSymbol", "params": hover},
        {"id": 2, "method": "textDocument/hover", "params": hover},
        {"method": "$/cancelRequest", "params": {"id": 2}},
        {"method": "$/cancelRequest", "params": {"id": 12345}},
        {"id": 3, "method": "textDocument/documentSymbol", "params": hover},
    )
    assert "result" in wire.await_answer(1)
    assert code_of(wire.await_answer(2)) == -32800
    assert "result" in wire.await_answer(3)


def test_a_request_that_waits_for_a_reading_can_be_cancelled(wire: Wire):
    wire.initialize()
    wire.open(URI, "1. Fee. The Fee is due to the Supplier.\n" * 40_000)
    wire.send({"id": 1, "method": "textDocument/documentSymbol", "params": {"textDocument": {"uri": URI}}})
    wire.notify("$/cancelRequest", {"id": 1})
    assert code_of(wire.await_answer(1)) == -32800


def test_a_burst_of_changes_is_read_as_one(wire: Wire):
    wire.initialize()
    wire.open(URI, "1. Term\n")
    wire.await_diagnostics(URI, 1)
    wire.send(
        *(
            {
                "method": "textDocument/didChange",
                "params": {"textDocument": {"uri": URI, "version": n}, "contentChanges": [insertion(0, 7, "x")]},
            }
            for n in range(2, 202)
        )
    )
    published = 0
    while True:
        published += 1
        if wire.await_diagnostics(URI, 2)["version"] == 201:
            break
    assert published < 100


def test_the_version_and_help_need_no_client():
    for option in ("--help",):
        ended = subprocess.run([*COMMAND, option], capture_output=True, timeout=PATIENCE, check=False, text=True)
        assert ended.returncode == 0
        assert "clausewright-server" in ended.stdout


def test_a_client_that_no_longer_listens_ends_it_quietly():
    server = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    server.stdout.close()
    body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    frame = b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    _, log = server.communicate(frame, timeout=PATIENCE)
    assert server.returncode == 1
    assert b"Traceback" not in log
