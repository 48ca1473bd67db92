"""Trying patterns only where a word of theirs stands finds what trying them everywhere finds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pictures import load_fixtures, read

from clausewright.anchors import Anchors, Places, first_words, matches_at
from clausewright.blocks import split
from clausewright.convention import load
from clausewright.markers import _TOKEN, _token_starts
from clausewright.phrases import Phrase, Surroundings, phrases, surroundings
from clausewright.reading import Readers, Reading, readers_for

FIXTURES = sorted((Path(__file__).parent / "fixtures").glob("*.txt"))


def blocks(path: Path) -> list[str]:
    return [block for fixture in load_fixtures(path) for block in split(read(fixture.text).text)]


def read_all(block: str, readers: Readers) -> tuple[object, ...]:
    reading = Reading(block, readers)
    return reading.citations, reading.candidates, reading.definitions, reading.votes


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
@pytest.mark.parametrize("convention", ["us", "uk"])
def test_readers_find_the_same_without_anchors(path: Path, convention: str, monkeypatch: pytest.MonkeyPatch):
    readers = readers_for(load(convention))
    texts = blocks(path)
    found = [read_all(text, readers) for text in texts]
    monkeypatch.setattr(Anchors, "find", lambda self, text: None)
    assert [read_all(text, readers) for text in texts] == found


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_tokens_begin_where_they_are_looked_for(path: Path):
    for text in blocks(path):
        assert {m.start() for m in _TOKEN.finditer(text)} <= set(_token_starts(text))


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_phrases_are_the_same_where_their_neighbours_are_not_looked_at_first(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    def read_phrases() -> list[tuple[Phrase, Surroundings]]:
        return [(phrase, surroundings(text, phrase)) for text in texts for phrase in phrases(text)]

    texts = blocks(path)
    found = read_phrases()
    monkeypatch.setattr("clausewright.phrases._behind", lambda text, end: "")
    monkeypatch.setattr("clausewright.phrases._before", lambda text, start: "")
    assert read_phrases() == found


def test_places_are_in_order_and_by_group():
    places = Anchors({"thing": ("fee", "Fees"), "verb": ("is",)}).find("A FEE is this; fees")
    assert isinstance(places, Places)
    assert places.of("thing") == [2, 15]
    assert places.of("verb") == [6, 11]
    assert places.of("other") == []


@pytest.mark.parametrize("white", ["\n", "\u00a0", "\x0c", "\u2003"])
def test_a_word_with_a_blank_stands_before_white_space_of_any_kind(white: str):
    anchors = Anchors({"lead": first_words(["in accordance with", "under"])})
    text = f"in{white}accordance with Section 3 or under it"
    places = anchors.find(text)
    assert places is not None
    assert [m.start() for m in matches_at(re.compile(r"in\s+accordance|under"), text, places, "lead")] == [
        0,
        text.index("under"),
    ]


def test_a_text_whose_small_letters_are_more_is_read_everywhere():
    text = "İ fee and fee"
    assert Anchors({"thing": ("fee",)}).find(text) is None
    assert [m.start() for m in matches_at(re.compile("fee"), text, None, "thing")] == [2, 10]
