"""How well the structure of contracts is read, against labels made by hand.

``python -m benchmarks structure`` runs the scorer that lies with the labelled contracts (``gold`` and ``tools`` in the
folder of ``CLAUSEWRIGHT_DATA``) over ``clausewright inspect`` and, with ``--peers PYTHON``, over what that interpreter
has of lexichunk and contract-lint; the figures on file of others are kept. ``--peers`` may be given more than once.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import cuad, peers, results

GOLD = cuad.DATA / "gold"
SCORER = cuad.DATA / "tools" / "score_structure.py"


def scores(command: Sequence[str], gold: Path = GOLD) -> results.Result:
    """What the scorer says of *command*, which prints the reading of a file: precision, recall and counts by kind."""
    whole = [sys.executable, str(SCORER), str(gold), "--json", "--", *command]
    done = subprocess.run(whole, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout:
        raise SystemExit(f"{command}: {done.stderr[-500:]}")
    found: results.Result = json.loads(done.stdout)
    return found


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks structure", description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 if the figures are not those on file")
    parser.add_argument(
        "--peers",
        metavar="PYTHON",
        action="append",
        default=[],
        help="an interpreter that has lexichunk or contract-lint",
    )
    options = parser.parse_args(argv)
    if not SCORER.is_file():
        print(f"{SCORER}: not found; set CLAUSEWRIGHT_DATA", file=sys.stderr)
        return 2
    readers = {"clausewright": scores([sys.executable, "-m", "clausewright.cli", "inspect", "--pii"])}
    for python in options.peers:
        for name in peers.installed(python, peers.READERS):
            command = [python, str(Path(peers.__file__)), name, "structure"]
            readers[f"{name} {peers.VERSIONS[name]}"] = scores(command)
    for name, row in (results.read("structure") or {}).get("readers", {}).items():
        readers.setdefault(name, row)
    return results.settle("structure", {"readers": readers}, options.check)
