"""Conventions: how a drafting tradition numbers, cites, defines and sets aside, read from data files.

A convention file is TOML (see ``clausewright_grammars/conventions``). ``extends`` names the convention whose tables it
starts from; a table given again is merged key by key. Everything that the readers look for comes from here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from clausewright_grammars import conventions as shipped_conventions


class ConventionError(ValueError):
    """A convention file that cannot be read; the message names the file and the key."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What each step of the search for the clause tree costs; 1 is "starting a list"."""

    close: float
    child: float
    shallow: float
    start: float
    single: float
    restart_sentence: float
    restart_new: float
    restart_block: float
    inside_itself: float
    no_heading: float
    duplicate: float
    gap: float
    gap_step: float
    swap: float
    resume: float
    late: float
    late_step: float
    back: float
    wrong_parent: float
    wrong_parent_slip: float
    reopen: float
    attachment: float
    title: float


def _words_pattern(words: Iterable[str]) -> str:
    """Alternation of phrases, longest first, with any white space between the words of one."""
    ordered = sorted(set(words), key=lambda w: (-len(w), w))
    return "|".join(r"\s+".join(re.escape(part) for part in word.split()) for word in ordered)


class Convention:
    """One convention, compiled."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.name: str = data["name"]
        self.title: str = data.get("title", self.name)
        try:
            self.costs = Costs(**{k: float(v) for k, v in data["costs"].items()})
        except TypeError as error:
            raise ConventionError(f"convention {self.name}: costs: {error}") from None

    @property
    def nested_lists(self) -> bool:
        """Whether the indent of a numbered line says how deep it stands (nested Markdown lists)."""
        return bool(self.data.get("lists", {}).get("nested", False))

    @property
    def lazy_numbers(self) -> bool:
        """Whether the position in its list, and not the printed digit, is the number of an item."""
        return bool(self.data.get("lists", {}).get("lazy", False))

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """Kinds of the bare numbers: top, second, deeper."""
        return {"top": "section", "second": "section", "deeper": "subclause", **self.data.get("kinds", {})}

    @cached_property
    def unit_words(self) -> Mapping[str, str]:
        """Lower-cased heading word -> kind of unit."""
        return {w.casefold(): kind for kind, words in self.data["units"].items() for w in words}

    @cached_property
    def citation_words(self) -> Mapping[str, str]:
        """Lower-cased citation word -> kind of unit it means, or "any"."""
        return {w.casefold(): kind for kind, words in self.data["citations"].items() for w in words}

    @cached_property
    def unit_pattern(self) -> str:
        return _words_pattern(self.unit_words)

    @cached_property
    def citation_pattern(self) -> str:
        return _words_pattern(self.citation_words)

    @cached_property
    def relation_phrases(self) -> Mapping[str, str]:
        return {w: relation for relation, words in self.data["relations"].items() for w in words}

    @cached_property
    def relation_pattern(self) -> re.Pattern[str]:
        """A phrase that sets the relation, to be searched in the words before a citation."""
        return re.compile(rf"\b({_words_pattern(self.relation_phrases)})\b", re.IGNORECASE)

    def _whole_words(self, phrases: Iterable[str]) -> re.Pattern[str] | None:
        pattern = _words_pattern(phrases)
        return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE) if pattern else None

    @property
    def general_overrides(self) -> list[str]:
        return list(self.data.get("general_override", {}).get("phrases", ()))

    @cached_property
    def general_override_pattern(self) -> re.Pattern[str] | None:
        """A phrase that sets everything aside; None where the convention has none."""
        return self._whole_words(self.general_overrides)

    @cached_property
    def narrowing_pattern(self) -> re.Pattern[str] | None:
        """Words behind such a phrase by which it sets aside one thing only."""
        return self._whole_words(self.data.get("general_override", {}).get("narrowed_by", ()))

    @cached_property
    def defining_verbs(self) -> Mapping[str, str]:
        """Defining verb -> form of the definition."""
        return {w: form for form, words in self.data["definitions"].items() for w in words}

    @cached_property
    def defining_pattern(self) -> str:
        return _words_pattern(self.defining_verbs)

    @cached_property
    def external_pattern(self) -> str:
        return _words_pattern(self.data["external"]["instruments"])

    def furniture(self, kind: str) -> list[str]:
        return list(self.data["furniture"].get(kind, []))

    @cached_property
    def contents_pattern(self) -> re.Pattern[str]:
        return re.compile(rf"^\W*(?:{_words_pattern(self.furniture('contents'))})\b\s*:?", re.IGNORECASE)

    @cached_property
    def recitals_pattern(self) -> re.Pattern[str]:
        return re.compile(rf"^\W*(?:{_words_pattern(self.furniture('recitals'))})\W*$", re.IGNORECASE)

    @cached_property
    def parties_pattern(self) -> re.Pattern[str]:
        return re.compile(rf"^\W*(?:{_words_pattern(self.furniture('parties'))})\W*$", re.IGNORECASE)

    @cached_property
    def operative_pattern(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{_words_pattern(self.furniture('operative'))})\b", re.IGNORECASE)

    @cached_property
    def signature_pattern(self) -> re.Pattern[str]:
        return re.compile(rf"^\W*(?:{_words_pattern(self.furniture('signature'))})\b", re.IGNORECASE)


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    out = dict(base)
    for key, value in over.items():
        before = out.get(key)
        out[key] = _merged(before, value) if isinstance(value, Mapping) and isinstance(before, Mapping) else value
    return out


@lru_cache
def _data(name: str, folder: Path | None) -> dict[str, Any]:
    own = folder / f"{name}.toml" if folder else None
    if own is not None and own.is_file():
        text = own.read_text(encoding="utf-8")
    else:
        shipped = shipped_conventions() / f"{name}.toml"
        if not shipped.is_file():
            raise ConventionError(f"no convention is named {name!r}; there are: {', '.join(names())}")
        text = shipped.read_text(encoding="utf-8")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConventionError(f"convention {name}: {error}") from None
    base = data.pop("extends", None)
    return _merged(_data(base, folder), data) if base else data


def names() -> list[str]:
    """Names of the conventions that ship with Clausewright."""
    return sorted(p.name.removesuffix(".toml") for p in shipped_conventions().iterdir() if p.name.endswith(".toml"))


@lru_cache
def load(name: str = "english", folder: Path | None = None) -> Convention:
    """The convention *name*, from *folder* (a user's own files) or else from those that ship."""
    return Convention(_data(name, folder))
