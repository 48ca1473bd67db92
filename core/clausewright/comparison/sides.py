"""One side of a comparison: a contract's provisions as tokens, with its names, terms and references known."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from clausewright.comparison.lexicon import lexicon, words_of
from clausewright.comparison.provisions import Provision, furniture_of, provisions_of
from clausewright.comparison.wording import (
    MODALS,
    Mark,
    Sort,
    Token,
    name_form,
    names_another,
    proper_words,
    read_wording,
)
from clausewright.contract import Contract
from clausewright.resolver import Status

_FEWEST_ACTS = 2
_SMALL = re.compile(r"\b[a-zà-ÿ][a-zà-ÿ0-9-]*")
_BY = re.compile(r"\bby\s+(?:the\s+)?\Z")
_PASSIVE = re.compile(r"\s+(?:(?:not|also|only)\s+)?be\s+(?:\w+ly\s+)?\w+(?:ed|wn|en|ld|id|nt|pt)\b")
_OFTEN = 3
_NEARLY_ALWAYS = 0.75
_ACTIVE = 0.12
"""Least share of a party's uses at which it must or may do something."""
_NO_NAMES = frozenset(
    f"{article}{noun}"
    for article in ("", "this ", "the ")
    for noun in "party parties partie agreement contract section clause article other lease deed".split()
)
"""Terms that are read by their words, as they are where nothing defines them."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A provision, or those of its sentences that answer one provision of the other side.

    ``[start, end)`` are code points of the document, without white space at the ends; *body* is where its words begin
    behind marker and heading. *provision* is its index, *family* that of the provision whose sentence it carries on.
    """

    provision: int
    family: int
    start: int
    end: int
    body: int
    number: str
    heading: frozenset[str]
    tokens: tuple[Token, ...]
    text: str


class Side:
    """The reading of *contract* for a comparison, of all its provisions or of the stretches *given*.

    *names* are words, in small letters, that are names where this text never writes them otherwise, though it may not
    show it: a short text has most of its capitals at the beginnings of sentences.
    """

    def __init__(
        self,
        contract: Contract,
        given: Sequence[tuple[int, int]] | None = None,
        names: frozenset[str] = frozenset(),
    ) -> None:
        self.contract = contract
        self.text = contract.source.text
        self.provisions: list[Provision] = (
            provisions_of(contract) if given is None else [Provision(a, b, a, "", "", (a,), a) for a, b in given]
        )
        # What a clause says of itself it says of nothing else: "this Section 6".
        marks = [
            Mark(r.start, r.end, "" if r.status is Status.SELF else "reference", Sort.REFERENCE)
            for r in contract.references
        ]
        marks += [
            Mark(u.start, u.end, form, Sort.NAME) for u in contract.uses if (form := name_form(u.term)) not in _NO_NAMES
        ]
        if given is None:
            marks += [Mark(a, b, "", Sort.WORD) for a, b in furniture_of(contract)]
        self._marks = sorted(marks, key=lambda m: (m.start, -m.end))
        self._proper = proper_words(self.text)
        if names:
            small = {match.group() for match in _SMALL.finditer(self.text)}
            self._proper |= names - small
        self.tokens = [self._read(p.body, p.end) for p in self.provisions]
        compounds = self._compounds()
        if compounds:
            self.tokens = [_compounded(tokens, compounds, self.text) for tokens in self.tokens]
        self._families = self._families_of()
        self.headings = [
            frozenset(lexicon().form(w) for w in words_of(p.heading) if w not in lexicon().empty)
            for p in self.provisions
        ]

    def _families_of(self) -> list[int]:
        starts = [p.start for p in self.provisions]
        return [
            max(0, min(index, bisect_right(starts, p.belongs_to) - 1)) if p.belongs_to < p.start else index
            for index, p in enumerate(self.provisions)
        ]

    def _read(self, start: int, end: int) -> tuple[Token, ...]:
        inside = [m for m in self._marks if start <= m.start and m.end <= end]
        return read_wording(self.text, start, end, inside, self._proper)

    def _compounds(self) -> frozenset[tuple[str, str]]:
        """Pairs of names that are nearly always one name ("Index Co")."""
        names = self.names()
        beside = Counter(
            (a.form, b.form)
            for tokens in self.tokens
            for a, b in itertools.pairwise(tokens)
            if _are_beside(a, b, self.text)
        )
        return frozenset(
            pair
            for pair, count in beside.items()
            if count >= _OFTEN and count >= _NEARLY_ALWAYS * min(names[pair[0]], names[pair[1]])
        )

    def names(self) -> Counter[str]:
        """How often each name or term is used in the provisions, by form."""
        return Counter(t.form for tokens in self.tokens for t in tokens if t.sort is Sort.NAME)

    def defined(self) -> frozenset[str]:
        return frozenset(name_form(d.term) for d in self.contract.definitions)

    def parties(self, fewest: int = _FEWEST_ACTS) -> frozenset[str]:
        """Forms of the names that must or may do something in at least *fewest* places."""
        acts = Counter(
            token.form
            for tokens in self.tokens
            for token, following in itertools.zip_longest(tokens, tokens[1:])
            if token.sort is Sort.NAME
            and (
                (following is not None and self._acts(token, following))
                or _BY.search(self.text, max(0, token.start - 12), token.start)
            )
        )
        uses = self.names()
        return frozenset(f for f, count in acts.items() if count >= fewest and count >= _ACTIVE * uses[f])

    def _acts(self, name: Token, following: Token) -> bool:
        """Whether somebody of *name* must or may do something; what "shall be done" to a thing makes it no party."""
        return (
            following.form in MODALS
            and following.segment == name.segment
            and not names_another(self.text[name.end : following.start])
            and not _PASSIVE.match(self.text, following.end)
        )

    def is_idle(self, form: str) -> bool:
        """Whether the name is used here often, and never must or may do anything."""
        return self.names()[form] >= _OFTEN and form not in self.parties(fewest=1)

    def rename(self, mapping: Mapping[str, str]) -> None:
        """Compare the names in *mapping* by the forms that they are mapped to."""
        if mapping:
            self.tokens = [
                tuple(
                    replace(t, form=mapping[t.form]) if t.sort is Sort.NAME and t.form in mapping else t for t in tokens
                )
                for tokens in self.tokens
            ]

    def piece(self, index: int, first: int = 0, last: int | None = None) -> Piece:
        """Sentences *first* to *last* (without) of provision *index*, all of it by default."""
        provision = self.provisions[index]
        sentences = provision.sentences
        whole = first == 0 and (last is None or last >= len(sentences))
        start = provision.start if first == 0 else sentences[first]
        body = provision.body if first == 0 else start
        end = provision.end if last is None or last >= len(sentences) else sentences[last]
        while end > start and self.text[end - 1].isspace():
            end -= 1
        tokens = self.tokens[index] if whole else tuple(t for t in self.tokens[index] if body <= t.start < end)
        return Piece(
            index,
            self._families[index],
            start,
            end,
            body,
            provision.number,
            self.headings[index] if first == 0 else frozenset(),
            tokens,
            self.text[body:end],
        )

    def sentence_tokens(self, index: int) -> list[tuple[Token, ...]]:
        """The tokens of provision *index*, sentence by sentence."""
        bounds = [*self.provisions[index].sentences, self.provisions[index].end]
        return [tuple(t for t in self.tokens[index] if a <= t.start < b) for a, b in itertools.pairwise(bounds)]


def _are_beside(one: Token, other: Token, text: str) -> bool:
    return one.sort is other.sort is Sort.NAME and text[one.end : other.start].isspace()


def _compounded(tokens: Sequence[Token], compounds: frozenset[tuple[str, str]], text: str) -> tuple[Token, ...]:
    out: list[Token] = []
    for token in tokens:
        last = out[-1] if out else None
        if last is not None and (last.form, token.form) in compounds and _are_beside(last, token, text):
            form = f"{last.form} {token.form}"
            out[-1] = replace(last, text=text[last.start : token.end], end=token.end, form=form)
        else:
            out.append(token)
    return tuple(out)


def party_names(sides: Sequence[Side], fewest: int = _FEWEST_ACTS) -> frozenset[str]:
    """Forms of the parties' names on all *sides*, as they are compared."""
    found = frozenset[str]().union(*(side.parties(fewest) for side in sides))
    return frozenset(form for form in found if not any(side.is_idle(form) for side in sides))
