"""Other readers of contracts, run by an interpreter that has them.

    python peers.py NAME SIZE FILE...           the chunks: file, start, end, one JSON line each
    python peers.py NAME structure FILE         what lexichunk or contract-lint reads, as one JSON object

It imports nothing of Clausewright, so that it runs in an environment of their own. A token is four characters for all.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path

Cut = Callable[[str], list[tuple[int, int]]]
VERSIONS = {"contractex": "0.5.1", "lexichunk": "0.9.1", "contract-lint": "0.2.6"}
"""What the figures on file are of."""
CHUNKERS = ("contractex", "lexichunk")
READERS = ("lexichunk", "contract-lint")


def installed(python: str, names: Iterable[str]) -> list[str]:
    """Those of *names* that the interpreter *python* has. Raises SystemExit where it has none of them."""
    asked = "import sys, importlib.metadata as m; print(*{d.metadata['Name'] for d in m.distributions()})"
    have = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    found = [name for name in names if name in have]
    if not found:
        raise SystemExit(f"{python} has none of {', '.join(names)}")
    return found


def contractex(size: int) -> Cut:
    from contractex.chunking.clause_aware import ClauseAwareChunker

    chunker = ClauseAwareChunker(max_chunk_size=size, overlap=0)

    def cut(text: str) -> list[tuple[int, int]]:
        # It gives pieces without their places; they follow each other in the text.
        spans, at = [], 0
        for piece in chunker.chunk(text):
            at = text.index(piece, at)
            spans.append((at, at + len(piece)))
            at += len(piece)
        return spans

    return cut


def lexichunk(size: int) -> Cut:
    from lexichunk import LegalChunker

    chunker = LegalChunker(
        jurisdiction="us", max_chunk_size=size, include_ancestor_headers=False, include_context_header=False
    )
    return lambda text: [(c.raw_char_start, c.raw_char_end) for c in chunker.chunk(text, raw_offsets=True)]


Reading = dict[str, list[dict[str, object]]]


def read_by_lexichunk(text: str) -> Reading:
    """What lexichunk reads of a contract, put into the words of the labels.

    It gives a place to chunks alone: a clause that it puts together with the one before has none, and terms and
    citations are looked for by their words.
    """
    from lexichunk import LegalChunker

    chunker = LegalChunker(
        jurisdiction="us", min_chunk_size=1, include_ancestor_headers=False, include_context_header=False
    )
    chunks = chunker.chunk(text, raw_offsets=True)
    clauses: list[dict[str, object]] = []
    numbers: dict[str, str] = {}
    references: list[dict[str, object]] = []
    for chunk in chunks:
        place = {"start": chunk.raw_char_start, "end": chunk.raw_char_end}
        marker, parent = chunk.hierarchy.identifier, chunk.hierarchy.parent
        over = numbers.get(parent or "", parent)
        number = f"{over or ''}{marker}" if marker.startswith("(") else marker
        if any(c.isdigit() for c in number) and number not in [c["number"] for c in clauses[-1:]]:
            numbers[marker] = number
            clauses.append({"number": number, "parent": over, **place})
        at = chunk.raw_char_start
        for reference in chunk.cross_references:
            at = max(at, text.find(reference.raw_text, at, chunk.raw_char_end))
            resolved = reference.target_chunk_index is not None
            target = reference.target_identifier if resolved else None
            span = {"start": at, "end": at + len(reference.raw_text), "text": reference.raw_text}
            references.append({**span, "target": target, "status": "resolved" if resolved else "unresolved"})
    definitions = []
    for term in chunker.get_defined_terms(text):
        found = [at for mark in ('"', "“") if (at := text.find(mark + term)) >= 0]
        if found:
            definitions.append({"term": term, "start": min(found) + 1, "end": min(found) + 1 + len(term)})
    return {"clauses": clauses, "definitions": definitions, "references": references}


def read_by_contract_lint(text: str) -> Reading:
    """What contract-lint reads and finds, its two rules that are off by default among them.

    It gives lines: a heading begins where its line does, a finding on a term stands at the term's first place in its
    line. A citation leads where it says unless it is found broken.
    """
    import contract_lint_cli as lint

    seen = lint.analyze(text, "text")
    begins = [0]
    for line in seen.lines:
        begins.append(begins[-1] + len(line) + 1)

    def within(line: int, words: str) -> dict[str, object]:
        start = begins[line - 1] + max(0, seen.lines[line - 1].find(words))
        return {"start": start, "end": start + len(words)}

    clauses: list[dict[str, object]] = [
        {"number": heading.number, "parent": heading.number.rpartition(".")[0] or None, **within(heading.line, first)}
        for heading in seen.headings
        if heading.number and (first := seen.lines[heading.line - 1].strip())
    ]
    definitions: list[dict[str, object]] = [
        {"term": term, **within(line, term)} for term, lines in seen.definitions.items() for line in lines
    ]
    broken = {(finding.line, finding.column) for finding in lint.rule_broken_xref(seen)}
    references: list[dict[str, object]] = []
    for number, line in enumerate(seen.lines, 1):
        for match in lint._XREF_RE.finditer(line):
            place = {"start": begins[number - 1] + match.start(), "end": begins[number - 1] + match.end()}
            found = (number, match.start() + 1) not in broken
            status, target = ("resolved", match[0].rstrip(".")) if found else ("unresolved", None)
            references.append({**place, "text": match[0], "target": target, "status": status})
    diagnostics: list[dict[str, object]] = [
        {"code": "numbering", "message": finding.message, **within(finding.line, seen.lines[finding.line - 1].strip())}
        for finding in lint.rule_numbering(seen)
    ]
    for rule in (lint.rule_undefined_term, lint.rule_unused_definition):
        for finding in rule(seen):
            term = finding.message.split("'")[1] if "'" in finding.message else ""
            place = within(finding.line, term)
            diagnostics.append({"code": finding.rule, "message": finding.message, "term": term, **place})
    return {"clauses": clauses, "definitions": definitions, "references": references, "diagnostics": diagnostics}


def main() -> int:
    name, size, *files = sys.argv[1:]
    if version(name) != VERSIONS[name]:
        print(f"{name} {version(name)} is installed, {VERSIONS[name]} is asked for", file=sys.stderr)
        return 2
    readers = {"lexichunk": read_by_lexichunk, "contract-lint": read_by_contract_lint}
    if size == "structure":
        with Path(files[0]).open(encoding="utf-8", newline="") as stream:
            print(json.dumps(readers[name](stream.read())))
        return 0
    cut = {"contractex": contractex, "lexichunk": lexichunk}[name](int(size))
    for file in files:
        with Path(file).open(encoding="utf-8", newline="") as stream:
            for start, end in cut(stream.read()):
                print(json.dumps({"file": file, "start": start, "end": end}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
