from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import takewhile

from clausewright.clauses import ClauseKind
from clausewright.contract import Contract
from clausewright.drafting.names import CompanyName, is_respelled, is_slip, read_names
from clausewright.finding import Edit, Finding, Fix, Related, Severity
from clausewright.rules.base import Rule
from clausewright.terms import Definition
from clausewright.wording import Wording

_NEAR = 500
"""Characters between a party's name and its label in the preamble."""
_PREAMBLE = 3000
"""Characters in which parties are named, wherever the first number stands."""
_LABELS = ("parenthetical", "collectively")
_LONG_WORD = 7
_SHORT_WORD = 6
"""Letters of a label whose slips may be names (Clint, Tennant), so that they count behind an article only."""
_OTHER_WORDS = frozenset({"Lesser"})
_HEAD, _END = 3, 2
_FRONT = (ClauseKind.HEADING, ClauseKind.RECITAL)
_ENDINGS = {"or", "er"}
_LEADING_WORD = re.compile(r"\S+\s+")


class PartyName(Rule):
    """A party's name, or its label, is spelled in two ways.

    What it finds
        A company's name that differs by one letter from the name of a party in the preamble: "Acme Holding, Inc." for
        "Acme Holdings, Inc."; and a label that differs by one letter: "the Licencee" for "the Licensee".

    Why it matters
        A company with nearly the same name may exist, often in the same group, and then another company is bound.

    Example
        Acme Holdings, Inc. (the "Licensee") ... The Licencee keeps books. Signed for Acme Holding, Inc.

    Write instead
        Acme Holdings, Inc. (the "Licensee") ... The Licensee keeps books. Signed for Acme Holdings, Inc.

    What it leaves alone
        Capitals, commas and the long and the short of "Inc." or "Ltd."; names with a label of their own, short names,
        names that differ in a word or in their form; words that are other words ("Employer", "Purchased"), and terms
        with a definition.
    """

    code = "CW407"
    name = "party-name"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        body = next((c.start for c in contract.clauses if c.kind not in _FRONT), 0)
        early = takewhile(
            lambda d: d.start < body or contract.wording.ask(_is_within, 0, d.start, _PREAMBLE), contract.definitions
        )
        labels = [d for d in early if d.form in _LABELS]
        yield from self._names(contract, labels)
        yield from self._labels(contract, labels)

    def _names(self, contract: Contract, labels: list[Definition]) -> Iterator[Finding]:
        wording = contract.wording
        names = [(start + n.start, n) for start, n in wording.marks(read_names)]
        parties = list(_parties(wording, names, [d.start for d in labels]))
        told: set[int] = set()
        for party in parties:
            own: list[tuple[int, CompanyName]] = []
            others: dict[str, list[tuple[int, CompanyName]]] = {}
            for at, name in names:
                if name.names(party):
                    own.append((at, name))
                elif is_respelled(name, party) and not any(name.names(p) for p in parties):
                    others.setdefault(" ".join(name.words[-len(party.words) :]), []).append((at, name))
            for spelled in others.values():
                # Whichever spelling is the rarer one is taken for the slip.
                odd, usual = (spelled, own) if len(spelled) <= len(own) else (own, spelled)
                there = _span(wording, *usual[0], party)
                for at, name in odd:
                    if at in told:
                        continue
                    told.add(at)
                    span = _span(wording, at, name, party)
                    message = f"“{_printed(wording, *span)}” is spelled “{_printed(wording, *there)}” elsewhere."
                    yield self.finding(*span, message, related=(Related(*there, "the other spelling"),))

    def _labels(self, contract: Contract, definitions: list[Definition]) -> Iterator[Finding]:
        labels = {d.term: d for d in definitions if len(d.term) >= _SHORT_WORD and d.term.isalpha()}
        if not labels:
            return
        known = {word for d in contract.definitions for word in d.term.split()}
        for label, definition in labels.items():
            for start, end, word in contract.wording.places_of(_like(label)):
                if (
                    not _misspells(word, label)
                    or word in _OTHER_WORDS
                    or word in known
                    or word.removesuffix("s") in known
                ):
                    continue
                yield self.finding(
                    start,
                    end,
                    f"“{word}” is defined as “{label}”.",
                    related=(Related(definition.start, definition.end, "defined here"),),
                    fixes=(Fix(f"Write “{label}”", (Edit(start, end, label),)),),
                    term=label,
                )


@lru_cache(maxsize=256)
def _like(label: str) -> re.Pattern[str]:
    """Other words with the first and last letters of *label* and its length, or a letter more or less."""
    head, rest, last = re.escape(label[:_HEAD]), label[_HEAD:], label[-_END:]
    article = "(?<=[Tt]he ...)" if len(label) < _LONG_WORD else ""
    between, ends = len(rest) - _END, "|".join(sorted({last} | (_ENDINGS if last in _ENDINGS else set())))
    return re.compile(
        rf"{head}(?!{rest}(?![\w-]))(?<![\w'’.-]...){article}[a-z]{{{between - 1},{between + 1}}}(?:{ends})(?![\w-])"
    )


def _misspells(word: str, label: str) -> bool:
    """Whether *word*, which is like *label*, is a slip of it; other last letters mostly make another word."""
    if abs(len(word) - len(label)) > 1:
        return False
    return word[:-_END] == label[:-_END] or is_slip(word.lower(), label.lower())


def _parties(wording: Wording, names: list[tuple[int, CompanyName]], labels: list[int]) -> Iterator[CompanyName]:
    """The companies whose name stands before one of *labels*, which are offsets in the preamble."""
    for index, (at, name) in enumerate(names):
        end = at + name.end - name.start
        label = next(iter(labels[bisect_left(labels, end) :][:1]), None)
        if label is None or (index + 1 < len(names) and names[index + 1][0] <= label):
            continue
        if wording.ask(_is_within, end, label, _NEAR):
            yield name


def _span(wording: Wording, at: int, name: CompanyName, party: CompanyName) -> tuple[int, int]:
    """*name*, which stands at the offset *at*, without what a heading in capitals runs into the *party*'s name."""
    end = at + name.end - name.start
    return at + wording.ask(_length_of_words, at, end, len(name.words) - len(party.words)), end


def _is_within(_: str, start: int, end: int, reach: int) -> bool:
    return end - start < reach


def _length_of_words(text: str, start: int, end: int, count: int) -> int:
    """Characters that the first *count* words of a passage take."""
    at = start
    for _ in range(count):
        word = _LEADING_WORD.match(text, at, end)
        at = word.end() if word else at
    return at - start


def _printed(wording: Wording, start: int, end: int) -> str:
    return wording.line(start, end)
