"""Telling the client how far work on the folder is."""

from __future__ import annotations

import itertools
import time
from typing import Any

from lsprotocol import types

from clausewright_server.client import Json
from clausewright_server.protocol import ContractProtocol

TITLE = "Reading the folder's contracts"
PATIENCE = 0.5
"""Seconds after which work that the client asked nothing about is worth a word."""

_numbers = itertools.count(1)


class SweepProgress:
    """Progress of one sweep: under the *token* that the client gave, else, if *offered* and it takes long, its own."""

    def __init__(self, protocol: ContractProtocol, token: Json, *, offered: bool) -> None:
        self._protocol = protocol
        self._given = token is not None
        self._offered = offered and not self._given
        self._started = time.monotonic()
        self._begun = self._ended = False
        self.token: Json = token

    def report(self, done: int, count: int) -> None:
        """*done* of *count* files are read."""
        if done >= count:
            return
        if self._begun:
            self._send({"kind": "report", "message": f"{done} of {count}", "percentage": 100 * done // count})
        elif self._given:
            self._begin()
        elif self._offered and time.monotonic() - self._started > PATIENCE:
            self._offered = False
            self.token = f"clausewright-progress-{next(_numbers)}"
            params = {"token": self.token}
            self._protocol.request_raw(types.WINDOW_WORK_DONE_PROGRESS_CREATE, params, lambda _result: self._begin())

    def end(self) -> None:
        if self._begun and not self._ended:
            self._send({"kind": "end"})
        self._ended = True

    def _begin(self) -> None:
        if not self._ended:
            self._begun = True
            self._send({"kind": "begin", "title": TITLE, "percentage": 0, "cancellable": True})

    def _send(self, value: dict[str, Any]) -> None:
        self._protocol.notify_raw(types.PROGRESS, {"token": self.token, "value": value})


class ModelProgress:
    """Progress of work by the language model, shown from the first call until all is done or ``end``.

    Under *token* it can be cancelled, where one is given.
    """

    def __init__(self, protocol: ContractProtocol, title: str, token: str | None = None) -> None:
        self._protocol = protocol
        self._title = title
        self._cancellable = token is not None
        self._token = token or f"clausewright-progress-{next(_numbers)}"
        self._asked = self._begun = self._ended = False
        self._message = ""

    def __call__(self, done: int, of: int) -> None:
        """*done* of *of* clauses are read; both are 0 while the language model is loaded."""
        self._message = f"{done} of {of} clauses" if of else "loading the language model"
        if of and done >= of:
            self.end()
        elif self._begun:
            self._send({"kind": "report", "message": self._message, "percentage": 100 * done // of if of else 0})
        elif not self._asked:
            self._asked = True
            params = {"token": self._token}
            self._protocol.request_raw(types.WINDOW_WORK_DONE_PROGRESS_CREATE, params, lambda _result: self._begin())

    def end(self) -> None:
        if self._begun and not self._ended:
            self._send({"kind": "end"})
        self._ended = True

    def _begin(self) -> None:
        if not self._ended:
            self._begun = True
            begin = {"kind": "begin", "title": self._title, "message": self._message, "percentage": 0}
            self._send({**begin, **({"cancellable": True} if self._cancellable else {})})

    def _send(self, value: dict[str, Any]) -> None:
        self._protocol.notify_raw(types.PROGRESS, {"token": self._token, "value": value})
