"""Ordinals as contracts print them."""

from __future__ import annotations

from clausewright.numerals import from_letters, to_letters


def test_a_list_goes_through_the_alphabet_again_and_again() -> None:
    assert [to_letters(value) for value in (26, 27, 53, 79, 109)] == ["z", "aa", "aaa", "aaaa", "eeeee"]
    assert [from_letters(to_letters(value)) for value in range(1, 157)] == list(range(1, 157))


def test_other_words_are_no_letters_of_a_list() -> None:
    assert [from_letters(word) for word in ("ab", "aab", "aaaaaaa", "éé", "")] == [None] * 5
