"""Clients that drive the real server in a process of its own."""

from __future__ import annotations

import asyncio
import itertools
import json
import subprocess
import sys
import threading
from queue import Queue
from typing import Any

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient
from pytest_lsp.client import register_lsp_features

COMMAND = [sys.executable, "-m", "clausewright_server.main", "--stdio"]
PATIENCE = 20.0
"""Seconds after which a test gives up on the server."""


SUPPLY = """\
SUPPLY AGREEMENT

1. DEFINITIONS

"Affiliate" means a company that controls a Party.

"Group" means a Party and each Affiliate of it.

"Goods" means the *special* goods # 5 <boxed> of a Group.

"Party" means the Supplier or the Customer, as the case may be.

2. DELIVERY

2.1 Time. The Supplier shall deliver the Goods within ten (10) days after each order, as Section 3.1 requires. The
Customer shall accept them.

2.2 Place. Subject to Section 4, the Goods are delivered to:

(a) the Customer's warehouse; or

(b) another place that a Party names.

3. PRICE

3.1 The Customer shall pay the price for the Goods.

3.2 Notwithstanding Section 2.1, the Supplier need not deliver before payment under Section 3.1.

4. LIABILITY

4.1 Neither Party is liable for delay under Section 9.9 or Section 2.2(b).
"""


class Editor(LanguageClient):
    """A client that keeps every publication of diagnostics, in order."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.published: dict[str, list[types.PublishDiagnosticsParams]] = {}
        self.registrations: list[types.Registration] = []
        self.news = asyncio.Condition()

    async def diagnostics_for(self, uri: str, version: int | None = None, *, least: int = 1) -> list[types.Diagnostic]:
        """The diagnostics of *uri* once those of *version* or later have come, and *least* publications in all."""

        def there() -> bool:
            came = self.published.get(uri, [])
            if len(came) < least:
                return False
            return version is None or any(one.version is not None and one.version >= version for one in came)

        async with asyncio.timeout(PATIENCE), self.news:
            await self.news.wait_for(there)
        return list(self.published[uri][-1].diagnostics)

    def open(self, uri: str, text: str, version: int = 1, language: str = "contract") -> None:
        item = types.TextDocumentItem(uri=uri, language_id=language, version=version, text=text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))

    def change(self, uri: str, version: int, *changes: tuple[int, int, int, int, str] | str) -> None:
        """Send changes: ``(line, character, line, character, text)`` or the whole new text."""
        sent: list[Any] = []
        for change in changes:
            if isinstance(change, str):
                sent.append(types.TextDocumentContentChangeWholeDocument(text=change))
            else:
                start, end = types.Position(*change[:2]), types.Position(*change[2:4])
                sent.append(types.TextDocumentContentChangePartial(range=types.Range(start, end), text=change[4]))
        document = types.VersionedTextDocumentIdentifier(uri=uri, version=version)
        self.text_document_did_change(types.DidChangeTextDocumentParams(text_document=document, content_changes=sent))

    def close(self, uri: str) -> None:
        self.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    async def hover(self, uri: str, line: int, character: int) -> types.Hover | None:
        params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        return await self.text_document_hover_async(params)

    async def hover_text(self, uri: str, line: int, character: int) -> str:
        answer = await self.hover(uri, line, character)
        assert answer is not None
        assert isinstance(answer.contents, types.MarkupContent)
        return answer.contents.value

    async def definition(self, uri: str, line: int, character: int) -> Any:
        params = types.DefinitionParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        return await self.text_document_definition_async(params)

    async def symbols(self, uri: str) -> Any:
        return await self.text_document_document_symbol_async(
            types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
        )


_numbers = itertools.count()

WIDTH = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
_CODEC = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}


def at(text: str, words: str, nth: int = 0, into: int = 1, encoding: str = "utf-16") -> tuple[int, int]:
    """Line and column of the *nth* place of *words*, *into* code points behind its start."""
    place = -1
    for _ in range(nth + 1):
        place = text.index(words, place + 1)
    before = text[: place + into].split("\n")
    return len(before) - 1, len(before[-1].encode(_CODEC[encoding])) // WIDTH[encoding]


def offset_of(text: str, place: types.Position, encoding: str = "utf-16") -> int:
    """Code points before a position."""
    lines = text.split("\n")
    line = lines[place.line].encode(_CODEC[encoding])[: WIDTH[encoding] * place.character].decode(_CODEC[encoding])
    return sum(len(one) + 1 for one in lines[: place.line]) + len(line)


def slice_of(text: str, span: types.Range, encoding: str = "utf-16") -> str:
    """The text that a range marks."""
    return text[offset_of(text, span.start, encoding) : offset_of(text, span.end, encoding)]


async def opened(editor: Editor, text: str = SUPPLY, ending: str = "contract") -> str:
    """URI of a document of its own, read by the server."""
    uri = f"file:///contracts/features-{next(_numbers)}.{ending}"
    editor.open(uri, text)
    await editor.diagnostics_for(uri, 1)
    return uri


def make_editor() -> Editor:
    editor = Editor(converter_factory=default_converter)
    register_lsp_features(editor)
    del editor.protocol.fm.features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]

    @editor.feature(types.CLIENT_REGISTER_CAPABILITY)
    def registered(client: Editor, params: types.RegistrationParams) -> None:
        client.registrations.extend(params.registrations)

    @editor.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    async def published(client: Editor, params: types.PublishDiagnosticsParams) -> None:
        async with client.news:
            client.published.setdefault(params.uri, []).append(params)
            client.news.notify_all()

    return editor


SERVER = ClientServerConfig(server_command=COMMAND, client_factory=make_editor)


class Wire:
    """A client that sends whatever bytes a test wants and keeps what comes back."""

    def __init__(self, command: list[str] = COMMAND) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.messages: Queue[Any] = Queue()
        self.log = b""
        self._threads = [threading.Thread(target=target, daemon=True) for target in (self._read, self._read_log)]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        while header := self.process.stdout.readline():
            length = int(header.split(b":")[1])
            assert self.process.stdout.readline() == b"\r\n"
            self.messages.put(json.loads(self.process.stdout.read(length)))

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        self.log = self.process.stderr.read()

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, *messages: Any) -> None:
        """Send messages in one write."""
        bodies = [json.dumps({"jsonrpc": "2.0", **one} if isinstance(one, dict) else one).encode() for one in messages]
        self.send_bytes(b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies))

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"method": method, "params": params})

    def await_message(self, wanted: Any) -> Any:
        """The next message for which *wanted* is true."""
        while True:
            message = self.messages.get(timeout=PATIENCE)
            if wanted(message):
                return message

    def await_answer(self, message_id: Any) -> Any:
        return self.await_message(lambda message: message.get("id") == message_id and "method" not in message)

    def request(self, message_id: Any, method: str, params: Any = None) -> Any:
        self.send({"id": message_id, "method": method, "params": params})
        return self.await_answer(message_id)

    def await_diagnostics(self, uri: str, version: int) -> Any:
        return self.await_message(
            lambda message: (
                message.get("method") == "textDocument/publishDiagnostics"
                and message["params"]["uri"] == uri
                and message["params"].get("version", version) >= version
            )
        )["params"]

    def initialize(self, capabilities: Any = None, **params: Any) -> Any:
        answer = self.request("init", "initialize", {"capabilities": capabilities or {}, **params})
        self.notify("initialized", {})
        return answer

    def open(self, uri: str, text: str, version: int = 1) -> None:
        item = {"uri": uri, "languageId": "contract", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: Any, *changes: Any) -> None:
        self.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)},
        )

    def wait(self) -> int:
        """Exit status of the server once it has ended by itself."""
        status = self.process.wait(timeout=PATIENCE)
        for thread in self._threads:
            thread.join(timeout=PATIENCE)
        return status

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()


def position(line: int, character: int) -> dict[str, int]:
    return {"line": line, "character": character}


def insertion(line: int, character: int, text: str) -> dict[str, Any]:
    place = position(line, character)
    return {"range": {"start": place, "end": place}, "text": text}
