"""Our own single clauses, each with a change that matters or with one that does not: ``clauses.txt`` of the tests."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).parent.parent / "tests" / "core" / "fixtures" / "comparison" / "clauses.txt"
_EDIT = re.compile(r"\{(!?)([^{}]*?)\s*>>\s*([^{}]*)\}")
_NAMED = re.compile(r"\{!([^{}]*)\}")
_SPACES = re.compile(r"\s+(?=[,.;]|\s)")
_EVERY = 3


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """A clause of a template and what a contract has in its place.

    *named* are the words, by side, of which a message about the difference must show some; none where nothing matters.
    Every third case is *kept* aside: no weight is fitted on it and no rule was written for it.
    """

    kind: str
    reference: str
    entered: str
    differs: bool
    named: tuple[str, str]
    kept: bool


def clause_changes() -> list[ClauseChange]:
    """All cases of the file, in its order."""
    out: list[ClauseChange] = []
    kind = ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            kind = line.strip("[]")
        elif line[:2] in ("! ", "= "):
            out.append(_read(kind, line[2:], differs=line[0] == "!", kept=len(out) % _EVERY == _EVERY - 1))
    return out


def _read(kind: str, text: str, *, differs: bool, kept: bool) -> ClauseChange:
    if "|||" in text:
        one, other = (side.strip() for side in text.split("|||"))
        says, here = (" ".join(_NAMED.findall(side)) for side in (one, other))
        return ClauseChange(kind, _NAMED.sub(r"\1", one), _NAMED.sub(r"\1", other), differs, (says, here), kept)
    edits = _EDIT.findall(text)
    marked = [edit for edit in edits if edit[0]] or edits
    reference, entered = (_SPACES.sub("", _EDIT.sub(rf"\{group}", text)).strip() for group in (2, 3))
    named = (" ".join(e[1] for e in marked), " ".join(e[2] for e in marked)) if differs else ("", "")
    return ClauseChange(kind, reference, entered, differs, named, kept)
