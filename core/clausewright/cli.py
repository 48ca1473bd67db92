"""The ``clausewright`` command.

Exit status, as linters have it: 0 nothing to report, 1 findings at or above ``--fail-on``, 2 bad usage or something
that could not be read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from clausewright.commands import allow, check, chunk, compare, explain, inspect, locate, redact, search
from clausewright.commands.output import OK, program_version

_COMMANDS = (check, inspect, compare, chunk, locate, search, redact, allow, explain)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line *argv* (without the program's name); the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == ["serve"]:
        from clausewright_server.main import main as serve

        return serve(arguments[1:])
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except KeyboardInterrupt:
        return 130
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="clausewright",
        description="Reads contracts and says what does not hold together.",
        epilog="Exit status: 0 nothing to report, 1 findings, 2 bad usage or unreadable input.",
    )
    parser.add_argument("--version", action=_Version)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add(commands)
    commands.add_parser("serve", help="run the language server on standard input and output", add_help=False)
    return parser


class _Version(argparse.Action):
    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"clausewright {program_version()}")
        parser.exit(OK)


if __name__ == "__main__":
    sys.exit(main())
