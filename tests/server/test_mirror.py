"""The document mirror against a model of what an editor's own document does, kept as simple as can be."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from clausewright.text import Position, PositionEncoding
from clausewright_server.mirror import Mirror, join_surrogates, split_lines

PIECES = [
    "a",
    "B7",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\f",
    "\v",
    "\x1c",
    "\x85",
    "\u2028",
    "\u2029",
    "é",
    "“",
    "𝔄",
    "😀",
    "\ud83d",
    "\ude00",
]
texts = st.lists(st.sampled_from(PIECES), max_size=24).map("".join).map(join_surrogates)
columns = st.integers(0, 14)
edits = st.tuples(columns, columns, columns, columns, texts)
encodings = st.sampled_from(list(PositionEncoding))

UNITS = {
    PositionEncoding.UTF8: lambda character: (
        1 if character < "\x80" else len(character.encode("utf-8", "surrogatepass"))
    ),
    PositionEncoding.UTF16: lambda character: 2 if character > "\uffff" else 1,
    PositionEncoding.UTF32: lambda character: 1,
}


class Model:
    """An editor's document: one string, every question answered by walking it from the start."""

    def __init__(self, text: str) -> None:
        self.text = text

    def lines(self) -> list[tuple[int, int]]:
        """Spans of the lines without their breaks."""
        spans, start, i = [], 0, 0
        while i < len(self.text):
            if self.text[i] in "\r\n":
                spans.append((start, i))
                i += 2 if self.text[i : i + 2] == "\r\n" else 1
                start = i
            else:
                i += 1
        return [*spans, (start, len(self.text))]

    def offset(self, line: int, column: int, encoding: PositionEncoding) -> int:
        spans = self.lines()
        if line >= len(spans):
            return len(self.text)
        place, end = spans[line]
        while place < end:
            column -= UNITS[encoding](self.text[place])
            if column < 0:
                break
            place += 1
        return place

    def edit(self, edit: tuple[int, int, int, int, str], encoding: PositionEncoding) -> None:
        one, other = self.offset(*edit[:2], encoding), self.offset(*edit[2:4], encoding)
        start, end = min(one, other), max(one, other)
        self.text = join_surrogates(self.text[:start] + edit[4] + self.text[end:])


def apply(mirror: Mirror, edit: tuple[int, int, int, int, str], encoding: PositionEncoding) -> None:
    mirror.apply(Position(*edit[:2]), Position(*edit[2:4]), edit[4], encoding)


@given(texts, st.lists(st.one_of(edits, texts), max_size=8), encodings, st.integers(1, 4))
@settings(max_examples=2_000, deadline=None)
@example("a\f b\nc", [(1, 1, 1, 1, "X")], PositionEncoding.UTF16, 1)
@example("abc", [(0, 10, 0, 10, "Z")], PositionEncoding.UTF16, 1)
@example("a\r", [(1, 0, 1, 0, "\n")], PositionEncoding.UTF16, 1)
@example("a\r\nb", [(0, 1, 0, 1, "\r")], PositionEncoding.UTF16, 1)
@example("\ud83d", [(0, 1, 0, 1, "\ude00"), (0, 2, 0, 2, "!")], PositionEncoding.UTF16, 1)
def test_follows_an_editor_through_any_edits(text, changes, encoding, taken_every):
    model, mirror, earlier = Model(text), Mirror(text), text
    for number, change in enumerate(changes, 1):
        if isinstance(change, str):
            model.text = change
            mirror.replace(change)
        else:
            model.edit(change, encoding)
            apply(mirror, change, encoding)
        assert mirror.text == model.text
        assert len(mirror) == len(model.text)
        assert mirror.line_starts() == [start for start, _ in model.lines()]
        if number % taken_every == 0:
            edit = mirror.take_edit()
            if edit is not None:
                earlier = earlier[: edit.start] + edit.new_text + earlier[edit.end :]
            assert earlier == model.text
            assert not mirror.dirty


@given(texts)
def test_lines_break_where_the_protocol_says(text):
    lines = split_lines(text)
    assert "".join(lines) == text
    assert [line.rstrip("\r\n") for line in lines] == [text[start:end] for start, end in Model(text).lines()]


def test_a_replaced_text_counts_as_the_part_that_differs():
    mirror = Mirror("1. Term\n2. Fee\n3. Law\n")
    mirror.replace("1. Term\n2. Fees\n3. Law\n")
    edit = mirror.take_edit()
    assert edit is not None
    assert (edit.start, edit.end, edit.new_text) == (14, 14, "s")


def test_the_same_text_again_is_no_change():
    mirror = Mirror("1. Term\n")
    mirror.replace("1. Term\n")
    assert not mirror.dirty
    assert mirror.take_edit() is None


def test_many_changes_are_one_edit():
    mirror = Mirror("one\ntwo\nthree\n")
    for column, character in enumerate("abc"):
        apply(mirror, (1, column, 1, column, character), PositionEncoding.UTF16)
    edit = mirror.take_edit()
    assert edit is not None
    assert (edit.start, edit.end, edit.new_text) == (4, 4, "abc")


@pytest.mark.parametrize("separator", ["\f", "\v", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
def test_only_the_protocols_breaks_count_as_lines(separator):
    mirror = Mirror(f"page one{separator}page two\nsecond line")
    apply(mirror, (1, 0, 1, 6, "2nd"), PositionEncoding.UTF16)
    assert mirror.text == f"page one{separator}page two\n2nd line"


def test_a_negative_position_is_the_start():
    mirror = Mirror("abc")
    mirror.apply(Position(-1, -5), Position(0, -2), "x", PositionEncoding.UTF16)
    assert mirror.text == "xabc"
