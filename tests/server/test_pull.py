"""Diagnostics that the client asks for, and what is asked about the whole folder."""

from __future__ import annotations

import contextlib
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from lsp_harness import SUPPLY, Wire, insertion, position

PULLS = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
URI = "file:///contracts/pulled.contract"
BROKEN = "1. PRICE\n\nThe price is due under Section 9.\n"


def pull(wire: Wire, number: Any, uri: str = URI, known: str | None = None) -> Any:
    params = {"textDocument": {"uri": uri}, **({"previousResultId": known} if known else {})}
    return wire.request(number, "textDocument/diagnostic", params)["result"]


def codes(items: Any) -> list[str]:
    return [one["code"] for one in items]


class TestOfADocument:
    def test_a_client_that_pulls_is_not_pushed_to(self, wire: Wire):
        wire.initialize(PULLS)
        wire.open(URI, BROKEN)
        assert codes(pull(wire, 1)["items"]) == ["CW201"]
        assert [m for m in wire.messages.queue if m.get("method") == "textDocument/publishDiagnostics"] == []

    def test_unchanged_findings_are_not_sent_again(self, wire: Wire):
        wire.initialize(PULLS)
        wire.open(URI, BROKEN)
        first = pull(wire, 1)
        assert pull(wire, 2, known=first["resultId"]) == {"kind": "unchanged", "resultId": first["resultId"]}
        wire.change(URI, 2, insertion(2, 0, "Well then. "))
        moved = pull(wire, 3, known=first["resultId"])
        assert moved["kind"] == "full"
        assert moved["items"][0]["range"]["start"] == position(2, 34)
        wire.change(URI, 3, insertion(0, 8, "S"))
        assert pull(wire, 4, known=moved["resultId"])["kind"] == "unchanged"

    def test_they_are_about_the_changes_sent_before(self, wire: Wire):
        wire.initialize(PULLS)
        wire.open(URI, BROKEN)
        for version in range(2, 12):
            wire.change(URI, version, insertion(2, 0, "See Section 8. "))
        assert len(pull(wire, 1)["items"]) == 11

    def test_of_a_document_that_is_not_open_there_are_none(self, wire: Wire):
        wire.initialize(PULLS)
        assert pull(wire, 1, "file:///contracts/nobody.contract") == {"kind": "full", "items": []}

    def test_of_an_empty_document_there_are_none(self, wire: Wire):
        wire.initialize(PULLS)
        wire.open(URI, "")
        assert pull(wire, 1)["items"] == []

    def test_other_clients_can_ask_too(self, wire: Wire):
        wire.initialize({})
        wire.open(URI, BROKEN)
        assert codes(pull(wire, 1)["items"]) == ["CW201"]

    def test_changed_settings_are_told_to_ask_again(self, wire: Wire):
        wire.initialize(PULLS)
        wire.open(URI, BROKEN)
        first = pull(wire, 1)
        wire.notify("workspace/didChangeConfiguration", {"settings": {"clausewright": {"ignore": ["CW201"]}}})
        wire.await_message(lambda m: m.get("method") == "workspace/diagnostic/refresh")
        assert pull(wire, 2, known=first["resultId"])["items"] == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "one.contract").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "two.contract.md").write_text("# Terms\n\n1. See section 7.\n", encoding="utf-8")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "three.contract").write_bytes("1. FEES\r\n\r\n“Fee” means 😀 a sum.\r\n".encode())
    return tmp_path


def opened_on(wire: Wire, *folders: Path, capabilities: Any = None) -> None:
    named = [{"uri": one.as_uri(), "name": one.name} for one in folders]
    wire.initialize(PULLS if capabilities is None else capabilities, workspaceFolders=named)


class TestOfTheFolder:
    def ask(self, wire: Wire, number: Any, known: dict[str, str] | None = None, **params: Any) -> dict[str, Any]:
        previous = [{"uri": uri, "value": value} for uri, value in (known or {}).items()]
        answer = wire.request(number, "workspace/diagnostic", {"previousResultIds": previous, **params})
        return {one["uri"].rpartition("/")[2]: one for one in answer["result"]["items"]}

    def test_all_contracts_are_checked_open_or_not(self, wire: Wire, folder: Path):
        opened_on(wire, folder)
        uri = (folder / "one.contract").as_uri()
        wire.open(uri, "1. PRICE\n\nSee Section 8 and Section 9.\n", version=5)
        found = self.ask(wire, 1)
        assert sorted(found) == ["one.contract", "three.contract", "two.contract.md"]
        assert codes(found["one.contract"]["items"]) == ["CW201", "CW201"]
        assert found["one.contract"]["version"] == 5
        assert codes(found["two.contract.md"]["items"]) == ["CW201"]
        assert found["two.contract.md"]["version"] is None

    def test_unchanged_files_are_not_sent_again_and_changed_ones_are(self, wire: Wire, folder: Path):
        opened_on(wire, folder)
        first = self.ask(wire, 1)
        known = {one["uri"]: one["resultId"] for one in first.values()}
        assert {one["kind"] for one in self.ask(wire, 2, known).values()} == {"unchanged"}
        (folder / "two.contract.md").write_text("# Terms\n\n1. See section 7 and section 8.\n", encoding="utf-8")
        (folder / "one.contract").unlink()
        changes = [{"uri": (folder / "one.contract").as_uri(), "type": 3}]
        wire.notify("workspace/didChangeWatchedFiles", {"changes": changes})
        again = self.ask(wire, 3, known)
        assert len(again["two.contract.md"]["items"]) == 2
        assert again["three.contract"]["kind"] == "unchanged"
        assert again["one.contract"]["items"] == []

    def test_a_closed_document_that_is_no_file_has_none_left(self, wire: Wire, folder: Path):
        opened_on(wire, folder)
        uri = "untitled:Untitled-1"
        wire.open(uri, BROKEN)
        assert len(self.ask(wire, 1)[uri]["items"]) == 1
        wire.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        closed = self.ask(wire, 2)[uri]
        assert closed["items"] == []
        assert self.ask(wire, 3, {uri: closed["resultId"]})[uri]["kind"] == "unchanged"
        wire.open(uri, BROKEN)
        assert len(self.ask(wire, 4)[uri]["items"]) == 1

    def test_parts_are_sent_as_they_are_ready(self, wire: Wire, folder: Path):
        opened_on(wire, folder)
        params = {"previousResultIds": [], "partialResultToken": "part", "workDoneToken": "work"}
        wire.send({"id": 1, "method": "workspace/diagnostic", "params": params})
        parts, work = [], []
        while (message := wire.await_message(lambda m: m.get("method") == "$/progress" or m.get("id") == 1)).get(
            "id"
        ) != 1:
            value = message["params"]["value"]
            (parts if message["params"]["token"] == "part" else work).append(value)
        assert message["result"] == {"items": []}
        assert [len(one["items"]) for one in parts] == [1, 1, 1]
        assert [one["kind"] for one in work] == ["begin", "report", "report", "end"]

    def test_other_text_files_are_contracts_only_where_settings_say_so(self, wire: Wire, folder: Path):
        (folder / "README.md").write_text("# Read me\n\n1. See section 9.\n", encoding="utf-8")
        (folder / "deal.md").write_text("# Deal\n\n1. See section 9.\n", encoding="utf-8")
        opened_on(wire, folder)
        assert not {"README.md", "deal.md"} & set(self.ask(wire, 1))
        (folder / "clausewright.toml").write_text('files = ["deal.md"]\n', encoding="utf-8")
        changes = [{"uri": (folder / "clausewright.toml").as_uri(), "type": 1}]
        wire.notify("workspace/didChangeWatchedFiles", {"changes": changes})
        assert {"README.md", "deal.md"} & set(self.ask(wire, 2)) == {"deal.md"}

    def test_settings_of_the_folder_hold(self, wire: Wire, folder: Path):
        (folder / "clausewright.toml").write_text('exclude = ["sub"]\nignore = ["CW201"]\n', encoding="utf-8")
        opened_on(wire, folder)
        found = self.ask(wire, 1)
        assert sorted(found) == ["one.contract", "two.contract.md"]
        assert found["one.contract"]["items"] == []

    def test_a_file_that_changes_outside_makes_the_client_ask_again(self, wire: Wire, folder: Path):
        opened_on(wire, folder)
        changes = [{"uri": (folder / "one.contract").as_uri(), "type": 2}]
        wire.notify("workspace/didChangeWatchedFiles", {"changes": changes})
        wire.await_message(lambda m: m.get("method") == "workspace/diagnostic/refresh")

    def test_a_cancelled_request_stops_the_work(self, wire: Wire, tmp_path: Path):
        for number in range(60):
            (tmp_path / f"{number}.contract").write_text(SUPPLY * 40, encoding="utf-8")
        opened_on(wire, tmp_path)
        params = {"previousResultIds": [], "partialResultToken": "part"}
        wire.send({"id": 1, "method": "workspace/diagnostic", "params": params})
        wire.await_message(lambda m: m.get("method") == "$/progress")
        wire.notify("$/cancelRequest", {"id": 1})
        refused = wire.await_message(lambda m: m.get("id") == 1)
        assert refused["error"]["code"] == -32800
        removed = [{"uri": tmp_path.as_uri(), "name": "all"}]
        wire.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": removed}})
        wire.request(2, "workspace/symbol", {"query": ""})
        left = []
        with contextlib.suppress(Empty):
            while True:
                left.append(wire.messages.get_nowait())
        assert [m for m in left if m.get("method") == "$/progress"] == []

    def test_long_work_tells_of_itself_and_can_be_cancelled_there(self, wire: Wire, tmp_path: Path):
        for number in range(40):
            (tmp_path / f"{number}.contract").write_text(SUPPLY * 40, encoding="utf-8")
        opened_on(wire, tmp_path, capabilities={**PULLS, "window": {"workDoneProgress": True}})
        wire.send({"id": 1, "method": "workspace/diagnostic", "params": {"previousResultIds": []}})
        created = wire.await_message(lambda m: m.get("method") == "window/workDoneProgress/create")
        wire.send({"id": created["id"], "result": None})
        begun = wire.await_message(lambda m: m.get("method") == "$/progress")["params"]
        assert begun["token"] == created["params"]["token"]
        assert begun["value"]["kind"] == "begin"
        wire.notify("window/workDoneProgress/cancel", {"token": begun["token"]})
        kinds = []

        def refused(message: Any) -> bool:
            if message.get("method") == "$/progress":
                kinds.append(message["params"]["value"]["kind"])
            return message.get("id") == 1

        assert wire.await_message(refused)["error"]["code"] == -32800
        assert kinds[-1] == "end"

    def test_requests_are_answered_while_the_folder_is_read(self, wire: Wire, tmp_path: Path):
        for number in range(30):
            (tmp_path / f"{number}.contract").write_text(SUPPLY * 40, encoding="utf-8")
        opened_on(wire, tmp_path)
        wire.open(URI, SUPPLY)
        assert pull(wire, "warm")["kind"] == "full"
        wire.send({"id": 1, "method": "workspace/diagnostic", "params": {"previousResultIds": []}})
        at = {"textDocument": {"uri": URI}, "position": position(4, 2)}
        wire.send({"id": 2, "method": "textDocument/hover", "params": at})
        first = wire.await_message(lambda m: m.get("id") in (1, 2))
        assert first["id"] == 2
        assert first["result"] is not None


def test_a_fix_that_changes_the_settings_has_them_saved_by_a_client_that_can(wire: Wire, folder: Path):
    document = {"codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}}}
    capabilities = {
        "textDocument": document,
        "workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]}},
        "experimental": {"commands": {"commands": ["clausewright.saveSettings"]}},
    }
    opened_on(wire, folder, capabilities=capabilities)
    uri = (folder / "one.contract").as_uri()
    wire.open(uri, BROKEN)
    (finding,) = wire.await_diagnostics(uri, 1)["diagnostics"]
    params = {"textDocument": {"uri": uri}, "range": finding["range"], "context": {"diagnostics": [finding]}}
    found = wire.request(1, "textDocument/codeAction", params)["result"]
    (action,) = [one for one in found if one["title"] == "Silence CW201 (unresolved reference) in this file"]
    resolved = wire.request(2, "codeAction/resolve", action)["result"]
    settings = folder / "clausewright.toml"
    assert resolved["command"]["command"] == "clausewright.saveSettings"
    assert resolved["command"]["arguments"] == [settings.as_uri()]
    made, change = resolved["edit"]["documentChanges"]
    assert made["uri"] == change["textDocument"]["uri"] == settings.as_uri()
    settings.write_text(change["edits"][0]["newText"], encoding="utf-8")
    wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": settings.as_uri(), "type": 1}]})
    assert wire.await_diagnostics(uri, 1)["diagnostics"] == []


class TestSymbols:
    def names(self, wire: Wire, number: Any, query: str) -> list[tuple[str, str]]:
        found = wire.request(number, "workspace/symbol", {"query": query})["result"]
        return [(one["name"], one["location"]["uri"].rpartition("/")[2]) for one in found]

    def test_of_every_contract_are_found_by_words(self, wire: Wire, folder: Path):
        opened_on(wire, folder)
        assert self.names(wire, 1, "fee") == [("1 FEES", "three.contract"), ("Fee", "three.contract")]
        assert self.names(wire, 2, "1 pri") == [("1 PRICE", "one.contract")]
        assert len(self.names(wire, 3, "")) == 4

    def test_parts_are_sent_as_they_are_ready(self, wire: Wire, folder: Path):
        opened_on(wire, folder)
        wire.send({"id": 1, "method": "workspace/symbol", "params": {"query": "", "partialResultToken": "part"}})
        parts = []
        while (message := wire.await_message(lambda m: m.get("method") == "$/progress" or m.get("id") == 1)).get(
            "id"
        ) != 1:
            parts.append([one["name"] for one in message["params"]["value"]])
        assert message["result"] == []
        assert len(parts) == 3
        assert {"1 PRICE", "1 FEES", "Fee"} <= {name for part in parts for name in part}

    def test_the_open_text_counts_and_not_the_file(self, wire: Wire, folder: Path):
        opened_on(wire, folder)
        uri = (folder / "one.contract").as_uri()
        wire.open(uri, BROKEN)
        wire.change(uri, 2, insertion(0, 3, "RETAIL "))
        assert self.names(wire, 1, "price") == [("1 RETAIL PRICE", "one.contract")]

    def test_of_all_roots_and_of_those_that_come_and_go(self, wire: Wire, tmp_path: Path):
        for name in ("east", "west"):
            (tmp_path / name).mkdir()
            (tmp_path / name / f"{name}.contract").write_text(f"1. {name.upper()}\n\nText.\n", encoding="utf-8")
        opened_on(wire, tmp_path / "east")
        assert [file for _, file in self.names(wire, 1, "")] == ["east.contract"]
        folders = {name: [{"uri": (tmp_path / name).as_uri(), "name": name}] for name in ("east", "west")}
        change = {"event": {"added": folders["west"], "removed": []}}
        wire.notify("workspace/didChangeWorkspaceFolders", change)
        assert sorted(file for _, file in self.names(wire, 2, "")) == ["east.contract", "west.contract"]
        change = {"event": {"added": [], "removed": folders["east"]}}
        wire.notify("workspace/didChangeWorkspaceFolders", change)
        assert [file for _, file in self.names(wire, 3, "")] == ["west.contract"]

    def test_places_are_counted_in_the_agreed_unit(self, folder: Path):
        text = "1. Ä\n\n😀 “Fee” means a sum.\n"
        (folder / "sub" / "three.contract").write_text(text, encoding="utf-8")
        for encoding, column in (("utf-8", 8), ("utf-16", 4), ("utf-32", 3)):
            wire = Wire()
            try:
                opened_on(wire, folder, capabilities={"general": {"positionEncodings": [encoding]}})
                (found,) = wire.request(1, "workspace/symbol", {"query": "Fee"})["result"]
                assert found["location"]["range"]["start"] == position(2, column)
            finally:
                wire.end()

    def test_a_file_that_is_no_text_is_passed_over(self, wire: Wire, folder: Path):
        (folder / "bad.contract").write_bytes(b"\xff\xfe\x00\x00" * 100)
        (folder / "deal.contract").write_bytes(b"%PDF-1.7\n1. PRICE AGAIN\n\nSee Section 9.\n")
        (folder / "gone.contract").symlink_to(folder / "nowhere")
        opened_on(wire, folder)
        assert self.names(wire, 1, "price") == [("1 PRICE", "one.contract")]
        found = wire.request(2, "workspace/diagnostic", {"previousResultIds": []})["result"]["items"]
        assert not {"bad.contract", "deal.contract"} & {one["uri"].rpartition("/")[2] for one in found}


def test_each_root_has_the_settings_that_the_editor_gives_for_it(wire: Wire, tmp_path: Path):
    roots = [tmp_path / "east", tmp_path / "west"]
    for root in roots:
        root.mkdir()
    opened_on(wire, *roots, capabilities={"workspace": {"configuration": True}})
    asked = wire.await_message(lambda m: m.get("method") == "workspace/configuration")
    assert [one.get("scopeUri") for one in asked["params"]["items"]] == [None, *(root.as_uri() for root in roots)]
    wire.send({"id": asked["id"], "result": [{}, {"ignore": ["CW201"]}, {"rules": {"CW201": "error"}}]})
    found = {}
    for root in roots:
        uri = (root / "a.contract").as_uri()
        wire.open(uri, BROKEN)
        found[root.name] = wire.await_diagnostics(uri, 1)["diagnostics"]
    assert found["east"] == []
    assert [one["severity"] for one in found["west"]] == [1]
