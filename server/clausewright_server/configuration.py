"""Settings of each document: ``clausewright.toml`` found upwards from the file, and on top what the editor says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from clausewright.settings import Settings, load_settings
from clausewright_server.client import Json, dig
from clausewright_server.session import Document
from clausewright_server.uris import document_key, file_path

SECTION = "clausewright"
PROJECT_SUFFIX = ".toml"
"""Ending of the project's own files: its settings, and conventions beside them."""


class Configuration:
    """Where the settings come from. *warn* shows a message to the user."""

    def __init__(self, warn: Callable[[str], None]) -> None:
        self._warn = warn
        self._warned: set[str] = set()
        self._editor: dict[str, Any] = {}
        self._by_folder: dict[str, dict[str, Any]] = {}

    def initialise(self, options: Json) -> None:
        """Take what the client gave with ``initialize``: the section by its name, or by itself."""
        section = dig(options, SECTION)
        self._editor = _mapping(options if section is None else section)

    def update(self, section: Json, by_folder: Mapping[str, Json] | None = None) -> bool:
        """Take the editor's section, and those of its folders by URI; true if they say something else than before."""
        before = self._editor, self._by_folder
        self._editor = _mapping(section)
        self._by_folder = {document_key(uri): _mapping(one) for uri, one in (by_folder or {}).items()}
        return before != (self._editor, self._by_folder)

    def forget_warnings(self) -> None:
        """A project file changed: what is still wrong with it is worth saying again."""
        self._warned.clear()

    def settings_of(self, document: Document) -> Settings:
        """Settings for *document*. What is wrong with them is left out, and said once."""
        settings = self.settings_at(document.uri)
        for problem in settings.problems:
            if problem not in self._warned:
                self._warned.add(problem)
                self._warn(problem)
        return settings

    def settings_at(self, uri: str) -> Settings:
        """Settings for the document at *uri*, open or not. From any thread; says nothing to anybody."""
        path = file_path(uri)
        settings = load_settings(path) if path is not None else Settings()
        return settings.merged(self._section_of(uri), "the editor's settings")

    def _section_of(self, uri: str) -> dict[str, Any]:
        """What the editor says for the innermost of its folders around *uri*."""
        key = document_key(uri)
        folders = [one for one in self._by_folder if key == one or key.startswith(one.rstrip("/") + "/")]
        return self._by_folder[max(folders, key=len)] if folders else self._editor


def _mapping(value: Json) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else {}
