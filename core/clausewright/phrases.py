"""Capitalised phrases in running text: what may be a defined term that nobody defined."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import regex

from clausewright.sentences import sentence_ends
from clausewright.vocabulary import words


class Lead(StrEnum):
    """What stands before a phrase: a word that points at one thing, one that takes any, this document's own, or none."""

    POINTED = "pointed"
    TAKEN = "taken"
    OWN = "own"
    BARE = "bare"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A run of capitalised words in a sentence. Offsets count from the block's start; *text* has single blanks.

    *opens* says that the phrase begins a sentence, where the first capital proves nothing, *joined* that "and" or "or"
    joins it to another one, with which it may be one name, *acts* that it owns or does something.
    """

    start: int
    end: int
    text: str
    lead: Lead
    opens: bool
    joined: bool
    acts: bool


_WORD = r"\p{Lu}[\p{L}\d]*+(?:[-&/]\p{L}+|['’](?!s\b)\p{L}+)*+"
_PHRASE = regex.compile(
    r"(?<![\p{L}\d_&@/.$'’\"“”-])"
    rf"(?P<phrase>{_WORD}(?:\s+(?:(?:of|for|&)\s+)?(?=\p{{Lu}}){_WORD}){{0,7}}+)"
    r"(?![\p{L}\d_@/(])(?!\.[\p{L}\d])"
)
_BEFORE = regex.compile(r"(?P<word>[\p{L}/]+)(?P<possessive>['’]s?)?\s+\Z")
_JOINED_BEFORE = regex.compile(r"\p{Lu}[\p{L}-]*,?\s+(?:and|or|&|and/or)\s+\Z")
_JOINED_BEHIND = regex.compile(r",?\s+(?:and|or|&|and/or)\s+\p{Lu}\p{Ll}")
_NAMED = regex.compile(
    r"\s+(?:No\.\s*)?\d|,?\s+(?:N\.\s?A|Inc|Ltd|LLC|L\.L\.C|L\.P|LP|Corp|PLC|plc|GmbH|S\.A|B\.V|N\.V)\b"
)
_PART = regex.compile(r"\S+")
_ACTS = regex.compile(
    r"['’]s\s|\s+(?:shall|will|may|must|agrees?|is|has|does|warrants|represents|acknowledges|and\s+its)\b"
)
_LEADS = {
    **dict.fromkeys(
        ("the", "such", "said", "these", "those", "that", "each", "every", "its", "their", "both"), Lead.POINTED
    ),
    **dict.fromkeys(
        ("our", "your", "his", "her", "applicable", "respective", "relevant", "other", "either", "neither"),
        Lead.POINTED,
    ),
    **dict.fromkeys(
        ("a", "an", "any", "all", "no", "per", "another", "new", "additional", "certain", "one"), Lead.TAKEN
    ),
    "this": Lead.OWN,
}
_CLOSES = ".:;!?)]–—-|"
_REACH = 24


def phrases(text: str) -> list[Phrase]:
    """Capitalised phrases of a block. A word that only a sentence begins with is left out of the phrase."""
    starts = {0, *sentence_ends(text)}
    opening = words("sentence_openers")
    out: list[Phrase] = []
    for match in _PHRASE.finditer(text):
        start = match.start("phrase")
        if (text[start - 1 : start] == "(" and text[match.end() : match.end() + 1] == ")") or _NAMED.match(
            text, match.end()
        ):
            continue
        before = text[max(0, start - _REACH) : start]
        bare = before.rstrip(' \t\r\n*_("“[')
        opens = not bare or bare[-1] in _CLOSES or start - (len(before) - len(bare)) in starts or bare[-1].isdigit()
        word = _BEFORE.search(before)
        lead = Lead.BARE
        if word is not None:
            plural = word.group("possessive") in ("'", "’")
            lead = (
                Lead.POINTED
                if word.group("possessive") and not plural
                else _LEADS.get(word.group("word").lower(), Lead.BARE)
            )
        joined = _JOINED_BEFORE.search(before) is not None
        if joined and lead is Lead.BARE and out and start - out[-1].end < _REACH:
            lead = out[-1].lead
        begin = -1
        end = start
        for part in _PART.finditer(text, start, match.end("phrase")):
            if part.group()[0].isupper() and part.group().lower() in opening:
                if begin >= 0:
                    out.append(_phrase(text, begin, end, lead, opens=opens, joined=joined))
                begin, lead, opens, joined = -1, _LEADS.get(part.group().lower(), Lead.BARE), False, False
            elif part.group()[0].isupper():
                begin = part.start() if begin < 0 else begin
                end = part.end()
        if begin >= 0:
            joined = joined or _JOINED_BEHIND.match(text, end) is not None
            out.append(_phrase(text, begin, end, lead, opens=opens, joined=joined))
    return [phrase for phrase in out if any(c.islower() for c in phrase.text)]


def _phrase(text: str, start: int, end: int, lead: Lead, *, opens: bool, joined: bool) -> Phrase:
    acts = _ACTS.match(text, end) is not None
    return Phrase(start, end, " ".join(text[start:end].split()), lead, opens, joined, acts)
