"""Copies without personal data, the way back, and that nothing leaks on either."""

import json
import stat
from pathlib import Path

import pytest

from clausewright.cli import main
from clausewright.privacy.marks import Mark
from clausewright.privacy.redaction import redacted, restored

TEXT = (
    "1. Notices\n\nA notice to the Supplier goes to Tobias Lindqvist (tobias@northlight.example, +44 161 496 0177).\n\n"
    "2. Staff\n\nThe Supplier names Ngozi Adebayo and Mr. Tobias Lindqvist as managers.\n\n"
    "Name: TOBIAS LINDQVIST\n"
)


@pytest.fixture
def contract(tmp_path: Path) -> Path:
    file = tmp_path / "contract.txt"
    file.write_text(TEXT, encoding="utf-8")
    return file


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def test_a_copy_has_the_same_placeholder_for_the_same_person(contract, tmp_path):
    assert run("redact", contract, "--out", tmp_path / "copy.txt") == 0
    copy = (tmp_path / "copy.txt").read_text(encoding="utf-8")
    assert copy == (
        "1. Notices\n\nA notice to the Supplier goes to [PERSON-1] ([EMAIL-1], [TELEPHONE-1]).\n\n"
        "2. Staff\n\nThe Supplier names [PERSON-2] and [PERSON-1b] as managers.\n\nName: [PERSON-1c]\n"
    )
    assert contract.read_text(encoding="utf-8") == TEXT
    assert sorted(p.name for p in tmp_path.iterdir()) == ["contract.txt", "copy.txt"]


def test_a_map_is_for_its_owner_alone_and_leads_back(contract, tmp_path):
    copy, map_file, back = tmp_path / "copy.txt", tmp_path / "map.json", tmp_path / "back.txt"
    assert run("redact", contract, "--out", copy, "--map", map_file) == 0
    assert stat.S_IMODE(map_file.stat().st_mode) == 0o600
    assert run("redact", copy, "--restore", map_file, "--out", back) == 0
    assert back.read_text(encoding="utf-8") == TEXT


def test_the_original_and_an_old_map_are_never_overwritten(contract, tmp_path, capsys):
    map_file = tmp_path / "map.json"
    map_file.write_text("{}")
    assert run("redact", contract, "--out", contract) == 2
    assert run("redact", contract, "--out", tmp_path / "copy.txt", "--map", contract) == 2
    assert run("redact", contract, "--out", tmp_path / "copy.txt", "--map", map_file) == 2
    assert run("redact", contract, "--out", tmp_path / "copy.txt", "--restore", map_file) == 2
    assert (contract.read_text(encoding="utf-8"), map_file.read_text()) == (TEXT, "{}")
    said = capsys.readouterr().err
    assert "is there already and is kept" in said
    assert "Lindqvist" not in said


def test_numbers_begin_above_the_placeholders_that_are_there():
    text = "[PERSON-7] and Jane Roe, Jane Roe"
    marks = [Mark(15, 23, "PERSON", 1.0, ""), Mark(25, 33, "PERSON", 1.0, "")]
    redaction = redacted(text, marks)
    assert redaction.text == "[PERSON-7] and [PERSON-8], [PERSON-8]"
    assert restored(redaction.text, redaction.values) == text


def test_found_values_reach_no_message_and_no_baseline(contract, tmp_path, capsys, caplog):
    baseline = tmp_path / "baseline.json"
    run("check", contract, "--pii")
    run("check", contract, "--pii", "--write-baseline", baseline)
    run("inspect", contract, "--pii")
    run("check", contract, "--pii", "--format", "json")
    output = capsys.readouterr()
    for value in ("Lindqvist", "LINDQVIST", "Adebayo", "northlight", "496 0177"):
        for place in (output.err, caplog.text, baseline.read_text(encoding="utf-8")):
            assert value not in place
    assert json.loads(output.out.splitlines()[-1])["files"][0]["diagnostics"]
