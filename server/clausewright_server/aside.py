"""Processes that work beside the server, talked to line by line."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from contextlib import suppress
from weakref import WeakSet

_processes: WeakSet[subprocess.Popen[str]] = WeakSet()


def started(command: Sequence[str]) -> subprocess.Popen[str]:
    """*command* running, with pipes of text to it and from it. Raises OSError where it cannot be started."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        errors="surrogatepass",
    )
    _processes.add(process)
    return process


def running_processes() -> list[tuple[str, int]]:
    """Module and process id of those that run."""
    running = [process for process in list(_processes) if process.poll() is None]
    return sorted((str(process.args[-1]), process.pid) for process in running if isinstance(process.args, Sequence))


def ended(process: subprocess.Popen[str]) -> None:
    """Kill *process* and let go of its pipes."""
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
