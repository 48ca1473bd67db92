"""``clausewright inspect``: the reading of one contract as JSON."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from clausewright.commands.options import STDIN, add_common, overrides, stdin_document
from clausewright.commands.output import FAILED, OK, complain, json_line, write


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "inspect",
        help="print the reading of a contract as JSON",
        description="Print clauses, definitions, references and findings of one contract as JSON.",
    )
    parser.add_argument("file", metavar="FILE", help="a contract, or - for standard input")
    parser.add_argument("--format", choices=("json",), default="json")
    add_common(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from clausewright import runner
    from clausewright.contract import Contract
    from clausewright.inspection import inspection
    from clausewright.privacy.packages import MissingPackages

    chosen = overrides(options)
    if chosen is None:
        return FAILED
    try:
        document = stdin_document(options) if options.file == STDIN else runner.read_document(Path(options.file))
    except runner.ReadingError as error:
        complain([str(error)])
        return FAILED
    settings = runner.settings_for(document.path, chosen)
    contract = Contract.parse(document.text, settings.chosen_convention())
    missing: list[str] = []
    try:
        marks = runner.personal_data(contract, settings)
    except MissingPackages as error:
        marks, missing = None, [f"{document.name}: {error}"]
    findings = runner.findings_of(contract, document, settings, marks)
    reading = inspection(contract, findings, document.name, document.sha256, marks)
    complain([*document.notes, *settings.problems, *missing])
    if not write(json_line(reading), None):
        return FAILED
    return FAILED if settings.problems or missing else OK
