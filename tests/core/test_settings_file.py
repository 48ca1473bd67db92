"""Entries added to a settings file, with everything else in it as it was."""

import tomllib

import pytest

from clausewright.edits.change import RefusedError
from clausewright.edits.settings_file import entry_added


def added(text: str, key: str = "allow", table: str = "privacy", entry: str = "new") -> str:
    edit = entry_added(text, table, key, entry)
    return text[: edit.start] + edit.new_text + text[edit.end :]


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("", '[privacy]\nallow = [\n    "new",\n]\n'),
        ('select = ["CW1"]', 'select = ["CW1"]\n\n[privacy]\nallow = [\n    "new",\n]\n'),
        ("[privacy]", '[privacy]\nallow = [\n    "new",\n]\n'),
        (
            '[privacy] # ours\nmode = "on"\n\n[rules]\nCW2 = "off"\n',
            '[privacy] # ours\nallow = [\n    "new",\n]\nmode = "on"\n\n[rules]\nCW2 = "off"\n',
        ),
        ('[privacy]\nallow = ["a"]\n', '[privacy]\nallow = ["a", "new"]\n'),
        ("[privacy]\nallow = []\n", '[privacy]\nallow = ["new"]\n'),
        (
            '[privacy]\r\nallow = [\r\n    "a", # ] one\r\n    "b"\r\n]\r\n',
            '[privacy]\r\nallow = [\r\n    "a", # ] one\r\n    "b",\r\n    "new",\r\n]\r\n',
        ),
    ],
)
def test_an_entry_is_added_and_the_rest_left_as_it_was(text, after):
    assert added(text) == after


def test_a_file_glob_is_a_key_in_quotes():
    text = added('[suppress]\n"a b.txt" = ["CW1"]\n', key="a b.txt", table="suppress", entry="CW302")
    assert text == '[suppress]\n"a b.txt" = ["CW1", "CW302"]\n'
    assert tomllib.loads(added("", key="a b.txt", table="suppress")) == {"suppress": {"a b.txt": ["new"]}}


@pytest.mark.parametrize(
    "text", ['privacy = { mode = "on" }\n', 'privacy.mode = "on"\n', "[privacy\n", '[privacy]\nallow = "a"\n']
)
def test_what_cannot_be_followed_is_refused(text):
    with pytest.raises(RefusedError):
        added(text)
