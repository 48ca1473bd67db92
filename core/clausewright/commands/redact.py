"""``clausewright redact``: a copy without personal data, and the way back."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clausewright.commands.output import FAILED, OK, complain, write


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "redact",
        help="write a copy without personal data",
        description="Write a copy of a contract in which placeholders such as [PERSON-1] stand for personal data. "
        "The contract itself is never changed.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a contract; with --restore, a copy with placeholders")
    parser.add_argument("--out", type=Path, required=True, metavar="COPY", help="the copy to write")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--map", type=Path, metavar="MAP", help="write what each placeholder stands for to a private file")
    way.add_argument(
        "--restore", type=Path, metavar="MAP", help="put the values of a map back in place of placeholders"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from clausewright import runner
    from clausewright.contract import Contract
    from clausewright.privacy.packages import MissingPackages
    from clausewright.privacy.redaction import RedactionError, read_map, redacted, restored, write_map

    if any(_is_same_file(options.file, written) for written in (options.out, options.map) if written is not None):
        complain([f"{options.file}: is the original, which is never changed; give another file"])
        return FAILED
    values: Mapping[str, str] = {}
    try:
        document = runner.read_document(options.file)
        if options.restore:
            copy = restored(document.text, read_map(options.restore))
        else:
            settings = runner.settings_for(document.path, {"pii": True})
            contract = Contract.parse(document.text, settings.chosen_convention())
            redaction = redacted(document.text, runner.personal_data(contract, settings) or [])
            copy, values = redaction.text, redaction.values
    except (runner.ReadingError, MissingPackages, RedactionError) as error:
        complain([str(error)])
        return FAILED
    if options.map:
        try:
            write_map(options.map, values)
        except FileExistsError:
            complain([f"{options.map}: this map is there already and is kept; name another file"])
            return FAILED
        except OSError as error:
            complain([f"{options.map}: {error.strerror}"])
            return FAILED
    complain(document.notes)
    return OK if write(copy, options.out) else FAILED


def _is_same_file(original: Path, other: Path) -> bool:
    try:
        return original.samefile(other)
    except OSError:
        return False
