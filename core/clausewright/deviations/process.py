"""A process of its own that compares contracts with templates: ``python -m clausewright.deviations.process``.

Each line of standard input is a JSON object. A request has a *number*, and *contract* and *template*, each with its
*text*, the name of its *convention* (null for the reader's own choice) and the *folder* of its settings. For each come
lines ``{number, done, of}`` while texts are embedded (both 0 while the model is loaded), and at last one with
*comparison* (as ``plain`` makes it) and *notes* for the user, or with *error*. ``{cancel: number}`` ends the work on
that request, to which ``{number, cancelled}`` is the answer. ``{number, prepare}`` has the model loaded for what will
be asked, and gets ``{number, prepared}``; it is also loaded when a comparison that could do without it, all its vectors
being known, is answered and nothing else waits.

The process ends with its input. It opens no socket, and says nothing about what it read anywhere else.
"""

from __future__ import annotations

import _thread
import contextlib
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, Any

from clausewright.contract import Contract
from clausewright.convention import load
from clausewright.deviations.comparing import comparison_of
from clausewright.deviations.plain import plain
from clausewright.embedding import Embedder, EmbeddingError, is_installed
from clausewright.embedding import model as embedding_model

if TYPE_CHECKING:
    from clausewright.embedding.model import Encode

COMMAND = (sys.executable, "-m", "clausewright.deviations.process")
_LESS_URGENT = 10


class CancelledError(Exception):
    """Nobody wants the answer any more."""


class Interruption:
    """Lets a request be broken off from another thread, but not while the model is being loaded."""

    def __init__(self) -> None:
        self._working: int | None = None
        self._shielded = False
        self._cancelled: set[int | None] = set()
        signal.signal(signal.SIGINT, self._interrupted)

    @contextlib.contextmanager
    def work_on(self, number: int) -> Iterator[None]:
        """Within, request *number* is worked on. Raises CancelledError."""
        self._working = number
        try:
            self.check()
            yield
        finally:
            self._working = None

    def check(self) -> None:
        """Raises CancelledError, once, where the request worked on was cancelled."""
        if self._working in self._cancelled:
            self._cancelled.discard(self._working)
            raise CancelledError

    def cancel(self, number: int) -> None:
        """Break off request *number*; called by the thread that reads the input."""
        self._cancelled.add(number)
        if self._working == number:
            _thread.interrupt_main()

    @contextlib.contextmanager
    def shield(self) -> Iterator[None]:
        """Nothing is broken off within."""
        self._shielded = True
        try:
            yield
        finally:
            self._shielded = False
        self.check()

    def _interrupted(self, _signal: int, _frame: Any) -> None:
        if not self._shielded:
            self.check()


def serve(requests: Iterable[str], answers: IO[str]) -> None:
    """Answer each line of *requests*, in the main thread."""
    interruption = Interruption()
    jobs: SimpleQueue[dict[str, Any] | None] = SimpleQueue()

    def listen() -> None:
        for line in requests:
            message = json.loads(line)
            if "cancel" in message:
                interruption.cancel(message["cancel"])
            else:
                jobs.put(message)
        jobs.put(None)

    threading.Thread(target=listen, daemon=True).start()
    comparer = _Comparer(interruption)
    while (job := jobs.get()) is not None:
        number = job["number"]

        def send(answer: dict[str, Any], number: int = number) -> None:
            with interruption.shield():
                answers.write(json.dumps({"number": number, **answer}) + "\n")
                answers.flush()

        try:
            with interruption.work_on(number):
                answer = comparer.answer(job, send)
        except CancelledError:
            answer = {"cancelled": True}
        except Exception as error:
            # The text of an error may quote what was read.
            answer = {"error": type(error).__name__}
        send(answer)
        if jobs.empty():
            comparer.prepare()


class _Comparer:
    def __init__(self, interruption: Interruption) -> None:
        self._interruption = interruption
        self._embedder = Embedder(load_model=self._load) if is_installed() else None
        self._send: Callable[[dict[str, Any]], None] = lambda _answer: None
        self._prepared = False
        if self._embedder is not None:
            # An import that is broken off leaves half a package behind.
            import numpy  # noqa: F401
        self._read: dict[str, tuple[dict[str, Any], Contract]] = {}

    def _load(self) -> Encode:
        self._send({"done": 0, "of": 0})
        with self._interruption.shield():
            return embedding_model.load()

    def answer(self, job: dict[str, Any], send: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        if "prepare" in job:
            self.prepare()
            return {"prepared": True}
        self._send = send
        contract, template = (self._contract(side, job[side]) for side in ("contract", "template"))
        notes: list[str] = []
        known = comparison_of(
            contract,
            template,
            self._embedder,
            note=notes.append,
            progress=lambda done, of: send({"done": done, "of": of}),
        )
        return {"comparison": plain(known), "notes": notes}

    def prepare(self) -> None:
        """Load the model, if it is not loaded: the next edit would wait for it otherwise."""
        self._send = lambda _answer: None
        if self._embedder is not None and not self._prepared:
            self._prepared = True
            with contextlib.suppress(EmbeddingError):
                self._embedder.prepare()

    def _contract(self, side: str, given: dict[str, Any]) -> Contract:
        """The reading of a text, kept until another comes for the same *side*."""
        kept = self._read.get(side)
        if kept is not None and kept[0] == given:
            return kept[1]
        folder = Path(given["folder"]) if given["folder"] else None
        convention = load(given["convention"], folder) if given["convention"] else None
        contract = Contract.parse(given["text"], convention)
        self._read[side] = given, contract
        return contract


if __name__ == "__main__":
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(_LESS_URGENT)
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        answers, sys.stdout = sys.stdout, sys.stderr
        serve(sys.stdin, answers)
