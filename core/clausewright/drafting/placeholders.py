"""Blanks that nobody filled in: bracketed notes, underscores, template fields, and Word's field errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from clausewright.drafting import before


class Shape(StrEnum):
    """The way a placeholder is printed. Templates keep to one or two."""

    FIELD_ERROR = "field error"
    BULLET = "bullet"
    BLANK = "blank"
    BRACKET = "bracketed note"
    FIELD = "template field"
    ABBREVIATION = "abbreviation"
    NOTE = "note to the drafter"


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A placeholder in a block; offsets are code points into the block, half-open."""

    start: int
    end: int
    shape: Shape


# The texts that Word prints where the target of a field is gone, in the languages it comes in.
_FIELD_ERROR = re.compile(
    r"Error! (?:Reference source not found|Bookmark not defined|Not a valid|No |Unknown |Hyperlink reference not"
    r"|Filename not|Main [Dd]ocument only)[^.\n]{0,50}\.?"
    r"|Fehler! (?:Verweisquelle|Textmarke|Kein|Unbekannt|Hyperlink)[^.\n]{0,50}\.?"
    r"|Erreur ?! (?:Source du renvoi|Signet)[^.\n]{0,40}\.?"
    r"|¡Error! (?:No se encuentra|Marcador)[^.\n]{0,50}\.?"
    r"|Fout! (?:Verwijzingsbron|Bladwijzer)[^.\n]{0,40}\.?"
    r"|Errore\. (?:L'origine riferimento|Il segnalibro)[^.\n]{0,40}\.?"
)
_FIELD_ERROR_GATES = ("Error!", "Fehler!", "Erreur", "Fout!", "Errore.")

_BRACKETED = re.compile(r"\[([^\[\]\n]{1,90})\](?!\()")
_BULLET = re.compile(r"[●•⚫∙·]")
_ONLY_BULLETS = re.compile(r"[●•⚫∙·\s$€£%.,/-]{1,20}(?:\d{4}|days?|months?|years?|percent|st|nd|rd|th)?\Z")
_ONLY_BLANK = re.compile(r"[\s$€£]*_[_\s.,/%-]*\Z")
_INSTRUCTION = re.compile(
    r"(?:please\s+)?(?:insert|enter|fill[\s-]in|specify|describe|complete|add\b|to\s+be\s+(?:added|determined|completed"
    r"|confirmed|agreed|inserted|provided|supplied|filled|advised|discussed|decided)|tbd\b|tbc\b|tba\b|to\s+come\b)"
    r"|[^.;]{1,50}\bto\s+be\s+(?:added|agreed|determined|completed|confirmed|inserted|filled\s+in|supplied)\W*\Z",
    re.IGNORECASE,
)
_FIELD_NOUNS = frozenset(
    """name names date amount address number title email e-mail phone telephone fax facsimile city state country county
    zip zipcode jurisdiction price percentage percent url website location day month year""".split()
)
_PARTY_NOUNS = frozenset(
    """company client customer vendor supplier seller buyer purchaser employee employer contractor consultant
    landlord tenant lessor lessee licensor licensee borrower lender counterparty party distributor franchisee
    recipient""".split()
)
_OF_SOMEONE = re.compile(
    r"(?:(?:full|legal|registered|corporate)[ \t]+){0,2}(?:names?|address|(?-i:date|amount|DATE|AMOUNT))[ \t]+of[ \t]+"
    r"(?:[A-Za-z][A-Za-z'’-]*[ \t]*){1,4}\Z",
    re.IGNORECASE,
)
_IN_SIGNS = re.compile(
    r"(?:amounts?|sums?|figures?|numbers?|dates?|price)[ \t]+in[ \t]+(?:words|figures|numbers|letters)\Z"
    r"|(?:[DdMmYy]{2,4}[ /.-]){2}[DdMmYy]{2,4}\Z",
    re.IGNORECASE,
)
"""How a field is to be filled in: "amount in words", "DD/MM/YYYY"."""
_CHOICE = re.compile(
    r"(?:delete|omit|strike(?:\s+out)?|remove|include|use|select|choose|tick|circle)\b[^\[\]]{0,30}"
    r"\b(?:as|if|where|when|one|whichever|applicable|appropriate|required|relevant)\b"
    r"|(?:optional|alternative|option)(?:[ \t]+(?:clause|provision|wording|text|section|paragraph|\d|[A-C]))?\W*\Z"
    r"|(?:option|alternative)[ \t]+(?:\d|[A-C]|one|two|three)[ \t]*[:–—-]|(?i:yes)[ \t]*/[ \t]*(?i:no)\Z",
    re.IGNORECASE,
)
"""What tells the drafter to choose: "delete as appropriate", "OPTION 1: ten days"."""
_CITES_BEFORE = re.compile(
    r"\b(?:[Ss]ections?|[Cc]lauses?|[Aa]rticles?|[Pp]aragraphs?|[Ss]chedules?|[Ee]xhibits?|[Aa]nnex(?:es)?|§{1,2})\s\Z"
)
_NO_FIELD_START = frozenset(
    """or and if as such other any by in to of for with at on its their his her this that no the a an each all same
    signature insert""".split()
)
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_AFTER_CITATION = re.compile(r"(?:[Ss]ections?|[Cc]lauses?|[Aa]rticles?|§)\s*[\dA-Za-z.()]{1,12}[\s:.]{0,3}\Z")
_CHECKBOX_LABEL = re.compile(r"[ \t]*(?:[A-Z][a-z]|[☐☒]|\[|yes\b|no\b|\Z|[\r\n])")

_ANSWER = re.compile(r"[ \t]*(?i:yes|no|n/a)\b(?![ \t]+[a-z])")

_UNDERSCORES = re.compile(r"_{2,}")
_GAP_IN_BLANK = re.compile(r"[ \t,]{0,4}(?:(?:day\s+of|of|and|to|19|20)[ \t,]{0,3}){0,2}(?:19|20)?\Z")
_DATE_IN_BLANKS = re.compile(r"(?<![\w/])_{2,20}/_{2,20}/(?:_{2,20}|\d{2}(?:\d\d)?(?!\w))(?!/)")
_LABEL_IN_PROSE = re.compile(r"[A-Za-z)]:\s{0,12}\Z")
_SENTENCE_ENDS = re.compile(r"\s?[.;](?!\w|_)")
_SIGNATURE_LABEL = re.compile(
    r"(?:\b(?:By|BY|Name|NAME|Title|TITLE|Date|DATE|DATED|Dated|Its|ITS|Signature|SIGNATURE|Signed|SIGNED|Print|PRINT|Printed"
    r"|Witness|WITNESS|Witnesses|Attest|ATTEST|Initials?|INITIALS?|Per|PER|Position|Place|Tel|Fax|Phone|E-?mail|Email|Address"
    r"|Signatory|Officer|Secretary|President|Director|Manager|Notary Public|Company|COMPANY|Seal|SEAL)|\bX)"
    r"\s*(?:\([^()\n]{0,40}\))?\s*[:.]?\s*\Z"
)
_SIGNATURE_CAPTION = re.compile(
    r"[\s_|,/]*(?:\(?(?:Signature|SIGNATURE|Signed|Name|NAME|Title|TITLE|Date|DATE|Witness|WITNESS|By|BY|Print|Authori[sz]ed|AUTHORI[SZ]ED"
    r"|President|PRESIDENT|Secretary|Director|Notary|NOTARY|Chief|Officer)\b|/s/)"
)
_FOOTNOTE_RULE = re.compile(r"(?:^|[.!?”\"])\s*(?:\d{1,3}|[*†]{1,3})?\s*\Z")
_PROSE_AFTER = re.compile(r"\s{0,3}(?:[a-z%]|day\b)|[,;]\s")
_PROSE_BEFORE = re.compile(
    r"(?:[,$€£(\[#\"“]|(?<![A-Za-z])[a-z][a-z'’-]*|(?<![A-Za-z])(?:No|US|USD|EUR|GBP)\.?)\s{0,3}\Z"
)
_FIELD_DATE = re.compile(
    r"\b(?:Effective|Commencement|Expiration|Expiry|Closing|Start|End|Termination|Delivery|Renewal|Issue) Date:?\s*\Z",
    re.IGNORECASE,
)

_TEMPLATE_FIELD = re.compile(
    r"\{\{\s*[^{}#/\s][^{}\n]{0,60}\}\}|\{[a-z][a-z0-9]{0,20}(?:_[a-z0-9]{1,20}){1,6}\}|\$\{[A-Za-z][\w .-]{0,60}\}"
)
_MERGE_FIELD = re.compile(r"«[A-Za-z]\w{0,40}_\w{1,40}»|«[A-Z]{3,40}»|%%[A-Za-z]\w{1,40}%%")
"""A field of a serial letter."""
_ANGLED = re.compile(r"<<[ \t]{0,3}[A-Za-z][^<>\n]{0,40}>>|<([A-Za-z][A-Za-z '’/_-]{1,40})>")
_HTML_NAMES = frozenset("address title time summary table caption page".split())
_DATE_PATTERN = re.compile(r"\bXX?[/.-]XX?[/.-](?:XX){1,2}\b|\b(?:19|20)XX\b")
_XXX = re.compile(
    r"(?:\b(?:of|is|be|to|by|at|within|than|exceed|for|on|from|until)[ \t]{1,3}(?:(?:US|USD|EUR|GBP)[ \t]?)?[$€£]?"
    r"|[$€£][ \t]?)"
    r"(?P<value>XXX)(?![\w&/-]|[ \t]+[A-Z0-9])"
)
_SUM_OF_XS = re.compile(
    r"(?:\[|(?:\b(?:USD|EUR|GBP)|[$€£])[ \t]?)[$€£]?(?P<value>[xX]{1,3}(?:,[xX]{3}){1,3})(?!\w|,\w)\]?"
)
_XX_UNITS = re.compile(r"(?<![\w-])(?P<value>XX)(?=[ \t](?:days|weeks|months|years|per[ ]?cent)\b)")
_TBD = re.compile(r"(?<![\w\"“'‘\[])(?:TBD|TBC|T\.B\.D\.)(?![\w\"”'’\]])")
_NOTE_TO_DRAFT = re.compile(
    r"\[(?:drafting\s+note|note\s+to\s+draft(?:er|ing)?|drafter['’]?s?['’]?\s+note|NTD)\b[^\[\]]{0,400}\]",
    re.IGNORECASE,
)


def read_placeholders(text: str) -> tuple[Placeholder, ...]:
    """The placeholders of a block, in text order."""
    found: list[Placeholder] = []
    if ("!" in text or "Err" in text) and any(map(text.__contains__, _FIELD_ERROR_GATES)):
        found.extend(Placeholder(*m.span(), Shape.FIELD_ERROR) for m in _FIELD_ERROR.finditer(text))
    if "[" in text:
        found.extend(_brackets(text))
        found.extend(Placeholder(*m.span(), Shape.NOTE) for m in _NOTE_TO_DRAFT.finditer(text))
    if "__" in text:
        found.extend(_blanks(text))
        found.extend(_dates_in_blanks(text))
    if "{" in text:
        found.extend(Placeholder(*m.span(), Shape.FIELD) for m in _TEMPLATE_FIELD.finditer(text))
    if "«" in text or "%%" in text:
        found.extend(Placeholder(*m.span(), Shape.FIELD) for m in _MERGE_FIELD.finditer(text))
    if "<" in text:
        found.extend(_angles(text))
    if "XX" in text or "xx" in text:
        found.extend(Placeholder(*m.span("value"), Shape.ABBREVIATION) for m in _SUM_OF_XS.finditer(text))
    if "XX" in text:
        found.extend(Placeholder(*m.span("value"), Shape.ABBREVIATION) for m in _XX_UNITS.finditer(text))
        found.extend(Placeholder(*m.span(), Shape.ABBREVIATION) for m in _DATE_PATTERN.finditer(text))
        found.extend(Placeholder(*m.span("value"), Shape.ABBREVIATION) for m in _XXX.finditer(text))
    if "TBD" in text or "TBC" in text or "T.B.D" in text:
        found.extend(Placeholder(*m.span(), Shape.ABBREVIATION) for m in _TBD.finditer(text))
    if len(found) > 1:
        found.sort(key=lambda p: (p.start, -p.end))
        found = _without_overlaps(found)
    return tuple(found)


def _without_overlaps(found: list[Placeholder]) -> list[Placeholder]:
    kept = found[:1]
    for placeholder in found[1:]:
        if placeholder.start >= kept[-1].end:
            kept.append(placeholder)
    return kept


def _brackets(text: str) -> Iterator[Placeholder]:
    for match in _BRACKETED.finditer(text):
        inside = match.group(1).strip()
        if not inside:
            if not _is_checkbox(text, match.start(), match.end()):
                yield Placeholder(*match.span(), Shape.BRACKET)
        elif _ONLY_BLANK.match(inside):
            yield Placeholder(*match.span(), Shape.BLANK)
        elif _BULLET.search(inside):
            if _ONLY_BULLETS.match(inside):
                yield Placeholder(*match.span(), Shape.BULLET)
        elif (_INSTRUCTION.match(inside) and "signature" not in inside.lower()) or (
            (_names_a_field(inside) or _OF_SOMEONE.match(inside) or _IN_SIGNS.match(inside))
            and not before(_AFTER_CITATION, text, match.start(), 30)
        ):
            yield Placeholder(*match.span(), Shape.BRACKET)
        elif _CHOICE.match(inside):
            yield Placeholder(*match.span(), Shape.NOTE)
        elif inside in ("X", "XX", "x", "xx") and before(_CITES_BEFORE, text, match.start(), 12):
            yield Placeholder(*match.span(), Shape.BRACKET)


def _is_checkbox(text: str, start: int, end: int) -> bool:
    """Whether empty brackets are a box to tick: before a label, and not inside a sentence."""
    if _ANSWER.match(text, end):
        return True
    left = text[max(0, start - 3) : start].rstrip(" \t")
    in_sentence = left[-1:].islower() or left[-1:] in {",", "$"}
    return not in_sentence and bool(_CHECKBOX_LABEL.match(text, end))


def _names_a_field(words: str) -> bool:
    """Whether bracketed words name what is to be filled in: "Company Name", "AMOUNT", "email address"."""
    parts = words.rstrip(":.").split()
    if not 1 <= len(parts) <= 5 or not all(_WORD.fullmatch(part) for part in parts):
        return False
    first, last = parts[0].lower(), parts[-1].lower()
    if len(parts) == 2 and first in _PARTY_NOUNS and len(last) == 1 and parts[1].isupper():
        return True  # "[Party A]"
    if first in _NO_FIELD_START and (len(parts) > 1 or first == "no"):
        return False
    return last in _FIELD_NOUNS or (len(parts) == 1 and last in _PARTY_NOUNS and words[0].isupper())


def _blanks(text: str) -> Iterator[Placeholder]:
    runs = [m.span() for m in _UNDERSCORES.finditer(text) if _is_blank(text, *m.span())]
    at = 0
    while at < len(runs):
        first, end = runs[at]
        last = at
        while last + 1 < len(runs):
            start, stop = runs[last + 1]
            if start - end > 24 or not _GAP_IN_BLANK.match(text[end:start]):
                break
            end, last = stop, last + 1
        if _asks_for_words(text, first, end):
            yield Placeholder(first, end, Shape.BLANK)
        at = last + 1


def _is_blank(text: str, start: int, end: int) -> bool:
    """Whether underscores are a blank. Two or three of them beside a word may be the marks of Markdown's bold text."""
    if end - start > 3:
        return True
    left, after = text[max(0, start - 1) : start], text[end : end + 1]
    if end - start == 3:
        return not left.isalpha() and (not after.isalnum() or text.startswith("day", end))
    return (left.isdigit() or left == "$") and not after.isalnum()


def _asks_for_words(text: str, start: int, end: int) -> bool:
    """Whether a blank stands in prose, and is no line to sign on, no rule across the page and no footnote's rule."""
    line_start = text.rfind("\n", 0, start) + 1
    left = text[max(line_start, start - 60) : start]
    after = text[end : end + 40].split("\n", 1)[0]
    if _FIELD_DATE.search(left):
        return True
    if "/s/" in left or _SIGNATURE_CAPTION.match(after) or _SIGNATURE_LABEL.search(left):
        return False
    if not left.strip(" \t_|*>#-.:") and not _PROSE_AFTER.match(after):
        return False
    if _PROSE_AFTER.match(after):
        return True
    if _LABEL_IN_PROSE.search(left) and _SENTENCE_ENDS.match(after):
        return True
    if _FOOTNOTE_RULE.search(left.rstrip("[")):
        return False
    return bool(_PROSE_BEFORE.search(left))


def _dates_in_blanks(text: str) -> Iterator[Placeholder]:
    """Dates with blanks for day and month, but for those beside a signature."""
    for match in _DATE_IN_BLANKS.finditer(text):
        if not before(_SIGNATURE_LABEL, text, match.start(), 60):
            yield Placeholder(*match.span(), Shape.BLANK)


def _angles(text: str) -> Iterator[Placeholder]:
    for match in _ANGLED.finditer(text):
        name = match.group(1)
        if name is None:
            name = match.group().strip("<> ")
        if name.lower() in _HTML_NAMES and (not name.istitle() or f"</{name}" in text):
            continue
        words = name.replace("_", " ")
        if _INSTRUCTION.match(words) or _names_a_field(words):
            yield Placeholder(*match.span(), Shape.FIELD)
