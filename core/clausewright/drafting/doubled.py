"""Words written twice in a row: "the the"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from clausewright.drafting import before

_ALLOWED = frozenset("that had do so very far ha bye no long her you who which it etc x xx".split())
_FUNCTION_WORDS = frozenset(
    """a an the of to in on at by for from with and or but nor as be been is are was were will shall may must not if its
    their our your his this these those such any all each under upon into than then there has have""".split()
)
_OPENS_WITH_IS = re.compile(
    r"\b(?:what|who|where|how|when|why|that|this|there|it|whatever|whoever)\b[^.;]{0,80}\Z", re.IGNORECASE
)
"""Words after which "is" may stand twice: what it is is shown below."""
# One blank, or the break of a wrapped line.
_PAIR = re.compile(r"(?<![\w'’.&/-])([A-Za-z][A-Za-z]*)( |[ \t]*\r?\n[ \t]*)\1(?![\w'’&/-])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Doubled:
    """A word and its repetition; ``[again, end)`` is the blank and the second word. Code points into the block."""

    start: int
    again: int
    end: int
    word: str


def read_doubled(text: str) -> tuple[Doubled, ...]:
    """The doubled words of a block."""
    words = text.lower().replace("(", " ").replace("“", " ").replace('"', " ").split()
    if not any(map(str.startswith, words[1:], words)):
        return ()
    return tuple(_doubled(text))


def _doubled(text: str) -> Iterator[Doubled]:
    for match in _PAIR.finditer(text):
        first, second = match.group(1), text[match.end(2) : match.end()]
        word = first.lower()
        function = word in _FUNCTION_WORDS
        if word in _ALLOWED or (len(word) == 1 and (word != "a" or first != second or first.isupper())):
            continue
        if not function and not (first.islower() and second.islower() and len(word) > 2):
            continue
        if not function and "\n" in match.group(2):
            continue
        if function and second[0].isupper() and not (first.isupper() and second.isupper() and len(word) > 2):
            continue
        if word == "is" and before(_OPENS_WITH_IS, text, match.start(), 100):
            continue
        yield Doubled(match.start(), match.end(1), match.end(), first)
