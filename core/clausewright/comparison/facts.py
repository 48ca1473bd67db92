"""What two passages say differently, as typed facts with the words on both sides.

The tokens of both are aligned, in order first and then wherever else they stand; what is left over on one side only is
sorted by what it is: figures, parties, who must or may do what, negations, conditions, limits, list items, other words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from clausewright.comparison.lexicon import lexicon
from clausewright.comparison.values import ValueKind
from clausewright.comparison.wording import MODALS, Sort, Token

Span = tuple[int, int]
Alike = Callable[[str, str], float]
"""Likeness in meaning of two words, 0 to 1."""


class FactKind(StrEnum):
    AMOUNT = "amount"
    PERCENTAGE = "percentage"
    DURATION = "duration"
    DATE = "date"
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
    REFERENCE = "reference"


@dataclass(frozen=True, slots=True)
class Fact:
    """One difference: what the template says and what the input says ("" where that side says nothing).

    *reference_spans* and *input_spans* are the places of the words in either document. *message* is a sentence for a
    reader. *hard* facts were never wrong on the pairs that the weights were fitted on.
    """

    kind: FactKind
    reference: str
    input: str
    reference_spans: tuple[Span, ...]
    input_spans: tuple[Span, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two passages against each other: *features* by name, for the models, and the facts, gravest first.

    *nearness* is the share of tokens that stand in the same order on both sides.
    """

    features: Mapping[str, float]
    facts: tuple[Fact, ...]
    nearness: float


_VALUE_FACTS = {
    ValueKind.MONEY: FactKind.AMOUNT,
    ValueKind.PERCENT: FactKind.PERCENTAGE,
    ValueKind.DURATION: FactKind.DURATION,
    ValueKind.DATE: FactKind.DATE,
    ValueKind.NUMBER: FactKind.NUMBER,
}
_BOUNDS = frozenset("ATLEAST ATMOST MORETHAN LESSTHAN GREATER LESSER BYDATE BEFORE AFTER".split())
_CONDITIONS = frozenset("IF UNLESS WHETHER ONLY".split())
_CARVES = frozenset("EXCEPT INCLUDING LIMITEDTO WITHOUT".split())
_BY = re.compile(r"\bby\s+(?:(?:the|either|each|any)\s+)?\Z", re.IGNORECASE)
_PREFIX = 5
_ALIKE = 0.62


class _Aligned:
    """The tokens of both sides with what answers what."""

    def __init__(self, one: Sequence[Token], other: Sequence[Token], alike: Alike | None) -> None:
        self.one, self.other = one, other
        self.to_other: dict[int, int] = {}
        self.in_order: set[int] = set()
        blocks = SequenceMatcher(
            None, [_key(t) for t in one], [_key(t) for t in other], autojunk=False
        ).get_matching_blocks()
        for a, b, size in blocks:
            for k in range(size):
                self.to_other[a + k] = b + k
                self.in_order.add(a + k)
        self.to_one = {b: a for a, b in self.to_other.items()}
        self._by_form(_key)
        self._by_form(lambda t: t.form)
        self._by_likeness(alike)

    @property
    def nearness(self) -> float:
        total = len(self.one) + len(self.other)
        return 2 * len(self.in_order) / total if total else 1.0

    def _link(self, a: int, b: int) -> None:
        self.to_other[a] = b
        self.to_one[b] = a

    def _by_form(self, key: Callable[[Token], object]) -> None:
        waiting: dict[object, list[int]] = defaultdict(list)
        for b, token in enumerate(self.other):
            if b not in self.to_one:
                waiting[key(token)].append(b)
        for a, token in enumerate(self.one):
            if a not in self.to_other and waiting.get(key(token)):
                self._link(a, waiting[key(token)].pop(0))

    def _by_likeness(self, alike: Alike | None) -> None:
        left, right = self.left(), self.right()
        scored = []
        for a in left:
            for b in right:
                likeness = _likeness(self.one[a], self.other[b], alike)
                if likeness >= _ALIKE:
                    scored.append((-likeness, a, b))
        for _, a, b in sorted(scored):
            if a not in self.to_other and b not in self.to_one:
                self._link(a, b)

    def left(self) -> list[int]:
        """Tokens of the reference that nothing answers."""
        return [a for a in range(len(self.one)) if a not in self.to_other]

    def right(self) -> list[int]:
        return [b for b in range(len(self.other)) if b not in self.to_one]


def _key(token: Token) -> tuple[str, bool]:
    return token.form, token.negative


def _likeness(a: Token, b: Token, alike: Alike | None) -> float:
    if a.sort is not Sort.WORD or b.sort is not Sort.WORD or a.negative != b.negative:
        return 0.0
    if (a.form, b.form) in lexicon().opposites:
        return 0.0
    common = 0
    for x, y in zip(a.form, b.form, strict=False):
        if x != y:
            break
        common += 1
    if common >= _PREFIX and common >= 0.7 * min(len(a.form), len(b.form)):
        return 0.9
    if alike is None or a.form in lexicon().qualifiers or b.form in lexicon().qualifiers:
        return 0.0
    return alike(a.text, b.text)


@dataclass(frozen=True, slots=True)
class _Doing:
    """Somebody's act: agent, modality, whether negated, and the verb's token index."""

    agent: str
    modal: str
    negated: bool
    verb: int
    agent_at: int


def contrast(
    reference: Sequence[Token],
    entered: Sequence[Token],
    texts: tuple[str, str],
    *,
    parties: frozenset[str] = frozenset(),
    alike: Alike | None = None,
) -> Contrast:
    """Compare the tokens of a reference passage and of an input passage; *texts* are the documents they were read from.

    *parties* are the forms of the parties' names, the same for both sides. *alike* tells how near two words are in
    meaning, where a model is at hand.
    """
    aligned = _Aligned(reference, entered, alike)
    near = aligned.nearness
    facts: list[tuple[float, Fact]] = []
    features: _Features = defaultdict(float)

    def add(rank: float, kind: FactKind, left: Iterable[int], right: Iterable[int], label: str) -> None:
        one, other = [reference[a] for a in left], [entered[b] for b in right]
        says, here = _joined(one, texts[0]), _joined(other, texts[1])
        facts.append(
            (
                rank,
                Fact(
                    kind,
                    says,
                    here,
                    tuple((t.start, t.end) for t in one),
                    tuple((t.start, t.end) for t in other),
                    _message(label, says, here),
                ),
            )
        )

    left, right = set(aligned.left()), set(aligned.right())
    _values(aligned, left, right, features, add)
    _opposites(aligned, left, right, features, add, near)
    _negations(aligned, features, add, near)
    _doings(aligned, texts, parties, features, add)
    _and_or(aligned, features, add, near)
    _parties(aligned, left, right, parties, features, add, near)
    _operators(aligned, left, right, features, add, near)
    _words(aligned, left, right, features, add, near)
    features["near"] = near
    facts.sort(key=lambda f: -f[0])
    return Contrast(dict(features), tuple(f for _, f in facts), near)


_Features = dict[str, float]
_Add = Callable[[float, FactKind, Iterable[int], Iterable[int], str], None]


def _joined(tokens: Sequence[Token], text: str) -> str:
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
    return " … ".join(" ".join(p.split()) for p in pieces)


def _message(label: str, says: str, here: str) -> str:
    if says and here:
        return f"{label}: template {says}, here {here}"
    return f"{label}: template {says}, not here" if says else f"{label}: {here} added"


_VALUE_LABELS = {
    FactKind.AMOUNT: "Amount",
    FactKind.PERCENTAGE: "Percentage",
    FactKind.DURATION: "Period",
    FactKind.DATE: "Date",
    FactKind.NUMBER: "Number",
}


def _values(aligned: _Aligned, left: set[int], right: set[int], features: _Features, add: _Add) -> None:
    for kind, fact in _VALUE_FACTS.items():
        ones = [a for a in sorted(left) if (v := aligned.one[a].value) is not None and v.kind is kind]
        others = [b for b in sorted(right) if (v := aligned.other[b].value) is not None and v.kind is kind]
        known_one = {t.form for t in aligned.one}
        known_other = {t.form for t in aligned.other}
        pairs = list(zip(ones, others, strict=False))
        for a, b in pairs:
            features["value_changed"] += 1
            add(10, fact, [a], [b], _noun(aligned, a, _VALUE_LABELS[fact]))
        for a in ones[len(pairs) :]:
            if aligned.one[a].form not in known_other:
                features["value_lost"] += 1
                add(6, fact, [a], [], _VALUE_LABELS[fact])
        for b in others[len(pairs) :]:
            if aligned.other[b].form not in known_one:
                features["value_lost"] += 1
                add(6, fact, [], [b], _VALUE_LABELS[fact])
        left.difference_update(ones)
        right.difference_update(others)


_NOUNS = {
    "notice": "Notice period",
    "price": "Price",
    "liable": "Liability",
    "survive": "Survival",
    "pay": "Payment",
    "terminate": "Termination",
    "insure": "Insurance",
    "remedy": "Time to cure",
}


def _noun(aligned: _Aligned, index: int, label: str) -> str:
    """A label for the figure at *index* by what stands next to it."""
    for token in aligned.one[index + 1 : index + 4]:
        if token.form in ("notice", "remedy"):
            return _NOUNS[token.form]
    return label


def _opposites(aligned: _Aligned, left: set[int], right: set[int], features: _Features, add: _Add, near: float) -> None:
    opposites = lexicon().opposites
    for a in sorted(left):
        for b in sorted(right):
            one, other = aligned.one[a], aligned.other[b]
            if (one.form, other.form) in opposites or (one.form == other.form and one.negative != other.negative):
                features["opposite"] += 1
                kind = _kind_of(one.form, other.form)
                add(8, kind, [a], [b], _LABELS[kind])
                left.discard(a)
                right.discard(b)
                break


_LABELS = {
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
    FactKind.LIST: "List",
    FactKind.WORDING: "Wording",
    FactKind.REFERENCE: "Reference",
}


def _kind_of(*forms: str) -> FactKind:
    for form in forms:
        if form in MODALS:
            return FactKind.MODALITY
        if form in _BOUNDS:
            return FactKind.LIMIT
        if form in _CARVES:
            return FactKind.CARVE_OUT
        if form in _CONDITIONS:
            return FactKind.CONDITION
        if form in ("NOT", "NEITHER"):
            return FactKind.NEGATION
        if form in ("AND", "OR"):
            return FactKind.AND_OR
        if form in ("EACHPARTY", "OTHERPARTY"):
            return FactKind.MUTUALITY
        if form.endswith("-right"):
            return FactKind.EXCLUSIVITY
        if form.endswith("-efforts") or form in ("discretion", "unreasonably-withheld", "reasonable"):
            return FactKind.STANDARD
        if form in ("governed", "jurisdiction"):
            return FactKind.LAW
    return FactKind.WORDING


def _negations(aligned: _Aligned, features: _Features, add: _Add, near: float) -> None:
    """A verb that both sides have, negated on one of them only; and a negation that stands alone in equal words."""
    flips = same = 0
    for a, b in aligned.to_other.items():
        one, _other = aligned.one[a], aligned.other[b]
        if one.sort is not Sort.WORD:
            continue
        if _negated(aligned.one, a) != _negated(aligned.other, b):
            flips += 1
        else:
            same += 1
    if flips + same:
        features["flipped"] = flips / (flips + same)
    for tokens, mapping, mine in ((aligned.one, aligned.to_other, True), (aligned.other, aligned.to_one, False)):
        for index, token in enumerate(tokens):
            if (
                token.form in ("NOT", "NEITHER")
                and index not in mapping
                and _in_equal_words(index, mapping, len(tokens))
            ):
                features["lone_not"] += 1
                add(9, FactKind.NEGATION, [index] if mine else [], [] if mine else [index], "Negation")


def _negated(tokens: Sequence[Token], index: int) -> bool:
    negated = tokens[index].negative
    for k in range(index - 1, max(-1, index - 5), -1):
        if tokens[k].segment != tokens[index].segment:
            break
        if tokens[k].form in ("NOT", "NEITHER", "WITHOUT"):
            negated = not negated
    return negated


def _in_equal_words(index: int, mapping: Mapping[int, int], count: int) -> bool:
    """Whether what stands before and behind *index* stands next to each other on the other side."""
    before, after = mapping.get(index - 1), mapping.get(index + 1)
    if index == 0:
        return after == 0
    if index == count - 1:
        return before is not None
    return before is not None and after is not None and 0 < after - before <= 2


def _doing(tokens: Sequence[Token], text: str, parties: frozenset[str]) -> list[_Doing]:
    """Who must or may do what in *tokens*."""
    out = []
    for k, token in enumerate(tokens):
        if token.form not in MODALS or token.sort is not Sort.OPERATOR:
            continue
        segment = [i for i, t in enumerate(tokens) if t.segment == token.segment]
        agent_at = next(
            (i for i in range(k - 1, max(-1, k - 4), -1) if i in segment and _is_party(tokens[i], parties)), -1
        )
        verb = next(
            (i for i in range(k + 1, min(len(tokens), k + 5)) if i in segment and tokens[i].sort is Sort.WORD), -1
        )
        if verb < 0:
            continue
        negated = any(tokens[i].form in ("NOT", "NEITHER") for i in range(max(0, k - 2), verb) if i in segment)
        by = next(
            (
                i
                for i in segment
                if i > k
                and _is_party(tokens[i], parties)
                and _BY.search(text[max(0, tokens[i].start - 14) : tokens[i].start])
            ),
            -1,
        )
        if by >= 0 and re.search(r"\b(?:be|been|is|are)\b", text[token.start : tokens[verb].start + 4]):
            agent_at = by
        agent = tokens[agent_at].form if agent_at >= 0 else ""
        out.append(_Doing(agent, token.form, negated, verb, agent_at))
    return out


def _is_party(token: Token, parties: frozenset[str]) -> bool:
    return token.form in parties or token.form in ("EACHPARTY", "OTHERPARTY", "NEITHER")


def _doings(aligned: _Aligned, texts: tuple[str, str], parties: frozenset[str], features: _Features, add: _Add) -> None:
    ones = _doing(aligned.one, texts[0], parties)
    others = {d.verb: d for d in _doing(aligned.other, texts[1], parties)}
    for one in ones:
        other = others.get(aligned.to_other.get(one.verb, -1))
        if other is None:
            continue
        if {one.modal, other.modal} in ({"MUST", "MAY"}, {"MUST", "SHOULD"}) and not (one.negated and other.negated):
            features["modal_changed"] += 1
            modal_one = max(k for k in range(one.verb) if aligned.one[k].form == one.modal)
            modal_other = max(k for k in range(other.verb) if aligned.other[k].form == other.modal)
            add(7, FactKind.MODALITY, [modal_one], [modal_other], "Obligation")
        if one.agent and other.agent and _party_kind(one.agent) != _party_kind(other.agent):
            mutual = "EACHPARTY" in (_party_kind(one.agent), _party_kind(other.agent))
            features["mutual_changed" if mutual else "agent_changed"] += 1
            kind = FactKind.MUTUALITY if mutual else FactKind.PARTY
            add(8, kind, [one.agent_at], [other.agent_at], _LABELS[kind])


def _party_kind(form: str) -> str:
    return "EACHPARTY" if form == "NEITHER" else form


def _and_or(aligned: _Aligned, features: _Features, add: _Add, near: float) -> None:
    counts_one = Counter(t.form for t in aligned.one if t.form in ("AND", "OR"))
    counts_other = Counter(t.form for t in aligned.other if t.form in ("AND", "OR"))
    for a in range(1, len(aligned.one) - 1):
        one = aligned.one[a]
        if one.form not in ("AND", "OR"):
            continue
        before, after = aligned.to_other.get(a - 1), aligned.to_other.get(a + 1)
        if before is None or after is None or after - before != 2:
            continue
        other = aligned.other[before + 1]
        if other.form in ("AND", "OR") and other.form != one.form:
            features["and_or"] += 1
            add(9, FactKind.AND_OR, [a], [before + 1], "And/or")
    features["and_or_balance"] = min(
        1.0, abs(counts_one["OR"] - counts_other["OR"]) * abs(counts_one["AND"] - counts_other["AND"])
    )


def _parties(
    aligned: _Aligned,
    left: set[int],
    right: set[int],
    parties: frozenset[str],
    features: _Features,
    add: _Add,
    near: float,
) -> None:
    ones = [a for a in sorted(left) if aligned.one[a].form in parties]
    others = [b for b in sorted(right) if aligned.other[b].form in parties]
    names_one = Counter(t.form for t in aligned.one if t.form in parties)
    names_other = Counter(t.form for t in aligned.other if t.form in parties)
    gone = [a for a in ones if not names_other[aligned.one[a].form]]
    come = [b for b in others if not names_one[aligned.other[b].form]]
    mutual_one = any(_party_kind(t.form) == "EACHPARTY" for t in aligned.one)
    mutual_other = any(_party_kind(t.form) == "EACHPARTY" for t in aligned.other)
    if mutual_one != mutual_other and (gone or come):
        features["mutual_words"] += 1
        left_side = [a for a, t in enumerate(aligned.one) if _party_kind(t.form) == "EACHPARTY"][:1] or gone[:1]
        right_side = [b for b, t in enumerate(aligned.other) if _party_kind(t.form) == "EACHPARTY"][:1] or come[:1]
        add(5, FactKind.MUTUALITY, left_side, right_side, "Mutual or one-way")
    elif gone and come:
        features["party_replaced"] += 1
        add(7, FactKind.PARTY, gone[:1], come[:1], "Party")
    elif gone or come:
        features["party_lost"] += 1
    # The same names in the same words in exchanged places.
    swapped = [
        (a, b)
        for a, b in _replaced_in_equal_words(aligned)
        if aligned.one[a].form in parties
        and aligned.other[b].form in parties
        and aligned.one[a].form != aligned.other[b].form
    ]
    if swapped:
        features["party_swapped"] += 1
        a, b = swapped[0]
        add(9, FactKind.PARTY, [a], [b], "Party")
    left.difference_update(a for a in list(left) if aligned.one[a].form in parties)
    right.difference_update(b for b in list(right) if aligned.other[b].form in parties)


def _replaced_in_equal_words(aligned: _Aligned) -> list[tuple[int, int]]:
    """Pairs of tokens that differ between neighbours that are the same, in the same order."""
    out = []
    for a in range(len(aligned.one)):
        if a in aligned.in_order:
            continue
        before = aligned.to_other.get(a - 1) if a - 1 in aligned.in_order else (-1 if a == 0 else None)
        after = (
            aligned.to_other.get(a + 1)
            if a + 1 in aligned.in_order
            else (len(aligned.other) if a == len(aligned.one) - 1 else None)
        )
        if before is not None and after is not None and after - before == 2:
            out.append((a, before + 1))
    return out


def _operators(aligned: _Aligned, left: set[int], right: set[int], features: _Features, add: _Add, near: float) -> None:
    groups = {
        "bound": _BOUNDS,
        "condition": _CONDITIONS,
        "carve": _CARVES,
        "modal": MODALS,
        "negation": frozenset(("NOT", "NEITHER")),
    }
    for name, forms in groups.items():
        ones = [a for a in sorted(left) if aligned.one[a].form in forms]
        others = [b for b in sorted(right) if aligned.other[b].form in forms]
        for side, indexes in ((True, ones), (False, others)):
            for index in indexes:
                features[f"{name}_left"] += 1
                tokens = aligned.one if side else aligned.other
                kind = _kind_of(tokens[index].form)
                add(3, kind, [index] if side else [], [] if side else [index], _LABELS[kind])
    left.difference_update([a for a in left if aligned.one[a].sort is Sort.OPERATOR])
    right.difference_update([b for b in right if aligned.other[b].sort is Sort.OPERATOR])


def _words(aligned: _Aligned, left: set[int], right: set[int], features: _Features, add: _Add, near: float) -> None:
    qualifiers = lexicon().qualifiers
    content = [sum(t.sort is not Sort.OPERATOR for t in side) or 1 for side in (aligned.one, aligned.other)]
    for name, indexes, tokens, mine in (("lost", left, aligned.one, True), ("new", right, aligned.other, False)):
        kept = [i for i in sorted(indexes) if tokens[i].sort is not Sort.REFERENCE]
        features[f"{name}_share"] = len(kept) / content[not mine]
        features[f"{name}_words"] = float(len(kept))
        features["qualifier"] += sum(tokens[i].form in qualifiers for i in kept)
        features["name_left"] += sum(tokens[i].sort is Sort.NAME for i in kept)
        for run in _runs(kept):
            rank = 2.0 + 0.1 * len(run) + (1 if any(tokens[i].form in qualifiers for i in run) else 0)
            add(rank, FactKind.WORDING, run if mine else [], [] if mine else run, "Wording")
        features["longest_run"] = max([features["longest_run"], *map(len, _runs(kept))])


def _runs(indexes: Sequence[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for index in indexes:
        if runs and index - runs[-1][-1] <= 2:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs
