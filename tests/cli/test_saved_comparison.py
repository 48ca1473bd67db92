"""``clausewright compare --save``: what a folder holds of a run, and when it answers for the next one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from written import TEMPLATE, contract_text

from clausewright import cli


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("template.txt").write_text(TEMPLATE, encoding="utf-8")
    Path("a.txt").write_text(contract_text(), encoding="utf-8")

    def invoke(*more: str) -> tuple[int, str, str]:
        arguments = ["compare", "a.txt", "--reference", "template.txt", "--words-only", *more]
        return cli.main(arguments), *capsys.readouterr()

    return invoke


def load(name: str):
    return json.loads((Path("run") / name).read_text(encoding="utf-8"))


def test_a_folder_holds_the_report_every_pair_considered_and_by_what_it_was_made(run):
    status, out, _ = run("--save", "run", "--format", "json")
    assert status == 1
    report = load("report.json")
    assert {**json.loads(out), "comparison": report["comparison"]} == report
    pairs = load("pairs.json")["pairs"]
    counted = [pair for pair in pairs if "pair" in pair]
    assert {(p["reference"]["number"], p["input"]["number"]) for p in counted} >= {("2.1", "2.1"), ("6.1", "5.1")}
    assert len(pairs) > len(counted)
    assert all(0 <= score <= 1 for pair in pairs for score in pair["scores"].values())
    (fees,) = [p for p in counted if p["input"]["number"] == "2.1"]
    assert fees["pair"]["differs"] > 0.5
    assert "here 90 days" in fees["pair"]["facts"][0]["message"]
    params = load("params.json")
    assert (params["by_meaning"], params["model"], params["threshold"]) == (False, None, 0.5)
    assert len(params["input"]["sha256"]) == len(params["sources_sha256"]) == 64
    assert params["versions"]["python"].startswith("3.")


@pytest.mark.parametrize("form", ["text", "json", "html"])
def test_a_rerun_with_nothing_changed_reads_it(run, form):
    first = run("--save", "run", "--format", form)
    files = {name: (Path("run") / name).stat().st_mtime_ns for name in ("report.json", "pairs.json", "params.json")}
    again = run("--save", "run", "--format", form)
    assert again[:2] == first[:2]
    assert "nothing has changed" in again[2]
    assert {name: (Path("run") / name).stat().st_mtime_ns for name in files} == files


@pytest.mark.parametrize("damage", ["contract", "template", "params", "report", "no pairs"])
def test_a_change_or_damage_is_noticed_and_compared_anew(run, damage):
    run("--save", "run")
    if damage == "contract":
        Path("a.txt").write_text(contract_text().replace("90 days", "95 days"), encoding="utf-8")
    elif damage == "template":
        Path("template.txt").write_text(TEMPLATE.replace("five years", "ten years"), encoding="utf-8")
    elif damage == "no pairs":
        Path("run/pairs.json").unlink()
    else:
        file = Path("run") / f"{damage}.json"
        file.write_text(file.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    status, out, err = run("--save", "run")
    assert (status, "nothing has changed" in err) == (1, False)
    assert ("here 95 days" if damage == "contract" else "here 90 days") in out
    assert "nothing has changed" in run("--save", "run")[2]


def test_a_folder_that_cannot_be_made_is_said(run):
    Path("run").write_text("", encoding="utf-8")
    status, out, err = run("--save", "run")
    assert (status, out) == (2, "")
    assert err.startswith("clausewright: run: ")
