"""Changes of ``clausewright.toml`` as the protocol's workspace edits."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from clausewright.edits.change import RefusedError
from clausewright.edits.settings_file import entry_added
from clausewright.settings import FILE_NAME, settings_file
from clausewright_server.client import SAVE_SETTINGS, ClientProfile
from clausewright_server.session import Snapshot
from clausewright_server.uris import file_path

_SPECIAL = re.compile(r"([*?\[\]{}()|!~\\])")


def is_possible(snapshot: Snapshot, client: ClientProfile) -> bool:
    """Whether the document has settings, or they can be made beside it."""
    path = file_path(snapshot.uri)
    return path is not None and (settings_file(path) is not None or client.creates_files)


def settings_edit(snapshot: Snapshot, client: ClientProfile, table: str, key: str, entry: str) -> dict[str, Any]:
    """The workspace edit that adds *entry* to a list of the document's settings; it makes the file if there is none.

    Raises RefusedError where it cannot be added.
    """
    path = file_path(snapshot.uri)
    if path is None:
        raise RefusedError("Settings stand beside a file; save the document first.")
    file = settings_file(path)
    try:
        text = file.read_bytes().decode("utf-8-sig") if file is not None else ""
    except (OSError, UnicodeDecodeError):
        raise RefusedError("The settings cannot be read as they stand.") from None
    edit = entry_added(text, table, key, entry)
    places = snapshot.places.of_text(text)
    change = {"range": places.range(edit.start, edit.end), "newText": edit.new_text}
    uri = _uri(path)
    if not client.document_changes:
        return {"changes": {uri: [change]}}
    edited = {"textDocument": {"uri": uri, "version": None}, "edits": [change]}
    made = [{"kind": "create", "uri": uri, "options": {"ignoreIfExists": True}}] if file is None else []
    return {"documentChanges": [*made, edited]}


def saving(snapshot: Snapshot, client: ClientProfile) -> dict[str, Any] | None:
    """The client's command that saves the changed settings, which are read from their file; None where it has none."""
    path = file_path(snapshot.uri)
    if path is None or not client.saves_settings:
        return None
    return {"title": "Save the settings", "command": SAVE_SETTINGS, "arguments": [_uri(path)]}


def _uri(path: Path) -> str:
    """URI of the settings of the document at *path*, or of those that would be made beside it."""
    return (settings_file(path) or path.parent / FILE_NAME).as_uri()


def glob_of(snapshot: Snapshot) -> str:
    """The glob by which the settings name the document. Raises RefusedError for what is no file."""
    path = file_path(snapshot.uri)
    if path is None:
        raise RefusedError("Settings name a file; save the document first.")
    file = settings_file(path)
    root = file.parent if file is not None else path.parent
    return _SPECIAL.sub(r"\\\1", _below(path, root).as_posix())


def _below(path: Path, root: Path) -> Path:
    return path.relative_to(root) if path.is_relative_to(root) else path
