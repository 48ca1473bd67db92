"""A fault in one feature stays in that feature, and no word of the contract leaves with it."""

from __future__ import annotations

import sys
from pathlib import Path

from lsp_harness import Wire

URI = "file:///contracts/fault.contract"


def test_a_feature_that_fails_answers_with_an_error_and_the_next_request_works():
    wire = Wire([sys.executable, str(Path(__file__).with_name("faulty_server.py"))])
    try:
        wire.initialize()
        wire.open(URI, "1. Larkfield owes Osprey 5,000,000.\n")
        document = {"textDocument": {"uri": URI}}
        for method in ("textDocument/moniker", "textDocument/documentColor"):  # one on the loop, one by the worker
            answer = wire.request(1, method, document)
            assert answer["error"] == {"code": -32603, "message": f"{method} failed (KeyError)"}
            assert "error" not in wire.request(2, "textDocument/documentSymbol", document)
            renamed = {**document, "position": {"line": 0, "character": 1}, "newName": "2."}
            assert "error" not in wire.request(4, "textDocument/rename", renamed)
        wire.request(3, "shutdown")
        wire.notify("exit")
        assert wire.wait() == 0
        assert not [m for m in wire.messages.queue if m.get("method") == "window/showMessage"]
        assert b"KeyError" in wire.log
        assert b"faulty_server.py" in wire.log
        assert b"Larkfield" not in wire.log
    finally:
        wire.end()


def test_the_log_of_a_whole_session_holds_no_text(wire: Wire):
    secret = "Larkfield"
    wire.initialize({}, clientInfo={"name": secret})
    wire.open(URI, f"1. {secret} pays. {secret} under Section 9.\n")
    wire.open(URI, f"1. {secret}.\n")
    wire.change(URI, 1, {"text": f"1. {secret}"})
    wire.change(URI, 2, {"text": secret, "range": secret})
    wire.change("untitled:none", 2, {"text": secret})
    wire.send_bytes(b"Content-Length: 12\r\n\r\n{" + secret.encode() + b"}}")
    at = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 4}}
    wire.request(1, "textDocument/hover", at)
    wire.request(2, "workspace/executeCommand", {"command": "nothing", "arguments": [secret]})
    wire.request(3, f"x/{secret}", {"text": secret})
    wire.notify("workspace/didChangeConfiguration", secret)
    wire.notify("$/setTrace", {"value": secret})
    wire.notify("workspace/didChangeWorkspaceFolders", {"event": secret})
    wire.request(4, "shutdown")
    wire.notify("exit")
    assert wire.wait() == 0
    assert secret.encode() not in wire.log
