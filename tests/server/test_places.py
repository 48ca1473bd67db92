"""Positions as the protocol counts them are those of the core, whatever the text holds and the client counts in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clausewright.text import PositionEncoding, SourceText
from clausewright_server.convert import Places
from clausewright_server.mirror import Mirror

TEXTS = st.text(st.sampled_from("ab “§\n\r😀é")) | st.text(st.characters(codec="utf-8"))


@pytest.mark.parametrize("encoding", PositionEncoding)
@given(text=TEXTS, data=st.data())
def test_positions_are_those_of_the_core(encoding: PositionEncoding, text: str, data: st.DataObject):
    source = SourceText(text)
    offset = data.draw(st.integers(0, len(text) + 2))
    expected = source.position(offset, encoding)
    for astral in (None, Mirror(text).astral, True):
        place = Places(source, encoding, astral=astral).position(offset)
        assert place == {"line": expected.line, "character": expected.character}


def test_a_mirror_knows_of_characters_that_take_two_units():
    mirror = Mirror("“a”")
    assert not mirror.astral
    mirror.replace("😀")
    assert mirror.astral
    mirror.replace("a")
    assert mirror.astral, "an earlier version may still be asked about"
