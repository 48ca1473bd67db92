"""A check of many real contracts: nothing fails, and working side by side changes nothing."""

import json
import os
from pathlib import Path

import pytest

from clausewright import cli, runner

ROOT = Path(__file__).parent.parent.parent
CONTRACTS = Path(os.environ.get("CLAUSEWRIGHT_DATA", ROOT / ".." / "shared")) / "corpus" / "cuad" / "contracts"

pytestmark = pytest.mark.skipif(not CONTRACTS.is_dir(), reason=f"no contracts at {CONTRACTS}")


@pytest.mark.slow
def test_every_contract_of_the_corpus_is_checked(tmp_path, capfd):
    report = tmp_path / "report.json"
    status = cli.main(["check", "--format", "json", "--output", str(report), str(CONTRACTS)])
    assert status in (0, 1)
    assert capfd.readouterr().err == ""
    files = json.loads(report.read_text())["files"]
    assert len(files) == len(list(CONTRACTS.iterdir()))
    assert files == sorted(files, key=lambda file: file["file"])
    for file in files:
        starts = [finding["start"] for finding in file["diagnostics"]]
        assert starts == sorted(starts)


def test_side_by_side_gives_what_one_after_the_other_gives(monkeypatch):
    paths = sorted(CONTRACTS.iterdir())[:8]
    monkeypatch.setattr(runner, "_WORTH_WORKERS", float("inf"))
    one_after_the_other = runner.check_paths(paths, {})
    monkeypatch.setattr(runner, "_WORTH_WORKERS", 0)
    assert runner.check_paths(paths, {}) == one_after_the_other
    assert any(result.diagnostics for result in one_after_the_other)
