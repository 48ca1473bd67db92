"""CW307, which is off by default: definitions out of their alphabetical order."""

from clausewright.check import check
from clausewright.contract import Contract
from clausewright.settings import Settings

ON = Settings(select=("CW307",))


def found(terms: str) -> list[str | None]:
    text = "1. Definitions\n\n" + "\n\n".join(f'"{term}" means a thing of tin.' for term in terms.split()) + "\n"
    return [f.term for f in check(Contract.parse(text), ON)]


def test_an_entry_behind_a_later_one_is_found():
    assert found("Bolt Case Door Fork Edge Gate Hook") == ["Edge"]


def test_a_list_in_order_and_a_list_in_another_order_are_let_be():
    assert found("Bolt Case Door Edge Fork") == []
    assert found("Door Case Bolt Gate Fork Edge") == []


def test_a_short_list_is_let_be():
    assert found("Bolt Door Case") == []


def test_it_is_off_by_default():
    assert not [f for f in check(Contract.parse('1. "B" means x.\n')) if f.code == "CW307"]
