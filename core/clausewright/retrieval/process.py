"""A process of its own that searches contracts: ``python -m clausewright.retrieval.process``.

Each line of standard input is a JSON object with a *query*, how many passages to give at most (*limit*), and
*contracts*, each with its *name*, its *text* or the *path* of its file, the name of its *convention* (null for the
reader's own choice) and the *folder* of its settings. For each come lines ``{done, of}`` while texts are embedded, and
at last one with *hits* (name, start, end, number, heading, excerpt), *by_meaning*, and a *note* for the user or null,
or with *error*.

The process ends with its input. It opens no socket, and says nothing about what it read anywhere else.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, Any

from clausewright.contract import Contract
from clausewright.convention import load
from clausewright.embedding import Embedder, EmbeddingError, is_installed
from clausewright.retrieval.index import Hit, Index
from clausewright.retrieval.passages import Passage, passages_of
from clausewright.text import text_of

COMMAND = (sys.executable, "-m", "clausewright.retrieval.process")
_LESS_URGENT = 10
_EXCERPT = 160

Send = Callable[[dict[str, Any]], None]


def serve(requests: Iterable[str], answers: IO[str]) -> None:
    """Answer each line of *requests*."""

    def send(answer: dict[str, Any]) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    searcher = Searcher()
    for line in requests:
        try:
            answer = searcher.answer(json.loads(line), send)
        except Exception as error:
            # The text of an error may quote what was read.
            answer = {"error": type(error).__name__}
        send(answer)


class Searcher:
    """Answers requests; the passages of a text are kept until another comes under its name."""

    def __init__(self) -> None:
        self._embedder = Embedder() if is_installed() else None
        self._read: dict[str, tuple[tuple[str, str | None], list[Passage]]] = {}

    def answer(self, request: dict[str, Any], send: Send) -> dict[str, Any]:
        """The answer to *request*; *send* is given what there is to tell before."""
        passages = [passage for given in request["contracts"] for passage in self._passages(given)]
        note = None
        index = None
        if self._embedder is not None:
            try:
                index = Index(passages, self._embedder, lambda done, of: send({"done": done, "of": of}))
            except EmbeddingError as error:
                note = str(error)
        by_meaning = index is not None
        hits = (index or Index(passages)).search(request["query"], request["limit"])
        return {"hits": [_plain(hit) for hit in hits], "by_meaning": by_meaning, "note": note}

    def _passages(self, given: dict[str, Any]) -> list[Passage]:
        try:
            text = given["text"] if "text" in given else text_of(Path(given["path"]).read_bytes())
        except OSError:
            text = None
        if text is None:
            return []
        key = text, given["convention"]
        kept = self._read.get(given["name"])
        if kept is not None and kept[0] == key:
            return kept[1]
        folder = Path(given["folder"]) if given["folder"] else None
        convention = load(given["convention"], folder) if given["convention"] else None
        passages = passages_of(given["name"], Contract.parse(text, convention))
        self._read[given["name"]] = key, passages
        return passages


def _plain(hit: Hit) -> dict[str, Any]:
    words = " ".join(hit.spot.text.split())
    return {
        "name": hit.passage.name,
        "start": hit.spot.start,
        "end": hit.spot.end,
        "number": hit.spot.number,
        "heading": hit.spot.heading,
        "excerpt": words if len(words) <= _EXCERPT else words[: words.rfind(" ", 0, _EXCERPT)] + " …",
    }


if __name__ == "__main__":
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(_LESS_URGENT)
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        answers, sys.stdout = sys.stdout, sys.stderr
        serve(sys.stdin, answers)
