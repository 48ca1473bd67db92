"""The evidence that two aligned passages give of a difference, as the readers of each kind of fact gather it.

A reader takes the tokens that it explains, so that those who come after it see what is left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from clausewright.comparison.alignment import Alignment, base_form
from clausewright.comparison.facts.fact import Fact, FactKind, fact_of
from clausewright.comparison.lexicon import lexicon
from clausewright.comparison.wording import MODALS, Sort, Token

BOUNDS = frozenset("ATLEAST ATMOST MORETHAN LESSTHAN GREATER LESSER BYDATE BEFORE AFTER".split())
CONDITIONS = frozenset("IF WHETHER EXCEPT".split())
CARVES = frozenset("EXCEPT INCLUDING LIMITEDTO".split())
PLAIN = frozenset(("MUST", "IF", "WHETHER", "INCLUDING"))
"""Operators that may be left out: "pays" says what "shall pay" does, and a condition has many forms."""


class Evidence:
    """What is found between the passages of *aligned*, read from *texts* (reference and input).

    *parties* are the forms of the parties' names. *lost* and *new* are the indexes of tokens without an answer that no
    fact has explained yet, *gone* and *come* all of them in text order. *features* are measures by name, *facts* what
    was found with its rank: the higher, the graver.
    """

    def __init__(self, aligned: Alignment, texts: tuple[str, str], parties: frozenset[str]) -> None:
        self.aligned, self.texts, self.parties = aligned, texts, parties
        self.one, self.other = aligned.one, aligned.other
        self.gone, self.come = aligned.lost(), aligned.new()
        self.lost, self.new = set(self.gone), set(self.come)
        self.features: dict[str, float] = defaultdict(float)
        self.facts: list[tuple[float, Fact]] = []
        self._forms = {True: {base_form(t) for t in aligned.other}, False: {base_form(t) for t in aligned.one}}
        """By whether a token is the reference's: all that the other side says."""

    def add(self, rank: float, kind: FactKind, lost: Iterable[int], new: Iterable[int], label: str = "") -> None:
        """Note a fact of the tokens *lost* of the reference and *new* in the input."""
        one, other = [self.one[a] for a in lost], [self.other[b] for b in new]
        self.facts.append((rank, fact_of(kind, one, other, self.texts, label)))

    def take(self, lost: Iterable[int], new: Iterable[int]) -> None:
        """Count the tokens as explained."""
        self.lost.difference_update(lost)
        self.new.difference_update(new)

    # -- what a token is ----------------------------------------------------------------------------------------------

    def is_party(self, token: Token) -> bool:
        return token.form in self.parties or token.form in ("EACHPARTY", "OTHERPARTY")

    def says_more(self, token: Token, *, mine: bool) -> bool:
        """Whether *token* says something that the other side does not say anywhere: a word said again adds nothing.
        *mine* is whether it is the reference's."""
        return is_content(token) and base_form(token) not in self._forms[mine]

    def weighs(self, token: Token, *, mine: bool) -> bool:
        return self.says_more(token, mine=mine) or (token.sort is Sort.OPERATOR and token.form not in PLAIN)

    def more_only(self) -> bool:
        """Whether one side says "only" where the other does not: what may be done only so must be done so."""
        return sum(t.form == "ONLY" for t in self.one) != sum(t.form == "ONLY" for t in self.other)

    def is_limited(self, a: int, b: int) -> bool:
        """Whether the sentences of both tokens say "only": what shall be sold to one only may be sold to him only."""
        return all(
            any(t.form == "ONLY" and t.segment == side[i].segment for t in side)
            for side, i in ((self.one, a), (self.other, b))
        )

    # -- the whole ----------------------------------------------------------------------------------------------------

    def measure(self) -> None:
        """Measure how much is left over, and how near the passages are."""
        lost, new = (
            [t for i, t in enumerate(side) if i in left and self.weighs(t, mine=mine)]
            for mine, side, left in ((True, self.one, self.lost), (False, self.other, self.new))
        )
        self.features["noise"] = float(len(lost) + len(new))
        self.features["near"] = self.aligned.nearness
        self.features["linked"] = self.aligned.linked
        self.features["unlinked"] = sum(
            self.says_more(t, mine=mine) or t.sort is Sort.OPERATOR
            for mine, side, indexes in ((True, self.one, self.gone), (False, self.other, self.come))
            for t in (side[i] for i in indexes)
        )


def is_content(token: Token) -> bool:
    """Whether *token* says something by itself."""
    if token.sort is Sort.OPERATOR:
        return token.form == "ATONCE"
    return token.sort is not Sort.REFERENCE and token.form not in lexicon().light


def is_standard(token: Token) -> bool:
    """Whether *token* is a standard of care or of judgement."""
    return token.form.endswith("-efforts") or token.form in ("discretion", "unreasonably-withheld", "good-faith")


def those(tokens: Sequence[Token], indexes: Iterable[int], forms: Iterable[str]) -> list[int]:
    """Those of *indexes* whose tokens have one of *forms*."""
    return [i for i in indexes if tokens[i].form in forms]


def kind_of(*forms: str) -> FactKind:
    """The kind of a fact about words of *forms*."""
    for form in forms:
        if form in MODALS:
            return FactKind.MODALITY
        if form in BOUNDS:
            return FactKind.LIMIT
        if form in CARVES:
            return FactKind.CARVE_OUT
        if form in CONDITIONS or form == "ONLY":
            return FactKind.CONDITION
        if form == "NOT":
            return FactKind.NEGATION
        if form in ("EACHPARTY", "OTHERPARTY"):
            return FactKind.MUTUALITY
        if form.endswith("-right"):
            return FactKind.EXCLUSIVITY
        if form.endswith("-efforts") or form in ("discretion", "unreasonably-withheld", "reasonable"):
            return FactKind.STANDARD
        if form in ("governed", "jurisdiction"):
            return FactKind.LAW
    return FactKind.WORDING


def negated(tokens: Sequence[Token], index: int) -> bool:
    """Whether an odd number of negations stands before the token at *index*, near enough to reach it."""
    odd = tokens[index].negative
    for k in range(index - 1, max(-1, index - 5), -1):
        if tokens[k].segment != tokens[index].segment:
            break
        if tokens[k].form == "NOT":
            odd = not odd
    return odd
