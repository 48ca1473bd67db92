"""The end of the process: with its client, whatever it is doing."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable

INTERVAL = 2.0
"""Seconds between looks at the client's process."""


def alive(process_id: int) -> bool:
    """Whether a process with this id runs. Unsure means yes."""
    if sys.platform == "win32":
        return _alive_windows(process_id)
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _alive_windows(process_id: int) -> bool:
    import ctypes

    synchronize, wait_timeout = 0x00100000, 0x00000102
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined]
    handle = kernel.OpenProcess(synchronize, False, process_id)
    if not handle:
        return False
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == wait_timeout)
    finally:
        kernel.CloseHandle(handle)


def watch_parent(process_id: int, gone: Callable[[], None], interval: float = INTERVAL) -> None:
    """Call *gone* from a thread of its own once the process *process_id* has ended.

    A process that cannot be seen at the start (a client in another container) is not watched.
    """
    if process_id <= 0 or not alive(process_id):
        return

    def watch() -> None:
        while alive(process_id):
            time.sleep(interval)
        gone()

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()
