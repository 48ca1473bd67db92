"""How a marker may be read: the lists that a letter, a numeral or the number behind a word can belong to."""

from __future__ import annotations

import re
from dataclasses import dataclass

from clausewright.convention import ATTACHMENTS
from clausewright.numerals import NUMBER_WORDS, from_letters, from_roman


@dataclass(frozen=True, slots=True)
class Form:
    """One way to read a marker.

    *style* names the list it can belong to: ``(a)``, ``(i)``, ``A.``, ``1.``, ``n`` (a dotted path) or ``u:article``
    (a word before the number). *value* is the ordinal, *path* the numbers of a dotted path or of a top-level number.
    """

    style: str
    value: int
    path: tuple[int, ...] | None = None
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place in a block where a clause marker may stand. Offsets count from the block's start.

    *restates* marks a dotted number with a bracketed one behind it ("3.5 (b)"), which may only repeat the open number.
    *titled* is the level of the Markdown heading that it stands in, 0 in none.
    *in_main_clause* says that the items before it belong to a condition, which the sentence has left.
    *below_title* is the span of the unpunctuated title that stands before it in its line, behind a sentence.
    *evidence* is what it costs to say that this is no marker; where it is below nought, what it costs to say it is.
    *place* is block, line or inline. *after* tells what stands before it: start, stop, colon, semicolon, comma, phrase.
    """

    start: int
    end: int
    label: str
    forms: tuple[Form, ...]
    evidence: float
    place: str
    after: str
    indent: int
    heading: tuple[int, int] | None
    new_sentence: bool
    body_capital: bool
    empty: bool
    restates: bool
    titled: int
    in_main_clause: bool = False
    below_title: tuple[int, int] | None = None

    @property
    def opens_list(self) -> bool:
        """Whether it may be the first of a list."""
        return any(form.value == 1 and form.style in _OPENING for form in self.forms)


_OPENING = frozenset(("1.", "A.", "I.", "a.", "i.", "(a)", "(A)", "(i)", "(1)", "1)", "a)"))


def letter_forms(token: str, shape: str) -> list[Form]:
    """Readings of a letter or roman marker printed in *shape*, a pattern such as ``({})``."""
    forms: list[Form] = []
    upper = token.isupper()
    letter = from_letters(token)
    if letter is not None and not (token[0] != token.lower()[0] and not upper):
        forms.append(Form(shape.format("A" if upper else "a"), letter))
        if len(token) == 1 and token in "wxyz":  # lists that run (x), (y), (z), or begin at (w)
            if token != "w":
                forms.append(Form(shape.format("x"), letter - 23))
            forms.append(Form(shape.format("w"), letter - 22))
    roman = from_roman(token)
    if roman is not None and roman <= 60 and (upper or token.islower()):
        forms.append(Form(shape.format("I" if upper else "i"), roman))
    return forms


def unit_forms(unit: str, number: str) -> list[Form]:
    """Readings of the number that follows a unit word, with the brackets that an attachment may carry."""
    number, bracket, rest = number.partition("(")
    bare = number.strip("\"“”‘’'")
    attachment = unit in ATTACHMENTS
    style = f"u:{unit}{bracket}{rest}"
    if bare[0].isdigit():
        parts = tuple(int(p) if p.isdigit() else 1 for p in re.sub(r"[A-Z]$", "", bare).split("."))
        if len(parts) > 1 and not attachment:
            forms = [Form("n", parts[-1], parts, unit)]
            if parts[-1] == 0 and len(parts) == 2:
                forms.append(Form(f"u:{unit}", parts[0], parts[:1], unit))
            return forms
        return [Form(style, parts[0] if len(parts) == 1 else parts[0] * 100 + parts[-1], parts[:1], unit)]
    word = NUMBER_WORDS.get(bare.lower().replace(" ", "-"))
    if word is not None:
        return [Form(style, word, (word,), unit)]
    forms = []
    head = bare[0] if re.match(r"[A-Z][-.]\d", bare) else bare
    roman = from_roman(head)
    if roman is not None and not (attachment and len(head) == 1 and head not in "IVX"):
        forms.append(Form(style, roman, (roman,), unit))
    if len(head) == 1:
        forms.append(Form(f"{style}:A", ord(head) - 64, None, unit))
    return forms


HEADINGS_NESTING = -1
"""How deep a numbered heading stands in Markdown: lists hang below it."""


def nesting(indent: int) -> int:
    """How deep a list item stands in Markdown: a step for every two to four columns."""
    return 0 if indent < 2 else (indent + 2) // 4 if indent % 4 in (0, 2, 3) else (indent + 1) // 4 or 1
