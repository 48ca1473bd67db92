"""Long work that lets other threads have their turn, and ends when nobody wants it any more.

A thread that waits for the interpreter's lock asks for it after a while without a change. Where the lock is let go for
microseconds, as by the automaton, the waiting thread is woken, comes too late and begins to count anew: one thread that
searches short texts again and again keeps all others waiting for as long as it goes on. So work beside the main thread
rests for a moment now and then, long enough for another to take the lock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

TURN = 0.003
"""Seconds of work without a rest."""
LONG_TURN = 0.01
"""The same within ``unhurried``. With short turns a tenth of the time goes into rests."""
REST = 0.0002
"""Seconds of a rest: a thread that waits is awake by then."""

_main = threading.main_thread().ident
_rested = time.perf_counter()
_WANTED: ContextVar[Callable[[], bool] | None] = ContextVar("wanted", default=None)
_UNHURRIED: ContextVar[bool] = ContextVar("unhurried", default=False)


class AbandonedError(BaseException):
    """The work under way is not wanted any more. No failure, so nothing that handles failures may catch it."""


@contextmanager
def while_wanted(wanted: Callable[[], bool]) -> Iterator[None]:
    """Work that ends with ``AbandonedError`` soon after *wanted* says no."""
    token = _WANTED.set(wanted)
    try:
        yield
    finally:
        _WANTED.reset(token)


@contextmanager
def unhurried() -> Iterator[None]:
    """Work that others wait for more than for their turn beside it: it rests less often."""
    token = _UNHURRIED.set(True)
    try:
        yield
    finally:
        _UNHURRIED.reset(token)


def give_way() -> None:
    """Called often by whatever may take long; costs next to nothing where it is too early to rest."""
    global _rested
    now = time.perf_counter()
    if now - _rested <= TURN or (now - _rested <= LONG_TURN and _UNHURRIED.get()):
        return
    if threading.get_ident() != _main:
        time.sleep(REST)
        now = time.perf_counter()
    _rested = now
    wanted = _WANTED.get()
    if wanted is not None and not wanted():
        raise AbandonedError
