"""The numbers by which citations name a place, as patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable

from clausewright.numerals import NUMBER_WORDS, ORDINAL_WORDS

HYPHENATED = (
    r"(?:[LRD]\.?\s?\d{1,4}-\d{1,3}|\d{1,3}-\d{3,4}[a-z]?"
    r"|(?:\d{1,4}\.\d{3,4}|\d{4}[a-z])-\d{1,3}[A-Za-z]?(?:\([A-Za-z0-9]{1,4}\))*)"
)
"""Pattern of the numbers with a hyphen that statutes and regulations have: 5-1401, 1.1441-4(a), L251-23."""
LETTERS = r"(?:[ivxl]{1,8}|[a-z]{1,4}|[A-Z]{1,4})"
BRACKETS = rf"(?:[ \t]?\((?:{LETTERS}|\d{{1,3}})\))"
ORDINAL = r"\((?:[ivx]{1,5}|[a-z]|[A-Z])\)"
_GLUED = r"(?=(?:shall|will|may|is|are|of|and|or|hereof|above|below)\b)"
"""A word that a conversion printed without a blank behind the number: "Section 3.3shall"."""
_DOTTED_PART = rf"\.(?:\d{{1,3}}(?:[A-Za-z]?(?![A-Za-z])|{_GLUED})|[A-Z](?![A-Za-z])|l(?![a-z])|(?:[a-hj-z]|[ivx]{{1,5}})(?![\w.]\w|\w))"
SUB = r",?\s+(?:sub|lit\.|letter)\s+\(?[a-z]\)?(?!\w)"
DECIMAL = (
    rf"(?:\d{{1,3}}|\d{{4,5}}(?:\.\d{{1,2}})?(?!\d|[.,]\d))(?:[A-Z]|[a-z](?!\w|\.\w))?(?:{_DOTTED_PART})*(?::\d{{2}}(?!\d))?"
    rf"(?:\.?\({LETTERS}\)|\.?\(\d{{1,3}}\)|[ \t]\({LETTERS}\)|[ \t]\(\d{{1,2}}\)(?!\s+(?:days|months|years|weeks|hours|business|calendar|working|per\s?cent)\b))*(?:(?<=\))\d{{1,2}})?"
    rf"(?:{SUB})?(?:(?![\w%])|{_GLUED})(?!,\d{{3}}|\.\d)"
)
ROMAN = rf"(?<![A-Za-z])[IVXLC]{{1,7}}(?:\.(?:[A-Z](?![a-z])|\d{{1,2}}))*(?![A-Za-z.]?[A-Za-z]){BRACKETS}*"
_CARDINALS = [w for w in NUMBER_WORDS if w not in ORDINAL_WORDS]


def _as_printed(words: Iterable[str]) -> str:
    return "|".join(f"{word.capitalize()}|{word.upper()}" for word in words)


WORD_NUMBER = rf"(?<=\s)(?:{_as_printed(_CARDINALS)}|(?:{_as_printed(ORDINAL_WORDS)})(?!\s+[A-Z][a-z]))(?![\w-])"
"""Pattern of a number in words: Article Two, paragraph FOURTH."""
LETTER = (
    rf"(?<=[\s\u00a0])(?:[A-Z](?:\d{{1,2}}|(?:\.\d{{1,2}})*)(?![\w'’&]|\.\w|\s+[a-z]+\s+(?:shall|will|may|must)\b){BRACKETS}*"
    rf"|[a-z](?=\(|\s+(?:of|above|below|hereof)\b){BRACKETS}*)"
)
_QUOTED = r"(?<=[\s\u00a0])(?:\"[a-z]\"|“[a-z]”|'[a-z]'|‘[a-z]’)"
"""A letter in quotation marks: clause "c"."""
CLOSED = r"\d{1,2}\)[ \t]?[a-z]{1,4}\)(?![\w(])"
"""A number in the style of the markers "1)" and "a)"."""
STATUTE_NUMBER = (
    rf"(?:{HYPHENATED}|\d{{1,4}}\.\d{{4}}"
    r"|(?:(?<=§)|(?<=§[ \u00a0]))\d{2}-\d{1,3}\.\d{1,2}(?:\([a-z0-9]{1,4}\))*)(?![\w-]|\.\d)"
)
NUMBER = rf"(?:{STATUTE_NUMBER}|{CLOSED}|{DECIMAL}|{ROMAN}|{BRACKETS}+|{WORD_NUMBER}|{LETTER}|{_QUOTED})"
NEXT_NUMBER = rf"(?:{STATUTE_NUMBER}|{CLOSED}|{DECIMAL}|{ROMAN}|{BRACKETS}+|{WORD_NUMBER}|{LETTER})"
LABEL = (
    r"(?!(?:OF|TO|IN|IS|AS|AT|BY|ON|OR|NO|IT|IF|AN|WE|MY|SO|UP|US|BE|DO|GO|ME)\b)[\"“‘']?"
    r"(?:[IVXLC]{1,6}(?:-[A-Z\d]|\.[A-Z](?![\w.]\w|\w))?(?![A-Za-z])|[A-Z]-(?:[IVX]{1,4}|l)(?![A-Za-z])|[A-Z]{1,2}(?:[-–.]?\d{1,2}(?:\.\d{1,2}|-[A-Z](?!\w))?)?"
    r"|\d{1,3}[A-Z]?(?:\.\d{1,3})*[A-Z]?(?:-[A-Z](?!\w))?)(?:\((?:[a-z]{1,4}|[A-Z]|\d{1,2})\))*(?![A-Za-z])[\"”’']?"
)
RECITAL_LABEL = r"(?:\([A-Za-z]{1,4}\)|\(\d{1,2}\)|[A-Z]{1,2}(?![\w'’])|\d{1,2}(?!\w))"
NO = r"(?:(?i:nos?\.|number(?:s|ed)?)\s*|\#\s*)?"


def alternatives(words: Iterable[str]) -> str:
    """A pattern of *words*, the longest first."""
    return "|".join(re.escape(w).replace(r"\ ", r"\s+") for w in sorted(words, key=lambda w: (-len(w), w)))
