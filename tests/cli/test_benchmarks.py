"""The benchmark of speed runs, tells both times and fails on request where the peer was faster."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_times_of_both_are_printed(tmp_path):
    peer = tmp_path / "peer"
    peer.write_text("#!/bin/sh\necho $#\n")
    peer.chmod(0o755)
    (tmp_path / "one.txt").write_text("1. Price. The price is £[AMOUNT].\n")
    command = [sys.executable, "-m", "benchmarks.check_speed", str(peer), str(tmp_path), "--rounds", "1", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert re.search(r"clausewright +wall +[\d.]+ s +user +[\d.]+ s", done.stdout), done.stderr
    ratio = re.search(r"clausewright / peer: wall ([\d.]+)", done.stdout)
    assert ratio
    assert float(ratio[1]) > 1
    assert done.returncode == 1


def test_a_peer_that_does_not_run_is_no_time(tmp_path):
    (tmp_path / "one.txt").write_text("1. Price.\n")
    command = [sys.executable, "-m", "benchmarks.check_speed", "/bin/false", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 1
    assert "clausewright / peer" not in done.stdout
    assert "/bin/false" in done.stderr
