from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import TypeVar

from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.terms import Definition, TermUse

_Link = TypeVar("_Link")
_SET_APART = re.compile(
    r"\b(?:other\s+than|exclud\w+|except\w*|outside|without|includ\w*|consist\w*|compris\w*|contain\w*|following|feature\s+of|component\w*\s+of|part\s+of|(?:designated|identified|named|known)\s+as|definition\s+of|with\s+respect\s+to\s+(?:any|each|an)|less|save\s+for)\b(?:[^.;]|\.(?=\d))*\Z"
    r"|\bincluding\b[^.]*\Z|\(e\.\s?g\.[^()]*\Z|\bfor\s+(?:the\s+avoidance\s+of\s+doubt|(?:the\s+purposes?\s+of\s+)?(?:greater\s+)?(?:certainty|clarity))\b.*\Z"
    r"|\b(?:listed|described|set\s+(?:forth|out)|specified|identified|stated|named|defined|ordered|agreed|approved|summari[sz]ed|detailed)"
    r"\s+(?:in|on|under|by|pursuant\s+to|in\s+accordance\s+with)\s+(?:\w+\s+){0,3}\Z",
    re.IGNORECASE | re.DOTALL,
)
_LONGER_NAME = re.compile(r"\s+[A-Z][a-z]")
"""Behind a term: more of a name of which it is only the beginning."""
_RULED = re.compile(r"-{4,}\s+\Z")
"""A ruled line that the printed page has through a longer name."""
_BY_NAME = re.compile(r"\bknown\s+as\s+(?:the\s+)?[A-Z]")
_PARTY_THAT = re.compile(
    r"\W*\s+(?:shall\s+|will\s+)?(?:means?|is)\s+(?:(?:the|an?|any|either|each|that|such)\s+)?"
    r"(?:part(?:y|ies)|person|entity)(?:\s+(?:hereto|to\s+this\s+\w+))?,?"
    r"\s+(?:(?:that|which|who)\s|(?:disclos|receiv|provid|furnish|supply)ing\s)",
    re.IGNORECASE,
)
"""Behind a term: that it is a party, by what it does."""
_THIS = re.compile(r"\bthis\s+\Z", re.IGNORECASE)
_ROLES = frozenset(("party", "discloser", "recipient", "receiver", "provider"))
_NEXT_WORD = 4
_OTHER_PAPER = re.compile(
    r"\b(?:dated|entered\s+into|by\s+and\s+(?:between|among)|made\s+(?:between|among))\b", re.IGNORECASE
)
_SAME_WORD = re.compile(r"\b(?:the|an?|any|all|each|every)\s+\Z", re.IGNORECASE)
_NOTHING_MORE = re.compile(
    r"\s*[,.;]|\s+(?:that|which|who|to|and|in|on|at|used|sold|provided|under|supplied|made)\b(?!\s+[A-Z])"
)
_APART = re.compile(r"[;:(]")
_OWN_SENSE = 8
"""Within so many words behind the defining verb, a term says what it is."""
_NEAR = 90
"""Characters that so many words have at most."""
_SPOKEN_OF = 30
"""After so many words a term is only spoken of, as one of many things."""


class CircularDefinition(Rule):
    """A definition rests on itself: by its own words, or because the terms it uses are defined by it.

    What it finds
        Two definitions that each use the other's term, or one that explains a term by that term. Where neither says at
        once what its term is by means of the other, nothing is said. Three definitions and more that lead back to the
        first, where each says at once what its term is by means of the next.

    Why it matters
        Whoever looks up the one is sent to the other and back. Neither says what is meant.

    Example
        "Approved Site" means a site at which Approved Work is done.
        "Approved Work" means work done at an Approved Site.

    Write instead
        "Approved Site" means a site listed in Schedule 2.
        "Approved Work" means work done at an Approved Site.

    What it leaves alone
        A term that a definition only sets apart ("other than an Approved Site") or names as the place where something
        is listed ("the services described in a Work Order"), names by which the document speaks of
        itself, other documents that are named with their date or parties, and a term that is singled out by where it
        stands ("the Products listed in Schedule 1") or by who names it ("the person designated as the Contact"); a
        whole and its parts ("consisting of", "including", "a feature of"); what is only added for clarity; names; a
        party that is named by what it does with the other ("the party that discloses Confidential Information").
    """

    code = "CW304"
    name = "circular-definition"
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        definitions = [d for d in contract.definitions if d.form == "means" and d.term not in contract.own_names]
        used: dict[str, set[str]] = {}
        for definition in definitions:
            uses = contract.uses_within(definition.end, definition.text_end)
            used.setdefault(definition.term, set()).update(use.term for use in uses)
        rests_on: dict[str, dict[str, tuple[Definition, TermUse]]] = {}
        for definition in definitions:
            term = definition.term
            mutual = {other for other in used[term] if other == term or term in used.get(other, ())}
            for use in _senses(contract, definition, mutual) if mutual else ():
                rests_on.setdefault(term, {}).setdefault(use.term, (definition, use))
        for term, others in rests_on.items():
            if term in others:
                definition, use = others[term]
                yield self.finding(
                    definition.start,
                    definition.end,
                    f"“{term}” is defined by itself.",
                    related=(Related(use.start, use.end, "the term stands in its own definition"),),
                    term=term,
                )
            for other, (definition, use) in others.items():
                if other == term or term not in rests_on.get(other, {}):
                    continue
                there, back = rests_on[other][term]
                if definition.start > there.start or definition.text_end > there.start:
                    continue
                sides = ((definition, use), (there, back))
                if any(_is_role(contract, side) for side in (definition, there)):
                    continue
                near, late = ([contract.wording.ask(q, d.end, u.start) for d, u in sides] for q in (_is_near, _is_late))
                if not any(near) or any(late):
                    continue
                yield self.finding(
                    definition.start,
                    definition.end,
                    f"“{term}” and “{other}” define each other.",
                    related=(
                        Related(use.start, use.end, f"“{term}” is defined by “{other}”"),
                        Related(there.start, there.end, f"“{other}” is defined here"),
                        Related(back.start, back.end, f"“{other}” is defined by “{term}”"),
                    ),
                    term=term,
                )
        pairs = {frozenset((term, other)) for term, others in rests_on.items() for other in others}
        yield from self._longer(contract, definitions, pairs)

    def _longer(
        self, contract: Contract, definitions: list[Definition], pairs: Set[frozenset[str]]
    ) -> Iterator[Finding]:
        """Circles of three definitions and more, but for those in which one of the *pairs* stands."""
        near: dict[str, dict[str, tuple[Definition, TermUse]]] = defaultdict(dict)
        for definition in definitions:
            for use in contract.uses_within(definition.end, min(definition.text_end, definition.end + _NEAR)):
                near[definition.term].setdefault(use.term, (definition, use))
        near = _going_round(near)
        sure: dict[str, dict[str, tuple[Definition, TermUse]]] = defaultdict(dict)
        for term, others in near.items():
            for other, (definition, use) in others.items():
                if (
                    frozenset((term, other)) not in pairs
                    and use in _senses(contract, definition, {other})
                    and contract.wording.ask(_is_near, definition.end, use.start)
                ):
                    sure[term][other] = definition, use
        for circle in _circles(_going_round(sure)):
            links = [sure[term][other] for term, other in zip(circle, circle[1:] + circle[:1], strict=True)]
            first = links[0][0]
            named = [f"“{term}”" for term in circle]
            yield self.finding(
                first.start,
                first.end,
                f"{', '.join(named[:-1])} and {named[-1]} are defined by each other in a circle.",
                related=tuple(
                    Related(use.start, use.end, f"“{definition.term}” is defined by “{use.term}”")
                    for definition, use in links
                ),
                term=circle[0],
            )


def _going_round(graph: Mapping[str, Mapping[str, _Link]]) -> dict[str, dict[str, _Link]]:
    """What is left of *graph* when all that leads nowhere, or is led to from nowhere, is taken out."""
    rest = {node: dict(others) for node, others in graph.items()}
    while True:
        led_to = {other for others in rest.values() for other in others}
        left = {
            node: {other: link for other, link in others.items() if other in rest and other != node}
            for node, others in rest.items()
            if others and node in led_to
        }
        if left == rest:
            return rest
        rest = left


def _circles(graph: Mapping[str, Iterable[str]]) -> Iterator[list[str]]:
    """The shortest way from each node back to itself over two others at least, every circle once."""
    seen: set[frozenset[str]] = set()
    for start in graph:
        before: dict[str, str | None] = {start: None}
        queue = deque([start])
        while queue:
            node = queue.popleft()
            if start in graph.get(node, ()) and node != start:
                way = [node]
                while (previous := before[way[-1]]) is not None:
                    way.append(previous)
                if len(way) > 2 and frozenset(way) not in seen:
                    seen.add(frozenset(way))
                    yield way[::-1]
                break
            for other in graph.get(node, ()):
                if other not in before:
                    before[other] = node
                    queue.append(other)


def _senses(contract: Contract, definition: Definition, terms: Set[str]) -> Iterator[TermUse]:
    """Uses of *terms* on which the sense of *definition* rests."""
    wording = contract.wording
    if (
        not definition.term[:1].isupper()
        or wording.says(_OTHER_PAPER, definition.end, definition.text_end)
        or wording.says(_BY_NAME, definition.end, definition.text_end)
    ):
        return
    for use in contract.uses_within(definition.end, definition.text_end):
        if (
            use.term not in terms
            or not contract.printed(use)[0].isupper()
            or wording.says(_SET_APART, definition.end, use.start)
        ):
            continue
        if (
            wording.leads_to(_THIS, use.start, 8)
            or wording.leads_to(_RULED, use.start, 40)
            or (wording.goes_on(_LONGER_NAME, use.end, 8) and not contract.uses_within(use.end, use.end + _NEXT_WORD))
        ):
            continue
        if use.term != definition.term or (
            wording.ask(_is_near, definition.end, use.start)
            and wording.says(_SAME_WORD, definition.end, use.start)
            and wording.goes_on(_NOTHING_MORE, use.end)
            and not wording.says(_APART, definition.end, use.start)
        ):
            yield use


def _is_role(contract: Contract, definition: Definition) -> bool:
    """Whether a term only names the party that does something: Disclosing Party, Recipient."""
    last = definition.term.split()[-1].lower()
    return last in _ROLES and contract.wording.goes_on(_PARTY_THAT, definition.end)


def _is_late(text: str, start: int, end: int) -> bool:
    return len(text[start:end].split()) > _SPOKEN_OF


def _is_near(text: str, start: int, end: int) -> bool:
    return len(text[start:end].split()) <= _OWN_SENSE
