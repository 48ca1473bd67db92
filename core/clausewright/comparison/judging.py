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

MATTER = ("words", "meaning", "row", "column", "heading", "place")
"""Names of the measures by which two provisions treat the same matter, in the order of ``Judge.same_matter``."""


_ALONE = (
    "value_changed value_lost opposite lone_not modal_changed agent_changed mutual_changed mutual_words party_replaced "
    "party_swapped party_lost and_or and_or_balance"
).split()
_LEFT = "bound_left condition_left carve_left negation_left modal_left qualifier name_left".split()


DIFFERENCE = (
    *_ALONE,
    *(f"{name}_{how}" for name in _LEFT for how in ("near", "far")),
    *"words_near one_sided_near lost_far new_far lost_more_far longest_run longest_run_near flipped distance".split(),
)
"""Names of the measures that ``measures`` gives."""


def measures(found: Contrast) -> dict[str, float]:
    """What the models of difference and conflict know of two passages, each measure 0 or more.

    Facts that stand for themselves count by themselves; what is left over on one side counts by how near the wording
    is (``_near``): in nearly equal clauses a word is a change, in a clause written anew it is style.
    """
    f = found.features
    near = f["near"]
    close = max(0.0, (near - 0.5) / 0.5)
    out = {name: min(1.0, f.get(name, 0.0)) for name in _ALONE}
    for name in _LEFT:
        count = min(2.0, f.get(name, 0.0))
        out[f"{name}_near"] = count * close
        out[f"{name}_far"] = count * (1 - close)
    words = f.get("lost_words", 0.0), f.get("new_words", 0.0)
    out["words_near"] = min(4.0, max(words)) * close
    out["one_sided_near"] = min(4.0, abs(words[0] - words[1])) * close
    out["lost_far"] = f.get("lost_share", 0.0) * (1 - close)
    out["new_far"] = f.get("new_share", 0.0) * (1 - close)
    out["lost_more_far"] = max(0.0, f.get("lost_share", 0.0) - f.get("new_share", 0.0)) * (1 - close)
    out["longest_run"] = min(6.0, f.get("longest_run", 0.0)) / 6
    out["longest_run_near"] = out["longest_run"] * close
    out["flipped"] = f.get("flipped", 0.0)
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
