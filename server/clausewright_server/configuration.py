"""Settings of each document: ``clausewright.toml`` found upwards from the file, over that what the editor says."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from clausewright import settings as core
from clausewright.settings import Settings
from clausewright_server.client import Json, dig
from clausewright_server.session import Document
from clausewright_server.uris import file_path

logger = logging.getLogger(__name__)

SECTION = "clausewright"
PROJECT_FILE = "clausewright.toml"


def said(value: Json) -> dict[str, Any]:
    """The settings of *value* that say something.

    Editors send every setting they know, the ones nobody touched as null or empty; those must not undo what the project
    file says.
    """
    if not isinstance(value, Mapping):
        return {}
    cleaned = {name: said(item) if isinstance(item, Mapping) else item for name, item in value.items()}
    return {name: item for name, item in cleaned.items() if item not in (None, "", [], {})}


class Configuration:
    """Where the settings come from. *warn* shows a message to the user."""

    def __init__(self, warn: Callable[[str], None]) -> None:
        self._warn = warn
        self._warned: set[str] = set()
        self._editor: dict[str, Any] = {}

    def initialise(self, options: Json) -> None:
        """Take what the client gave with ``initialize``."""
        self._editor = said(dig(options, SECTION) if dig(options, SECTION) is not None else options)

    def update(self, section: Json) -> bool:
        """Take the editor's section; true if it says something else than before."""
        before, self._editor = self._editor, said(section)
        return before != self._editor

    def forget_warnings(self) -> None:
        """A project file changed: what is still wrong with it is worth saying again."""
        self._warned.clear()

    def settings_of(self, document: Document) -> Settings | None:
        """Settings for *document*; the defaults where a source cannot be read, which the user is told once."""
        settings = self._project_settings(file_path(document.uri))
        merged: Callable[[dict[str, Any]], Settings] | None = getattr(settings or Settings(), "merged", None)
        if merged is None or not self._editor:
            return settings
        try:
            return merged(self._editor)
        except Exception as error:
            self._warn_once(f"The editor's settings under “{SECTION}” are not used: {error}", error)
            return settings

    def _project_settings(self, path: Path | None) -> Settings | None:
        load: Callable[[Path], Settings] | None = getattr(core, "load_settings", None)
        if path is None or load is None:
            return None
        try:
            return load(path)
        except Exception as error:
            self._warn_once(f"{PROJECT_FILE} for {path.name} is not used: {error}", error)
            return None

    def _warn_once(self, message: str, error: Exception) -> None:
        if message not in self._warned:
            self._warned.add(message)
            logger.warning("Settings could not be read", exc_info=error)
            self._warn(message)
