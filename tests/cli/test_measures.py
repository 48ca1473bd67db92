"""The benchmarks on something small: what they count, and that a difference from what is on file is told."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks import cuad, integrity, provenance, report, results, retrieval, structure

from clausewright.contract import Contract
from clausewright.embedding import DIMENSIONS, Cache, Embedder

MILL = (
    "1. Law. The law of Ruritania governs this agreement.\n\n"
    "2. Insurance. The Miller keeps the mill insured. The Farmer may see the policy.\n\n"
    "3. Notices. NOTICES ARE SENT TO THE MILL.\n\n"
    "4. Term. One year. Notices are sent to the mill.\n"
)


def marked(*words: str, category: str = "Insurance") -> cuad.Annotated:
    spans = tuple(cuad.Span(category, at, at + len(w)) for w in words if (at := MILL.index(w)) >= 0)
    return cuad.Annotated("MILL", "mill.txt", MILL, spans)


def invented(folder: Path) -> Embedder:
    """An embedder whose vectors come from the hash of a text: what is tested is all around the model."""
    np = pytest.importorskip("numpy")

    def encode(text: str):
        vector = np.frombuffer(hashlib.shake_256(text.encode()).digest(DIMENSIONS), dtype=np.int8).astype(np.float32)
        return vector / np.linalg.norm(vector)

    return Embedder(Cache(folder / "vectors"), lambda: encode)


LAW, POLICY = "The law of Ruritania governs this agreement.", "The Farmer may see the policy."
ACROSS = "insured. The Farmer may"


# -- integrity --------------------------------------------------------------------------------------------------------


def test_passages_in_one_chunk_are_counted_by_length_and_category():
    contract = marked(LAW, POLICY, ACROSS)
    cut = MILL.index("The Farmer")
    row = integrity.scored([contract], [[(0, cut), (cut, len(MILL))]], 64)
    assert (row["spans"], row["intact"], row["integrity"]) == (3, 2, 0.6667)
    assert row["by_category"] == {"Insurance": [2, 3]}
    assert row["by_length"] == {"128": [2, 3]}
    assert (row["chunks"], row["over_size"]) == (2, 0)
    assert integrity.scored([contract], [[(0, len(MILL))]], 10)["spans"] == 3 - 1
    assert integrity.scored([contract], [[(0, len(MILL))]], 11)["over_size"] == 1


def test_a_split_passage_comes_with_where_and_why():
    contract = Contract.parse(MILL)
    cut = MILL.index("The Farmer")
    (entry,) = integrity.split_spans(contract, marked(ACROSS), [(0, cut), (cut, len(MILL))], 64)
    assert entry["cut_before"] == [cut]
    assert entry["reason"] == "its clause would fit; cut between sentences"
    (entry,) = integrity.split_spans(contract, marked(ACROSS), [(0, cut), (cut, len(MILL))], 16)
    assert entry["reason"] == "its clause is larger than a chunk; cut between sentences"


def test_windows_are_cut_at_white_space_and_leave_nothing_out():
    chunks = integrity.fixed(MILL, 8)
    assert "".join("".join(MILL[s:e].split()) for s, e in chunks) == "".join(MILL.split())
    assert all(e - s <= 32 for s, e in chunks)
    assert integrity.fixed("x" * 70, 8) == [(0, 32), (32, 64), (64, 70)]


def test_the_whole_measure_over_a_contract_and_a_peer():
    whole = integrity.measured([marked(LAW)], [64], {"peer": lambda size: [[(0, size)]]})
    assert whole["chunkers"]["clausewright"]["64"]["integrity"] == 1.0
    assert whole["chunkers"]["peer"]["64"]["chunks"] == 1
    assert whole["split"] == {"64": []}


# -- provenance -------------------------------------------------------------------------------------------------------


def test_values_that_stand_twice_in_their_form_are_ambiguous():
    forms = provenance.measured([marked(LAW, "Notices are sent to the mill.")])["forms"]
    assert (forms["verbatim"]["correct"], forms["verbatim"]["ambiguous"]) == (2, 0)
    small = forms["small letters"]
    assert (small["resolved"], small["ambiguous"], small["correct"]) == (2, 1, 1)
    assert small["ambiguous, marked place among those given"] == 1
    assert (small["alone"], small["alone, correct"]) == (1, 1)


# -- retrieval --------------------------------------------------------------------------------------------------------


def test_measures_by_hand():
    ranked = retrieval.Ranked(spans=[(100, 200), (300, 310)], passages=[(0, 50), (50, 150), (140, 180), (305, 400)])
    assert ranked.measures() == pytest.approx(
        {
            "precision@5": 3 / 5,
            "precision@5 at most": 3 / 5,
            "recall@10": 1.0,
            "MRR": 1 / 2,
            "span coverage@5": 85 / 110,
            "span recall@5": 1.0,
            "complete grounding@5": 1.0,
            "characters@5": 285.0,
        }
    )
    assert retrieval.Ranked([(0, 10)], [(20, 30)]).measures()["MRR"] == 0


def test_ranks_are_fused():
    assert retrieval.reciprocal_ranks([3.0, 2.0, 1.0], [1.0, 3.0, 2.0]) == pytest.approx(
        [1 / 61 + 1 / 63, 1 / 62 + 1 / 61, 1 / 63 + 1 / 62]
    )


def test_an_interval_holds_the_mean_and_is_the_same_again():
    pytest.importorskip("numpy")
    values = [0.0, 1.0] * 20
    low, high = retrieval.interval(values)
    assert 0 < low < 0.5 < high < 1
    assert retrieval.interval(values) == [low, high]


def test_windows_reach_the_end():
    text = "word " * 500
    found = retrieval.windows(text)
    assert found[0].text == text[:1000]
    assert found[1].start == 850
    assert found[-1].end == len(text)
    assert len(retrieval.windows("short")) == 1


@pytest.mark.parametrize("model", [True, False])
def test_every_variant_is_measured_on_the_same_questions(tmp_path, model):
    np = pytest.importorskip("numpy")

    def load():
        def encode(text: str):
            vector = np.frombuffer(hashlib.shake_256(text.encode()).digest(DIMENSIONS), dtype=np.int8).astype(
                np.float32
            )
            return vector / np.linalg.norm(vector)

        return encode

    at = MILL.index(POLICY)
    asked = [cuad.Question("Is there insurance?", "Insurance", "MILL", ((at, at + len(POLICY)),))]
    told: list[str] = []
    embedder = invented(tmp_path) if model else None
    part = retrieval.measured({"MILL": MILL}, asked, embedder, told.append)
    assert told == ["1 of 1 contracts"]
    assert (part["contracts"], part["questions"], part["spans"]) == (1, 1, 1)
    assert (retrieval.SEARCH in part["variants"]) is model
    assert part["variants"]["clauses, words"]["measures"]["MRR"]["mean"] == 1.0
    assert part["by_category"]["Insurance"]["questions"] == 1


def test_the_same_order_in_a_vector_store(tmp_path):
    pytest.importorskip("qdrant_client")
    asked = [cuad.Question("Is there insurance?", "Insurance", "MILL", ((0, 1),))]
    assert retrieval.same_order_in_qdrant({"MILL": MILL * 9}, asked, invented(tmp_path))


# -- structure --------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not structure.SCORER.is_file(), reason="needs the labelled contracts")
def test_a_reader_is_scored_against_labels(tmp_path):
    for file in sorted(structure.GOLD.glob("SLINGERBAG*")):
        shutil.copy(file, tmp_path)
    row = structure.scores([sys.executable, "-m", "clausewright.cli", "inspect"], tmp_path)
    assert (row["contracts"], row["crashes"]) == (1, 0)
    assert row["clause_boundary"]["f1"] > 0.9


@pytest.mark.slow
@pytest.mark.skipif(not structure.SCORER.is_file(), reason="needs the labelled contracts")
@pytest.mark.parametrize("name", structure.sets())
def test_labelled_contracts_are_read_as_well_as_on_file(name):
    on_file = results.read("structure")["labels"][name]
    now = structure.scores_on(name)
    for kind in ("clause_number", "item_number", "parent_ok", "definition", "reference", "reference_target"):
        assert now[kind]["f1"] >= on_file[kind]["f1"] - 0.002, kind


# -- what is on file --------------------------------------------------------------------------------------------------


def test_differences_from_what_is_on_file_are_told(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    fresh = {"rows": [{"share": 0.9, "count": 3}]}
    assert results.settle("small", fresh, check=False) == 0
    assert results.settle("small", fresh, check=True) == 0
    assert results.settle("small", {"rows": [{"share": 0.9001, "count": 3}]}, check=True) == 0
    assert results.settle("small", {"rows": [{"share": 0.8, "count": 3}]}, check=True) == 1
    assert "small.rows[0].share: 0.9 on file, 0.8 now" in capsys.readouterr().err
    assert results.settle("small", {"rows": []}, check=True) == 1
    assert results.settle("unknown", fresh, check=True) == 1


def test_the_page_is_what_the_results_say():
    pytest.importorskip("matplotlib")
    assert report.main(["--check"]) == 0, "run `python -m benchmarks report`"


def test_drawings_are_the_same_at_each_run():
    pytest.importorskip("matplotlib")
    assert report.drawings() == report.drawings()


@pytest.mark.skipif(not (cuad.FOLDER / "spans.jsonl").is_file(), reason="needs CUAD")
def test_the_figures_on_provenance_hold():
    command = [sys.executable, "-m", "benchmarks", "provenance", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cuad.ROOT, check=False)
    assert done.returncode == 0, done.stderr
    on_file = json.loads((cuad.ROOT / "benchmarks/results/provenance.json").read_text(encoding="utf-8"))
    assert on_file["forms"]["verbatim"]["resolved"] == on_file["forms"]["verbatim"]["values"]
