"""Capitalised phrases in running text: what may be a defined term that nobody defined."""

from __future__ import annotations

import re
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


class Standing(StrEnum):
    """What the words around a phrase say of its meaning: it is an office, or explained here, or elsewhere, or nothing."""

    OFFICE = "office"
    EXPLAINED = "explained"
    ELSEWHERE = "elsewhere"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A run of capitalised words in a sentence. Offsets count from the block's start; *text* has single blanks.

    *opens* says that the phrase begins a sentence, where the first capital proves nothing, *joined* that "and" or "or"
    joins it to another one, with which it may be one name, *acts* that it owns or does something, *promised* that the
    text calls it defined ("as defined below"), *specified* that it is said what it is of ("the Price of the Goods").
    """

    start: int
    end: int
    text: str
    lead: Lead
    opens: bool
    joined: bool
    acts: bool
    promised: bool
    specified: bool
    standing: Standing


_WORD = r"\p{Lu}[\p{L}\d]*+(?:[-&/]\p{L}+|['’](?!s\b)\p{L}+)*+"
_PHRASE = regex.compile(
    r"(?<![\p{L}\d_&@/.$'’\"“”-])"
    rf"(?P<phrase>{_WORD}(?:\s+(?:(?:of|for|&)\s+)?(?=\p{{Lu}}){_WORD}){{0,7}}+)"
    r"(?![\p{L}\d_@/(])(?!\.[\p{L}\d])(?!-\s)"
)
_JOINS = ("and", "or", "&")
_JOINED_BEFORE = regex.compile(r"\p{Lu}[\p{L}-]*,?\s+(?:and|or|&|and/or)\s+\Z")
_JOINED_BEHIND = regex.compile(r",?\s+(?:and|or|&|and/or)\s+\p{Lu}\p{Ll}")
_NAMED = regex.compile(
    r"\s+(?:No\.\s*)?\d|\s+\p{Lu}(?![\p{L}\d.'’&/-])|,\s+\d{2,5}\s+[A-Z]|,?\s+(?:N\.\s?A|Inc|Ltd|LLC|L\.L\.C|L\.P|LP|Corp|PLC|plc|GmbH|S\.A|B\.V|N\.V)\b"
)
_PART = regex.compile(r"\S+")
_ACTS = regex.compile(
    r"['’]s\s|\s+(?:shall|will|may|must|agrees?|is|has|does|warrants|represents|acknowledges|and\s+its)\b"
)
_DEFINED_THERE = re.compile(
    r"\s*,?\s*\(?\s*(?:(?:as|which\s+is|each\s+as|later|hereinafter)\s+(?:hereinafter\s+|such\s+term\s+is\s+)?"
    r"|(?:is|are)\s+)defined\b"
)
_EXPLAINED_THERE = re.compile(
    r"""\s*,?\s(?:as\s)?(?:listed|set\s(?:out|forth)|described|specified|detailed|identified|contained|attached|annexed)\s
        (?:in|on|at|to|as|hereto)\s(?:the\s|this\s|attached\s)?(?:[A-Z]|section|clause|article|schedule|exhibit|hereto|attached)
        |\s(?:attached|annexed)\shereto|\s\(?(?:[Ss]ee|in\sthe\sform)\s|,?\s(?:dated|entered\sinto|by\sand\s(?:between|among))\b
        |\s*\((?:[A-Z]{2,}s?\)|hereinafter\b|being\b|\d+\s+U\.?\s?S\.?\s?C|\d+\s+C\.?F\.?R)|\sof\sthe\s(?:United\sStates|[A-Z][a-z]+\sArbitration)\b|\s*,?\s*\((?:the\s|an?\s|each,?\s|collectively,?\s|together,?\s|this\s|these\s|hereinafter\s)*["“'‘]""",
    re.VERBOSE,
)
_OFFICE = re.compile(r"\b(?:[Cc]hair\w*|[Mm]embers?|[Pp]resident|[Ss]ecretary)\s+of\s+(?:the|its)\s+\Z")
_MADE_ONE = re.compile(
    r"\b(?:[Ii]t\s+(?:shall\s+be|is)|shall\s+(?:each\s+|also\s+)?constitute|constitutes?)\s+an?\s+\Z"
)
_CALLED = re.compile(r"\b(?:referred\s+to|known|called)\s+(?:\w+ly\s+)?(?:as\s+)?(?:the\s+|an?\s+)?\Z")
_SAYS_WHAT = re.compile(
    r"\s+(?:shall\s+be(?:\s+deemed\s+to\s+be)?|is|are)\s+(?:an?|any|(?:hereby\s+)?(?:established|formed|constituted|set\s+up))\s"
)
_PROMISED = re.compile(
    r"\s*,?\s*\(?\s*(?:later|(?:as\s+)?(?:hereinafter|hereafter|herein)|each,?\s+as|as|which\s+is)\s+defined"
    r"(?:\s+(?:below|above|herein\w*|hereunder|later)|\s*\))"
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
_SPECIFIED = regex.compile(r"\s+of\s+(?:(?:the|this|that|such|any|each|all|its|his)\b|\p{Lu})")
_AS_A = regex.compile(r"\bas\s+an?\s+\Z")
"""Words before the name of an office or a part that somebody takes."""
_CAPTION = regex.compile(r"\d[\w.()]{0,16}\s?\[[^\[\]\n]{3,120}\]")
"""A citation with the caption of what is cited in square brackets."""
_CLOSES = ".:;!?)]–—-|"
_REACH = 24


def phrases(text: str) -> list[Phrase]:
    """Capitalised phrases of a block. A word that only a sentence begins with is left out of the phrase."""
    starts = {0, *sentence_ends(text)}
    opening = words("sentence_openers")
    out: list[Phrase] = []
    captions = [m.span() for m in _CAPTION.finditer(text)] if "[" in text else []
    for match in _PHRASE.finditer(text):
        start = match.start("phrase")
        if any(s < start < e for s, e in captions):
            continue
        if (text[start - 1 : start] == "(" and text[match.end() : match.end() + 1] == ")") or _NAMED.match(
            text, match.end()
        ):
            continue
        before = text[max(0, start - _REACH) : start]
        bare = before.rstrip(' \t\r\n*_("“[')
        opens = not bare or bare[-1] in _CLOSES or start - (len(before) - len(bare)) in starts or bare[-1].isdigit()
        lead = _lead_of(before)
        joined = before.rstrip().endswith(_JOINS) and _JOINED_BEFORE.search(before) is not None
        if joined and lead is Lead.BARE and out and start - out[-1].end < _REACH:
            lead = out[-1].lead
        begin = -1
        end = start
        for part in _PART.finditer(text, start, match.end("phrase")):
            if part.group()[0].isupper() and part.group().lower() in opening:
                if begin >= 0 and len(part.group()) > 1:
                    out.append(_phrase(text, begin, end, lead, opens=opens, joined=joined))
                begin, lead, opens, joined = -1, _LEADS.get(part.group().lower(), Lead.BARE), False, False
            elif part.group()[0].isupper():
                begin = part.start() if begin < 0 else begin
                end = part.end()
        if begin >= 0:
            joined = joined or _JOINED_BEHIND.match(text, end) is not None
            out.append(_phrase(text, begin, end, lead, opens=opens, joined=joined))
    return [phrase for phrase in out if any(c.islower() for c in phrase.text)]


def _lead_of(before: str) -> Lead:
    """What the last word of *before* says of the phrase behind it."""
    tail = before.rstrip()
    if len(tail) == len(before):
        return Lead.BARE
    bare = tail.removesuffix("s") if tail.endswith(("'s", "’s")) else tail
    bare = bare.removesuffix("'").removesuffix("’")
    start = len(bare)
    while start and (bare[start - 1].isalpha() or bare[start - 1] == "/"):
        start -= 1
    if start == len(bare):
        return Lead.BARE
    if len(tail) - len(bare) == len("'s"):
        return Lead.POINTED
    return _LEADS.get(bare[start:].lower(), Lead.BARE)


def _phrase(text: str, start: int, end: int, lead: Lead, *, opens: bool, joined: bool) -> Phrase:
    promised = _PROMISED.match(text, end) is not None
    return Phrase(
        start,
        end,
        " ".join(text[start:end].split()),
        lead,
        opens,
        joined,
        _ACTS.match(text, end) is not None,
        promised,
        _SPECIFIED.match(text, end) is not None,
        _standing(text, start, end, lead, promised=promised),
    )


def _standing(text: str, start: int, end: int, lead: Lead, *, promised: bool) -> Standing:
    if _OFFICE.search(text, max(0, start - 24), start) or _AS_A.search(text, max(0, start - 12), start):
        return Standing.OFFICE
    if not promised and (_DEFINED_THERE.match(text, end) or _MADE_ONE.search(text, max(0, start - 30), start)):
        return Standing.ELSEWHERE
    if (
        _EXPLAINED_THERE.match(text, end)
        or _CALLED.search(text, max(0, start - 40), start)
        or (lead in (Lead.TAKEN, Lead.BARE) and _SAYS_WHAT.match(text, end))
    ):
        return Standing.EXPLAINED
    return Standing.OPEN
