"""Which files a check of some paths reads."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from clausewright.settings import load_settings

_CONTRACT_ENDINGS = (".contract", ".contract.md", ".contract.txt")
_TEXT_ENDINGS = (".md", ".txt")
_SKIPPED_FOLDERS = {"node_modules", "__pycache__"}


def discover(paths: Iterable[Path], *, declared: bool = False) -> Iterator[Path]:
    """The files under *paths*, each once, in the order of *paths* and by name within a folder.

    A file is taken as it is, whatever its name; so is a path that does not exist, for its reader to report. A folder
    gives the contracts below it: files named .contract, .contract.md or .contract.txt, and of the other .md and .txt
    files those that the ``files`` globs of clausewright.toml name, or all of them where it has no such globs. Hidden
    folders and files, node_modules and what ``exclude`` names are passed over; linked folders are not entered. With
    *declared*, no .md or .txt file is a contract unless its name or a glob says so: nobody has asked to check them.
    """
    seen = set()
    for path in paths:
        for file in _below(path, declared=declared) if path.is_dir() else (path,):
            key = os.path.abspath(file)
            if key not in seen:
                seen.add(key)
                yield file


def _below(folder: Path, *, declared: bool) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        here = Path(parent)
        settings = load_settings(here)
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and name not in _SKIPPED_FOLDERS and not settings.excludes(here / name)
        )
        for name in sorted(names):
            file = here / name
            if name.startswith(".") or not file.is_file() or settings.excludes(file):
                continue
            lowered = name.lower()
            if lowered.endswith(_CONTRACT_ENDINGS) or (
                lowered.endswith(_TEXT_ENDINGS) and (settings.names_contract(file) if settings.files else not declared)
            ):
                yield file
