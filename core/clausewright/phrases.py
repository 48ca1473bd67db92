"""Capitalised phrases in running text: what may be a defined term that nobody defined."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from clausewright.sentences import sentence_ends


@dataclass(frozen=True, slots=True)
class Phrase:
    """A run of capitalised words inside a sentence. Offsets count from the block's start.

    *determined* says that a determiner stands before it ("the", "such", "any"), *quoted* that it stands in quotes.
    """

    start: int
    end: int
    text: str
    determined: bool


_PHRASE = regex.compile(
    r"(?<![\p{L}\d_&@/.$'’\"“”(\[-])"
    r"(?:(?P<det>\b(?i:the|such|any|each|all|said|these|those|a|an|its|their|no|every|other|that|per|applicable|both|of|or|and|for|by|to|under|with|in)\s++))?+"
    r"(?P<phrase>\p{Lu}[\p{L}\d]*+(?:[-’'&]\p{L}[\p{L}]*+)*+(?:\s(?:(?:of|and|for|&)\s)?(?=\p{Lu}\p{L})\p{Lu}[\p{L}\d]*+(?:[-&]\p{L}+)*+){0,6}+)"
    r"(?![\p{L}\d_@/])(?!\.[\p{L}\d])"
)
_DETERMINERS = frozenset(
    "the such any each all said these those a an its their no every other that per applicable both".split()
)


def phrases(text: str) -> list[Phrase]:
    """Capitalised phrases of a block that do not begin a sentence."""
    ends = sentence_ends(text)
    starts = {0, *ends}
    out = []
    for match in _PHRASE.finditer(text):
        phrase = match.group("phrase")
        start = match.start("phrase")
        det = (match.group("det") or "").strip().lower()
        if not det:
            before = text[:start].rstrip(' \t\r\n"“*_(')
            if not before or before[-1] in ".:;!?)–—-" or len(before) in starts or before[-1] == "\n":
                continue
        end = match.end("phrase")
        if phrase.endswith(("'s", "’s")):
            phrase, end = phrase[:-2], end - 2
        if not any(c.islower() for c in phrase):
            continue
        out.append(Phrase(start, end, " ".join(phrase.split()), det in _DETERMINERS))
    return out


_NAMES = frozenset(
    """inc inc. llc ltd ltd. corp corp. corporation company co limited lp llp plc gmbh bank trust university street avenue road
    suite floor building state states united america york california delaware texas london england new county city court
    courts district january february march april may june july august september october november december monday tuesday
    wednesday thursday friday saturday sunday act code rules rule regulation regulations commission congress senate
    government internet english french european international north south east west board directors president chief
    officer executive vice secretary treasurer manager director chairman mr mrs ms dr attorney general arbitration
    association law laws constitution god christian dollars dollar euro sterling section article exhibit schedule whereas
    witnesseth party parties i ii iii iv no federal republic kingdom commonwealth province ontario canada china japan
    korea india germany france israel mexico brazil illinois florida nevada georgia ohio virginia washington jersey
    pennsylvania massachusetts michigan carolina colorado utah arizona wisconsin minnesota san los angeles francisco
    agreement agreements clause clauses sections articles schedules exhibits recitals recital annex annexes appendix
    appendices paragraph witness dutch netherlands spain italy australia british swiss russian indian chinese japanese
    chicago houston dallas boston hong kong singapore beijing shanghai eastern pacific central standard time""".split()
)


def likely_term(phrase: str) -> bool:
    """Whether a phrase has the look of a defined term rather than of a name, a place or a statute."""
    words = phrase.split()
    if len(words) > 5 or any(w.lower().strip(".,") in _NAMES for w in words):
        return False
    if len(words) == 1 and (len(phrase) < 4 or any(c.isdigit() for c in phrase)):
        return False
    return not any(any(c.isupper() for c in w[1:]) for w in words if not w.isupper())
