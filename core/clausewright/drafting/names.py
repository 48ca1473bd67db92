"""Names of companies, and whether two of them are one name in two spellings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from clausewright.drafting import before

_SUFFIXES = {
    "inc": "inc",
    "incorporated": "inc",
    "corp": "corp",
    "corporation": "corp",
    "llc": "llc",
    "ltd": "ltd",
    "limited": "ltd",
    "llp": "llp",
    "lp": "lp",
    "plc": "plc",
    "gmbh": "gmbh",
    "ag": "ag",
    "kg": "kg",
    "sa": "sa",
    "nv": "nv",
    "bv": "bv",
    "ab": "ab",
    "oy": "oy",
    "spa": "spa",
    "srl": "srl",
}
_SUFFIX = re.compile(
    r"(?:Inc(?:orporated)?|INC(?:ORPORATED)?|Corp(?:oration)?|CORP(?:ORATION)?|Limited|LIMITED|Ltd|LTD|LLC|LLP|LP"
    r"|L\.[ ]?L\.[ ]?C|L\.L\.P|L\.P|plc|PLC|GmbH|GMBH|AG|KG|S\.A|N\.V|NV|B\.V|BV|AB|Oy|S\.p\.A|S\.r\.l)(?!\w)\.?"
)
_GAP = re.compile(r"(?<=[\w.)])(?:,[ \t]?|,?[ \t]{1,4}|,?[ \t]{0,4}\r?\n[ \t]{0,12})\Z")
_WIDEST_GAP = 20
_LONGEST = 90
_NAME_BEFORE = re.compile(
    r"(?<![\w&'’.-])[A-Z0-9][\w&'’.-]{0,30}"
    r"(?:,?\s{1,4}(?:(?:of|and|the|for|&|de)\s{1,3})?[A-Z0-9][\w&'’.-]{0,30}){0,7}\Z"
)
_ARTICLE_BEFORE = re.compile(r"\b[Aa]n?\s+\Z")
_ARTICLE = 4
_LEADS = frozenset(
    """between among with by and of to from whereas agreement source the this is party parties company supplier customer
    for in made witness""".split()
)
_SOFT = str.maketrans("", "", "\u00ad\u200b*_")
_SHORTEST = 5
"""Letters below which one letter more or less makes another name ("NBC", "ABC")."""


@dataclass(frozen=True, slots=True)
class CompanyName:
    """A company's name in a block: the words before its form, folded, and the form ("inc", "ltd"); ``[start, end)`` are
    code points into the block and hold the form."""

    start: int
    end: int
    words: tuple[str, ...]
    form: str

    def names(self, party: CompanyName) -> bool:
        """Whether this is *party*'s name, possibly behind words that a heading in capitals runs into it."""
        return self.form == party.form and self.words[-len(party.words) :] == party.words


def read_names(text: str) -> tuple[CompanyName, ...]:
    """The names of companies in a block: capitalised words before "Inc.", "Limited" and the like."""
    found = []
    at = 0
    for match in _SUFFIX.finditer(text):
        gap = before(_GAP, text, match.start(), _WIDEST_GAP)
        if gap is None or (run := before(_NAME_BEFORE, text, gap.start(), min(_LONGEST, gap.start() - at))) is None:
            continue
        start = run.start()
        words = list(re.finditer(r"\S+", run.group()))
        while words and _folded(words[0].group()) in _LEADS:
            words.pop(0)
        for index in range(len(words) - 1, 0, -1):
            if words[index - 1].group().casefold() in ("between", "among", "with"):
                words = words[index:]
                break
        if not words or before(_ARTICLE_BEFORE, text, start + words[0].start(), _ARTICLE):
            # "a Delaware Corporation" names none
            continue
        form = _SUFFIXES[re.sub(r"[. ]", "", match.group()).casefold()]
        folded = tuple(word for word in (_folded(w.group()) for w in words) if word)
        found.append(CompanyName(start + words[0].start(), match.end(), folded, form))
        at = match.end()
    return tuple(found)


def _folded(word: str) -> str:
    bare = word.translate(_SOFT).strip(".,").casefold().replace("’", "'")
    return "and" if bare == "&" else bare


def is_respelled(name: CompanyName, party: CompanyName) -> bool:
    """Whether *name* is *party*'s with one letter of one word changed, added, left out or swapped with the next."""
    count = len(party.words)
    if name.form != party.form or len(name.words) < count or (count == 1 and len(name.words) > 1):
        return False
    pairs = [(a, b) for a, b in zip(name.words[-count:], party.words, strict=True) if a != b]
    return len(pairs) == 1 and is_slip(*pairs[0])


def is_slip(one: str, other: str) -> bool:
    """Whether two words differ by one letter, neither at their start, and are long enough to be one word misspelt."""
    if min(len(one), len(other)) < _SHORTEST or one[0] != other[0] or not (one.isalpha() and other.isalpha()):
        return False
    shorter, longer = sorted((one, other), key=len)
    differ = [i for i, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b]
    if len(longer) - len(shorter) == 1:
        at = differ[0] if differ else len(shorter)
        return shorter[at:] == longer[at + 1 :]
    if len(longer) != len(shorter):
        return False
    if len(differ) == 2:
        (i, j) = next(pairwise(differ))
        return j == i + 1 and one[i] == other[j] and one[j] == other[i]
    return len(differ) == 1
