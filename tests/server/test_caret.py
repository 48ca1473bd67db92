"""What is found about the word that is being typed waits until the caret leaves it."""

from __future__ import annotations

from typing import Any

from lsp_harness import Wire, insertion, position

TEXT = '1. TERMS\n\n"Order" means a paper.\n\n2. USE\n\nThe Orders are due. Each Order ends as the Order says. \n'
HIGHLIGHTS = "textDocument/documentHighlight"


def typed(wire: Wire, uri: str, version: int, place: tuple[int, int], words: str) -> int:
    """Type *words* one character a message; the version after the last."""
    for character in words:
        version += 1
        wire.change(uri, version, insertion(*place, character))
        place = (place[0], place[1] + 1)
    return version


def codes(params: Any) -> list[str]:
    return [one["code"] for one in params["diagnostics"]]


def caret_at(wire: Wire, uri: str, number: Any, line: int, character: int) -> None:
    wire.request(number, HIGHLIGHTS, {"textDocument": {"uri": uri}, "position": position(line, character)})


def leave(wire: Wire, uri: str, line: int, character: int) -> None:
    """Tell of the caret without waiting for the answer, behind which the findings come."""
    params = {"textDocument": {"uri": uri}, "position": position(line, character)}
    wire.send({"id": f"leave-{uri}", "method": HIGHLIGHTS, "params": params})


def test_a_finding_under_the_caret_waits_until_it_leaves(running: Wire, uri: str):
    running.open(uri, TEXT)
    end = TEXT.split("\n")[6]
    version = typed(running, uri, 1, (6, len(end)), "See Section 9.9")
    assert codes(running.await_diagnostics(uri, version)) == []
    running.send(
        {
            "id": f"leave-{uri}",
            "method": HIGHLIGHTS,
            "params": {"textDocument": {"uri": uri}, "position": position(0, 0)},
        }
    )
    params = running.await_diagnostics(uri, version)
    assert (codes(params), params["version"]) == (["CW201"], version)


def test_a_blank_behind_the_word_is_leaving_it(running: Wire, uri: str):
    running.open(uri, TEXT)
    version = typed(running, uri, 1, (6, len(TEXT.split("\n")[6])), "See Section 9.9 ")
    assert codes(running.await_diagnostics(uri, version)) == ["CW201"]


def test_a_caret_that_stays_in_the_word_shows_nothing(running: Wire, uri: str):
    running.open(uri, TEXT)
    column = len(TEXT.split("\n")[6])
    version = typed(running, uri, 1, (6, column), "See Section 9.9")
    running.await_diagnostics(uri, version)
    caret_at(running, uri, f"stay-{uri}", 6, column + 13)
    version = typed(running, uri, version, (6, column + 15), "9")
    assert codes(running.await_diagnostics(uri, version)) == []


def test_without_word_of_the_caret_it_is_taken_to_have_left_after_a_while(wire: Wire):
    uri = "file:///contracts/quiet.contract"
    wire.initialize()
    wire.open(uri, TEXT)
    version = typed(wire, uri, 1, (6, len(TEXT.split("\n")[6])), "See Section 9.9")
    assert codes(wire.await_diagnostics(uri, version)) == []
    assert codes(wire.await_diagnostics(uri, version)) == ["CW201"]


def test_a_paste_does_not_wait(running: Wire, uri: str):
    running.open(uri, TEXT)
    running.change(uri, 2, insertion(6, len(TEXT.split("\n")[6]), "See Section 9.9"))
    assert codes(running.await_diagnostics(uri, 2)) == ["CW201"]


def test_typing_elsewhere_releases_another_document(running: Wire, uri: str):
    other = uri + ".second"
    running.open(uri, TEXT)
    running.open(other, TEXT)
    version = typed(running, uri, 1, (6, len(TEXT.split("\n")[6])), "See Section 9.9")
    assert codes(running.await_diagnostics(uri, version)) == []
    typed(running, other, 1, (0, 0), "A")
    assert codes(running.await_diagnostics(uri, version)) == ["CW201"]


def test_an_open_definition_does_not_flood(running: Wire, uri: str):
    running.open(uri, TEXT)
    running.await_diagnostics(uri, 1)
    # The closing quotation mark goes, and with it the definition, while its line is being written.
    running.change(uri, 2, {"range": {"start": position(2, 6), "end": position(2, 7)}, "text": ""})
    assert codes(running.await_diagnostics(uri, 2)) == []
    running.send(
        {
            "id": f"leave-{uri}",
            "method": HIGHLIGHTS,
            "params": {"textDocument": {"uri": uri}, "position": position(6, 2)},
        }
    )
    assert "CW403" in codes(running.await_diagnostics(uri, 2))


def test_a_definition_that_is_begun_is_not_an_open_quotation_yet(running: Wire, uri: str):
    running.open(uri, TEXT)
    version = typed(running, uri, 1, (6, len(TEXT.split("\n")[6])), 'So "Fee me')
    assert "CW403" not in codes(running.await_diagnostics(uri, version))


def test_typing_in_another_paragraph_is_about_its_terms(running: Wire, uri: str):
    text = TEXT + "\nNothing stands here. \n"
    running.open(uri, text)
    running.await_diagnostics(uri, 1)
    version = typed(running, uri, 1, (8, 21), "Well")
    running.await_diagnostics(uri, version)
    # From there the caret goes to the definition and takes its closing quotation mark away.
    running.change(uri, version + 1, {"range": {"start": position(2, 6), "end": position(2, 7)}, "text": ""})
    assert codes(running.await_diagnostics(uri, version + 1)) == []
