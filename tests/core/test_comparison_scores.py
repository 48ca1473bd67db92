"""How near comparisons come to the truth on pairs of contracts whose differences are known.

The weights were fitted on these pairs, so the floors guard what was reached and promise nothing for other pairs;
``python -m benchmarks.fit_comparison`` prints the figures with each pair left out.
"""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path

import pytest

from clausewright.comparison.compare import compare
from clausewright.contract import Contract

DATA = Path(os.environ.get("CLAUSEWRIGHT_DATA", Path(__file__).parents[3] / "shared")) / "deviation"

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="no pairs of contracts here")


def scored(embedder) -> dict:
    spec = importlib.util.spec_from_file_location("deviation_score", DATA / "score.py")
    assert spec is not None
    assert spec.loader is not None
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    results = []
    for _, _, folder, _ in score.folders():
        truth = json.loads((Path(folder) / "truth.json").read_text(encoding="utf-8"))
        texts = [(Path(folder) / truth[side]).read_bytes().decode("utf-8") for side in ("input", "reference")]
        result = compare(*map(Contract.parse, texts), embedder)
        results.append(score.evaluate(truth, report_of(result)))
    return score.merge(results)


def report_of(result) -> dict:
    def span(place) -> dict:
        return {"start": place.start, "end": place.end}

    def pair(p) -> dict:
        return {"input": span(p.input), "reference": span(p.reference)}

    return {
        "deviations": [
            {**pair(p), "score": p.score, "facts": [fact.message for fact in p.facts]} for p in result.deviations
        ],
        "gaps": [span(gap.place) for gap in result.gaps],
        "added": [span(added.place) for added in result.added],
        "pairs": [pair(p) for p in (*result.deviations, *result.covered)],
    }


def test_by_words_alone():
    figures = scored(None)
    assert figures["deviation"]["precision"] >= 0.8
    assert figures["deviation"]["f1"] >= 0.7
    assert figures["gap"]["f1"] >= 0.82
    assert figures["false_alarm_rate"] <= 0.05


@pytest.mark.slow
@pytest.mark.timeout(900)  # every clause of all pairs is embedded anew
def test_by_meaning():
    from clausewright.embedding import Embedder, is_installed

    if not is_installed():
        pytest.skip("the model packages are not installed")
    figures = scored(Embedder())
    assert figures["deviation"]["precision"] >= 0.85
    assert figures["deviation"]["f1"] >= 0.86
    assert figures["gap"]["f1"] >= 0.89
    assert figures["added"]["f1"] >= 0.9
    assert figures["false_alarm_rate"] <= 0.04
    assert figures["fact_numbers"] >= 0.82
    assert figures["pairing_accuracy"] >= 0.98
