"""What was found together stays in order when an edit only moves it, and is found anew where it does not hold."""

from __future__ import annotations

import pytest

from clausewright.check import check
from clausewright.contract import Contract
from clausewright.settings import load_settings

TEXT = (
    "1. Sale. The Seller sells the goods named in Section 9 to the the Buyer within ten (11) days.\n\n"
    "2. Price. The price is due in full when the goods have been delivered to the place named in Section 7.\n\n"
    "3. Return. The Buyer sends back what is is broken (as Section 8 says.\n"
)
TYPED = TEXT.index("price is") + len("price")


@pytest.fixture
def settings(tmp_path):
    return load_settings(tmp_path / "contract.txt")


def test_findings_are_moved_together(settings):
    contract = Contract.parse(TEXT)
    before = check(contract, settings)
    assert len(before) > 4
    for letter in "tag":
        contract = contract.edit(TYPED, TYPED, letter)
        assert contract.checked is not None
        assert check(contract, settings) == check(Contract.parse(contract.source.text), settings)


def test_what_is_given_can_be_changed_by_whoever_asked(settings):
    contract = Contract.parse(TEXT)
    check(contract, settings).clear()
    assert check(contract, settings)
    edited = contract.edit(TYPED, TYPED, "x")
    check(edited, settings).clear()
    assert check(edited, settings)


def test_an_edit_that_changes_a_finding_is_looked_at_again(settings):
    contract = Contract.parse(TEXT)
    check(contract, settings)
    doubled = TEXT.index("the the")
    edited = contract.edit(doubled, doubled + len("the "), "")
    assert check(edited, settings) == check(Contract.parse(edited.source.text), settings)
    assert len(check(edited, settings)) < len(check(contract, settings))


def test_other_settings_are_other_findings(settings, tmp_path):
    contract = Contract.parse(TEXT)
    check(contract, settings)
    (tmp_path / "clausewright.toml").write_text('ignore = ["CW406"]\n')
    others = load_settings(tmp_path / "contract.txt")
    edited = contract.edit(TYPED, TYPED, "x")
    assert {f.code for f in check(edited, settings)} - {f.code for f in check(edited, others)} == {"CW406"}
