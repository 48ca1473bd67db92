"""Comparisons made before, kept where only the user can read them."""

from __future__ import annotations

import json
import zlib

from clausewright.comparison.results import Comparison
from clausewright.contract import Contract
from clausewright.deviations.pipeline import identity
from clausewright.deviations.plain import plain, restored
from clausewright.embedding.cache import Cache, cache_folder, key_of

LIMIT = 200
"""Comparisons that are kept: some 10 MB. The oldest go first."""


class Results:
    """Comparisons by the texts compared and by what compared them. Nothing here raises."""

    def __init__(self, cache: Cache | None = None) -> None:
        self._given = cache

    def read(self, contract: Contract, template: Contract, *, by_meaning: bool) -> Comparison | None:
        """The comparison of the two, where it is known."""
        key = _key(contract, template, by_meaning=by_meaning)
        try:
            return restored(json.loads(zlib.decompress(self._cache().read([key])[key])))
        except (KeyError, TypeError, ValueError, zlib.error, OSError, RuntimeError):
            return None

    def write(self, contract: Contract, template: Contract, comparison: Comparison, *, by_meaning: bool) -> None:
        key = _key(contract, template, by_meaning=by_meaning)
        self._cache().write([(key, zlib.compress(json.dumps(plain(comparison)).encode("utf-8", "surrogatepass")))])

    def _cache(self) -> Cache:
        if self._given is None:
            self._given = Cache(cache_folder() / "comparisons.sqlite3", LIMIT)
        return self._given


def _key(contract: Contract, template: Contract, *, by_meaning: bool) -> bytes:
    sides = [[side.convention, side.source.text] for side in (contract, template)]
    return key_of(json.dumps(sides), identity(by_meaning=by_meaning))
