"""``clausewright chunk`` and ``clausewright locate`` as scripts use them."""

from __future__ import annotations

import json

import pytest

from clausewright.cli import main

TEXT = "1. Fees. The Customer pays the Fee.\n\n2. Term. One year. Subject to clause 1, it is renewed.\n"


@pytest.fixture
def contract(tmp_path):
    path = tmp_path / "service.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def lines(capsys) -> list[dict]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_chunk_a_line(contract, capsys):
    assert main(["chunk", str(contract), "--max-tokens", "14"]) == 0
    entries = lines(capsys)
    assert [e["number"] for e in entries] == ["1", "2"]
    for entry in entries:
        assert entry["schema"] == "clausewright.chunk/1"
        assert entry["file"] == str(contract)
        assert entry["text"] == TEXT[entry["start"] : entry["end"]]
    assert entries[1]["refs_out"][0]["target"] == "1"
    assert entries[0]["referenced_by"] == ["2"]
    assert entries[1]["modified_by"] == ["1"]
    assert "context" not in entries[0]


def test_context_to_be_embedded(contract, capsys):
    assert main(["chunk", str(contract), "--max-tokens", "14", "--with-context"]) == 0
    assert lines(capsys)[1]["context"] == "Clause: 2 Term\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--max-tokens", "10", "--overlap", "10"], "no room"),
        (["--max-tokens", "10", "--tokenizer", "nowhere.json"], "tokenizer"),
    ],
)
def test_bad_sizes_of_chunks(contract, capsys, arguments, said):
    assert main(["chunk", str(contract), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_the_other_files_are_chunked_when_one_cannot_be_read(contract, capsys):
    assert main(["chunk", str(contract.with_name("missing.txt")), str(contract), "--max-tokens", "99"]) == 2
    assert [e["file"] for e in lines(capsys)] == [str(contract)]


def test_where_a_quotation_stands(contract, capsys):
    assert main(["locate", str(contract), "--quote", "customer  PAYS the fee"]) == 0
    start = TEXT.index("Customer")
    assert lines(capsys) == [
        {
            "schema": "clausewright.locate/1",
            "file": str(contract),
            "matches": [{"start": start, "end": start + 21, "exact": False, "score": 100.0}],
        }
    ]


def test_many_quotations_one_a_line(contract, tmp_path, capsys):
    quotes = tmp_path / "quotes.jsonl"
    quotes.write_text('"One year."\n\n{"quote": "the landlord", "near": 3}\n', encoding="utf-8")
    assert main(["locate", str(contract), "--quotes", str(quotes)]) == 1
    assert [len(entry["matches"]) for entry in lines(capsys)] == [1, 0]


@pytest.mark.parametrize("content", ["not json\n", "[1]\n", '{"quote": 3}\n', '{"quote": "a", "near": "b"}\n'])
def test_a_list_of_quotations_that_cannot_be_read(contract, tmp_path, capsys, content):
    quotes = tmp_path / "quotes.jsonl"
    quotes.write_text(content, encoding="utf-8")
    assert main(["locate", str(contract), "--quotes", str(quotes)]) == 2
    assert "line 1" in capsys.readouterr().err
