"""Keeping Python's cycle collector out of the way of a keystroke.

A contract is many long-lived objects. Looking through all of them again and again, at moments nobody chose, is what
makes single edits slow. So what stays is frozen, and the rest is collected when the typing pauses.
"""

from __future__ import annotations

import asyncio
import gc

PAUSE = 3.0
"""Seconds without a message after which garbage is collected."""


class IdleCollector:
    """Collects garbage in pauses. Used on the loop only."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None
        gc.set_threshold(50_000, 20, 20)
        gc.freeze()

    def keep(self) -> None:
        """What exists now stays: leave it out of collections. It is not collected first, which would stop the loop."""
        gc.freeze()

    def worked(self) -> None:
        """Something was done; collect after the pause that follows."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(PAUSE, self._collect)

    def _collect(self) -> None:
        self._timer = None
        # Earlier versions were frozen with the rest and are garbage by now: look at everything.
        gc.unfreeze()
        gc.collect()
        gc.freeze()
