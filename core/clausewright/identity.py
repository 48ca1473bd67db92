"""What a document says of itself: how it is called, and that it amends or completes another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

from clausewright.reading import Reading
from clausewright.shifts import mover
from clausewright.terms import Definition

HEAD = 6000
AMENDING_HEAD = 20000
"""Offsets up to which a document says what it calls itself, and that it amends another."""
_AMENDMENT = re.compile(r"\b(?:Amendment|AMENDMENT|Addendum|ADDENDUM)\b")
_THIS_AMENDMENT = re.compile(r"\b(?:THIS|This|this)\s+(?:[A-Z][\w.]*\s+){0,3}(?:AMENDMENT|Amendment)\b")
_THIS_AGREEMENT = re.compile(r"\(\s*(?:hereinafter\s+)?this\s+[\"“]Agreement[\"”]")
"""What a paper calls itself that states an amended agreement anew, and then cites its own clauses."""
_STANDARD_CLAUSES = re.compile(r"\bSCCs?\b|(?i:standard\s+contractual\s+clauses|model\s+clauses)")
_AMENDS = re.compile(
    r"\b(?:is|are)\s+(?:hereby\s+)?(?:further\s+)?(?:amended|deleted|replaced|modified|revised|stricken)\b"
    r"|\b(?:section|article|paragraph|clause|exhibit|schedule)s?\s+[\w(][^.;]{0,80}?\b(?:shall|will)\s+(?:hereby\s+)?be\s+"
    r"(?:further\s+)?(?:amended|deleted|replaced|modified|revised|stricken)\b"
    r"|\b(?:shall|will)\s+(?:hereby\s+)?be\s+(?:amended|deleted|replaced|modified|revised|stricken)\s+"
    r"(?:in\s+(?:its|their)\s+entirety|and\s+replaced|to\s+read|as\s+follows|by\s+(?:deleting|adding|inserting))\b"
    r"|\b(?:desires?|wish(?:es)?|hereby\s+agree|agree|have(?:\s+further)?\s+agreed)\s+to\s+(?:further\s+)?"
    r"(?:(?:remove|delete|replace|modify|revise|change|supplement|extend)\s+and\s+)?(?:amend|remove|delete|replace|modify|revise)\b"
    r"|\bamends\s+that\s+certain\b|\bhereby\s+amend",
    re.IGNORECASE,
)
_COMPLETES = re.compile(
    r"\bsupplements?,\s+forms?\s+(?:a\s+)?part\s+of,?\s+and\s+(?:is|are|be)\s+(?:made\s+)?subject\s+to\b", re.IGNORECASE
)
_AMENDMENT_WORDS = ("Amendment", "AMENDMENT")
_COMPLETING_WORD = "supplement"
"""What the patterns above must find to find anything."""
_PLAIN_OWN = frozenset(("Agreement", "Contract", "Terms"))
_OTHER_OWN = frozenset(("Lease", "Deed"))
"""Words that mean the document itself: always, and where it gives itself no name."""
_OWN_NAME = re.compile(
    r"(?<!\b[Ww]ith[ \n])\b(?i:this|these)\s+(?:[\w&-]+\s+){0,8}?(?i:agreement|contract|lease|deed|amendment|addendum|terms|"
    r"licen[sc]e|terms of service)\b"
    r"(?:(?!\b(?i:agreement|contract|lease|between|among)\b)[^.;\"“”]){0,100}[\"“(*_ ]*(?:(?i:the)\s+)?\Z"
    r"|\b(?i:this)\s+[\"“(*_]*\Z|\A[^a-z]{0,60}\b(?:AGREEMENT|CONTRACT|LEASE)\s*\([\"“*_]*\Z"
)
_OF_ANOTHER = re.compile(r"\b(?i:amendment|addendum|supplement|joinder)\b[^\"“]*?\b(?i:to|of)\b")
_MEANS_THIS = re.compile(r"\W*(?:shall\s+)?means?\s+(?:the\s+(?:terms|body|text|provisions)\s+of\s+)?this\s")
_NAMES_DOCUMENT = re.compile(
    r"\b(?i:agreement|contract|lease|deed|amendment|addendum|terms|licen[sc]e|undertaking|letter|policy|plan|order)\b|\A[A-Z]{1,4}A\Z"
)


def amends(text: str) -> bool:
    """Whether a document is an amendment, whose citations mean the document it amends."""
    titled = _AMENDMENT.search(text, 0, 400) or (
        any(text.find(word, 0, HEAD) >= 0 for word in _AMENDMENT_WORDS) and _THIS_AMENDMENT.search(text, 0, HEAD)
    )
    if not titled or _THIS_AGREEMENT.search(text, 0, HEAD):
        return False
    return _AMENDS.search(text, 0, AMENDING_HEAD) is not None


def completes(text: str) -> bool:
    """Whether a document is a confirmation or the like, which is part of a standard form and cites its sections."""
    # Asked at each edit of the first pages: the word alone is found far sooner.
    if _COMPLETING_WORD not in text[:AMENDING_HEAD].lower():
        return False
    return _COMPLETES.search(text, 0, AMENDING_HEAD) is not None


def own_names(text: str, definitions: list[Definition]) -> frozenset[str]:
    """Names by which the document of these *definitions*, in text order, calls itself."""
    names = names_itself(text, definitions, mover(()))
    plain = _PLAIN_OWN if names else _PLAIN_OWN | _OTHER_OWN
    return frozenset(names | (plain - {d.term for d in definitions}))


def names_itself(text: str, definitions: list[Definition], move: Callable[[int], int]) -> set[str]:
    """Terms that the first pages of *text* give to the document itself; *definitions* stand where *move* says."""
    names = set()
    for d in definitions:
        start = move(d.start)
        if start > HEAD:
            break
        if not _NAMES_DOCUMENT.search(d.term):
            continue
        if d.form == "parenthetical":
            itself = _OWN_NAME.search(text, max(0, start - 220), start)
            if itself is not None and ("mend" in d.term or not _OF_ANOTHER.search(itself.group())):
                names.add(d.term)
        elif d.form == "means" and _MEANS_THIS.match(text, move(d.end)):
            names.add(d.term)
    return names


def adopts_clauses(blocks: Iterable[Reading], definitions: Iterable[Definition]) -> bool:
    """Whether it takes in the EU's standard contractual clauses, which it cites as such and its own as sections."""
    if not any(_STANDARD_CLAUSES.search(d.term) for d in definitions):
        return False
    numbered = [c for block in blocks for c in block.citations if c.number[:1].isdigit() and not c.outward]
    kinds = Counter(c.kind for c in numbered)
    own = {c.kind for c in numbered if c.inward and c.direction is None}
    return (kinds["section"] >= 3 and kinds["section"] > kinds["article"]) or ("section" in own and "clause" not in own)
