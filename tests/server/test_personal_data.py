"""Personal data in the editor: read aside, shown when known, gone when the text or the settings change."""

from __future__ import annotations

from pathlib import Path

from lsp_harness import Wire

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
    assert "CW501" in codes(wire.await_diagnostics(uri, 2))
    wire.change(uri, 3, {"text": TEXT.replace("Ngozi Adebayo", "somebody")})
    assert "CW501" not in codes(wire.await_diagnostics(uri, 3))


def test_nothing_personal_is_looked_for_where_the_settings_have_it_off(wire: Wire, tmp_path):
    uri = folder(tmp_path, "off")
    wire.initialize({})
    wire.open(uri, TEXT)
    assert codes(wire.await_diagnostics(uri, 1)) == {"CW201"}
    wire.change(uri, 2, {"text": TEXT + "\n"})
    assert codes(wire.await_diagnostics(uri, 2)) == {"CW201"}
