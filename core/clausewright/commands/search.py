"""``clausewright search``: the clauses of some contracts that are nearest to a question."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clausewright.commands.options import contracts_in
from clausewright.commands.output import FAILED, FOUND, OK, complain, json_line, write

if TYPE_CHECKING:
    from clausewright.retrieval import Hit, Index, Passage
    from clausewright.text import SourceText

_EVERY = 3.0
"""Seconds between two words on how far the work is; shorter work is done in silence."""
_EXCERPT = 240


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "search",
        help="find the clauses nearest to a question",
        description="Find the clauses nearest to a question in contracts, best first: by their words and, where the "
        "packages of the extra `models` are installed, by their meaning. A folder stands for the contracts below it.",
        epilog="Exit status: 0 something was found, 1 nothing was, 2 bad usage or unreadable input.",
    )
    parser.add_argument("query", type=_query, metavar="QUERY", help="what to look for, in plain words")
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--limit", type=_limit, default=10, metavar="N", help="give at most N (default: %(default)s)")
    parser.add_argument("--words-only", action="store_true", help="search by words alone, without the language model")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from clausewright.discovery import discover
    from clausewright.retrieval import passages_of

    progress = _Progress()
    passages: list[Passage] = []
    sources: dict[str, SourceText] = {}
    status = OK
    files = list(discover(options.paths))
    if not files:
        complain(["no contracts found there"])
    for number, read in enumerate(contracts_in(files), 1):
        if read is None:
            status = FAILED
            continue
        document, contract = read
        sources[document.name] = contract.source
        passages += passages_of(document.name, contract)
        progress("contracts read", number, len(files))

    index, by_meaning = _index(passages, options.words_only, progress)
    hits = index.search(options.query, options.limit)
    report = _json(options.query, by_meaning, hits) if options.format == "json" else "".join(_lines(hits, sources))
    if not hits and files:
        complain(["nothing found"])
    if not write(report, None):
        return FAILED
    return status if hits or status == FAILED else FOUND


def _index(passages: Sequence[Passage], words_only: bool, progress: _Progress) -> tuple[Index, bool]:
    """The index, and whether it knows meanings; where it should and does not, that has been said."""
    from clausewright.embedding import Embedder, EmbeddingError
    from clausewright.retrieval import Index

    if not words_only:
        try:
            made = Index(
                passages, Embedder(), lambda done, all_: progress("clauses read for their meaning", done, all_)
            )
            return made, True
        except EmbeddingError as error:
            complain([f"searched by words alone: {error}"])
    return Index(passages), False


def _json(query: str, by_meaning: bool, hits: Sequence[Hit]) -> str:
    matches = [
        {
            "file": hit.passage.name,
            "start": hit.passage.start,
            "end": hit.passage.end,
            "number": hit.passage.number,
            "heading": hit.passage.heading,
            "path": hit.passage.path,
            "score": round(hit.score, 4),
            "text": hit.passage.text,
            "best": {
                "start": hit.spot.start,
                "end": hit.spot.end,
                "number": hit.spot.number,
                "heading": hit.spot.heading,
            },
        }
        for hit in hits
    ]
    return json_line(
        {"schema": "clausewright.search/1", "query": query, "by_meaning": by_meaning, "matches": matches},
    )


def _lines(hits: Sequence[Hit], sources: dict[str, SourceText]) -> Iterator[str]:
    from clausewright.report.results import Region
    from clausewright.report.text_report import one_line

    for hit in hits:
        spot = hit.spot
        region = Region.of(sources[hit.passage.name], spot.start, spot.end)
        # An article is called by its heading already where it has no other number.
        title = " ".join(dict.fromkeys(part for part in (spot.number, spot.heading) if part))
        words = " ".join(spot.text.split())
        excerpt = words if len(words) <= _EXCERPT else words[: words.rfind(" ", 0, _EXCERPT)] + " ..."
        place = f"{one_line(hit.passage.name)}:{region.line}:{region.column}:"
        yield f"{place} {one_line(title)}".rstrip() + f"\n    {one_line(excerpt)}\n"


class _Progress:
    """Says on standard error how far long work is, every few seconds."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def __call__(self, what: str, done: int, of: int) -> None:
        now = time.monotonic()
        if now - self._last >= _EVERY and done < of:
            self._last = now
            print(f"clausewright: {done} of {of} {what}", file=sys.stderr)


def _query(value: str) -> str:
    if not any(map(str.isalnum, value)):
        raise argparse.ArgumentTypeError("there is no word to look for")
    return value


def _limit(value: str) -> int:
    if not value.isdigit() or int(value) == 0:
        raise argparse.ArgumentTypeError(f"“{value}” is no count")
    return int(value)
