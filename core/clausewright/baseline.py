"""A baseline: the findings a project had when it began to check, so that only new ones are reported.

A baseline holds fingerprints, no contract text. A fingerprint stays the same when lines move or wrap differently.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from clausewright.finding import Finding
from clausewright.report.results import FileResult

SCHEMA = "clausewright.baseline/1"


class BaselineError(ValueError):
    """A baseline file that cannot be used; the message names it and says why."""


def fingerprint(finding: Finding, text: str, clause_number: str | None) -> str:
    """32 hexadecimal digits over the rule, the words the finding stands on and the number of their clause."""
    words = " ".join(text[finding.start : finding.end].split()).casefold()
    parts = (finding.code, words, clause_number or "")
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def write_baseline(path: Path, results: Iterable[FileResult]) -> int:
    """Write the findings of *results* to *path*, files named relative to it; the number of findings.

    Raises OSError.
    """
    files = {
        _relative(result.file, path): dict(sorted(Counter(d.fingerprint for d in result.diagnostics).items()))
        for result in results
        if result.diagnostics
    }
    path.write_text(json.dumps({"schema": SCHEMA, "files": dict(sorted(files.items()))}, indent=1) + "\n", "utf-8")
    return sum(sum(counts.values()) for counts in files.values())


class Baseline:
    """The findings that a baseline file knows."""

    def __init__(self, path: Path) -> None:
        """Read *path*. Raises BaselineError."""
        self._path = path
        try:
            data = json.loads(path.read_text("utf-8"))
            if not isinstance(data, dict) or data.get("schema") != SCHEMA:
                raise BaselineError(f"{path}: is not a baseline of this version of Clausewright")
            self._files = {file: Counter(counts) for file, counts in data["files"].items()}
        except OSError as error:
            raise BaselineError(f"{path}: {error.strerror or 'cannot be read'}") from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            if isinstance(error, BaselineError):
                raise
            raise BaselineError(f"{path}: is not a baseline file") from None

    def without_known(self, results: Sequence[FileResult]) -> list[FileResult]:
        """*results* less the findings known; of a finding that occurs more often than known, the last ones stay."""
        left = []
        for result in results:
            known = Counter(self._files.get(_relative(result.file, self._path), {}))
            fresh = []
            for diagnostic in result.diagnostics:
                if known[diagnostic.fingerprint] > 0:
                    known[diagnostic.fingerprint] -= 1
                else:
                    fresh.append(diagnostic)
            left.append(replace(result, diagnostics=tuple(fresh)))
        return left


def _relative(file: str, baseline: Path) -> str:
    try:
        return Path(os.path.relpath(file, baseline.absolute().parent)).as_posix()
    except ValueError:  # on another drive
        return Path(file).absolute().as_posix()
