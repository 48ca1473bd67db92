"""Words that tell defined terms from names and from ordinary phrases, read from a data file.

See ``clausewright_grammars/vocabulary.toml``. Every set holds lower-case words or phrases.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache

from clausewright_grammars import vocabulary as shipped_vocabulary


@lru_cache(maxsize=1)
def _data() -> dict[str, frozenset[str]]:
    table = tomllib.loads(shipped_vocabulary().read_text(encoding="utf-8"))
    return {key: _members(value) for key, value in table.items()}


def _members(listed: str) -> frozenset[str]:
    """Members of a list in which semicolons part phrases, or blanks part words where there is no semicolon."""
    parts = listed.split(";") if ";" in listed else listed.split()
    return frozenset(" ".join(part.split()) for part in parts)


def words(kind: str) -> frozenset[str]:
    """The words or phrases listed under *kind*. Raises KeyError for a list that the file does not have."""
    return _data()[kind]
