"""``clausewright search`` as scripts and people use it."""

from __future__ import annotations

import json

import pytest

from clausewright.cli import main
from clausewright.embedding import MissingModel, is_installed

SUPPLY = "1. Fees. The Customer pays the Fee.\n\n2. Term. One year.\n\n3. Cover. Each party insures its goods.\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    below = tmp_path / "contracts"
    below.mkdir()
    (below / "supply.txt").write_text(SUPPLY, encoding="utf-8")
    (below / "letter.md").write_text("We thank you for your letter of May about the mill.\n", encoding="utf-8")
    return below


def test_clauses_as_json(folder, capsys):
    assert main(["search", "insurance of goods", str(folder), "--words-only", "--format", "json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["schema"] == "clausewright.search/1"
    assert answer["by_meaning"] is False
    (match,) = answer["matches"]
    assert match["file"] == str(folder / "supply.txt")
    assert match["text"] == SUPPLY[match["start"] : match["end"]]
    assert match["best"]["number"] is not None
    assert match["score"] > 0


def test_clauses_for_a_person(folder, capsys):
    assert main(["search", "thanks for the letter", str(folder), "--words-only"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{folder / 'letter.md'}:1:1:",
        "    We thank you for your letter of May about the mill.",
    ]


def test_nothing_found(folder, capsys):
    assert main(["search", "zeppelin", str(folder), "--words-only"]) == 1
    assert capsys.readouterr() == ("", "clausewright: nothing found\n")


@pytest.mark.parametrize("query", ["", " ?! "])
def test_a_query_without_a_word_is_bad_usage(folder, capsys, query):
    with pytest.raises(SystemExit) as ended:
        main(["search", query, str(folder), "--words-only"])
    assert ended.value.code == 2
    assert "no word to look for" in capsys.readouterr().err


def test_without_the_model_words_are_searched_and_that_is_said(folder, capsys, monkeypatch):
    def missing(*_):
        raise MissingModel

    monkeypatch.setattr("clausewright.embedding.Embedder.embed", missing)
    assert main(["search", "fees", str(folder)]) == 0
    captured = capsys.readouterr()
    assert "supply.txt" in captured.out
    assert "searched by words alone" in captured.err
    assert "clausewright[models]" in captured.err


def test_what_can_be_read_is_searched_though_something_cannot(folder, capsys):
    assert main(["search", "fees", str(folder), str(folder / "missing.txt"), "--words-only"]) == 2
    captured = capsys.readouterr()
    assert "supply.txt" in captured.out
    assert "missing.txt" in captured.err


def test_a_folder_without_contracts(tmp_path, capsys):
    assert main(["search", "fees", str(tmp_path), "--words-only"]) == 1
    assert "no contracts" in capsys.readouterr().err


@pytest.mark.parametrize("limit", ["0", "-1", "many"])
def test_limits_that_are_none(folder, capsys, limit):
    with pytest.raises(SystemExit):
        main(["search", "fees", str(folder), f"--limit={limit}"])
    assert "no count" in capsys.readouterr().err


def test_long_work_is_told(folder, capsys, monkeypatch):
    monkeypatch.setattr("clausewright.commands.search._EVERY", 0.0)
    assert main(["search", "fees", str(folder), "--words-only"]) == 0
    assert "1 of 2 contracts read" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(not is_installed(), reason="needs the extra models")
def test_meaning_is_found_where_no_word_is_shared(folder, capsys):
    assert main(["search", "How much money is due?", str(folder), "--format", "json", "--limit", "1"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["by_meaning"] is True
    assert answer["matches"][0]["file"] == str(folder / "supply.txt")
