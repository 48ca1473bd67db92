"""A tradition that no code knows: German contracts, read by a convention file that stands beside them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from clausewright import cli
from clausewright.contract import Contract
from clausewright.convention import load

HERE = Path(__file__).parent


@pytest.fixture
def run(capsysbinary, tmp_path, monkeypatch):
    """Run the command in a folder with the contract, the convention and the settings that name it."""
    shutil.copy(HERE / "german.toml", tmp_path)
    shutil.copy(HERE / "german.txt", tmp_path / "liefervertrag.contract.txt")
    (tmp_path / "clausewright.toml").write_text('convention = "german"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def invoke(*arguments: str) -> tuple[int, str, str]:
        status = cli.main(arguments)
        captured = capsysbinary.readouterr()
        return status, captured.out.decode(), captured.err.decode()

    return invoke


@pytest.fixture
def inspected(run):
    status, out, err = run("inspect", "liefervertrag.contract.txt")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_the_convention_is_named(inspected):
    assert inspected["convention"] == "german"


def test_clauses_and_their_parents(inspected):
    numbered = [(c["number"], c["marker"], c["parent"]) for c in inspected["clauses"] if c["kind"] != "heading"]
    assert numbered[:11] == [
        ("1", "§ 1", None),
        ("1(1)", "(1)", "1"),
        ("1(2)", "(2)", "1"),
        ("1(3)", "(3)", "1"),
        ("2", "§ 2", None),
        ("2(1)", "(1)", "2"),
        ("2(2)", "(2)", "2"),
        ("2(2)(a)", "a)", "2(2)"),
        ("2(2)(b)", "b)", "2(2)"),
        ("2(3)", "(3)", "2"),
        ("3", "§ 3", None),
    ]
    assert [n for n, _, parent in numbered if parent == "Anlage 1"] == ["Anlage 1.1", "Anlage 1.2", "Anlage 1.3"]
    assert {c["number"]: c["heading"] for c in inspected["clauses"]}["5"] == "Störung"
    assert {c["kind"] for c in inspected["clauses"] if c["number"] == "Signature"} == {"signature"}


def test_references_and_what_they_lead_to(inspected):
    seen = [(r["text"], r["target"], r["status"]) for r in inspected["references"] if r["clause"] not in ("3(3)",)]
    assert seen == [
        ("Anlage 1", "Anlage 1", "resolved"),
        ("§ 3 Abs. 1", "3(1)", "resolved"),
        ("§ 5 Absatz 2", "5(2)", "resolved"),
        ("§ 2 Abs. 1", "2(1)", "resolved"),
        ("Anlage 2", "Anlage 2", "unresolved"),
        ("Ziffer 3 der Anlage 1", "Anlage 1.3", "resolved"),
        ("§ 6", "6", "resolved"),
        ("Anlage 1", "Anlage 1", "resolved"),
        ("§ 2 Abs. 2 lit. b", "2(2)(b)", "resolved"),
        ("c", "2(2)(c)", "unresolved"),
        ("§ 288", None, "external"),
        ("§ 5", "5", "resolved"),
        ("§ 7", None, "external"),
        ("§ 4 Abs. 3", "4(3)", "unresolved"),
    ]


def test_a_range_and_a_list(inspected):
    seen = [(r["text"], r["status"]) for r in inspected["references"] if r["clause"] == "3(3)"]
    assert seen == [("§§ 1", "resolved"), ("3", "resolved"), ("§ 9", "unresolved")]


def test_every_span_slices_the_text_as_it_stands(inspected):
    text = (HERE / "german.txt").read_text(encoding="utf-8")
    for reference in inspected["references"]:
        assert text[reference["start"] : reference["end"]] == reference["text"]
    assert [text[d["start"] : d["end"]] for d in inspected["definitions"]] == [
        "Lieferant",
        "Kunde",
        "Ware",
        "Preis",
        "Störung",
    ]


def test_definitions_and_their_forms(inspected):
    assert [(d["term"], d["form"], d["clause"]) for d in inspected["definitions"]][1:] == [
        ("Kunde", "parenthetical", inspected["definitions"][1]["clause"]),
        ("Ware", "means", "1(1)"),
        ("Preis", "means", "1(2)"),
        ("Störung", "has-the-meaning", "1(3)"),
    ]


def test_what_sets_aside_and_what_yields(inspected):
    relations = {(r["clause"], r["text"]): r["relation"] for r in inspected["references"]}
    assert relations["2(2)", "§ 2 Abs. 1"] == "notwithstanding"
    assert relations["2(3)", "§ 6"] == "subject_to"
    assert relations["4(1)", "§ 288"] == "pursuant_to"


def test_findings_of_a_check(run):
    status, out, err = run("check", ".", "--format", "json")
    assert (status, err) == (1, "")
    (file,) = json.loads(out)["files"]
    text = (HERE / "german.txt").read_text(encoding="utf-8")
    assert [(d["code"].split("-")[0], text[d["start"] : d["end"]]) for d in file["diagnostics"]] == [
        ("CW201", "Anlage 2"),
        ("CW201", "c"),
        ("CW201", "§ 9"),
        ("CW409", "Ungeachtet anderslautender Bestimmungen"),
        ("CW201", "§ 4 Abs. 3"),
    ]


def test_articles_and_sections_with_dots():
    contract = Contract.parse(
        "Artikel 1 Zweck\n\n1.1 Die Gesellschaft baut Waagen.\n\n1.2 Sie wirbt dafür.\n\n"
        "Artikel 2 Kapital\n\n2.1 Das Kapital dient dem Zweck nach Ziffer 1.1 und 1.2.\n\n"
        "2.2 Abweichend von Artikel 1 ruht die Werbung im ersten Jahr, wie es vorgesehen ist. Artikel 7 gilt.\n",
        load("german", HERE),
    )
    assert [c.number for c in contract.clauses] == ["Artikel 1", "1.1", "1.2", "Artikel 2", "2.1", "2.2"]
    assert [(r.text, [c.number for c in r.targets], r.relation.value) for r in contract.references] == [
        ("Ziffer 1.1", ["1.1"], "pursuant_to"),
        ("1.2", ["1.2"], "pursuant_to"),
        ("Artikel 1", ["Artikel 1"], "notwithstanding"),
        ("Artikel 7", [], "plain"),
    ]


def test_an_edited_contract_is_read_like_the_whole():
    text = (HERE / "german.txt").read_text(encoding="utf-8")
    german = load("german", HERE)
    whole = Contract.parse(text, german)
    at = text.index("Abs. 1 darf")
    edited = Contract.parse(text[:at] + text[at + 7 :], german).edit(at, at, text[at : at + 7])
    assert [(r.start, r.end, r.target) for r in edited.references] == [
        (r.start, r.end, r.target) for r in whole.references
    ]
