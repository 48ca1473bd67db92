"""How long each regular expression of the engine takes on hostile input, as the engine itself uses it.

Run as a script, in a process of its own: ``re`` and ``regex`` are wrapped before Clausewright is imported, so that
every pattern is timed, whether it stands in a module, is built from a convention, or is written where it is used.
Nothing names the patterns: a new one is covered by being there.

Standard input is an object: *hostile*, a list of ``[name, lead, piece, convention, length]``, which are a lead and what
is repeated after it, the convention to read them by and the shorter length in characters; *folder*, where conventions
are that do not ship. Standard output is one: *tried*, the number of patterns that a text came to; *alone*, those that
none came to, which are searched for in short texts; *slow*, a list of ``[name of the text, module and start of the
pattern, seconds at the shorter length, seconds at four times that]``.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import process_time
from types import ModuleType
from typing import Any

import regex

RATIO = 10
"""Four times the text may take this many times as long; a quadratic pattern takes sixteen times."""
FLOOR = 0.004
"""Seconds below which a duration is taken for noise."""
ALONE = 200
"""Characters of the shorter text for a pattern by itself: most are made for a stretch of a line."""
EDITED = 1000
"""Characters up to which a text is edited too: what an edit runs is no more than what it cost to read the text."""
ROUNDS = 4
"""A pattern is slow if it is so in the best of this many runs."""

seconds: Counter[str] = Counter()
built: dict[str, Timed] = {}
tried: set[str] = set()


def of_length(length: int, lead: str, piece: str) -> str:
    return (lead + piece * (length // len(piece) + 1))[:length]


class Timed:
    """A compiled pattern that counts the time it takes."""

    def __init__(self, pattern: Any, name: str) -> None:
        self._pattern = pattern
        self._name = name
        built[name] = self

    def __getattr__(self, attribute: str) -> Any:
        found = getattr(self._pattern, attribute)
        if attribute == "finditer":
            return self._each
        return partial(self._call, found) if callable(found) else found

    def _call(self, method: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        start = process_time()
        try:
            return method(*arguments, **options)
        finally:
            seconds[self._name] += process_time() - start

    def _each(self, *arguments: Any, **options: Any) -> Iterator[Any]:
        matches = self._pattern.finditer(*arguments, **options)
        while True:
            match = self._call(next, matches, None)
            if match is None:
                return
            yield match


def wrap(module: ModuleType) -> None:
    """Let every pattern that Clausewright builds or uses by *module* be timed."""
    original = module.compile

    def name_of(pattern: str, depth: int) -> str | None:
        caller = sys._getframe(depth).f_globals.get("__name__", "")
        return f"{caller}: {pattern[:60]!r} {len(pattern)}" if caller.startswith("clausewright") else None

    def compile_timed(pattern: Any, flags: int = 0, **options: Any) -> Any:
        if isinstance(pattern, Timed):
            return pattern
        name = name_of(pattern, 2)
        compiled = original(pattern, flags, **options)
        return compiled if name is None else Timed(compiled, name)

    def by_function(method: str, usual: Callable[..., Any]) -> Callable[..., Any]:
        def call(pattern: Any, *arguments: Any, **options: Any) -> Any:
            if not isinstance(pattern, Timed):
                name = name_of(pattern, 2) if isinstance(pattern, str) else None
                if name is None:
                    return usual(pattern, *arguments, **options)
                flags = options.pop("flags", 0)
                if method in ("search", "match", "fullmatch", "findall", "finditer") and len(arguments) > 1:
                    *arguments, flags = arguments  # type: ignore[assignment]
                pattern = Timed(original(pattern, flags), name)
            return getattr(pattern, method)(*arguments, **options)

        return call

    for method in ("search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn"):
        setattr(module, method, by_function(method, getattr(module, method)))
    module.compile = compile_timed  # type: ignore[attr-defined]


def run(use: Callable[[str], object], text: str) -> Counter[str]:
    """Seconds of each pattern while *use* reads *text*."""
    seconds.clear()
    use(text)
    tried.update(seconds)
    return Counter(seconds)


def slow(use: Callable[[str], object], length: int, lead: str, piece: str) -> dict[str, tuple[float, float]]:
    """Seconds at *length* and at four times that of each pattern that took out of proportion in every round."""
    suspects: dict[str, tuple[float, float]] = {}
    for number in range(ROUNDS):
        before = run(use, of_length(length, lead, piece))
        after = run(use, of_length(4 * length, lead, piece))
        found = {name: (before[name], took) for name, took in after.items() if took > RATIO * max(before[name], FLOOR)}
        suspects = found if number == 0 else {name: times for name, times in found.items() if name in suspects}
        if not suspects:
            break
    return suspects


def main() -> None:
    wrap(re)
    wrap(regex)
    from clausewright.check import check
    from clausewright.comparison.sides import Side
    from clausewright.contract import Contract
    from clausewright.convention import load
    from clausewright.inspection import inspection
    from clausewright.settings import Settings

    asked = json.load(sys.stdin)
    folder = Path(asked["folder"])

    def read(text: str, convention: str | None) -> None:
        contract = Contract.parse(text, load(convention, folder) if convention else None)
        if len(text) < EDITED:
            contract.edit(len(text) // 2, len(text) // 2, "x")
        inspection(contract, check(contract), "", "")
        contract.source.line_at(len(text))
        Side(contract).parties()
        Settings().merged({"select": [text], "convention": text})

    found: list[list[object]] = []
    for name, lead, piece, convention, length in asked["hostile"]:
        use = partial(read, convention=convention)
        for pattern, times in slow(use, length, lead, piece).items():
            found.append([name, pattern, *times])
    untried = sorted(built.keys() - tried)
    for pattern in untried:
        for name, lead, piece, *_ in asked["hostile"]:
            for slow_one, times in slow(built[pattern].search, ALONE, lead, piece).items():
                found.append([name, slow_one, *times])
    print(json.dumps({"tried": len(tried) - len(untried), "alone": untried, "slow": found}))


if __name__ == "__main__":
    main()
