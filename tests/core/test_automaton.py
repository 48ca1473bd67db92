"""The automaton finds words, and lets other threads have their turn while one thread searches on and on."""

from __future__ import annotations

import threading
import time

import pytest

from clausewright.automaton import Automaton

WORDS = ("party", "the party", "parties")


def test_every_word_is_found():
    assert Automaton(WORDS).find("the party") == [(1, 0, 9), (0, 4, 9)]


def test_the_longest_is_found_where_words_overlap():
    assert Automaton(WORDS, longest=True).find("the party, parties") == [(1, 0, 9), (2, 11, 18)]


def test_half_a_surrogate_pair_is_refused():
    with pytest.raises(UnicodeEncodeError):
        Automaton(WORDS).find("the \ud83d party")


def test_a_thread_that_searches_rests_so_that_others_have_their_turn(monkeypatch: pytest.MonkeyPatch):
    rests: list[int] = []
    monkeypatch.setattr(time, "sleep", lambda seconds: rests.append(threading.get_ident()))
    automaton = Automaton(WORDS)

    def search(seconds: float) -> None:
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            automaton.find("the party")

    beside = threading.Thread(target=search, args=(0.05,))
    beside.start()
    beside.join()
    assert set(rests) == {beside.ident}
    search(0.05)
    assert set(rests) == {beside.ident}
