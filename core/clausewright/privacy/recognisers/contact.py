"""E-mail addresses and telephone numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clausewright.privacy.marks import EMAIL_ADDRESS, PHONE_NUMBER, Mark

# -- e-mail -----------------------------------------------------------------------------------------------------------

_AT = re.compile(
    r"[ \t]?@[ \t\r\n]?|\s{0,2}[\[({<]\s?(?:at|@)\s?[\])}>]\s{0,2}"
    r"|\s+at\s+(?=[\w-]{2,40}(?:\s+dot\s+|\s?[\[({<]\s?(?:dot|\.)\s?[\])}>]))|_at_|\s+AT\s+(?=[\w-]{2,40}\s+DOT\s)",
    re.IGNORECASE,
)
_DOT = r"(?:\.|\s?[\[({<]\s?(?:dot|\.)\s?[\])}>]\s?|\s+dot\s+)"
_LOCAL_END = re.compile(rf"[\w%+'&#~=-]{{1,64}}(?:{_DOT}[\w%+'&#~=-]{{1,40}}){{0,6}}\Z", re.IGNORECASE)
_HOST = re.compile(
    rf"(?:[^\W_](?:[\w-]{{0,61}}[^\W_])?{_DOT}){{1,5}}[^\W\d_]{{2,24}}(?![\w-])|\[?\d{{1,3}}(?:\.\d{{1,3}}){{3}}\]?",
    re.IGNORECASE,
)
_MAY_HOLD_AT = re.compile(r"@|[\[({<_]\s?at\s?[\])}>_]|\sat\s+[\w-]+\s?(?:[\[({<]|\sdot\s)", re.IGNORECASE)


def email_addresses(text: str) -> Iterator[Mark]:
    """E-mail addresses under any top-level domain, also as ``name [at] host [dot] test``."""
    if not _MAY_HOLD_AT.search(text):
        return
    done = 0
    for at in _AT.finditer(text):
        low = max(done, at.start() - 80)
        local = _LOCAL_END.search(text, low, at.start())
        host = _HOST.match(text, at.end())
        if local is None or host is None:
            continue
        start = local.start()
        while start < local.end() and text[start] in "'&#~=-_":
            start += 1
        done = host.end()
        plain = at[0].strip() == "@"
        yield Mark(start, host.end(), EMAIL_ADDRESS, 1.0 if plain else 0.9, "the form of an e-mail address")


# -- telephone --------------------------------------------------------------------------------------------------------

_EXTENSION = r"(?:\s{0,2}(?:,\s?|;\s?|\()?(?:ext(?:ension|n)?\b|x(?=\s?\d))\.?:?\s?#?\d{1,6}\)?)?"
_NORTH_AMERICAN = re.compile(
    r"(?<![\w.,$€£/-])(?<![\w)]\()(?:\+?1[\s.-]{0,2})?(?:\([2-9]\d\d\)[\s.-]{0,3}|[2-9]\d\d(?:-|\.|/|\s{1,2}))"
    rf"[2-9]\d\d(?:-|\.|\s{{1,2}})\d{{4}}(?![\w-]|[.,]\d){_EXTENSION}",
    re.IGNORECASE,
)
_INTERNATIONAL = re.compile(
    rf"(?<![\w.+])(?:\(?\+\s?|\(?00[ -]?|011[ .-])(?=[1-9(])\d{{0,3}}[\s().\-/]{{0,3}}\d[\d\s().\-/]{{4,20}}\d(?![\w%])"
    rf"{_EXTENSION}",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"\b(?:tele?phones?|tel|phones?|fax|facsimiles?|telecopier|telecopy|mobile|cell(?:phone|ular)?|direct(?: dial| line)?|"
    r"hotline|switchboard|landline|handy|móvil|teléfono|téléphone|telefon|telefax|whatsapp|call)\b"
    r"\.?(?:\s{0,3}(?:no|nos|number|numbers|nr)\b\.?)?(?:\s?\([a-z ]{1,12}\))?[\s.:#=-]{0,8}(?:(?:is|at|on)\s)?"
    rf"(?P<number>\+?\(?\d[\d\s().\-/]{{5,20}}\d)(?![\w%]|,\d){_EXTENSION}",
    re.IGNORECASE,
)
_TRUNK = re.compile(
    rf"(?<![\w.,/+-])(?:\(?0\d{{1,5}}\)?|\(0\)[ ]?\d{{2,5}})(?:[\s\-/.]{{1,3}}\d{{1,8}}){{1,5}}(?![\w%/]|[.,-]\d){_EXTENSION}",
    re.IGNORECASE,
)
_LOCAL = re.compile(r"(?<![\w.,$€£/+-])(?:\([1-9]\d\)[ ]9?\d{4}-\d{4}|1[38]00[ ]\d{3}[ ]\d{3})(?![\w-]|[.,]\d)")
"""Brazilian numbers with their area, and Australian ones that cost the caller little."""
_TRUNK_REGIONS = tuple(
    "GB DE FR IT NL AT CH BE SE IE AU NZ JP ZA IN KR CN TR IL PL FI RO HR BR AR EG NG KE MY ID PH TH TW VN".split()
)
_OTHER_NUMBER = re.compile(
    r"(?:\b(?:no|nos|number|num|patents?|application|serial|account|acct|a/c|section|sections|clause|file|docket|ref"
    r"|reference|registration|reg|invoice|case|order|policy|code|isbn|acn|abn|pct|publication|company|licen[cs]e|part|vat"
    r"|ein|tin|zip|ssn|sin|nhs|nino|passport|iban|swift|aba|routing|id|box|rule|form|item|sku|lot|serie|series)\b"
    r"[\s.:#)]{0,4}|#\s?|[$€£]\s?)\Z",
    re.IGNORECASE,
)
_JUST_NUMBER = re.compile(r"(?<!patent )(?<!account )(?<!application )(?<!serial )\bnumber\s{1,3}\Z", re.IGNORECASE)
_NUMBER_BEFORE = re.compile(r"\d\s\Z")
_DATE = re.compile(r"0?\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})\Z|\d{4}[./-]\d{2}[./-]\d{2}\Z")
_DROPPED_TRUNK = re.compile(r"\(0\)")
_DIGITS = re.compile(r"\d")
_DIGITS_APART = re.compile(r"\d[^\n]{0,3}\d[^\n]{0,3}\d[^\n]{0,3}\d[^\n]{0,3}\d[^\n]{0,3}\d")


def phone_numbers(text: str) -> Iterator[Mark]:
    """Telephone and fax numbers of any country; national forms by their words, their trunk zero or the American form."""
    if not _DIGITS_APART.search(text):
        return
    taken: list[tuple[int, int]] = []

    def free(start: int, end: int) -> bool:
        return all(end <= s or e <= start for s, e in taken)

    def mark(start: int, end: int, score: float, reason: str) -> Mark:
        while text[end - 1] in " \t\r\n.-/(":
            end -= 1
        if text[end - 1] == ")" and text.count("(", start, end) < text.count(")", start, end):
            end -= 1
        taken.append((start, end))
        return Mark(start, end, PHONE_NUMBER, score, reason)

    for match in _LABELLED.finditer(text):
        start = match.start("number")
        number = text[start : match.end()]
        if (
            6 <= len(_DIGITS.findall(match["number"])) <= 15
            and not _DATE.match(match["number"])
            and free(start, match.end())
        ):
            first = _first_number(number)
            yield mark(start, start + len(first), 0.95, "a number after a word for telephone or fax")
    for match in _INTERNATIONAL.finditer(text):
        if not free(match.start(), match.end()) or _OTHER_NUMBER.search(
            text, max(0, match.start() - 24), match.start()
        ):
            continue
        end = _valid_international(match[0])
        if end:
            yield mark(match.start(), match.start() + end, 0.95, "an international telephone number")
    for match in _NORTH_AMERICAN.finditer(text):
        low = max(0, match.start() - 24)
        labelled = _OTHER_NUMBER.search(text, low, match.start()) and not (
            match[0][0] in "1(+" and _JUST_NUMBER.search(text, low, match.start())
        )
        if free(match.start(), match.end()) and not labelled:
            yield mark(match.start(), match.end(), 0.9, "the form of a North American telephone number")
    for match in _TRUNK.finditer(text):
        if (
            free(match.start(), match.end())
            and not _OTHER_NUMBER.search(text, max(0, match.start() - 24), match.start())
            and not _DATE.match(match[0])
            and not _NUMBER_BEFORE.search(text, max(0, match.start() - 2), match.start())
            and _valid_national(match[0])
        ):
            yield mark(match.start(), match.end(), 0.7, "a telephone number in its country's form")
    for match in _LOCAL.finditer(text):
        if free(match.start(), match.end()) and not _OTHER_NUMBER.search(
            text, max(0, match.start() - 24), match.start()
        ):
            yield mark(match.start(), match.end(), 0.7, "a telephone number in its country's form")


def _first_number(number: str) -> str:
    """*number* up to where a second one seems to begin: behind a slash, or where the digits are too many for one."""
    parts = re.split(r"\s{3,}|\r?\n|\s/\s", number)
    kept = parts[0]
    american = _NORTH_AMERICAN.match(kept)
    if american is not None:
        return american[0]
    return kept if len(_DIGITS.findall(kept)) >= 6 else number


def _valid_international(number: str) -> int:
    """Length of the longest beginning of *number*, cut at blanks, that a number plan allows; 0 where none does."""
    import phonenumbers

    if re.match(r"\(?00\d{4,}\D", number):
        return 0  # a country's code stands apart from what follows, or everything is one group
    ends = [len(number), *(m.start() for m in reversed(list(re.finditer(r"[\s(/]", number))) if m.start() > 6)]
    for end in ends:
        plain = _DROPPED_TRUNK.sub("", number[:end])
        digits = re.sub(r"(?:ext|x).*", "", plain, flags=re.IGNORECASE)
        plain = re.sub(r"^\(?(?:\+|00|011)\D*", "+", digits)
        try:
            parsed = phonenumbers.parse(plain, None)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_possible_number(parsed) and (
            number.lstrip("(").startswith("+") or phonenumbers.is_valid_number(parsed)
        ):
            return end
    # Of a country whose numbers have grown longer since.
    return len(number) if re.fullmatch(r"\(?\+[1-9]\d{0,2}(?: \(?\d{1,5}\)?){2,5}", number) and _is_long(number) else 0


def _is_long(number: str) -> bool:
    return 9 <= len(_DIGITS.findall(number)) <= 15


def _valid_national(number: str) -> bool:
    import phonenumbers

    plain = re.sub(r"(?:ext|x).*", "", number, flags=re.IGNORECASE)
    digits = "".join(_DIGITS.findall(plain))
    if not 9 <= len(digits) <= 12 or len(re.split(r"\D+", plain.strip("() "))) < 2:
        return False
    groups = re.split(r"\D+", plain.strip("() "))
    if (
        re.fullmatch(r"\d{5}-\d{4}|\d+\.\d|0\d/.*", plain.strip())
        or len(groups[-1]) < 2
        or re.search(r"\.\d(?!\d)", plain)
    ):
        return False
    for region in _TRUNK_REGIONS:
        try:
            parsed = phonenumbers.parse(plain, region)
        except phonenumbers.NumberParseException:
            return False
        if phonenumbers.is_valid_number_for_region(parsed, region):
            return True
    return False
