"""One word with another in its place in a contract that is otherwise its template: told where it says another thing."""

from __future__ import annotations

import pytest
from benchmarks.clause_changes import clause_changes

from clausewright.comparison.compare import compare, compare_clauses
from clausewright.comparison.facts.fact import FactKind
from clausewright.comparison.judging import measures, shipped
from clausewright.comparison.lexicon import positive, roles
from clausewright.contract import Contract

TEMPLATE = """LICENCE AGREEMENT

This Agreement is made between Corvane Ltd ("Licensor") and Ostrel GmbH ("Licensee").

1. Grant. The Licensor grants the Licensee an exclusive licence to sell the Lamps in the Territory.

2. Improvements. Improvements made by either party to the Lamps belong to the Licensor.

3. Royalty. The Licensee shall pay a royalty of 5% of gross revenue from the sale of the Lamps.

4. Default. If an invoice remains unpaid for 30 days, the Licensor may terminate the supply of the Lamps.

5. Supply. The Licensor shall deliver the Lamps to the depot of the Licensee in Ulm by the end of each month.

6. Waiver. No waiver extends to any prior breach of this Agreement.

7. Records. The Licensee shall keep records of sales and shall produce them to the auditor on request.

8. Disputes. Any dispute that the managers cannot resolve is referred to arbitration in Bern.

9. Insurance. The Licensee shall insure the stock for its replacement value and make reasonable efforts to guard it.

10. Staff. Tools are handed back to the employer at the end of the season.
"""


def told(old: str, new: str) -> list[tuple[FactKind, str, str]]:
    """The gravest fact of each deviation where *new* stands in the place of *old*."""
    assert old in TEMPLATE
    result = compare(Contract.parse(TEMPLATE.replace(old, new)), Contract.parse(TEMPLATE))
    assert not result.gaps
    assert not result.added
    return [(p.facts[0].kind, p.facts[0].reference, p.facts[0].input) for p in result.deviations]


@pytest.mark.parametrize(
    ("old", "new", "says", "here"),
    [
        ("belong to the Licensor", "belong to the Licensee", "Licensor", "Licensee"),
        ("gross revenue", "net revenue", "gross", "net"),
        ("may terminate", "may suspend", "terminate", "suspend"),
        ("an exclusive", "a sole", "exclusive", "sole"),
        ("shall deliver", "shall ship", "deliver", "ship"),
        ("prior breach", "subsequent breach", "prior", "subsequent"),
        ("to arbitration", "to mediation", "arbitration", "mediation"),
        ("replacement value", "market value", "replacement", "market"),
        ("the auditor", "the inspector", "auditor", "inspector"),
        ("the employer", "the employee", "employer", "employee"),
    ],
)
def test_a_word_that_says_another_thing_is_told(old, new, says, here):
    assert [found[1:] for found in told(old, new)] == [(says, here)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("remains unpaid", "remains outstanding"),
        ("cannot resolve", "cannot settle"),
        ("produce them", "present them"),
        ("the stock", "the inventory"),
        ("from the sale of", "from sales of"),
        ("make reasonable efforts", "maintain reasonable efforts"),
        ("licence", "license"),
        ("is referred", "shall be referred"),
        ("handed back", "returned"),
    ],
)
def test_a_word_that_says_the_same_is_not(old, new):
    assert told(old, new) == []


def test_words_that_changed_places_are_no_exchange():
    one = "Title passes on full payment and settlement of all claims of the Mill."
    other = "Title passes on full settlement and payment of all claims of the Mill."
    assert not compare_clauses(one, other).facts


def test_a_clause_written_anew_exchanges_no_words():
    one = "If a part of this Deed is held to be invalid, the remaining parts stay in force."
    other = "The invalidity of a part of this Deed leaves the other parts in force."
    assert "word_exchanged" not in compare_clauses(one, other).features


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("lessor", "lessee", True),
        ("employees", "employer", True),
        ("payer", "payee", True),
        ("licensor", "licensors", False),
        ("trustee", "trust", False),
        ("seller", "sailor", False),
    ],
)
def test_the_sides_of_one_relation(one, other, expected):
    assert roles(one, other) is expected


def test_an_improvement_denies_nothing():
    facts = compare_clauses("The Mill owns the improvements.", "The Mill owns the enhancements.").facts
    assert not facts
    assert positive("imports") == "ports"  # what is stripped from a word that is in the lists does not count
    assert not compare_clauses("The Mill owns the imports.", "The imports are owned by the Mill.").facts


@pytest.mark.parametrize(("kept", "found", "alarms"), [(False, 0.94, 0.04), (True, 0.84, 0.12)])
def test_in_a_contract_most_exchanges_are_told_and_few_that_say_the_same(kept, found, alarms):
    judge = shipped()
    cases = [c for c in clause_changes() if c.kind == "exchanged" and c.kept is kept]
    told_ones = {True: 0, False: 0}
    for case in cases:
        features = measures(compare_clauses(case.reference, case.entered))
        told_ones[case.differs] += judge.difference.probability(features) >= judge.threshold
    assert told_ones[True] >= found * sum(c.differs for c in cases)
    assert told_ones[False] <= alarms * sum(not c.differs for c in cases)
