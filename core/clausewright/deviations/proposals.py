"""The template's words in this contract: its parties' names and terms, its numbers, its line ends.

What cannot be mapped stays as the template has it, so a drafter looks at every proposal before it is made.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace

from clausewright.clauses import Clause
from clausewright.comparison.provisions import provisions_of
from clausewright.comparison.results import Pair, Place
from clausewright.comparison.wording import name_form
from clausewright.contract import Contract
from clausewright.deviations.compared import Compared
from clausewright.deviations.outcome import Gap
from clausewright.edits.change import RefusedError, applied
from clausewright.edits.renumber import PLACEHOLDER, insert_after
from clausewright.edits.wording import carried_over
from clausewright.finding import Edit
from clausewright.references import Reference

_PRINTED_NUMBER = re.compile(r"\d[\w.]*(?:\s?\(\w+\))*\Z")
_PART = re.compile(r"\d+|\b[A-Za-z]{1,5}\b")
"""A part of a clause's number; longer words say what it is a number of."""
_STOPS = frozenset('.;:!?”"’)')
_LATIN_PLURAL = re.compile(r"[a-z]a\Z", re.IGNORECASE)
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Proposal:
    """Edits of the contract. *unmapped* are the template's citations that lead to nothing known here."""

    edits: tuple[Edit, ...]
    unmapped: tuple[str, ...]


def wording(contract: Contract, compared: Compared, pair: Pair) -> Proposal:
    """The words of the template's clause in the place of this one's. Its number and heading stay.

    Where one clause answers several, all of them take the place of all. Raises RefusedError where others stand between.
    """
    ours, theirs = _answering(compared, pair)
    if not (_begins(contract, ours) and _begins(compared.template.contract, theirs)):
        raise RefusedError("Only a part of a sentence answers here; change it by hand.")
    adapted = _Adapted(contract, compared)
    body = _body(contract, ours)
    text = adapted.text(_body(compared.template.contract, theirs), theirs.end)
    return Proposal((Edit(body, ours.end, text),), adapted.unmapped)


def _answering(compared: Compared, pair: Pair) -> tuple[Place, Place]:
    """From the first to the last of the clauses on either side that *pair* belongs to. Raises RefusedError."""
    found = compared.comparison
    others = [one for one in (*found.deviations, *found.covered) if one is not pair]
    group = [pair]
    grown = True
    while grown:
        more = [
            one
            for one in others
            if any(one.input == member.input or one.reference == member.reference for member in group)
        ]
        others = [one for one in others if one not in more]
        group += more
        grown = bool(more)
    ours = _around([one.input for one in group])
    theirs = _around([one.reference for one in group])
    between = any(
        ours.start <= one.input.start < ours.end or theirs.start <= one.reference.start < theirs.end for one in others
    )
    if between or any(ours.start <= one.place.start < ours.end for one in found.added):
        raise RefusedError("This clause answers several of the template's that stand apart; change it by hand.")
    return ours, theirs


def _begins(contract: Contract, place: Place) -> bool:
    """Whether a clause or a sentence begins at *place*."""
    before = contract.source.text[: place.start].rstrip()
    starts = any(provision.start == place.start for provision in provisions_of(contract))
    return starts or before[-1:] in _STOPS


def _around(places: list[Place]) -> Place:
    first = min(places, key=lambda place: place.start)
    return Place(first.start, max(place.end for place in places), first.number)


def insertion(contract: Contract, compared: Compared, gap: Gap) -> Proposal:
    """The missing clauses where they belong, numbered as this contract numbers there. Raises RefusedError."""
    adapted = _Adapted(contract, compared)
    template = compared.template.contract
    first, last = gap.members[0].place, gap.members[-1].place
    counterparts = _Counterparts(contract, compared)
    unit = _unit(template, first, counterparts)
    after = _elder(template, unit, counterparts) if unit is not None else None
    if unit is not None and after is not None:
        with suppress(RefusedError):
            change = insert_after(contract, after)
            words = adapted.text(_behind_marker(template, unit), last.end)
            edits = tuple(_filled(edit, words, unit) for edit in change.edits)
            if _fits(contract, edits):
                return Proposal(edits, adapted.unmapped)
    return Proposal((_paragraph(contract, gap, adapted.text(_body(template, first), last.end)),), adapted.unmapped)


def _fits(contract: Contract, edits: tuple[Edit, ...]) -> bool:
    """Whether the lists are as much in order after *edits* as before."""
    after = Contract.parse(applied(contract.source.text, edits), contract.tradition)
    return len(after.defects) <= len(contract.defects)


def _body(contract: Contract, place: Place) -> int:
    """Where the words of a provision begin, behind its marker and heading."""
    for provision in provisions_of(contract):
        if provision.start == place.start:
            return provision.body
    return place.start


def _behind_marker(template: Contract, unit: Clause) -> int:
    text = template.source.text
    start = unit.marker_end
    while start < unit.end and text[start] in " \t":
        start += 1
    return start


def _unit(template: Contract, first: Place, counterparts: _Counterparts) -> Clause | None:
    """The largest unit of the template around the first words that are missing, of which nothing is here."""
    unit = template.clause_at(first.start)
    while unit is not None and unit.parent is not None and counterparts.of(unit.parent) is None:
        unit = unit.parent
    return unit if unit is not None and counterparts.of(unit) is None else None


def _elder(template: Contract, unit: Clause, counterparts: _Counterparts) -> Clause | None:
    """The counterpart of the nearest elder sibling of *unit* that has one."""
    siblings = unit.parent.children if unit.parent is not None else _roots(template)
    elders = (counterparts.of(one) for one in reversed(siblings) if one.end <= unit.start)
    return next((one for one in elders if one is not None), None)


def _roots(contract: Contract) -> list[Clause]:
    return [clause for clause in contract.clauses if clause.parent is None]


def _filled(edit: Edit, words: str, unit: Clause) -> Edit:
    """The edit that inserts a clause, with its *words* instead of a placeholder, and their numbers under its own."""
    if PLACEHOLDER not in edit.new_text:
        return edit
    lead = edit.new_text[: edit.new_text.index(PLACEHOLDER)]
    own = re.findall(r"[\w.]+", lead)
    old, new = unit.number, own[-1].strip(".") if own else ""
    if new and old[:1].isdigit() and unit.children:
        words = re.sub(rf"(?m)^([ \t>#*_-]*){re.escape(old)}(?=\.\d)", rf"\g<1>{new}", words)
    return replace(edit, new_text=edit.new_text.replace(PLACEHOLDER, words, 1))


def _paragraph(contract: Contract, gap: Gap, words: str) -> Edit:
    """A paragraph of its own, without a number, behind the clause that the gap is behind."""
    end = _line_end(contract)
    after = gap.members[0].nearest_end
    if after is None:
        start = min((clause.start for clause in contract.clauses), default=len(contract.source.text))
        return Edit(start, start, words + end * 2)
    return Edit(after, after, end * 2 + words)


def _line_end(contract: Contract) -> str:
    return "\r\n" if "\r\n" in contract.source.text else "\n"


class _Counterparts:
    """Which clause of the contract answers a clause of the template: by the pairs, and by the clauses around pairs."""

    def __init__(self, contract: Contract, compared: Compared) -> None:
        votes: Counter[tuple[int, int]] = Counter()
        clauses: dict[int, Clause] = {}
        found = compared.comparison
        for pair in (*found.covered, *found.deviations):
            theirs = _by_level(compared.template.contract.clause_at(pair.reference.start))
            for level, other in _by_level(contract.clause_at(pair.input.start)).items():
                if level in theirs:
                    votes[id(theirs[level]), id(other)] += 1
                    clauses[id(other)] = other
        self._best: dict[int, Clause] = {}
        for (one_id, other_id), _count in reversed(votes.most_common()):
            self._best[one_id] = clauses[other_id]

    def of(self, clause: Clause) -> Clause | None:
        return self._best.get(id(clause))


def _by_level(clause: Clause | None) -> dict[int, Clause]:
    """*clause* and those around it, by how many parts their numbers have: 4(c) stands for 4(c), not for 4(c)(i)."""
    levels: dict[int, Clause] = {}
    while clause is not None:
        levels.setdefault(len(_PART.findall(clause.number)), clause)
        clause = clause.parent
    return levels


class _Adapted:
    """Passages of the template with the contract's names, numbers and line ends."""

    def __init__(self, contract: Contract, compared: Compared) -> None:
        self._contract = contract
        self._template = compared.template.contract
        self._counterparts = _Counterparts(contract, compared)
        self._names = {
            theirs: name
            for ours, theirs in compared.comparison.mapping
            if (name := _spelled(contract.source.text, ours)) is not None
        }
        self._pattern = _names_pattern(self._names)
        self._unmapped: list[str] = []

    @property
    def unmapped(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._unmapped))

    def text(self, start: int, end: int) -> str:
        """The template's ``[start, end)``."""
        text = self._template.source.text
        parts: list[str] = []
        reached = start
        for reference in self._template.references:
            if start <= reference.start and reference.end <= end and reference.start >= reached:
                parts += (self._renamed(text[reached : reference.start]), self._cited(reference))
                reached = reference.end
        parts.append(self._renamed(text[reached:end]))
        return _LINE_END.sub(_line_end(self._contract), "".join(parts))

    def _cited(self, reference: Reference) -> str:
        if len(reference.targets) != 1:
            return reference.text
        number = _PRINTED_NUMBER.search(reference.text)
        there = self._counterparts.of(reference.targets[0])
        if there is None or number is None or not there.number[:1].isdigit():
            self._unmapped.append(" ".join(reference.text.split()))
            return reference.text
        return reference.text[: number.start()] + there.number

    def _renamed(self, words: str) -> str:
        if self._pattern is None:
            return words
        return self._pattern.sub(lambda match: self._name(match[0]), words)

    def _name(self, used: str) -> str:
        """What stands here for a name of the template, in the number and the letter case in which it is *used*."""
        ours = self._names.get(name_form(used))
        if ours is None or not used[:1].isupper():
            return used
        used = _regular(used)
        return carried_over(used, _singular_as(used), ours)


def _singular_as(used: str) -> str:
    """The name that *used* is a form of, in its own letter case."""
    form = name_form(used)
    if used.lower().startswith(form):
        return used[: len(form)]
    return used[:-3] + "y" if used.lower().endswith("ies") else used


def _regular(used: str) -> str:
    """*used* with the regular plural for one in Latin: "Addendums" for "Addenda"."""
    return f"{used[:-1]}ums" if _LATIN_PLURAL.search(used) and name_form(used).endswith("um") else used


def _spelled(text: str, form: str) -> str | None:
    """How *text* mostly writes the name whose form is *form*; None where it never has a capital."""
    words = r"\s+".join(re.escape(word) for word in form.replace("'", "’").split())
    pattern = words.replace("’", "['’]")
    seen = Counter(
        " ".join(match[0].split())
        for match in re.finditer(rf"\b{pattern}\b", text, re.IGNORECASE)
        if match[0][:1].isupper()
    )
    mixed = [(name, count) for name, count in seen.most_common() if not name.isupper()]
    return (mixed or seen.most_common())[0][0] if seen else None


def _names_pattern(names: dict[str, str]) -> re.Pattern[str] | None:
    if not names:
        return None
    forms = sorted(names, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(_printed, forms))})\b", re.IGNORECASE)


def _printed(form: str) -> str:
    """A pattern of how a name of *form* is printed, in either number."""
    words = r"\s+".join(re.escape(word) for word in form.split())
    if form.endswith("y"):
        return rf"{words[:-1]}(?:y|ies)"
    return rf"{words[:-2]}(?:ums?|a)" if form.endswith("um") else rf"{words}s?"
