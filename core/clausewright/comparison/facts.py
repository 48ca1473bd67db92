"""What two passages say differently, as typed facts with the words on both sides, and as measures of a difference.

What is left over when two passages are aligned is sorted by what it is: figures, negations, who must or may do what,
parties, limits, conditions, exceptions, other words; and by where it stands: changed in otherwise equal words, or in a
passage that was written anew.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from clausewright.comparison.alignment import Alignment, Change, base_form
from clausewright.comparison.lexicon import lexicon
from clausewright.comparison.signs import signs
from clausewright.comparison.values import ValueKind, same_date
from clausewright.comparison.wording import MODALS, Sort, Token, moved

Span = tuple[int, int]


class FactKind(StrEnum):
    AMOUNT = "amount"
    PERCENTAGE = "percentage"
    DURATION = "duration"
    DATE = "date"
    TIME = "time"
    NUMBER = "number"
    LIMIT = "limit"
    MODALITY = "modality"
    NEGATION = "negation"
    PARTY = "party"
    MUTUALITY = "mutuality"
    CONDITION = "condition"
    CARVE_OUT = "carve-out"
    AND_OR = "and-or"
    EXCLUSIVITY = "exclusivity"
    LAW = "law"
    STANDARD = "standard"
    LIST = "list"
    WORDING = "wording"


@dataclass(frozen=True, slots=True)
class Fact:
    """One difference: what the template says and what the input says ("" where that side says nothing).

    *reference_spans* and *input_spans* are the places of the words in either document, *message* a sentence for a
    reader.
    """

    kind: FactKind
    reference: str
    input: str
    reference_spans: tuple[Span, ...]
    input_spans: tuple[Span, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two passages against each other: *features* by name, for the models, and the facts, gravest first."""

    features: Mapping[str, float]
    facts: tuple[Fact, ...]


_LABELS = {
    FactKind.AMOUNT: "Amount",
    FactKind.PERCENTAGE: "Percentage",
    FactKind.DURATION: "Period",
    FactKind.DATE: "Date",
    FactKind.TIME: "Time",
    FactKind.NUMBER: "Number",
    FactKind.LIMIT: "Limit",
    FactKind.MODALITY: "Obligation",
    FactKind.NEGATION: "Negation",
    FactKind.PARTY: "Party",
    FactKind.MUTUALITY: "Mutual or one-way",
    FactKind.CONDITION: "Condition",
    FactKind.CARVE_OUT: "Exception",
    FactKind.AND_OR: "And/or",
    FactKind.EXCLUSIVITY: "Exclusivity",
    FactKind.LAW: "Law or courts",
    FactKind.STANDARD: "Standard",
    FactKind.LIST: "List item",
    FactKind.WORDING: "Wording",
}
_OF_VALUES = {
    ValueKind.MONEY: FactKind.AMOUNT,
    ValueKind.PERCENT: FactKind.PERCENTAGE,
    ValueKind.DURATION: FactKind.DURATION,
    ValueKind.DATE: FactKind.DATE,
    ValueKind.TIME: FactKind.TIME,
    ValueKind.NUMBER: FactKind.NUMBER,
}
_OF_SIGNS = {
    "counted_from": FactKind.DURATION,
    "list_shorter": FactKind.LIST,
    "list_longer": FactKind.LIST,
    "family": FactKind.WORDING,
    "decisive": FactKind.WORDING,
}
_RANKS = {"counted_from": 7.5, "list_shorter": 5.5, "list_longer": 5.5, "family": 8.5, "decisive": 5.2}
_BOUNDS = frozenset("ATLEAST ATMOST MORETHAN LESSTHAN GREATER LESSER BYDATE BEFORE AFTER".split())
_CONDITIONS = frozenset("IF WHETHER EXCEPT".split())
_CARVES = frozenset("EXCEPT INCLUDING LIMITEDTO".split())
_OPERATORS = {
    "not": frozenset(("NOT",)),
    "modal": MODALS,
    "bound": _BOUNDS,
    "condition": _CONDITIONS,
    "only": frozenset(("ONLY",)),
    "carve": _CARVES,
}
_PLAIN = frozenset(("MUST", "IF", "WHETHER", "INCLUDING"))
"""Operators that may be left out: "pays" says what "shall pay" does, and a condition has many forms."""
_JOINERS = frozenset(("AND", "OR", "ANY"))
"""Operators that come and go with a word beside them."""
_INDIFFERENT = frozenset(("NOT", "GREATER", "LESSER"))
_BY = re.compile(r"\bby\s+(?:(?:the|either|each|any)\s+)?\Z", re.IGNORECASE)
_TO = re.compile(r"\b(to|in|from|against|upon)\s+(?:the\s+)?\Z", re.IGNORECASE)
_MUTUAL = re.compile(r"each|either|neither|both|mutual|reciprocal|parties|any", re.IGNORECASE)
_COMPLEMENTS = frozenset((frozenset(("MORETHAN", "ATMOST")), frozenset(("LESSTHAN", "ATLEAST"))))
"""Bounds of which one says what the other denies: to cease to own more than half is to own at most half."""
_ROLE = re.compile(r"(?:er|or|ee|ant|ent)(?:['’]?s|['’])?\Z")
"""The ending of a name that says what somebody does ("Owner", "Licensee")."""
_THE = re.compile(r"\bthe\s\Z", re.IGNORECASE)
_PASSIVE = re.compile(r"\b(?:be|been|is|are)\b", re.IGNORECASE)
_CLEAN = 2
_FULLY_CLEAN = 6
"""Linked tokens around a change from which it counts, and from which it counts in full."""
_LONG_RUN = 5
_FEW_WITH_NOT = 2
"""Tokens of a change with a negation up to which the negation is what was changed."""
_CLEAN_WORDS = 4
"""Linked tokens around a change of words from which it is one; fewer, and the passage was written anew."""
_NEAR_LAW = 6


def contrast(
    reference: Sequence[Token],
    entered: Sequence[Token],
    texts: tuple[str, str],
    *,
    parties: frozenset[str] = frozenset(),
) -> Contrast:
    """Compare the tokens of a reference passage and of an input passage; *texts* are the documents they were read from.

    *parties* are the forms of the parties' names, the same for both sides.
    """
    reference, entered = _told_apart(reference, entered), _told_apart(entered, reference)
    reader = _Reader(Alignment(reference, entered), texts, parties)
    reader.read()
    reader.facts.sort(key=lambda f: -f[0])
    return Contrast(dict(reader.features), tuple(_told_once(f for _, f in reader.facts)))


_AROUND = 240
"""Code points around a passage that decide on what is read into it."""


def contrast_in_place(
    reference: Sequence[Token], entered: Sequence[Token], texts: tuple[str, str], parties: frozenset[str]
) -> Contrast:
    """``contrast``, from memory where the two passages were compared before, wherever they stood then."""
    cut = [_cut_out(tokens, text) for tokens, text in zip((reference, entered), texts, strict=True)]
    (one, text, first), (other, here, second) = cut
    known = frozenset(t.form for t in (*one, *other)) & parties
    found = _remembered(one, other, text, here, known)
    facts = tuple(
        replace(
            fact,
            reference_spans=tuple((a + first, b + first) for a, b in fact.reference_spans),
            input_spans=tuple((a + second, b + second) for a, b in fact.input_spans),
        )
        for fact in found.facts
    )
    return Contrast(found.features, facts)


@lru_cache(maxsize=1024)
def _remembered(
    one: tuple[Token, ...], other: tuple[Token, ...], text: str, here: str, parties: frozenset[str]
) -> Contrast:
    return contrast(one, other, (text, here), parties=parties)


def _cut_out(tokens: Sequence[Token], text: str) -> tuple[tuple[Token, ...], str, int]:
    """*tokens* and the text around them by themselves, and where that begins in the document."""
    if not tokens:
        return (), "", 0
    first = max(0, min(t.start for t in tokens) - _AROUND)
    return moved(tokens, -first), text[first : max(t.end for t in tokens) + _AROUND], first


def _told_once(facts: Iterable[Fact]) -> Iterable[Fact]:
    """*facts* without those whose words graver ones have told."""
    told: tuple[set[Span], set[Span]] = (set(), set())
    for fact in facts:
        spans = fact.reference_spans, fact.input_spans
        if all(said.issuperset(own) for said, own in zip(told, spans, strict=True)):
            continue
        for said, own in zip(told, spans, strict=True):
            said.update(own)
        yield fact


def _told_apart(tokens: Sequence[Token], others: Sequence[Token]) -> list[Token]:
    """*tokens* with names of several words that *others* do not have as their words."""
    known = {t.form for t in others}
    lasts = {t.form for t in others if t.sort is Sort.NAME}
    out: list[Token] = []
    for token in tokens:
        shortened = token.form.rpartition(" ")[2] in lasts
        if token.sort is Sort.NAME and " " in token.form and token.form not in known and not shortened:
            words = [w for w in token.form.split() if w not in lexicon().empty]
            out += (replace(token, form=word) for word in words)
        else:
            out.append(token)
    return out


@dataclass(frozen=True, slots=True)
class _Act:
    """Somebody's act: the agent's form ("" where none is named), the modal, whether it is negated, token indexes."""

    agent: str
    agent_at: int
    modal: str
    modal_at: int
    negated: bool
    verb: int


class _Reader:
    """Takes the facts out of an alignment, the surest first; each takes the tokens that it explains."""

    def __init__(self, aligned: Alignment, texts: tuple[str, str], parties: frozenset[str]) -> None:
        self.aligned, self.texts, self.parties = aligned, texts, parties
        self.one, self.other = aligned.one, aligned.other
        self.forms = {True: {base_form(t) for t in aligned.other}, False: {base_form(t) for t in aligned.one}}
        """By whether a token is the reference's: all that the other side says."""
        self.lost, self.new = set(aligned.lost()), set(aligned.new())
        self.features: dict[str, float] = defaultdict(float)
        self.facts: list[tuple[float, Fact]] = []

    def read(self) -> None:
        changes = self.aligned.changes()
        self.gone, self.come = sorted(self.lost), sorted(self.new)
        self._values(changes)
        self._opposites()
        for change in changes:
            self._change(change)
        self._governing_operators()
        self._acts()
        self._recipients()
        self._law()
        self._signs()
        self._parties()
        self._balances()
        self._left_over()
        lost, new = (
            [t for i, t in enumerate(side) if i in left and self._weighs(t, mine=mine)]
            for mine, side, left in ((True, self.one, self.lost), (False, self.other, self.new))
        )
        self.features["noise"] = float(len(lost) + len(new))
        self.features["near"] = self.aligned.nearness
        self.features["linked"] = self.aligned.linked
        self.features["unlinked"] = sum(
            self._says_more(t, mine=mine) or t.sort is Sort.OPERATOR
            for mine, side, indexes in ((True, self.one, self.aligned.lost()), (False, self.other, self.aligned.new()))
            for t in (side[i] for i in indexes)
        )

    def _add(self, rank: float, kind: FactKind, lost: Iterable[int], new: Iterable[int], label: str = "") -> None:
        one, other = [self.one[a] for a in lost], [self.other[b] for b in new]
        says, here = _printed(one, self.texts[0]), _printed(other, self.texts[1])
        spans = tuple((t.start, t.end) for t in one), tuple((t.start, t.end) for t in other)
        self.facts.append(
            (
                rank,
                Fact(
                    kind,
                    says,
                    here,
                    *spans,
                    _message(label or _LABELS[kind], _in_figures(one, says), _in_figures(other, here)),
                ),
            )
        )

    def _take(self, lost: Iterable[int], new: Iterable[int]) -> None:
        self.lost.difference_update(lost)
        self.new.difference_update(new)

    # -- figures ------------------------------------------------------------------------------------------------------

    def _values(self, changes: Sequence[Change]) -> None:
        clean = {True: {a: c for c in changes for a in c.lost}, False: {b: c for c in changes for b in c.new}}

        def one_sided(name: str, fact: FactKind, index: int, *, mine: bool) -> None:
            token = (self.one if mine else self.other)[index]
            change = clean[mine].get(index)
            strength = min(1.0, change.around / _FULLY_CLEAN) if change is not None else 0.0
            spelled = _spelled(name, token)
            self.features[spelled] += 1
            if spelled == "value_lost":
                self.features["clean_value"] += strength
            if spelled == "value_lost" or strength == 1.0:
                self._add(6 + 2 * strength, fact, [index] if mine else [], [] if mine else [index])

        known = {t.form for t in self.one}, {t.form for t in self.other}
        for kind, fact in _OF_VALUES.items():
            ones = [a for a in sorted(self.lost) if (v := self.one[a].value) is not None and v.kind is kind]
            others = [b for b in sorted(self.new) if (v := self.other[b].value) is not None and v.kind is kind]
            for a in list(ones) if kind is ValueKind.DATE else ():
                same = next((b for b in others if _same_date(self.one[a], self.other[b])), None)
                if same is not None:
                    self._take([a], [same])
                    ones.remove(a)
                    others.remove(same)
            pairs = list(zip(ones, others, strict=False))
            for a, b in pairs:
                bare = kind is ValueKind.NUMBER and self.aligned.to_other.get(a + 1) != b + 1
                self.features["number_changed" if bare else "value_changed"] += 1
                if not bare:
                    self._add(10, fact, [a], [b], _label_of_value(self.one, a, _LABELS[fact]))
            name = "number_lost" if kind is ValueKind.NUMBER else "value_lost"
            for a in ones[len(pairs) :]:
                if self.one[a].form not in known[1]:
                    one_sided(name, fact, a, mine=True)
            for b in others[len(pairs) :]:
                if self.other[b].form not in known[0]:
                    one_sided(name, fact, b, mine=False)
            self._take(ones, others)

    # -- words against words ------------------------------------------------------------------------------------------

    def _opposites(self) -> None:
        """A word of one side whose opposite stands on the other, unless one of them is negated."""
        opposites = lexicon().opposites
        for a in sorted(self.lost):
            for b in sorted(self.new):
                one, other = self.one[a], self.other[b]
                turned = one.form == other.form and one.negative != other.negative
                if not turned and (base_form(one), base_form(other)) not in opposites:
                    continue
                antonyms = one.sort is Sort.WORD and other.sort is Sort.WORD
                same = _negated(self.one, a) == _negated(self.other, b)
                if turned and same:
                    # "Not refundable" is "non-refundable".
                    self._take([a, *self._negations(True, a)], [b, *self._negations(False, b)])
                    break
                if antonyms and not turned and not same:
                    continue
                self.features["opposite"] += 1
                kind = FactKind.NEGATION if turned else _kind_of(one.form, other.form)
                self._add(8, kind, [a], [b])
                self._take([a], [b])
                break

    def _negations(self, mine: bool, index: int) -> list[int]:
        """The negations that nothing answers right before the token at *index*."""
        tokens, left = (self.one, self.lost) if mine else (self.other, self.new)
        return [k for k in range(max(0, index - 4), index) if k in left and tokens[k].form == "NOT"][-1:]

    def _change(self, change: Change) -> None:
        """A change in otherwise equal words."""
        if change.around < _CLEAN:
            return
        lost = [a for a in change.lost if a in self.lost]
        new = [b for b in change.new if b in self.new]
        strength = min(1.0, change.around / _FULLY_CLEAN)
        forms = {self.one[a].form for a in lost}, {self.other[b].form for b in new}
        joined = len(change.lost) == len(change.new) == 1 and forms in (({"AND"}, {"OR"}), ({"OR"}, {"AND"}))
        # "Not A and B" says what "not A or B" does, in most contracts; so does "the greater of" with either.
        if joined and not any(
            _joins_anything(side, i) for side, i in ((self.one, change.lost[0]), (self.other, change.new[0]))
        ):
            self.features["clean_and_or"] += strength
            joins = _those(self.one, lost, ("AND", "OR")), _those(self.other, new, ("AND", "OR"))
            self._add(9, FactKind.AND_OR, *joins)
        for name, operators in _OPERATORS.items():
            ones, others = _those(self.one, lost, operators), _those(self.other, new, operators)
            if name == "not" and len(change.lost) + len(change.new) > _FEW_WITH_NOT:
                continue
            if name == "modal" and self._more_only():
                continue
            if ones or others:
                both = bool(ones and others)
                if not both and {self.one[a].form for a in ones} | {self.other[b].form for b in others} <= _PLAIN:
                    continue
                whole = both or name == "not"
                if name == "bound":
                    whole = whole or any(_bounds_a_value(self.one, a) for a in ones)
                    whole = whole or any(_bounds_a_value(self.other, b) for b in others)
                self.features[f"clean_{name}"] += strength * (1.0 if whole else 0.6)
                kind = _kind_of(*(self.one[a].form for a in ones), *(self.other[b].form for b in others))
                told = self._with_values(ones, others) if name == "bound" else (ones, others)
                self._add(9 if both or name == "not" else 5, kind, *told)
                self._take(ones, others)
        names = [a for a in lost if self._is_party(self.one[a])], [b for b in new if self._is_party(self.other[b])]
        if names[0] and names[1]:
            mutual = any(t.form == "EACHPARTY" for t in (self.one[names[0][0]], self.other[names[1][0]]))
            self.features["clean_mutual" if mutual else "clean_party"] += strength
            self._add(9, FactKind.MUTUALITY if mutual else FactKind.PARTY, names[0][:1], names[1][:1])
            self._take(*names)
        if change.around >= _CLEAN_WORDS:
            self._swapped_words(change, strength)
            self._changed_words(lost, new, strength)

    def _with_values(self, ones: list[int], others: list[int]) -> tuple[list[int], list[int]]:
        """Bounds with the figure that they bound, where both sides have it: "up to four" for "4"."""
        to_one, to_other = self.aligned.to_one, self.aligned.to_other
        figures = {(a + 1, to_other[a + 1]) for a in ones if a + 1 in to_other and self.one[a + 1].value is not None}
        figures |= {(to_one[b + 1], b + 1) for b in others if b + 1 in to_one and self.other[b + 1].value is not None}
        return sorted({*ones, *(a for a, _ in figures)}), sorted({*others, *(b for _, b in figures)})

    def _swapped_words(self, change: Change, strength: float) -> None:
        """A name or noun with another in its place, though both stand elsewhere too: another is meant."""
        if len(change.lost) != 1 or len(change.new) != 1:
            return
        one, other = self.one[change.lost[0]], self.other[change.new[0]]
        known = not self._says_more(one, mine=True) and not self._says_more(other, mine=False)
        named = Sort.NAME in (one.sort, other.sort) and Sort.OPERATOR not in (one.sort, other.sort)
        if known and named and not self._is_party(one) and Sort.REFERENCE not in (one.sort, other.sort):
            self.features["clean_swap"] += strength
            self._add(8, FactKind.WORDING, change.lost, change.new)

    def _changed_words(self, lost: list[int], new: list[int], strength: float) -> None:
        qualifiers = lexicon().qualifiers
        ones = [a for a in lost if self._says_more(self.one[a], mine=True) and self.one[a].form not in self.parties]
        others = [
            b for b in new if self._says_more(self.other[b], mine=False) and self.other[b].form not in self.parties
        ]
        if not ones and not others:
            return
        if all(map(_are_names, ([self.one[a] for a in ones], [self.other[b] for b in others]))):
            if all(_ROLE.search(t.text) for t in (*(self.one[a] for a in ones), *(self.other[b] for b in others))):
                self.features["clean_party"] += strength
                self._add(8, FactKind.PARTY, lost, new)
                self._take(ones, others)
                return
            if self._is_term(self.one[ones[0]], mine=True) and self._is_term(self.other[others[0]], mine=False):
                # "The Clinic" for "the Farm": another of the things that the contract speaks of.
                self.features["clean_swap"] += strength
                self._add(8, FactKind.WORDING, lost, new)
                self._take(ones, others)
                return
            # One name for another: often what the deal is about, not what it says.
            self.features["renamed"] += strength
            self._add(3.5, FactKind.WORDING, lost, new)
            self._take(ones, others)
            return
        sizes = [
            sum(t.sort is not Sort.NAME for t in side)
            for side in ([self.one[a] for a in ones], [self.other[b] for b in others])
        ]
        name = "clean_replaced" if ones and others else "clean_deleted" if ones else "clean_added"
        self.features[name] += min(3, max(sizes)) * strength
        narrowing = [
            t for t in (*(self.one[a] for a in ones), *(self.other[b] for b in others)) if t.form in qualifiers
        ]
        self.features["clean_qualifier"] += strength * bool(narrowing)
        changed = (*(self.one[a] for a in ones), *(self.other[b] for b in others))
        self.features["standard"] += strength * any(map(_is_standard, changed))
        named = [t for t in (*(self.one[a] for a in ones), *(self.other[b] for b in others)) if t.sort is Sort.NAME]
        self.features["clean_name"] += strength * bool(named)
        items = [
            bool(run) and _is_item(tokens, _widened(run, left, tokens), text)
            for run, left, tokens, text in (
                (ones, self.gone, self.one, self.texts[0]),
                (others, self.come, self.other, self.texts[1]),
            )
        ]
        self.features["list_item"] += strength * any(items)
        kind = _kind_of(*(self.one[a].form for a in ones), *(self.other[b].form for b in others))
        if any(items) and kind is FactKind.WORDING:
            kind = FactKind.LIST
        self._add(4 + strength + bool(narrowing) + any(items), kind, lost, new)
        joined = _those(self.one, lost, _JOINERS), _those(self.other, new, _JOINERS)
        self._take([*ones, *joined[0]], [*others, *joined[1]])

    def _is_term(self, token: Token, *, mine: bool) -> bool:
        """Whether *token* is named with an article, as a thing is and a company is not."""
        text = self.texts[0 if mine else 1]
        return _THE.search(text, max(0, token.start - 5), token.start) is not None

    def _is_content(self, token: Token) -> bool:
        if token.sort is Sort.OPERATOR:
            return token.form == "ATONCE"
        return token.sort is not Sort.REFERENCE and token.form not in lexicon().light

    def _says_more(self, token: Token, *, mine: bool) -> bool:
        """Whether *token* says something that the other side does not say anywhere: a word said again adds nothing."""
        return self._is_content(token) and base_form(token) not in self.forms[mine]

    def _weighs(self, token: Token, *, mine: bool) -> bool:
        return self._says_more(token, mine=mine) or (token.sort is Sort.OPERATOR and token.form not in _PLAIN)

    def _governing_operators(self) -> None:
        """An operator with another in its place before the same words, wherever they stand."""
        groups = [g for name, g in _OPERATORS.items() if name not in ("not", "modal")]
        for a in sorted(self.lost):
            b = self.aligned.to_other.get(a + 1, 0) - 1
            if b in self.new and self.one[a].sort is self.other[b].sort is Sort.OPERATOR:
                forms = {self.one[a].form, self.other[b].form}
                if frozenset(forms) in _COMPLEMENTS and self._turned():
                    self._take([a], [b])
                elif any(forms <= group for group in groups):
                    self.features["governed"] += 1
                    self._add(8, _kind_of(*forms), [a], [b])
                    self._take([a], [b])

    def _turned(self) -> bool:
        """Whether one side has an odd number of words more that deny."""
        denials = [
            sum(t.form in ("NOT", "stop", "failing") for i, t in enumerate(side) if i in left)
            for side, left in ((self.one, self.gone), (self.other, self.come))
        ]
        return (denials[0] - denials[1]) % 2 == 1

    def _law(self) -> None:
        """Names that differ in a passage on the law that governs or on courts."""
        ones, others = (
            [
                i
                for i in sorted(indexes)
                if tokens[i].sort is Sort.NAME
                and tokens[i].form not in self.parties
                and _near_law(tokens, i)
                and self._says_more(tokens[i], mine=mine)
            ]
            for mine, indexes, tokens in ((True, self.gone, self.one), (False, self.come, self.other))
        )
        if ones and others:
            self.features["law_changed"] += 1
            self._add(9, FactKind.LAW, ones, others)

    def _signs(self) -> None:
        """What shows a change even in a passage that was written anew."""
        for sign in signs(self.aligned, self.texts, lambda token, mine: self._says_more(token, mine=mine)):
            self.features[sign.name] += 1
            self._add(_RANKS[sign.name], _OF_SIGNS[sign.name], sign.lost, sign.new)

    # -- who must or may do what --------------------------------------------------------------------------------------

    def _is_party(self, token: Token) -> bool:
        return token.form in self.parties or token.form in ("EACHPARTY", "OTHERPARTY")

    def _acts_of(self, tokens: Sequence[Token], text: str) -> list[_Act]:
        out: list[_Act] = []
        for k, token in enumerate(tokens):
            if token.form not in MODALS:
                continue
            inside = [i for i, t in enumerate(tokens) if t.segment == token.segment]
            agent = self._agent_before(tokens, k, out[-1] if out and out[-1].modal_at in inside else None)
            verb = next((i for i in inside if k < i < k + 5 and tokens[i].sort is Sort.WORD), -1)
            if verb < 0:
                continue
            negated = any(tokens[i].form == "NOT" for i in range(max(0, k - 2), verb) if i in inside)
            if _PASSIVE.search(text[token.end : tokens[verb].start]):
                agent = next(
                    (
                        i
                        for i in inside
                        if i > k
                        and self._is_party(tokens[i])
                        and _BY.search(text[max(0, tokens[i].start - 14) : tokens[i].start])
                    ),
                    -1,
                )
            out.append(_Act(tokens[agent].form if agent >= 0 else "", agent, token.form, k, negated, verb))
        return out

    def _agent_before(self, tokens: Sequence[Token], modal: int, before: _Act | None) -> int:
        """The party that stands right before the modal, or that of the act before it ("... and shall"); -1 for none."""
        at = modal - 1
        while at >= 0 and tokens[at].form in ("NOT", "ANY", "EACHPARTY") and at > 0 and self._is_party(tokens[at - 1]):
            at -= 1
        if at < 0 or tokens[at].segment != tokens[modal].segment:
            return -1
        if self._is_party(tokens[at]):
            return at
        return before.agent_at if before is not None and tokens[at].form in ("AND", "OR") else -1

    def _acts(self) -> None:
        turned: set[tuple[str, str]] = set()
        others = {act.verb: act for act in self._acts_of(self.other, self.texts[1])}
        for one in self._acts_of(self.one, self.texts[0]):
            other = others.get(self.aligned.to_other.get(one.verb, -1))
            if other is None:
                continue
            changed = {one.modal, other.modal} in ({"MUST", "MAY"}, {"MUST", "SHOULD"})
            if changed and not (one.negated or other.negated or self._more_only()):
                self.features["modal_changed"] += 1
                self._add(7, FactKind.MODALITY, [one.modal_at], [other.modal_at])
            if one.agent and other.agent and one.agent != other.agent:
                mutual = "EACHPARTY" in (one.agent, other.agent)
                self.features["mutual_changed" if mutual else "agent_changed"] += 1
                self._add(8, FactKind.MUTUALITY if mutual else FactKind.PARTY, [one.agent_at], [other.agent_at])
                turned.add((one.agent, other.agent))
        # Who did what the other does, and the other way round.
        self.features["exchanged"] = float(any((b, a) in turned for a, b in turned))

    def _recipients(self) -> None:
        """A party with another in its place behind the same word and preposition: another is owed."""
        others = self._addressed(self.other, self.texts[1])
        for at, (preposition, party, heads) in self._addressed(self.one, self.texts[0]).items():
            linked = {self.aligned.to_other.get(h) for h in heads}
            found = {b: p for b, (r, p, hs) in others.items() if r == preposition and not linked.isdisjoint(hs)}
            if found and party not in found.values():
                self.features["recipient_changed"] += 1
                self._add(7, FactKind.PARTY, [at], [min(found)])

    def _addressed(self, tokens: Sequence[Token], text: str) -> dict[int, tuple[str, str, tuple[int, ...]]]:
        """Parties behind a preposition, by index: the preposition, the party's form, and the words right before."""
        out = {}
        for i, token in enumerate(tokens):
            if token.form not in self.parties:
                continue
            match = _TO.search(text, max(0, token.start - 20), token.start)
            if match is not None:
                heads = [h for h in range(max(0, i - 2), i) if tokens[h].segment == token.segment]
                words = tuple(h for h in heads if tokens[h].sort is Sort.WORD)
                if words:
                    out[i] = (match[1].lower(), token.form, words)
        return out

    def _more_only(self) -> bool:
        """Whether one side says "only" where the other does not: what may be done only so must be done so."""
        return sum(t.form == "ONLY" for t in self.one) != sum(t.form == "ONLY" for t in self.other)

    def _parties(self) -> None:
        named = [Counter(t.form for t in side if t.form in self.parties) for side in (self.one, self.other)]
        gone = [a for a in sorted(self.lost) if self.one[a].form in self.parties and not named[1][self.one[a].form]]
        come = [b for b in sorted(self.new) if self.other[b].form in self.parties and not named[0][self.other[b].form]]
        mutual = [[i for i, t in enumerate(side) if t.form == "EACHPARTY"] for side in (self.one, self.other)]
        said = [
            [i for i in found if _MUTUAL.search(side[i].text)]
            for found, side in zip(mutual, (self.one, self.other), strict=True)
        ]
        if bool(mutual[0]) != bool(mutual[1]) and any(said) and (gone or come):
            self.features["mutual_words"] += 1
            self._add(5, FactKind.MUTUALITY, mutual[0][:1] or gone[:1], mutual[1][:1] or come[:1])
        elif gone and come:
            self.features["party_replaced"] += 1
            self._add(7, FactKind.PARTY, gone[:1], come[:1])
        elif gone or come:
            self.features["party_lost"] += 1
        self._take(
            [a for a in self.lost if self.one[a].form in self.parties],
            [b for b in self.new if self.other[b].form in self.parties],
        )

    # -- the whole ----------------------------------------------------------------------------------------------------

    def _balances(self) -> None:
        """Operators that one side has more of, wherever they stand."""
        counts = [Counter(t.form for t in side if t.sort is Sort.OPERATOR) for side in (self.one, self.other)]

        def more(form: str) -> int:
            return counts[0][form] - counts[1][form]

        self.features["odd_not"] = float(more("NOT") % 2)
        self.features["may_for_must"] = float(more("MAY") * more("MUST") < 0 and not self._more_only())
        self.features["and_for_or"] = float(more("AND") * more("OR") < 0)
        flips = [
            _negated(self.one, a) != _negated(self.other, b)
            for a, b in self.aligned.to_other.items()
            if self.one[a].sort is Sort.WORD
        ]
        self.features["flipped"] = sum(flips) / len(flips) if flips else 0.0

    def _left_over(self) -> None:
        qualifiers = lexicon().qualifiers
        for mine, indexes, tokens in ((True, self.lost, self.one), (False, self.new, self.other)):
            side = "lost" if mine else "new"
            for name, operators in _OPERATORS.items():
                for index in _those(tokens, sorted(indexes), operators):
                    if tokens[index].form in _PLAIN or (name == "bound" and not _bounds_a_value(tokens, index)):
                        continue
                    self.features[f"{name}_left"] += 1
                    self._add(3, _kind_of(tokens[index].form), [index] if mine else [], [] if mine else [index])
            kept = [i for i in sorted(indexes) if self._says_more(tokens[i], mine=mine)]
            content = sum(self._is_content(t) for t in tokens) or 1
            self.features[f"{side}_share"] = len(kept) / content
            self.features[f"{side}_words"] = float(len(kept))
            self.features["qualifier_left"] += sum(tokens[i].form in qualifiers for i in kept)
            self.features["standard"] += sum(_is_standard(tokens[i]) for i in kept)
            self.features["name_left"] += sum(tokens[i].sort is Sort.NAME for i in kept)
            for run in _close_runs(kept):
                left = self.gone if mine else self.come
                if _is_item(tokens, _widened(run, left, tokens), self.texts[0 if mine else 1]):
                    self.features["item_left"] += 1
                if len(run) >= _LONG_RUN:
                    self.features[f"{side}_passage"] += 1
                rank = 2.0 + 0.1 * len(run) + any(tokens[i].form in qualifiers for i in run)
                self._add(rank, FactKind.WORDING, run if mine else [], [] if mine else run)


_PARTS_BEFORE = re.compile(
    r"(?:[,;:(]|\b(?:and|or|nor|any|either|both))\s+(?:(?:the|an?|its|their|any|all|by|in|of|to|for|from)\s+){0,2}\Z",
    re.IGNORECASE,
)
_PARTS_BEHIND = re.compile(r"\s*(?:[,;.)]|(?:and|or|nor)\b|\Z)", re.IGNORECASE)


def _widened(run: Sequence[int], left: Iterable[int], tokens: Sequence[Token]) -> list[int]:
    """*run* with the words next to it that nothing answers either, though they stand elsewhere too."""
    free = {i for i in left if tokens[i].sort is not Sort.OPERATOR}
    first, last = run[0], run[-1]
    while first - 1 in free:
        first -= 1
    while last + 1 in free:
        last += 1
    return list(range(first, last + 1))


def _is_item(tokens: Sequence[Token], run: Sequence[int], text: str) -> bool:
    """Whether the tokens of *run* are a member of a list: what parts members stands before and behind them."""
    if all(tokens[i].sort is Sort.NAME for i in run):
        return False
    start, end = tokens[run[0]].start, tokens[run[-1]].end
    if not _PARTS_BEHIND.match(text, end) or not _PARTS_BEFORE.search(text, max(0, start - 30), start):
        return False
    around = text[max(0, start - 200) : end + 200]
    return bool(re.search(r"\b(?:and|or)\b", around))


def _printed(tokens: Sequence[Token], text: str) -> str:
    """The words of *tokens* as printed, runs of neighbours with what stands between them."""
    if not tokens:
        return ""
    pieces, start, end = [], tokens[0].start, tokens[0].end
    for token in tokens[1:]:
        if 0 <= token.start - end <= 25 and "." not in text[end : token.start]:
            end = token.end
        else:
            pieces.append(text[start:end])
            start, end = token.start, token.end
    pieces.append(text[start:end])
    return " … ".join(" ".join(piece.split()) for piece in pieces)


def _in_figures(tokens: Sequence[Token], printed: str) -> str:
    """What is *printed*, with the figure behind its words where it is spelled out: "thirty (30) days"."""
    value = tokens[0].value if len(tokens) == 1 else None
    if value is None or any(c.isdigit() for c in printed):
        return printed
    words, _, last = printed.rpartition(" ")
    figure = f"({value.amount:,.10g})"
    if words and value.unit and last.lower().startswith(value.unit):
        return f"{words} {figure} {last}"
    return f"{printed} {figure}"


def _message(label: str, says: str, here: str) -> str:
    if says and here:
        return f"{label}: template {says}, here {here}"
    return f"{label}: template {says}, not here" if says else f"{label}: {here} added"


def _spelled(name: str, token: Token) -> str:
    """*name*, or that of a figure with a unit where a bare number is written in words: it is no page number."""
    return "value_lost" if name == "number_lost" and not token.text[:1].isdigit() else name


_BESIDE_VALUE = {"notice": "Notice period", "remedy": "Time to cure"}


def _label_of_value(tokens: Sequence[Token], index: int, label: str) -> str:
    """A label for the figure at *index* by what stands next to it."""
    following = tokens[index + 1 : index + 4]
    return next((_BESIDE_VALUE[t.form] for t in following if t.form in _BESIDE_VALUE), label)


def _are_names(tokens: Sequence[Token]) -> bool:
    """Whether *tokens* are a name, though its words may be common ones ("Harrow Family Foundation")."""
    if not any(t.sort is Sort.NAME for t in tokens):
        return False
    return all(t.sort is Sort.NAME or (t.text[:1].isupper() and not t.text.isupper()) for t in tokens)


def _same_date(one: Token, other: Token) -> bool:
    return one.value is not None and other.value is not None and same_date(one.value, other.value)


def _bounds_a_value(tokens: Sequence[Token], index: int) -> bool:
    return any(t.sort is Sort.VALUE for t in tokens[max(0, index - 2) : index + 3]) or tokens[index].form in (
        "GREATER",
        "LESSER",
    )


def _near_law(tokens: Sequence[Token], index: int) -> bool:
    around = tokens[max(0, index - _NEAR_LAW) : index + _NEAR_LAW]
    return any(
        t.form in ("governed", "law", "arbitr") or (t.form == "jurisdiction" and not _is_place(t)) for t in around
    )


def _is_place(token: Token) -> bool:
    """Whether a word that may stand for the courts stands for a place as often ("venue")."""
    return token.text.lower().startswith(("venue", "forum"))


def _is_standard(token: Token) -> bool:
    return token.form.endswith("-efforts") or token.form in ("discretion", "unreasonably-withheld", "good-faith")


def _those(tokens: Sequence[Token], indexes: Iterable[int], forms: Iterable[str]) -> list[int]:
    return [i for i in indexes if tokens[i].form in forms]


def _kind_of(*forms: str) -> FactKind:
    for form in forms:
        if form in MODALS:
            return FactKind.MODALITY
        if form in _BOUNDS:
            return FactKind.LIMIT
        if form in _CARVES:
            return FactKind.CARVE_OUT
        if form in _CONDITIONS or form == "ONLY":
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


def _negated(tokens: Sequence[Token], index: int) -> bool:
    """Whether an odd number of negations stands before the token at *index*, near enough to reach it."""
    negated = tokens[index].negative
    for k in range(index - 1, max(-1, index - 5), -1):
        if tokens[k].segment != tokens[index].segment:
            break
        if tokens[k].form == "NOT":
            negated = not negated
    return negated


def _joins_anything(tokens: Sequence[Token], index: int) -> bool:
    """Whether "and" and "or" come to the same where the token at *index* stands."""
    return any(t.form in _INDIFFERENT and t.segment == tokens[index].segment for t in tokens)


def _close_runs(indexes: Sequence[int]) -> list[list[int]]:
    """Runs of neighbours, or of tokens with one other between them."""
    runs: list[list[int]] = []
    for index in indexes:
        if runs and index - runs[-1][-1] <= 2:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs
