"""Time of ``clausewright check`` beside another linter of contracts, on the same files in one run of each.

    python -m benchmarks.check_speed PEER [CONTRACTS] [--rounds N] [--check]

PEER is the executable of contract-lint (``pip install contract-lint==0.2.6`` into an environment of its own); CONTRACTS
is a folder, by default ``corpus/cuad`` in the folder that CLAUSEWRIGHT_DATA names. The two run in turn, N times each.
Printed are wall and processor seconds of every run, and the ratio of the medians, ours by the peer's: below 1 is less.
With ``--check`` the exit status is 1 where the wall time of ours is the longer one.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

_TICK = 0.01
"""Seconds in which processor time is counted; less than that is as good as nothing."""
DATA = Path(os.environ.get("CLAUSEWRIGHT_DATA", "../shared"))


@dataclass(frozen=True)
class Run:
    """Seconds of one run: wall time, and processor time in user mode of the process and its children."""

    wall: float
    user: float


def run(command: list[str]) -> Run:
    """One run of *command*, whose report is read and thrown away. Raises SystemExit where it could not work."""
    before = os.times()
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)
    wall = time.perf_counter() - start
    if done.returncode not in (0, 1) or not done.stdout:
        # 0 and 1 are the statuses of a linter that found nothing, or something.
        raise SystemExit(f"{command[0]}: status {done.returncode}: {done.stderr.decode(errors='replace')[-500:]}")
    return Run(wall, os.times().children_user - before.children_user)


def our_command() -> str:
    beside = Path(sys.executable).with_name("clausewright")
    found = str(beside) if beside.is_file() else shutil.which("clausewright")
    if found is None:
        raise SystemExit("clausewright is not installed in this environment")
    return found


def _ratio(ours: list[Run], peers: list[Run], kind: str) -> float:
    one, other = (max(median(getattr(run, kind) for run in runs), _TICK) for runs in (ours, peers))
    return one / other


def main() -> int:
    parser = argparse.ArgumentParser(description="Time clausewright check beside contract-lint.")
    parser.add_argument("peer", help="the executable of contract-lint")
    parser.add_argument("contracts", nargs="?", type=Path, default=DATA / "corpus" / "cuad")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--check", action="store_true", help="fail where ours takes longer")
    options = parser.parse_args()
    files = sorted(str(path) for path in options.contracts.rglob("*.txt"))
    if not files:
        raise SystemExit(f"no contracts in {options.contracts}")
    size = sum(Path(file).stat().st_size for file in files)
    print(f"{len(files)} contracts, {size / 1e6:.1f} MB, {os.cpu_count()} processors")
    commands = {"clausewright": [our_command(), "check", *files], "peer": [options.peer, "lint", *files]}
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    for number in range(options.rounds):
        for name, command in commands.items():
            took = run(command)
            runs[name].append(took)
            print(f"  round {number + 1}  {name:12}  wall {took.wall:6.2f} s   user {took.user:6.2f} s", flush=True)
    wall, user = (_ratio(runs["clausewright"], runs["peer"], kind) for kind in ("wall", "user"))
    print(f"clausewright / peer: wall {wall:.2f}, user {user:.2f}")
    return 1 if options.check and wall > 1 else 0


if __name__ == "__main__":
    sys.exit(main())
