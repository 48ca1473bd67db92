"""The server's log: warnings and errors, never a word of a contract.

An exception's message, or the arguments of a library's log record, may quote the document (``KeyError: 'Confidential
Information'``). So of an exception only its type and the places in the code are written, and of a library's record only
the template.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
import traceback
from contextlib import suppress
from queue import Full, Queue
from types import TracebackType
from typing import TextIO

ROOT = "clausewright_server"
MAX_WAITING = 1_000
FLUSH_PATIENCE = 1.0
"""Seconds that the end of the server waits for its log to be read."""
_OWN = ("clausewright_server", "clausewright")


def describe(error: BaseException) -> str:
    """Type of *error* and where it came from, without its message."""
    frames = [f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    return "\n  ".join([type(error).__name__, *frames])


class TextlessFormatter(logging.Formatter):
    """Formats records so that no document text can be in them."""

    def format(self, record: logging.LogRecord) -> str:
        own = record.name.split(".", 1)[0] in _OWN
        message = record.getMessage() if own else str(record.msg).split("\n", 1)[0]
        line = f"{self.formatTime(record)} {record.levelname} {record.name}: {message}"
        if record.exc_info and record.exc_info[1] is not None:
            line += "\n" + describe(record.exc_info[1])
        return line


class AsideHandler(logging.Handler):
    """Writes records in a thread of its own: a client that does not read standard error must not hold up the server.

    What comes while more than MAX_WAITING records wait is lost.
    """

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream
        self._lines: Queue[str] = Queue(MAX_WAITING)
        self._thread: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(Full):
            self._lines.put_nowait(self.format(record) + "\n")
        if self._thread is None:
            self._thread = threading.Thread(target=self._write, name="log", daemon=True)
            self._thread.start()

    def flush(self) -> None:
        """Wait until all is written, but not for ever."""
        end = time.monotonic() + FLUSH_PATIENCE
        while self._lines.unfinished_tasks and time.monotonic() < end:
            time.sleep(0.01)

    def _write(self) -> None:
        while True:
            line = self._lines.get()
            with suppress(OSError, ValueError):
                self._stream.write(line)
                self._stream.flush()
            self._lines.task_done()


def set_up(stream: TextIO | None = None, level: int = logging.WARNING) -> None:
    """Write warnings and errors of every library to *stream* (standard error by default) without document text.

    *level* lowers the threshold for Clausewright's own records only: pygls prints whole messages below WARNING.
    """
    handler = logging.StreamHandler(stream) if stream is not None else AsideHandler(sys.stderr)
    handler.setFormatter(TextlessFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    for name in _OWN:
        logging.getLogger(name).setLevel(level)
    logging.getLogger("pygls").setLevel(logging.WARNING)
    logging.raiseExceptions = False
    sys.excepthook = _log_uncaught


def _log_uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    logging.getLogger(ROOT).critical("Uncaught exception", exc_info=(kind, error, trace))
