"""Settings of each document: ``clausewright.toml`` found upwards from the file, and on top what the editor says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from clausewright.settings import FILE_NAME, Settings, load_settings
from clausewright_server.client import Json, dig
from clausewright_server.session import Document
from clausewright_server.uris import file_path

SECTION = "clausewright"
PROJECT_FILE = FILE_NAME


class Configuration:
    """Where the settings come from. *warn* shows a message to the user."""

    def __init__(self, warn: Callable[[str], None]) -> None:
        self._warn = warn
        self._warned: set[str] = set()
        self._editor: dict[str, Any] = {}

    def initialise(self, options: Json) -> None:
        """Take what the client gave with ``initialize``: the section by its name, or by itself."""
        section = dig(options, SECTION)
        self._editor = _mapping(options if section is None else section)

    def update(self, section: Json) -> bool:
        """Take the editor's section; true if it says something else than before."""
        before, self._editor = self._editor, _mapping(section)
        return before != self._editor

    def forget_warnings(self) -> None:
        """A project file changed: what is still wrong with it is worth saying again."""
        self._warned.clear()

    def settings_of(self, document: Document) -> Settings:
        """Settings for *document*. What is wrong with them is left out, and said once."""
        path = file_path(document.uri)
        settings = load_settings(path) if path is not None else Settings()
        settings = settings.merged(self._editor, "the editor's settings")
        for problem in settings.problems:
            if problem not in self._warned:
                self._warned.add(problem)
                self._warn(problem)
        return settings


def _mapping(value: Json) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else {}
