"""How many of the passages that lawyers marked fall whole inside one chunk.

``python -m benchmarks integrity`` cuts the contracts of CUAD's test split, overlap 0, a token taken for four
characters, and counts the marked passages that could fit (at most four characters a token of the budget) and lie inside
one chunk. Beside ours stand windows of a fixed size cut at white space and, with ``--peers PYTHON``, contractex and
lexichunk as that interpreter has them; without it their figures on file are kept.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks import cuad, peers, results

from clausewright.chunking import chunks_of
from clausewright.chunking.cuts import cuts
from clausewright.contract import Contract

SIZES = (256, 512, 1024, 2048)
LENGTHS = (128, 256, 512, 1024, 2048, 8192)
"""Upper ends, in characters, of the classes of span lengths."""

Chunks = list[tuple[int, int]]


def fixed(text: str, tokens: int) -> Chunks:
    """Windows of four characters a token, cut at the last white space."""
    spans, at = [], 0
    while at < len(text):
        end = min(len(text), at + 4 * tokens)
        if end < len(text):
            blank = max(text.rfind(" ", at, end), text.rfind("\n", at, end))
            end = blank if blank > at else end
        spans.append((at, end))
        at = end
    return [whole for whole in (_without_white(text, *span) for span in spans) if whole[0] < whole[1]]


def ours(contract: Contract, tokens: int) -> Chunks:
    return [(chunk.start, chunk.end) for chunk in chunks_of(contract, tokens)]


def scored(contracts: Sequence[cuad.Annotated], chunks: Sequence[Chunks], tokens: int) -> results.Result:
    """Spans that fit, those intact, and both by length and by category; chunks, and how many are over the size."""
    fitting: Counter[str] = Counter()
    intact: Counter[str] = Counter()
    for contract, cut in zip(contracts, chunks, strict=True):
        for span in contract.spans:
            if span.end - span.start > 4 * tokens:
                continue
            keys = ("all", f"length {_length_class(span)}", f"category {span.category}")
            fitting.update(keys)
            if _home(cut, span) is not None:
                intact.update(keys)
    sizes = [(end - start) // 4 for cut in chunks for start, end in cut]
    return {
        "spans": fitting["all"],
        "intact": intact["all"],
        "integrity": round(intact["all"] / fitting["all"], 4),
        "chunks": len(sizes),
        "mean_tokens": round(sum(sizes) / len(sizes), 1),
        "over_size": sum(size > tokens for size in sizes),
        "by_length": {str(n): _share(intact, fitting, f"length {n}") for n in LENGTHS if fitting[f"length {n}"]},
        "by_category": {
            key.removeprefix("category "): _share(intact, fitting, key)
            for key in sorted(fitting)
            if key.startswith("category ")
        },
    }


def split_spans(contract: Contract, annotated: cuad.Annotated, chunks: Chunks, tokens: int) -> Iterable[results.Result]:
    """Each span that fits and is cut, with where it was cut and why."""
    places: dict[int, float] = {}
    for span in annotated.spans:
        if span.end - span.start > 4 * tokens or _home(chunks, span) is not None:
            continue
        places = places or cuts(contract)
        starts = [start for start, _ in chunks if span.start < start < span.end]
        yield {
            "file": annotated.file,
            "category": span.category,
            "start": span.start,
            "end": span.end,
            "cut_before": starts,
            "reason": _reason(contract, span, starts[0], places, tokens),
        }


def _reason(contract: Contract, span: cuad.Span, cut: int, places: dict[int, float], tokens: int) -> str:
    around = contract.clause_at(span.start)
    while around is not None and around.end < span.end:
        around = around.parent
    if around is None:
        held = "marked across clauses"
    elif around.end - around.start > 4 * tokens:
        held = "its clause is larger than a chunk"
    else:
        held = "its clause would fit"
    if cut not in places:
        return f"{held}; cut between words"
    if any(clause.start == cut for clause in contract.clauses):
        return f"{held}; cut between clauses"
    return f"{held}; cut between {'paragraphs' if cut in contract.block_starts else 'sentences'}"


def _home(chunks: Chunks, span: cuad.Span) -> tuple[int, int] | None:
    index = bisect_right(chunks, span.start, key=lambda chunk: chunk[0]) - 1
    return chunks[index] if index >= 0 and span.end <= chunks[index][1] else None


def _length_class(span: cuad.Span) -> int:
    return next(n for n in LENGTHS if span.end - span.start <= n)


def _share(part: Counter[str], whole: Counter[str], key: str) -> list[int]:
    return [part[key], whole[key]]


def _without_white(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def _of_peer(python: str, name: str, tokens: int, contracts: Sequence[cuad.Annotated], folder: Path) -> list[Chunks]:
    files = [str(folder / "contracts" / contract.file) for contract in contracts]
    command = [python, str(Path(peers.__file__)), name, str(tokens), *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr.strip().splitlines()[-1]}")
    by_file: dict[str, Chunks] = {file: [] for file in files}
    for line in done.stdout.splitlines():
        entry = json.loads(line)
        by_file[entry["file"]].append((entry["start"], entry["end"]))
    return [sorted(by_file[file]) for file in files]


def measured(
    contracts: Sequence[cuad.Annotated], sizes: Sequence[int], cut: dict[str, Callable[[int], list[Chunks]]]
) -> results.Result:
    """The result of the benchmark over *contracts*; *cut* gives the chunks of others by name and size."""
    parsed = [Contract.parse(contract.text) for contract in contracts]
    table: dict[str, dict[str, results.Result]] = {}
    split: dict[str, list[results.Result]] = {}
    for tokens in sizes:
        chunks = [ours(contract, tokens) for contract in parsed]
        table.setdefault("clausewright", {})[str(tokens)] = scored(contracts, chunks, tokens)
        split[str(tokens)] = [
            entry
            for contract, annotated, own in zip(parsed, contracts, chunks, strict=True)
            for entry in split_spans(contract, annotated, own, tokens)
        ]
        windows = [fixed(contract.text, tokens) for contract in contracts]
        table.setdefault("fixed windows", {})[str(tokens)] = scored(contracts, windows, tokens)
        for name, others in cut.items():
            table.setdefault(name, {})[str(tokens)] = scored(contracts, others(tokens), tokens)
    return {
        "contracts": len(contracts),
        "spans": sum(len(contract.spans) for contract in contracts),
        "chunkers": table,
        "split": split,
    }


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks integrity", description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 if the figures are not those on file")
    parser.add_argument("--peers", metavar="PYTHON", help="an interpreter that has contractex or lexichunk")
    options = parser.parse_args(argv)
    try:
        contracts = cuad.of_test_split()
    except FileNotFoundError as error:
        print(f"{error.filename}: not found; set CLAUSEWRIGHT_DATA, or run the benchmark `prepare`", file=sys.stderr)
        return 2
    others: dict[str, Callable[[int], list[Chunks]]] = {}
    if options.peers:
        for name in peers.installed(options.peers, peers.CHUNKERS):
            others[f"{name} {peers.VERSIONS[name]}"] = lambda tokens, name=name: _of_peer(
                options.peers, name, tokens, contracts, cuad.FOLDER
            )
    fresh = measured(contracts, SIZES, others)
    on_file = results.read("integrity") or {}
    for name, rows in on_file.get("chunkers", {}).items():
        fresh["chunkers"].setdefault(name, rows)
    return results.settle("integrity", fresh, options.check)
