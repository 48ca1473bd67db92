"""Copies of a contract in which placeholders stand for personal data, and the way back."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import ascii_lowercase

from clausewright.privacy.marks import Mark
from clausewright.privacy.reading import same_value
from clausewright.privacy.rules import rule_for

SCHEMA = "clausewright.redaction/1"
_NAMES = {
    "person-name": "PERSON",
    "postal-address": "ADDRESS",
    "email-address": "EMAIL",
    "telephone-number": "TELEPHONE",
    "bank-data": "ACCOUNT",
    "payment-card": "CARD",
    "national-number": "NATIONAL-NUMBER",
    "passport-number": "PASSPORT",
    "date-of-birth": "DATE-OF-BIRTH",
}
_PLACEHOLDER = re.compile(rf"\[(?:{'|'.join(_NAMES.values())})-(\d{{1,6}})[a-z]*\]")


class RedactionError(Exception):
    """A map that cannot be used; the message names it and says why, without what it holds."""


@dataclass(frozen=True, slots=True)
class Redaction:
    """*text* with placeholders, and the *values* that each of them stands for."""

    text: str
    values: Mapping[str, str]


def redacted(text: str, marks: Sequence[Mark]) -> Redaction:
    """*text* with a placeholder for each of *marks*, which do not overlap.

    The same value has the same placeholder; where it is spelled otherwise a letter is added (``[PERSON-1b]``), so that
    ``restored`` gives back each spelling. Numbers begin above those of placeholders that stand in *text* already.
    """
    first = max((int(match[1]) for match in _PLACEHOLDER.finditer(text)), default=0)
    numbers: dict[tuple[str, str], int] = {}
    counts: dict[str, int] = {}
    spellings: dict[tuple[str, int], list[str]] = {}
    pieces: list[str] = []
    values: dict[str, str] = {}
    at = 0
    for mark in sorted(marks):
        value = text[mark.start : mark.end]
        name = _NAMES[rule_for(mark.kind).name]
        key = (name, same_value(mark.kind, value))
        if key not in numbers:
            counts[name] = numbers[key] = counts.get(name, first) + 1
        known = spellings.setdefault((name, numbers[key]), [])
        if value not in known:
            known.append(value)
        placeholder = f"[{name}-{numbers[key]}{_suffix(known.index(value))}]"
        values[placeholder] = value
        pieces += [text[at : mark.start], placeholder]
        at = mark.end
    pieces.append(text[at:])
    return Redaction("".join(pieces), values)


def _suffix(number: int) -> str:
    """Nothing for the first spelling, then b, c, ... z, bb, cb, ..."""
    out = ""
    while number:
        number, letter = divmod(number, len(ascii_lowercase))
        out += ascii_lowercase[letter]
    return out


def restored(text: str, values: Mapping[str, str]) -> str:
    """*text* with the value that each placeholder of *values* stands for, wherever it stands."""
    return _PLACEHOLDER.sub(lambda match: values.get(match[0], match[0]), text)


def write_map(path: Path, values: Mapping[str, str]) -> None:
    """Write *values* to a new file that only its owner can read. Raises OSError, also where there is such a file."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump({"schema": SCHEMA, "values": dict(values)}, file, ensure_ascii=False, indent=1)
        file.write("\n")


def read_map(path: Path) -> dict[str, str]:
    """The values of a map that ``write_map`` wrote. Raises RedactionError."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["schema"] != SCHEMA or not all(isinstance(value, str) for value in data["values"].values()):
            raise ValueError
        return dict(data["values"])
    except OSError as error:
        raise RedactionError(f"{path}: {error.strerror or 'cannot be read'}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise RedactionError(f"{path}: is not a map of this version of Clausewright") from None
