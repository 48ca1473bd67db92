"""A client that times a language server over its standard streams, as an editor feels it."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TIMEOUT = 180.0
"""Seconds after which a server that says nothing is given up."""
_CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True, "relatedInformation": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "hover": {"contentFormat": ["markdown"]},
        "definition": {"linkSupport": True},
    },
    "workspace": {"configuration": True, "workspaceFolders": True},
    "window": {"workDoneProgress": True},
}


class Editor:
    """A connection to the server that *command* starts, with one document open in it. Times are in milliseconds."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        self._begin = time.perf_counter()
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder
        )
        self._lock = threading.Lock()
        self._answers: dict[int, queue.SimpleQueue[tuple[float, Any]]] = {}
        self._published: queue.SimpleQueue[tuple[float, Any]] = queue.SimpleQueue()
        self._last = 0
        self._version = 1
        self._uri = ""
        threading.Thread(target=self._read, daemon=True).start()
        root = {"uri": folder.as_uri(), "name": folder.name}
        self.request(
            "initialize",
            {"processId": None, "rootUri": root["uri"], "workspaceFolders": [root], "capabilities": _CAPABILITIES},
        )
        self.ready = self._since(self._begin)
        """From the start of the process to the answer to ``initialize``."""
        self._notify("initialized", {})

    def open(self, file: Path, language: str) -> float:
        """Time from opening *file* to its first diagnostics."""
        self._uri = file.as_uri()
        text = file.read_text(encoding="utf-8")
        begin = time.perf_counter()
        document = {"uri": self._uri, "languageId": language, "version": self._version, "text": text}
        self._notify("textDocument/didOpen", {"textDocument": document})
        return self._until_published(begin)

    def type(self, line: int, character: int, text: str) -> float:
        """Time from typing *text* to the diagnostics of the new version."""
        begin = time.perf_counter()
        self._change(line, character, text)
        return self._until_published(begin)

    def burst(self, line: int, character: int, count: int) -> float:
        """Time from the first of *count* letters, sent without a pause, to the diagnostics of the last."""
        begin = time.perf_counter()
        for _ in range(count):
            self._change(line, character, "y")
        return self._until_published(begin)

    def ask(self, method: str, line: int | None = None, character: int = 0) -> float:
        """Time of a request about the document, at a place in it if *line* is given."""
        params: dict[str, Any] = {"textDocument": {"uri": self._uri}}
        if line is not None:
            params["position"] = {"line": line, "character": character}
        return self.request(method, params)

    def request(self, method: str, params: Any) -> float:
        """Time of any request."""
        with self._lock:
            self._last += 1
            number = self._last
        answer = self._answers[number] = queue.SimpleQueue()
        begin = time.perf_counter()
        self._send({"id": number, "method": method, "params": params})
        at, _ = answer.get(timeout=TIMEOUT)
        del self._answers[number]
        return (at - begin) * 1e3

    def memory(self) -> float:
        """Megabytes that the server holds; 0 where the system does not tell."""
        status = Path(f"/proc/{self._process.pid}/status")
        if not status.is_file():
            return 0.0
        held = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(held.split()[1]) / 1024

    def waited(self) -> dict[str, float]:
        """Milliseconds that each thread of the server waited for a processor; empty where the system does not tell."""
        waits = {}
        for file in Path(f"/proc/{self._process.pid}/task").glob("*/schedstat"):
            try:
                waits[file.parent.name] = int(file.read_text().split()[1]) / 1e6
            except OSError:
                continue  # the thread has ended meanwhile
        return waits

    def close(self) -> None:
        self._process.kill()
        self._process.wait()

    @staticmethod
    def _since(begin: float) -> float:
        return (time.perf_counter() - begin) * 1e3

    def _change(self, line: int, character: int, text: str) -> None:
        self._version += 1
        place = {"line": line, "character": character}
        changes = [{"range": {"start": place, "end": place}, "text": text}]
        document = {"uri": self._uri, "version": self._version}
        self._notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def _until_published(self, begin: float) -> float:
        while True:
            at, params = self._published.get(timeout=TIMEOUT)
            if params["uri"] == self._uri and params.get("version", self._version) >= self._version:
                return (at - begin) * 1e3

    def _notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        stream = self._process.stdin
        assert stream is not None
        with self._lock:
            stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            stream.flush()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while True:
            length = 0
            while (header := stream.readline()) not in (b"\r\n", b""):
                name, _, value = header.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            if not header:
                return
            message = json.loads(stream.read(length))
            at = time.perf_counter()
            if "method" not in message:
                if (waiting := self._answers.get(message["id"])) is not None:
                    waiting.put((at, message))
            elif "id" in message:
                asked = message["method"] == "workspace/configuration"
                result = [None] * len(message["params"]["items"]) if asked else None
                self._send({"id": message["id"], "result": result})
            elif message["method"] == "textDocument/publishDiagnostics":
                self._published.put((at, message["params"]))
