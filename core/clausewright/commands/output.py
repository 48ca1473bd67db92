"""What every command prints with, and its exit status."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

OK, FOUND, FAILED = 0, 1, 2
"""Nothing to report; findings; bad usage or something that could not be read."""


def complain(messages: Iterable[str]) -> None:
    """Print each of *messages* once to standard error, on one line."""
    from clausewright.report.text_report import one_line

    for message in dict.fromkeys(messages):
        print(f"clausewright: {one_line(message)}", file=sys.stderr)


def json_line(value: Any) -> str:
    import orjson

    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE).decode()


def write(text: str, file: Path | None) -> bool:
    """Write a report as UTF-8; false where that failed, which has been said. A reader that went away is no failure."""
    try:
        if file is not None:
            file.write_text(text, encoding="utf-8", newline="")
            return True
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Python flushes standard output again at exit; let that go nowhere.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        complain([f"{file or 'standard output'}: {error.strerror}"])
        return False
    return True


def program_version() -> str:
    try:
        return version("clausewright")
    except PackageNotFoundError:
        return "unknown"
