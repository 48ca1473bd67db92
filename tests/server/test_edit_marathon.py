"""The marathon of edits for a few steps, and that it would notice."""

from __future__ import annotations

from edit_marathon import Count, Document, corpus, run

from clausewright.contract import Contract
from clausewright_server.mirror import Mirror


def counted(runs: range) -> Count:
    count, texts = Count(1), corpus([])
    for number in runs:
        run(1, number, texts, count)
    return count


def test_a_few_runs_find_nothing_that_differs():
    count = counted(range(3))
    assert count.differences == []
    assert count.runs == 3
    assert count.edits > 200
    assert count.comparisons > 10


def test_a_mirror_that_loses_an_edit_is_noticed(monkeypatch):
    monkeypatch.setattr(Mirror, "apply", lambda *_: None)
    assert counted(range(1)).differences[0].endswith("mirror")


def test_a_contract_that_misplaces_an_edit_is_noticed(monkeypatch):
    edit = Contract.edit
    monkeypatch.setattr(Contract, "edit", lambda self, start, end, new: edit(self, 0, end - start, new))
    assert "text" in counted(range(1)).differences[0]


def test_what_raises_is_noticed_and_the_next_run_is_made(monkeypatch):
    def edit(*_):
        raise IndexError

    monkeypatch.setattr(Contract, "edit", edit)
    count = counted(range(2))
    assert count.differences == ["seed 1 run 0: IndexError", "seed 1 run 1: IndexError"]
    assert count.runs == 2


def test_the_model_counts_as_an_editor_does():
    document, mirror = Document("a😀\r\nb"), Mirror("a😀\r\nb")
    assert [document.can_hold_caret(i) for i in range(7)] == [True, True, False, True, False, True, True]
    back = document.change((3, 3, "\ud83d"), mirror)
    document.change((4, 4, "\ude00"), mirror)
    assert document.text == mirror.text == "a😀😀\r\nb"
    document.change(back, mirror)
    assert document.text == mirror.text
