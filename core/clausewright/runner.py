"""Checking files: each read from disk, parsed, checked with the settings that hold there, and put into lines."""

from __future__ import annotations

import gc
import hashlib
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clausewright.baseline import fingerprint
from clausewright.check import check
from clausewright.contract import Contract
from clausewright.finding import Elsewhere, Finding, Related
from clausewright.privacy.packages import MissingPackages
from clausewright.report.results import Diagnostic, FileResult, Region
from clausewright.settings import OFF, ON, Settings, load_settings
from clausewright.suppression import comments, unsuppressed
from clausewright.text import SourceText, decode, other_than_text

if TYPE_CHECKING:
    from clausewright.deviations.compared import Compared, Unusable
    from clausewright.embedding import Embedder
    from clausewright.privacy.marks import Mark
    from clausewright.privacy.reading import PersonalDataReader

_YOUNG_OBJECTS = 100_000
# Starting the workers costs as much as reading this many characters.
_WORTH_WORKERS = 1_000_000

_CODE = re.compile(r"CW\d+", re.IGNORECASE)


class ReadingError(Exception):
    """A file that cannot be read; the message names it and says why."""


@dataclass(frozen=True, slots=True)
class Document:
    """A contract as it lies on disk. *name* is how it is reported, *path* where its settings are looked for."""

    name: str
    path: Path
    text: str
    sha256: str
    notes: tuple[str, ...] = ()


def read_document(path: Path) -> Document:
    """Read the file at *path*. Raises ReadingError."""
    name = display_name(path)
    try:
        data = path.read_bytes()
    except IsADirectoryError:
        raise ReadingError(f"{name}: is a folder, not a file") from None
    except (OSError, ValueError) as error:
        raise ReadingError(f"{name}: {getattr(error, 'strerror', None) or 'cannot be read'}") from None
    return document_from(data, name, path)


def document_from(data: bytes, name: str, path: Path) -> Document:
    """The contract with the content *data*. Raises ReadingError where that is no text."""
    if (kind := other_than_text(data)) is not None:
        raise ReadingError(f"{name}: is {kind}, not text; save the contract as .txt or .md first")
    text, encoding = decode(data)
    notes = (f"{name}: is not valid UTF-8; read as Windows-1252 ({encoding})",) if encoding == "cp1252" else ()
    return Document(name, path, text, hashlib.sha256(data).hexdigest(), notes)


def display_name(path: Path) -> str:
    """*path* as text that can be printed, whatever bytes the file system gave."""
    return os.fsencode(path).decode("utf-8", "replace")


def settings_for(path: Path, overrides: Mapping[str, Any]) -> Settings:
    """Settings of the file at *path*, with those of the command line on top.

    ``pii`` in *overrides* switches the reading of personal data on where the file's own settings have it off;
    ``reference`` there is a template that was asked for by hand.
    """
    settings = load_settings(path).merged(overrides, "command line")
    if overrides.get("pii") and settings.privacy.mode == OFF:
        settings = replace(settings, privacy=replace(settings.privacy, mode=ON))
    if overrides.get("reference") and settings.reference.templates:
        first, *others = settings.reference.templates
        asked_for = (replace(first, explicit=True), *others)
        settings = replace(settings, reference=replace(settings.reference, templates=asked_for))
    return settings


def personal_data(contract: Contract, settings: Settings) -> list[Mark] | None:
    """Personal data in *contract*; None where *settings* have their reading off. Raises MissingPackages."""
    return None if settings.privacy.mode == OFF else _privacy_reader().read(contract)


@cache
def _privacy_reader() -> PersonalDataReader:
    from clausewright.privacy.engine import Engine
    from clausewright.privacy.reading import PersonalDataReader

    return PersonalDataReader(Engine().read)


def compared(
    contract: Contract, document: Document, settings: Settings, notes: list[str]
) -> Compared | Unusable | None:
    """*contract* with its template, None where *settings* name none. *notes* takes what a reader must know."""
    if settings.template_for(document.path) is None:
        return None
    from clausewright.comparison.results import NOTES, Note
    from clausewright.deviations.comparing import compared_with_template

    result = compared_with_template(contract, document.path, settings, _embedder(), note=notes.append)
    if result is not None and _embedder() is None:
        notes.append(NOTES[Note.WORDS_ONLY])
    return result


@cache
def _embedder() -> Embedder | None:
    from clausewright.embedding import Embedder, is_installed

    return Embedder() if is_installed() else None


def findings_of(
    contract: Contract,
    document: Document,
    settings: Settings,
    marks: Sequence[Mark] | None = None,
    comparison: Compared | Unusable | None = None,
) -> list[Finding]:
    """What a check of *document* reports; *marks* are its personal data, if they were read, *comparison* is the one
    with its reference template, if there is one."""
    return unsuppressed(check(contract, settings, marks, comparison), document.text, settings, document.path)


def check_document(document: Document, overrides: Mapping[str, Any]) -> FileResult:
    """Check one contract. A fault of Clausewright's own is reported as a note without any of the contract's text."""
    settings = settings_for(document.path, overrides)
    notes = [*document.notes, *settings.problems, *_idle_comments(document)]
    failed = bool(settings.problems)
    try:
        contract = Contract.parse(document.text, settings.chosen_convention())
        try:
            marks = personal_data(contract, settings)
        except MissingPackages as error:
            marks, failed = None, True
            notes.append(str(error))
        diagnostics = tuple(
            _placed(finding, contract, document.text)
            for finding in findings_of(
                contract,
                document,
                settings,
                marks,
                compared(contract, document, settings, notes),
            )
        )
    except Exception as error:
        fault = f"{document.name}: could not be checked: {type(error).__name__}; this is a fault in Clausewright"
        return FileResult(document.name, None, notes=(*notes, fault), failed=True)
    return FileResult(document.name, document.sha256, diagnostics, tuple(notes), failed)


def _idle_comments(document: Document) -> Iterator[str]:
    """A message for each code in a comment of *document* that no rule has, and for each comment that names no rule.

    Other words are passed over, and never repeated: somebody may give a reason.
    """
    for line, selectors in comments(document.text, document.path):
        from clausewright.catalogue import names_rule

        place = f"{document.name}:{line + 1}"
        codes = [selector for selector in selectors if _CODE.fullmatch(selector) and not names_rule(selector)]
        for code in codes:
            yield f"{place}: ignore: there is no rule “{code}”; `clausewright explain` lists them"
        if not codes and not any(map(names_rule, selectors)):
            yield f"{place}: ignore: the comment names no rule that there is; `clausewright explain` lists them"


def _placed(finding: Finding, contract: Contract, text: str) -> Diagnostic:
    source = contract.source
    clause = contract.clause_at(finding.start)
    regions = tuple(
        Region.of(source if related.elsewhere is None else _source(related.elsewhere.text), related.start, related.end)
        for related in finding.related
    )
    return Diagnostic(
        replace(finding, related=tuple(map(_light, finding.related))),
        Region.of(source, finding.start, finding.end),
        regions,
        fingerprint(finding, text, clause.number if clause is not None else None),
    )


@lru_cache(maxsize=4)
def _source(text: str) -> SourceText:
    return SourceText(text)


def _light(related: Related) -> Related:
    """*related* without the text of another file, which has served its purpose."""
    if related.elsewhere is None:
        return related
    return replace(related, elsewhere=Elsewhere(related.elsewhere.path, ""))


def check_path(path: Path, overrides: Mapping[str, Any]) -> FileResult:
    """Check the file at *path*; one that cannot be read is a result that failed."""
    return check_read(lambda: read_document(path), display_name(path), overrides)


def check_read(read: Callable[[], Document], name: str, overrides: Mapping[str, Any]) -> FileResult:
    """Check what *read* gives; where it raises ReadingError, the result is one that failed, reported under *name*."""
    try:
        document = read()
    except ReadingError as error:
        return FileResult(name, None, notes=(str(error),), failed=True)
    return check_document(document, overrides)


def check_paths(paths: Sequence[Path], overrides: Mapping[str, Any]) -> list[FileResult]:
    """Check files, side by side where there are enough of them; results in the order of *paths*."""
    workers = min(os.cpu_count() or 1, 8, len(paths))
    if workers < 2 or sum(_size(path) for path in paths) < _WORTH_WORKERS or _compares(paths, overrides):
        return [check_path(path, overrides) for path in paths]
    return list(_checked_side_by_side(paths, overrides, workers))


def _compares(paths: Sequence[Path], overrides: Mapping[str, Any]) -> bool:
    """Whether any of *paths* is compared with a template: each process would hold the language model for itself."""
    return bool(overrides.get("reference")) or any(load_settings(path).reference.templates for path in paths)


def _checked_side_by_side(paths: Sequence[Path], overrides: Mapping[str, Any], workers: int) -> Iterator[FileResult]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # The longest first, so that no worker is left alone with a long one at the end.
    order = sorted(range(len(paths)), key=lambda number: -_size(paths[number]))
    with ProcessPoolExecutor(workers, initializer=_collect_seldom) as pool:
        futures = {number: pool.submit(check_path, paths[number], overrides) for number in order}
        for number, path in enumerate(paths):
            try:
                yield futures[number].result()
            except BrokenProcessPool:
                note = f"{display_name(path)}: could not be checked: the process that read it was ended"
                yield FileResult(display_name(path), None, notes=(note,), failed=True)


def _collect_seldom() -> None:
    """Let the collector of a process that only checks files look at few objects, and not often: contracts are trees."""
    gc.freeze()
    gc.set_threshold(_YOUNG_OBJECTS)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0
