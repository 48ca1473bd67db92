"""Phrases that are used like defined terms and are defined nowhere, weighed by what speaks for and against each.

A capital alone proves little: names, offices, headings and sloppy drafting have them too. So each phrase gets points
from several pieces of evidence, and only what is clear enough is named, with the evidence that spoke for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from clausewright.anchors import Signs, matches_near
from clausewright.phrases import Lead
from clausewright.terms import variants
from clausewright.vocabulary import words
from clausewright.wording import Place

ENOUGH = 5
"""Points from which a phrase is taken for a term."""
_OFTEN = 3
_POINTED_SHARE = 3
"""Among so many uses of an abbreviation there is one, on average, that points at a thing or says what it does."""
_BOUND = 4
"""Sentences that say of a party what it shall do, at least, where the text works with its name."""
_THROUGHOUT = 10
"""Uses of a phrase with which the whole document works."""
_BESIDE = 4
"""Points for standing beside a term of the same kind."""
_LISTED = 2
"""Points for standing in a list with any defined term."""
_JOINT = 8
"""Characters of what joins two phrases, at most: " and/or "."""
_TIMES = frozenset(("day", "month", "quarter", "year"))
"""What a contract measures time by; with a capital it must be said which days count."""
_COMPANIES = frozenset(("company", "corporation"))
"""What the names of companies end in."""
_KINDS_OF_PAPER = frozenset(("agreement", "certificate"))
"""Papers that the parties sign as well as bodies issue them."""
_PAPERS = frozenset(
    (
        "Association",
        "Bureau",
        "Council",
        "Institute",
        "Ministry",
        "Office",
        "Table",
        "Summary",
        "Code",
        "Register",
        "Journal",
        "Registrar",
        "Court",
        "Rules",
    )
)
"""Words of the names of bodies and papers before "of"."""


_IMPORTS = re.compile(
    r"\b(?:definitions|terms|provisions)\s+(?:and\s+provisions\s+)?(?:contained|set\s+forth|set\s+out)\s+in\s+the\s+[^.;]{0,200}?\b(?:is|are)\s+(?:hereby\s+)?incorporated\b"
    r"|(?:capitali[sz]ed|undefined|initially\s+capitali[sz]ed)\s+(?:words?|terms?|phrases?)[^.;]{0,80}?(?:not|otherwise)\b[^.;]{0,40}?defined[^.;]{0,60}?(?:meaning|defined|ascribed)"
    r"|\beach\s+term\s+(?:used\s+)?(?:herein\s+)?(?:and|but)?\s*not\s+(?:otherwise\s+)?defined[^.;]{0,60}?\bmeaning"
    r"|\b(?:words|terms|expressions)\s+(?:(?:and|or)\s+\w+\s+)?defined\s+in\s+(?-i:(?:the|that)\s+[A-Z])[^.;]{0,80}?\bsame\s+meanings?\b"
    r"|\b(?:capitali[sz]ed\s+terms?|(?:expressions|terms)\s+used\s+(?:herein|in\s+this\s+\w+))\b[^.;]{0,60}?\bha(?:ve|s)\s+the\s+(?:same\s+)?(?:respective\s+)?meanings?\s+(?:ascribed|assigned|given|set\s+forth|specified|(?:as\s+)?defined)"
    r"[^.;]{0,120}?\bin\s+(?:(?:clause|section|article)\s+[\d.]+\s+of\s+)?(?-i:(?:the|that|such)\s+(?:certain\s+)?"
    r"(?!Section|Article|Clause|Schedule|Exhibit|Annex|Appendix|Definition|Glossary|Table)[A-Z])"
    r"|\bcapitali[sz]ed\s+terms?\b[^.;]{0,60}?\bha(?:ve|s)(?:\s+the(?:\s+same)?(?:\s+meanings?)?)?\s*\d{0,4}\s*\Z",
    re.IGNORECASE,
)
"""A sentence that takes the meaning of terms from another document; the last form is cut by the end of a page."""
_SOURCE = re.compile(
    r"\bmeanings?\s+(?:ascribed|assigned|given|set\s+forth|specified|provided|(?:as\s+)?defined)\b[^.;]{0,60}?\bin\s+(?:the|that\s+certain)"
    r"\s+(?P<name>(?:[A-Z][\w’'-]*\s+(?:(?:and|of)\s+)?){1,5}(?:Agreement|Contract|Lease|Plan|Indenture|Deed|Addendum|Terms))\b"
)
"""The document from which terms take their meaning."""
_OF_IMPORTS = Signs(
    (
        "incorporated",
        "apitali",
        "ndefined",
        "APITALI",
        "INCORPORATED",
        "NDEFINED",
        "ach term",
        "used herein",
        "used in this",
        "same meaning",
    )
)
"""Of these words an import has one."""
_REACH_OF_IMPORTS = 400, 600
"""Characters of an import before such a word and from there on, at most."""
_OF = re.compile(r" (?:of|for) ")
_IN_QUOTES = re.compile(r"[\"“]([A-Z][^\"“”\n]{2,60})[\"”]")


def read_imports(text: str) -> tuple[Place, ...]:
    """Sentences of a block that take the meaning of terms from another document."""
    signs = _OF_IMPORTS.starts(text)
    found = _IMPORTS.finditer(text) if signs is None else matches_near(_IMPORTS, text, signs, *_REACH_OF_IMPORTS)
    return tuple(Place(*match.span(), match.group()) for match in found)


def read_sources(text: str) -> tuple[Place, ...]:
    """Names of the documents from which a block takes the meaning of terms."""
    if "meaning" not in text:
        return ()
    return tuple(Place(*match.span("name"), match.group("name")) for match in _SOURCE.finditer(text))


def read_quoted(text: str) -> tuple[Place, ...]:
    """Capitalised words of a block in quotation marks, with these."""
    if '"' not in text and "“" not in text:
        return ()
    return tuple(Place(*match.span(), match.group()) for match in _IN_QUOTES.finditer(text))


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A capitalised phrase where it stands, with what its surroundings say of it (see ``Phrase``).

    *covered* are its words that are uses of defined terms, *built_on* says that its last word is one of them.
    *beside* is the defined term of the same last word that "and" or "or" joins it to, *listed* any defined term that it
    is joined to. *imported* says that the passage
    takes its terms from another document.
    """

    text: str
    start: int
    end: int
    lead: Lead
    opens: bool
    joined: bool
    acts: bool
    bound: bool = False
    covered: tuple[str, ...] = ()
    built_on: bool = False
    promised: bool = False
    specified: bool = False
    governed: bool = False
    beside: str | None = None
    listed: str | None = None
    imported: bool = False


@dataclass(frozen=True, slots=True)
class UndefinedTerm:
    """A phrase used like a defined term, with the spans of its uses and what speaks for it, in words."""

    text: str
    places: tuple[tuple[int, int], ...]
    points: int
    evidence: tuple[str, ...]


@lru_cache(maxsize=1 << 14)
def singular(phrase: str) -> str:
    """The shortest spelling of a phrase, by which its singular and plural are known as one."""
    head, of, rest = phrase.partition(" of ")
    if of and rest:
        return f"{singular(head)}{of}{singular(rest)}"
    if phrase.endswith("ddenda"):
        return f"{phrase[:-1]}um"
    return min((v for v in variants(phrase) if not v.isupper() or phrase.isupper()), key=len)


class Kin:
    """Which defined term a phrase resembles so that it may be meant for that one, or should be defined like it."""

    def __init__(self, defined: Iterable[str]) -> None:
        terms = sorted(set(defined))
        self._names = frozenset(t for t in terms if not t.endswith("ed") and t.lower() not in words("head_words"))
        self._folded = frozenset(
            _folded(form) for t in terms if " " in t or "-" in t for form in (*variants(t), singular(t))
        )
        self._by_stems: dict[tuple[str, ...], str] = {}
        self._by_tail: dict[tuple[str, ...], list[str]] = {}
        self._by_letter: dict[tuple[str, ...], str] = {}
        self._roles: dict[str, str] = {}
        for term in terms:
            parts = singular(term).split()
            self._by_stems.setdefault(tuple(map(_stem, parts)), term)
            if len(parts) > 1 and parts[0] in self._names:
                self._by_tail.setdefault(tuple(parts[1:]), []).append(term)
            if len(parts) > 1 and _is_letter(parts[-1]):
                self._by_letter.setdefault(tuple(parts[:-1]), term)
            for role in _counterparts().get(parts[0].lower(), ()) if len(parts) == 1 else ():
                self._roles.setdefault(role, term)

    def is_other_case(self, name: str) -> bool:
        """Whether *name* is a term of two words or more, printed in other letters or with other hyphens."""
        return _folded(name) in self._folded

    def slip(self, name: str) -> str | None:
        """The term of the same words in other forms: Franchised Business for Franchise Business."""
        found = self._by_stems.get(tuple(map(_stem, name.split())))
        return None if found is None or singular(found) == name else found

    def sibling(self, name: str) -> str | None:
        """The term that says of another party what *name* says of one, Seller Goods for Buyer Goods, or names the other
        party to the same deal or the other one of several: Licensee for Licensor, Party A for Party B."""
        parts = singular(name).split()
        if len(parts) == 1:
            return self._roles.get(name.lower())
        if _is_letter(parts[-1]):
            return self._by_letter.get(tuple(parts[:-1]))
        if parts[0] not in self._names:
            return None
        return next((t for t in self._by_tail.get(tuple(parts[1:]), ()) if t.split()[0] != parts[0]), None)


def _folded(name: str) -> str:
    return name.lower().replace("-", " ")


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isupper()


@lru_cache(maxsize=1)
def _counterparts() -> dict[str, list[str]]:
    """The names of the other party to a deal, by the name of one."""
    table: dict[str, list[str]] = {}
    for pair in words("role_pairs"):
        one, other = pair.split()
        table.setdefault(one, []).append(other)
        table.setdefault(other, []).append(one)
    return table


_ENDING = re.compile(r"(?:i[sz](?:e[ds]?|ing|ation)|at(?:ion|ed|ing)|al|ed|ing|ment|ions?|ive|(?<!e)e)\Z")


@lru_cache(maxsize=1 << 12)
def _stem(word: str) -> str:
    """*word* without the endings by which a verb, its noun and its participle differ."""
    stem = word.lower()
    for _ in range(2):
        cut = _ENDING.sub("", stem)
        stem = cut if len(cut) > 3 else stem
    return stem


def undefined_terms(
    occurrences: Iterable[Occurrence],
    explained: Set[str],
    quoted: Set[str],
    sources: Set[str],
    headings: Set[str],
    in_small: Callable[[str], bool],
    in_brackets: Callable[[str], bool],
    is_company: Callable[[str], bool],
    kin: Kin,
) -> list[UndefinedTerm]:
    """The terms among *occurrences*, by first use.

    *explained* are phrases that are explained where they stand or before a definition, *quoted* those that stand in
    quotation marks somewhere, *sources* the documents from which terms take their meaning, *headings* the headings in
    small letters; *in_small* says whether the text has a word in small letters, *in_brackets* whether it has
    a name so, as a long one is followed by its short form, *is_company* whether the name of a company begins
    with the same word.
    """
    families: dict[str, list[Occurrence]] = {}
    for occurrence in occurrences:
        name = occurrence.text if occurrence.text.isupper() else singular(occurrence.text)
        families.setdefault(name, []).append(occurrence)
    for name in list(families):
        if len(families[name]) == 1 and (bare := _without_owner(families[name][0])) is not None:
            own = singular(bare.text)
            if own in families:
                del families[name]
                families[own].append(bare)
    weighed: dict[str, UndefinedTerm] = {}
    initials = {"".join(w[0] for w in name.split() if w[0].isupper()) for name in families if " " in name}

    def is_word(letters: str) -> bool:
        return in_small(letters.lower()) or in_small(letters.capitalize())

    def is_party(name: str, places: list[Occurrence]) -> bool:
        return (
            _is_bound(name, places)
            and name not in quoted
            and not in_brackets(name)
            and not kin.is_other_case(name)
            and kin.slip(name) is None
            and (is_company(name) or (" " not in name and in_small(name.lower())))
        )

    for name, places in families.items():
        if name.isupper():
            if not ({name} & (initials | quoted | explained) or in_brackets(name) or is_word(name)):
                weighed[name] = _abbreviation(name, places)
            continue
        if is_party(name, places):
            weighed[name] = _party(places)
        if not _possible(name, places[0].covered):
            continue
        if kin.is_other_case(name) or (" " not in name and kin.slip(name) is not None):
            continue
        term = _weighed(
            name,
            places,
            in_small,
            kin,
            is_heading=name.lower() in headings,
            is_explained=name in explained,
            is_quoted=name in quoted,
            is_source=name in sources and len(places) > 1 and not any(p.lead is Lead.OWN for p in places),
        )
        if term is not None and (term.points >= ENOUGH or name not in weighed):
            weighed[name] = term
    found = [term for term in weighed.values() if term.points >= ENOUGH]
    ends = {end: term for term in found for _, end in term.places}
    for name, term in weighed.items():
        if ENOUGH > term.points >= ENOUGH - _BESIDE and (other := _joined_to(families[name], ends)) is not None:
            evidence = (*term.evidence, f"it stands beside “{other}”, which is not defined either")
            found.append(replace(term, points=term.points + _BESIDE, evidence=evidence))
    return sorted(found, key=lambda t: t.places[0])


def _joined_to(places: Iterable[Occurrence], ends: Mapping[int, UndefinedTerm]) -> str | None:
    """The undefined term before one of *places* to which "and" or "or" joins it, if both end in the same word."""
    for place in places:
        if place.joined and " " in place.text:
            for end in range(place.start - _JOINT, place.start):
                if end in ends and singular(ends[end].text).split()[-1] == singular(place.text).split()[-1]:
                    return ends[end].text
    return None


def _without_owner(occurrence: Occurrence) -> Occurrence | None:
    """The phrase without the defined terms that it begins with ("Supplier Deliverables"); None where there are none."""
    owner = " ".join(occurrence.covered) + " "
    if occurrence.built_on or not occurrence.text.startswith(owner):
        return None
    text = occurrence.text.removeprefix(owner)
    return replace(occurrence, text=text, start=occurrence.end - len(text), covered=(), lead=Lead.BARE, joined=False)


def _possible(name: str, covered: tuple[str, ...]) -> bool:
    """Whether a phrase can be a term at all: not a name, an office or a code."""
    parts = name.split()
    own = [w for w in parts if w not in covered]
    if (
        len(parts) > 6
        or (len(parts) == 1 and len(name) <= 3)
        or any(following == "of" and {word, f"{word}s"} & _PAPERS for word, following in pairwise(parts))
    ):
        return False
    names = words("name_words")
    if any(form in names for w in parts for form in (w.lower(), f"{w.lower()}s")) or any(
        "/" in w or any(map(str.isdigit, w)) for w in own
    ):
        return False
    if any(any(map(str.isupper, w[1:])) and "-" not in w and (not w.isupper() or len(w) > 5) for w in own):
        return False
    return not any(singular(" ".join(parts[-n:]).lower()) in _customary() for n in {len(parts), *range(2, len(parts))})


def _abbreviation(name: str, places: list[Occurrence]) -> UndefinedTerm:
    """The letters *name* that no word of the text is the long form of: a term where the text works with them as with a
    thing that it knows, unless everybody knows them."""
    pointed = sum(p.lead is Lead.POINTED or p.acts for p in places)
    is_used = len(places) >= _OFTEN and pointed > 1 and _POINTED_SHARE * pointed >= len(places)
    is_known = {name.lower(), name.lower().removesuffix("s")} & (words("abbreviations") | words("name_words"))
    evidence = ("a word such as “the” or “such” points at it", "nothing says what the letters stand for")
    spans = tuple((p.start, p.end) for p in sorted(places, key=lambda p: p.start))
    return UndefinedTerm(places[0].text, spans, ENOUGH if is_used and not is_known else 0, evidence)


def _is_bound(name: str, places: list[Occurrence]) -> bool:
    """Whether a phrase stands for somebody who shall or may do things throughout, as the name of a party does."""
    return (
        len(places) >= _THROUGHOUT
        and sum(p.bound for p in places) >= _BOUND
        and 2 * sum(p.lead is Lead.BARE for p in places) > len(places)
        and not any(p.covered or p.imported or p.lead is Lead.OWN for p in places)
        and singular(name.lower()) not in _customary()
        and name.split()[-1].lower() not in words("office_words")
    )


def _party(places: list[Occurrence]) -> UndefinedTerm:
    bound = sum(p.bound for p in places)
    spans = tuple((p.start, p.end) for p in sorted(places, key=lambda p: p.start))
    return UndefinedTerm(
        places[0].text, spans, ENOUGH, (f"it shall or may do something {bound} times, as a party does",)
    )


def _head(phrase: str) -> tuple[str, str]:
    """The word that says what kind of thing *phrase* names, in the singular, and its last word as printed, in small
    letters. Of a word with a hyphen it is what stands behind it: Sub-Adviser, End-User."""
    last = phrase.split()[-1].lower()
    whole = last if last in words("head_words") else singular(last)
    if whole in words("head_words") or "-" not in last:
        return whole, last
    return singular(last.rpartition("-")[2]), last


@lru_cache(maxsize=1)
def _customary() -> frozenset[str]:
    """The phrases that have capitals by custom, in the singular."""
    return frozenset(map(singular, words("customary_phrases")))


def _is_common(word: str, in_small: Callable[[str], bool]) -> bool:
    """Whether *word* is no name: the text has it in small letters, or it is one of those that terms end with."""
    return in_small(word.lower()) or bool({word.lower(), singular(word).lower()} & words("head_words"))


def _weighed(
    name: str,
    places: list[Occurrence],
    in_small: Callable[[str], bool],
    kin: Kin,
    *,
    is_heading: bool,
    is_explained: bool,
    is_quoted: bool,
    is_source: bool,
) -> UndefinedTerm | None:
    """A family of *places* with its points; None where only sentences begin with it or another document defines it."""
    inside = [p for p in places if not p.opens]
    sibling, slip = kin.sibling(name), kin.slip(name)
    counted = {w.lower() for w in name.split()} - {w.lower() for w in places[0].covered}
    if counted and counted <= words("ordinals") and name.lower() not in words("ordinary_phrases"):
        return None
    promised = any(p.promised for p in places) and not is_quoted
    acting = sum(p.acts and not p.joined for p in places)
    is_told = promised or is_source or (sibling is not None and (" " in name or acting > 1))
    if not inside or (not is_told and all(p.imported and not p.built_on for p in places)):
        return None
    first = min((p for p in places if not p.opens or " " in p.text), key=lambda p: p.start)
    parts = name.split()
    own = [w for w in first.text.split() if w not in first.covered and w[0].isupper()]
    head, last = _head(first.text)
    kind = _head(_OF.split(first.text, maxsplit=1)[0])[0]
    is_ordinary = any(v.lower().replace("-", " ") in words("ordinary_phrases") for v in variants(name))
    if len(own) > 1 and head in _COMPANIES and not _is_common(own[0], in_small):
        return None
    if is_ordinary and "-" in name and len(parts) == 1 and len(places) < _THROUGHOUT:
        return None
    acts_for_one = parts == [first.text] and (head.endswith(("er", "or", "ee", "ant")) or head in words("role_words"))
    pointed = sum(p.lead is Lead.POINTED and (not p.joined or p.built_on) for p in places)
    institution = {head, last} & words("institution_words")
    taken = sum(p.lead is Lead.TAKEN and not p.joined for p in places)
    points = 0
    evidence = []
    if pointed:
        points += 3 + (pointed > 1) + (pointed > 3)
        evidence.append("a word such as “the” or “such” points at it")
    elif acting > 1:
        points += 3
        evidence.append("it does or owns something")
    elif taken:
        is_plain = (
            not is_ordinary
            and not ({head, kind} & words("paper_words"))
            and all(_is_common(w, in_small) for w in own[:1])
        )
        points += 2 + (len(parts) > 1 and is_plain)
    elif (acts_for_one and (first.governed or (acting and first.lead is Lead.BARE))) or (
        is_ordinary and head in _TIMES
    ):
        points += 3
    elif not first.built_on and (len(parts) == 1 or len(places) < _OFTEN):
        points -= 2
    if 2 * sum(p.lead is Lead.OWN for p in places) >= len(places):
        points -= 4
    points += (len(places) > 1) + (len(places) > 3) + (len(places) >= _THROUGHOUT and not is_explained)
    if head in words("head_words") or head in words("role_words"):
        points += 2
    elif len(parts) == 1:
        if not promised and (is_ordinary or pointed < _OFTEN or not in_small(head)):
            return None
    elif (
        sibling is None
        and not in_small(parts[-1].lower())
        and parts[-1] not in first.covered
        and not (first.covered and parts[-1].isupper())
    ):
        points -= 3
    if first.covered and (pointed or len(places) >= _OFTEN):
        points += 2 + 2 * (first.built_on and pointed > 0)
        evidence.append("it holds a defined term")
    if head.endswith(("er", "or", "ee", "ant")) or head in words("role_words"):
        points += 1
    beside = next((p.beside for p in places if p.beside is not None), None)
    if beside is not None:
        points += _BESIDE
        evidence.append(f"it stands beside “{beside}”, which is defined")
    elif (listed := next((p.listed for p in places if p.listed is not None), None)) is not None:
        points += _LISTED
        evidence.append(f"it stands in one list with “{listed}”, which is defined")
    if like := sibling or slip:
        points += 4
        evidence.append(f"“{like}” is defined")
    elif len(places) == 1 and (places[0].specified or (len(parts) > 1 and head in words("office_words"))):
        points -= 2
    if len(places) >= _OFTEN and is_ordinary:
        points += 2
    if is_source:
        points += 2
        evidence.append("terms take their meaning from it")
    if promised:
        points += 4
        evidence.append("the text calls it defined")
    if len(parts) == 1 and not (pointed and not (first.specified or is_explained or is_quoted)):
        points -= 1
    if is_explained or is_quoted:
        points -= 6 if is_quoted else 4
    if is_heading and len(parts) > 1 and len(places) == 1:
        points -= 2
    if len(parts) > 1 and institution:
        points -= 2 if head in _KINDS_OF_PAPER and pointed > 1 else 4
    if len(own) > 1 and not in_small(own[0].lower()) and own[0].lower() not in words("head_words") and sibling is None:
        points -= 4 * (2 * sum(p.lead is Lead.BARE for p in places) > len(places))
    if own and not any(_is_common(w, in_small) for w in own):
        points -= 2
    if name.lower() in words("terms_of_art"):
        points = max(points, ENOUGH)
        evidence.append("it means nothing certain without a definition")
    spans = tuple((p.start, p.end) for p in sorted(places, key=lambda p: p.start) if p.start >= first.start)
    return UndefinedTerm(first.text, spans, points, tuple(evidence))
