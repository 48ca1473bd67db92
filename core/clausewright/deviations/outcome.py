"""What of a comparison is told: without what the settings let vary and what somebody has accepted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clausewright.clauses import Clause
from clausewright.comparison.results import Lone, Note, Pair, Place
from clausewright.contract import Contract
from clausewright.deviations.accepted import key_of
from clausewright.deviations.compared import Compared
from clausewright.settings import Settings


@dataclass(frozen=True, slots=True)
class Gap:
    """Clauses of the template that are missing together, in its order; *required* says that one of them is."""

    members: tuple[Lone, ...]
    required: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """*deviations* are pairs with whether they need approval; *covered* counts provisions, those let go among them.

    *unknown* are names of clauses in the settings that the template does not have. Where *unrelated*, the contract and
    the template have too little in common and nothing else is told.
    """

    deviations: tuple[tuple[Pair, bool], ...]
    gaps: tuple[Gap, ...]
    added: tuple[Lone, ...]
    covered: int
    unknown: tuple[str, ...] = ()
    unrelated: bool = False

    @property
    def missing(self) -> int:
        """How many provisions are missing."""
        return sum(len(gap.members) for gap in self.gaps)


def outcome_of(contract: Contract, compared: Compared, settings: Settings) -> Outcome:
    """What there is to tell of *contract*, whose text *compared* is of."""
    found, rule = compared.comparison, compared.template.rule
    if Note.UNRELATED in found.notes:
        return Outcome((), (), (), len(found.covered), unrelated=True)
    if Note.EMPTY_INPUT in found.notes:
        return Outcome((), (), (), 0)
    template = compared.template.contract
    required, vary, approval = (
        _Named(names, template) for names in (rule.required, rule.may_vary, rule.needs_approval)
    )
    accepted = {entry.clause for entry in settings.reference.accepted}
    deviations = tuple(
        (pair, approval.holds(pair.reference))
        for pair in found.deviations
        if not vary.holds(pair.reference) and (not accepted or key_of(contract, compared, pair) not in accepted)
    )
    gaps = [gap for gap in found.gaps if not accepted or key_of(contract, compared, gap) not in accepted]
    added = tuple(
        one for one in found.added if not accepted or key_of(contract, compared, one, added=True) not in accepted
    )
    return Outcome(
        deviations,
        tuple(_grouped(gaps, template, required)),
        added,
        len(found.covered) + len(found.deviations) - len(deviations),
        tuple(name for names in (required, vary, approval) for name in names.unknown),
    )


class _Named:
    """Clauses of the template that the settings name by number or heading, with their sub-clauses."""

    def __init__(self, names: Iterable[str], template: Contract) -> None:
        self._template = template
        self._clauses: list[Clause] = []
        self.unknown: list[str] = []
        for name in names:
            meant = _meant(name, template)
            self._clauses += meant
            if not meant:
                self.unknown.append(name)

    def holds(self, place: Place) -> bool:
        return any(clause.start <= place.start < clause.end for clause in self._clauses)


def _meant(name: str, template: Contract) -> list[Clause]:
    words = _plain(name)
    return [
        clause
        for clause in template.clauses
        if _plain(clause.number) == words or (clause.heading and _plain(clause.heading) == words)
    ]


def _plain(words: str) -> str:
    return " ".join(words.split()).strip(" .:").casefold()


def _grouped(gaps: Iterable[Lone], template: Contract, required: _Named) -> Iterable[Gap]:
    """Gaps that belong at one place and are of one clause of the template, together."""
    group: list[Lone] = []
    for gap in gaps:
        if group and not _together(group[-1], gap, template):
            yield _gap(group, required)
            group = []
        group.append(gap)
    if group:
        yield _gap(group, required)


def _gap(members: list[Lone], required: _Named) -> Gap:
    return Gap(tuple(members), any(required.holds(one.place) for one in members))


def _together(one: Lone, other: Lone, template: Contract) -> bool:
    if one.nearest_end != other.nearest_end:
        return False
    first, second = template.clause_at(one.place.start), template.clause_at(other.place.start)
    return first is not None and second is not None and _top(first) is _top(second)


def _top(clause: Clause) -> Clause:
    while clause.parent is not None:
        clause = clause.parent
    return clause
