"""Personal data of a whole contract: what each passage says by itself, held against what the Contract knows.

A passage is a block, or several short ones that stand together (the lines of an address or a signature). It is read
once and kept by its text; the rest is cheap and done anew for each version.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import accumulate

from clausewright.contract import Contract
from clausewright.privacy.lexicon import folded
from clausewright.privacy.marks import LOCATION, PERSON, Mark
from clausewright.privacy.recognisers.names_around import KNOWN
from clausewright.privacy.view import view_of

SHORT = 90
"""Characters of a block that may belong together with its neighbours."""
LONGEST = 900
"""Characters after which a passage of short blocks ends, or at most at twice as many where a line goes on."""

PARTED = 400
"""Characters of a block that goes on in the middle of a line, where a table was drawn together into one."""
_LINE_ENDS = ("\n", "\r")

Recognise = Callable[[str], tuple[Mark, ...]]


class PersonalDataReader:
    """Reads contracts with *recognise*, which reads single passages (``Engine.read``)."""

    def __init__(self, recognise: Recognise) -> None:
        self._recognise = recognise
        self._kept: dict[str, tuple[Mark, ...]] = {}

    def read(self, contract: Contract) -> list[Mark]:
        """Personal data in *contract*, in text order and without overlaps."""
        marks: list[Mark] = []
        kept: dict[str, tuple[Mark, ...]] = {}
        for start, passage in passages(contract):
            found = self._kept.get(passage)
            if found is None:
                found = kept.get(passage)
            if found is None:
                found = self._recognise(passage)
            kept[passage] = found
            marks.extend(mark.moved(start) for mark in found)
        self._kept = kept
        return assembled(contract, marks)


def passages(contract: Contract) -> Iterator[tuple[int, str]]:
    """The passages of *contract* with their offsets; together they are its text."""
    texts = [block.text for block in contract.blocks]
    starts = list(accumulate((len(text) for text in texts), initial=0))
    at = 0
    while at < len(texts):
        end, length = at + 1, len(texts[at])
        while end < len(texts):
            before, following = texts[end - 1], texts[end]
            goes_on = _goes_on(before)
            if not (_is_short(following) or (len(following) <= PARTED and not before.endswith(_LINE_ENDS))):
                break
            if length >= (2 * LONGEST if goes_on else LONGEST) or not (goes_on or _is_short(before)):
                break
            length += len(texts[end])
            end += 1
        yield starts[at], "".join(texts[at:end])
        at = end


_OPEN_END = re.compile(r"(?:\b(?:attention|attn|by|name|to|at)\b|:|,|/s/|_)\s*\Z", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def _is_short(text: str) -> bool:
    return len(text.strip()) <= SHORT


@lru_cache(maxsize=20_000)
def _goes_on(text: str) -> bool:
    """Whether a block ends in the middle of a line, or with a word that what follows belongs to."""
    return not text.endswith(_LINE_ENDS) or _OPEN_END.search(text[-60:]) is not None


def assembled(contract: Contract, marks: Iterable[Mark]) -> list[Mark]:
    """*marks* less the names that the Contract knows to be none, and the strong names wherever they stand again."""
    marks = sorted(marks)
    values = [mark for mark in marks if mark.kind != PERSON]
    if not any(mark.kind == PERSON for mark in marks):
        return values
    lowered = _lowered(contract.source.text)
    facts = _Facts(contract, lowered)
    names = [mark for mark in marks if mark.kind == PERSON and mark.score > 0.5 and facts.allow(mark, values)]
    names = _without_overlaps(names)
    again = [
        mark
        for mark in _repetitions(contract.source.text, lowered, names)
        if not any(mark.overlaps(other) for other in (*names, *values)) and facts.allow_again(mark)
    ]
    return sorted([*values, *names, *again])


def _without_overlaps(marks: list[Mark]) -> list[Mark]:
    out: list[Mark] = []
    for mark in marks:
        if not out or mark.start >= out[-1].end:
            out.append(mark)
    return out


class _Facts:
    """What the Contract knows that speaks against a name."""

    def __init__(self, contract: Contract, lowered: str) -> None:
        self._contract = contract
        self._text = contract.source.text
        self._lowered = lowered

    @cached_property
    def _terms(self) -> set[str]:
        return {_plain(definition.term) for definition in self._contract.definitions}

    @cached_property
    def _headings(self) -> list[tuple[int, int]]:
        return [clause.heading_span for clause in self._contract.clauses if clause.heading_span is not None]

    def allow(self, mark: Mark, values: list[Mark]) -> bool:
        """Whether *mark* may be a name."""
        if mark.score >= 0.9:
            return True
        plain = _plain(self._text[mark.start : mark.end])
        return not (
            plain in self._terms
            or all(word in self._terms for word in plain.split())
            or self._is_in_company(mark)
            or any(start <= mark.start and mark.end <= end for start, end in self._headings)
            or any(_touches(mark, value, self._text) for value in values if value.kind == LOCATION)
        )

    def _is_in_company(self, mark: Mark) -> bool:
        """Whether the name stands anywhere in the name of a company."""
        ends = _places(self._lowered, " ".join(self._lowered[mark.start : mark.end].split()))
        return any(_COMPANY_TAIL.match(self._text, end) for _, end in ends)

    def allow_again(self, mark: Mark) -> bool:
        """Whether a repeated name is not part of a company's name here."""
        return not _COMPANY_TAIL.match(self._text, mark.end)


_COMPANY_TAIL = re.compile(
    r"(?:['’]s)?,?\s{1,2}(?:(?:[A-Z][\w&]*\s){0,2}(?:Inc|INC|LLC|L\.L\.C|LLP|L\.P|LP|Ltd|LTD|Limited|LIMITED|Corp|CORP|Corporation|CORPORATION|"
    r"Company|COMPANY|GmbH|AG|S\.A|B\.V|N\.V|plc|PLC|Pty|Group|Holdings|Partners|Bank|Foundation|University|Trust|Fund|Capital|"
    r"Ventures|Associates|& Co|Pharmaceuticals|Technologies|Systems|Solutions|Enterprises|International)(?!\w))"
)


def _touches(mark: Mark, address: Mark, text: str) -> bool:
    """Whether a name is a part of an address, or stands beside it as that of a house or a street does."""
    if mark.overlaps(address):
        return True
    if mark.reason == KNOWN and mark.end <= address.start:
        return False  # a given name and a family name, and where that person lives
    low, high = (mark.end, address.start) if mark.end <= address.start else (address.end, mark.start)
    return high - low <= 3 and not text[low:high].strip(" ,\t")


def _plain(phrase: str) -> str:
    return " ".join(folded(word) for word in phrase.split())


def _repetitions(text: str, lowered: str, names: list[Mark]) -> Iterator[Mark]:
    """Further places of the names that stand by themselves, in any case of letters."""
    sought: dict[str, None] = {}
    for mark in names:
        if mark.score < 0.9:
            continue
        value = _bare(lowered[mark.start : mark.end])
        if " " in value:
            sought[value] = None
            words = value.split(" ")
            if len(words) == 3 and len(words[1].rstrip(".")) == 1:
                sought[f"{words[0]} {words[2]}"] = None
    for value in sought:
        for at, end in _places(lowered, value):
            if text[at].isupper():
                yield Mark(at, end, PERSON, 0.8, "a name that stands elsewhere in the contract")


def _lowered(text: str) -> str:
    """*text* in small letters, at the same offsets."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text


def _places(text: str, words: str) -> Iterator[tuple[int, int]]:
    """Where *words* stand in *text* and are no part of longer ones."""
    at = text.find(words)
    while at >= 0:
        end = at + len(words)
        if not (at and _inside(text[at - 1])) and not (end < len(text) and _inside(text[end])):
            yield at, end
        at = text.find(words, end)


def _inside(char: str) -> bool:
    return char.isalnum() or char in "@_"


_FORM_OF_ADDRESS = re.compile(
    r"(?:mr|mrs|ms|miss|mx|dr|prof(?:essor)?|sir|dame|hon|herr|frau|mme|m)\.?\s+|,?\s+(?:jr|sr|ii|iii|esq|ph\.?d|m\.?d)\.?\Z",
    re.IGNORECASE,
)


def _bare(name: str) -> str:
    """*name* without form of address and titles, with single blanks."""
    return " ".join(_FORM_OF_ADDRESS.sub("", name).split())


def same_value(kind: str, value: str) -> str:
    """What two spellings of one value have in common, by which they are counted as the same."""
    seen = " ".join(view_of(value).text.split()).casefold()
    if kind == PERSON:
        return folded(_bare(seen))
    if kind in (LOCATION, "DATE_OF_BIRTH"):
        return re.sub(r"[\s,.;]+", " ", seen).strip()
    if kind == "EMAIL_ADDRESS":
        return re.sub(
            r"\s?[\[({<]\s?dot\s?[\])}>]\s?|\s+dot\s+", ".", re.sub(r"\s?[\[({<]\s?at\s?[\])}>]\s?|\s+at\s+", "@", seen)
        )
    return re.sub(r"[^\w+]", "", seen)
