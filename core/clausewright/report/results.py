"""What a check gives for each file, with every place already put into lines and columns.

Results hold no contract text beyond the messages, so that they are cheap to hand from one process to another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from clausewright.finding import Finding
from clausewright.text import PositionEncoding, SourceText


@dataclass(frozen=True, slots=True)
class Region:
    """A span in one-based lines and one-based columns counted in characters; the end column is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def of(cls, source: SourceText, start: int, end: int) -> Region:
        first = source.position(start, PositionEncoding.UTF32)
        last = source.position(end, PositionEncoding.UTF32)
        return cls(first.line + 1, first.character + 1, last.line + 1, last.character + 1)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A finding in its place. *related* follows ``finding.related``; *fingerprint* stays when lines move."""

    finding: Finding
    region: Region
    related: tuple[Region, ...]
    fingerprint: str


@dataclass(frozen=True, slots=True)
class FileResult:
    """One file. *notes* are for the person at the terminal; *failed* says that the check is not to be relied on,
    because the file or its settings could not be read."""

    file: str
    sha256: str | None
    diagnostics: tuple[Diagnostic, ...] = ()
    notes: tuple[str, ...] = ()
    failed: bool = False


@dataclass(frozen=True, slots=True)
class RuleDescription:
    """What a report says of a rule itself."""

    code: str
    name: str
    severity: str | None
    summary: str
    page: str


def readable(results: Sequence[FileResult]) -> list[FileResult]:
    """The results of files that were read."""
    return [result for result in results if result.sha256 is not None]


def shown_path(path: Path) -> str:
    """*path* as it is reported: from the current folder where it lies below that."""
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()
