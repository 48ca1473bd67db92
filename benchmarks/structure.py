"""How well the structure of contracts is read, against labels made by hand.

``python -m benchmarks structure`` runs the scorer that lies with the labelled contracts (``gold`` and ``tools`` in the
folder of ``CLAUSEWRIGHT_DATA``) over ``clausewright inspect`` and, with ``--peers PYTHON``, over what that interpreter
has of lexichunk and contract-lint; the figures on file of others are kept. ``--peers`` may be given more than once.
Then it scores ``clausewright inspect`` on each set of ``benchmarks/labels`` (what these are says the README there).
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks import cuad, peers, results

GOLD = cuad.DATA / "gold"
SCORER = cuad.DATA / "tools" / "score_structure.py"
LABELS = Path(__file__).parent / "labels"
INSPECT = (sys.executable, "-m", "clausewright.cli", "inspect")
_LABEL = ".gold.json"


def sets() -> list[str]:
    """Names of the sets of labels that lie with this project."""
    return sorted(folder.name for folder in LABELS.iterdir() if folder.is_dir())


@contextmanager
def beside_texts(name: str) -> Iterator[Path]:
    """A folder with the labels of the set *name* and the texts that they are of, as the scorer wants them."""
    with tempfile.TemporaryDirectory() as folder:
        for label in sorted((LABELS / name).glob(f"*{_LABEL}")):
            text = cuad.FOLDER / "contracts" / f"{label.name.removesuffix(_LABEL)}.txt"
            shutil.copy(label, folder)
            shutil.copy(text, folder)
        yield Path(folder)


def scores_on(name: str) -> results.Result:
    """What the scorer says of ``clausewright inspect`` on the set *name* of this project's labels."""
    with beside_texts(name) as folder:
        return scores(INSPECT, folder)


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
    readers = {"clausewright": scores([*INSPECT, "--pii"])}
    for python in options.peers:
        for name in peers.installed(python, peers.READERS):
            command = [python, str(Path(peers.__file__)), name, "structure"]
            readers[f"{name} {peers.VERSIONS[name]}"] = scores(command)
    for name, row in (results.read("structure") or {}).get("readers", {}).items():
        readers.setdefault(name, row)
    labels = {name: scores_on(name) for name in sets()}
    return results.settle("structure", {"readers": readers, "labels": labels}, options.check)
