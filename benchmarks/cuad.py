"""The contracts of CUAD with the passages that lawyers marked in them, from ``CLAUSEWRIGHT_DATA`` or ``prepare``.

A folder ``corpus/cuad`` holds ``contracts/*.txt``, ``spans.jsonl`` (a contract a line: title, file, spans with
category, start and end in code points), ``test_titles.json`` (the titles of CUAD's own test split) and
``questions.json`` (a question a category).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
DATA = Path(os.environ.get("CLAUSEWRIGHT_DATA", ROOT.parent / "shared"))
FOLDER = DATA / "corpus" / "cuad"
NO_QUESTIONS = frozenset(
    (
        "Agreement Date",
        "Competitive Restriction Exception",
        "Document Name",
        "Effective Date",
        "Expiration Date",
        "Parties",
    )
)
"""Categories that the published retrieval set does not ask for: they ask for a date or a name, not for a clause."""


@dataclass(frozen=True, slots=True)
class Span:
    """A passage that a lawyer marked, without white space at its ends."""

    category: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Annotated:
    """A contract and what is marked in it."""

    title: str
    file: str
    text: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of one contract, and the spans of ``text`` that answer it, none overlapping another."""

    text: str
    category: str
    title: str
    spans: tuple[tuple[int, int], ...]


def of_test_split(folder: Path = FOLDER) -> list[Annotated]:
    """The contracts of CUAD's own test split, by title. Raises FileNotFoundError where *folder* does not hold them."""
    titles = set(json.loads((folder / "test_titles.json").read_text(encoding="utf-8")))
    return [contract for contract in _contracts(folder) if contract.title in titles]


def questions(contracts: list[Annotated], folder: Path = FOLDER) -> list[Question]:
    """Every question that a contract answers, overlapping spans made one."""
    wording = json.loads((folder / "questions.json").read_text(encoding="utf-8"))
    found = []
    for contract in contracts:
        for category in dict.fromkeys(span.category for span in contract.spans):
            if category not in NO_QUESTIONS:
                spans = _merged([(s.start, s.end) for s in contract.spans if s.category == category])
                found.append(Question(wording[category], category, contract.title, spans))
    return found


def published_set(folder: Path = FOLDER) -> tuple[dict[str, str], list[Question]]:
    """Texts by title and questions of the published retrieval set (namanxdev/rag-eval-harness)."""
    data = json.loads((folder / "retrieval_eval_set.json").read_text(encoding="utf-8"))
    titles = {d["doc_id"]: d["title"] for d in data["documents"]}
    asked = [
        Question(q["query"], q["clause_type"], titles[q["doc_id"]], tuple((s, e) for s, e in q["gold_spans"]))
        for q in data["queries"]
    ]
    return {d["title"]: d["text"] for d in data["documents"]}, asked


def _contracts(folder: Path) -> Iterator[Annotated]:
    lines = (folder / "spans.jsonl").read_text(encoding="utf-8").splitlines()
    for entry in sorted(map(json.loads, lines), key=lambda e: e["title"]):
        with (folder / "contracts" / entry["file"]).open(encoding="utf-8", newline="") as stream:
            text = stream.read()
        spans = tuple(_trimmed(text, s["category"], s["start"], s["end"]) for s in entry["spans"])
        yield Annotated(entry["title"], entry["file"], text, spans)


def _trimmed(text: str, category: str, start: int, end: int) -> Span:
    marked = text[start:end]
    return Span(category, start + len(marked) - len(marked.lstrip()), start + len(marked.rstrip()))


def _merged(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)
