"""Conventions: how a drafting tradition numbers, cites, defines and sets aside, read from data files.

A convention file is TOML (see ``clausewright_grammars/conventions``). ``extends`` names the convention whose tables it
starts from; a table given again is merged key by key. Everything that the readers look for comes from here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from clausewright.equivalents import Equivalents
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


ATTACHMENTS = frozenset(("schedule", "exhibit", "annex"))
UNITS = ATTACHMENTS | {"article", "section", "clause", "part"}
RELATIONS = frozenset(
    ("notwithstanding", "subject_to", "except_as", "pursuant_to", "in_accordance_with", "as_defined_in")
)
_PHRASES: Mapping[str, frozenset[str] | None] = {
    "units": UNITS,
    "citations": UNITS | {"any", "recital", "loose"},
    "furniture": frozenset(("contents", "recitals", "parties", "operative", "signature")),
    "definitions": frozenset(("means", "includes", "has-the-meaning")),
    "relations": RELATIONS,
    "general_override": frozenset(("phrases", "narrowed_by")),
    "external": frozenset(("instruments",)),
    "evidence": frozenset(("words",)),
    "equivalents": None,
}
"""Tables of lists of phrases, with the keys that each may have; None where any text is a key."""
_OTHER_TABLES: Mapping[str, frozenset[str]] = {
    "kinds": frozenset(("top", "second", "deeper")),
    "lists": frozenset(("nested", "lazy")),
    "costs": frozenset(field.name for field in fields(Costs)),
}
_BASE = "english"
"""What a convention extends that names no other."""
_TEXTS = ("name", "title", "extends")


def _occurrences(text: str, word: str) -> Iterator[int]:
    start = text.find(word)
    while start >= 0:
        yield start
        start = text.find(word, start + 1)


def _words_pattern(words: Iterable[str]) -> str:
    """Alternation of phrases, longest first, with any white space between the words of one; of none, no match.

    Those of one initial stand together, so that the others are passed over at once."""
    ordered = sorted(set(words), key=lambda w: (-len(w), w))
    if not ordered:
        return "(?!)"
    by_initial: dict[str, list[str]] = {}
    for word in ordered:
        by_initial.setdefault(word[0].lower(), []).append(r"\s+".join(re.escape(part) for part in word.split()))
    return "|".join(map(_with_one_initial, by_initial.values()))


def _with_one_initial(patterns: list[str]) -> str:
    """Alternation of *patterns*, behind their initial where it is a letter, and one for all."""
    initial = patterns[0][0]
    if len(patterns) == 1 or not initial.isalpha() or any(pattern[0] != initial for pattern in patterns):
        return "|".join(patterns)
    return f"{initial}(?:{'|'.join(pattern[1:] for pattern in patterns)})"


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
        return {w.lower(): relation for relation, words in self.data["relations"].items() for w in words}

    @cached_property
    def relation_pattern(self) -> re.Pattern[str]:
        """A phrase that sets the relation, to be searched in the words before a citation."""
        return re.compile(rf"\b({_words_pattern(self.relation_phrases)})\b", re.IGNORECASE)

    def _whole_words(self, phrases: list[str]) -> re.Pattern[str] | None:
        return re.compile(rf"\b(?:{_words_pattern(phrases)})\b", re.IGNORECASE) if phrases else None

    @cached_property
    def equivalents(self) -> Equivalents | None:
        """The English forms of words that the readers know in English only; None for a tradition in English."""
        table = self.data.get("equivalents")
        return Equivalents(table) if table else None

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
        return self._whole_words(list(self.data.get("general_override", {}).get("narrowed_by", ())))

    @cached_property
    def defining_verbs(self) -> Mapping[str, str]:
        """Defining verb -> form of the definition."""
        return {w.lower(): form for form, words in self.data["definitions"].items() for w in words}

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
    def _operative(self) -> tuple[re.Pattern[str], list[tuple[str, list[tuple[str, list[str]]]]]]:
        """The operative words as a pattern, and what each phrase begins with and its words, by the longest of them."""
        phrases = self.furniture("operative")
        by_longest: dict[str, list[tuple[str, list[str]]]] = {}
        for phrase in phrases:
            longest, *others = sorted(re.findall(r"\w+", phrase.lower()), key=len, reverse=True)
            by_longest.setdefault(longest, []).append((phrase.lower().split()[0], others))
        return re.compile(rf"\b(?:{_words_pattern(phrases)})\b", re.IGNORECASE), list(by_longest.items())

    def operative(self, text: str) -> re.Match[str] | None:
        """The words behind which the terms begin ("the parties agree as follows")."""
        pattern, by_longest = self._operative
        lowered = text.lower()
        begins = {
            first
            for longest, phrases in by_longest
            if longest in lowered
            for first, others in phrases
            if all(map(lowered.__contains__, others))
        }
        if len(lowered) != len(text):
            return pattern.search(text) if begins else None
        starts = sorted(start for first in begins for start in _occurrences(lowered, first))
        return next((match for start in starts if (match := pattern.match(text, start)) is not None), None)

    @cached_property
    def signature_pattern(self) -> re.Pattern[str]:
        return re.compile(rf"^\W*(?:{_words_pattern(self.furniture('signature'))})\b", re.IGNORECASE)


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    out = dict(base)
    for key, value in over.items():
        before = out.get(key)
        out[key] = _merged(before, value) if isinstance(value, Mapping) and isinstance(before, Mapping) else value
    return out


def _checked(name: str, data: Mapping[str, Any]) -> None:
    """Raise ConventionError for the first key of *data* that says nothing, or says it in another form."""

    def wrong(key: str, said: str) -> ConventionError:
        return ConventionError(f"convention {name}: {key}: {said}")

    known = (*_TEXTS, *_PHRASES, *_OTHER_TABLES)
    for key, value in data.items():
        if key not in known:
            raise wrong(key, f"there is no such key; the keys are {', '.join(known)}")
        if key in _TEXTS:
            if not isinstance(value, str):
                raise wrong(key, "give a text")
            continue
        if not isinstance(value, Mapping):
            raise wrong(key, "give a table")
        allowed = _PHRASES[key] if key in _PHRASES else _OTHER_TABLES[key]
        for inner, said in value.items():
            if allowed is not None and inner not in allowed:
                raise wrong(f"{key}.{inner}", f"there is no such key; the keys are {', '.join(sorted(allowed))}")
            if key in _PHRASES:
                if not isinstance(said, list) or not all(isinstance(p, str) and p.strip() for p in said):
                    raise wrong(f"{key}.{inner}", "give a list of phrases")
                if key == "equivalents" and any(p.count("{}") != inner.count("{}") for p in said):
                    raise wrong(f"{key}.{inner}", "each phrase needs as many {} as the English form")
            elif key == "costs" and (isinstance(said, bool) or not isinstance(said, int | float)):
                raise wrong(f"{key}.{inner}", "give a number")
            elif key == "lists" and not isinstance(said, bool):
                raise wrong(f"{key}.{inner}", "give true or false")
            elif key == "kinds" and said not in (*UNITS, "subclause"):
                raise wrong(f"{key}.{inner}", f"use one of {', '.join(sorted((*UNITS, 'subclause')))}")


def _data(name: str, folder: Path | None, seen: tuple[str, ...] = ()) -> dict[str, Any]:
    own = folder / f"{name}.toml" if folder and name not in seen else None
    is_own = own is not None and own.is_file()
    if own is not None and is_own:
        text = own.read_text(encoding="utf-8-sig")
    else:
        shipped = shipped_conventions() / f"{name}.toml"
        if seen.count(name) > 1 or not shipped.is_file():
            raise ConventionError(f"no convention is named {name!r}; there are: {', '.join(names())}")
        text = shipped.read_text(encoding="utf-8")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConventionError(f"convention {name}: {error}") from None
    _checked(name, data)
    base = data.pop("extends", None if name == _BASE and not is_own else _BASE)
    return _merged(_data(base, folder, (*seen, name)), data) if base else data


def names() -> list[str]:
    """Names of the conventions that ship with Clausewright."""
    return sorted(p.name.removesuffix(".toml") for p in shipped_conventions().iterdir() if p.name.endswith(".toml"))


Stamp = tuple[tuple[str, int, int], ...]


def stamp(folder: Path | None) -> Stamp:
    """Name, time and size of each TOML file in *folder*: what changes when a user's convention does."""
    found = []
    for path in sorted(folder.glob("*.toml")) if folder else ():
        try:
            stat = path.stat()
        except OSError:
            continue
        found.append((path.name, stat.st_mtime_ns, stat.st_size))
    return tuple(found)


def load(name: str = _BASE, folder: Path | None = None) -> Convention:
    """The convention *name*, from *folder* (a user's own files) or else from those that ship. A file that changed is
    read again.

    Raises ConventionError, and OSError or ValueError for a file that cannot be read.
    """
    return _load(name, folder, stamp(folder))


@lru_cache(maxsize=64)
def _load(name: str, folder: Path | None, _stamp: Stamp) -> Convention:
    return Convention({**_data(name, folder), "name": name})
