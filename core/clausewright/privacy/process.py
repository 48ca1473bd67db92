"""A process of its own that reads passages: ``python -m clausewright.privacy.process``.

Each line of standard input is a JSON list of passages; for each comes a line with a JSON list of their marks, a mark as
``[start, end, kind, score, reason]``. The process ends with its input. It opens no file and no socket, and says nothing
about what it read anywhere else.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterable
from typing import IO

from clausewright.privacy.engine import Engine
from clausewright.privacy.marks import Mark

COMMAND = (sys.executable, "-m", "clausewright.privacy.process")
_LESS_URGENT = 10


def serve(requests: Iterable[str], answers: IO[str]) -> None:
    """Answer each line of *requests*."""
    engine = Engine()
    for line in requests:
        found = [
            [(m.start, m.end, m.kind, m.score, m.reason) for m in engine.read(passage)] for passage in json.loads(line)
        ]
        answers.write(json.dumps(found) + "\n")
        answers.flush()


def request(passages: list[str]) -> str:
    """The line that asks for *passages*."""
    return json.dumps(passages) + "\n"


def answer(line: str) -> list[tuple[Mark, ...]]:
    """The marks that a line of the process holds, passage by passage. Raises ValueError."""
    return [tuple(Mark(*mark) for mark in marks) for marks in json.loads(line)]


if __name__ == "__main__":
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(_LESS_URGENT)
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        serve(sys.stdin, sys.stdout)
