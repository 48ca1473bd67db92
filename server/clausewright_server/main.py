"""``clausewright-server``, which ``clausewright serve`` is too."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn

from clausewright_server import logs

if TYPE_CHECKING:
    from clausewright_server.features import Feature


def main(argv: Sequence[str] | None = None) -> int:
    """Serve on standard input and output until the client ends it. Does not return: the process ends instead."""
    options = _parser().parse_args(argv)
    logs.set_up(level=logging.INFO if options.verbose else logging.WARNING)
    serve_standard_streams()


def serve_standard_streams(features: Iterable[Feature] | None = None) -> NoReturn:
    """Serve *features* (by default all) on standard input and output, and end the process with the right status."""
    stdin = sys.stdin.buffer
    # Whatever prints must not break the stream of messages: give standard output's place to standard error.
    stdout = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    # pygls takes half a second to import, and ``--help`` should not.
    from clausewright_server.server import ClausewrightServer

    try:
        status = ClausewrightServer(features).serve(stdin, stdout)
    except KeyboardInterrupt:
        status = 130
    sys.stderr.flush()
    # The reading thread may sit in a read that nothing can interrupt.
    os._exit(status)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="clausewright-server", description="The Clausewright language server.")
    parser.add_argument("--stdio", action="store_true", help="speak over standard input and output (the only way)")
    parser.add_argument("--clientProcessId", help=argparse.SUPPRESS)
    parser.add_argument("--verbose", action="store_true", help="log more to standard error; never any document text")
    return parser


if __name__ == "__main__":
    sys.exit(main())
