"""What may be written next: a clause's number after a citation word, a defining phrase, a defined term."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from clausewright.clauses import Clause, ClauseKind, root_of
from clausewright.contract import Contract
from clausewright.convention import Convention

LOOK_BACK = 120
"""Characters before the caret that decide what is offered."""

_NUMBER = re.compile(r"(?P<number>[\w.]{0,12}(?:\([A-Za-z0-9]{0,5}\)?){0,4})\Z")
_TERM_DEFINED = re.compile(
    r"(?:^|\n|\A)[^\S\n]*[\"“*_]{1,3}[^\"“”\n]{2,80}[\"”*_]{1,4}[^\S\n]+(?P<typed>[a-z ]{0,30})\Z"
)
_LAST_WORD = re.compile(r"[\w’'-]*\Z")
_KIND_OF_WORD = {
    "article": (ClauseKind.ARTICLE,),
    "schedule": (ClauseKind.SCHEDULE,),
    "exhibit": (ClauseKind.EXHIBIT,),
    "annex": (ClauseKind.ANNEX,),
    "recital": (ClauseKind.RECITAL,),
}
_OPEN_QUOTE = re.compile(r"[\"“][^\"”\n]*\Z")
_LEAST_SMALL = 3


class Sort(StrEnum):
    CLAUSE = "clause"
    TERM = "term"
    PHRASE = "phrase"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Write *text* in the place of ``[start, caret)``. *about* is the clause or the term it stands for."""

    text: str
    start: int
    sort: Sort
    detail: str = ""
    about: Clause | str | None = None


def suggestions(contract: Contract, offset: int, *, asked: bool = True) -> list[Suggestion]:
    """What fits at *offset*.

    Terms only where one has been begun, in small letters with three of them at least, or where nothing has been begun
    and somebody *asked*.
    """
    text = contract.source.text
    before = text[max(0, offset - LOOK_BACK) : offset]
    matches = list(
        re.finditer(rf"(?<![\w-])(?P<word>{contract.tradition.citation_pattern})[^\S\n]+", before, re.IGNORECASE)
    )
    if matches:
        last = matches[-1]
        number = _NUMBER.match(before, last.end())
        if number is not None:
            return list(_clauses(contract, last["word"], offset - len(number["number"])))
    defined = _TERM_DEFINED.search(before)
    if defined is not None:
        start = offset - len(defined["typed"])
        return [Suggestion(phrase, start, Sort.PHRASE) for phrase in _defining(contract.tradition)]
    word = _LAST_WORD.search(before)
    typed = word[0] if word is not None else ""
    if _OPEN_QUOTE.search(before[-60:]):
        return []
    if not (typed or asked):
        return []
    wanted = typed[:1].isupper() or len(typed) >= _LEAST_SMALL
    return [
        one
        for one in _terms(contract, before, offset, typed)
        if not typed or one.start < offset - len(typed) or (wanted and _begins(one.text, typed))
    ]


def _defining(tradition: Convention) -> list[str]:
    """The first defining verb of each form; one that points elsewhere goes on to where."""
    first: dict[str, str] = {}
    for verb, form in tradition.defining_verbs.items():
        first.setdefault(form, verb)
    return [f"{verb} given in" if form == "has-the-meaning" else verb for form, verb in first.items()]


def _begins(term: str, typed: str) -> bool:
    """Whether *typed* begins the term, or from the third letter on, any word of it."""
    begun = typed.casefold()
    folded = term.casefold()
    return folded.startswith(begun) or (len(begun) >= _LEAST_SMALL and f" {begun}" in folded)


def _clauses(contract: Contract, word: str, start: int) -> Iterator[Suggestion]:
    """Numbers of the clauses that *word* can cite, each once."""
    kind = contract.tradition.citation_words.get(" ".join(word.split()).casefold(), "any")
    wanted = _KIND_OF_WORD.get(kind)
    seen: set[str] = set()
    for clause in contract.clauses:
        if wanted is not None:
            if clause.kind not in wanted:
                continue
            number = clause.number.split(" ", 1)[-1]
        else:
            if root_of(clause) is not None or not clause.number[:1].isdigit() or clause.kind is ClauseKind.ITEM:
                continue
            number = clause.number
        if number not in seen:
            seen.add(number)
            yield Suggestion(number, start, Sort.CLAUSE, clause.heading or "", clause)


def _terms(contract: Contract, before: str, offset: int, typed: str) -> Iterator[Suggestion]:
    """Terms, each in the place of as many words before the caret as begin it."""
    for term in dict.fromkeys(found.term for found in contract.definitions):
        start = offset - len(typed)
        for length in range(min(len(term), len(before)), len(typed), -1):
            begun = before[-length:]
            if term[:length].casefold() == begun.casefold() and not before[-length - 1 : -length].isalnum():
                start = offset - length
                break
        clause = contract.definitions_of(term)[0].clause
        where = f"defined in {clause.number}" if clause is not None else "defined term"
        yield Suggestion(term, start, Sort.TERM, where, term)
