"""Code actions: what mends a finding, renumbering, and a new clause after this one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from lsprotocol import types

from clausewright.clauses import Clause, ClauseKind
from clausewright.contract import Contract
from clausewright.edits.change import RefusedError
from clausewright.edits.fixes import Offer, offers, rule_in_words, silencing
from clausewright.edits.renumber import Renumbering, begins_line, insert_after, renumber
from clausewright.finding import Edit, Finding
from clausewright.privacy.allowlist import ALLOW, entry
from clausewright.privacy.rules import PRIVACY_RULES
from clausewright.rules import RULES
from clausewright.settings import load_settings
from clausewright_server.client import ClientProfile, Json, dig
from clausewright_server.convert import InvalidParamsError
from clausewright_server.diagnostics import SOURCE
from clausewright_server.features import Feature, item_uri, settings_changes
from clausewright_server.features.changes import workspace_edit
from clausewright_server.features.passages import name
from clausewright_server.session import Snapshot
from clausewright_server.uris import file_path

QUICK_FIX = types.CodeActionKind.QuickFix.value
RENUMBER = "source.renumber"
INSERT = "refactor.rewrite.insertClause"
_SUPPRESS = "suppress"
_UNDEFINED = "CW301"
_MARKDOWN = (".md", ".markdown")


def code_action(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    """The titles alone where the client asks for the edits later; else with those edits that can be made.

    A client that cannot ask later gets what renumbers only when it asks for just that: it takes a reading to make.
    """
    only = dig(params, "context", "only")
    start = snapshot.places.offset(dig(params, "range", "start"))
    end = snapshot.places.offset(dig(params, "range", "end"))
    actions: list[dict[str, Any]] = []
    if wanted(QUICK_FIX, only):
        for diagnostic in dig(params, "context", "diagnostics") or []:
            actions += _quick_fixes(snapshot, diagnostic, client)
        for finding in _told_elsewhere(snapshot, start, end):
            actions += _fixes(snapshot, finding)
    renumbers = client.resolves_actions or isinstance(only, list)
    if (
        renumbers
        and wanted(INSERT, only)
        and (clause := _clause_meant(snapshot.contract, start, end, asked=isinstance(only, list))) is not None
    ):
        data = {"uri": snapshot.uri, "do": "insert", "number": clause.number, "start": clause.start}
        actions.append({"title": f"Insert a clause after {name(clause)}", "kind": INSERT, "data": data})
    if renumbers and wanted(RENUMBER, only) and (snapshot.contract.defects or only):
        data = {"uri": snapshot.uri, "do": "renumber"}
        actions.append({"title": "Renumber clauses and references", "kind": RENUMBER, "data": data})
    if client.resolves_actions:
        return actions
    complete = []
    for action in actions:
        try:
            made = _resolved(snapshot, action, client)
        except RefusedError:
            continue
        complete.append({key: value for key, value in made.items() if key != "data"})
    return complete


def resolve(snapshot: Snapshot, params: Json, client: ClientProfile) -> Json:
    return _resolved(snapshot, params, client)


FEATURES = [
    Feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        code_action,
        types.CodeActionOptions(code_action_kinds=[QUICK_FIX, RENUMBER, INSERT], resolve_provider=True),
    ),
    Feature(types.CODE_ACTION_RESOLVE, resolve, uri_of=item_uri, aside=True),
]


def wanted(kind: str, only: Json) -> bool:
    if not isinstance(only, list):
        return True
    return any(isinstance(one, str) and (kind == one or not one or kind.startswith(f"{one}.")) for one in only)


# -- offering ---------------------------------------------------------------------------------------------------------


def _quick_fixes(snapshot: Snapshot, diagnostic: Json, client: ClientProfile) -> Iterator[dict[str, Any]]:
    finding = _finding(snapshot, diagnostic)
    if finding is None:
        return
    for action in _fixes(snapshot, finding):
        yield {**action, "diagnostics": [diagnostic]}
    place = _place(finding)
    if settings_changes.is_possible(snapshot, client):
        titles = {fix.setting: fix.title for fix in finding.fixes if fix.setting is not None}
        titles[_SUPPRESS] = f"Silence {rule_in_words(finding)} in this file"
        for setting, title in titles.items():
            data = {"uri": snapshot.uri, "do": setting, **place}
            yield {"title": title, "kind": QUICK_FIX, "diagnostics": [diagnostic], "data": data}


def _fixes(snapshot: Snapshot, finding: Finding) -> Iterator[dict[str, Any]]:
    for index, offer in enumerate(_offers(snapshot, finding)):
        yield {
            "title": offer.title,
            "kind": QUICK_FIX,
            **({"isPreferred": True} if offer.safe and index == 0 else {}),
            "data": {"uri": snapshot.uri, "do": "fix", "title": offer.title, **_place(finding)},
        }


def _place(finding: Finding) -> dict[str, Any]:
    return {"code": finding.code, "start": finding.start, "end": finding.end}


def _told_elsewhere(snapshot: Snapshot, start: int, end: int) -> Iterator[Finding]:
    """What is told at the first of several places of a term, at one of which the caret stands."""
    for finding in snapshot.findings:
        if finding.code == _UNDEFINED and any(one.start <= start and end <= one.end for one in finding.related):
            yield finding


def _offers(snapshot: Snapshot, finding: Finding) -> list[Offer]:
    found = offers(snapshot.contract, finding)
    if PurePosixPath(snapshot.uri).suffix.lower() in _MARKDOWN:
        found.append(silencing(snapshot.contract, finding))
    return found


def _finding(snapshot: Snapshot, diagnostic: Json) -> Finding | None:
    """The finding that a diagnostic of this server's is about; None when it is no longer there."""
    if dig(diagnostic, "source") != SOURCE:
        return None
    start = snapshot.places.offset(dig(diagnostic, "range", "start"))
    end = snapshot.places.offset(dig(diagnostic, "range", "end"))
    return _found(snapshot, dig(diagnostic, "code"), start, end)


def _found(snapshot: Snapshot, code: Json, start: int, end: int) -> Finding | None:
    for finding in snapshot.findings:
        if (finding.start, finding.end, finding.code) == (start, end, code):
            return finding
    for rule in RULES:
        if rule.code == code:
            return next((one for one in rule.check(snapshot.contract) if (one.start, one.end) == (start, end)), None)
    return None


def _clause_meant(contract: Contract, start: int, end: int, *, asked: bool) -> Clause | None:
    """The clause around the caret, unasked only on the line of its marker; none when several lines are selected."""
    line = contract.source.line_at(start)
    if contract.source.line_at(end) != line:
        return None
    clause = contract.clause_at(end)
    if clause is None or not clause.marker or clause.kind in (ClauseKind.HEADING, ClauseKind.SIGNATURE):
        return None
    if not begins_line(contract, clause):
        return None  # no place for another one
    return clause if asked or contract.source.line_at(clause.start) == line else None


# -- making -----------------------------------------------------------------------------------------------------------


def _resolved(snapshot: Snapshot, action: Json, client: ClientProfile) -> dict[str, Any]:
    """*action* with its edit. Raises RefusedError, and InvalidParamsError for what is none of ours."""
    todo = dig(action, "data", "do")
    confirm = ""
    edits: Sequence[Edit]
    if todo == "renumber":
        edits, confirm = _told(renumber(snapshot.contract))
        if not edits:
            raise RefusedError("Every list is numbered in order already.")
    elif todo == "insert":
        edits, confirm = _told(insert_after(snapshot.contract, _clause(snapshot, action)))
    elif todo == "fix":
        offer = _offer(snapshot, action)
        edits = offer.edits()
        if not offer.safe:
            confirm = offer.title
    elif todo in (ALLOW, _SUPPRESS):
        then = settings_changes.saving(snapshot, client)
        return {**action, "edit": _settings_edit(snapshot, action, client), **({"command": then} if then else {})}
    else:
        raise InvalidParamsError("not an action of this server's")
    return {**action, "edit": workspace_edit(snapshot, edits, client, confirm=confirm)}


def _settings_edit(snapshot: Snapshot, action: Json, client: ClientProfile) -> dict[str, Any]:
    """The edit of the settings that allows the value of a finding, or silences its rule in this file."""
    data = dig(action, "data")
    code, start, end = dig(data, "code"), dig(data, "start"), dig(data, "end")
    finding = _found(snapshot, code, start, end)
    if finding is None:
        raise RefusedError("The document has changed since; ask again.")
    if dig(data, "do") == _SUPPRESS:
        return settings_changes.settings_edit(
            snapshot, client, _SUPPRESS, settings_changes.glob_of(snapshot), finding.code
        )
    value = snapshot.contract.source.text[finding.start : finding.end]
    kind = next(rule for rule in PRIVACY_RULES if rule.code == finding.code).kinds[0]
    path = file_path(snapshot.uri)
    known = load_settings(path).privacy.allow if path is not None else ()
    table, _, key = ALLOW.partition(".")
    return settings_changes.settings_edit(snapshot, client, table, key, entry(kind, value, known))


def _told(change: Renumbering) -> tuple[Sequence[Edit], str]:
    """The edits, and what a person should look at before they are made, if anything."""
    if not change.doubtful:
        return change.edits, ""
    cited = ", ".join(dict.fromkeys(" ".join(one.text.split()) for one in change.doubtful))
    return change.edits, f"Look at what these cite afterwards: {cited}"


def _clause(snapshot: Snapshot, action: Json) -> Clause:
    number, start = dig(action, "data", "number"), dig(action, "data", "start")
    for clause in snapshot.contract.clauses_numbered(number) if isinstance(number, str) else []:
        if clause.start == start:
            return clause
    raise RefusedError("The document has changed since; ask again.")


def _offer(snapshot: Snapshot, action: Json) -> Offer:
    data = dig(action, "data")
    finding = _found(snapshot, dig(data, "code"), dig(data, "start"), dig(data, "end"))
    for offer in _offers(snapshot, finding) if finding is not None else []:
        if offer.title == dig(data, "title"):
            return offer
    raise RefusedError("The document has changed since; ask again.")
