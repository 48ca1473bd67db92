"""Chunks: what they hold, where they are cut, and what stands beside them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_properties import FEWER, contracts, long_contracts

from clausewright.chunking import Chunk, characters_by_four, chunks_of, header, notes_on
from clausewright.chunking.notes import Unit, parties_of, title_of, unit_of
from clausewright.contract import Contract

SUPPLY = """SUPPLY AGREEMENT

This agreement is made between Northfield Mills Limited (the "Seller") and Harbour Foods, Inc. (the "Buyer").

1. Definitions

1.1 "Goods" means the flour listed in Schedule 1.

1.2 "Price" means the price of the Goods.

2. Delivery

2.1 The Seller shall deliver the Goods:

(a) on the day agreed;

(b) at the Buyer's mill; and

(c) free of weevils.

2.2 Risk passes on delivery. It does not pass before.

3. Payment

3.1 Subject to clause 4, the Buyer pays the Price within 30 days of delivery. In such event the Seller gives a receipt.

4. Set-off

4.1 Notwithstanding clause 3.1, the Buyer may set off what the Seller owes.

SCHEDULE 1

1. Flour of the first grade.
"""


def pieces(text: str, tokens: int, **more: int) -> list[str]:
    contract = Contract.parse(text)
    return [text[c.start : c.end] for c in chunks_of(contract, tokens, **more)]


def chunk_with(text: str, words: str, tokens: int = 40) -> tuple[Contract, Chunk]:
    contract = Contract.parse(text)
    at = text.index(words)
    return contract, next(c for c in chunks_of(contract, tokens) if c.start <= at < c.end)


def test_conditions_stay_with_the_words_that_lead_them_in():
    held = next(piece for piece in pieces(SUPPLY, 40) if "2.1" in piece)
    assert held.startswith("2. Delivery\n\n2.1 The Seller shall deliver the Goods:")
    assert held.endswith("free of weevils.")


def test_a_heading_stays_with_its_clause():
    for piece in pieces(SUPPLY, 40):
        assert piece.splitlines()[-1].strip() not in ("1. Definitions", "2. Delivery", "3. Payment", "4. Set-off")


def test_small_neighbours_are_put_together():
    assert len(pieces(SUPPLY, 400)) == 1
    assert len(pieces(SUPPLY, 100)) < len(pieces(SUPPLY, 40))


def test_a_clause_beyond_the_budget_is_cut_between_sentences():
    text = "1. Fees. " + "The buyer pays the instalment on the day agreed. " * 40 + "\n"
    assert all(piece.endswith(".") for piece in pieces(text, 30))


def test_a_list_beyond_the_budget_is_cut_between_its_items_not_inside_one():
    items = [f"({c}) keep the mill in repair. The Buyer may inspect it, and shall say so before" for c in "abcdef"]
    text = "1. Duties. The Seller shall:\n\n" + ";\n\n".join([*items, "(g) keep it dry."]) + "\n"
    assert all(piece.startswith(("1.", "(")) for piece in pieces(text, 45))


def test_a_schedule_begins_a_chunk_though_nothing_before_it_comes_to_a_stop():
    names = "Northfield Mills Limited\n\nHarbour Foods, Inc.\n\nPenhallow Grain Company\n\n"
    text = f"1. Term. One year, and no longer.\n\nSigned by\n\n{names}Schedule 1\n\nMembers\n\n{names}"
    found = pieces(text, 30)
    assert any(piece.startswith("Schedule 1") for piece in found)


def test_no_cut_within_the_citation_of_a_code():
    text = (
        "1. Law. "
        + "The law of Arizona governs, save as the Act (9 U.S.C. § 1 et seq.) and Title 2 C.F.R. Part 5 say. " * 9
    )
    assert all(piece.endswith("say.") for piece in pieces(text, 30))


def test_a_sentence_beyond_the_budget_is_cut_between_words():
    found = pieces("word " * 100, 10)
    assert len(found) > 10
    assert all(set(piece.split()) == {"word"} for piece in found)


def test_a_word_beyond_the_budget_is_cut():
    assert "".join(pieces("x" * 90, 10)) == "x" * 90


def test_rows_of_a_table_stay_together():
    table = "".join(f"| item {n} | {n} pounds |\n" for n in range(4))
    text = f"1. Prices. The prices are in the table.\n\n{table}\n2. Term. One year from today, and no longer.\n"
    assert any(table.strip() in piece for piece in pieces(text, 30))


def test_an_overlap_repeats_the_end_of_the_chunk_before():
    contract = Contract.parse(SUPPLY)
    chunks = chunks_of(contract, 60, overlap=20)
    assert all(characters_by_four(SUPPLY[c.start : c.end]) <= 60 for c in chunks)
    assert any(later.start < earlier.end for earlier, later in pairwise(chunks))


@pytest.mark.parametrize(("tokens", "overlap"), [(0, 0), (10, 10), (10, -1)])
def test_sizes_that_leave_no_room_are_refused(tokens, overlap):
    with pytest.raises(ValueError, match="at least one token"):
        chunks_of(Contract.parse("x"), tokens, overlap=overlap)


@FEWER
@given(st.one_of(contracts, long_contracts, st.text(max_size=300)), st.integers(1, 60))
def test_chunks_hold_all_words_and_keep_to_their_size(text, tokens):
    contract = Contract.parse(text)
    chunks = chunks_of(contract, tokens)
    end = 0
    for chunk in chunks:
        assert not text[end : chunk.start].strip()
        assert text[chunk.start : chunk.end] == text[chunk.start : chunk.end].strip() != ""
        assert characters_by_four(text[chunk.start : chunk.end]) <= tokens
        end = chunk.end
    assert not text[end:].strip()


def test_notes_say_what_qualifies_a_chunk():
    contract, chunk = chunk_with(SUPPLY, "Subject to clause 4")
    notes = notes_on(contract, chunk)
    assert notes.number == "3"
    assert notes.path == ("3 Payment",)
    assert notes.numbers == ("3", "3.1")
    assert [(c.text, c.target, c.status) for c in notes.refs_out] == [("clause 4", "4", "resolved")]
    assert notes.referenced_by == ("4.1",)
    assert notes.modified_by == ("4.1", "4")
    assert notes.modifies == ()


def test_notes_name_the_terms_with_all_they_rest_on():
    contract, chunk = chunk_with(SUPPLY, "Subject to clause 4")
    price = next(t for t in notes_on(contract, chunk).terms if t.term == "Price")
    assert price.defined_in == ("1.2",)
    assert price.rests_on == ("Goods",)


def test_notes_say_which_schedule_a_chunk_lies_in():
    contract, chunk = chunk_with(SUPPLY, "Flour of the first grade", 12)
    assert notes_on(contract, chunk).attachment == "Schedule 1"


def test_a_chunk_of_two_schedules_lies_in_neither():
    text = "1. Price. Ten.\n\nSCHEDULE 1\n\n1. Flour is white.\n\nSCHEDULE 2\n\n1. The price is ten.\n"
    contract = Contract.parse(text)
    both = Chunk(text.index("SCHEDULE 1"), len(text.rstrip()))
    first = Chunk(text.index("SCHEDULE 1"), text.index("SCHEDULE 2") - 2)
    assert notes_on(contract, both).attachment is None
    assert notes_on(contract, first).attachment == "Schedule 1"


def test_a_header_says_where_a_chunk_comes_from():
    contract, chunk = chunk_with(SUPPLY, "Subject to clause 4")
    assert header(contract, notes_on(contract, chunk)) == (
        "Document: SUPPLY AGREEMENT\nParties: Northfield Mills Limited and Harbour Foods, Inc.\nClause: 3 Payment\n"
    )


def test_what_the_chunks_of_a_document_follow():
    assert unit_of(Contract.parse(SUPPLY)) is Unit.CLAUSE
    assert unit_of(Contract.parse("LETTER OF INTENT\n\nWe intend to buy the mill.\n")) is Unit.HEADING
    assert unit_of(Contract.parse("We intend to buy the mill, and you intend to sell it to us.\n")) is Unit.SENTENCE


def test_title_and_parties_of_a_text_without_them():
    contract = Contract.parse("we intend to buy the mill.\n")
    assert title_of(contract) is None
    assert parties_of(contract) == ()
