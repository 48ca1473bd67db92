"""``clausewright locate``: where a quotation stands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from clausewright.commands.output import FAILED, FOUND, OK, complain, json_line, write


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "locate",
        help="find where a quotation stands",
        description="Find where quotations stand in a contract: as they are, then in other white space, case, "
        "quotation marks, hyphens and across page breaks, then nearest by edit distance.",
        epilog="Exit status: 0 every quotation was found, 1 one was not, 2 bad usage or unreadable input.",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--quote", metavar="TEXT", help="the words to find")
    asked.add_argument(
        "--quotes",
        metavar="FILE.jsonl",
        help='find many, one a line: a JSON string, or {"quote": TEXT, "near": OFFSET}; - for standard input',
    )
    parser.add_argument("--near", type=int, metavar="OFFSET", help="put places near this offset first")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from clausewright import runner
    from clausewright.quotations import Quotable

    try:
        document = runner.read_document(options.file)
        wanted = list(_quotes(options))
    except (runner.ReadingError, ValueError) as error:
        complain([str(error)])
        return FAILED
    complain(document.notes)
    text = Quotable(document.text)
    status = OK
    for quote, near in wanted:
        matches = text.locate(quote, near)
        if not matches:
            status = FOUND
        answer = {"schema": "clausewright.locate/1", "file": document.name, "matches": [asdict(m) for m in matches]}
        if not write(json_line(answer), None):
            return FAILED
    return status


def _quotes(options: argparse.Namespace) -> Iterator[tuple[str, int | None]]:
    """Each quotation with the offset it is looked for near. Raises ValueError where the list cannot be read."""
    import orjson

    if options.quote is not None:
        yield options.quote, options.near
        return
    try:
        data = sys.stdin.buffer.read() if options.quotes == "-" else Path(options.quotes).read_bytes()
    except OSError as error:
        raise ValueError(f"{options.quotes}: {error.strerror}") from None
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            entry = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            raise ValueError(f"{options.quotes}: line {number}: {error}") from None
        quote = entry.get("quote") if isinstance(entry, dict) else entry
        near = entry.get("near", options.near) if isinstance(entry, dict) else options.near
        if not isinstance(quote, str) or not (near is None or isinstance(near, int)):
            raise ValueError(f'{options.quotes}: line {number}: neither a string nor {{"quote": TEXT, "near": OFFSET}}')
        yield quote, near
