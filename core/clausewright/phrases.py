"""Capitalised phrases in running text: what may be a defined term that nobody defined."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

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


class Phrase(NamedTuple):
    """A run of capitalised words in a sentence. Offsets count from the block's start; *text* has single blanks.

    *opens* says that the phrase begins a sentence, where the first capital proves nothing, *joined* that "and" or "or"
    joins it to another one, with which it may be one name.
    """

    start: int
    end: int
    text: str
    lead: Lead
    opens: bool
    joined: bool


class Surroundings(NamedTuple):
    """What the words around a phrase say of it.

    *acts* says that it owns or does something, *bound* that it shall or may do something, *promised* that the text calls it defined ("as defined below"),
    *specified* that it is said what it is of ("the Price of the Goods"), *governed* that it follows a preposition
    without an article, as names do ("signed by Agent").
    """

    acts: bool
    bound: bool
    promised: bool
    specified: bool
    governed: bool
    standing: Standing


_WORD = r"\p{Lu}[\p{L}\d]*+(?:[-&/]\p{L}+|['’](?!s\b)\p{L}+)*+"
_PHRASE = regex.compile(
    r"(?<![\p{L}\d_&@/.$'’\"“”-])"
    rf"{_WORD}(?:\s+(?:(?:of|for|&)\s+)?(?=\p{{Lu}}){_WORD}){{0,7}}+"
    r"(?![\p{L}\d_@/]|\((?!e?s\)(?!\s+of\b)))(?!\.[\p{L}\d])(?!-\s)"
)
_JOINS = ("and", "or", "&")
_JOINED_BEFORE = regex.compile(r"\p{Lu}[\p{L}-]*,?\s+(?:and|or|&|and/or)\s+\Z")
_JOINED_BEHIND = regex.compile(r",?\s+(?:and|or|&|and/or)\s+\p{Lu}\p{Ll}")
_NAMED = regex.compile(
    r"\s+-{4,}|\s+(?:No\.\s*)?\d|\s+\p{Lu}(?![\p{L}\d.'’&/-])|,\s+\d{2,5}\s+[A-Z]|,?\s+(?:N\.\s?A|Inc|Ltd|LLC|L\.L\.C|L\.P|LP|Corp|PLC|plc|GmbH|S\.A|B\.V|N\.V)\b"
)
_PART = re.compile(r"\S+")
_ACTS = re.compile(
    r"['’]s\s|\s+(?:shall|will|may|must|agrees?|is|has|does|warrants|represents|acknowledges|and\s+its)\b"
)
_BOUND = re.compile(r"\s+(?:shall|will|may|must|agrees?|warrants|represents|acknowledges)\b")
_DEFINED_THERE = re.compile(
    r"(?:\s+(?:thereof|hereof|thereunder|hereunder))?+\s*,?\s*\(?\s*(?:(?:as|which\s+is|each\s+as|later|hereinafter)\s+(?:hereinafter\s+|such\s+term\s+is\s+)?"
    r"|(?:is|are)\s+)defined\b"
)
_EXPLAINED_THERE = re.compile(
    r"""(?:\sper\s[a-z]{3,12})?\s?:\s+[\w$£€(]|,?\s(?:which|that)\s(?:is|are)\s(?:made\s)?available\s|,?\spar\svalue\b|\s\((?:posted|available)\s|\s*,?\s(?:as\s)?(?:listed|set\s(?:out|forth)|described|specified|detailed|identified|outlined|contained|attached|annexed)\s
        (?:in|on|at|to|as|hereto)\s(?:the\s|this\s|attached\s)?(?:[A-Z]|section|clause|article|schedule|exhibit|hereto|attached)
        |,?\s{1,20}(?:listed|set\s(?:out|forth)|described|specified|outlined|stated|given)\s{1,20}(?:above|below)\b|,?\sto\sbe\sattached\s
        |\s(?:attached|annexed)\shereto|,?\s(?:consisting|composed|comprised)\sof\s|\s\(?(?:[Ss]ee|in\sthe\sform)\s|,?\s(?:dated|entered\sinto|by\sand\s(?:between|among))\b
        |\s*\((?:[A-Z]{2,}s?\)|hereinafter\b|being\b|\d+\s+U\.?\s?S\.?\s?C|\d+\s+C\.?F\.?R)|\sof\sthe\s(?:United\sStates|[A-Z][a-z]+\sArbitration)\b|\s*,?\s*\((?:the\s|an?\s|each,?\s|collectively,?\s|together,?\s|this\s|these\s|hereinafter\s)*["“'‘]""",
    re.VERBOSE,
)
_OFFICE = re.compile(r"\b(?:[Cc]hair\w*|[Mm]embers?|[Pp]resident|[Ss]ecretary)\s+of\s+(?:the|its)\s+\Z")
_MADE_ONE = re.compile(
    r"\b(?:[Ii]t\s+(?:shall\s+be|is)|shall\s+(?:each\s+|also\s+)?constitute|constitutes?)\s+an?\s+\Z"
)
_CALLED = re.compile(r"\b(?:referred\s+to|known|called)\s+(?:\w+ly\s+)?(?:as\s+)?(?:the\s+|an?\s+)?\Z")
_CALLING = ("referred", "known", "called")
_SAYS_WHAT = re.compile(
    r"\s+(?:shall\s+be(?:\s+deemed\s+to\s+be)?|is|are)\s+(?:an?|any|(?:hereby\s+)?(?:established|formed|constituted|set\s+up))\s"
)
_SETS_IT = re.compile(
    r"\s+(?:of|under)\s+(?:this|the)\s+(?:[\w-]+\s+){0,5}?(?:[Aa]greement|[Cc]ontract|[Ll]ease|[Ll]icen[cs]e|[Ee]ngagement)\s+"
    r"(?:(?:shall|will)\s+(?:be|commence|begin|continue|run|last|mean)|is|are|commences|begins|runs|lasts|means)\b"
    r"|\s+(?:(?:shall|will)\s+(?:initially\s+)?(?:consist|comprise|mean)|consists?\s+of|comprises?|means?)\b"
)
_BEGINS = re.compile(r"\bThe\s+\Z")
"""Around a phrase: a sentence that begins with it says what it is here ("The Term of this Agreement is two years")."""
_FOLLOWING = re.compile(r"\bfollowing\s+(?:[a-z]+\s+)?\Z")
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
_NARROWED = regex.compile(
    r"\s+(?:that|who|whose|(?:for|in|to|of|from|under|on|by|with|at)\s+(?:which|whom)|so\s+\p{Ll}+ed)\s"
    r"|\s+(?:for|on|of|to|and)\s+(?:the\s+)?\p{Lu}|\s+(?:date|name|number)\b"
)
_SUCH = re.compile(r"\b[Ss]uch\s+(?:other\s+)?\Z")
"""Around one word: it means one of its kind of which something is said, or is the beginning of a longer name."""
_SUCH_A = re.compile(r"\b[Ss]uch\s+an?\Z")
_PREPOSITION = re.compile(r"\b(?:by|of|to|from|with|upon|against|between)\s+\Z")
_NOT_GOVERNED = frozenset("'’:*\"”")
_ARTICLES = frozenset(("A", "An", "The"))
"""Words that have a capital within a sentence in names only: "Tin Works, A Mutual Company"."""
_WITHIN_TITLES = frozenset(("And", "Or", "Of"))
"""Words that have a capital within titles and names in which every word has one: Securities And Exchange Commission."""
_OF_NAMES = frozenset(("All", "No"))
"""Words with a capital that as often belong to a name or a heading as they lead to one: All Risk Insurance."""
_AS_A = regex.compile(r"\bas\s+an?\s+\Z")
"""Words before the name of an office or a part that somebody takes."""
_CAPTION = regex.compile(r"\d[\w.()]{0,16}\s?(?:\[[^\[\]\n]{3,120}\]|\((?=\p{Lu})[^()\n]{3,80}\))")
"""A citation with the caption of what is cited in brackets."""
_OPENS_CAPTION = regex.compile(r"\(\p{Lu}")
_TITLE_QUOTED = re.compile(r"[\"“](?=[A-Z])[^\"“”.;]{30,300}(?<=\S)[\"”]")
"""What may be the title of a document in quotation marks, whose words are no terms of this one."""
_TITLE_WORDS = 5
_CLOSES = ".:;!?)]–—-|"
_LONGEST_ABBREVIATION = 6
_SMALL_BEHIND = re.compile(
    r"['’]s\s+[a-z]|[,;]\s+[a-z]|\.(?:\s|\Z)|\s+(?:to|in|or|and|of|by|for|from|with|at|on|under|is|are|was|has|have|had|shall|will|may|must|"
    r"can|as|that|which|who|if|when|unless|until|before|after|upon|within|agrees?|warrants|represents|does|would|be|not|through)\b"
)
"""Behind letters that stand for a thing by themselves, not for a kind of what follows ("the DTMF digits")."""
_REACH = 24
_NEAR = 8
# First characters of what the patterns above look for behind a phrase, and last ones of what they look for before it.
_MAY_ACT = frozenset(("", *"'’swmaihdr"))
_MAY_SPECIFY = frozenset(("", "o"))
_MAY_JOIN = frozenset(("", *"ao&"))
_MAY_EXPLAIN = frozenset(("", *"lsdicaSebo(:wtpg"))
_MAY_NARROW = frozenset(("", *"twfiouasbdn"))
_MAY_SAY = frozenset(("", *"sia"))
_MAY_SET = frozenset(("", *"ouswcm"))
_MAY_HOLD = frozenset(("", *"esan"))
_MAY_POINT = frozenset(("", *"hr"))
_MAY_GOVERN = frozenset(("", *"yofmhnt"))


def phrases(text: str, ends: Iterable[int] | None = None) -> list[Phrase]:
    """Capitalised phrases of a block, with the *ends* of its sentences where they are known already. A word that only a
    sentence begins with is left out of the phrase."""
    starts = {0, *(sentence_ends(text) if ends is None else ends)}
    opening = words("sentence_openers")
    out: list[Phrase] = []
    last_lead, last_end = Lead.BARE, -_REACH
    captions = [m.span() for m in _CAPTION.finditer(text)] if "[" in text or _OPENS_CAPTION.search(text) else []
    if '"' in text or "“" in text:
        captions += [m.span() for m in _TITLE_QUOTED.finditer(text) if _is_title(m.group())]
    last = len(text.rstrip())
    for match in _PHRASE.finditer(text):
        start, stop = match.span()
        if stop == last:  # a page break may have cut the phrase
            continue
        if match.group().lower() in opening:  # one word that only leads to others
            continue
        if captions and any(s < start < e for s, e in captions):
            continue
        behind = _behind(text, stop)
        if text[stop : stop + 1] == ")" and text[start - 1 : start] == "(":
            continue
        if (behind == "p" or not behind.islower()) and _NAMED.match(text, stop):
            continue  # surely the name of somebody or the caption of a number
        before = text[max(0, start - _REACH) : start]
        bare = before.rstrip(' \t\r\n*_("“[')
        opens = not bare or bare[-1] in _CLOSES or start - (len(before) - len(bare)) in starts or bare[-1].isdigit()
        opens = opens or (bare[-1] == ">" and text.startswith(".</", stop))  # a heading between tags
        tail = before.rstrip()
        lead = _lead_of(tail) if len(tail) < len(before) else Lead.BARE
        joined = tail.endswith(_JOINS) and _JOINED_BEFORE.search(before) is not None
        if joined and lead is Lead.BARE and start - last_end < _REACH:
            lead = last_lead
        begin = -1
        end = start
        in_name = False
        for part in _PART.finditer(text, start, stop):
            word = part.group()
            if not word[0].isupper():
                continue
            if word in _WITHIN_TITLES and begin >= 0:
                begin, in_name = -1, True
                break
            if word.lower() in opening:
                if begin >= 0 and len(word) > 1:
                    last_lead, last_end = lead, end
                    _add(out, text, begin, end, lead, opens=opens, joined=joined)
                in_name = word in _ARTICLES and not (opens and part.start() == start)
                lead = Lead.BARE if word in _OF_NAMES else _LEADS.get(word.lower(), Lead.BARE)
                begin, opens, joined = -1, False, False
            else:
                begin = part.start() if begin < 0 else begin
                end = part.end()
        if begin >= 0 and not in_name:
            last_lead, last_end = lead, end
            if not joined:
                near = behind if end == stop else _behind(text, end)
                joined = near in _MAY_JOIN and _JOINED_BEHIND.match(text, end) is not None
            _add(out, text, begin, end, lead, opens=opens, joined=joined)
    return out


def _is_title(quoted: str) -> bool:
    """Whether most words of *quoted* have a capital, as in the title of a document."""
    parts = quoted.strip('"“”').split()
    return len(parts) >= _TITLE_WORDS and 2 * sum(part[0].isupper() for part in parts) > len(parts)


def _add(out: list[Phrase], text: str, start: int, end: int, lead: Lead, *, opens: bool, joined: bool) -> None:
    """Put the phrase ``[start, end)`` behind *out*, unless it is in capitals throughout and no abbreviation."""
    words = " ".join(text[start:end].split())
    if not words.isupper() or _is_abbreviation(text, start, end):
        out.append(Phrase(start, end, words, lead, opens, joined))


def _is_abbreviation(text: str, start: int, end: int) -> bool:
    """Whether some letters in capitals stand alone among words in small ones."""
    return (
        1 < end - start <= _LONGEST_ABBREVIATION
        and text[start - 1 : start].isspace()
        and text[max(0, start - 2) : start - 1].islower()
        and text[start:end].isalpha()
        and _SMALL_BEHIND.match(text, end) is not None
    )


def _lead_of(tail: str) -> Lead:
    """What the last word of *tail* says of the phrase behind it."""
    word = tail[tail.rfind(" ") + 1 :]
    if word.isalpha() and word not in ("a", "an"):
        return _LEADS.get(word.lower(), Lead.BARE)
    bare = tail.removesuffix("s") if tail.endswith(("'s", "’s")) else tail
    bare = bare.removesuffix("'").removesuffix("’")
    start = len(bare)
    while start and (bare[start - 1].isalpha() or bare[start - 1] == "/"):
        start -= 1
    if start == len(bare):
        return Lead.BARE
    if len(tail) - len(bare) == len("'s") or _SUCH_A.search(bare):
        return Lead.POINTED
    return _LEADS.get(bare[start:].lower(), Lead.BARE)


def _behind(text: str, end: int) -> str:
    """The first character behind *end* that is no white space and no comma; "" where none is near."""
    near = text[end : end + _NEAR].lstrip()
    while near[:1] == ",":
        near = near[1:].lstrip()
    return near[:1]


def _before(text: str, start: int) -> str:
    """The last character before *start* that is no white space; "" where none is near."""
    return text[max(0, start - _NEAR) : start].rstrip()[-1:]


def surroundings(text: str, phrase: Phrase) -> Surroundings:
    """What the words around *phrase* say of it in the block *text*. Most have nothing of note there, which the nearest
    character tells."""
    start, end = phrase.start, phrase.end
    behind, before = _behind(text, end), _before(text, start)
    promised = "defined" in text and _PROMISED.match(text, end) is not None
    acts = behind in _MAY_ACT and _ACTS.match(text, end) is not None
    return Surroundings(
        acts,
        acts and _BOUND.match(text, end) is not None,
        promised,
        (behind in _MAY_SPECIFY and _SPECIFIED.match(text, end) is not None)
        or (" " not in phrase.text and _is_narrowed(text, start, end, before, behind)),
        _is_governed(text, start, end, before),
        _standing(text, phrase, before, behind, promised=promised),
    )


def _is_narrowed(text: str, start: int, end: int, before: str, behind: str) -> bool:
    """Whether the words around one word say which thing of that name is meant."""
    return (behind in _MAY_NARROW and _NARROWED.match(text, end) is not None) or (
        before in _MAY_POINT and _SUCH.search(text, max(0, start - 16), start) is not None
    )


def _is_governed(text: str, start: int, end: int, before: str) -> bool:
    """Whether a preposition stands right before what begins at *start*, and no sign right behind it."""
    return (
        before in _MAY_GOVERN
        and text[end : end + 1] not in _NOT_GOVERNED
        and _PREPOSITION.search(text, max(0, start - 40), start) is not None
    )


def _standing(text: str, phrase: Phrase, before: str, behind: str, *, promised: bool) -> Standing:
    start, end, lead = phrase.start, phrase.end, phrase.lead
    if before in _MAY_HOLD and (
        _OFFICE.search(text, max(0, start - 24), start) or _AS_A.search(text, max(0, start - 12), start)
    ):
        return Standing.OFFICE
    if not promised and (
        ("defined" in text and _DEFINED_THERE.match(text, end))
        or (before in _MAY_HOLD and _MADE_ONE.search(text, max(0, start - 30), start))
        or (any(map(text.__contains__, _CALLING)) and _CALLED.search(text, max(0, start - 40), start))
        or (behind in _MAY_SET and _SETS_IT.match(text, end) and _BEGINS.search(text, max(0, start - 5), start))
    ):
        return Standing.ELSEWHERE
    if (
        (behind in _MAY_EXPLAIN and _EXPLAINED_THERE.match(text, end))
        or ("following" in text and _FOLLOWING.search(text, max(0, start - 30), start))
        or (behind in _MAY_SAY and lead in (Lead.TAKEN, Lead.BARE) and _SAYS_WHAT.match(text, end))
    ):
        return Standing.EXPLAINED
    return Standing.OPEN
