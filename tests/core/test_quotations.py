"""Quotations found again in a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_properties import FEWER, contracts

from clausewright.quotations import Match, Quotable

TEXT = """1. Fees. The Customer pays the “Annual Fee” within thirty (30) days—without set‑off.

                                        7

2. Term. This agreement runs for a fixed pe-
riod of two years and is not auto\u00admatically
-8-

renewed unless both Parties agree.
"""


def found(quote: str, text: str = TEXT, near: int | None = None) -> list[str]:
    return [text[m.start : m.end] for m in Quotable(text).locate(quote, near)]


def test_the_words_as_they_stand():
    match = Quotable(TEXT).locate("both Parties agree")[0]
    assert match == Match(TEXT.index("both"), TEXT.index("both") + 18, True, 100.0)


@pytest.mark.parametrize(
    ("quote", "place"),
    [
        ('the "annual fee" within', "the “Annual Fee” within"),
        ("THIRTY (30) DAYS-WITHOUT SET-OFF", "thirty (30) days—without set‑off"),
        ("a fixed period of two years", "a fixed pe-\nriod of two years"),
        ("is not automatically renewed unless", "is not auto\u00admatically\n-8-\n\nrenewed unless"),
        ("set-off. 2. Term. This", "set‑off.\n\n                                        7\n\n2. Term. This"),
    ],
)
def test_words_that_only_look_different(quote, place):
    match = Quotable(TEXT).locate(quote)[0]
    assert TEXT[match.start : match.end] == place
    assert (match.exact, match.score) == (False, 100.0)


def test_the_nearest_words():
    match = Quotable(TEXT).locate("This agreement runs for a fixed term of two years")[0]
    assert TEXT[match.start : match.end].startswith("This agreement runs for a fixed pe")
    assert not match.exact
    assert 80 <= match.score < 100


@pytest.mark.parametrize("quote", ["", "   ", "the lessee surrenders the keys to the landlord", "flour"])
def test_words_that_stand_nowhere(quote):
    assert found(quote) == []


def test_every_place_of_words_that_stand_twice():
    text = "The Fee is due. The fee is due. The Fee is due."
    assert [m.start for m in Quotable(text).locate("The Fee is due")] == [0, 32, 16]
    assert [m.start for m in Quotable(text).locate("The Fee is due", near=40)] == [32, 0, 16]


def test_letters_that_grow_in_small_print():
    text = "İİİİ The Fee is due."
    match = Quotable(text).locate("the fee is due")[0]
    assert text[match.start : match.end] == "The Fee is due"


@FEWER
@given(contracts, st.floats(0, 1), st.integers(1, 60))
def test_any_piece_is_found_where_it_stands(text, where, length):
    start = round(where * len(text))
    piece = text[start : start + length]
    lead = len(piece) - len(piece.lstrip())
    if piece.strip():
        assert any(m.exact and m.start == start + lead for m in Quotable(text).locate(piece))


@FEWER
@given(contracts, st.floats(0, 1), st.integers(1, 60))
def test_any_piece_in_capitals_on_one_line_is_found_where_it_stands(text, where, length):
    start = round(where * len(text))
    piece = text[start : start + length].strip("\u00ad\ufeff \n\r\t\f\u2028\u0085\u00a0")
    if piece.strip('-*"'):
        begin = text.index(piece, start)
        matches = Quotable(text).locate(" ".join(piece.split()).upper())
        assert any(m.start <= begin < m.end for m in matches)


def test_other_white_space_comes_before_another_case():
    text = "AFSTALL BANCORP is a bank.\nThe shares of Afstall\n  Bancorp are sold.\n"
    assert [(text[m.start : m.end].split()[0], m.exact) for m in Quotable(text).locate("Afstall Bancorp")] == [
        ("Afstall", False),
        ("AFSTALL", False),
    ]
