"""Facts of the words of the matter itself: replaced, put in or left out in equal words, or left over in others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from clausewright.comparison.alignment import Change
from clausewright.comparison.facts.evidence import Evidence, is_standard, kind_of, those
from clausewright.comparison.facts.fact import FactKind
from clausewright.comparison.lexicon import lexicon
from clausewright.comparison.wording import Sort, Token

_JOINERS = frozenset(("AND", "OR", "ANY"))
"""Operators that come and go with a word beside them."""
_ROLE = re.compile(r"(?:er|or|ee|ant|ent)(?:['’]?s|['’])?\Z")
"""The ending of a name that says what somebody does ("Owner", "Licensee")."""
_THE = re.compile(r"\bthe\s\Z", re.IGNORECASE)
_CLEAN_WORDS = 4
"""Linked tokens around a change of words from which it is one; fewer, and the passage was written anew."""
_LONG_RUN = 5
_NEAR_LAW = 6
_PARTS_BEFORE = re.compile(
    r"(?:[,;:(]|\b(?:and|or|nor|any|either|both))\s+(?:(?:the|an?|its|their|any|all|by|in|of|to|for|from)\s+){0,2}\Z",
    re.IGNORECASE,
)
_PARTS_BEHIND = re.compile(r"\s*(?:[,;.)]|(?:and|or|nor)\b|\Z)", re.IGNORECASE)


def read_changed_words(found: Evidence, change: Change, lost: Sequence[int], new: Sequence[int]) -> None:
    """Words of a *change* in equal words; *lost* and *new* are the tokens that nothing had explained before it."""
    if change.around >= _CLEAN_WORDS:
        _swapped(found, change)
        _changed(found, change.strength, lost, new)


def _swapped(found: Evidence, change: Change) -> None:
    """A name or noun with another in its place, though both stand elsewhere too: another is meant."""
    if len(change.lost) != 1 or len(change.new) != 1:
        return
    one, other = found.one[change.lost[0]], found.other[change.new[0]]
    known = not found.says_more(one, mine=True) and not found.says_more(other, mine=False)
    named = Sort.NAME in (one.sort, other.sort) and Sort.OPERATOR not in (one.sort, other.sort)
    if known and named and not found.is_party(one) and Sort.REFERENCE not in (one.sort, other.sort):
        found.features["clean_swap"] += change.strength
        found.add(8, FactKind.WORDING, change.lost, change.new)


def _changed(found: Evidence, strength: float, lost: Sequence[int], new: Sequence[int]) -> None:
    ones = [a for a in lost if found.says_more(found.one[a], mine=True) and found.one[a].form not in found.parties]
    others = [
        b for b in new if found.says_more(found.other[b], mine=False) and found.other[b].form not in found.parties
    ]
    if not ones and not others:
        return
    one, other = [found.one[a] for a in ones], [found.other[b] for b in others]
    if _are_names(one) and _are_names(other):
        _renamed(found, strength, (lost, ones, one), (new, others, other))
        return
    changed = (*one, *other)
    size = max(sum(t.sort is not Sort.NAME for t in side) for side in (one, other))
    name = "clean_replaced" if ones and others else "clean_deleted" if ones else "clean_added"
    found.features[name] += min(3, size) * strength
    if max(len(one), len(other)) >= _LONG_RUN and not (one and other):
        found.features["clean_long"] += strength
    narrowing = any(t.form in lexicon().qualifiers for t in changed)
    found.features["clean_qualifier"] += strength * narrowing
    found.features["standard"] += strength * any(map(is_standard, changed))
    found.features["clean_name"] += strength * any(t.sort is Sort.NAME for t in changed)
    item = any(
        run and _is_item(tokens, _widened(run, left, tokens), text)
        for run, left, tokens, text in (
            (ones, found.gone, found.one, found.texts[0]),
            (others, found.come, found.other, found.texts[1]),
        )
    )
    found.features["list_item"] += strength * item
    kind = kind_of(*(t.form for t in changed))
    if item and kind is FactKind.WORDING:
        kind = FactKind.LIST
    found.add(4 + strength + narrowing + item, kind, lost, new)
    joined = those(found.one, lost, _JOINERS), those(found.other, new, _JOINERS)
    found.take([*ones, *joined[0]], [*others, *joined[1]])


_Run = tuple[Sequence[int], list[int], list[Token]]


def _renamed(found: Evidence, strength: float, one: _Run, other: _Run) -> None:
    """Names for names, each given as all tokens of the change, those that say more, and these themselves."""
    (lost, ones, names), (new, others, there) = one, other
    found.take(ones, others)
    if all(_ROLE.search(t.text) for t in (*names, *there)):
        found.features["clean_party"] += strength
        found.add(8, FactKind.PARTY, lost, new)
    elif _is_term(names, found.texts[0]) and _is_term(there, found.texts[1]):
        # "The Clinic" for "the Farm": another of the things that the contract speaks of.
        found.features["clean_swap"] += strength
        found.add(8, FactKind.WORDING, lost, new)
    else:
        # One name for another: often what the deal is about, not what it says.
        found.features["renamed"] += strength
        found.add(3.5, FactKind.WORDING, lost, new)


def read_law(found: Evidence) -> None:
    """Names that differ in a passage on the law that governs or on courts."""
    ones, others = (
        [
            i
            for i in indexes
            if tokens[i].sort is Sort.NAME
            and tokens[i].form not in found.parties
            and _near_law(tokens, i)
            and found.says_more(tokens[i], mine=mine)
        ]
        for mine, indexes, tokens in ((True, found.gone, found.one), (False, found.come, found.other))
    )
    if ones and others:
        found.features["law_changed"] += 1
        found.add(9, FactKind.LAW, ones, others)


def read_left_over_words(found: Evidence, *, mine: bool) -> None:
    """Words of one side that nothing has explained."""
    qualifiers = lexicon().qualifiers
    tokens, indexes = (found.one, found.lost) if mine else (found.other, found.new)
    left = found.gone if mine else found.come
    side = "lost" if mine else "new"
    kept = [i for i in sorted(indexes) if found.says_more(tokens[i], mine=mine)]
    found.features[f"{side}_words"] = float(len(kept))
    found.features["qualifier_left"] += sum(tokens[i].form in qualifiers for i in kept)
    found.features["standard"] += sum(is_standard(tokens[i]) for i in kept)
    found.features["name_left"] += sum(tokens[i].sort is Sort.NAME for i in kept)
    for run in _close_runs(kept):
        if _is_item(tokens, _widened(run, left, tokens), found.texts[0 if mine else 1]):
            found.features["item_left"] += 1
        if len(run) >= _LONG_RUN:
            found.features[f"{side}_passage"] += 1
        rank = 2.0 + 0.1 * len(run) + any(tokens[i].form in qualifiers for i in run)
        found.add(rank, FactKind.WORDING, run if mine else [], [] if mine else run)


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


def _is_term(names: Sequence[Token], text: str) -> bool:
    """Whether *names* are one word with an article before it, as a thing is named and a company is not."""
    token = names[0]
    return len(names) == 1 and _THE.search(text, max(0, token.start - 5), token.start) is not None


def _are_names(tokens: Sequence[Token]) -> bool:
    """Whether *tokens* are a name, though its words may be common ones ("Harrow Family Foundation")."""
    if not any(t.sort is Sort.NAME for t in tokens):
        return False
    return all(t.sort is Sort.NAME or (t.text[:1].isupper() and not t.text.isupper()) for t in tokens)


def _near_law(tokens: Sequence[Token], index: int) -> bool:
    around = tokens[max(0, index - _NEAR_LAW) : index + _NEAR_LAW]
    return any(
        t.form in ("governed", "law", "arbitr") or (t.form == "jurisdiction" and not _is_place(t)) for t in around
    )


def _is_place(token: Token) -> bool:
    """Whether a word that may stand for the courts stands for a place as often ("venue")."""
    return token.text.lower().startswith(("venue", "forum"))


def _close_runs(indexes: Sequence[int]) -> list[list[int]]:
    """Runs of neighbours, or of tokens with one other between them."""
    runs: list[list[int]] = []
    for index in indexes:
        if runs and index - runs[-1][-1] <= 2:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs
