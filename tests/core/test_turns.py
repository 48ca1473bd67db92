"""Long work lets other threads have their turn, and ends when nobody wants it any more."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from clausewright import turns
from clausewright.anchors import Automaton
from clausewright.check import check
from clausewright.contract import Contract
from clausewright.turns import AbandonedError, unhurried, while_wanted

WORDS = ("party", "the party", "parties")
PARAGRAPH = "{0}. Payment. The Buyer shall pay the “Fee {0}” under Section {0} within ten (10) days.\n\n"


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
    assert rests
    search(0.05)
    assert set(rests) == {beside.ident}


def test_work_that_others_wait_for_rests_less_often(monkeypatch: pytest.MonkeyPatch):
    now = 0.0
    rests: list[float] = []
    monkeypatch.setattr(time, "perf_counter", lambda: now)
    monkeypatch.setattr(time, "sleep", lambda seconds: rests.append(now))
    monkeypatch.setattr(turns, "_rested", 0.0)
    automaton = Automaton(WORDS)

    def search() -> None:
        nonlocal now
        for _ in range(100):
            now += 2**-10  # exact, as sums of it are
            automaton.find("the party")

    def search_beside(search: Callable[[], None]) -> int:
        rests.clear()
        beside = threading.Thread(target=search)
        beside.start()
        beside.join()
        return len(rests)

    def search_unhurried() -> None:
        with unhurried():
            search()

    assert search_beside(search) == 25
    assert search_beside(search_unhurried) == 9


def test_reading_ends_when_nobody_wants_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(turns, "TURN", 0.0)
    text = "".join(PARAGRAPH.format(n) for n in range(1, 400))
    asked = 0

    def wanted() -> bool:
        nonlocal asked
        asked += 1
        return asked < 20

    with pytest.raises(AbandonedError), while_wanted(wanted):
        Contract.parse(text)
    assert asked == 20


def test_a_check_ends_when_nobody_wants_it_and_blames_no_rule(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(turns, "TURN", 0.0)
    contract = Contract.parse("".join(PARAGRAPH.format(n) for n in range(1, 40)))
    contract.settle()
    with pytest.raises(AbandonedError), while_wanted(lambda: False):
        check(contract)
    assert not caplog.records
    assert check(contract) == check(Contract.parse(contract.source.text))
