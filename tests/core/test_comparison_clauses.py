"""Single clauses: a change that matters is found and named, one that does not is left alone."""

from __future__ import annotations

import pytest
from comparison_clauses import CLAUSES

from clausewright.comparison.compare import compare_clauses
from clausewright.comparison.facts.fact import FactKind
from clausewright.comparison.judging import measures, shipped
from clausewright.comparison.values import ValueKind, read_values

NAMED = {
    "notice": {"list", "wording"},
    "survival": {"duration", "wording"},
    "condition": {"condition", "wording", "carve-out"},
    "carve-out": {"carve-out", "condition"},
    "negation": {"negation", "condition", "wording", "carve-out"},
    "list": {"list", "wording"},
    "party": {"party", "wording"},
}
"""Kinds of facts by which a change may be named, where that is not its own."""
UNSEEN = {"The cost of the second test shall be borne by the Mill.", "in online advertising", "and all drafts"}
"""Changes that the facts name, but that alone do not weigh enough yet."""


def differs(template: str, clause: str) -> float:
    return shipped().difference.probability(measures(compare_clauses(template, clause), single=True))


@pytest.mark.parametrize(("kind", "template", "other", "same"), CLAUSES, ids=lambda value: value[:24])
def test_a_change_is_named_and_the_same_in_other_words_is_not(kind, template, other, same):
    found = compare_clauses(template, other)
    kinds = {str(fact.kind) for fact in found.facts}
    assert kinds & NAMED.get(kind, {kind}), found.facts
    # What was only put in other words looks less like a difference than what was changed.
    assert differs(template, same) < differs(template, other)
    if not any(part in other for part in UNSEEN):
        assert differs(template, other) >= 0.5


def test_most_of_what_is_the_same_is_left_alone():
    quiet = [differs(template, same) < 0.5 for _, template, _, same in CLAUSES]
    assert sum(quiet) >= 0.95 * len(quiet)


def test_the_words_that_differ_are_marked_on_both_sides():
    template = "The Mill pays within 30 days, and may deduct the cost of transport."
    clause = "The Mill pays within 45 days, and may deduct the cost of transport."
    (fact,) = compare_clauses(template, clause).facts
    assert fact.kind is FactKind.DURATION
    assert [template[a:b] for a, b in fact.reference_spans] == ["30 days"]
    assert [clause[a:b] for a, b in fact.input_spans] == ["45 days"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("thirty (30) days", (ValueKind.DURATION, 30, "day")),
        ("four weeks", (ValueKind.DURATION, 28, "day")),
        ("a week's notice", (ValueKind.DURATION, 7, "day")),
        ("two-year", (ValueKind.DURATION, 24, "month")),
        ("ten working days", (ValueKind.DURATION, 10, "business day")),
        ("£1.25 million", (ValueKind.MONEY, 1_250_000, "GBP")),
        ("CA$90,000", (ValueKind.MONEY, 90_000, "CAD")),
        ("five hundred dollars ($500)", (ValueKind.MONEY, 500, "$")),
        ("€3.4m", (ValueKind.MONEY, 3_400_000, "EUR")),
        ("one-fifth", (ValueKind.PERCENT, 20, "")),
        ("five percent (5%)", (ValueKind.PERCENT, 5, "")),
        ("95 out of every 100", (ValueKind.PERCENT, 95, "")),
        ("14 May 2027", (ValueKind.DATE, 20270514, "")),
        ("May 14, 2027", (ValueKind.DATE, 20270514, "")),
        ("first day of January", (ValueKind.DATE, 101, "")),
        ("5 p.m.", (ValueKind.TIME, 1020, "")),
        ("one hundred and twenty", (ValueKind.NUMBER, 120, "")),
        ("one and one-half percent per month", (ValueKind.PERCENT, 1.5, "")),
        ("one and one-half percent (1.5%) per month", (ValueKind.PERCENT, 1.5, "")),
        ("twenty-one and a half (21.5%) percent", (ValueKind.PERCENT, 21.5, "")),
        ("two and one half times the fee", (ValueKind.NUMBER, 2.5, "")),
    ],
)
def test_a_figure_is_read_by_what_it_amounts_to(text, expected):
    (value,) = read_values(text)
    assert (value.kind, value.amount, value.unit) == expected
