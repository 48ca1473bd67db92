"""Signs of a change that hold however much of a passage was written anew.

What is measured in equal words alone says little of a clause turned into the passive or split in two. These look at one
thing each: where a period starts, which members a list has, which of several that exclude each other is named, which
word of decisive weight stands on one side only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from clausewright.comparison.alignment import Alignment, base_form
from clausewright.comparison.facts.evidence import Evidence
from clausewright.comparison.facts.fact import FactKind
from clausewright.comparison.lexicon import lexicon
from clausewright.comparison.values import ValueKind
from clausewright.comparison.wording import Sort, Token

_STARTS = re.compile(
    r"\s*(?:of|on|upon|when|at|from|after|following|before|prior\s+to|as\s+of|starting\s+(?:on|from|with)|beginning\s+(?:on|with))\b",
    re.IGNORECASE,
)
_BEHIND_PERIOD = 3
"""Tokens behind a period that say what it is counted from."""
_TOGETHER = 7
"""Tokens of the other side within which members of one list stand."""
_PARTS = re.compile(r"(?:,|;|\b(?:and|or|nor)\b|\b(?:and|or),)\s*(?:\w+\s+){0,2}\Z", re.IGNORECASE)
_PARTED = re.compile(r"\s*(?:\w+\s+)?(?:,|;|\)|(?:and|or|nor)\b)", re.IGNORECASE)
_LONGEST_MEMBER = 6
_NEAR = 4
"""Tokens among which the next member of a list is looked for."""
_LONGEST_NAME = 3
_INCOTERMS = re.compile(r"incoterms\b", re.IGNORECASE)


_KINDS = {
    "counted_from": (7.5, FactKind.DURATION),
    "list_shorter": (5.5, FactKind.LIST),
    "list_longer": (5.5, FactKind.LIST),
    "family": (8.5, FactKind.WORDING),
    "decisive": (5.2, FactKind.WORDING),
    "done_or_due": (7.0, FactKind.WORDING),
    "turned_about": (7.5, FactKind.WORDING),
}
"""By the name of a sign, the rank and the kind of the fact that it shows."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """A change of one kind (*name*), with the indexes of the tokens of either side that show it."""

    name: str
    lost: tuple[int, ...]
    new: tuple[int, ...]


_Says = Callable[[Token, bool], bool]
"""Whether a token, the reference's or not, says something that the other side does not say anywhere."""


def read_signs(found: Evidence) -> None:
    """All signs of a change between the two passages."""

    def says_more(token: Token, mine: bool) -> bool:
        return found.says_more(token, mine=mine)

    for sign in (
        *_starts(found.aligned, found.texts, says_more),
        *_lists(found.aligned, found.texts, says_more, found.parties),
        *_families(found.aligned, found.texts),
        *_decisive(found.aligned),
        *_done_or_due(found.aligned, found.texts),
        *_turned_about(found.aligned, found.texts),
    ):
        found.features[sign.name] += 1
        found.add(*_KINDS[sign.name], sign.lost, sign.new)


def _starts(aligned: Alignment, texts: tuple[str, str], says_more: _Says) -> Iterator[_Sign]:
    """Equal periods, or beginnings, that are counted from different events: "30 days of receipt" and "30 days of the
    date", "effective upon receipt" and "effective on dispatch"."""
    for a, b in aligned.to_other.items():
        if not (_is_period(aligned.one[a]) and _is_period(aligned.other[b])) and not (
            aligned.one[a].form == aligned.other[b].form == "begin"
        ):
            continue
        ones = _counted_from(aligned.one, a, texts[0])
        others = _counted_from(aligned.other, b, texts[1])
        if not ones or not others or any(aligned.to_other.get(i) in others for i in ones[:1]):
            continue
        if (base_form(aligned.one[ones[0]]), base_form(aligned.other[others[0]])) in lexicon().opposites:
            yield _Sign("counted_from", (a, ones[0]), (b, others[0]))
            continue
        if not _is_period(aligned.one[a]):
            continue
        lost = [i for i in ones if i not in aligned.to_other and says_more(aligned.one[i], True)]
        new = [j for j in others if j not in aligned.to_one and says_more(aligned.other[j], False)]
        if (lost and (new or _answers_nothing(others, aligned.to_one))) or (
            new and _answers_nothing(ones, aligned.to_other)
        ):
            yield _Sign("counted_from", (a, *ones[:1]), (b, *others[:1]))


def _is_period(token: Token) -> bool:
    return token.value is not None and token.value.kind is ValueKind.DURATION


def _answers_nothing(indexes: Sequence[int], linked: dict[int, int]) -> bool:
    return any(i not in linked for i in indexes)


def _counted_from(tokens: Sequence[Token], index: int, text: str) -> list[int]:
    """The tokens behind the period at *index* that say what it is counted from; none where nothing does."""
    if not _STARTS.match(text, tokens[index].end):
        return []
    inside = range(index + 1, min(len(tokens), index + 1 + _BEHIND_PERIOD))
    return [
        i for i in inside if tokens[i].segment == tokens[index].segment and tokens[i].sort in (Sort.WORD, Sort.NAME)
    ]


def _lists(aligned: Alignment, texts: tuple[str, str], says_more: _Says, parties: frozenset[str]) -> Iterator[_Sign]:
    """Members that one side's list lacks, though its other members stand together on both sides."""
    for mine, tokens, links in ((True, aligned.one, aligned.to_other), (False, aligned.other, aligned.to_one)):
        text = texts[0 if mine else 1]
        at = 0
        while at < len(tokens):
            run = at
            while run < len(tokens) and run not in links and tokens[run].sort in (Sort.WORD, Sort.NAME):
                run += 1
            if run == at:
                at += 1
                continue
            members = tuple(i for i in range(at, run) if says_more(tokens[i], mine) and tokens[i].form not in parties)
            if members and run - at <= _LONGEST_MEMBER and _parted(tokens, at, run, text):
                siblings = _siblings(tokens, links, at, run)
                if (
                    len(siblings) >= 2
                    and max(siblings) - min(siblings) <= _TOGETHER
                    and not _has_another(aligned, siblings, says_more, mine=mine)
                ):
                    whole = tuple(range(at, run))
                    yield _Sign("list_shorter" if mine else "list_longer", *((whole, ()) if mine else ((), whole)))
            at = run


def _has_another(aligned: Alignment, siblings: Sequence[int], says_more: _Says, *, mine: bool) -> bool:
    """Whether something that answers nothing stands among the *siblings* on the other side: another word for it."""
    others, links = (aligned.other, aligned.to_one) if mine else (aligned.one, aligned.to_other)
    around = range(max(0, min(siblings) - 2), min(len(others), max(siblings) + 3))
    return any(j not in links and says_more(others[j], not mine) for j in around)


def _parted(tokens: Sequence[Token], first: int, end: int, text: str) -> bool:
    """Whether what parts the members of a list stands on both sides of the tokens, or behind the first of them."""
    start, stop = tokens[first].start, tokens[end - 1].end
    before, behind = _PARTS.search(text, max(0, start - 40), start), _PARTED.match(text, stop)
    joined = re.search(r"\b(?:and|or|nor)\b", text[max(0, start - 160) : stop + 160])
    return (
        joined is not None
        and (behind is not None or text[stop : stop + 1] in ".;")
        and (before is not None or (behind is not None and text[behind.end() - 1] == ","))
    )


def _siblings(tokens: Sequence[Token], links: dict[int, int], first: int, end: int) -> list[int]:
    """The places on the other side of the nearest words before and behind the tokens; of two behind them where they are
    the first of their sentence."""
    found: list[int] = []
    for side in (range(first - 1, max(-1, first - 1 - _NEAR), -1), range(end, min(len(tokens), end + _NEAR))):
        wanted = len(found) + 1 if side.step < 0 else 2
        for at in side:
            if tokens[at].segment != tokens[first].segment or len(found) >= wanted:
                break
            if at in links and tokens[at].sort in (Sort.WORD, Sort.NAME):
                found.append(links[at])
    return found


def _families(aligned: Alignment, texts: tuple[str, str]) -> Iterator[_Sign]:
    """Members of one family (countries, languages, terms of delivery) of which each side names its own, or that have
    changed places beside the same word."""
    for family in lexicon().families:
        ones, others = (
            _members(tokens, text, family) for tokens, text in zip((aligned.one, aligned.other), texts, strict=True)
        )
        named = set(ones.values()), set(others.values())
        lost, new = (
            [next(i for i, member in mine.items() if member == only) for only in sorted(own - theirs)]
            for mine, own, theirs in ((ones, named[0], named[1]), (others, named[1], named[0]))
        )
        if lost and new:
            yield _Sign("family", *(_with_edition(t, i) for t, i in ((aligned.one, lost), (aligned.other, new))))
        elif named[0] == named[1] and len(named[0]) > 1:
            yield from _in_the_place_of_another(aligned, ones, others)


def _with_edition(tokens: Sequence[Token], members: Sequence[int]) -> tuple[int, ...]:
    """*members* with the edition of the rules that names a term of delivery: "FCA (Incoterms 2010)"."""
    shown = set(members)
    for index in members:
        if index + 1 < len(tokens) and _INCOTERMS.match(tokens[index + 1].text):
            shown.add(index + 1)
    return tuple(sorted(shown))


def _in_the_place_of_another(aligned: Alignment, ones: dict[int, str], others: dict[int, str]) -> Iterator[_Sign]:
    """Members that stand before a word that has another of them before it on the other side, and only that."""
    heads = [
        {k + 1: member for k, member in side.items() if k + 1 < len(tokens) and _is_alone(tokens, k + 1)}
        for side, tokens in ((ones, aligned.one), (others, aligned.other))
    ]
    for head, member in heads[0].items():
        there = aligned.to_other.get(head)
        if there in heads[1] and heads[1][there] != member:
            yield _Sign("family", (head - 1,), (there - 1,))


def _is_alone(tokens: Sequence[Token], index: int) -> bool:
    """Whether the word at *index* is one, and stands here only."""
    return tokens[index].sort is Sort.WORD and sum(t.form == tokens[index].form for t in tokens) == 1


def _members(tokens: Sequence[Token], text: str, family: dict[str, str]) -> dict[int, str]:
    """The members of *family* that *tokens* name, by the token where a mention begins."""
    found: dict[int, str] = {}
    for i, token in enumerate(tokens):
        if not token.text[:1].isupper():
            continue
        for length in range(_LONGEST_NAME, 0, -1):
            if i + length <= len(tokens):
                words = " ".join(text[token.start : tokens[i + length - 1].end].split()).lower()
                member = family.get(words)
                if member is not None:
                    found[i] = member
                    break
    return found


def _decisive(aligned: Alignment) -> Iterator[_Sign]:
    """Words that change the effect wherever they stand, which one side says oftener than not at all."""
    decisive = lexicon().decisive
    for mine, tokens, others in ((True, aligned.one, aligned.other), (False, aligned.other, aligned.one)):
        links = aligned.to_other if mine else aligned.to_one
        known = {base_form(t) for t in others}
        found = tuple(
            i for i, t in enumerate(tokens) if i not in links and t.form in decisive and base_form(t) not in known
        )
        if found:
            yield _Sign("decisive", *((found, ()) if mine else ((), found)))


_DUE = re.compile(r"\w+[ai]ble\Z", re.IGNORECASE)
_DONE = re.compile(r"(?:\w+ed|paid|made|given|sold|held|kept|sent|lent)\Z", re.IGNORECASE)
_SAID_OF = re.compile(r"\b(?:be|been|being|is|are|was|were|becomes?|fall|falls|as|if|not)\s+\Z", re.IGNORECASE)


def _done_or_due(aligned: Alignment, texts: tuple[str, str]) -> Iterator[_Sign]:
    """What has been done on one side and is to be done on the other, said of a thing in equal words: "sums paid", "sums
    payable"."""
    for a, b in aligned.to_other.items():
        one, other = aligned.one[a], aligned.other[b]
        if one.sort is not Sort.WORD or _state(one) is _state(other) or None in (_state(one), _state(other)):
            continue
        said = _is_said_of(one, texts[0]) or _is_said_of(other, texts[1])
        if not said and aligned.to_other.get(a - 1) == b - 1 and aligned.to_other.get(a + 1) == b + 1:
            yield _Sign("done_or_due", (a,), (b,))


def _state(token: Token) -> bool | None:
    """Whether the word says that something has been done (True) or is to be done (False); None for neither."""
    return True if _DONE.match(token.text) else False if _DUE.match(token.text) else None


def _is_said_of(token: Token, text: str) -> bool:
    """Whether the word is what a sentence says of something ("is payable"), not what tells a thing from others."""
    return _SAID_OF.search(text, max(0, token.start - 12), token.start) is not None


_WAYS = re.compile(r"\s+(to|from|by|against|for)\s+(?:the\s+|its\s+|an?\s+|any\s+)?\Z", re.IGNORECASE)
_TURNED = tuple(map(frozenset, (("to", "from"), ("to", "by"), ("by", "against"), ("for", "against"), ("from", "by"))))


def _turned_about(aligned: Alignment, texts: tuple[str, str]) -> Iterator[_Sign]:
    """A word that goes to what it comes from on the other side: "sent to the laboratory", "sent from there"."""
    for a, b in aligned.to_other.items():
        one, other = aligned.one[a], aligned.other[b]
        if one.sort is not Sort.WORD or one.text.lower() != other.text.lower():
            continue
        if aligned.to_other.get(a + 1) != b + 1 or one.segment != aligned.one[a + 1].segment:
            continue
        ways = {
            match[1].lower()
            for tokens, i, text in ((aligned.one, a, texts[0]), (aligned.other, b, texts[1]))
            if (match := _WAYS.match(text[tokens[i].end : tokens[i + 1].start]))
        }
        if ways in _TURNED and (aligned.to_other.get(a - 1) == b - 1 or aligned.to_other.get(a + 2) == b + 2):
            yield _Sign("turned_about", (a, a + 1), (b, b + 1))
