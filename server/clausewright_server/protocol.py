"""The protocol's messages: pygls for the set-up and everything rare, plain dicts for everything frequent.

pygls works out the capabilities, answers ``initialize`` and structures the messages that nobody here handles. Documents
and feature requests go past it: typed objects cost more than the answers themselves, its errors and its log quote the
parameters, and its mirror of the documents breaks lines where the protocol does not.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol
from pygls.server import JsonRPCServer

from clausewright.edits.change import RefusedError
from clausewright_server.client import Json
from clausewright_server.convert import InvalidParamsError
from clausewright_server.transport import FrameWriter, encode

logger = logging.getLogger(__name__)

MessageId = int | str
RequestHandler = Callable[[MessageId, Json], None]
NotificationHandler = Callable[[Json], None]
ReplyHandler = Callable[[Json], None]

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
NOT_INITIALIZED = -32002
REQUEST_CANCELLED = -32800
REQUEST_FAILED = -32803

_ID_PREFIX = "clausewright-"


class ContractProtocol(LanguageServerProtocol):
    """Routes messages and sends them; every request is answered exactly once, errors never quote the document."""

    def __init__(self, server: JsonRPCServer, converter: Any) -> None:
        super().__init__(server, converter)  # type: ignore[arg-type]
        self._frames: FrameWriter | None = None
        self._requests: dict[str, RequestHandler] = {}
        self._notifications: dict[str, NotificationHandler] = {}
        self._replies: dict[str, ReplyHandler] = {}
        self._next_id = 0
        self.initialized = False
        self.exit_code: int | None = None
        """Set when the client has asked the process to end."""

    # -- registration -------------------------------------------------------------------------------------------------

    def on_request(self, method: str, handler: RequestHandler) -> None:
        """Let *handler* see to requests of *method*; it must ``reply`` or ``refuse`` sooner or later, or raise."""
        self._requests[method] = handler

    def on_notification(self, method: str, handler: NotificationHandler) -> None:
        self._notifications[method] = handler

    # -- sending ------------------------------------------------------------------------------------------------------

    def connect(self, frames: FrameWriter) -> None:
        self._frames = frames

    def send(self, message: Json) -> None:
        self._write(encode(message))

    def notify_raw(self, method: str, params: Json) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def request_raw(self, method: str, params: Json, on_reply: ReplyHandler) -> None:
        """Ask the client; *on_reply* gets the result, or is not called when the client answers with an error."""
        self._next_id += 1
        message_id = f"{_ID_PREFIX}{self._next_id}"
        self._replies[message_id] = on_reply
        self.send({"jsonrpc": "2.0", "id": message_id, "method": method, "params": params})

    def reply(self, message_id: MessageId, result: Json) -> None:
        self.send({"jsonrpc": "2.0", "id": message_id, "result": result})

    def refuse(self, message_id: MessageId | None, code: int, message: str) -> None:
        self.send({"jsonrpc": "2.0", "id": message_id, "error": {"code": code, "message": message}})

    def refuse_failed(self, message_id: MessageId, method: str, error: BaseException) -> None:
        """Answer a request whose handler raised, and log it."""
        if isinstance(error, InvalidParamsError):
            self.refuse(message_id, INVALID_PARAMS, f"{method}: {error}")
            return
        if isinstance(error, RefusedError):
            # Meant for the drafter's eyes, and for no log: it may name a term.
            self.refuse(message_id, REQUEST_FAILED, str(error))
            return
        logger.error("%s failed", method, exc_info=error)
        self.refuse(message_id, INTERNAL_ERROR, f"{method} failed ({type(error).__name__})")

    def _write(self, body: bytes) -> None:
        if self._frames is None:
            return
        try:
            self._frames.write(body)
        except (OSError, ValueError):
            # The client is gone; the end of its stream, or of its process, ends this one.
            self._frames = None

    def _send_data(self, data: Any) -> None:
        """Send a message of pygls's own. The original logs the body, and errors with the parameters."""
        self._write(json.dumps(data, default=self._serialize_message).encode())

    def _send_response(
        self, msg_id: MessageId, result: Any | None = None, error: types.ResponseError | None = None
    ) -> None:
        """Send an answer of pygls's own; an internal error loses its message and traceback, which quote parameters."""
        if error is not None and error.code == INTERNAL_ERROR:
            error = types.ResponseError(code=INTERNAL_ERROR, message="Internal error")
        super()._send_response(msg_id, result, error)

    # -- receiving ----------------------------------------------------------------------------------------------------

    def dispatch(self, message: Json) -> None:
        """Handle one decoded message. Never raises."""
        if not isinstance(message, dict) or not isinstance(message.get("method", ""), str):
            self.refuse(None, INVALID_REQUEST, "not a JSON-RPC message")
            return
        method, message_id = message.get("method"), message.get("id")
        if method is None:
            self._dispatch_reply(message_id, message)
        elif message_id is None:
            self._dispatch_notification(method, message)
        elif isinstance(message_id, (int, str)):
            self._dispatch_request(message_id, method, message)
        else:
            self.refuse(None, INVALID_REQUEST, "a request's id is a number or a string")

    def _dispatch_request(self, message_id: MessageId, method: str, message: dict[str, Any]) -> None:
        if self._shutdown:
            self.refuse(message_id, INVALID_REQUEST, "the server is shutting down")
        elif not self.initialized and method != types.INITIALIZE:
            self.refuse(message_id, NOT_INITIALIZED, "the server is not initialized")
        elif self.initialized and method == types.INITIALIZE:
            self.refuse(message_id, INVALID_REQUEST, "the server is initialized already")
        elif (handler := self._requests.get(method)) is not None:
            try:
                handler(message_id, message.get("params"))
            except Exception as error:
                self.refuse_failed(message_id, method, error)
        elif method in self.fm.builtin_features or method in self.fm.features:
            self._hand_to_pygls(message_id, method, message)
        else:
            self.refuse(message_id, METHOD_NOT_FOUND, f"no such method: {method}")

    def _dispatch_notification(self, method: str, message: dict[str, Any]) -> None:
        if method == types.EXIT:
            self.exit_code = 0 if self._shutdown else 1
            return
        if self._shutdown or not self.initialized:
            return
        try:
            if (handler := self._notifications.get(method)) is not None:
                handler(message.get("params"))
            elif method in self.fm.builtin_features:
                self.handle_message(self.structure_message(message))
        except InvalidParamsError as error:
            logger.warning("%s ignored: %s", method, error)
        except Exception as error:
            logger.error("%s failed", method, exc_info=error)

    def _dispatch_reply(self, message_id: Json, message: dict[str, Any]) -> None:
        on_reply = self._replies.pop(message_id, None) if isinstance(message_id, str) else None
        if on_reply is None:
            return
        if "error" in message:
            logger.warning("The client answered a request with an error")
            return
        try:
            on_reply(message.get("result"))
        except Exception as error:
            logger.error("An answer of the client could not be used", exc_info=error)

    def _hand_to_pygls(self, message_id: MessageId, method: str, message: dict[str, Any]) -> None:
        try:
            structured = self.structure_message(message)
        except Exception:
            self.refuse(message_id, INVALID_PARAMS, f"{method}: invalid parameters")
            return
        self.handle_message(structured)

    # -- life cycle ---------------------------------------------------------------------------------------------------

    @property
    def is_shut_down(self) -> bool:
        return self._shutdown

    def shut_down(self) -> None:
        """From now on nothing but ``exit`` is listened to."""
        self._shutdown = True
