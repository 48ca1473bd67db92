"""The HTML report of a comparison as text: what it lists, and what it says where there is nothing to list."""

from __future__ import annotations

import re

from clausewright.comparison.compare import compare
from clausewright.contract import Contract
from clausewright.deviations.html_report import html_report

TEMPLATE = """SUPPLY AGREEMENT

Section 1.1 Price. The Buyer shall pay the price of the Yarn within 30 days of the invoice.

Section 1.2 Risk. Risk in the Yarn passes to the Buyer when the Yarn is loaded at the mill.

Section 1.3 Law. This Agreement is governed by the law of Scotland.
"""
ADDED = """
Section 1.4 Defects. The Seller shall replace Yarn:

(a) that breaks when it is wound onto the bobbins of the looms of the Buyer at the speed that the order states; and

(b) that has lost its colour before it was made into cloth, unless the Buyer stored it in the open for a week.
"""


def report(entered: str, template: str = TEMPLATE) -> str:
    contract, reference = Contract.parse(entered), Contract.parse(template)
    return html_report(contract, reference, compare(contract, reference), ("contract.txt", "template.txt"))


def listed(page: str) -> list[str]:
    found = re.search(r'<ol class="list">(.*?)</ol>', page, re.DOTALL)
    assert found is not None
    return [re.sub(r"<[^>]+>", "", item) for item in re.findall(r"<li.*?</li>", found[1], re.DOTALL)]


def test_each_clause_is_listed_with_its_number_once():
    items = listed(report(TEMPLATE + ADDED))
    assert items
    assert not any(re.search(r"1\.4 Section 1\.4", item) for item in items)
    assert not any(re.search(r"\(b\) \(b\)", item) for item in items)
    assert any("1.4(b) that has lost its colour" in item or "Section 1.4 Defects" in item for item in items)


def test_where_nothing_departs_that_is_said():
    assert listed(report(TEMPLATE)) == ["nothing departs"]


def test_where_little_matches_nothing_is_counted():
    other = """DEED OF GIFT

1. The Donor gives the paintings listed below to the Museum, which thanks her.

2. The Museum shall hang at least three of the paintings in rooms open to visitors.

3. Conservation work on a painting is done by restorers whom the trustees have chosen.

4. Visitors may take photographs without flash.
"""
    page = report(other)
    assert "little matches" in page
    assert "0 missing" not in page
    assert listed(page) == ["not listed"]
    assert "<input" not in page
