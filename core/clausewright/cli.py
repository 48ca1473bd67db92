"""The ``clausewright`` command.

Exit status, as linters have it: 0 nothing to report, 1 findings at or above ``--fail-on``, 2 bad usage or something
that could not be read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from clausewright.commands import allow, chunk, locate, redact
from clausewright.commands.output import FAILED, FOUND, OK, complain, json_line, write

if TYPE_CHECKING:
    from clausewright.report.results import FileResult

_STDIN = "-"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line *argv* (without the program's name); the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == ["serve"]:
        from clausewright_server.main import main as serve

        return serve(arguments[1:])
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except KeyboardInterrupt:
        return 130
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="clausewright",
        description="Reads contracts and says what does not hold together.",
        epilog="Exit status: 0 nothing to report, 1 findings, 2 bad usage or unreadable input.",
    )
    parser.add_argument("--version", action=_Version)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    check = commands.add_parser(
        "check",
        help="report what does not hold together",
        description="Check contracts. A folder stands for the contracts below it, - for standard input.",
    )
    check.add_argument("paths", nargs="+", metavar="PATH")
    check.add_argument("--format", choices=("text", "json", "sarif", "github"), default="text")
    _add_common(check)
    check.add_argument(
        "--fail-on",
        choices=("error", "warning", "information", "never"),
        default="warning",
        help="the least severity that makes the exit status 1 (default: %(default)s)",
    )
    check.add_argument("--baseline", type=Path, metavar="FILE", help="leave out the findings this baseline knows")
    check.add_argument("--write-baseline", type=Path, metavar="FILE", help="write today's findings as a baseline")
    check.add_argument("--output", type=Path, metavar="FILE", help="write the report to a file")
    check.set_defaults(run=_check)

    inspect = commands.add_parser(
        "inspect",
        help="print the reading of a contract as JSON",
        description="Print clauses, definitions, references and findings of one contract as JSON.",
    )
    inspect.add_argument("file", metavar="FILE", help="a contract, or - for standard input")
    inspect.add_argument("--format", choices=("json",), default="json")
    _add_common(inspect)
    inspect.set_defaults(run=_inspect)

    chunk.add(commands)
    locate.add(commands)
    redact.add(commands)
    allow.add(commands)

    explain = commands.add_parser("explain", help="print a rule's page", description="Print a rule's page.")
    explain.add_argument(
        "rule", nargs="?", metavar="CODE", help="a rule's code or name; without one, the rules there are"
    )
    explain.set_defaults(run=_explain)

    commands.add_parser("serve", help="run the language server on standard input and output", add_help=False)
    return parser


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pii", action="store_true", help="report personal data too")
    parser.add_argument(
        "--select", type=_listed, action="extend", default=[], metavar="C,..", help="run these rules only"
    )
    parser.add_argument(
        "--ignore", type=_listed, action="extend", default=[], metavar="C,..", help="leave these rules out"
    )
    parser.add_argument(
        "--stdin-filename", type=Path, metavar="NAME", help="the name that standard input is checked and reported under"
    )


def _listed(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


class _Version(argparse.Action):
    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"clausewright {_version()}")
        parser.exit(OK)


def _version() -> str:
    try:
        return version("clausewright")
    except PackageNotFoundError:
        return "unknown"


# -- check ------------------------------------------------------------------------------------------------------------


def _check(options: argparse.Namespace) -> int:
    from clausewright import runner
    from clausewright.baseline import Baseline, BaselineError, write_baseline
    from clausewright.discovery import discover

    overrides = _overrides(options)
    if overrides is None:
        return FAILED
    notes: list[str] = []
    try:
        baseline = Baseline(options.baseline) if options.baseline else None
    except BaselineError as error:
        complain([str(error)])
        return FAILED

    named = [Path(path) for path in options.paths if path != _STDIN]
    files = list(discover(named))
    results = runner.check_paths(files, overrides)
    if _STDIN in options.paths:
        results.insert(0, runner.check_document(_stdin_document(options), overrides))
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


def _overrides(options: argparse.Namespace) -> dict[str, Any] | None:
    """Settings that the command line gives; None after saying what is wrong with them."""
    from clausewright.settings import Settings

    overrides = {"select": options.select, "ignore": options.ignore, "pii": options.pii}
    given = Settings().merged(overrides, "command line")
    problems = [*given.problems, *_strangers(given, "command line")]
    complain(problems)
    return None if problems else overrides


def _strangers(settings: Any, source: str) -> list[str]:
    """A message for each selector of *settings* that names no rule and no family."""
    from clausewright.catalogue import ALL_RULES
    from clausewright.finding import FAMILIES
    from clausewright.settings import selects

    def known(selector: str) -> bool:
        return any(selects(selector, rule.code, rule.name) for rule in ALL_RULES) or selector.upper() in FAMILIES

    return [
        f"{source}: {key}: there is no rule “{selector}”; `clausewright explain` lists them"
        for key, selector in settings.selectors()
        if not known(selector)
    ]


def _unknown_selectors(files: Iterable[Path]) -> tuple[list[str], bool]:
    """Messages on rules that the settings files of *files* name but that do not exist, and whether there are any."""
    from clausewright.settings import load_settings, settings_file

    folders = dict.fromkeys(file.parent for file in files)
    sources = dict.fromkeys(found for folder in folders if (found := settings_file(folder)) is not None)
    messages = [message for file in sources for message in _strangers(load_settings(file.parent), str(file))]
    return messages, bool(messages)


def _stdin_document(options: argparse.Namespace) -> Any:
    from clausewright import runner

    path = options.stdin_filename or Path("<stdin>")
    return runner.document_from(sys.stdin.buffer.read(), runner.display_name(path), path)


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

        return json_line(sarif_report(results, [description(rule) for rule in ALL_RULES], _version()))
    if form == "github":
        from clausewright.report.github_report import github_report

        return "".join(f"{line}\n" for line in github_report(results))
    from clausewright.report.text_report import text_report

    return "".join(f"{line}\n" for line in text_report(results))


# -- inspect, explain -------------------------------------------------------------------------------------------------


def _inspect(options: argparse.Namespace) -> int:
    from clausewright import runner
    from clausewright.contract import Contract
    from clausewright.inspection import inspection
    from clausewright.privacy.packages import MissingPackages

    overrides = _overrides(options)
    if overrides is None:
        return FAILED
    try:
        document = _stdin_document(options) if options.file == _STDIN else runner.read_document(Path(options.file))
    except runner.ReadingError as error:
        complain([str(error)])
        return FAILED
    settings = runner.settings_for(document.path, overrides)
    contract = Contract.parse(document.text, settings.chosen_convention())
    try:
        marks = runner.personal_data(contract, settings)
    except MissingPackages as error:
        complain([f"{document.name}: {error}"])
        return FAILED
    findings = runner.findings_of(contract, document, settings, marks)
    reading = inspection(contract, findings, document.name, document.sha256, marks)
    complain([*document.notes, *settings.problems])
    if not write(json_line(reading), None):
        return FAILED
    return FAILED if settings.problems else OK


def _explain(options: argparse.Namespace) -> int:
    from clausewright import explain

    try:
        text = explain.page(explain.find_rule(options.rule)) if options.rule else explain.listing()
    except explain.UnknownRule as error:
        complain([str(error)])
        return FAILED
    return OK if write(text, None) else FAILED


if __name__ == "__main__":
    sys.exit(main())
