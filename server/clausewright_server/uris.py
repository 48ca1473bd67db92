"""Document URIs: one key for every spelling of the same document, and paths of those that have one."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pygls.uris import to_fs_path

_DRIVE = re.compile(r"^(file:/{2,3})([A-Za-z]):", re.IGNORECASE)


def document_key(uri: str) -> str:
    """Key under which a document is kept: editors spell the same file ``c%3A``, ``C:`` and ``c:``."""
    plain = unquote(uri)
    return _DRIVE.sub(lambda m: f"{m[1].lower()}{m[2].lower()}:", plain)


def file_path(uri: str) -> Path | None:
    """Path of a ``file:`` URI; None for ``untitled:``, remote and malformed ones."""
    try:
        if urlsplit(uri).scheme.lower() != "file":
            return None
        path = to_fs_path(uri)
    except ValueError:
        return None
    return Path(path) if path and "\0" not in path else None
