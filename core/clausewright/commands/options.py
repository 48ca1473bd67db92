"""What several commands take: which rules run, a contract on standard input, the contracts that are named."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clausewright.commands.output import complain

if TYPE_CHECKING:
    from clausewright.contract import Contract
    from clausewright.runner import Document
    from clausewright.settings import Settings

STDIN = "-"
"""Stands for standard input among paths."""


def add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pii", action="store_true", help="report personal data too")
    parser.add_argument(
        "--select", type=_listed, action="extend", default=[], metavar="C,..", help="run these rules only"
    )
    parser.add_argument(
        "--ignore", type=_listed, action="extend", default=[], metavar="C,..", help="leave these rules out"
    )
    parser.add_argument(
        "--stdin-filename", type=Path, metavar="NAME", help="the name that standard input is checked and reported under"
    )


def _listed(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def overrides(options: argparse.Namespace) -> dict[str, Any] | None:
    """Settings that the command line gives; None after saying what is wrong with them."""
    from clausewright.settings import Settings

    chosen = {"select": options.select, "ignore": options.ignore, "pii": options.pii}
    given = Settings().merged(chosen, "command line")
    problems = [*given.problems, *strangers(given, "command line")]
    complain(problems)
    return None if problems else chosen


def strangers(settings: Settings, source: str) -> list[str]:
    """A message for each selector of *settings* that names no rule and no family."""
    from clausewright.catalogue import names_rule

    return [
        f"{source}: {key}: there is no rule “{selector}”; `clausewright explain` lists them"
        for key, selector in settings.selectors()
        if not names_rule(selector)
    ]


def stdin_document(options: argparse.Namespace) -> Document:
    """The contract on standard input. Raises ReadingError where that is no text."""
    from clausewright import runner

    return runner.document_from(sys.stdin.buffer.read(), stdin_name(options), _stdin_path(options))


def stdin_name(options: argparse.Namespace) -> str:
    """The name that standard input is reported under."""
    from clausewright import runner

    return runner.display_name(_stdin_path(options))


def _stdin_path(options: argparse.Namespace) -> Path:
    return options.stdin_filename or Path("<stdin>")


def contracts_in(paths: Iterable[Path]) -> Iterator[tuple[Document, Contract] | None]:
    """Each of *paths* as read with the settings that hold there; None for one that is no text, which has been said."""
    from clausewright import runner
    from clausewright.contract import Contract

    for path in paths:
        try:
            document = runner.read_document(path)
        except runner.ReadingError as error:
            complain([str(error)])
            yield None
            continue
        settings = runner.settings_for(document.path, {})
        complain([*document.notes, *settings.problems])
        yield document, Contract.parse(document.text, settings.chosen_convention())
