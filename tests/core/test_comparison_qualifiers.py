"""A qualifier that one of two otherwise equal clauses lacks is told, and other words for it are not."""

from __future__ import annotations

import pytest

from clausewright.comparison.compare import compare_clauses
from clausewright.comparison.facts.fact import FactKind
from clausewright.comparison.judging import measures, shipped

CLAUSES = {
    "negligence": "The Supplier shall indemnify the Customer against losses caused by {} the Supplier or its staff.",
    "information": "The Recipient shall protect {} information that the Discloser gives it for the Project.",
    "claim": "The Supplier shall defend the Customer against any {} that the Services infringe a patent.",
    "use": "The Supplier shall use the Customer Data {} perform the Services and shall return it at the end.",
    "breach": "Either party may terminate this Agreement if the other party commits a {} and does not cure it in time.",
    "defects": "The Goods will be free from {} in material and workmanship for a year after their delivery.",
    "subject": "{} liability of the Supplier under this Agreement is limited to the fees paid in the preceding year.",
    "notice": "The Customer may renew this Agreement by {} to the Supplier before the end of the term.",
    "consent": "The Tenant may sublet the Premises with the {} consent of the Landlord and of its lender.",
    "form": "The parties shall sign a deed of transfer {} the form attached as Exhibit A.",
    "control": "Neither party is liable for a failure that is caused by events beyond its {}.",
    "cost": "The Supplier shall {} any Goods that do not conform to the specification.",
    "effect": "The Customer may terminate this Agreement {} if the Supplier becomes insolvent.",
    "care": "The Supplier shall perform the Services with {} care and skill at the Site.",
    "carrier": "Notices under this Agreement shall be sent by {} to the address of the other party stated above.",
}


def judged(clause: str, old: str, new: str) -> tuple[bool, list[FactKind]]:
    found = compare_clauses(*(CLAUSES[clause].format(words) for words in (old, new)))
    judge = shipped()
    return judge.difference.probability(measures(found)) >= judge.threshold, [fact.kind for fact in found.facts]


@pytest.mark.parametrize(
    ("clause", "old", "new"),
    [
        ("negligence", "the negligence of", "any act of"),
        ("information", "all non-public", "all"),
        ("claim", "third-party claim", "claim"),
        ("use", "only to", "to"),
        ("breach", "material breach", "breach"),
        ("defects", "defects", "material defects"),
        ("subject", "Subject to clause 7.1, the", "The"),
        ("notice", "written notice", "notice"),
        ("notice", "notice", "written notice"),
        ("consent", "prior", ""),
        ("form", "substantially in", "in"),
        ("control", "reasonable control", "control"),
        ("cost", "at its own cost repair", "repair"),
        ("effect", "with immediate effect", ""),
    ],
)
def test_a_qualifier_that_is_put_in_or_left_out_is_told(clause, old, new):
    differs, kinds = judged(clause, old, new)
    assert differs
    assert kinds == [FactKind.QUALIFIER]


@pytest.mark.parametrize(
    ("clause", "old", "new"), [("care", "reasonable", "utmost"), ("carrier", "overnight courier", "e-mail")]
)
def test_a_qualifier_exchanged_for_its_opposite_is_told(clause, old, new):
    assert judged(clause, old, new)[0]


@pytest.mark.parametrize(
    ("clause", "old", "new"),
    [
        ("claim", "third-party claim", "claim by a third party"),
        ("use", "only to", "solely to"),
        ("defects", "material defects", "substantial defects"),
        ("subject", "Subject to clause 7.1, the", "Subject always to clause 7.1, the"),
        ("notice", "written notice", "notice in writing"),
        ("consent", "prior written", "previous written"),
        ("cost", "at its own cost repair", "repair at its own expense"),
        ("effect", "with immediate effect", "immediately"),
        ("care", "reasonable", "due"),
        ("care", "reasonable", "proper"),
    ],
)
def test_other_words_for_a_qualifier_raise_nothing(clause, old, new):
    differs, kinds = judged(clause, old, new)
    assert not differs
    assert FactKind.QUALIFIER not in kinds


def test_a_qualifier_said_again_adds_nothing():
    clause = "Either party may end the term by written notice to the other, and {} notice takes effect on receipt."
    found = compare_clauses(clause.format("such written"), clause.format("such"))
    assert "qualified" not in found.features


def test_a_neither_that_both_sides_have_is_not_told_beside_a_lost_exception():
    clause = "{} PARTY'S AGGREGATE LIABILITY SHALL EXCEED THE FEES PAID IN THE PRECEDING TWELVE (12) MONTHS."
    found = compare_clauses(clause.format("EXCEPT FOR BREACHES OF SECTION 9, NEITHER"), clause.format("NEITHER"))
    assert found.facts
    assert FactKind.NEGATION not in [fact.kind for fact in found.facts]
    lost = compare_clauses(clause.format("NEITHER"), clause.format("EACH"))
    assert FactKind.NEGATION in [fact.kind for fact in lost.facts]
