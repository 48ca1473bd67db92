"""Fits the weights of the comparison with a reference on pairs whose differences are known, and says how good they are.

    python -m benchmarks.fit_comparison [--write] [--missed] [--clauses] [--words]

The pairs of contracts (``deviation/*/*/truth.json``) and single clauses (``deviation/clause_pairs.jsonl``) are looked
for in the folder that CLAUSEWRIGHT_DATA names. Every figure is of pairs left out: each pair of contracts is judged by
weights fitted on all others and on the single clauses; each tenth of the single clauses by weights fitted on the rest
and on all contracts. Two thirds of our own clauses (``benchmarks.clause_changes``) are always among what weights are
fitted on, the rest never. ``--write`` fits on everything and writes ``core/clausewright/comparison/weights.json``,
which records its inputs, and the figures, as ``benchmarks/results/comparison.md``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.clause_changes import FILE, ClauseChange, clause_changes

from clausewright.comparison.compare import compare, compare_clauses
from clausewright.comparison.judging import DIFFERENCE, MATTER, Judge, Model, measures, shipped
from clausewright.comparison.pairing import Matched, match
from clausewright.comparison.results import Comparison
from clausewright.contract import Contract

ROOT = Path(__file__).parent.parent
WEIGHTS = ROOT / "core" / "clausewright" / "comparison" / "weights.json"
PAGE = ROOT / "benchmarks" / "results" / "comparison.md"
_FOLDS = 10
_RIDGE = 0.5
"""Weight of the squared weights in the loss."""
_CLAUSE_WEIGHT = 0.7
"""What a single clause counts beside a pair of clauses of two contracts."""
_IN_CONTRACT_WEIGHT = 0.3
"""What a clause of our own counts once more, as if it stood in a contract."""


@dataclass(frozen=True)
class Document:
    """A pair of contracts with its truth and, for the present judge, its matched pieces."""

    name: str
    folder: Path
    truth: Mapping[str, Any]
    reference: Contract
    entered: Contract


@dataclass(frozen=True)
class Row:
    """Features with a label (1 a difference, 0 none); rows with one *bag* share one difference among them.

    *conflict* is 1 where both sides say something about the matter that differs, and nothing was only left out or put
    in.
    """

    features: Mapping[str, float]
    label: int
    weight: float
    bag: str | None = None
    conflict: int = 0


_ONE_SIDED = re.compile(r"\b(?:removed?|dropped|deleted|added|no longer|not mentioned|new|also|included)\b")


def _conflict(facts: Sequence[str]) -> int:
    """Whether the truth's *facts* ("notice 30 days -> 60 days") name what both sides say."""
    return int(any("->" in fact and not _ONE_SIDED.search(fact) for fact in facts))


def documents(data: Path) -> list[Document]:
    out = []
    for file in sorted((data / "deviation").glob("*/*/truth.json")):
        truth = json.loads(file.read_text(encoding="utf-8"))
        texts = [(file.parent / truth[s]).read_bytes().decode("utf-8") for s in ("reference", "input")]
        name = f"{file.parent.parent.name}/{file.parent.name}"
        out.append(Document(name, file.parent, truth, *map(Contract.parse, texts)))
    return out


def _meet(one: Any, other: Mapping[str, int]) -> bool:
    """Whether two spans overlap by at least half of the shorter one, as the scorer has it."""
    common = min(one.end, other["end"]) - max(one.start, other["start"])
    return common > 0 and common >= 0.5 * min(one.end - one.start, other["end"] - other["start"])


def matter_rows(document: Document, matched: Matched) -> Iterator[tuple[tuple[float, ...], int]]:
    """The measures of each possible pair of pieces, and whether the truth has it."""
    pairs = document.truth["pairs"]
    for line in matched.evidence:
        for e in line:
            one, other = matched.reference[e.reference], matched.entered[e.input]
            right = any(_meet(one, p["reference"]) and _meet(other, p["input"]) for p in pairs)
            yield tuple(getattr(e, name) for name in MATTER), int(right)


def difference_rows(document: Document, result: Comparison) -> Iterator[Row]:
    """A row for each group of pairs that were compared at once."""
    groups: dict[int, list[Any]] = defaultdict(list)
    for pair in (*result.deviations, *result.covered):
        groups[id(pair.features)].append(pair)
    for pairs in groups.values():
        met = [
            (n, p)
            for n, p in enumerate(document.truth["pairs"])
            if any(_meet(pair.reference, p["reference"]) and _meet(pair.input, p["input"]) for pair in pairs)
        ]
        material = [n for n, p in met if p["status"] == "deviation" and p["material"]]
        if not met or (not material and any(p["status"] == "deviation" for _, p in met)):
            continue
        bag = f"{document.name}:{material[0]}" if material else None
        facts = [fact for n, p in met if n in material for fact in p["facts"]]
        yield Row(dict(pairs[0].features), int(bool(material)), 1.0, bag, _conflict(facts))


def clause_rows(clauses: Sequence[Mapping[str, Any]]) -> list[Row]:
    return [
        Row(
            measures(compare_clauses(c["reference"], c["input"]), single=True),
            int(c["differs"]),
            _CLAUSE_WEIGHT,
            conflict=_conflict(c["facts"]),
        )
        for c in clauses
    ]


def change_rows(changes: Sequence[ClauseChange], *, single: bool = True) -> list[Row]:
    """Rows of our own clauses, by themselves (*single*) or as if they stood in a contract."""
    return [
        Row(
            measures(compare_clauses(c.reference, c.entered), single=single),
            int(c.differs),
            _CLAUSE_WEIGHT if single else _IN_CONTRACT_WEIGHT,
            conflict=int(all(c.named)),
        )
        for c in changes
    ]


# -- fitting ----------------------------------------------------------------------------------------------------------


def fitted(
    rows: Sequence[Mapping[str, float]],
    labels: Sequence[int],
    weights: Sequence[float],
    names: Sequence[str],
    ridge: float,
) -> Model:
    """The logistic model of least loss whose weights are not negative."""
    import numpy as np

    x = np.array([[r.get(n, 0.0) for n in names] for r in rows])
    y, w = np.array(labels, dtype=float), np.array(weights, dtype=float)
    beta, bias = np.zeros(len(names)), 0.0
    line = np.zeros(len(y))
    # Newton's step for one weight after the other, cut off at nought, until none moves.
    for _ in range(300):
        p = 1 / (1 + np.exp(-np.clip(line, -40, 40)))
        step = (w * (y - p)).sum() / ((w * p * (1 - p)).sum() + 1e-9)
        bias += step
        line += step
        moved = abs(step)
        for k in range(len(names)):
            column = x[:, k]
            p = 1 / (1 + np.exp(-np.clip(line, -40, 40)))
            gradient = (w * (y - p) * column).sum() - ridge * beta[k]
            curvature = (w * p * (1 - p) * column * column).sum() + ridge
            fresh = max(0.0, beta[k] + gradient / curvature)
            line += (fresh - beta[k]) * column
            moved = max(moved, abs(fresh - beta[k]))
            beta[k] = fresh
        if moved < 1e-4:
            break
    return Model(float(bias), {n: float(b) for n, b in zip(names, beta, strict=True) if b > 1e-4})


def fitted_difference(rows: Sequence[Row]) -> Model:
    """The model of difference; of the rows of one bag only the one that looks most like a difference counts as one."""
    kept = list(rows)
    model = None
    for _ in range(3):
        model = fitted(
            [r.features for r in kept], [r.label for r in kept], [r.weight for r in kept], DIFFERENCE, _RIDGE
        )
        best: dict[str, tuple[float, int]] = {}
        for n, row in enumerate(rows):
            if row.bag is not None:
                best[row.bag] = max(best.get(row.bag, (-1.0, 0)), (model.probability(row.features), n))
        chosen = {n for _, n in best.values()}
        kept = [row for n, row in enumerate(rows) if row.bag is None or n in chosen]
    assert model is not None
    return model


# -- scoring ----------------------------------------------------------------------------------------------------------


def report_of(result: Comparison) -> dict[str, Any]:
    def span(place: Any) -> dict[str, int]:
        return {"start": place.start, "end": place.end}

    return {
        "deviations": [
            {
                "input": span(p.input),
                "reference": span(p.reference),
                "score": p.score,
                "facts": [f.message for f in p.facts],
            }
            for p in result.deviations
        ],
        "gaps": [span(g.place) for g in result.gaps],
        "added": [span(a.place) for a in result.added],
        "pairs": [
            {"input": span(p.input), "reference": span(p.reference)} for p in (*result.deviations, *result.covered)
        ],
    }


def scored(data: Path, reports: Mapping[str, Mapping[str, Any]], *options: str) -> str:
    """What the data's own scorer says of *reports*."""
    with tempfile.TemporaryDirectory() as folder:
        for name, report in reports.items():
            file = Path(folder) / f"{name}.json"
            file.parent.mkdir(exist_ok=True)
            file.write_text(json.dumps(report), encoding="utf-8")
        command = [sys.executable, str(data / "deviation" / "score.py"), "--all", folder, *options]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def clause_table(clauses: Sequence[Mapping[str, Any]], right: Sequence[bool]) -> Iterator[str]:
    by_kind: dict[str, list[bool]] = defaultdict(list)
    for clause, good in zip(clauses, right, strict=True):
        by_kind[clause["kind"]].append(good)
    for kind, goods in sorted(by_kind.items(), key=lambda k: (sum(k[1]) / len(k[1]), k[0])):
        yield f"  {kind:22s} {sum(goods):3d} of {len(goods):3d}"
    yield f"  {'all':22s} {sum(right):3d} of {len(right):3d}  {sum(right) / len(right):.3f}"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="fit on everything and write the weights")
    parser.add_argument("--missed", action="store_true", help="list what the left-out figures miss")
    parser.add_argument("--words", action="store_true", help="without the language model")
    parser.add_argument("--threshold", type=float, default=None)
    parser.add_argument("--clauses", action="store_true", help="list the single clauses that are judged wrongly")
    options = parser.parse_args(argv)
    data = Path(os.environ.get("CLAUSEWRIGHT_DATA", ROOT.parent / "shared"))
    embedder = None if options.words else _embedder()
    papers = documents(data)
    clauses = [json.loads(line) for line in (data / "deviation" / "clause_pairs.jsonl").read_text("utf-8").splitlines()]
    judge = shipped()
    if options.threshold is not None:
        judge = replace(judge, threshold=options.threshold)

    matched = {d.name: match(d.entered, d.reference, embedder, judge) for d in papers}
    matter = {d.name: list(matter_rows(d, matched[d.name])) for d in papers}
    single = clause_rows(clauses)
    changes = clause_changes()
    fit = [c for c in changes if not c.kept]
    aside = [c for c in changes if c.kept]
    own = [*change_rows(fit), *change_rows(fit, single=False)]

    def judge_from(names: Iterable[str], some: Sequence[Row]) -> Judge:
        known = [d for d in papers if d.name in set(names)]
        model = _fitted_matter([row for d in known for row in matter[d.name]])
        first = replace(judge, matter=model, matter_by_words=model)
        rows = [
            row
            for d in known
            for row in difference_rows(
                d, compare(d.entered, d.reference, embedder, judge=first, matched=matched[d.name])
            )
        ]
        all_rows = [*rows, *some]
        conflict = fitted(
            [r.features for r in all_rows],
            [r.conflict for r in all_rows],
            [r.weight for r in all_rows],
            DIFFERENCE,
            _RIDGE,
        )
        return replace(first, difference=fitted_difference(all_rows), conflict=conflict)

    everything = [d.name for d in papers]
    reports = {}
    for d in papers:
        left_out = judge_from([n for n in everything if n != d.name], [*single, *own])
        reports[d.name] = report_of(compare(d.entered, d.reference, embedder, judge=left_out, matched=matched[d.name]))
    print("Contracts, each by weights fitted on the others:")
    print(scored(data, reports, *(["--missed"] if options.missed else [])))
    left_out_figures = json.loads(scored(data, reports, "--json"))["totals"]["all"]

    right = [False] * len(clauses)
    for fold in range(_FOLDS):
        model = judge_from(everything, [*own, *(r for n, r in enumerate(single) if n % _FOLDS != fold)]).difference
        for n in range(fold, len(clauses), _FOLDS):
            p = model.probability(single[n].features)
            right[n] = (p >= judge.threshold) == bool(clauses[n]["differs"])
            if options.clauses and not right[n]:
                clause = clauses[n]
                print(f"{clause['id']} {clause['kind']} differs {clause['differs']} p {p:.2f} {clause['facts']}")
    print("Single clauses, each tenth by weights fitted on the rest:")
    print("\n".join(clause_table(clauses, right)))

    final = judge_from(everything, [*single, *own])
    thirds = {}
    for name, some in (("fitted on", fit), ("kept aside", aside)):
        for place, alone in (("", True), (" (as in a contract)", False)):
            rows = change_rows(some, single=alone)
            told = [final.difference.probability(r.features) >= judge.threshold for r in rows]
            good = sum(t == bool(r.label) for t, r in zip(told, rows, strict=True))
            alarms = sum(t and not r.label for t, r in zip(told, rows, strict=True))
            thirds[name + place] = good, len(rows)
            print(
                f"Our own clauses, those {name}{place}: {good} of {len(rows)}  {good / len(rows):.3f}, "
                f"{alarms} of {sum(not r.label for r in rows)} harmless ones told"
            )

    if options.write:
        by_words = [r for d in papers for r in matter_rows(d, match(d.entered, d.reference, None, judge))]
        final = replace(final, matter_by_words=_fitted_matter(by_words))
        whole = {
            d.name: report_of(compare(d.entered, d.reference, embedder, judge=final, matched=matched[d.name]))
            for d in papers
        }
        fitted_figures = json.loads(scored(data, whole, "--json"))["totals"]["all"]
        if embedder is not None:
            PAGE.write_text(_page(left_out_figures, fitted_figures, clauses, right, thirds), encoding="utf-8")
        WEIGHTS.write_text(json.dumps(_recorded(final, data), indent=1) + "\n", encoding="utf-8")
        print({n: round(w, 2) for n, w in final.difference.weights.items()}, final.difference.bias)
    return 0


def _page(
    left_out: Mapping[str, Any],
    whole: Mapping[str, Any],
    clauses: Sequence[Mapping[str, Any]],
    right: Sequence[bool],
    thirds: Mapping[str, tuple[int, int]],
) -> str:
    """The figures for a reader."""

    def row(name: str, part: str, figure: str) -> str:
        return f"| {name} | {left_out[part][figure]:.2f} | {whole[part][figure]:.2f} |"

    lines = [
        "# Comparing a contract with its template",
        "",
        "Made by `python -m benchmarks.fit_comparison --write`. Each pair of contracts is judged by weights fitted on",
        "the others; beside it what the weights that ship reach on what they were fitted on, which says less. Rules",
        "and words were written while errors on these pairs were read: for other contracts expect less than either.",
        "",
        f"| {left_out['documents']} pairs of contracts | left out | fitted |",
        "|---|---|---|",
        *(
            row(f"{name}: {figure}", part, figure)
            for part, name in (("deviation", "deviations"), ("gap", "missing clauses"), ("added", "added clauses"))
            for figure in ("precision", "recall", "f1")
        ),
        *(
            f"| {name} | {left_out[figure]:.2f} | {whole[figure]:.2f} |"
            for name, figure in (
                ("clauses that say the same, told as deviations", "false_alarm_rate"),
                ("right counterpart of a deviation", "pairing_accuracy"),
                ("the figure that changed is in the message", "fact_numbers"),
            )
        ),
        "",
        "Single clauses, half of each kind with another effect, each tenth judged by weights fitted on the rest:",
        "",
        "| kind | right | of |",
        "|---|---|---|",
    ]
    by_kind: dict[str, list[bool]] = defaultdict(list)
    for clause, good in zip(clauses, right, strict=True):
        by_kind[clause["kind"]].append(good)
    lines += [f"| {kind.replace('_', ' ')} | {sum(goods)} | {len(goods)} |" for kind, goods in sorted(by_kind.items())]
    lines += [
        f"| **all** | **{sum(right)}** | **{len(right)}** |",
        "",
        "Clauses of our own (`tests/core/fixtures/comparison/clauses.txt`): "
        + ", ".join(f"{good} of {count} of those {name}" for name, (good, count) in thirds.items())
        + " are judged rightly.",
    ]
    return "\n".join(lines) + "\n"


def _fitted_matter(rows: Sequence[tuple[tuple[float, ...], int]]) -> Model:
    near = [r for r in rows if r[1] or r[0][0] + r[0][1] > 0.3]
    return fitted(
        [dict(zip(MATTER, m, strict=True)) for m, _ in near], [y for _, y in near], [1.0] * len(near), MATTER, 0.1
    )


def _recorded(judge: Judge, data: Path) -> dict[str, Any]:
    inputs = {}
    for file in sorted((data / "deviation").rglob("*")):
        if file.is_file() and file.suffix in (".json", ".jsonl", ".txt", ".md") and file.name != "README.md":
            inputs[file.relative_to(data).as_posix()] = hashlib.sha256(file.read_bytes()).hexdigest()[:16]

    inputs[FILE.relative_to(ROOT).as_posix()] = hashlib.sha256(FILE.read_bytes()).hexdigest()[:16]

    def table(model: Model) -> dict[str, Any]:
        return {"bias": round(model.bias, 4), "weights": {n: round(w, 4) for n, w in model.weights.items()}}

    return {
        "threshold": judge.threshold,
        "matter": table(judge.matter),
        "matter_by_words": table(judge.matter_by_words),
        "difference": table(judge.difference),
        "conflict": table(judge.conflict),
        "fitted_on": inputs,
    }


def _embedder() -> Any:
    from clausewright.embedding import Embedder

    return Embedder()


if __name__ == "__main__":
    sys.exit(main())
