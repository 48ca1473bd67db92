"""The server's own quick conversion of positions against the core's."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clausewright.text import Position, PositionEncoding, SourceText
from clausewright_server.convert import Places

texts = st.text(st.sampled_from("ab \n\r\f\u2028é“😀𝔄\ud83d"), max_size=30)


@given(texts, st.integers(-3, 40), st.sampled_from(list(PositionEncoding)))
def test_places_are_the_cores_positions(text, offset, encoding):
    source = SourceText(text)
    place = Places(source, encoding).position(offset)
    assert Position(place["line"], place["character"]) == source.position(offset, encoding)


@given(texts, st.integers(0, 30), st.sampled_from(list(PositionEncoding)))
def test_a_position_leads_back(text, offset, encoding):
    source = SourceText(text.replace("\ud83d", ""))
    offset = min(offset, len(source.text))
    while offset > 0 and source.text[offset - 1 : offset + 1] == "\r\n":
        offset -= 1
    places = Places(source, encoding)
    assert places.offset(places.position(offset)) == offset
