"""Keeping Python's cycle collector out of the way of a keystroke.

A contract is many long-lived objects. Looking through all of them again and again, at moments nobody chose, is what
makes single edits slow. So what stays is frozen, and the rest is collected when the typing pauses.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

from clausewright.turns import unhurried

PAUSE = 3.0
"""Seconds without a message after which garbage is collected, where that takes no longer than ``SHORT``."""
SHORT = 0.05
"""Seconds that a collection may take; after one that took longer the next waits for a pause that is as much longer."""


_YOUNG = 20_000
"""New objects that are looked through at the first rest after an edit or an answer, which takes a few milliseconds."""
_MOST_YOUNG = 200_000
"""New objects for which Python does not wait for a rest."""


class IdleCollector:
    """Collects garbage in pauses. Used on the loop only."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None
        self._pause = PAUSE
        gc.set_threshold(_MOST_YOUNG, 20, 20)
        gc.freeze()

    @staticmethod
    @contextmanager
    def lasting() -> Iterator[None]:
        """Work whose results stay: nothing is collected meanwhile, and what exists then is left out of collections.

        It is not collected first, which would stop the loop. Nor does the work rest often. From any thread.
        """
        gc.disable()
        try:
            with unhurried():
                yield
        finally:
            gc.freeze()
            gc.enable()

    @staticmethod
    def rest() -> None:
        """Nobody asks for anything just now: collect what the last edits and answers left behind."""
        if gc.get_count()[0] >= _YOUNG:
            gc.collect(0)

    def worked(self) -> None:
        """Something was done; collect after the pause that follows."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(self._pause, self._collect)

    def _collect(self) -> None:
        self._timer = None
        # Earlier versions were frozen with the rest and are garbage by now: look at everything.
        begin = time.perf_counter()
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._pause = PAUSE * max(1.0, (time.perf_counter() - begin) / SHORT)
