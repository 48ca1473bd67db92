"""What an editor can do about a deviation: read both texts, take the template's, accept, compare with another file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lsp_harness import Wire, at
from test_deviations import await_codes, await_deviations
from written import TEMPLATE, contract_text, written

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

TEXT = contract_text()
CAPABILITIES = {
    "textDocument": {
        "hover": {"contentFormat": ["markdown"]},
        "codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}},
    },
    "workspace": {"workspaceEdit": {"documentChanges": True, "changeAnnotationSupport": {}}},
    "experimental": {"commands": {"commands": ["clausewright.openSideBySide"]}},
}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def wire(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    client = Wire()
    client.initialize(CAPABILITIES)
    yield client
    client.end()


@pytest.fixture
def shown(wire: Wire, tmp_path: Path) -> tuple[str, dict[str, Any]]:
    """The contract's URI and its diagnostics by code."""
    uri = written(tmp_path).as_uri()
    wire.open(uri, TEXT)
    return uri, {one["code"]: one for one in await_deviations(wire, uri)["diagnostics"]}


def hover(wire: Wire, uri: str, words: str) -> str:
    line, character = at(TEXT, words)
    params = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
    answer = wire.request("hover", "textDocument/hover", params)["result"]
    return answer["contents"]["value"] if answer else ""


def actions(wire: Wire, uri: str, diagnostic: Any) -> dict[str, Any]:
    params = {
        "textDocument": {"uri": uri},
        "range": diagnostic["range"],
        "context": {"diagnostics": [diagnostic]},
    }
    found = wire.request("actions", "textDocument/codeAction", params)["result"]
    return {one["title"]: one for one in found if one["kind"] == "quickfix"}


def send(wire: Wire, command: str, *arguments: Any) -> None:
    """Run a command whose answer may come behind what it brings about."""
    wire.send(
        {
            "id": "run",
            "method": "workspace/executeCommand",
            "params": {"command": command, "arguments": list(arguments)},
        }
    )


def run(wire: Wire, command: str, *arguments: Any) -> Any:
    return wire.request("run", "workspace/executeCommand", {"command": command, "arguments": list(arguments)})


def made(wire: Wire, action: Any) -> str:
    """The contract after *action*."""
    resolved = wire.request("resolve", "codeAction/resolve", action)["result"]
    (change,) = resolved["edit"]["documentChanges"]
    assert change["textDocument"]["version"] == 1
    (annotation,) = resolved["edit"]["changeAnnotations"].values()
    assert annotation["needsConfirmation"] is True
    lines = TEXT.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]
    after = TEXT
    for edit in sorted(change["edits"], key=lambda one: -starts[one["range"]["start"]["line"]]):
        start, end = (
            starts[edit["range"][side]["line"]] + edit["range"][side]["character"] for side in ("start", "end")
        )
        after = after[:start] + edit["newText"] + after[end:]
    return after


def test_a_hover_shows_both_texts_with_the_words_that_differ_marked(wire, shown):
    uri, _ = shown
    value = hover(wire, uri, "90 days")
    assert value.startswith("**Deviation** from clause 2.1 of template.txt")
    assert "within **30** days of receiving it" in value
    assert "within **90** days of receiving it" in value
    assert "insurance of at least £2,000,000" in hover(wire, uri, "party.\n\n5. GOV")
    # Where it agrees, a hover speaks of something else or of nothing.
    assert "template" not in hover(wire, uri, "whose courts")


def test_the_template_s_wording_can_be_taken_and_the_missing_clause_inserted(wire, shown):
    uri, found = shown
    offered = actions(wire, uri, found["CW601"])
    # What silences the rule altogether comes behind what mends the place.
    assert list(offered)[:3] == [
        "Take the template's wording (template 2.1)",
        "Accept this deviation",
        "Open both side by side at this clause",
    ]
    assert made(wire, offered["Take the template's wording (template 2.1)"]) == TEXT.replace("90 days", "30 days")
    offered = actions(wire, uri, found["CW602"])
    after = made(wire, offered["Insert the missing clause (template 5.1)"])
    assert "5. INSURANCE\n\n5.1 The Vendor shall maintain professional indemnity" in after
    assert "\n6. GOVERNING LAW\n\n6.1 " in after
    assert list(actions(wire, uri, found["CW603"]))[:1] == ["Accept this deviation"]


def test_an_accepted_deviation_is_remembered_with_who_and_why(wire, shown, tmp_path):
    uri, found = shown
    accept = actions(wire, uri, found["CW601"])["Accept this deviation"]["command"]
    assert accept["command"] == "clausewright.accept"
    (given,) = accept["arguments"]
    send(wire, "clausewright.accept", {**given, "by": "A. Roe", "why": "the buyer is slow"})
    await_codes(wire, uri, lambda codes: "CW601" not in codes and "CW602" in codes)
    settings = tomllib.loads((tmp_path / "clausewright.toml").read_text(encoding="utf-8"))
    (entry,) = settings["reference"]["accepted"]
    assert (entry["by"], entry["why"]) == ("A. Roe", "the buyer is slow")
    # Another text of the clause is another deviation.
    wire.change(uri, 2, {"text": TEXT.replace("90 days", "95 days")})
    await_codes(wire, uri, lambda codes: "CW601" in codes)


def test_accepting_is_refused_where_it_cannot_be_remembered(wire, shown, tmp_path):
    uri, found = shown
    accept = actions(wire, uri, found["CW601"])["Accept this deviation"]["command"]
    (tmp_path / "clausewright.toml").write_text('reference = { template = "template.txt" }\n', encoding="utf-8")
    answer = run(wire, accept["command"], *accept["arguments"])
    assert "clausewright.toml" in answer["error"]["message"]


def test_a_document_can_be_compared_with_another_file_and_again_by_the_settings(wire, shown, tmp_path):
    uri, _ = shown
    other = tmp_path / "other.txt"
    other.write_text(TEMPLATE.replace("30 days", "90 days").replace("4% a year", "7% a year"), encoding="utf-8")
    send(wire, "clausewright.compareDocument", uri, other.as_uri())
    found = await_codes(wire, uri, lambda codes: "CW601" in codes)
    while "7%" not in str(found):
        found = await_codes(wire, uri, lambda codes: "CW601" in codes)
    assert "template 7%" in next(one["message"] for one in found["diagnostics"] if one["code"] == "CW601")
    send(wire, "clausewright.compareDocument", uri, None)
    found = await_codes(wire, uri, lambda codes: "CW601" in codes)
    while "30 days" not in str(found):
        found = await_codes(wire, uri, lambda codes: "CW601" in codes)


def test_the_counterpart_of_a_place_is_told(wire, shown, tmp_path):
    uri, _ = shown
    line, character = at(TEXT, "five years")
    both = run(wire, "clausewright.counterpart", uri, {"line": line, "character": character})["result"]
    assert both["input"]["uri"] == uri
    assert both["reference"]["uri"] == (tmp_path / "template.txt").as_uri()
    there = both["reference"]["range"]["start"]
    assert TEMPLATE.split("\n")[there["line"]][there["character"] :].startswith("3.1 Each party")
    assert run(wire, "clausewright.counterpart", "file:///none.contract", {"line": 0, "character": 0})["error"]


def test_commands_that_are_none_are_refused(wire, shown):
    uri, _ = shown
    assert run(wire, "clausewright.nothing", uri)["error"]["code"] == -32602
    assert run(wire, "clausewright.accept", {"uri": uri, "clauses": "all"})["error"]["code"] == -32602
    assert run(wire, "clausewright.accept")["error"]["code"] == -32602
