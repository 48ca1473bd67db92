"""Personal data in the editor: read aside, shown when known, gone when the text or the settings change."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lsp_harness import Wire, at, position

from clausewright.finding import Edit, Finding, Fix, Severity
from clausewright.settings import Settings
from clausewright_server.personal_data import PersonalLook

TEXT = (
    "1. It is due under Section 9 within thirty days, in full, without deduction, by transfer to the usual account.\n"
    "\n"
    "2. The works are led by Ngozi Adebayo, who is replaced at any time on ten days' notice given by the other side.\n"
)


def codes(params) -> set[str]:
    return {one["code"] for one in params["diagnostics"]}


def await_code(wire: Wire, uri: str, code: str, *, there: bool = True):
    return wire.await_message(
        lambda message: (
            message.get("method") == "textDocument/publishDiagnostics"
            and message["params"]["uri"] == uri
            and (code in codes(message["params"])) == there
        )
    )["params"]


def folder(tmp_path: Path, mode: str) -> str:
    (tmp_path / "clausewright.toml").write_text(f'[privacy]\nmode = "{mode}"\n', encoding="utf-8")
    return (tmp_path / "a.contract").as_uri()


def test_findings_of_structure_come_first_and_personal_data_when_it_is_read(wire: Wire, tmp_path):
    uri = folder(tmp_path, "on")
    wire.initialize({})
    wire.open(uri, TEXT)
    assert codes(wire.await_diagnostics(uri, 1)) == {"CW201"}
    shown = await_code(wire, uri, "CW501")
    assert (codes(shown), shown["version"]) == ({"CW201", "CW501"}, 1)
    (name,) = [one for one in shown["diagnostics"] if one["code"] == "CW501"]
    start, end = name["range"]["start"], name["range"]["end"]
    assert TEXT.splitlines()[start["line"]][start["character"] : end["character"]] == "Ngozi Adebayo"


def test_an_edit_elsewhere_keeps_them_and_one_there_takes_them_away(wire: Wire, tmp_path):
    uri = folder(tmp_path, "on")
    wire.initialize({})
    wire.open(uri, TEXT)
    await_code(wire, uri, "CW501")
    at_start = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    wire.change(uri, 2, {"range": at_start, "text": "\n"})
    moved = wire.await_diagnostics(uri, 2)
    assert [one["range"]["start"]["line"] for one in moved["diagnostics"] if one["code"] == "CW501"] == [3]
    wire.change(uri, 3, {"text": TEXT.replace("Ngozi Adebayo", "somebody")})
    assert "CW501" not in codes(wire.await_diagnostics(uri, 3))


def test_nothing_personal_is_looked_for_where_the_settings_have_it_off(wire: Wire, tmp_path):
    uri = folder(tmp_path, "off")
    wire.initialize({})
    wire.open(uri, TEXT)
    assert codes(wire.await_diagnostics(uri, 1)) == {"CW201"}
    wire.change(uri, 2, {"text": TEXT + "\n"})
    assert codes(wire.await_diagnostics(uri, 2)) == {"CW201"}


@given(st.integers(0, 60), st.integers(0, 8), st.text(st.sampled_from("ab \n"), max_size=6))
@example(40, 0, " ")
def test_while_somebody_types_what_is_known_moves_with_the_text(start, length, new):
    names = ("Ngozi Adebayo", "Liam Roe")
    text = "It is led by Ngozi Adebayo, and later by Liam Roe of Leeds.\n"
    found = [
        Finding("CW501", "person-name", Severity.WARNING, at, at + len(name), "", fixes=(Fix("", (Edit(at, at, ""),)),))
        for name in names
        for at in (text.index(name),)
    ]
    changed = text[:start] + new + text[start + length :]
    look = PersonalLook(Settings(), text, found, complete=True).moved(changed)
    kept = {changed[finding.start : finding.end] for finding in look.findings}
    assert kept <= set(names)
    assert all(finding.fixes[0].edits[0].start == finding.start for finding in look.findings)
    untouched = {
        name for name in names if not (start <= text.index(name) + len(name) and text.index(name) <= start + length)
    }
    assert untouched <= kept


CAPABILITIES = {
    "textDocument": {
        "codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}},
        "hover": {"contentFormat": ["plaintext"]},
    },
    "workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]}},
}


def actions(wire: Wire, uri: str, diagnostic) -> dict[str, dict]:
    params = {"textDocument": {"uri": uri}, "range": diagnostic["range"], "context": {"diagnostics": [diagnostic]}}
    found = wire.request("actions", "textDocument/codeAction", params)["result"]
    return {action["title"]: action for action in found if action["kind"] == "quickfix"}


def edit_of(wire: Wire, action):
    return wire.request("resolve", "codeAction/resolve", action)["result"]["edit"]["documentChanges"]


def shown_name(wire: Wire, uri: str):
    shown = await_code(wire, uri, "CW501")
    return next(one for one in shown["diagnostics"] if one["code"] == "CW501")


def test_a_value_can_be_replaced_by_a_placeholder(wire: Wire, tmp_path):
    uri = folder(tmp_path, "on")
    wire.initialize(CAPABILITIES)
    wire.open(uri, TEXT)
    diagnostic = shown_name(wire, uri)
    (change,) = edit_of(wire, actions(wire, uri, diagnostic)["Replace by “[Name]”"])
    assert change["textDocument"] == {"uri": uri, "version": 1}
    assert change["edits"] == [{"range": diagnostic["range"], "newText": "[Name]"}]


def test_a_value_that_is_allowed_is_kept_as_a_hash_and_not_reported_again(wire: Wire, tmp_path):
    uri = folder(tmp_path, "on")
    settings = tmp_path / "clausewright.toml"
    wire.initialize(CAPABILITIES)
    wire.open(uri, TEXT)
    (change,) = edit_of(wire, actions(wire, uri, shown_name(wire, uri))["Allow this value"])
    assert change["textDocument"] == {"uri": settings.as_uri(), "version": None}
    (edit,) = change["edits"]
    assert "Ngozi" not in edit["newText"]
    lines = settings.read_text(encoding="utf-8").splitlines(keepends=True)
    assert edit["range"] == {"start": position(1, 0), "end": position(1, 0)}
    settings.write_text("".join([lines[0], edit["newText"], *lines[1:]]), encoding="utf-8")
    wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": settings.as_uri(), "type": 2}]})
    assert codes(await_code(wire, uri, "CW501", there=False)) == {"CW201"}


def test_settings_are_made_where_there_are_none(wire: Wire, tmp_path):
    uri = (tmp_path / "a.contract").as_uri()
    wire.initialize(CAPABILITIES, initializationOptions={"privacy": {"mode": "on"}})
    wire.open(uri, TEXT)
    made, change = edit_of(wire, actions(wire, uri, shown_name(wire, uri))["Silence CW501 (person name) in this file"])
    assert (made["kind"], made["uri"]) == ("create", (tmp_path / "clausewright.toml").as_uri())
    (edit,) = change["edits"]
    assert edit["newText"] == '[suppress]\n"a.contract" = [\n    "CW501",\n]\n'


def test_hover_says_what_was_found_and_why(wire: Wire, tmp_path):
    uri = folder(tmp_path, "on")
    wire.initialize(CAPABILITIES)
    wire.open(uri, TEXT)
    await_code(wire, uri, "CW501")
    place = position(*at(TEXT, "Ngozi"))
    said = wire.request("hover", "textDocument/hover", {"textDocument": {"uri": uri}, "position": place})["result"]
    assert "person name, CW501" in said["contents"]["value"]
    assert "a given name and a family name" in said["contents"]["value"]


def test_a_client_that_pulls_is_told_to_pull_again(wire: Wire, tmp_path):
    uri = folder(tmp_path, "on")
    pulling = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
    wire.initialize(pulling)
    wire.open(uri, TEXT)
    pull = {"textDocument": {"uri": uri}}
    first = wire.request("first", "textDocument/diagnostic", pull)["result"]
    assert {one["code"] for one in first["items"]} == {"CW201"}
    wire.await_message(lambda message: message.get("method") == "workspace/diagnostic/refresh")
    pull["previousResultId"] = first["resultId"]
    second = wire.request("second", "textDocument/diagnostic", pull)["result"]
    assert {one["code"] for one in second["items"]} == {"CW201", "CW501"}


def test_a_document_that_is_closed_keeps_them_among_those_of_the_folder(wire: Wire, tmp_path):
    uri = folder(tmp_path, "on")
    (tmp_path / "a.contract").write_text(TEXT, encoding="utf-8")
    assert uri == (tmp_path / "a.contract").as_uri()
    wire.initialize(CAPABILITIES, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "w"}])

    def of_the_folder() -> set[str]:
        (one,) = wire.request("folder", "workspace/diagnostic", {"previousResultIds": []})["result"]["items"]
        return {finding["code"] for finding in one["items"]}

    assert of_the_folder() == {"CW201"}
    wire.open(uri, TEXT)
    await_code(wire, uri, "CW501")
    assert of_the_folder() >= {"CW201", "CW501"}
    wire.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert of_the_folder() >= {"CW201", "CW501"}


@pytest.mark.parametrize("level", ["off", "verbose"])
def test_no_value_reaches_the_log(tmp_path, level):
    client = Wire()
    uri = folder(tmp_path, "on")
    client.initialize(CAPABILITIES, trace=level)
    client.open(uri, TEXT)
    diagnostic = shown_name(client, uri)
    edit_of(client, actions(client, uri, diagnostic)["Allow this value"])
    stale = {
        "title": "Allow this value",
        "kind": "quickfix",
        "data": {"uri": uri, "do": "privacy.allow", "code": "CW501"},
    }
    assert "error" in client.request("stale", "codeAction/resolve", stale)
    wrong = {"textDocument": {"uri": uri}, "position": {"line": "Ngozi", "character": 0}}
    assert "error" in client.request("wrong", "textDocument/hover", wrong)
    client.end()
    for value in (b"Ngozi", b"Adebayo"):
        assert value not in client.log
