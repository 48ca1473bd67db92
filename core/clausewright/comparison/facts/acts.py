"""Facts of who must or may do what, and to whom: agents, modals and verbs of acts, recipients, mutual or one-way."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from clausewright.comparison.alignment import Change
from clausewright.comparison.facts.evidence import Evidence
from clausewright.comparison.facts.fact import FactKind
from clausewright.comparison.wording import MODALS, Sort, Token, names_another

_BY = re.compile(r"\bby\s+(?:(?:the|either|each|any)\s+)?\Z", re.IGNORECASE)
_TO = re.compile(r"\b(to|in|from|against|upon)\s+(?:the\s+)?\Z", re.IGNORECASE)
_MUTUAL = re.compile(r"each|either|neither|both|mutual|reciprocal|parties|any", re.IGNORECASE)
_ENTITLING = frozenset(("entitles", "entitle"))
"""Words that give a right to whoever is named behind them: "a breach entitles the Buyer to"."""
_BESIDE = 2
_MUTUAL_FORMS = frozenset(("EACHPARTY", "OTHERPARTY"))
_PASSIVE = re.compile(r"\b(?:be|been|is|are)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Act:
    """Somebody's act: the agent's form ("" where none is named), the modal, whether it is negated, token indexes."""

    agent: str
    agent_at: int
    modal: str
    modal_at: int
    negated: bool
    verb: int


def acts_of(found: Evidence, tokens: Sequence[Token], text: str) -> list[Act]:
    """What somebody must or may do, in the order of the modals."""
    out: list[Act] = []
    for k, token in enumerate(tokens):
        if token.form not in MODALS:
            continue
        inside = [i for i, t in enumerate(tokens) if t.segment == token.segment]
        if token.text.lower() in _ENTITLING:
            agent = next((i for i in inside if k < i <= k + _BESIDE and found.is_party(tokens[i])), -1)
        else:
            agent = _agent_before(found, tokens, k, text, out[-1] if out and out[-1].modal_at in inside else None)
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
                    and found.is_party(tokens[i])
                    and _BY.search(text[max(0, tokens[i].start - 14) : tokens[i].start])
                ),
                -1,
            )
        out.append(Act(tokens[agent].form if agent >= 0 else "", agent, token.form, k, negated, verb))
    return out


def _agent_before(found: Evidence, tokens: Sequence[Token], modal: int, text: str, before: Act | None) -> int:
    """The party that stands right before the modal, or that of the act before it ("... and shall"); -1 for none."""
    at = modal - 1
    while at >= 0 and tokens[at].form in ("NOT", "ANY", "EACHPARTY") and at > 0 and found.is_party(tokens[at - 1]):
        at -= 1
    if at < 0 or tokens[at].segment != tokens[modal].segment:
        return -1
    if found.is_party(tokens[at]):
        return -1 if names_another(text[tokens[at].end : tokens[modal].start]) else at
    return before.agent_at if before is not None and tokens[at].form in ("AND", "OR") else -1


def read_acts(found: Evidence) -> None:
    """Acts with the same verb that another must or may do, or that one must do where he may."""
    turned: set[tuple[str, str]] = set()
    others: dict[int, list[Act]] = defaultdict(list)
    for act in acts_of(found, found.other, found.texts[1]):
        others[act.verb].append(act)
    for one in acts_of(found, found.one, found.texts[0]):
        there = others[found.aligned.to_other.get(one.verb, -1)]
        if not there or any(other.agent == one.agent and other.modal == one.modal for other in there):
            continue
        other = there[-1]
        changed = {one.modal, other.modal} in ({"MUST", "MAY"}, {"MUST", "SHOULD"})
        if changed and not (
            one.negated or other.negated or found.more_only() or found.is_limited(one.modal_at, other.modal_at)
        ):
            found.features["modal_changed"] += 1
            found.add(7, FactKind.MODALITY, [one.modal_at], [other.modal_at])
        agents = {one.agent, other.agent}
        if "" not in agents and len(agents) > 1 and agents != _MUTUAL_FORMS:
            mutual = "EACHPARTY" in agents
            found.features["mutual_changed" if mutual else "agent_changed"] += 1
            found.add(8, FactKind.MUTUALITY if mutual else FactKind.PARTY, [one.agent_at], [other.agent_at])
            turned.add((one.agent, other.agent))
    # Who did what the other does, and the other way round.
    found.features["exchanged"] = float(any((b, a) in turned for a, b in turned))


def read_recipients(found: Evidence) -> None:
    """A party with another in its place behind the same word and preposition: another is owed."""
    others = _addressed(found, found.other, found.texts[1])
    for at, (preposition, party, heads) in _addressed(found, found.one, found.texts[0]).items():
        linked = {found.aligned.to_other.get(h) for h in heads}
        there = {b: p for b, (r, p, hs) in others.items() if r == preposition and not linked.isdisjoint(hs)}
        if there and not any(_are_one(party, p) for p in there.values()):
            known = any(t.form == others[min(there)][1] for t in found.one)
            found.features["recipient_changed" if known else "recipient_new"] += 1
            found.add(7, FactKind.PARTY, [at], [min(there)])


def _are_one(one: str, other: str) -> bool:
    """Whether two forms are one name, or one the short form of the other."""
    return one == other or one.endswith(f" {other}") or other.endswith(f" {one}")


def _addressed(found: Evidence, tokens: Sequence[Token], text: str) -> dict[int, tuple[str, str, tuple[int, ...]]]:
    """Parties behind a preposition, by index: the preposition, the party's form, and the words right before."""
    out = {}
    for i, token in enumerate(tokens):
        if token.form not in found.parties:
            continue
        match = _TO.search(text, max(0, token.start - 20), token.start)
        if match is not None:
            heads = [h for h in range(max(0, i - 2), i) if tokens[h].segment == token.segment]
            words = tuple(h for h in heads if tokens[h].sort is Sort.WORD)
            if words:
                out[i] = (match[1].lower(), token.form, words)
    return out


def read_changed_parties(found: Evidence, change: Change, lost: Sequence[int], new: Sequence[int]) -> None:
    """A party with another in its place in otherwise equal words; *lost* and *new* are the tokens of the *change*."""
    names = [a for a in lost if found.is_party(found.one[a])], [b for b in new if found.is_party(found.other[b])]
    if names[0] and names[1]:
        mutual = any(t.form == "EACHPARTY" for t in (found.one[names[0][0]], found.other[names[1][0]]))
        found.features["clean_mutual" if mutual else "clean_party"] += change.strength
        found.add(9, FactKind.MUTUALITY if mutual else FactKind.PARTY, names[0][:1], names[1][:1])
        found.take(*names)


def read_parties(found: Evidence) -> None:
    """Parties that only one side names, and what is mutual on one side only."""
    named = [Counter(t.form for t in side if t.form in found.parties) for side in (found.one, found.other)]
    gone = [a for a in sorted(found.lost) if found.one[a].form in found.parties and not named[1][found.one[a].form]]
    come = [b for b in sorted(found.new) if found.other[b].form in found.parties and not named[0][found.other[b].form]]
    mutual = [[i for i, t in enumerate(side) if t.form == "EACHPARTY"] for side in (found.one, found.other)]
    said = [
        [i for i in indexes if _MUTUAL.search(side[i].text)]
        for indexes, side in zip(mutual, (found.one, found.other), strict=True)
    ]
    if bool(mutual[0]) != bool(mutual[1]) and any(said) and (gone or come):
        found.features["mutual_words"] += 1
        found.add(5, FactKind.MUTUALITY, mutual[0][:1] or gone[:1], mutual[1][:1] or come[:1])
    elif gone and come:
        found.features["party_replaced"] += 1
        found.add(7, FactKind.PARTY, gone[:1], come[:1])
    elif gone or come:
        found.features["party_lost"] += 1
    found.take(
        [a for a in found.lost if found.one[a].form in found.parties],
        [b for b in found.new if found.other[b].form in found.parties],
    )
