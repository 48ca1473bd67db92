"""The list of values that are known and allowed, kept as salted hashes so that it tells nobody what they are.

An entry is ``pbkdf2:SALT:DIGEST`` in hexadecimal digits. Names and telephone numbers are few enough to be tried one by
one, so the hash is a slow one.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from functools import lru_cache
from hashlib import pbkdf2_hmac

from clausewright.privacy.reading import same_value

ALLOW = "privacy.allow"
"""Setting that holds the entries."""

_SCHEME = "pbkdf2"
_ROUNDS = 20_000


def entry(kind: str, value: str, known: Iterable[str] = ()) -> str:
    """The entry for *value*, as printed, of *kind*, with the salt of the entries *known*, which keeps checks quick."""
    salt = next((salt for salt in map(_salt, known) if salt), "") or secrets.token_hex(8)
    return f"{_SCHEME}:{salt}:{_digest(salt, same_value(kind, value))}"


class AllowList:
    """The entries of the settings."""

    def __init__(self, entries: Iterable[str]) -> None:
        self._entries = frozenset(entries)
        self._salts = sorted({salt for salt in map(_salt, self._entries) if salt})

    def holds(self, kind: str, value: str) -> bool:
        """Whether *value*, as printed, of *kind* is allowed."""
        if not self._salts:
            return False
        same = same_value(kind, value)
        return any(f"{_SCHEME}:{salt}:{_digest(salt, same)}" in self._entries for salt in self._salts)


def _salt(printed: str) -> str:
    parts = printed.split(":")
    return parts[1] if len(parts) == 3 and parts[0] == _SCHEME else ""


@lru_cache(maxsize=1024)
def _digest(salt: str, value: str) -> str:
    data = value.encode("utf-8", "surrogatepass")
    return pbkdf2_hmac("sha256", data, bytes.fromhex(salt), _ROUNDS, dklen=16).hex()
