"""``clausewright compare``: a contract against its reference template."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clausewright.commands.output import FAILED, FOUND, OK, complain, json_line, write

if TYPE_CHECKING:
    from clausewright.comparison.pairing import Progress
    from clausewright.comparison.results import Comparison, Lone, Pair, Place
    from clausewright.contract import Contract
    from clausewright.embedding import Embedder

_AS_ASKED = "compared by words alone, as asked"
_SHOWN = 90
"""Characters shown of a clause that is missing or added."""


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "compare",
        help="report what departs from a reference template",
        description="Compare a contract with its reference template, clause by clause: what departs from it, what is "
        "missing, what was added. By meaning where the model packages are installed, by words alone otherwise.",
        epilog="Exit status: 0 nothing departs, 1 something does, 2 bad usage, or nothing to compare.",
    )
    parser.add_argument("input", type=Path, metavar="INPUT", help="the contract")
    parser.add_argument("--reference", type=Path, metavar="REFERENCE", help="the template (default: the settings')")
    parser.add_argument("--format", choices=("text", "json", "html"), default="text")
    parser.add_argument("--words-only", action="store_true", help="compare without the language model")
    parser.add_argument(
        "--save",
        type=Path,
        metavar="DIR",
        help="write report.json, pairs.json and params.json there; a rerun with nothing changed reads them",
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the report to a file")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from clausewright import runner
    from clausewright.comparison.results import NOTES, Note
    from clausewright.contract import Contract
    from clausewright.report.text_report import one_line

    template = options.reference or _template_of_settings(options.input)
    if template is None:
        complain([f"{options.input}: no --reference is given, and the settings name no template for this file"])
        return FAILED
    try:
        documents = [runner.read_document(path) for path in (options.input, template)]
    except runner.ReadingError as error:
        complain([str(error)])
        return FAILED
    settings = [runner.settings_for(document.path, {}) for document in documents]
    contract, reference = (
        Contract.parse(d.text, s.chosen_convention()) for d, s in zip(documents, settings, strict=True)
    )
    embedder = None if options.words_only else _embedder()
    names = documents[0].name, documents[1].name
    try:
        if options.save is None:
            result = _compared(contract, reference, embedder)
        else:
            hashes = documents[0].sha256, documents[1].sha256
            result = _saved(options.save, contract, reference, embedder, names, hashes)
    except OSError as error:
        complain([f"{options.save}: {error.strerror or type(error).__name__}"])
        return FAILED
    named = {
        Note.EMPTY_REFERENCE: documents[1].name,
        Note.EMPTY_INPUT: documents[0].name,
    }
    complain(
        [
            *(note for document in documents for note in document.notes),
            *(problem for s in settings for problem in s.problems),
            *(
                _AS_ASKED
                if note is Note.WORDS_ONLY and options.words_only
                else f"{named[note]}: {NOTES[note]}"
                if note in named
                else NOTES[note]
                for note in result.notes
            ),
        ]
    )
    if options.format == "json":
        text = json_line(_report(result, contract, reference, names))
    elif options.format == "html":
        from clausewright.deviations.html_report import html_report

        text = html_report(contract, reference, result, names)
    else:
        text = "".join(f"{one_line(line)}\n" for line in _lines(result, contract, reference, documents[0].name))
    if not write(text, options.output) or not named.keys().isdisjoint(result.notes):
        return FAILED
    return FOUND if result.deviations or result.gaps or result.added else OK


def _template_of_settings(contract: Path) -> Path | None:
    from clausewright import runner
    from clausewright.deviations.template import path_of

    settings = runner.settings_for(contract, {})
    named = settings.template_for(contract)
    if named is None:
        return None
    path = path_of(named, settings, contract)
    # Reports name it as one would type it.
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _compared(contract: Contract, reference: Contract, embedder: Embedder | None) -> Comparison:
    from clausewright.deviations.comparing import comparison_of

    return comparison_of(contract, reference, embedder, note=lambda note: complain([note]), progress=_shown_progress())


def _saved(
    folder: Path,
    contract: Contract,
    reference: Contract,
    embedder: Embedder | None,
    names: tuple[str, str],
    hashes: tuple[str, str],
) -> Comparison:
    """The comparison in *folder* if nothing has changed, else a new one, which is put there. Raises OSError."""
    from clausewright.comparison.compare import compare
    from clausewright.comparison.judging import shipped
    from clausewright.comparison.pairing import match
    from clausewright.deviations import saved
    from clausewright.embedding import EmbeddingError

    sides = dict(zip(("input", "reference"), hashes, strict=True))
    conventions = {"input": contract.convention, "reference": reference.convention}
    made_by = saved.params(sides, conventions, by_meaning=embedder is not None)
    if (known := saved.read(folder, made_by)) is not None:
        complain([f"nothing has changed since the comparison in {folder}, which is shown"])
        return known
    try:
        matched = match(contract, reference, embedder, shipped(), _shown_progress())
    except EmbeddingError as error:
        complain([str(error)])
        made_by = saved.params(sides, conventions, by_meaning=False)
        matched = match(contract, reference, None, shipped())
    result = compare(contract, reference, matched=matched)
    saved.write(folder, made_by, _report(result, contract, reference, names), matched, result)
    return result


def _shown_progress() -> Progress | None:
    return _progress if sys.stderr.isatty() else None


def _embedder() -> Embedder | None:
    from clausewright.embedding import Embedder, is_installed

    return Embedder() if is_installed() else None


def _progress(done: int, total: int) -> None:
    print(f"\rclausewright: {done} of {total} clauses read", end="\n" if done == total else "", file=sys.stderr)


def _report(result: Comparison, contract: Contract, reference: Contract, names: tuple[str, str]) -> dict[str, Any]:
    """The report as JSON can hold it; *clause* is what ``[[reference.accepted]]`` of a settings file takes."""
    from clausewright.deviations.accepted import key_between

    def accepted_as(found: Pair | Lone, *, added: bool = False) -> dict[str, str]:
        return {"clause": key_between(reference, contract, found, added=added)}

    return {
        "schema": "clausewright.compare/1",
        "input": names[0],
        "reference": names[1],
        "notes": [str(note) for note in result.notes],
        "deviations": [{**_deviation(pair), **accepted_as(pair)} for pair in result.deviations],
        "gaps": [{**_lone(gap), **accepted_as(gap)} for gap in result.gaps],
        "added": [{**_lone(added), **accepted_as(added, added=True)} for added in result.added],
        "covered": [{"input": _place(pair.input), "reference": _place(pair.reference)} for pair in result.covered],
        "mapping": dict(result.mapping),
    }


def _deviation(pair: Pair) -> dict[str, Any]:
    return {
        "input": _place(pair.input),
        "reference": _place(pair.reference),
        "score": round(pair.score, 4),
        "same_matter": round(pair.same_matter, 4),
        "differs": round(pair.differs, 4),
        "conflicts": round(pair.conflicts, 4),
        "facts": [fact.message for fact in pair.facts],
        "message": pair.message,
    }


def _place(place: Place) -> dict[str, Any]:
    return {"start": place.start, "end": place.end, "number": place.number}


def _lone(lone: Lone) -> dict[str, Any]:
    return {**_place(lone.place), "nearest": lone.nearest}


def _lines(result: Comparison, contract: Contract, reference: Contract, name: str) -> Iterator[str]:
    """The report for a reader: findings by place in the contract, then what is missing, then the counts."""
    from clausewright.comparison.results import Note
    from clausewright.text import PositionEncoding

    if Note.UNRELATED in result.notes:
        yield f"{name}: little matches the reference; the clauses are not listed"
        return

    def at(offset: int) -> str:
        position = contract.source.position(offset, PositionEncoding.UTF32)
        return f"{position.line + 1}:{position.character + 1}"

    for pair in result.deviations:
        number = f"{pair.input.number}: " if pair.input.number else ""
        against = f" (template {pair.reference.number})" if pair.reference.number else ""
        yield f"{name}:{at(pair.input.start)}: deviation: {number}{pair.message}{against}"
    for added in result.added:
        yield f"{name}:{at(added.place.start)}: added: {_shown(contract, added)}"
    for gap in result.gaps:
        where = f" (belongs after {gap.nearest})" if gap.nearest else ""
        yield f"{name}:{at(gap.nearest_end or 0)}: missing: {_shown(reference, gap)}{where}"
    counts = len(result.covered), len(result.deviations), len(result.gaps), len(result.added)
    yield "{} covered, {} deviating, {} missing, {} added".format(*counts)


def _shown(contract: Contract, lone: Lone) -> str:
    words = " ".join(contract.source.text[lone.place.start : lone.place.end].split())
    return words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1]}…"
