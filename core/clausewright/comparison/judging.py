"""From measures and facts to probabilities: small logistic models whose weights are data (``weights.json``).

``benchmarks/fit_comparison.py`` fits the weights and records from what.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from clausewright.comparison.facts.passages import Contrast

MATTER = ("words", "meaning", "contained", "row", "column", "heading", "place")
"""Names of the measures by which two provisions treat the same matter, in the order of ``Judge.same_matter``."""


_OPEN = 0.75
"""Share of tokens that are answered below which wording counts as written anew."""
_APART = 0.4
"""Share of tokens that are answered below which two passages cannot say the same."""
_FEW = 6.0
"""Tokens without an answer beyond which wording counts as written anew, whatever their share is."""
_NOISE = 1.5
"""Tokens that differ besides from which a change in equal words is less sure to be one."""
_HARD = (
    "value_changed opposite law_changed mutual_changed mutual_words governed clean_mutual clean_party "
    "clean_swap exchanged clean_value family counted_from denied exception_lost clean_long cites_other done_or_due "
    "turned_about agent_changed modal_changed qualified recipient_new"
).split()
_MOST_LEFT = 4.0
_OPERATORS = "clean_and_or clean_not clean_bound clean_carve clean_only clean_condition".split()
_WORDS = "clean_replaced clean_deleted clean_added".split()
DIFFERENCE = (
    "hard operator act one_sided replaced qualifier name odd_not value_lost unbalanced passage qualifier_left "
    "operator_left standard party and_for_or pure pure_act list_shorter list_longer decisive word renamed single"
).split()
"""Names of the measures that ``measures`` gives; *single* is for clauses without a contract, which differ oftener."""


def measures(found: Contrast, *, single: bool = False) -> dict[str, float]:
    """What the models of difference and conflict know of two passages, each measure 0 or more.

    Facts of one weight are one measure, for each by itself is rare. What is left over counts by how near the wording
    is: in nearly equal clauses a word is a change, in a clause written anew it is style.
    """

    def f(name: str) -> float:
        return found.features.get(name, 0.0)

    def total(names: Sequence[str]) -> float:
        return sum(min(1.0, f(name)) for name in names)

    close = max(0.0, (f("linked") - _OPEN) / (1 - _OPEN), math.exp(-f("unlinked") / _FEW))
    # Other words for the same leave some on both sides; what was cut out or put in leaves them on one.
    left = min(_MOST_LEFT, f("lost_words")), min(_MOST_LEFT, f("new_words"))
    words = sum(min(3.0, f(name)) for name in _WORDS)
    return {
        "hard": min(2.0, total(_HARD) + max(0.0, (_APART - f("linked")) / _APART * 2)),
        "operator": min(2.0, total(_OPERATORS)),
        "act": min(
            1.5,
            f("recipient_changed") + 0.7 * min(1.0, f("clean_modal")) + 0.6 * f("may_for_must"),
        ),
        "one_sided": min(3.0, f("clean_deleted") + f("clean_added")),
        "replaced": min(3.0, f("clean_replaced")),
        "qualifier": min(1.0, f("clean_qualifier")),
        "name": min(1.0, f("clean_name")) + 0.5 * min(2.0, f("name_left")) * close,
        "odd_not": f("odd_not") * math.exp(-(f("lost_words") + f("new_words")) / 2),
        "value_lost": min(1.0, f("value_lost")) + 0.5 * min(1.0, f("number_changed")),
        "unbalanced": max(0.0, max(left) - 2 * min(left)) * close,
        "passage": min(2.0, f("lost_passage") + f("new_passage")),
        "qualifier_left": min(2.0, f("qualifier_left")) * (1 + close) / 2,
        "operator_left": min(2.0, f("carve_left") + f("bound_left")),
        "standard": min(1.0, f("standard")),
        "party": min(1.0, f("party_lost") + f("party_replaced")),
        "and_for_or": f("and_for_or") * math.exp(-sum(left)),
        "pure": min(1.0, words + total(_OPERATORS) + f("clean_name") + f("word_exchanged"))
        * math.exp(-f("noise") / _NOISE),
        "pure_act": min(1.0, f("modal_changed") + f("clean_modal")) * math.exp(-f("noise") / _NOISE),
        "list_shorter": min(1.0, f("list_shorter")),
        "list_longer": min(1.0, f("list_longer")),
        "decisive": min(1.0, f("decisive")),
        "word": min(1.0, f("word_exchanged")),
        "renamed": min(1.0, f("renamed")),
        "single": float(single),
    }


@dataclass(frozen=True, slots=True)
class Model:
    """A logistic model: the probability is that of *bias* and the weighted sum of the features named."""

    bias: float
    weights: Mapping[str, float]

    def probability(self, features: Mapping[str, float]) -> float:
        total = self.bias + sum(w * features.get(name, 0.0) for name, w in self.weights.items())
        return 1 / (1 + math.exp(-max(-40.0, min(40.0, total))))


@dataclass(frozen=True, slots=True)
class Judge:
    """The models of one fit. *threshold* is the probability of a difference from which a pair is a deviation."""

    matter: Model
    matter_by_words: Model
    difference: Model
    conflict: Model
    threshold: float

    def same_matter(self, measures: Sequence[float], *, meaning_known: bool) -> float:
        """The probability that two provisions with *measures* (in the order of MATTER) treat the same matter."""
        model = self.matter if meaning_known else self.matter_by_words
        return model.probability(dict(zip(MATTER, measures, strict=True)))


@lru_cache(maxsize=1)
def shipped() -> Judge:
    """The judge whose weights ship with Clausewright."""
    return read_judge(json.loads((files(__package__) / "weights.json").read_text(encoding="utf-8")))


def read_judge(data: Mapping[str, object]) -> Judge:
    """The judge of a weights file's content. Raises KeyError or TypeError where the content is none."""

    def model(name: str) -> Model:
        table = data[name]
        assert isinstance(table, dict)
        return Model(float(table["bias"]), {str(k): float(v) for k, v in table["weights"].items()})

    return Judge(
        model("matter"),
        model("matter_by_words"),
        model("difference"),
        model("conflict"),
        float(str(data["threshold"])),
    )
