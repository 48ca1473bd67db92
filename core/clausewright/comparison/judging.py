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

from clausewright.comparison.facts import Contrast

MATTER = ("words", "meaning", "contained", "row", "column", "heading", "place")
"""Names of the measures by which two provisions treat the same matter, in the order of ``Judge.same_matter``."""


_ALONE = (
    "value_changed number_changed value_lost number_lost opposite clean_and_or clean_not clean_modal clean_bound "
    "clean_condition clean_only clean_carve clean_party clean_mutual clean_qualifier clean_name modal_changed "
    "agent_changed mutual_changed mutual_words party_replaced party_lost list_item law_changed governed"
).split()
_SIZES = "clean_replaced clean_deleted clean_added".split()
_LEFT = "not_left modal_left bound_left condition_left only_left carve_left qualifier_left name_left item_left".split()
_WHOLE = "odd_not may_for_must and_for_or flipped".split()
_OPEN = 0.75
"""Share of tokens that are answered below which wording counts as written anew."""
_FEW = 6.0
"""Tokens without an answer beyond which wording counts as written anew, whatever their share is."""
DIFFERENCE = (
    *_ALONE,
    *(f"{name}_{how}" for name in (*_SIZES, *_LEFT, *_WHOLE) for how in ("near", "far")),
    *"lost_near new_near lost_far new_far unbalanced lost_passage new_passage unlinked distance".split(),
)
"""Names of the measures that ``measures`` gives."""


def measures(found: Contrast) -> dict[str, float]:
    """What the models of difference and conflict know of two passages, each measure 0 or more.

    What was changed in equal words counts by itself. What is left over besides counts by how near the wording is: in
    nearly equal clauses a word is a change, in a clause written anew it is style.
    """
    f = found.features
    near = f["near"]
    close = max(0.0, (f["linked"] - _OPEN) / (1 - _OPEN), math.exp(-f["unlinked"] / _FEW))
    out = {name: min(1.0, f.get(name, 0.0)) for name in _ALONE}
    out |= {
        f"{name}_{how}": min(3.0, f.get(name, 0.0)) * c
        for name in _SIZES
        for how, c in (("near", close), ("far", 1 - close))
    }
    for name in (*_LEFT, *_WHOLE):
        count = min(2.0, f.get(name, 0.0))
        out[f"{name}_near"] = count * close
        out[f"{name}_far"] = count * (1 - close)
    out["lost_near"] = min(3.0, f.get("lost_words", 0.0)) * close
    out["new_near"] = min(3.0, f.get("new_words", 0.0)) * close
    out["lost_far"] = f.get("lost_share", 0.0) * (1 - close)
    out["new_far"] = f.get("new_share", 0.0) * (1 - close)
    out["unbalanced"] = abs(f.get("lost_share", 0.0) - f.get("new_share", 0.0))
    out["lost_passage"] = min(2.0, f.get("lost_passage", 0.0))
    out["new_passage"] = min(2.0, f.get("new_passage", 0.0))
    out["unlinked"] = 1 - f["linked"]
    out["distance"] = 1 - near
    return out


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
