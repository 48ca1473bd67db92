"""``clausewright check``: what does not hold together, over files and folders."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clausewright.commands.options import STDIN, add_common, overrides, stdin_document, stdin_name, strangers
from clausewright.commands.output import FAILED, FOUND, OK, complain, json_line, program_version, write

if TYPE_CHECKING:
    from clausewright.report.results import FileResult


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "check",
        help="report what does not hold together",
        description="Check contracts. A folder stands for the contracts below it, - for standard input.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--format", choices=("text", "json", "sarif", "github"), default="text")
    add_common(parser)
    parser.add_argument(
        "--fail-on",
        choices=("error", "warning", "information", "never"),
        default="warning",
        help="the least severity that makes the exit status 1 (default: %(default)s)",
    )
    parser.add_argument("--reference", type=Path, metavar="TEMPLATE", help="report what departs from this template too")
    parser.add_argument("--baseline", type=Path, metavar="FILE", help="leave out the findings this baseline knows")
    parser.add_argument("--write-baseline", type=Path, metavar="FILE", help="write today's findings as a baseline")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the report to a file")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from clausewright import runner
    from clausewright.baseline import Baseline, BaselineError, write_baseline
    from clausewright.discovery import discover

    chosen = overrides(options)
    if chosen is None:
        return FAILED
    if options.reference is not None:
        chosen["reference"] = {"template": str(options.reference.absolute())}
    notes: list[str] = []
    try:
        baseline = Baseline(options.baseline) if options.baseline else None
    except BaselineError as error:
        complain([str(error)])
        return FAILED

    named = [Path(path) for path in options.paths if path != STDIN]
    files = list(discover(named))
    results = runner.check_paths(files, chosen)
    if STDIN in options.paths:
        results.insert(0, runner.check_read(lambda: stdin_document(options), stdin_name(options), chosen))
    elif not files:
        notes.append("no contracts found there")
    settings_notes, unknown = _unknown_selectors(files)
    failed = unknown or any(result.failed for result in results)
    complain([*notes, *settings_notes, *(note for result in results for note in result.notes)])

    if options.write_baseline:
        try:
            count = write_baseline(options.write_baseline, results)
        except OSError as error:
            complain([f"{options.write_baseline}: {error.strerror}"])
            return FAILED
        complain([f"{count} {'finding' if count == 1 else 'findings'} written to {options.write_baseline}"])
        return FAILED if failed else OK

    if baseline is not None:
        results = baseline.without_known(results)
    status = FAILED if failed else _status(results, options.fail_on)
    return status if write(_report(results, options.format), options.output) else FAILED


def _unknown_selectors(files: Iterable[Path]) -> tuple[list[str], bool]:
    """Messages on rules that the settings files of *files* name but that do not exist, and whether there are any."""
    from clausewright.settings import load_settings, settings_file

    folders = dict.fromkeys(file.parent for file in files)
    sources = dict.fromkeys(found for folder in folders if (found := settings_file(folder)) is not None)
    messages = [message for file in sources for message in strangers(load_settings(file.parent), str(file))]
    return messages, bool(messages)


def _status(results: Sequence[FileResult], fail_on: str) -> int:
    from clausewright.finding import Severity

    if fail_on == "never":
        return OK
    threshold = Severity(fail_on).rank
    loud = any(d.finding.severity.rank <= threshold for result in results for d in result.diagnostics)
    return FOUND if loud else OK


def _report(results: Sequence[FileResult], form: str) -> str:
    if form == "json":
        from clausewright.report.json_report import check_report

        return json_line(check_report(results))
    if form == "sarif":
        from clausewright.catalogue import ALL_RULES
        from clausewright.explain import description
        from clausewright.report.sarif_report import sarif_report

        return json_line(sarif_report(results, [description(rule) for rule in ALL_RULES], program_version()))
    if form == "github":
        from clausewright.report.github_report import github_report

        return "".join(f"{line}\n" for line in github_report(results))
    from clausewright.report.text_report import text_report

    return "".join(f"{line}\n" for line in text_report(results))
