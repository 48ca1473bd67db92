"""Lists of citations: whether one goes on behind a member, and with what."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from clausewright.convention import ATTACHMENTS
from clausewright.designators import LABEL, NEXT_NUMBER, RECITAL_LABEL, alternatives
from clausewright.numerals import from_letters, from_roman

_JOIN = (
    r"(?:\s*[,;]?\s*\b(?i:and/or|and|or|as\s+well\s+as|(?:to|through|thru)\s+and\s+including|to|through|thru|till|until)\s+"
    r"(?:(?i:of|in|to|under)\s+)?|\s*&\s*"
    r"|\s*[,;](?:\s*,)?\s*|\s*[-–—]\s*)"
)
_RANGE_JOIN = re.compile(r"(?:(?:to|through|thru|till|until)(?:\s+and\s+including)?|[-–—])\Z", re.IGNORECASE)
_ASIDES_IN_LIST = re.compile(r"(?:\s*(?:\((?:[^()]|\([^()]{0,40}\)){2,240}\)|\[[^\[\]]{2,80}\])){1,3}")
"""What is said of a member in brackets: "Sections 4 (Fees) (as far as they are due) and 6"."""
_UNIT_AFTER = re.compile(
    r"\s*(?:percent|per\s+cent|%|(?:business\s+|calendar\s+|working\s+|consecutive\s+)?days?\b|months?\b|years?\b|hours?\b|"
    r"million|billion|thousand|U\.S\.C|CFR|C\.F\.R|weeks?\b|other\b|or\s+more\b|times\b|minutes\b|copies\b|shares\b|\(\w+\)\s+(?:days|months|years))",
    re.IGNORECASE,
)
_LIST_ENDS_HERE = re.compile(
    r"\s*(?:[.,;:()\]]|\Z|(?:of|hereof|herein|hereto|above|below|and|or|attached|shall|will|is|are|(?i:this\s+agreement))\b)"
)
_OF_THIS = re.compile(r"\s+(?:hereof\b|of\s+(?:this|the)\s+(?i:agreement|contract|lease|deed|amendment)\b)")
_GOES_ON_TO_END = re.compile(
    r"(?:\s*,\s*\d{1,3}(?:\.\d{1,3})*(?:\(\w{1,4}\))*)*\s*,?\s*(?i:and|or|and/or|&)\s+\d{1,3}(?:\.\d{1,3})*(?:\(\w{1,4}\))*(?P<end>)(?![\w%])"
)
_ROMANS_TO_END = re.compile(r"(?:\s*,\s*[IVXLC]{1,7}\.\w{1,2})*\s*,?\s*(?:and|or|and/or|&)\s+[IVXLC]{1,7}\.\w")
_ENUMERATED_TEXT = re.compile(
    r"\s+(?!(?:above|below|of|hereof|herein|hereto|and|or|to\s+\(|through|shall|will|may|is|are|was|were|in\s+(?:this|[Ss]ection|[Aa]rticle|[Cc]lause|[Pp]aragraph|[Ss]chedule)|inclusive)(?!\w))(?:[a-z]|\[)"
)
_LETTERS_TO_END = re.compile(
    r"(?:\s*,\s*\([A-Za-z]{1,4}\))*\s*,?\s*(?:and|or|and/or)\s+\([A-Za-z]{1,4}\)(?!\s+[a-z]+ing\b)"
    r"(?!\s+(?:the|a|an|any|all|such|if|that|it|its|each|no)\b)"
)
_DOTTED_LETTER = re.compile(r"\d\.[a-z]\Z")
_ENDS_MEMBER = re.compile(r"\s*(?:[,;)\[(]|\.(?:\s|\Z)|\Z|(?:and|or|of|hereof|through|to|shall|will|above|below)\b)")
_NO_COMMA = re.compile(r"(?P<kept>\((?P<first>[A-Za-z]{1,4})\))[ \t]\((?P<second>[A-Za-z]{1,4})\)")
IN_BRACKETS = re.compile(r"\(([A-Za-z0-9]{1,8})\)")
_ROMAN_ITEM = re.compile(r"[ivx]{2,}")
_MAY_BE_ROMAN = re.compile(r"[ivxl]+")
_ENDS_BLOCK = re.compile(r"\s*+\Z")


class Member(NamedTuple):
    """One member of a list of citations; *named* says that a word of its own stands before its number."""

    start: int
    end: int
    word: str
    number: str
    range_end: bool
    named: bool = False


_HAS_A_VERB = re.compile(r"\s+(?:shall|will|may|must|is|does|applies|governs)\b")
_MISREAD = re.compile(
    r"\s*,\s*(?P<number>(?:S|[Il]\s?[Il]|[Il]\d|\d[IlO]|l|I)(?:\([a-z]\))?)(?=\s*,\s*\d|\s*,?\s+(?:and|or|&)\s+\d)"
)
"""A number in a list whose digits a scanner took for letters: "Sections 3, S(c), 6"."""
_DIGITS = str.maketrans({"S": "5", "O": "0", "I": "1", "l": "1", " ": None, "\n": None})
_LEADING = re.compile(r"\d+")
_NEXT_DIGITS = re.compile(r"\D{0,8}(\d+)")


class ListReader:
    """Follows lists of citations, whose words for a unit are *kinds* with the kinds that they mean."""

    def __init__(self, kinds: Mapping[str, str]) -> None:
        self._kinds = kinds
        attachments = alternatives(w for w, k in kinds.items() if k in ATTACHMENTS or k == "part")
        recitals = alternatives(w for w, k in kinds.items() if k == "recital")
        clauses = alternatives(w for w, k in kinds.items() if k not in (*ATTACHMENTS, "part", "recital"))
        self._next = re.compile(
            rf"(?P<join>{_JOIN}|\s+(?=\d+\.\d|\(|\d{{1,2}}\s*,\s*\d))(?:(?P<word>(?i:{clauses}))[\s\u00a0]*)?(?P<number>{NEXT_NUMBER})"
        )
        self._next_label = re.compile(
            rf"(?P<join>{_JOIN})(?:(?P<word>(?i:{attachments}))(?:\s+|(?=\d)))?(?P<number>{LABEL})(?=[\s,.;:)\]]|\Z)"
        )
        self._next_recital = re.compile(
            rf"(?P<join>{_JOIN})(?:(?P<word>(?i:{recitals}))\s+)?(?P<number>{RECITAL_LABEL})(?=[\s,.;:)\]]|\Z)"
        )

    def kind(self, word: str) -> str:
        """The kind of unit that *word* means, ``any`` where it is of no kind."""
        word = re.sub(r"\s+", " ", word).casefold()
        return self._kinds.get(word) or self._kinds.get(word.removeprefix("sub-"), "any")

    def extend(self, text: str, members: list[Member], *, attachment: bool, recital: bool) -> None:
        """Adds to *members* whatever the list goes on with behind them."""
        following = self._next_label if attachment else self._next_recital if recital else self._next
        while (after := self._another(text, members, following, attachment=attachment)) is not None:
            members.append(after)

    def _another(
        self, text: str, members: list[Member], following: re.Pattern[str], *, attachment: bool
    ) -> Member | None:
        """The member of the list that follows the last of *members*, if the list goes on."""
        first, last = members[0], members[-1]
        head = next((member for member in reversed(members) if member.named), first)
        plural = is_plural(head.word)
        if plural and not attachment and (misread := _misread(text, last)) is not None:
            return misread
        match = following.match(text, last.end)
        if match is None and text[last.end : last.end + 1] == "." and _DOTTED_LETTER.search(last.number):
            match = following.match(text, last.end + 1)  # "paragraph 7.a. and 7.b."
        if match is None and (said := _ASIDES_IN_LIST.match(text, last.end)) is not None:
            match = following.match(text, said.end())
        if match is None:
            return None
        number, join, own = match.group("number"), match.group("join").strip(), match.group("word") or ""
        start, end = match.start("word") if own else match.start("number"), match.end()
        if own and self.kind(own) != self.kind(last.word) and (attachment or (first.number[0] == "(" != number[0])):
            return None  # "clauses (a) and (b) of Section 3 and Section 4" are two lists
        if own and join == "," and not plural and _HAS_A_VERB.match(text, match.end()):
            return None  # "Notwithstanding Section 3, Section 4 applies"
        if not own:
            dotted = "." in head.number and not plural
            ranged = _RANGE_JOIN.search(join) is not None and not (plural and last is head and head.number.isdigit())
            if number.isdigit() and (dotted or ranged) and _ENDS_BLOCK.match(text, match.end()):
                return None  # the number of the page, where the sentence goes on behind it
            if plural and (kept := _first_of_two(number)) is not None:
                number, end = kept, start + len(kept)
            if not join and number[0] == "(" and not (plural and _is_next(last.number, number)):
                return None
            if attachment:
                goes_on = _label_goes_on(text, match, head, join, plural=plural)
            elif number[0] == "(":
                goes_on = _letter_goes_on(text, match, join, last, awaited=plural and last is head)
            else:
                goes_on = _number_goes_on(text, match, head, join, plural=plural)
            if not goes_on:
                return None
        return Member(start, end, own or last.word, number, bool(_RANGE_JOIN.search(join.split(" ")[0])), bool(own))


def _misread(text: str, last: Member) -> Member | None:
    """The member behind *last* that is printed in letters, where its digits fit between its neighbours."""
    match = _MISREAD.match(text, last.end)
    before = _LEADING.match(last.number)
    if match is None or before is None:
        return None
    number, bracket, rest = match.group("number").partition("(")
    number = number.translate(_DIGITS)
    after = _NEXT_DIGITS.match(text, match.end())
    if after is None or not int(before.group()) < int(number) <= int(after.group(1)):
        return None
    return Member(match.start("number"), match.end(), last.word, number + bracket + rest, False)


def is_plural(word: str) -> bool:
    return word.lower().rstrip(".").endswith("s") or word in ("§", "§§") or word.lower() in ("appendices", "addenda")


def _letter_goes_on(text: str, match: re.Match[str], join: str, last: Member, *, awaited: bool) -> bool:
    """Whether a bracketed letter goes on with the list: "Section 8.01, (ii) information" is a list of the sentence.

    *awaited* says that a plural has had but one member so far.
    """
    token = IN_BRACKETS.findall(match.group("number"))[0]
    brackets = IN_BRACKETS.findall(last.number)
    if token.isdigit():
        brackets = ["1" if before == "l" else before for before in brackets]  # a misread one
    if not brackets:
        return False
    whole = match.group("number").count("(") > 1 or (awaited and join in ("and", "or") and token.islower())
    enumerates = not whole and _ENUMERATED_TEXT.match(text, match.end()) is not None
    if any(follows(before, token) for before in brackets):
        return not (enumerates and (";" in join or (join == "," and not is_plural(last.word))))
    if _ROMAN_ITEM.fullmatch(token) and not any(_MAY_BE_ROMAN.fullmatch(before) for before in brackets):
        return False  # "under Section 12.4(a) or (ii) Section 13.2" counts the limbs of the sentence
    if _RANGE_JOIN.search(join):
        return True
    if ";" in join or enumerates or not any(_alike(before, token) for before in brackets):
        return False
    return (
        not join.startswith(",")
        or re.search(r"and|or", join) is not None
        or _LETTERS_TO_END.match(text[match.end() : match.end() + 80]) is not None
    )


def _first_of_two(number: str) -> str | None:
    """What belongs to the first of two members whose comma is missing, as in "clauses (a), (b) (c) and (d)"."""
    two = _NO_COMMA.fullmatch(number)
    return two.group("kept") if two is not None and follows(two.group("first"), two.group("second")) else None


def _is_next(before: str, number: str) -> bool:
    """Whether the bracketed ordinal *number* goes on by one from the member *before* it, which is one as well."""
    one, two = IN_BRACKETS.fullmatch(before), IN_BRACKETS.fullmatch(number)
    return one is not None and two is not None and follows(one.group(1), two.group(1))


def follows(before: str, token: str) -> bool:
    """Whether the ordinal *token* is the next one after *before*, in some way to read them."""
    if before.isdigit() and token.isdigit():
        return int(token) == int(before) + 1
    if before.isupper() is not token.isupper():
        return False
    pairs = ((f(before), f(token)) for f in (from_letters, from_roman))
    return any(a is not None and b == a + 1 for a, b in pairs)


def _alike(before: str, token: str) -> bool:
    """Whether two ordinals can be of one list: both letters, both roman or both digits."""
    if before.isdigit() or token.isdigit():
        return before.isdigit() and token.isdigit()
    if before.isupper() is not token.isupper():
        return False
    return any(f(before) is not None and f(token) is not None for f in (from_letters, from_roman))


def _number_goes_on(text: str, match: re.Match[str], first: Member, join: str, *, plural: bool) -> bool:
    """Whether a number without a word of its own goes on with the list that *first* begins."""
    number = match.group("number")
    if number[0].isalpha() != first.number[0].isalpha():
        return False
    if number[0].isalpha():
        if plural or (len(number) > 1 and from_roman(number) is not None):
            return True
        if "." not in number or "." not in first.number or _RANGE_JOIN.search(join):
            return False
        # "Paragraph III.B or III.E"; behind a comma an abbreviation may follow, unless the list shows its end.
        return (
            join[:1] not in (",", ";") or join[-1:] in ("d", "r") or _ROMANS_TO_END.match(text, match.end()) is not None
        )
    if ";" in join and not _ENDS_MEMBER.match(text, match.end()):
        return False
    if _UNIT_AFTER.match(text, match.end()):
        return False
    if not join:
        if plural and number.isdigit():  # a comma is missing: "Sections 9.2 10, 11 and 12"
            return _GOES_ON_TO_END.match(text, match.end()) is not None
        return plural and "." in number and "." in first.number
    if plural or "." in number:
        return not (join in ("-", "–", "—") and not first.number[0].isdigit())
    if "(" in number and "(" in first.number:
        return True  # "Section 7(a), 7(b) or 7(c)"
    if join in (",", ";"):
        listed = _GOES_ON_TO_END.match(text, match.end())
        return bool("." not in first.number and listed and _LIST_ENDS_HERE.match(text, listed.end()))
    return join not in ("-", "–", "—") and ("." not in first.number or _OF_THIS.match(text, match.end()) is not None)


def _label_goes_on(text: str, match: re.Match[str], first: Member, join: str, *, plural: bool) -> bool:
    """Whether a label without a word of its own goes on with the list of attachments that *first* begins."""
    number = match.group("number")
    if number[0].isdigit() and _UNIT_AFTER.match(text, match.end()):
        return False
    if number.isdigit() and "." in first.number:
        return False
    if join == "-" and not plural and match.group("join") == join:
        return False  # "Schedule A-II", "Schedule 1-2"
    if not plural and number.isalpha() and len(number) > 1 and from_roman(number) is None:
        return False  # "as set forth in Schedule A, and MA shall pay"
    if number in ("I", "A") and not plural:
        return number == "A" and join == "and"
    if join in (",", ";"):
        if plural:
            return True
        listed = _GOES_ON_TO_END.match(text, match.end())
        return bool(number[0].isdigit() and first.number[0].isdigit() and listed)
    if _RANGE_JOIN.search(join):
        return plural or number[0].isalpha() == first.number.strip("\"“‘'")[0].isalpha()
    return plural or number[0].isdigit() == first.number.strip("\"“‘'")[0].isdigit()
