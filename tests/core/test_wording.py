"""What rules ask of the wording, and what an edit makes of the answers."""

from __future__ import annotations

import re
from dataclasses import fields, replace

import pytest
from contract_views import view

from clausewright.carry import moved_findings
from clausewright.check import check
from clausewright.contract import Contract
from clausewright.finding import Edit, Finding, Fix, Related, Severity
from clausewright.rules import RULES
from clausewright.shifts import Shift
from clausewright.terminology.unused import unused_definitions
from clausewright.wording import noted, noting

TEXT = """1. Fees. The Supplier sends its invoice at the end of each month and the Customer pays it in thirty days.

2. Term. This agreement runs for a year, and either party may end it in writing at the end of any month.

(a) in each case of a delay; and

(b) [Reserved]

3. Notices. All notices are given in writing and are sent to the address that the other party has named.
"""


def typed(contract: Contract, behind: str, words: str) -> Contract:
    at = contract.source.text.index(behind) + len(behind)
    return contract.edit(at, at, words)


def checked(text: str = TEXT) -> Contract:
    contract = Contract.parse(text)
    check(contract)
    contract.settle()
    return contract


def test_rules_ask_for_words_and_do_not_take_the_text():
    contract = checked()
    assert {code for code, found in contract.found.items() if found.notes.whole} == set()


def test_what_rules_found_is_kept_while_the_answers_stay():
    contract = typed(checked(), "sends its", " monthly")
    assert len(contract.found) == len([rule for rule in RULES if rule.severity is not None])
    assert contract.is_carried
    assert check(contract) == check(Contract.parse(contract.source.text))
    assert contract.is_carried, "nothing had to be put together to say what was found"


def test_a_rule_whose_answers_change_runs_again():
    contract = typed(checked(), "runs for a year, and", " and")
    assert "CW406" not in contract.found
    assert "CW105" in contract.found
    (doubled,) = [f for f in check(contract) if f.code == "CW406"]
    assert contract.source.text[doubled.start : doubled.end] == "and and"
    mended = contract.edit(doubled.start, doubled.start + 4, "")
    assert "CW406" not in {f.code for f in check(mended)}


def test_findings_move_with_the_words_typed_before_them():
    contract = checked(TEXT.replace("party has named", "party has has named"))
    (before,) = [f for f in check(contract) if f.code == "CW406"]
    contract = typed(contract, "invoice at", " about")
    (after,) = [f for f in check(contract) if f.code == "CW406"]
    assert (after.start, after.end) == (before.start + 6, before.end + 6)


@pytest.mark.parametrize(
    ("behind", "words", "same"),
    [("address", " (in full)", True), ("address", " or fax", False), ("end of each", " other", True)],
)
def test_a_question_is_asked_again_where_the_edit_touches_its_place(behind, words, same):
    contract = checked()
    start = contract.source.text.index("All notices")
    with noting() as notes:
        assert not contract.wording.says(re.compile(r"\bfax\b"), start, start, behind=120)
    after = typed(contract, behind, words)
    assert len(notes.places) == 1
    again = after.source.text.index("All notices")
    assert after.wording.says(re.compile(r"\bfax\b"), again, again, behind=120) is not same


def test_who_takes_the_text_is_known_to_depend_on_all_of_it():
    contract = checked()
    with noting() as notes:
        assert contract.source.text == TEXT
    assert notes.whole
    with noting() as notes:
        assert unused_definitions(contract) == []
        assert contract.wording.has("invoice")
    assert not notes.whole
    assert notes.strings == {"invoice": True}


@noted
def reminders(contract):
    return [place.words for place in contract.wording.places_of(re.compile(r"\breminders?\b"))]


def test_what_a_value_asked_is_known_to_all_who_use_it():
    contract = Contract.parse(TEXT + "\nTwo reminders are sent.\n")
    first = reminders(contract)
    assert first == ["reminders"]
    with noting() as notes:
        assert reminders(contract) is first
    assert len(notes.reads) == 1


def test_findings_move_with_all_that_they_say():
    values = {field.name: field.name for field in fields(Finding)}
    values |= {"start": 5, "end": 9, "related": (Related(2, 3, "here"),), "severity": Severity.HINT}
    values["fixes"] = (Fix("Mend it", (Edit(5, 9, "so"),), safe=True, setting="privacy.allow"),)
    finding = Finding(**values)
    (moved,) = moved_findings([finding], (Shift(0, 0, 1),))
    expected = replace(finding, start=6, end=10, related=(Related(3, 4, "here"),))
    assert moved == replace(expected, fixes=(replace(finding.fixes[0], edits=(Edit(6, 10, "so"),)),))


@pytest.mark.parametrize("sentence", ["The Supplier delivers the goods, as Section 4.2 has it. ", "goods and "])
def test_an_edit_in_a_huge_line_reads_a_piece_of_it(sentence):
    text = "1. Goods. " + "".join(f"{sentence}{n % 97}" for n in range(60_000 // len(sentence)))
    contract = checked(text)
    for place in (len(text) // 3, len(text) // 2, len(text) // 2 + 1):
        before, contract = contract, contract.edit(place, place, "xyz")
        assert sum(block not in before.blocks for block in contract.blocks) <= 3
    again = Contract.parse(contract.source.text)
    assert view(contract) == view(again)
    assert check(contract) == check(again)
