"""Settings: from the editor, from clausewright.toml, and when they change."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsp_harness import Wire, insertion

PULLING = {
    "workspace": {
        "configuration": True,
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    }
}
FLAWED = "1. Fee. The Fee is due under Section 9.\n2. Law.\n"
URI = "file:///contracts/settings.contract"


def answer_configuration(wire: Wire, section) -> None:
    asked = wire.await_message(lambda m: m.get("method") == "workspace/configuration")
    assert asked["params"] == {"items": [{"section": "clausewright"}]}
    wire.send({"id": asked["id"], "result": [section]})


def codes(params) -> set[str]:
    return {one["code"] for one in params["diagnostics"]}


def test_asks_for_its_section_and_registers_for_changes(wire: Wire):
    wire.initialize(PULLING)
    answer_configuration(wire, None)
    asked = wire.await_message(lambda m: m.get("method") == "client/registerCapability")
    registered = {one["method"]: one["registerOptions"] for one in asked["params"]["registrations"]}
    assert registered == {
        "workspace/didChangeConfiguration": {"section": "clausewright"},
        "workspace/didChangeWatchedFiles": {
            "watchers": [{"globPattern": "**/*.toml"}, {"globPattern": "**/*.{contract,md,txt}"}]
        },
    }
    wire.send({"id": asked["id"], "result": None})


def test_asks_nothing_of_a_client_that_does_not_offer_it(wire: Wire):
    wire.initialize({})
    wire.request(1, "shutdown")
    wire.notify("exit")
    assert wire.wait() == 0
    assert [m for m in wire.messages.queue if "method" in m] == []


def test_findings_come_when_the_client_never_answers(wire: Wire):
    wire.initialize(PULLING)
    wire.open(URI, FLAWED)
    assert wire.await_diagnostics(URI, 1)["version"] == 1


def test_the_first_findings_know_the_settings(wire: Wire):
    wire.initialize(PULLING)
    wire.open(URI, FLAWED)
    answer_configuration(wire, {"rules": {"CW": "off"}, "interpreter": "~/bin/python", "trace": {"server": "off"}})
    assert wire.await_diagnostics(URI, 1)["diagnostics"] == []


def test_a_rule_switched_off_takes_its_findings_away(wire: Wire):
    wire.initialize(PULLING)
    answer_configuration(wire, {})
    wire.open(URI, FLAWED)
    found = codes(wire.await_diagnostics(URI, 1))
    assert "CW201" in found
    wire.notify("workspace/didChangeConfiguration", {"settings": None})
    answer_configuration(wire, {"ignore": ["CW201"]})
    assert codes(wire.await_diagnostics(URI, 1)) == found - {"CW201"}


def test_settings_pushed_by_a_client_that_cannot_be_asked(wire: Wire):
    wire.initialize({})
    wire.open(URI, FLAWED)
    assert codes(wire.await_diagnostics(URI, 1))
    wire.notify("workspace/didChangeConfiguration", {"settings": {"clausewright": {"rules": {"CW": "off"}}}})
    assert codes(wire.await_diagnostics(URI, 1)) == set()


@pytest.mark.parametrize("options", [{"clausewright": {"rules": {"CW": "off"}}}, {"rules": {"CW": "off"}}])
def test_settings_given_with_initialize(wire: Wire, options):
    wire.initialize({}, initializationOptions=options)
    wire.open(URI, FLAWED)
    assert codes(wire.await_diagnostics(URI, 1)) == set()


@pytest.mark.parametrize("section", [None, 7, [], "text", {"rules": 5, "select": "CW1", "ignore": {}}])
def test_settings_of_another_shape_are_survived(wire: Wire, section):
    wire.initialize(PULLING)
    answer_configuration(wire, section)
    wire.open(URI, FLAWED)
    assert "CW201" in codes(wire.await_diagnostics(URI, 1))


def test_the_project_file_above_the_document_counts_and_is_watched(wire: Wire, tmp_path: Path):
    folder = tmp_path / "deals" / "one"
    folder.mkdir(parents=True)
    uri = (folder / "a.contract").as_uri()
    project = tmp_path / "clausewright.toml"
    project.write_text('[rules]\nCW201 = "off"\n', encoding="utf-8")
    wire.initialize(PULLING)
    answer_configuration(wire, {"ignore": [], "select": None})
    wire.open(uri, FLAWED)
    assert "CW201" not in codes(wire.await_diagnostics(uri, 1))

    project.write_text('[rules]\nCW201 = "hint"\n', encoding="utf-8")
    wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": project.as_uri(), "type": 2}]})
    changed = wire.await_diagnostics(uri, 1)["diagnostics"]
    assert {one["severity"] for one in changed if one["code"] == "CW201"} == {4}

    project.unlink()
    wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": project.as_uri(), "type": 3}]})
    changed = wire.await_diagnostics(uri, 1)["diagnostics"]
    assert {one["severity"] for one in changed if one["code"] == "CW201"} & {1, 2}


def test_a_convention_beside_the_contract_reads_it(wire: Wire, tmp_path: Path):
    own = Path(__file__).parent.parent / "conventions"
    (tmp_path / "german.toml").write_text((own / "german.toml").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "clausewright.toml").write_text('convention = "german"\n', encoding="utf-8")
    text = (own / "german.txt").read_text(encoding="utf-8")
    uri = (tmp_path / "liefervertrag.contract.txt").as_uri()
    wire.initialize({"general": {"positionEncodings": ["utf-32"]}})
    wire.open(uri, text)
    assert codes(wire.await_diagnostics(uri, 1)) == {"CW201", "CW409"}

    line, cited = next((n, row) for n, row in enumerate(text.splitlines()) if "§ 5 Absatz 2" in row)
    place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": cited.index("Absatz")}}
    found = wire.request(7, "textDocument/definition", place)["result"][0]
    led_to = found.get("targetRange") or found["range"]
    assert text.splitlines()[led_to["start"]["line"]].startswith("(2) Eine Störung")

    convention = tmp_path / "german.toml"
    changed = convention.read_text(encoding="utf-8").replace('schedule = ["Anlage"]', 'schedule = ["Beilage"]')
    convention.write_text(changed, encoding="utf-8")
    wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": convention.as_uri(), "type": 2}]})
    assert any("“Anlage 1”" in one["message"] for one in wire.await_diagnostics(uri, 1)["diagnostics"])


def test_a_broken_project_file_is_told_once(wire: Wire, tmp_path: Path):
    (tmp_path / "clausewright.toml").write_text("rules = [", encoding="utf-8")
    wire.initialize({})
    uri = (tmp_path / "a.contract").as_uri()
    wire.open(uri, FLAWED)
    wire.await_message(lambda m: m.get("method") == "window/showMessage" and "clausewright.toml" in str(m["params"]))
    assert "CW201" in codes(wire.await_diagnostics(uri, 1))
    wire.open((tmp_path / "b.contract").as_uri(), FLAWED)
    wire.change(uri, 2, insertion(0, 0, " "))
    wire.await_diagnostics(uri, 2)
    assert not [m for m in wire.messages.queue if m.get("method") == "window/showMessage"]
