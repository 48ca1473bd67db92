"""Bank data, payment cards, passports and dates of birth."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clausewright.privacy.marks import BANK_ACCOUNT, CREDIT_CARD, DATE_OF_BIRTH, IBAN_CODE, PASSPORT_NUMBER, Mark

_SEPARATORS = re.compile(r"[\s./-]")

# -- bank -------------------------------------------------------------------------------------------------------------

_IBAN = re.compile(r"(?<![^\W_])[A-Za-z]{2}\d{2}(?:[\s-]?[A-Za-z0-9]){11,30}(?![^\W_])")
_IBAN_WORD = re.compile(r"\bIBAN\b[^\n]{0,16}\Z", re.IGNORECASE)
_BANK = re.compile(
    r"\b(?:(?:bank\s+|deposit\s+|checking\s+|savings\s+)?(?:account|acct|acc|a/c)\.?\s*(?:(?:no|nr|number|num)\b\.?|#)|sort\s+code|"
    r"ABA(?:\s+(?:no|number|routing(?:\s+(?:no|number))?|#))?\b\.?|routing\s+(?:no|number|transit\s+number)\b\.?|"
    r"(?:SWIFT|BIC)(?:\s?/\s?BIC)?(?:\s+(?:code|no|number|address))?\b\.?|BSB(?:\s+(?:no|number))?|IFSC(?:\s+code)?|CLABE)"
    r"[\s:#.]{0,6}(?:is\s)?(?P<value>[A-Z0-9](?:[A-Z0-9]|[ -](?=[A-Z]*\d)){3,33})(?![\w])",
    re.IGNORECASE,
)
_ACCOUNT = re.compile(
    r"(?<![\w/])(?<!\bon )(?:account|acct|acc|(?P<short>a/c))\b\.?[ \t]{0,3}:?\s{0,3}"
    r"(?P<value>\d(?:[ -]?\d){6,16})(?![\w/%-]|[.,]\d)",
    re.IGNORECASE,
)
_BANKING = re.compile(
    r"\b(?:sort\s+code|bank|building\s+society|IBAN|BIC|SWIFT|BSB|ABA|routing|IFSC|beneficiary|payee|account\s+name|wire)\b",
    re.IGNORECASE,
)
_NEAR_BANKING = 120
"""Characters on either side of a number in which a word of banking says whose account is meant."""
_SWIFT = re.compile(r"[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?")


def bank_data(text: str) -> Iterator[Mark]:
    """IBANs by their check digits, other account and bank numbers by the words before them."""
    from stdnum import iban

    for match in _IBAN.finditer(text):
        spaces = [m.start() for m in re.finditer(r"[\s-]", match[0]) if m.start() >= 15]
        for end in (len(match[0]), *reversed(spaces)):
            plain = _SEPARATORS.sub("", match[0][:end])
            if iban.is_valid(plain) or (iban.is_valid(plain, check_country=False) and plain[:2].isupper()):
                yield Mark(match.start(), match.start() + end, IBAN_CODE, 1.0, "an IBAN whose check digits are right")
                break
        else:
            if _IBAN_WORD.search(text, max(0, match.start() - 24), match.start()):
                yield Mark(match.start(), match.end(), IBAN_CODE, 0.7, "the form of an IBAN after that word")
    for match in _BANK.finditer(text):
        value = match["value"].rstrip(" -")
        digits = sum(char.isdigit() for char in value)
        if digits >= 5 or (digits >= 0 and _SWIFT.fullmatch(value) and value.isupper() and "I" in match[0].upper()):
            start = match.start("value")
            yield Mark(start, start + len(value), BANK_ACCOUNT, 0.85, "a number after a word for bank or account")
    for match in _ACCOUNT.finditer(text):
        start, end = match.span("value")
        if match["short"] or _BANKING.search(text, max(0, match.start() - _NEAR_BANKING), end + _NEAR_BANKING):
            yield Mark(start, end, BANK_ACCOUNT, 0.8, "a number after the word account beside a word of banking")


_CARD = re.compile(r"(?<![\w.,$€£+-])\d(?:[ .-]?\d){12,18}(?!\w|[.,]\d|-\d)")
_CARD_START = re.compile(r"4|5[1-5]|2[2-7]|3[47]|36|38|30[0-5]|35|6(?:011|4[4-9]|5|2|7|0|3|8|9)|50|5[6-9]|9792|220")
_CARD_GROUPS = re.compile(
    r"\d{4}([ .-])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ .-])\d{6}\2\d{4,5}|\d{13,19}|\d{6}([ .-])\d{7,13}"
)


def card_numbers(text: str) -> Iterator[Mark]:
    """Payment cards: an issuer's first digits, the usual groups, and Luhn's check digit."""
    from stdnum import luhn

    for match in _CARD.finditer(text):
        plain = _SEPARATORS.sub("", match[0])
        if (
            _CARD_START.match(plain)
            and _CARD_GROUPS.fullmatch(match[0])
            and len(set(plain)) > 1
            and luhn.is_valid(plain)
        ):
            yield Mark(match.start(), match.end(), CREDIT_CARD, 1.0, "a card number whose check digit is right")


# -- passports --------------------------------------------------------------------------------------------------------

_PASSPORT = re.compile(
    r"\b(?:passports?|passeport|reisepass|pasaporte|travel\s+document)\b(?:[^.;\n]|\.(?=[ :])){0,40}?(?<![\w-])"
    r"(?P<value>(?-i:(?=[A-Z0-9 ]{0,9}\d\d)[A-Z0-9]{1,2}\s?(?:[A-Z0-9]{5,8}|\d{3}\s\d{3,4})))(?![\w-])",
    re.IGNORECASE,
)
_BARE_PASSPORT = re.compile(
    r"(?<![\w./#-])(?:[A-Z]\d{7}[A-Z\d]?|[A-Z]{2}(?:\s?\d{7}|\d{4}[A-Z]\d{2})|[CFGHJK](?=[0-9A-Z]*\d[0-9A-Z]*\d[0-9A-Z]*\d[0-9A-Z]*\d)"
    r"(?=[0-9]*[A-Z])[CFGHJKLMNPRTVWXYZ0-9]{8})(?![\w/-]|\.\d)"
)
_NOT_PASSPORT = re.compile(
    r"(?:EP|WO|US|JP|CN|KR|DE|FR|GB|IN|CA|AU|TW|RU|NL|IL|AT|BE|CH|DK|ES|FI|IE|IT|PL|SE|NO|PT|GR|HU|CZ|SK|RO|BG|TR|LU|LI|HR|SI|LT|LV|EE|"
    r"EA|AP|OA|UA|ZA|MX|BR|AR|CL|NZ|SG|HK|MY)\s?\d|PCT",
    re.IGNORECASE,
)
_LABELLED_OTHERWISE = re.compile(
    r"\b(?:no|nos|number|numbers|patents?|application|serial|account|section|file|docket|reference|ref|registration|reg"
    r"|invoice|case|order|policy|code|product|part|model|catalog(?:ue)?|item|sku|contract|agreement|purchase|form|lot"
    r"|company|vat|tax|id|bond|certificate|licen[cs]e|permit|tariff|project|drawing|grant)\b[\s.:#,(]{0,4}\Z|#\s?\Z",
    re.IGNORECASE,
)


def passport_numbers(text: str) -> Iterator[Mark]:
    """Passports by the word, and what has the form of one without another label before it."""
    for match in _PASSPORT.finditer(text):
        value = match["value"]
        if sum(char.isdigit() for char in value) >= 5 and not re.fullmatch(r"(?:19|20)\d\d ?\d*", value):
            start = match.start("value")
            yield Mark(start, start + len(value), PASSPORT_NUMBER, 0.95, "a number after the word passport")
    for match in _BARE_PASSPORT.finditer(text):
        if not _NOT_PASSPORT.match(match[0]) and not _LABELLED_OTHERWISE.search(
            text, max(0, match.start() - 24), match.start()
        ):
            yield Mark(match.start(), match.end(), PASSPORT_NUMBER, 0.5, "the form of a passport number")


# -- dates of birth ---------------------------------------------------------------------------------------------------

_MONTH = (
    r"(?:jan(?:uary|uar|vier|eiro|\.)?|feb(?:ruary|ruar|rero|braio|\.)?|févr(?:ier|\.)?|fevereiro|mar(?:ch|s|zo|ço|\.)?|"
    r"märz|maart|apr(?:il|ile|\.)?|avril|abril|ma[iyj]o?|mei|maggio|maio|june?|juni|juin|junio|junho|giugno|july?|juli|"
    r"juillet|julio|julho|luglio|aug(?:ust|ustus|\.)?|août|agosto|sept?(?:ember|embre|iembre|\.)?|setembro|settembre|"
    r"o[ck]t(?:ober|obre|ubre|\.)?|outubro|ottobre|nov(?:ember|embre|iembre|embro|\.)?|de[cz](?:ember|embro|embre|\.)?|"
    r"d[ie]c(?:iembre|embre|\.)|déc(?:embre|\.)?|enero|gennaio|styczeń|stycznia)"
)
_UNIT = (
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|"
    r"fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|"
    r"(?:twenty|thirty)[\s-](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))"
)
_NUMBER_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    r"eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|and|oh)"
)
_YEAR = rf"(?:(?:1[89]|20)\d\d|'\d\d|{_NUMBER_WORD}(?:[\s-]+{_NUMBER_WORD}){{1,6}})"
_DAY = rf"(?:\d{{1,2}}(?:st|nd|rd|th|er|\.)?|{_UNIT})"
_A_DATE = (
    rf"(?:\d{{1,2}}\s?[./-]\s?\d{{1,2}}\s?[./-]\s?(?:\d{{4}}|\d\d)|\d{{4}}[./-]\d{{1,2}}[./-]\d{{1,2}}"
    rf"|(?:{_DAY}\s+)(?:day\s+)?(?:of\s+|de\s+)?{_MONTH}(?:,?\s+(?:in\s+the\s+year\s+(?:of\s+)?|of\s+|de\s+)?{_YEAR})?"
    rf"|{_MONTH}\s+(?:the\s+)?{_DAY}(?:,?\s+(?:in\s+the\s+year\s+)?{_YEAR})?|\d{{1,2}}-{_MONTH}-\d{{2,4}}"
    rf"|\d{{1,2}}\s+{_MONTH}\s+\d{{2,4}}|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))"
)
_BIRTH = (
    r"(?:born|d\.?o\.?b\.?|dates?\s+of\s+birth|birth\s?-?date|birth\s?days?|geb(?:oren|\.)|geburtsdatum|n[ée]e?\s+le|"
    r"date\s+de\s+naissance|nacid[oa](?:\s+el)?|fecha\s+de\s+nacimiento|nat[oa](?:\s+il)?|data\s+di\s+nascita|"
    r"nascid[oa](?:\s+em)?|data\s+de\s+nascimento|geboortedatum|urodzon[ya]|\(b\.)"
)
_BORN = re.compile(rf"(?<!\w){_BIRTH}(?!\w)[^\d;]{{0,40}}?(?<!\w)(?P<value>{_A_DATE})(?!\w)", re.IGNORECASE)
_THEN_BORN = re.compile(
    rf"(?<!\w)(?P<value>{_A_DATE})(?!\w)[\s,(]{{0,4}}(?:\((?:date\s+of\s+birth|dob|born)\)|date\s+of\s+birth|dob|being\s+(?:his|her|their)\s+(?:date\s+of\s+birth|birthday)|is\s+(?:his|her|the)\s+(?:date\s+of\s+birth|birthday))",
    re.IGNORECASE,
)
_MAY_HOLD_BIRTH = re.compile(
    r"\bborn\b|birth|\bd\.?o\.?b\b|\bgeb(?:oren|\.|urts)|\bn[ée]e?\s+le|naissance|nac[ii]|nasc|\bnat[oa]\b|geboorte|urodzon|\(b\.",
    re.IGNORECASE,
)


def dates_of_birth(text: str) -> Iterator[Mark]:
    """Dates, in figures or in words, beside a word for birth."""
    if not _MAY_HOLD_BIRTH.search(text):
        return
    for pattern in (_BORN, _THEN_BORN):
        for match in pattern.finditer(text):
            yield Mark(match.start("value"), match.end("value"), DATE_OF_BIRTH, 0.95, "a date beside a word for birth")
