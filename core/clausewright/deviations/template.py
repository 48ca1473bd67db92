"""The reference template of a contract: found by the settings, read from its file, and named when it cannot be used."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from clausewright.contract import Contract
from clausewright.settings import ReferenceTemplate, Settings, load_settings
from clausewright.text import text_of

LONGEST = 400_000
"""Characters of the longest contract and template that are compared: pairs of clauses grow with the square."""


class TemplateError(Exception):
    """A template that cannot be used; the message is for a reader, and names the file."""


@dataclass(frozen=True, slots=True)
class Template:
    """A template as it was read. *rule* is what the settings say of it."""

    path: Path
    name: str
    text: str
    rule: ReferenceTemplate

    @property
    def contract(self) -> Contract:
        """Its reading, by the convention that its own settings name."""
        return _parsed(self.text, self.path)


def template_of(settings: Settings, contract: Path, length: int = 0) -> Template | None:
    """The template of the contract at *contract*, which need not exist, or None where the settings name none.

    The template itself, which a settings file for its folder names for all that lies there, has none either; where it
    was asked for by hand, that is an error. *length* is the contract's, in characters. Raises TemplateError.
    """
    rule = settings.template_for(contract)
    if rule is None:
        return None
    path = path_of(rule, settings, contract)
    name = path.name if Path(rule.path).is_absolute() else rule.path
    if _same_file(path, contract):
        if not rule.explicit:
            return None
        raise TemplateError(f"The reference template “{name}” is this contract itself: there is nothing to compare.")
    if length > LONGEST:
        raise TemplateError(
            f"This contract has {length:,} characters and is not compared with its template; up to {LONGEST:,} are."
        )
    return Template(path, name, _read(path, name), rule)


def path_of(rule: ReferenceTemplate, settings: Settings, contract: Path) -> Path:
    """Where the template's file is: relative to the settings file, or else to the contract's folder."""
    return Path(os.path.abspath((settings.root or contract.absolute().parent) / os.path.expanduser(rule.path)))


def _read(path: Path, name: str) -> str:
    try:
        state = path.stat()
        text = _decoded(path, (state.st_mtime_ns, state.st_size, state.st_ino))
    except FileNotFoundError:
        raise TemplateError(f"The reference template “{name}” was not found.") from None
    except IsADirectoryError:
        raise TemplateError(f"The reference template “{name}” is a folder, not a file.") from None
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or "it cannot be opened"
        raise TemplateError(f"The reference template “{name}” cannot be read: {reason}.") from None
    if text is None:
        raise TemplateError(f"The reference template “{name}” is no text file; save it as .md or .txt.")
    if not text.strip():
        raise TemplateError(f"The reference template “{name}” is empty.")
    if len(text) > LONGEST:
        raise TemplateError(
            f"The reference template “{name}” has {len(text):,} characters; up to {LONGEST:,} are compared."
        )
    return text


@lru_cache(maxsize=8)
def _decoded(path: Path, _stamp: tuple[int, int, int]) -> str | None:
    """The text of the file at *path*, read again when its stamp changes; None where it is no text. Raises OSError."""
    return text_of(path.read_bytes())


@lru_cache(maxsize=4)
def _parsed(text: str, path: Path) -> Contract:
    return Contract.parse(text, load_settings(path).chosen_convention())


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return one == other.absolute()
