"""The sample of findings that is read by hand, and the page made of the verdicts."""

from __future__ import annotations

import json

import pytest
from benchmarks.accuracy import PAGE, drawn, findings_in, main, page, read_samples


def entry(code: str, start: int, **more: str) -> dict[str, object]:
    return {"code": code, "file": "a.txt", "start": start, **more}


def test_every_code_is_drawn_and_the_rest_by_chance():
    entries = [entry("CW101", n) for n in range(50)] + [entry("CW201", n) for n in range(3)]
    taken = drawn(entries, seed=1, each=5, total=20)
    assert len(taken) == 20
    assert [e["start"] for e in taken if e["code"] == "CW201"] == [0, 1, 2]
    assert taken == drawn(entries, seed=1, each=5, total=20)
    assert taken != drawn(entries, seed=2, each=5, total=20)


def test_findings_come_with_what_is_printed_around_them(tmp_path):
    (tmp_path / "one.txt").write_text("1. Price. The price is in Section 9.\n", encoding="utf-8")
    found = next(e for e in findings_in(tmp_path) if e["code"] == "CW201")
    assert (found["file"], found["words"]) == ("one.txt", "Section 9")
    assert found["before"].endswith("The price is in ")


def test_a_sample_is_written_as_lines(tmp_path):
    (tmp_path / "one.txt").write_text("1. Price. The price is in Section 9.\n", encoding="utf-8")
    out = tmp_path / "sample.jsonl"
    assert main(["sample", str(tmp_path), "--seed", "1", "--out", str(out)]) == 0
    assert "CW201" in {json.loads(line)["code"] for line in out.read_text(encoding="utf-8").splitlines()}


@pytest.mark.parametrize("line", ['{"code": "CW101"}', '{"verdict": "true"}', '{"verdict": "maybe", "reason": "x"}'])
def test_a_verdict_without_a_reason_is_none(tmp_path, line):
    (tmp_path / "1.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(ValueError, match="no verdict"):
        read_samples(tmp_path)


def test_the_page_counts_by_code():
    entries = [
        entry("CW101", 1, verdict="true", reason="number 3 | is missing"),
        entry("CW101", 2, verdict="false", reason="a price"),
        entry("CW201", 3, verdict="true", reason="no Section 9"),
    ]
    made = page({"one": entries})
    assert "2 of 3 true (67 %)" in made
    assert "| CW101 | numbering-gap | 2 | 1 | 50 % |" in made
    assert "| CW101 | a.txt | 1 | true | number 3 \\| is missing |" in made


def test_the_page_says_what_the_verdicts_say():
    assert PAGE.read_text(encoding="utf-8") == page(read_samples())
