"""Vectors kept between runs, by the hash of their text, where only the user can read them."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import stat
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path

LIMIT = 200_000
"""Vectors that are kept: some 350 MB. The oldest go first."""
_AT_ONCE = 500
_PATIENCE = 10.0
"""Seconds for which another process may hold the file."""
_BEYOND_REPAIR = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_TROUBLE = (OSError, RuntimeError, sqlite3.Error)
"""RuntimeError is what Path.home says of a user without one."""
_TABLE = "CREATE TABLE IF NOT EXISTS vectors (key BLOB UNIQUE NOT NULL, vector BLOB NOT NULL)"


def cache_folder(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> Path:
    """Where Clausewright keeps what it can make again, as each platform has it. The folder need not exist."""
    home = Path.home()
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "clausewright" / "cache"
    if platform == "darwin":
        return home / "Library" / "Caches" / "clausewright"
    # A relative XDG_CACHE_HOME is invalid by the XDG Base Directory Specification.
    given = Path(environment.get("XDG_CACHE_HOME", ""))
    return (given if given.is_absolute() else home / ".cache") / "clausewright"


def key_of(text: str, model: str) -> bytes:
    """What stands for *text*, as *model* reads it: a SHA-256, from which the text cannot be read."""
    return hashlib.sha256(f"{model}\0{text}".encode("utf-8", "surrogatepass")).digest()


class Cache:
    """Vectors by key in one SQLite file, which is readable for its owner alone, as is its folder.

    A file that cannot be read or written makes a cache that knows nothing and keeps nothing; a damaged one is begun
    anew. Nothing here raises. Any number of processes and threads may use the same file.
    """

    def __init__(self, file: Path | None = None, limit: int = LIMIT) -> None:
        self._given = file
        self._limit = limit

    def read(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The vectors that are there, as they were written."""
        found: dict[bytes, bytes] = {}
        try:
            with closing(self._opened()) as database:
                for at in range(0, len(keys), _AT_ONCE):
                    some = keys[at : at + _AT_ONCE]
                    marks = ",".join("?" * len(some))
                    found.update(database.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", some))
        except _TROUBLE as error:
            self._remove_if_damaged(error)
        return found

    def write(self, vectors: Sequence[tuple[bytes, bytes]]) -> None:
        """Keep *vectors*, pairs of key and vector, and let go of the oldest beyond the limit."""
        try:
            with closing(self._opened()) as database, database:
                database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", vectors)
                oldest = "SELECT max(rowid) - ? FROM vectors"
                database.execute(f"DELETE FROM vectors WHERE rowid <= ({oldest})", (self._limit,))
        except _TROUBLE as error:
            self._remove_if_damaged(error)

    def _file(self) -> Path:
        return self._given or cache_folder() / "embeddings.sqlite3"

    def _opened(self) -> sqlite3.Connection:
        file = self._file()
        _make_private(file)
        database = sqlite3.connect(file, timeout=_PATIENCE)
        try:
            database.execute(_TABLE)
        except sqlite3.Error:
            database.close()
            raise
        return database

    def _remove_if_damaged(self, error: Exception) -> None:
        if getattr(error, "sqlite_errorcode", None) in _BEYOND_REPAIR:
            with suppress(OSError):
                self._file().unlink()


def _make_private(file: Path) -> None:
    """Make *file* and its folder, or make sure that they are the user's own. Raises OSError."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(PermissionError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for place, mode in ((file.parent, 0o700), (file, 0o600)):
        state = place.stat()
        if hasattr(os, "geteuid") and state.st_uid != os.geteuid():
            raise PermissionError(f"{place} belongs to somebody else")
        if stat.S_IMODE(state.st_mode) & ~mode:
            place.chmod(mode)
