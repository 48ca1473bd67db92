"""Which clause stands for which where one was split, moved, broken by a page or is the item of a list."""

from __future__ import annotations

import pytest

from clausewright.comparison.compare import compare, compare_clauses
from clausewright.comparison.facts.fact import FactKind
from clausewright.comparison.provisions import provisions_of
from clausewright.contract import Contract

HEAD = """SUPPLY AGREEMENT

This Agreement is made between Tarn Mills Ltd ("Seller") and Oxbow Stores plc ("Buyer").

"""
REST = """
3. Price. The Buyer shall pay the price of the Yarn within 30 days of the date of the invoice.

4. Risk. Risk in the Yarn passes to the Buyer when the Yarn is loaded at the mill of the Seller.

5. Law. This Agreement is governed by the law of Scotland.
"""


def compared(entered: str, reference: str):
    return compare(Contract.parse(HEAD + entered + REST), Contract.parse(HEAD + reference + REST))


def test_a_sentence_made_a_clause_of_its_own_is_not_added():
    reference = """1. Waiver. No failure or delay of a party to exercise a right or power under this
Agreement operates as a waiver of
that right or power. The rights and remedies herein provided are cumulative and not exclusive of remedies
provided by law.

2. Notices. A notice is given in writing to the address of the other party.
"""
    entered = """1. Waiver. No delay or failure of a party to exercise a power or right under this Agreement
operates as a waiver of
that power or right.

2. Remedies. Remedies provided by law are not excluded by the rights and remedies in this Agreement.

2A. Notices. A notice is given in writing to the address of the other party.
"""
    assert not compared(entered, reference).added
    assert not compared(reference, entered).gaps


def test_a_definition_moved_out_of_its_clause_is_not_added():
    reference = """1. Claims. The Seller agrees that neither the Buyer nor its subsidiaries (collectively,
the "Buyer Group") are liable
to the Seller for anything done in connection with the Yarn before delivery.

2. Copies. The Buyer Group may keep copies of the pattern books of the Seller.
"""
    entered = """1. Claims. The Seller agrees that no member of the Buyer Group is liable to the Seller for
anything done in connection
with the Yarn before delivery.

2. Copies. The Buyer Group may keep copies of the pattern books of the Seller.

2A. "**Buyer Group**" means the Buyer and its subsidiaries.
"""
    assert not compared(entered, reference).added


def test_parts_of_one_clause_are_kept_together():
    warranty = "In the event of a breach of this warranty, or if a user claims that goods caused injury to somebody, "
    reference = f"""1. Warranties of the Seller. The Seller warrants that the Yarn is free from defects in
material and in dyeing. {warranty}the
Seller shall indemnify the Buyer from any liability.

The Seller warrants that it carries liability insurance of £5,000,000 for each occurrence and that the Yarn
infringes no law.
{warranty}the Seller shall indemnify the Buyer from any liability.

2. Warranties of the Buyer. The Buyer warrants that the Garments infringe no law. {warranty}the Buyer shall
indemnify the Seller from any
liability.
"""
    entered = f"""1. Warranties of the Seller. The Seller warrants that the Yarn is free from defects in
material and in dyeing, that it
carries liability insurance of £1,000,000 for each occurrence and that the Yarn infringes no law.
{warranty}the Seller shall
indemnify the Buyer from any liability.

2. Warranties of the Buyer. The Buyer warrants that the Garments infringe no law. {warranty}the Buyer shall
indemnify the Seller from any
liability.
"""
    result = compared(entered, reference)
    (pair,) = result.deviations
    assert pair.input.number == "1"
    assert pair.facts[0].message == "Amount: template £5,000,000, here £1,000,000"


def test_the_items_of_a_list_are_provisions_though_they_look_like_headings():
    text = """1. Uses. The Buyer may use the Marks as follows:

A. On the labels of garments that are made of the Yarn; and

B. In Yarn-related press releases.

C. Tarn Mills Autumn Collection.

2. Term. This Agreement ends after two years.
"""
    found = [text[p.body : p.end] for p in provisions_of(Contract.parse(text))]
    assert "In Yarn-related press releases." in found
    assert "Tarn Mills Autumn Collection." in found


def test_a_heading_of_its_own_line_is_no_provision():
    text = (
        "1. Uses. The Buyer may use the Marks.\n\n2. Intentionally left out.\n\n3. Term. This Agreement ends in May.\n"
    )
    found = [text[p.start : p.end] for p in provisions_of(Contract.parse(text))]
    assert len(found) == 2


PAGE = "\n\nSource: TARN MILLS LTD, F-1, 2/21/2031\n\n"


def test_a_sentence_broken_by_a_page_is_one_provision():
    sentence = (
        "3.1 The Buyer shall pay to the Seller US$1.1 million (United States Dollars One Million and One{page}"
        "Hundred Thousand) for a term of twenty years, in cash or in kind, as the Parties may agree.\n\n"
        "3.2 Nothing else is due.\n"
    )
    broken, whole = (f"3. Price.\n\n{sentence.format(page=page)}" for page in (PAGE, " "))
    assert [broken[p.start : p.end][:3] for p in provisions_of(Contract.parse(broken))] == ["3.1", "3.2"]
    result = compare(Contract.parse(broken), Contract.parse(whole))
    assert not result.deviations
    assert not result.gaps


def test_what_a_new_page_begins_is_not_run_on_with_the_old():
    clause = "3.1 The Buyer shall pay the Seller every sum that the Seller asks for in the invoice"
    text = f"3. Price.\n\n{clause}{PAGE}SCHEDULE of prices\n"
    first = provisions_of(Contract.parse(text))[0]
    assert "SCHEDULE" not in text[first.start : first.end]


@pytest.mark.parametrize(
    ("reference", "entered", "message"),
    [
        (
            "The Mill may leave on thirty days' notice. The Dyer may cure a breach within thirty days of that notice.",
            "The Mill may leave on thirty days' notice, and the Dyer has thirty days to pack. "
            "The Dyer may cure a breach within ten days of that notice.",
            "Notice period: template thirty (30) days, here ten (10) days",
        ),
        (
            "Delivery is EXW (Incoterms 2010) the mill.",
            "Delivery is FCA (Incoterms 2010) the mill.",
            "Wording: template EXW (Incoterms 2010), here FCA (Incoterms 2010)",
        ),
        (
            "This replaces all earlier deeds except the Deed dated September 26t h, 2012.",
            "This replaces all earlier deeds.",
            "Date: template September 26t h, 2012, not here",
        ),
    ],
)
def test_a_fact_names_the_figure_that_it_is_about(reference, entered, message):
    assert message in [fact.message for fact in compare_clauses(reference, entered).facts]


def test_a_sum_said_again_in_words_is_one_sum():
    one = "The Buyer pays US$1.1 million (United States Dollars One Million and One Hundred Thousand) at signing."
    other = "The Buyer pays US$1,100,000 at signing."
    assert not compare_clauses(one, other).facts
    (fact,) = compare_clauses(one, "The Buyer pays US$1,200,000 at signing.").facts
    assert fact.kind is FactKind.AMOUNT


def test_what_a_clause_says_of_its_own_number_is_no_difference():
    rights = "Rights. The rights granted under this Section {0} cease when this Agreement ends.\n\n"
    copies = "Copies. Copies are allowed.\n\n"
    result = compared(f"1. {copies}2. {rights.format(2)}", f"1. {rights.format(1)}2. {copies}")
    assert not result.deviations
