"""Processes that work beside the server, talked to line by line."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from contextlib import suppress


def started(command: Sequence[str]) -> subprocess.Popen[str]:
    """*command* running, with pipes of text to it and from it. Raises OSError where it cannot be started."""
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        errors="surrogatepass",
    )


def ended(process: subprocess.Popen[str]) -> None:
    """Kill *process* and let go of its pipes."""
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
