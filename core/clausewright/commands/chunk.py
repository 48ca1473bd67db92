"""``clausewright chunk``: contracts cut into whole clauses, one JSON line a chunk."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clausewright.commands.options import contracts_in
from clausewright.commands.output import FAILED, OK, complain, json_line, write

if TYPE_CHECKING:
    from clausewright.chunking import Size
    from clausewright.contract import Contract


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "chunk",
        help="cut contracts into whole clauses for search and models",
        description="Cut contracts into chunks, one JSON line a chunk: whole clauses where they fit, verbatim, with "
        "what qualifies them.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--max-tokens", type=_count, required=True, metavar="N", help="the most tokens of a chunk")
    parser.add_argument(
        "--overlap",
        type=_count_or_none,
        default=0,
        metavar="K",
        help="tokens that a chunk repeats of the one before it",
    )
    parser.add_argument(
        "--tokenizer",
        metavar="FILE",
        help="count tokens with this tokenizer.json (needs the package tokenizers); by default a token is 4 characters",
    )
    parser.add_argument(
        "--with-context",
        action="store_true",
        help="add the lines that say where a chunk stands, to be embedded with it",
    )
    parser.add_argument("--format", choices=("jsonl",), default="jsonl")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if options.overlap >= options.max_tokens:
        complain([f"--overlap {options.overlap} leaves a chunk of --max-tokens {options.max_tokens} no room"])
        return FAILED
    try:
        size = _size(options.tokenizer)
    except ValueError as error:
        complain([str(error)])
        return FAILED
    status = OK
    for read in contracts_in(options.files):
        if read is None:
            status = FAILED
            continue
        document, contract = read
        lines = "".join(map(json_line, _entries(contract, document.name, options, size)))
        if not write(lines, None):
            return FAILED
    return status


def _entries(contract: Contract, file: str, options: argparse.Namespace, size: Size) -> Iterator[dict[str, Any]]:
    from clausewright.chunking import chunks_of, header, notes_on
    from clausewright.chunking.notes import parties_of, title_of, unit_of

    title, parties = title_of(contract), parties_of(contract)
    for chunk in chunks_of(contract, options.max_tokens, overlap=options.overlap, size=size):
        text = contract.source.text[chunk.start : chunk.end]
        notes = notes_on(contract, chunk)
        entry = {
            "schema": "clausewright.chunk/1",
            "file": file,
            "start": chunk.start,
            "end": chunk.end,
            "tokens": size(text),
            "text": text,
            "title": title,
            "parties": parties,
            "unit": str(unit_of(contract)),
            **asdict(notes),
        }
        if options.with_context:
            entry["context"] = header(contract, notes)
        yield entry


def _size(tokenizer: str | None) -> Size:
    """The counter of tokens that was asked for. Raises ValueError where it cannot be had."""
    if tokenizer is None:
        from clausewright.chunking import characters_by_four

        return characters_by_four
    try:
        from tokenizers import Tokenizer
    except ImportError:
        raise ValueError("--tokenizer needs the package tokenizers: pip install tokenizers") from None
    try:
        model = Tokenizer.from_file(tokenizer)
    except Exception as error:
        raise ValueError(f"{tokenizer}: cannot be read as a tokenizer: {error}") from None
    return lambda text: len(model.encode(text, add_special_tokens=False))


def _count(value: str) -> int:
    number = _count_or_none(value)
    if number == 0:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _count_or_none(value: str) -> int:
    if not value.isdigit():
        raise argparse.ArgumentTypeError(f"“{value}” is no count")
    return int(value)
