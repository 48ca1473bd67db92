"""What an editor can ask about a deviation: both texts on hover, and what may be done about it.

These answers go with those of other features to the same requests, which are made first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from clausewright.comparison.results import Pair
from clausewright.deviations.accepted import key_of
from clausewright.deviations.compared import Compared
from clausewright.deviations.differences import differences
from clausewright.deviations.findings import place_of, place_of_added, place_of_gap
from clausewright.deviations.outcome import Gap, Outcome, outcome_of
from clausewright.deviations.rules import ADDED_CLAUSE, DEVIATION, MISSING_CLAUSE
from clausewright.edits.change import RefusedError
from clausewright.settings import Settings
from clausewright_server.client import ACCEPT_DEVIATION, OPEN_SIDE_BY_SIDE, ClientProfile, Json, dig
from clausewright_server.features import Feature
from clausewright_server.features.changes import workspace_edit
from clausewright_server.features.code_action import QUICK_FIX, wanted
from clausewright_server.markup import page
from clausewright_server.session import Snapshot

if TYPE_CHECKING:
    from clausewright.deviations.proposals import Proposal

ACCEPT = "clausewright.accept"
"""Command of the server's that remembers a deviation as accepted."""
_DO = "deviation"
_SHOWN = 1_200
"""Characters of each text that a hover shows."""
_FACTS = 6

ComparedOf = Callable[[Snapshot], tuple[Compared, Settings] | None]
"""What is known of a snapshot's comparison, and the settings that it is told by."""


def with_deviations(features: Iterable[Feature], compared_of: ComparedOf) -> list[Feature]:
    """*features*, those of them that can say something of deviations doing so too."""
    deviations = Deviations(compared_of)
    adding = {
        types.TEXT_DOCUMENT_HOVER: deviations.hover,
        types.TEXT_DOCUMENT_CODE_ACTION: deviations.code_action,
        types.CODE_ACTION_RESOLVE: deviations.resolve,
    }
    return [
        replace(feature, handler=adding[feature.method](feature)) if feature.method in adding else feature
        for feature in features
    ]


@dataclass(frozen=True, slots=True)
class _Told:
    """What is told of a snapshot."""

    compared: Compared
    outcome: Outcome


class Deviations:
    """Handlers that add to those of other features."""

    def __init__(self, compared_of: ComparedOf) -> None:
        self._compared_of = compared_of

    def _told(self, snapshot: Snapshot) -> _Told | None:
        known = self._compared_of(snapshot)
        if known is None:
            return None
        compared, settings = known
        return _Told(compared, outcome_of(snapshot.contract, compared, settings))

    # -- hover --------------------------------------------------------------------------------------------------------

    def hover(self, feature: Feature) -> Callable[[Snapshot, Json, ClientProfile], Json]:
        """Both texts of a deviating clause, the words that differ marked, behind what else there is to say."""

        def handle(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
            said = feature.handler(snapshot, params, client)
            told = self._told(snapshot)
            if told is None:
                return said
            offset = snapshot.places.offset(params.get("position"))
            if said is not None and not _at_deviation(snapshot, told, offset):
                return said
            shown = _hover(snapshot, told, offset, client.markdown_hover)
            return shown if said is None or shown is None else _joined(said, shown)

        return handle

    # -- code actions -------------------------------------------------------------------------------------------------

    def code_action(self, feature: Feature) -> Callable[[Snapshot, Json, ClientProfile], Json]:
        def handle(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
            actions = feature.handler(snapshot, params, client)
            diagnostics = [
                one
                for one in dig(params, "context", "diagnostics") or []
                if dig(one, "code") in (DEVIATION.code, MISSING_CLAUSE.code, ADDED_CLAUSE.code)
            ]
            if not diagnostics or not wanted(QUICK_FIX, dig(params, "context", "only")):
                return actions
            told = self._told(snapshot)
            if told is None:
                return actions
            offered = [one for diagnostic in diagnostics for one in _offered(snapshot, told, diagnostic, client)]
            if not client.resolves_actions:
                offered = [one if "command" in one else _resolved(snapshot, told, one, client) for one in offered]
            return [*offered, *(actions or [])]

        return handle

    def resolve(self, feature: Feature) -> Callable[[Snapshot, Json, ClientProfile], Json]:
        def handle(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
            if dig(params, "data", "do") != _DO:
                return feature.handler(snapshot, params, client)
            told = self._told(snapshot)
            if told is None:
                raise RefusedError("The comparison with the template is not known any more; ask again.")
            return _resolved(snapshot, told, params, client)

        return handle


def _joined(said: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
    rule = "\n\n---\n\n" if said["contents"]["kind"] == "markdown" else "\n\n"
    value = said["contents"]["value"] + rule + shown["contents"]["value"]
    return {**said, "contents": {**said["contents"], "value": value}}


def _at_deviation(snapshot: Snapshot, told: _Told, offset: int) -> bool:
    """Whether *offset* is where a finding stands, or at the beginning of a clause that deviates."""
    contract = snapshot.contract
    clause = contract.marker_at(offset)
    for pair, _ in told.outcome.deviations:
        start, end = place_of(contract, pair)
        if start <= offset <= end or (clause is not None and clause.start == pair.input.start):
            return True
    return False


def _hover(snapshot: Snapshot, told: _Told, offset: int, markdown: bool) -> dict[str, Any] | None:
    contract, template = snapshot.contract, told.compared.template
    content = page(markdown)
    for pair, needs_approval in told.outcome.deviations:
        if pair.input.start <= offset <= pair.input.end:
            content.title("Deviation", f"from {_number(pair.reference.number)} of {template.name}")
            content.items(("", fact.message) for fact in pair.facts[:_FACTS])
            if needs_approval:
                content.line("This clause needs approval.")
            ours, theirs = (
                contract.source.text[pair.input.start : pair.input.end],
                template.text[pair.reference.start : pair.reference.end],
            )
            one, other = differences(theirs, ours, dict(told.compared.comparison.mapping))
            content.line("Template:")
            content.marked(((run.text, run.differs) for run in one), _SHOWN)
            content.line("Here:")
            content.marked(((run.text, run.differs) for run in other), _SHOWN)
            return _shown(snapshot, content.content(), pair.input.start, pair.input.end)
    for gap in told.outcome.gaps:
        start, end = place_of_gap(contract, gap)
        if start <= offset <= end:
            first, last = gap.members[0].place, gap.members[-1].place
            content.title("Missing here", f"{_number(first.number)} of {template.name}")
            content.marked([(template.text[first.start : last.end], False)], _SHOWN)
            return _shown(snapshot, content.content(), start, end)
    return None


def _shown(snapshot: Snapshot, content: dict[str, str], start: int, end: int) -> dict[str, Any]:
    return {"contents": content, "range": snapshot.places.range(start, end)}


def _number(number: str) -> str:
    return f"clause {number}" if number[:1].isdigit() else number or "a paragraph"


# -- offering ---------------------------------------------------------------------------------------------------------


def _offered(snapshot: Snapshot, told: _Told, diagnostic: Json, client: ClientProfile) -> Iterator[dict[str, Any]]:
    code = dig(diagnostic, "code")
    start = snapshot.places.offset(dig(diagnostic, "range", "start"))
    end = snapshot.places.offset(dig(diagnostic, "range", "end"))
    contract = snapshot.contract
    found: tuple[str, list[str]] | None = None
    if code == DEVIATION.code and (pair := _pair(snapshot, told, start, end)) is not None:
        number = pair.reference.number
        title = f"Take the template's wording{f' (template {number})' if number else ''}"
        found = title, [key_of(contract, told.compared, pair)]
    elif code == MISSING_CLAUSE.code and (gap := _gap(snapshot, told, start, end)) is not None:
        number = gap.members[0].place.number
        title = f"Insert the missing clause{f' (template {number})' if number else ''}"
        found = title, [key_of(contract, told.compared, lone) for lone in gap.members]
    elif code == ADDED_CLAUSE.code:
        for lone in told.outcome.added:
            if place_of_added(contract, lone) == (start, end):
                found = "", [key_of(contract, told.compared, lone, added=True)]
    if found is None:
        return
    title, keys = found
    common = {"kind": QUICK_FIX, "diagnostics": [diagnostic]}
    if title:
        data = {"uri": snapshot.uri, "do": _DO, "code": code, "start": start, "end": end}
        yield {"title": title, **common, "data": data}
    accept = "Accept this deviation"
    arguments: list[Any] = [{"uri": snapshot.uri, "clauses": keys}]
    command = ACCEPT_DEVIATION if client.accepts_deviations else ACCEPT
    yield {"title": accept, **common, "command": {"title": accept, "command": command, "arguments": arguments}}
    if client.opens_side_by_side and code != ADDED_CLAUSE.code:
        side = "Open both side by side at this clause"
        place = snapshot.places.position(start)
        command_of = {"title": side, "command": OPEN_SIDE_BY_SIDE, "arguments": [snapshot.uri, place]}
        yield {"title": side, **common, "command": command_of}


def _pair(snapshot: Snapshot, told: _Told, start: int, end: int) -> Pair | None:
    for pair, _ in told.outcome.deviations:
        if place_of(snapshot.contract, pair) == (start, end):
            return pair
    return None


def _gap(snapshot: Snapshot, told: _Told, start: int, end: int) -> Gap | None:
    return next((gap for gap in told.outcome.gaps if place_of_gap(snapshot.contract, gap) == (start, end)), None)


# -- making -----------------------------------------------------------------------------------------------------------


def _resolved(snapshot: Snapshot, told: _Told, action: Json, client: ClientProfile) -> dict[str, Any]:
    """*action* with its edit. Raises RefusedError."""
    proposal = _proposal(snapshot, told, dig(action, "data"))
    confirm = str(dig(action, "title"))
    if proposal.unmapped:
        confirm += f"; look at what these cite here: {', '.join(proposal.unmapped)}"
    done = {**action, "edit": workspace_edit(snapshot, proposal.edits, client, confirm=confirm)}
    return done if client.resolves_actions else {key: value for key, value in done.items() if key != "data"}


def _proposal(snapshot: Snapshot, told: _Told, data: Json) -> Proposal:
    # What makes proposals is not loaded until somebody asks for one.
    from clausewright.deviations.proposals import insertion, wording

    code, start, end = dig(data, "code"), dig(data, "start"), dig(data, "end")
    if code == DEVIATION.code and (pair := _pair(snapshot, told, start, end)) is not None:
        return wording(snapshot.contract, told.compared, pair)
    if code == MISSING_CLAUSE.code and (gap := _gap(snapshot, told, start, end)) is not None:
        return insertion(snapshot.contract, told.compared, gap)
    raise RefusedError("The document has changed since; ask again.")
