"""Terms that are defined at two places with two meanings."""

from __future__ import annotations

import re
from collections.abc import Callable

from clausewright.clauses import root_of
from clausewright.contract import Contract
from clausewright.terms import Definition

_SIGNS = re.compile(r"\bBy:|/s/|\bSigned\s+by\b|_{6}")
_LOCAL = re.compile(
    r"\b[Ff]or\s+(?:the\s+)?purposes?\s+of\s+(?:this|the\s+foregoing)\s+[^.;]{0,60}\Z|\b[Tt]hereafter\b[^.;]{0,60}\Z"
)
_ONE_CASE = re.compile(r"\bthen,?\s+(?:the\s+(?:term\s+)?)?[\"“‘']?\Z")
_SAID_ELSEWHERE = re.compile(
    r"[\"”’']{0,2}\s*\)?,?\s*(?:as\s+(?:further\s+|more\s+fully\s+|hereinafter\s+)?defined\b|(?:with\s+respect|in\s+relation)\s+to\b)"
    r"|[\"”’']{0,2},?\s+(?:shall\s+)?means?,?\s+(?:with\s+respect|in\s+relation)\s+to\b"
    r"|\.\s+(?:The|This)\s+term\s+shall\s+have\b"
)
_GOES_ON_FROM = re.compile(r"[\"”’']{0,2},?\s+(?:shall\s+)?(?:means?|refers?\s+to)\s+such\b")
_ABBREVIATION = 6
_WORDS = re.compile(r"\b(?!(?:of|and|the|for|a|an|as)\b)[A-Za-z][\w’']*")
_NAMED_WITHIN = 400
_SAME_WORDS = 5
_OR_ALIAS = re.compile(r"[\"”’']\s*,?\s*or\s+(?:the\s+|an?\s+)?[\"“‘']\Z")
_BRACKET_OPENS = re.compile(r"\s*\((?:[^()]{0,40})\Z")
_PROPER_NAME = re.compile(r"[A-Z][\w.&'’-]*(?:,?[ \t\n]+(?:&[ \t\n]+|of[ \t\n]+|and[ \t\n]+)?[A-Z][\w.&'’-]*)+")
_MEANS_NAME = re.compile(
    rf"\W*(?:shall\s+)?(?:means?|refers?\s+to)[ \t\n]+(?:the[ \t\n]+)?(?P<name>{_PROPER_NAME.pattern})"
)
_SPELT_OUT = re.compile(r"\W*(?:shall\s+)?means?\s+(?:the\s+)?(?P<what>[a-z][^.;]{7,60})[.;]")
_ON_COVER = re.compile(
    r"\b(?:on\s+the\s+(?:cover|first|title|signature)\s+page"
    r"|(?:in|at)\s+the\s+(?:preamble|recitals?|introduct\w+|beginning|first\s+paragraph|opening))\b",
    re.IGNORECASE,
)


def duplicate_definitions(contract: Contract) -> list[tuple[Definition, Definition]]:
    """Pairs of a definition and a later one of the same term in the same part of the document."""
    out = []
    for definitions in contract.definitions_by_term.values():
        meant = [d for d in definitions if len(definitions) > 1 and _says_all(contract, d)]
        first_in: dict[tuple[int, bool, bool], Definition] = {}
        for d in meant:
            scope = (id(root_of(d.clause)), contract.is_signed(d.start), _is_local(contract, d))
            first = first_in.setdefault(scope, d)
            if first is not d and not scope[2] and not _mean_the_same(contract, first, d):
                out.append((first, d))
        if len(first_in) == 2 and (pair := _in_one_scope(contract, *first_in.values())) is not None:
            out.append(pair)
    return sorted(out, key=lambda pair: pair[1].start)


def _says_all(contract: Contract, definition: Definition) -> bool:
    """Whether a definition is meant to give the whole meaning of its term at this place."""
    return not (
        definition.form in ("has-the-meaning", "by-reference", "includes")
        or contract.wording.says(_SIGNS, definition.end, definition.end, behind=120)
        or contract.wording.leads_to(_ONE_CASE, definition.start, 40)
        or contract.wording.goes_on(_SAID_ELSEWHERE, definition.end)
        or contract.wording.goes_on(_GOES_ON_FROM, definition.end)
    )


def _is_local(contract: Contract, definition: Definition) -> bool:
    return contract.wording.leads_to(_LOCAL, definition.start, 100)


def _mean_the_same(contract: Contract, first: Definition, second: Definition) -> bool:
    return (
        first.text_start == second.text_start
        or first.start < second.start < first.text_end
        or _wording(contract, first) == _wording(contract, second)
        or _names_the_same(contract, first, second)
        or _sends_to(contract, first, second)
        or _sends_to(contract, second, first)
        or (_is_second_alias(contract, first) and _is_second_alias(contract, second))
    )


def _sends_to(contract: Contract, definition: Definition, other: Definition) -> bool:
    """Whether *definition* says that the term is what the clause of *other* says."""
    return any(
        target.start <= other.start < target.end
        for reference in contract.references_between(definition.end, definition.text_end)
        for target in reference.targets
    )


def _in_one_scope(contract: Contract, first: Definition, second: Definition) -> tuple[Definition, Definition] | None:
    """Both, where one holds for the whole document and the other for a part in which all uses of the term lie."""
    wide = [d for d in (first, second) if not _is_local(contract, d) and root_of(d.clause) is None]
    if len(wide) != 1 or contract.is_signed(wide[0].start):
        return None
    narrow = second if wide[0] is first else first
    scope = root_of(narrow.clause) or narrow.clause
    while scope is not None and _is_local(contract, narrow) and scope.parent is not None:
        scope = scope.parent
    if scope is None or _mean_the_same(contract, first, second):
        return None
    outside = [
        u
        for u in contract.uses_of(first.term)
        if not scope.start <= u.start < scope.end and not wide[0].text_start <= u.start < wide[0].text_end
    ]
    return None if outside else (first, second)


def _is_second_alias(contract: Contract, definition: Definition) -> bool:
    """Whether the term is the further name of a party or thing that has one already: (“Acme” or “Party”)."""
    return contract.wording.leads_to(_OR_ALIAS, definition.start, 40)


def _names_the_same(contract: Contract, first: Definition, second: Definition) -> bool:
    """Whether *second* stands behind the words that *first* stands behind, or means the name that it shortens."""
    words = contract.wording.words
    known = " ".join(words(first.start, first.end, before=_NAMED_WITHIN).split()).lower()
    if second.form in ("parenthetical", "collectively"):
        before = _BRACKET_OPENS.sub("", words(second.start, second.start, before=_NAMED_WITHIN))
        tail = before.split()[-_SAME_WORDS:]
        if len(tail) == _SAME_WORDS and " ".join(tail).lower() in known:
            return True
        names = _PROPER_NAME.findall(before[-160:]) if second.form == "parenthetical" else []
        if _spelled_alike(first, second, words):
            return True
    else:
        meant = words(second.end, second.text_end)
        names = [m.group("name")] if (m := _MEANS_NAME.match(meant)) else []
        if _ON_COVER.search(meant):
            return True
        if (spelt := _SPELT_OUT.match(meant)) and " ".join(spelt.group("what").lower().split()) in known:
            return True
    return bool(names) and " ".join(names[-1].split()).rstrip(".,").lower() in known


def _wording(contract: Contract, definition: Definition) -> str:
    return " ".join(contract.wording.words(definition.text_start, definition.text_end).split())


def _spelled_alike(first: Definition, second: Definition, words: Callable[..., str]) -> bool:
    """Whether both stand behind words whose first letters they are, as an abbreviation that is spelled out twice."""
    term = second.term
    return (
        1 < len(term) <= _ABBREVIATION
        and term.isupper()
        and all(
            "".join(word[0] for word in _WORDS.findall(words(d.start, d.start, before=80))[-len(term) :]).upper()
            == term
            for d in (first, second)
        )
    )
