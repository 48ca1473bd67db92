"""Work beside the loop: in turn, and left as soon as nobody wants it."""

from __future__ import annotations

import threading
from queue import SimpleQueue

from clausewright.contract import Contract
from clausewright.edits.rename import rename_term
from clausewright.turns import give_way
from clausewright_server.worker import Worker

TIMEOUT = 60.0


def test_work_that_is_running_is_left_when_nobody_wants_it():
    results: SimpleQueue[str] = SimpleQueue()
    worker = Worker(lambda callback: callback())
    begun, unwanted = threading.Event(), threading.Event()

    def endless() -> str:
        begun.set()
        while True:
            give_way()

    worker.submit(lambda: not unwanted.is_set(), endless, results.put, lambda error: results.put("failed"))
    worker.submit(lambda: True, lambda: "next", results.put, lambda error: results.put("failed"))
    assert begun.wait(TIMEOUT)
    unwanted.set()
    assert results.get(timeout=TIMEOUT) == "next"
    assert results.empty()


def test_a_rename_is_left_in_the_midst_of_trying_it_out():
    """A rename reads the whole text again, which takes longest."""
    text = "1. Terms. “Goods” means what is delivered.\n\n" + "".join(
        f"{n}. Delivery. The Supplier delivers the Goods under Section {n}.\n\n" for n in range(2, 3_000)
    )
    contract = Contract.parse(text)
    contract.settle()
    results: SimpleQueue[object] = SimpleQueue()
    worker = Worker(lambda callback: callback())
    asked = 0

    def wanted() -> bool:
        nonlocal asked
        asked += 1
        return asked < 4

    worker.submit(wanted, lambda: rename_term(contract, "Goods", "Wares"), results.put, results.put)
    worker.submit(lambda: True, lambda: "next", results.put, results.put)
    assert results.get(timeout=TIMEOUT) == "next"
    assert asked == 4
