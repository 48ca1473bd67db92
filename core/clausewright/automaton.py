"""Many words looked for at once, without keeping other threads from their turn.

The automaton lets go of the interpreter's lock while it searches, for microseconds. A thread that waits for the lock is
woken each time, comes too late, and begins to count anew the time after which Python would make the other give way: one
thread that searches short texts again and again keeps all others waiting for as long as it goes on. So a thread beside
the main one rests for a moment now and then, long enough for another to take the lock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable

from ahocorasick_rs import AhoCorasick, MatchKind

TURN = 0.003
"""Seconds for which a thread searches without a rest."""
REST = 0.0002
"""Seconds of a rest: a thread that waits is awake by then."""

_main = threading.main_thread().ident
_rested = time.perf_counter()


class Automaton:
    """Finds words in texts: all of them, or the *longest* of those that begin at one place and no two that overlap."""

    def __init__(self, words: Iterable[str], *, longest: bool = False) -> None:
        self._searched = AhoCorasick(words, matchkind=MatchKind.LeftmostLongest if longest else MatchKind.Standard)
        self._overlapping = not longest

    def find(self, text: str) -> list[tuple[int, int, int]]:
        """Number of the word, start and end of each found; raises UnicodeEncodeError for half a surrogate pair."""
        _give_way()
        return self._searched.find_matches_as_indexes(text, overlapping=self._overlapping)


def _give_way() -> None:
    global _rested
    now = time.perf_counter()
    if now - _rested > TURN:
        if threading.get_ident() != _main:
            time.sleep(REST)
            now = time.perf_counter()
        _rested = now
