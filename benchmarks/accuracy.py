"""How many findings on real contracts are true, as read by a person.

    python -m benchmarks.accuracy sample --seed N --out FILE.jsonl [--each 15] [--total 150] [CONTRACTS]
    python -m benchmarks.accuracy report [--check]

``sample`` checks all contracts of a folder (by default ``corpus/cuad`` in the folder that CLAUSEWRIGHT_DATA names) and
draws findings at random: *each* of every code, or all there are, and more until there are *total*. One JSON line a
finding: file, start, end, code, severity, message, the words it stands on and what is printed around them.

Whoever has read a finding in its contract adds ``verdict`` ("true" or "false") and ``reason`` and leaves out the words.
Such lines are kept in ``benchmarks/verdicts``, one file a sample; ``report`` makes ``docs/accuracy.md`` from them. With
``--check`` nothing is written, and the exit status is 1 where the page is not what the verdicts say.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from clausewright.check import check
from clausewright.contract import Contract
from clausewright.finding import Severity
from clausewright.rules import RULES
from clausewright.text import decode

DATA = Path(os.environ.get("CLAUSEWRIGHT_DATA", "../shared"))
ROOT = Path(__file__).parent.parent
VERDICTS = ROOT / "benchmarks" / "verdicts"
PAGE = ROOT / "docs" / "accuracy.md"
AROUND = 400
"""Characters printed before and behind a finding's words."""

Entry = dict[str, Any]


def findings_in(folder: Path) -> list[Entry]:
    """Every finding of the rules that are on by default in the contracts below *folder*, by file and place."""
    entries: list[Entry] = []
    for path in sorted(folder.rglob("*.txt")):
        text, _ = decode(path.read_bytes())
        for finding in check(Contract.parse(text)):
            entries.append(
                {
                    "file": path.name,
                    "start": finding.start,
                    "end": finding.end,
                    "code": finding.code,
                    "severity": str(finding.severity),
                    "message": finding.message,
                    "words": text[finding.start : finding.end],
                    "before": text[max(0, finding.start - AROUND) : finding.start],
                    "behind": text[finding.end : finding.end + AROUND],
                }
            )
    return entries


def drawn(entries: Sequence[Entry], seed: int, each: int, total: int) -> list[Entry]:
    """*each* findings of every code, or all there are, and others at random until there are *total*."""
    chance = random.Random(seed)
    by_code: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_code[entry["code"]].append(entry)
    taken: list[Entry] = []
    left: list[Entry] = []
    for code in sorted(by_code):
        shuffled = chance.sample(by_code[code], len(by_code[code]))
        taken += shuffled[:each]
        left += shuffled[each:]
    more = max(0, min(total - len(taken), len(left)))
    taken += chance.sample(left, more)
    return sorted(taken, key=lambda e: (e["code"], e["file"], e["start"]))


# -- the page ----------------------------------------------------------------------------------------------------------

_HEAD = """# How many findings are true

Read by hand: findings drawn at random over the 252 contracts of the corpus (CUAD's filings: scanned, converted,
redacted, with page furniture), each read in its contract. A finding is true when a careful drafter who looked there
would want to know: the number is missing, the reference leads nowhere, the term has no definition. It is false when the
tool misread. `python -m benchmarks.accuracy` draws a sample and makes this page from `benchmarks/verdicts`; each sample
was drawn from the version of its day; the first one here is the latest and the figure. The one of seed 5 leaves out
the six contracts that nobody is to read (`benchmarks/labels/held2`); 183 of its findings had been read for an earlier
sample and keep their verdict, the others were read in the passage around them, and where that did not decide, in the
contract.
"""


def page(samples: dict[str, list[Entry]]) -> str:
    """The page about *samples*, by name; the latest comes first."""
    names = {rule.code: rule.name for rule in RULES}
    warns = {rule.code for rule in RULES if rule.severity in (Severity.ERROR, Severity.WARNING)}
    parts = [_HEAD]
    for name, entries in reversed(samples.items()):
        true = sum(e["verdict"] == "true" for e in entries)
        parts.append(f"\n## Sample {name}\n\n{true} of {len(entries)} true ({_percent(true, len(entries))}). ")
        warned = [e for e in entries if e["code"] in warns]
        true = sum(e["verdict"] == "true" for e in warned)
        parts.append(
            f"Of the rules that warn by default today, {true} of {len(warned)} ({_percent(true, len(warned))}).\n\n"
        )
        parts.append("| code | rule | read | true | share |\n|---|---|---|---|---|\n")
        for code, of_code in sorted(_by_code(entries).items()):
            true = sum(e["verdict"] == "true" for e in of_code)
            parts.append(
                f"| {code} | {names.get(code, '')} | {len(of_code)} | {true} | {_percent(true, len(of_code))} |\n"
            )
        parts.append("\n<details><summary>Every finding of the sample</summary>\n\n")
        parts.append("| code | file | offset | verdict | why |\n|---|---|---|---|---|\n")
        for e in entries:
            file = e["file"].replace("|", "\\|")
            reason = " ".join(e["reason"].split()).replace("|", "\\|")
            parts.append(f"| {e['code']} | {file} | {e['start']} | {e['verdict']} | {reason} |\n")
        parts.append("\n</details>\n")
    return "".join(parts)


def _by_code(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    table: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        table[entry["code"]].append(entry)
    return table


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"


def read_samples(folder: Path = VERDICTS) -> dict[str, list[Entry]]:
    """The verdicts in *folder*, a list a file. Raises ValueError where one is neither true nor false, or no reason."""
    samples = {}
    for path in sorted(folder.glob("*.jsonl")):
        entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        for entry in entries:
            if entry.get("verdict") not in ("true", "false") or not entry.get("reason"):
                place = f"{entry.get('file')} at {entry.get('start')}"
                raise ValueError(f"{path.name}: no verdict with a reason on {place}")
        samples[path.stem] = sorted(entries, key=lambda e: (e["code"], e["file"], e["start"]))
    return samples


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy", description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(required=True, dest="command")
    sample = commands.add_parser("sample")
    sample.add_argument("contracts", nargs="?", type=Path, default=DATA / "corpus" / "cuad")
    sample.add_argument("--seed", type=int, required=True)
    sample.add_argument("--out", type=Path, required=True)
    sample.add_argument("--each", type=int, default=15)
    sample.add_argument("--total", type=int, default=150)
    report = commands.add_parser("report")
    report.add_argument("--check", action="store_true")
    options = parser.parse_args(argv)
    if options.command == "sample":
        entries = drawn(findings_in(options.contracts), options.seed, options.each, options.total)
        lines = (json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)
        options.out.write_text("".join(lines), encoding="utf-8")
        print(f"{len(entries)} findings")
        return 0
    made = page(read_samples())
    if options.check:
        return 0 if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == made else 1
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
