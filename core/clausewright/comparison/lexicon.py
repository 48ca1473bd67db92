"""What the comparison takes for the same, for opposites and for empty, read from ``wording.toml``."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from itertools import permutations

from clausewright_grammars import wording as shipped_wording

_SUFFIXES = (
    "isations izations isation ization ational ations ation ating ated ements ement ments ment ances ance ences "
    "ence ancies ency encies ancy ibilities abilities ability ibility ities ity ively ives ive ingly ings ing edly "
    "ed ies ied ously ous ally al ably ibly able ible ions ion ates ate es ly s e y"
).split()
_SHORTEST = 4
_PLURAL = re.compile(r"(?<![x])es\Z")
_PARTICIPLE = re.compile(r"[a-z][aeiou][b-df-hj-np-tvz]ed\Z")
"""Short words that keep their last vowel without the ending: "dates", "filed"."""
_NEGATIVE = re.compile(r"(?:non-?|un(?=[a-z]{5})|in(?=[a-z]{5})|ir(?=r)|il(?=l)|im(?=[mp])|dis(?=[a-z]{4}))")


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, str]]:
    return tomllib.loads(shipped_wording().read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _irregular() -> dict[str, str]:
    """Irregular forms with the words that they are forms of."""
    rows = [row.split() for row in _parts(_table()["irregular"]["forms"])]
    return {form: row[0] for row in rows for form in row[1:]}


def singular(word: str) -> str:
    """*word* as the irregular forms have it in the singular ("addenda"), else as it is."""
    return _irregular().get(word, word) if word.endswith("a") else word


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """*word*, in small letters, without its endings, so that "terminates" and "termination" are one."""
    bare = word.replace("’", "'")
    if bare.endswith("'s"):
        bare = bare[:-2]
    bare = spelled(bare.strip("'-").replace("-", ""))
    bare = _irregular().get(bare) or _irregular().get(bare.removesuffix("s"), bare)
    if (role := bare.removesuffix("s")).endswith("ee") and len(role) > _SHORTEST:
        # The lessee is not whoever lets, nor is the assignee an assignment.
        return role
    if len(bare) == _SHORTEST + 1 and (_PLURAL.search(bare) or _PARTICIPLE.match(bare)):
        return bare[:-1]
    if len(bare) <= _SHORTEST:
        return bare[:-1] if len(bare) == 4 and bare.endswith("s") and not bare.endswith(("ss", "us", "is")) else bare
    for _ in range(2):
        for suffix in _SUFFIXES:
            if bare.endswith(suffix) and len(bare) - len(suffix) >= _SHORTEST - (len(suffix) == 1):
                bare = bare[: -len(suffix)]
                break
    if len(bare) > _SHORTEST and bare[-1] == "i":
        bare = bare[:-1]
    if len(bare) > _SHORTEST and bare[-1] == bare[-2] and bare[-1] not in "sl":
        bare = bare[:-1]
    return bare


_OUR = re.compile(r"(?<=\w)our(?=$|s$|ed$|ing|able|ab|ite|less|er|hood)")
_OURS = (
    "hour",
    "four",
    "tour",
    "pour",
    "court",
    "sour",
    "your",
    "flour",
    "devour",
    "detour",
    "contour",
    "glamour",
    "hourly",
)


def spelled(word: str) -> str:
    """*word* in American spelling."""
    if word.startswith(_OURS):
        return word
    word = _OUR.sub("or", word)
    word = re.sub(r"(?<=[a-z]{3})is(?=e$|es$|ed$|ing$|ation)", "iz", word)
    return re.sub(r"(?<=[a-z]{3}t)re(?=s?$)", "er", word)


_ROLE = re.compile(r"(?P<root>\w{3,}?)(?P<role>[eo]r|ee)s?\Z")


def roles(one: str, other: str) -> bool:
    """Whether two words, in small letters, name the two sides of one relation: "lessor" and "lessee"."""
    found = _ROLE.match(one), _ROLE.match(other)
    if found[0] is None or found[1] is None or found[0]["root"] != found[1]["root"]:
        return False
    return "ee" in (found[0]["role"], found[1]["role"]) and found[0]["role"] != found[1]["role"]


def positive(word: str) -> str | None:
    """The word that *word* negates by its prefix ("non-transferable", "unreasonable"), or None."""
    match = _NEGATIVE.match(word)
    return word[match.end() :] if match is not None and len(word) - match.end() >= _SHORTEST else None


class Lexicon:
    """The lists of ``wording.toml``, made ready for looking up.

    *phrases* maps the words of a phrase to its concept, *negated* the names of the concepts that are another's negation
    to that one, *operators* are the concepts in capitals, *opposites* has both orders of each pair, *light* are the
    concepts that say nothing by themselves, *empty* and *qualifiers* hold small-letter words and stems. *decisive* are
    the forms that change the effect wherever they stand, *weighty* those that do in a clause that is otherwise equal.
    In such a clause the stems of *distinct* are told apart though they are of one concept, and those of *equal* say the
    same; both hold pairs in both orders.
    Each of *families* maps the names of things of one sort that exclude each other, in small letters, to the first name
    of the thing.
    """

    def __init__(self, table: dict[str, dict[str, str]]) -> None:
        self.phrases: dict[tuple[str, ...], str] = {}
        self.operators = frozenset(table["operators"])
        self.concepts = frozenset(table["concepts"]) | frozenset(table["apart"])
        for section in ("operators", "apart", "concepts"):
            for concept, listed in table[section].items():
                for phrase in _parts(listed):
                    self.phrases.setdefault(words_of(phrase), concept)
        self.negated = {f"NOT {concept}": concept for concept in table["negations"]}
        for concept, listed in table["negations"].items():
            for phrase in _parts(listed):
                self.phrases[words_of(phrase)] = f"NOT {concept}"
        self.longest = max(map(len, self.phrases))
        self.stems = {
            stem(phrase[0]): concept
            for phrase, concept in reversed(self.phrases.items())
            if len(phrase) == 1
            and concept not in self.operators
            and concept not in self.negated
            and len(phrase[0]) > _SHORTEST
        }
        self.firsts = frozenset(phrase[0] for phrase in self.phrases)
        self.opposites: set[tuple[str, str]] = set()
        for pair in _parts(table["opposites"]["pairs"]):
            one, other = (self.form(side.strip()) for side in pair.split("/"))
            self.opposites |= {(one, other), (other, one)}
        self.distinct = {
            pair
            for listed in _parts(table["distinct"]["pairs"])
            for one, other in [[stem(side.strip()) for side in listed.split("/")]]
            for pair in ((one, other), (other, one))
        }
        self.equal = {
            (one, other)
            for row in _parts(table["equal"]["rows"])
            for here, there in permutations(map(_stems_of, row.split()), 2)
            for one in here
            for other in there
        }
        self.light = frozenset(table["light"]["concepts"].split())
        self.empty = frozenset(table["empty"]["words"].split())
        self.qualifiers = frozenset(self.form(word) for word in table["qualifiers"]["words"].split())
        self.decisive = frozenset(self.form(word) for word in table["decisive"]["words"].split())
        self.weighty = frozenset(self.form(word) for word in table["weighty"]["words"].split())
        self.families = [
            {name.lower(): names[0].lower() for names in map(_names, _parts(listed)) for name in names}
            for listed in table["families"].values()
        ]

    def form(self, word: str) -> str:
        """The concept of a single word, or its stem."""
        if word in self.operators or word in self.concepts:
            return word
        found = self.phrases.get((word,))
        return found if found is not None else self.stems.get(stem(word), stem(word))


def words_of(phrase: str) -> tuple[str, ...]:
    """The words of *phrase* in small letters, as they are looked up."""
    return tuple(bare_word(word) for word in re.findall(r"[a-z0-9]+(?:[-'’.][a-z0-9]+)*", phrase.lower()))


def bare_word(word: str) -> str:
    """*word* in small letters, without the ending of a genitive."""
    return word.lower().replace("’", "'").strip("'").removesuffix("'s")


def _stems_of(word: str) -> frozenset[str]:
    """The stems of *word* and of its regular forms, which endings that look like others may tell apart."""
    bare = word.removesuffix("e")
    return frozenset(map(stem, (word, f"{word}s", f"{bare}ed", f"{bare}ing")))


def _names(listed: str) -> list[str]:
    return [name.strip() for name in listed.split("=")]


def _parts(listed: str) -> list[str]:
    return [" ".join(part.split()) for part in listed.split(";") if part.strip()]


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The lists that ship with Clausewright."""
    return Lexicon(_table())
