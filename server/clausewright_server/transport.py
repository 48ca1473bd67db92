"""Frames of the protocol's base layer over byte streams.

Reading happens in a thread of its own that does nothing else, so that the loop sees every message that has arrived, a
``$/cancelRequest`` or a burst of changes included, before it starts to work on the first one.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, BinaryIO

import orjson

MAX_FRAME = 1 << 29
"""Bytes of the largest body that is read; a longer one means that the stream is out of step."""


def encode(message: Any) -> bytes:
    """Body of a message made of plain dicts, lists, strings and numbers.

    orjson refuses lone surrogates, which a document may well hold while an editor splits a pair; the standard library
    writes them as escapes.
    """
    try:
        return orjson.dumps(message)
    except TypeError:
        return json.dumps(message, separators=(",", ":")).encode("ascii")


class FrameWriter:
    """Writes one frame per message. To be used from one thread only."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, body: bytes) -> None:
        """Send *body*. Raises OSError or ValueError when the other side is gone."""
        self._stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._stream.flush()


class FrameReader(threading.Thread):
    """Reads frames into ``frames`` until the stream ends; then ``ended`` is true. Calls *wake* after each."""

    def __init__(self, stream: BinaryIO, wake: Callable[[], None]) -> None:
        super().__init__(name="frame-reader", daemon=True)
        self._stream = stream
        self._wake = wake
        self.frames: deque[bytes] = deque()
        self.ended = False

    def run(self) -> None:
        try:
            while (body := self._read_frame()) is not None:
                self.frames.append(body)
                self._wake()
        except (OSError, ValueError):
            pass
        finally:
            self.ended = True
            self._wake()

    def _read_frame(self) -> bytes | None:
        """The next body, or None at the end of the stream. A header block without a length is skipped."""
        while True:
            length = None
            while True:
                header = self._stream.readline()
                if not header:
                    return None
                if header in (b"\r\n", b"\n"):
                    break
                name, _, value = header.partition(b":")
                if name.strip().lower() == b"content-length" and value.strip().isdigit():
                    length = int(value)
            if length is None:
                continue
            if length > MAX_FRAME:
                return None
            body = self._stream.read(length)
            return body if len(body) == length else None
