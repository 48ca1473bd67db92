"""Brackets and double quotation marks that have no partner in their block."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from clausewright.drafting import before

_OPENERS = {"(": ")", "[": "]", "“": "”", '"': '"'}
_QUOTES = frozenset('“"')
_CLOSERS = {closer: opener for opener, closer in _OPENERS.items()}


@dataclass(frozen=True, slots=True)
class Unpaired:
    """A mark without partner; offsets are code points into the block.

    *kind* is the opening form. *leads* says that nothing but a marker, or a colon, stands before it in its block, or
    that a quoted clause begins behind it with its number. *insert* is where the partner surely belongs, None where that
    is open. *hidden* says that the partner may have stood in what was taken out of the text.
    """

    start: int
    end: int
    kind: str
    opening: bool
    leads: bool = False
    insert: int | None = None
    hidden: bool = False

    @property
    def partner(self) -> str:
        return _OPENERS[self.kind] if self.opening else self.kind


@dataclass(frozen=True, slots=True)
class Pairing:
    """What a block leaves unpaired, and whether it goes on with a quotation of several paragraphs."""

    unpaired: tuple[Unpaired, ...]
    continues: bool


_BRACKET = re.compile(r"[()\[\]]")
_CURLY = re.compile(r"[“”]")
_BLACKED_OUT = re.compile(r"\[ ?\*{1,5} ?\]|\*{3}")
_SENTENCE = 200
"""Characters of a sentence in which the partner of a bracket is looked for."""
_MARKER_BEFORE = re.compile(
    r"(?:^|[\s(\[*_\"“,;:|>/.-]|(?<=\d\)))(?:\d{1,3}(?:\.\d{1,3}){0,3}|[A-Za-z]|[ivxlIVXL]{1,6}|([a-z])\1)\.?\s?\Z"
)
_INCHES = re.compile(r"\d['’][ -]?\d{1,2}\Z|[xX×][ ]?\d{1,3}\Z")
"""Feet and inches, or the second measure of two."""
_SMILEY = re.compile(r"(?:^|\s)[:;]-?\Z")
_LEADS = re.compile(r"[\s*_>#-]*(?:\(?[A-Za-z0-9.]{1,6}[.)]\s*)?\Z")
_COLON_BEFORE = re.compile(r":\s{0,20}\Z")
_QUOTE = re.compile(r"[“”\"]|''")
_QUOTED_CLAUSE = re.compile(r"[“\"]\d{1,2}(?:\.\d{1,2}){1,3}\s+[A-Z]")
_QUOTED_CAPITAL = re.compile(r"[“\"](?P<term>[A-Z][^“”\"()\n]{1,60})\)")
_QUOTED_TERM = re.compile(
    r"[“\"](?P<term>(?:[A-Z][\w&.'’/-]{0,30}\s){0,6}[A-Z][\w&.'’/-]{0,30})\s(?:means?|shall\s+mean|ha[sv]e?\s+the\s+meaning)\b"
)
_TERM_IN_BRACKETS = re.compile(
    r"\((?:(?:the|this|each|a|an|collectively|individually|together|hereinafter|herein|or|as|referred|to|such|all|any|and|it)"
    r"[\s,]{1,3}){0,6}[“\"][^“”\"\n()]{1,60}[”\"](?=[.;]|\s(?!and\b|or\b|together\b|which\b|as\b|in\b|on\b|of\b|for\b))"
)
_FIGURE_IN_BRACKETS = re.compile(r"\((?:US)?[$€£]?\d{1,3}(?:,\d{3})*%?(?= [a-z])")
_NUMBER_WORD_BEFORE = re.compile(
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,5}teen|\w{3,5}ty|hundred|thousand|million"
    r"|dollars|percent)\s\Z",
    re.IGNORECASE,
)


def read_pairs(text: str) -> tuple[Pairing, ...]:
    """What is unpaired in a block: one Pairing, or none where the block has no such marks at all."""
    brackets = _brackets(text) if "(" in text or ")" in text or "[" in text or "]" in text else []
    quotes = _quotes(text) if '"' in text or "“" in text or "”" in text or "„" in text else []
    continues = _continues(text)
    if not brackets and not quotes and not continues:
        return ()
    unpaired = sorted((*brackets, *quotes), key=lambda mark: mark.start)
    if _BLACKED_OUT.search(text):
        unpaired = [replace(mark, hidden=mark.hidden or _may_be_blacked_out(text, mark)) for mark in unpaired]
    return (Pairing(tuple(unpaired), continues),)


def _may_be_blacked_out(text: str, mark: Unpaired) -> bool:
    """Whether the partner of a round bracket may have stood in what was taken out of *text*."""
    if mark.kind != "(" or mark.insert is not None:
        return False
    place = (mark.end, mark.end + _SENTENCE) if mark.opening else (max(0, mark.start - _SENTENCE), mark.start)
    return _BLACKED_OUT.search(text, *place) is not None


def _continues(text: str) -> bool:
    """Whether a block is one of several quoted paragraphs: each opens with a mark, only the last one closes.

    A quoted term at the start ("Fee" means ...) is none: its mark is closed within the sentence.
    """
    bare = text.strip(" \t\r\n*_>")
    if bare[:1] not in {"“", '"'}:
        return False
    partner = _QUOTE.search(bare, 1)
    return partner is None or partner.start() >= len(bare) - 3 or _holds_quoted(bare)


def _holds_quoted(bare: str) -> bool:
    """Whether one pair of curly marks holds the whole of *bare*, and others stand within it."""
    if bare[-1:] != "”" or bare.count("“") != bare.count("”"):
        return False
    open_marks = 0
    for mark in _CURLY.finditer(bare, 0, len(bare) - 1):
        open_marks += 1 if mark.group() == "“" else -1
        if open_marks == 0:
            return False
    return True


def _brackets(text: str) -> list[Unpaired]:
    marks = [(m.start(), m.group()) for m in _BRACKET.finditer(text)]
    found = _unpaired_brackets(text, marks, markers_close=True)
    if found:
        # "(including 1) this" and "(see Note 1)" look alike: take the reading that leaves less over.
        other = _unpaired_brackets(text, marks, markers_close=False)
        if len(other) < len(found):
            found = other
    return found


def _unpaired_brackets(text: str, marks: Iterable[tuple[int, str]], *, markers_close: bool) -> list[Unpaired]:
    open_marks: list[tuple[int, str]] = []
    found: list[Unpaired] = []
    for at, char in marks:
        if char in _OPENERS:
            open_marks.append((at, char))
            continue
        opener = _CLOSERS[char]
        if char == ")" and before(_SMILEY, text, at, 3):
            continue
        marker = char == ")" and bool(before(_MARKER_BEFORE, text, at, 14))
        if marker and not (markers_close or (open_marks and at - open_marks[-1][0] < 9)):
            continue
        index = next(
            (i for i in range(len(open_marks) - 1, max(-1, len(open_marks) - 6), -1) if open_marks[i][1] == opener),
            None,
        )
        if index is None:
            if not marker and not (char == ")" and _is_rule(text, at)):
                found.append(Unpaired(at, at + 1, opener, False, hidden=text[at - 2 : at].endswith(("*", "*]"))))
            continue
        found.extend(_opening(text, *mark) for mark in open_marks[index + 1 :])
        del open_marks[index:]
    found.extend(_opening(text, *mark) for mark in open_marks)
    return found


def _is_rule(text: str, at: int) -> bool:
    """Whether a closing bracket is part of the rule beside a signature block."""
    left, right = text[max(0, at - 2) : at], text[at + 1 : at + 2]
    return (not left or left[-1].isspace()) and (not right or right.isspace() or right == ")")


def _opening(text: str, at: int, kind: str) -> Unpaired:
    leads = (
        (at < 40 and bool(_LEADS.match(text[:at])))
        or bool(before(_COLON_BEFORE, text, at, 21))
        or (kind in _QUOTES and bool(_QUOTED_CLAUSE.match(text, at)))
    )
    return Unpaired(at, at + 1, kind, True, leads, _sure_place(text, at, kind))


def _sure_place(text: str, at: int, kind: str) -> int | None:
    """Where the partner of the opening mark at *at* surely belongs: behind a defined term or a repeated figure."""
    if kind == "(":
        term = _TERM_IN_BRACKETS.match(text, at)
        if term:
            return term.end()
        figure = _FIGURE_IN_BRACKETS.match(text, at)
        if figure and before(_NUMBER_WORD_BEFORE, text, at, 12):
            return figure.end()
    elif kind in _QUOTES:
        term = _QUOTED_CAPITAL.match(text, at) if "(" in text[max(0, at - 12) : at] else _QUOTED_TERM.match(text, at)
        if term:
            return term.end("term")
    return None


def _quotes(text: str) -> list[Unpaired]:
    if "„" in text:
        # In German the mark that opens elsewhere closes.
        text = text.replace("“", "”").replace("„", "“")
    # Two apostrophes are a double mark too.
    marks = [(m.start(), m.group().replace("''", '"')) for m in _QUOTE.finditer(text)]
    kinds = {char for _, char in marks}
    if '"' not in kinds:
        return _unpaired_curly(text, marks)
    if len(marks) % 2 == 0:
        return []
    return _unpaired_straight(text, marks)


def _unpaired_curly(text: str, marks: list[tuple[int, str]]) -> list[Unpaired]:
    opened = [at for at, char in marks if char == "“"]
    if len(opened) * 2 == len(marks) and all(char == "“”"[i % 2] for i, (_, char) in enumerate(marks)):
        return []
    found: list[Unpaired] = []
    pending: int | None = None
    for at, char in marks:
        if char == "“":
            if pending is not None:
                found.append(_opening(text, pending, "“"))
            pending = at
        elif pending is not None:
            pending = None
        elif not text[max(0, at - 1) : at].isdigit():
            found.append(Unpaired(at, at + 1, "“", False))
    if pending is not None:
        found.append(_opening(text, pending, "“"))
    # A mark turned the wrong way (“X“) is no missing one.
    if len(marks) % 2 == 0 and len({mark.opening for mark in found}) == 1 and len(found) == 2:
        return []
    return found


def _unpaired_straight(text: str, marks: list[tuple[int, str]]) -> list[Unpaired]:
    """The one mark that breaks the turn of opening and closing, where their surroundings tell which it is."""
    if any(char == '"' and before(_INCHES, text, at, 6) for at, char in marks):
        return []
    figures = [at for at, char in marks if char == '"' and text[max(0, at - 1) : at].isdigit()]
    if len(figures) % 2:
        return []
    pending: int | None = None
    for at, char in marks:
        turn = _turn(text, at, char)
        if turn is None:
            return []
        if turn == "open":
            if pending is not None:
                return [_opening(text, pending, '"')]
            pending = at
        elif pending is None:
            return [Unpaired(at, at + 1, '"', False)]
        else:
            pending = None
    return [_opening(text, pending, '"')] if pending is not None else []


def _turn(text: str, at: int, char: str) -> str | None:
    """Whether a quotation mark opens or closes, by what stands around it; None where that does not tell."""
    if char == "“":
        return "open"
    if char == "”":
        return "close"
    left, right = text[at - 1 : at] if at else " ", text[at + 1 : at + 2] or " "
    opens = left.isspace() or left in "([{-–—/*_>|"
    closes = right.isspace() or right in ")]}.,;:-–—/?!*_|'’"
    if opens and not right.isspace():
        return "open"
    if closes and not left.isspace():
        return "close"
    return None
