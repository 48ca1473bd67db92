"""Deviations that somebody has accepted: how they are known again, and how the settings file remembers them."""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from pathlib import Path
from tempfile import NamedTemporaryFile

from clausewright.comparison.results import Lone, Pair, Place
from clausewright.contract import Contract
from clausewright.deviations.compared import Compared
from clausewright.edits.change import RefusedError
from clausewright.settings import Acceptance

_DIGITS = 16


def key_of(contract: Contract, compared: Compared, found: Pair | Lone, *, added: bool = False) -> str:
    """What a deviation of *contract* is remembered by: a hash of the words of both clauses, whatever their numbers.

    It changes with the words of either. *added* says that a lone clause is of the contract, not of the template.
    """
    return key_between(compared.template.contract, contract, found, added=added)


def key_between(template: Contract, contract: Contract, found: Pair | Lone, *, added: bool = False) -> str:
    """``key_of`` for a *contract* compared with a *template*."""
    if isinstance(found, Pair):
        sides = [_words(template, found.reference), _words(contract, found.input)]
    elif added:
        sides = ["", _words(contract, found.place)]
    else:
        sides = [_words(template, found.place), ""]
    return hashlib.sha256("\0".join(sides).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _words(contract: Contract, place: Place) -> str:
    clause = contract.clause_at(place.start)
    start = clause.marker_end if clause is not None and clause.start == place.start else place.start
    return " ".join(contract.source.text[min(start, place.end) : place.end].split())


def remembered(settings: str, acceptance: Acceptance) -> str:
    """The text of a settings file with *acceptance* at its end. Raises RefusedError where it has no room for one."""
    end = "\r\n" if "\r\n" in settings else "\n"
    lines = [
        "[[reference.accepted]]",
        *(f"{key} = {_quoted(getattr(acceptance, key))}" for key in ("clause", "by", "why")),
    ]
    gap = "" if not settings else end if settings.endswith(("\n", "\r")) else end + end
    after = settings + gap + end.join(lines) + end
    try:
        entries = tomllib.loads(after)["reference"]["accepted"]
    except (tomllib.TOMLDecodeError, KeyError, TypeError):
        raise RefusedError(
            "clausewright.toml cannot take the entry as it stands; write “reference” as a table, not in one line."
        ) from None
    if entries[-1]["clause"] != acceptance.clause:
        raise RefusedError("clausewright.toml cannot take the entry as it stands.")
    return after


def remember(file: Path, acceptance: Acceptance) -> None:
    """Add *acceptance* to the settings *file*, which is made if it is not there. Raises RefusedError."""
    try:
        before = file.read_bytes().decode("utf-8-sig") if file.exists() else ""
        _write(file, remembered(before, acceptance))
    except UnicodeDecodeError:
        raise RefusedError(f"{file.name} is not UTF-8.") from None
    except OSError as error:
        raise RefusedError(f"{file.name} cannot be written: {error.strerror or type(error).__name__}.") from None


def _write(file: Path, text: str) -> None:
    """Put *text* into *file* whole: whoever reads it meanwhile sees the old one or the new one. Raises OSError."""
    target = file.resolve()
    with NamedTemporaryFile("w", dir=target.parent, delete=False, encoding="utf-8", newline="") as stream:
        stream.write(text)
    try:
        os.chmod(stream.name, target.stat().st_mode & 0o777 if target.exists() else 0o644)
        os.replace(stream.name, target)
    except OSError:
        os.unlink(stream.name)
        raise


def _quoted(text: str) -> str:
    """*text* as a basic string of TOML, whose escapes are those of JSON."""
    return json.dumps("".join(c for c in text if c.isprintable()), ensure_ascii=False)
