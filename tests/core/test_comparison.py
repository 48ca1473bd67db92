"""A contract against its reference template: pairs, gaps, what was added, and what of it is told."""

from __future__ import annotations

import dataclasses
import json

import pytest

from clausewright.cli import main
from clausewright.comparison import wording
from clausewright.comparison.compare import compare
from clausewright.comparison.facts import passages
from clausewright.comparison.provisions import provisions_of
from clausewright.comparison.results import Note
from clausewright.contract import Contract
from clausewright.deviations.accepted import key_between

TEMPLATE = """SERVICES AGREEMENT

This Agreement is made between Harrow Systems Ltd ("Supplier") and the client named on the order ("Client").

1. Services. The Supplier shall provide the Services with reasonable skill and care. The Supplier shall keep a log of
every fault and show it to the Client on request.

2. Fees. The Client shall pay each invoice within 30 days of receipt. Late sums bear interest at 4% a year.

3. Confidentiality. Each party shall keep the other party's Confidential Information secret for five years.

4. Termination. Either party may terminate this Agreement on 60 days' written notice to the other party.

5. Insurance. The Supplier shall maintain professional indemnity insurance of at least £2,000,000 per claim.

6. Governing law. This Agreement is governed by the law of England and Wales.

Signed by the parties on the date above.
"""


def compared(contract: str, template: str = TEMPLATE):
    return compare(Contract.parse(contract), Contract.parse(template))


def words(text: str, place) -> str:
    return text[place.start : place.end]


def test_provisions_are_the_clauses_and_nothing_else():
    found = provisions_of(Contract.parse(TEMPLATE))
    assert [p.number for p in found] == ["1", "2", "3", "4", "5", "6"]
    assert [p.heading for p in found][:2] == ["Services", "Fees"]
    assert TEMPLATE[found[1].body :].lstrip().startswith("The Client shall pay")
    assert len(found[0].sentences) == 2


def test_a_changed_figure_is_named_with_its_places_on_both_sides():
    contract = TEMPLATE.replace("60 days'", "90 days'")
    result = compared(contract)
    (pair,) = result.deviations
    assert pair.input.number == "4"
    fact = pair.facts[0]
    assert fact.message == "Notice period: template 60 days, here 90 days"
    assert [TEMPLATE[a:b] for a, b in fact.reference_spans] == ["60 days"]
    assert [contract[a:b] for a, b in fact.input_spans] == ["90 days"]
    assert not result.gaps
    assert not result.added


def test_a_clause_left_out_and_one_put_in():
    insurance = (
        "5. Insurance. The Supplier shall maintain professional indemnity insurance of at least £2,000,000 per claim."
    )
    contract = TEMPLATE.replace(insurance, "5. Publicity. The Client may name the Supplier in its annual report.")
    result = compared(contract)
    (gap,) = result.gaps
    assert words(TEMPLATE, gap.place) == insurance
    assert gap.nearest == "4"
    (added,) = result.added
    assert words(contract, added.place).startswith("5. Publicity.")
    assert not result.deviations


@pytest.mark.parametrize(
    "clause",
    [
        "Assignment. Neither party may assign this Agreement without the consent of the other party.",
        "Audit. The Client may audit the records of the Supplier once a year.",
        "Warranty. The Supplier warrants that the Services infringe no right of a third party.",
    ],
)
@pytest.mark.parametrize("number", range(1, 7))
def test_by_words_alone_a_clause_on_another_matter_is_no_counterpart(number, clause):
    start = TEMPLATE.index(f"\n{number}. ")
    contract = TEMPLATE[:start] + TEMPLATE[TEMPLATE.index("\n\n", start + 1) + 1 :]
    contract = contract.replace("\nSigned by", f"\n7. {clause}\n\nSigned by")
    result = compared(contract)
    assert [gap.place.number for gap in result.gaps] == [str(number)]
    assert [added.place.number for added in result.added] == ["7"]
    assert not result.deviations


def test_other_names_numbers_and_order_are_no_difference():
    contract = TEMPLATE.replace("Supplier", "Contractor").replace("Client", "Customer")
    fees = contract[contract.index("2. Fees") : contract.index("3. Conf")]
    moved = fees.replace("2. Fees", "7. Fees")
    contract = contract.replace(fees, "").replace("\nSigned by", f"\n{moved}Signed by")
    result = compared(contract)
    assert (result.deviations, result.gaps, result.added) == ((), (), ())
    assert ("contractor", "supplier") in result.mapping


def test_the_same_text_has_no_findings():
    result = compared(TEMPLATE)
    assert Note.IDENTICAL in result.notes
    assert (result.deviations, result.gaps, result.added) == ((), (), ())
    assert len(result.covered) == 6


def test_the_result_is_the_same_each_time():
    contract = TEMPLATE.replace("30 days", "45 days").replace("Each party shall", "The Supplier shall")
    assert compared(contract) == compared(contract)


CITING = """LEASE OF A BOAT

1. HIRE

1.1 The Hirer shall pay the hire to the Owner within 30 days of each bill.

1.2 Hire that is overdue under clause 1.1 bears interest at 4% a year.

2. TERMINATION

2.1 Either party may end this Lease on 60 days' written notice to the other party.

2.2 The Hirer may end this Lease at once if the Boat is lost or cannot be repaired.

2.3 When this Lease is ended under clause 2.1 the Hirer pays a fee of £5,000 to the Owner.
"""


def test_a_reference_to_another_clause_is_a_difference():
    result = compare(Contract.parse(CITING.replace("under clause 2.1", "under clause 2.2")), Contract.parse(CITING))
    (pair,) = result.deviations
    assert [fact.message for fact in pair.facts] == ["Reference: template clause 2.1, here clause 2.2"]


def test_a_reference_that_kept_its_number_where_the_clauses_moved_is_one():
    moved = CITING.replace("2.1 Either", "2.9 Either").replace("2.2 The", "2.1 The").replace("2.9 Either", "2.2 Either")
    first, second = moved.index("2.2 Either"), moved.index("2.1 The")
    third = moved.index("2.3 When")
    moved = moved[:first] + moved[second:third] + moved[first:second] + moved[third:]
    result = compare(Contract.parse(moved), Contract.parse(CITING))
    (pair,) = result.deviations
    assert [fact.message for fact in pair.facts] == ["Reference: clause 2.1 is another one here"]


def test_a_reference_that_follows_the_new_numbers_is_none():
    before, behind = CITING.split("1. HIRE")
    for old, new in (("3", "4"), ("2", "3"), ("1", "2")):
        behind = behind.replace(f"{old}. ", f"{new}. ", 1).replace(f"{old}.1", f"{new}.1")
        behind = behind.replace(f"{old}.2 ", f"{new}.2 ").replace(f"{old}.3 ", f"{new}.3 ")
    entered = f"{before}1. BOAT\n\n1.1 The Owner shall paint the Boat in May of each year.\n\n2. HIRE{behind}"
    assert "ended under clause 3.1" in entered
    result = compare(Contract.parse(entered), Contract.parse(CITING))
    assert (result.deviations, result.gaps) == ((), ())
    assert len(result.added) == 1


def test_an_edit_costs_the_clause_that_it_is_made_in():
    compared(TEMPLATE.replace("Signed by", "Executed by"))
    known = passages._remembered.cache_info().misses, wording._read.cache_info().misses
    longer = TEMPLATE.replace("a log of", "a written log of")
    result = compared(longer)
    after = passages._remembered.cache_info().misses, wording._read.cache_info().misses
    assert after[0] - known[0] <= 3
    assert after[1] - known[1] <= 1
    passages._remembered.cache_clear()
    wording._read.cache_clear()
    assert compared(longer) == result


def test_nothing_to_compare_with_is_said():
    assert Note.EMPTY_REFERENCE in compared(TEMPLATE, "").notes
    assert Note.EMPTY_INPUT in compared("\n\n").notes


OTHER = """DEED OF GIFT

1. The Donor gives the paintings listed below to the Museum, which thanks her.

2. The Museum shall hang at least three of the paintings in rooms open to visitors.

3. Conservation work on a painting is done by restorers whom the trustees have chosen.

4. Visitors may take photographs without flash.
"""


def test_another_kind_of_contract_is_said_to_match_little():
    result = compared(OTHER)
    assert Note.UNRELATED in result.notes
    assert not result.deviations


def test_without_numbers_and_in_another_language():
    bare = "\n\n".join(line.split(" ", 1)[1] for line in TEMPLATE.split("\n\n")[2:8])
    result = compared(bare.replace("30 days", "14 days"))
    assert [p.facts[0].message for p in result.deviations] == ["Period: template 30 days, here 14 days"]
    german = "1. Der Lieferant liefert die Ware frei Haus.\n\n2. Der Kunde zahlt binnen 30 Tagen nach Erhalt.\n"
    assert Note.UNRELATED in compared(german).notes


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path):
    template, contract = tmp_path / "template.txt", tmp_path / "contract.txt"
    template.write_text(TEMPLATE, encoding="utf-8")
    contract.write_text(TEMPLATE.replace("60 days'", "90 days'"), encoding="utf-8")
    return contract, template


def run(*arguments) -> int:
    return main(["compare", "--words-only", *map(str, arguments)])


def test_the_command_as_json(files, capsys):
    contract, template = files
    assert run(contract, "--reference", template, "--format", "json") == 1
    report = json.loads(capsys.readouterr().out)
    assert report["schema"] == "clausewright.compare/1"
    (deviation,) = report["deviations"]
    text = contract.read_text(encoding="utf-8")
    assert text[deviation["input"]["start"] : deviation["input"]["end"]].startswith("4. Termination.")
    assert deviation["reference"]["number"] == "4"
    assert deviation["message"] == "Notice period: template 60 days, here 90 days"
    assert 0 < deviation["score"] <= 1
    assert len(report["covered"]) == 5
    assert report["gaps"] == report["added"] == []


def test_the_command_as_text(files, capsys):
    contract, template = files
    assert run(contract, "--reference", template) == 1
    out, err = capsys.readouterr()
    assert "deviation: 4: Notice period: template 60 days, here 90 days (template 4)" in out
    assert out.endswith("5 covered, 1 deviating, 0 missing, 0 added\n")
    assert "by words alone" in err
    assert run(template, "--reference", template) == 0


def test_the_command_tells_what_is_missing_where_it_belongs_and_how_to_accept_it(files, capsys):
    contract, template = files
    text = TEMPLATE[: TEMPLATE.index("5. Insurance")] + TEMPLATE[TEMPLATE.index("6. Governing") :]
    contract.write_text(text, encoding="utf-8")
    assert run(contract, "--reference", template) == 1
    (line,) = [line for line in capsys.readouterr().out.splitlines() if ": missing: " in line]
    end = text.index("to the other party.") + len("to the other party.")
    assert f"contract.txt:{text.count(chr(10), 0, end) + 1}:" in line
    assert line.endswith("(belongs after 4)")
    run(contract, "--reference", template, "--format", "json")
    (gap,) = json.loads(capsys.readouterr().out)["gaps"]
    assert gap["clause"] == key_between(
        Contract.parse(TEMPLATE), Contract.parse(text), compared(text).gaps[0], added=False
    )


def test_the_command_on_a_file_that_is_not_there(files, capsys):
    contract, template = files
    assert run(contract, "--reference", template.with_name("nowhere.txt")) == 2
    assert "nowhere.txt" in capsys.readouterr().err


def test_results_are_immutable():
    result = compared(TEMPLATE)
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.notes = ()  # type: ignore[misc]


@pytest.mark.parametrize("empty", ["input", "reference"])
def test_the_command_with_nothing_to_compare_fails(files, capsys, empty):
    contract, template = files
    (contract if empty == "input" else template).write_text("\n \n", encoding="utf-8")
    assert run(contract, "--reference", template) == 2
    err = capsys.readouterr().err
    assert f"{(contract if empty == 'input' else template).name}: " in err
    assert "no provisions to compare" in err


def test_who_asks_for_words_alone_is_not_told_to_install_anything(files, capsys):
    contract, template = files
    run(contract, "--reference", template)
    assert "pip install" not in capsys.readouterr().err


BOILERPLATE = """
20. Assignment. Neither party may assign this Agreement without the consent of the other party.

21. Governing law. This Agreement is governed by the law of England and Wales.

22. Notices. A notice under this Agreement is given in writing to the address of the other party.
"""


def test_another_kind_of_contract_of_the_same_house_is_said_to_match_little():
    clauses = "\n".join(
        f"{n}. The Supplier shall {what}.\n"
        for n, what in enumerate(
            (
                "deliver the Pumps to the yard at Leith on the first Monday of each month",
                "pack each Pump in a crate of seasoned timber marked with the order number",
                "paint the Pumps with two coats of the primer that the Buyer names",
                "repair a Pump that leaks within the first year of use free of charge",
                "keep fifty valves of each size in stock for the Buyer",
                "train two fitters of the Buyer at the works in Fife each spring",
                "insure the Pumps against loss at sea until they are unloaded",
                "pay the duty on parts that come from abroad",
            ),
            1,
        )
    )
    secrecy = """
1. The Recipient shall hold the Drawings in a locked room and show them to nobody but its engineers.

2. The Recipient shall burn all sketches of the Drawings when the Discloser says that the talks have failed.

3. The Recipient may tell a court what the Drawings hold where a judge orders it to.

4. No licence of a patent is granted by the loan of the Drawings.
"""
    result = compared(f"SUPPLY AGREEMENT\n\n{clauses}{BOILERPLATE}", f"SECRECY AGREEMENT\n{secrecy}{BOILERPLATE}")
    assert Note.UNRELATED in result.notes
    assert not result.deviations
    same = compared(f"SUPPLY AGREEMENT\n\n{clauses}{BOILERPLATE}", f"SUPPLY AGREEMENT\n\n{clauses}")
    assert Note.UNRELATED not in same.notes
    assert len(same.added) == 3
