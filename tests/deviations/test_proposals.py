"""The template's words in the contract's names and numbers, where they belong; and words that differ, marked."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from written import TEMPLATE, compared, contract_text, written

from clausewright.contract import Contract
from clausewright.deviations.differences import differences
from clausewright.deviations.outcome import outcome_of
from clausewright.deviations.proposals import insertion, wording
from clausewright.edits.change import applied
from clausewright.settings import load_settings


def told(path):
    contract, result = compared(path)
    return contract, result, outcome_of(contract, result, load_settings(path))


def after_wording(path) -> str:
    contract, result, outcome = told(path)
    ((pair, _),) = outcome.deviations
    return applied(contract.source.text, wording(contract, result, pair).edits)


def after_insertion(path) -> str:
    contract, result, outcome = told(path)
    (gap,) = outcome.gaps
    return applied(contract.source.text, insertion(contract, result, gap).edits)


def test_the_template_s_wording_takes_the_place_of_what_deviates_and_of_nothing_else(tmp_path):
    assert after_wording(written(tmp_path)) == contract_text().replace("90 days", "30 days")


def test_it_speaks_of_this_contract_s_parties_and_numbers(tmp_path):
    # The clause on fees stands third here, and its second sub-clause says something else than the template's.
    text = contract_text().replace("2.1", "3.1").replace("2.2", "3.2").replace("2. FEES", "3. FEES")
    text = text.replace("3.1 Each party", "2.1 Each party").replace("3. CONF", "2. CONF")
    text = text.replace("within 90 days", "within 30 days").replace("interest at 4%", "interest at 9%")
    fees, other = text.index("3. FEES"), text.index("2. CONF")
    text = text[:fees] + text[other : text.index("4. TERM")] + text[fees:other] + text[text.index("4. TERM") :]
    after = after_wording(written(tmp_path, text=text.replace("Client", "Buyer")))
    assert "3.2 A sum that is overdue under clause 3.1 bears interest at 4% a year." in after


def test_a_party_in_the_template_s_wording_gets_the_name_it_has_here(tmp_path):
    after = after_wording(written(tmp_path, text=contract_text().replace("Client", "Buyer")))
    assert "2.1 The Buyer shall pay each invoice within 30 days of receiving it." in after


def test_a_missing_clause_goes_where_it_belongs_and_the_rest_moves_up(tmp_path):
    after = after_insertion(written(tmp_path))
    contract = Contract.parse(after)
    assert contract.defects == []
    assert [clause.number for clause in contract.clauses if clause.parent is None][:6] == ["1", "2", "3", "4", "5", "6"]
    assert "5. INSURANCE\n\n5.1 The Vendor shall maintain professional indemnity insurance" in after
    assert "\n\n5.2 The policy is renewed each spring" in after
    assert "\n\n6. GOVERNING LAW\n\n6.1 This Agreement" in after
    path = written(tmp_path, text=after)
    assert [gap.members for gap in told(path)[2].gaps] == []


def test_a_single_sub_clause_goes_behind_its_elder(tmp_path):
    text = TEMPLATE.replace(
        "1.2 The Supplier shall keep a log of every fault and show it to the Client on request.\n\n", ""
    )
    after = after_insertion(written(tmp_path, text=text))
    assert after == TEMPLATE


NESTED = """1. SECRECY

(a) Each party shall keep the other party's business information secret for five years.

(b) When this agreement ends, the Receiver shall promptly:

(i) stop using the business information of the Discloser in any way;

(ii) destroy every copy of the business information within thirty days; and

(iii) confirm in writing that it has done both of these things.

(c) A breach of this clause by an employee of the Receiver is a breach by the Receiver itself.

2. LAW

The law of Scotland governs this agreement and every dispute that arises out of it.
"""


def nested(tmp_path, text: str):
    path = written(tmp_path, text=text)
    (tmp_path / "template.txt").write_text(NESTED, encoding="utf-8")
    return path


def test_a_paragraph_of_a_clause_goes_behind_its_elder_in_that_clause(tmp_path):
    start, end = NESTED.index("(c) A breach"), NESTED.index("2. LAW")
    assert after_insertion(nested(tmp_path, NESTED[:start] + NESTED[end:])) == NESTED


def test_a_clause_that_answers_several_gives_its_place_to_all_of_them(tmp_path):
    start, end = NESTED.index("(b) When"), NESTED.index("(c) A breach")
    merged = (
        "(b) When this agreement ends, the Receiver shall promptly stop using the business information of the "
        "Discloser in any way, destroy every copy of the business information within ninety days, and confirm in "
        "writing that it has done both of these things.\n\n"
    )
    contract, result, outcome = told(nested(tmp_path, NESTED[:start] + merged + NESTED[end:]))
    pairs = [pair for pair, _ in outcome.deviations]
    assert pairs
    for pair in pairs:
        after = applied(contract.source.text, wording(contract, result, pair).edits)
        assert "(b) When this agreement ends, the Receiver shall promptly:\n\n(i) stop" in after
        assert "within thirty days" in after
        assert "ninety" not in after
        assert after.count("confirm in writing") == 1


def test_line_ends_are_the_contract_s(tmp_path):
    path = written(tmp_path)
    path.write_bytes(contract_text().replace("\n", "\r\n").encode())
    contract = Contract.parse(path.read_bytes().decode())
    from clausewright.deviations.comparing import compared_with_template

    settings = load_settings(path)
    result = compared_with_template(contract, path, settings, None, note=lambda _note: None)
    (gap,) = outcome_of(contract, result, settings).gaps
    after = applied(contract.source.text, insertion(contract, result, gap).edits)
    assert "\n" not in after.replace("\r\n", "")


def test_where_no_number_can_be_given_the_words_become_a_paragraph(tmp_path):
    plain = "\n\n".join(part.lstrip("0123456789. ") for part in contract_text().split("\n\n"))
    contract, result, outcome = told(written(tmp_path, text=plain))
    assert outcome.gaps
    for gap in outcome.gaps:
        after = applied(plain, insertion(contract, result, gap).edits)
        added = [part for part in after.split("\n\n") if part not in plain.split("\n\n")]
        assert added
        assert [part for part in after.split("\n\n") if part not in added] == plain.split("\n\n")
        assert added[0].startswith(("The Vendor shall maintain", "The policy is renewed"))


# -- differences ------------------------------------------------------------------------------------------------------


def marked(one: str, other: str, mapping: dict[str, str] | None = None) -> tuple[list[str], list[str]]:
    left, right = differences(one, other, mapping)
    return [run.text for run in left if run.differs], [run.text for run in right if run.differs]


@pytest.mark.parametrize(
    ("one", "other", "differing"),
    [
        ("pay within 30 days of receipt", "pay within 60 days of receipt", (["30"], ["60"])),
        ("The Supplier shall pay.", "the  supplier\nshall pay.", ([], [])),
        ("“Fees” means the fees", '"Fees" means the fees', ([], [])),
        ("either party may terminate", "the Client may terminate", (["either party"], ["the Client"])),
        ("in writing and signed", "in writing", (["and signed"], [])),
        ("", "new words", ([], ["new words"])),
    ],
)
def test_the_words_that_differ_are_marked(one, other, differing):
    assert marked(one, other) == differing


def test_a_renamed_party_is_no_difference():
    assert marked("The Supplier pays.", "The Vendor pays.", {"vendor": "supplier"}) == ([], [])


@given(st.text(alphabet='ab .,\n"“é', max_size=40), st.text(alphabet='ab .,\n"“é', max_size=40))
def test_the_runs_put_together_are_the_texts(one, other):
    left, right = differences(one, other)
    assert ("".join(run.text for run in left), "".join(run.text for run in right)) == (one, other)
    for runs in (left, right):
        assert all(a.differs is not b.differs for a, b in pairwise(runs))


def test_a_name_of_the_template_is_this_contract_s_in_either_number(tmp_path):
    clauses = """1. TERMS
1.1 "{addendum}" means a sheet signed by both parties, and "{territory}" means a country named in a sheet.
1.2 Each {addendum} names one {territory}. The {addenda} prevail over this Agreement for the {territories} they name.

2. SALES
2.1 The Seller shall not sell outside the {territories} that the {addenda} name.
2.2 The Seller shall send each {addendum} to the Buyer within {days} days, and file the {addenda} of all {territories}.
"""
    template = clauses.format(
        addendum="Project Addendum",
        addenda="Project Addenda",
        territory="Territory",
        territories="Territories",
        days=30,
    )
    text = clauses.format(
        addendum="Work Order", addenda="Work Orders", territory="Region", territories="Regions", days=90
    )
    path = written(tmp_path, text=text)
    (tmp_path / "template.txt").write_text(template, encoding="utf-8")
    after = after_wording(path)
    assert after == text.replace("90", "30")
