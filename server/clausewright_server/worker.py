"""One thread for work that would hold up the loop."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import TypeVar

from clausewright.turns import AbandonedError, while_wanted

T = TypeVar("T")

SWITCH_INTERVAL = 0.0005
"""Seconds after which the worker gives way to the loop; Python's own 5 ms would be felt at every message."""


class Worker:
    """Runs jobs one after the other in a thread that never keeps the process alive.

    *post* hands a callable to the loop. ``submit`` gives each job's result, or its exception, to a callback there.
    """

    def __init__(self, post: Callable[[Callable[[], None]], None]) -> None:
        self._post = post
        self._jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def submit(
        self,
        wanted: Callable[[], bool],
        job: Callable[[], T],
        done: Callable[[T], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        """Run *job* when its turn comes. As soon as *wanted* says no it is left, and neither callback is called."""

        def run() -> None:
            if not wanted():
                return
            try:
                with while_wanted(wanted):
                    result = job()
            except AbandonedError:
                return
            except Exception as error:
                self._post(lambda error=error: failed(error))  # type: ignore[misc]
            else:
                self._post(lambda: done(result))

        self._jobs.put(run)
        if self._thread is None:
            sys.setswitchinterval(SWITCH_INTERVAL)
            self._thread = threading.Thread(target=self._work, name="analysis", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while True:
            self._jobs.get()()
