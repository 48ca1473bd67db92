"""National numbers of persons: social security, identity, tax and health numbers of many countries.

A number whose form is unmistakable, or whose check digits are right, is taken by itself; a plainer one needs the word
for it before it. Numbers of companies (EIN, ACN, CNPJ and their like) are nobody's personal data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from clausewright.privacy.marks import NATIONAL_ID, US_SSN, Mark

_MAY_HOLD = re.compile(r"\d(?:[ ./-]{0,2}[A-Za-z]{0,2}\d){5}|[A-Z]{5}\d{4}[A-Z]")


@dataclass(frozen=True, slots=True)
class Form:
    """How one country's number is printed. *check* is the module of ``stdnum`` that knows its check digits.

    *alone* says that it needs no word before it; *words* are those that make it sure even with wrong check digits.
    """

    kind: str
    name: str
    pattern: str
    check: str = ""
    words: str = ""
    alone: bool = True


FORMS = (
    Form("UK_NINO", "British national insurance number", r"(?!BG|GB|NK|KN|TN|NT|ZZ)[A-Z][A-Z]([ -]?)\d\d\1\d\d\1\d\d\1[A-D]",
         words=r"national\s+insurance|\bNINO\b|\bNI\b"),
    Form("UK_NHS", "British NHS number", r"\d{3}[ -]?\d{3}[ -]?\d{4}", "gb.nhs", r"\bNHS\b", alone=False),
    Form("CA_SIN", "Canadian social insurance number", r"\d{3}([ -])\d{3}\1\d{3}", "ca.sin", r"social\s+insurance|\bSIN\b"),
    Form("CA_SIN", "Canadian social insurance number", r"\d{9}", words=r"social\s+insurance|\bSIN\b", alone=False),
    Form("AU_TFN", "Australian tax file number", r"\d{3}[ -]\d{3}[ -]\d{3}", "au.tfn", r"tax\s+file|\bTFN\b"),
    Form("AU_TFN", "Australian tax file number", r"\d{8,9}", words=r"tax\s+file|\bTFN\b", alone=False),
    Form("AU_MEDICARE", "Australian Medicare number", r"[2-6]\d{3}[ -]\d{5}[ -]\d(?:[/ -]\d)?", words=r"medicare"),
    Form("ES_NIF", "Spanish identity number", r"\d{8}[ -]?[A-HJ-NP-TV-Z]|\d{1,2}\.\d{3}\.\d{3}-?[A-HJ-NP-TV-Z]", "es.dni",
         r"\bD\.?N\.?I\b|\bN\.?I\.?F\b"),
    Form("ES_NIE", "Spanish foreigner's number", r"[XYZ][ -]?\d{7}[ -]?[A-Z]", "es.nie", r"\bN\.?I\.?E\b"),
    Form("IT_FISCAL_CODE", "Italian fiscal code", r"[A-Za-z]{6}[ -]?\d[\dLMNPQRSTUV][A-Za-z]\d{1}[\dLMNPQRSTUV][ -]?[A-Za-z][\dLMNPQRSTUV]{3}[A-Za-z]"
         r"|[A-Z]{3} [A-Z]{3} \d\d[A-Z]\d\d [A-Z]\d{3}[A-Z]"),
    Form("FR_NIR", "French social security number", r"[12] ?\d\d ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d\d|2[AB]) ?\d{3} ?\d{3}(?: ?/? ?\d\d)?", "fr.nir",
         r"s[ée]curit[ée]\s+sociale|\bNIR\b|\bINSEE\b|social\s+security"),
    Form("DE_TAX_ID", "German tax identification number", r"\d\d ?\d{3} ?\d{3} ?\d{3}", "de.idnr",
         r"steuer-?id|identifikationsnummer|steuernummer|tax\s+id"),
    Form("DE_SOCIAL_SECURITY", "German social insurance number", r"\d\d[ ]?(?:[0-8]\d)?[0-3]\d[01]\d\d\d[ ]?[A-Z][ ]?\d{2,3}[ ]?\d?",
         words=r"sozialversicherung\w*|rentenversicherung\w*|social\s+(?:security|insurance)", alone=False),
    Form("PL_PESEL", "Polish PESEL number", r"\d{11}", "pl.pesel", r"\bPESEL\b"),
    Form("NL_BSN", "Dutch citizen service number", r"\d{4}\.\d{2}\.\d{3}", "nl.bsn", r"\bBSN\b|burgerservice\w*|sofi\w*"),
    Form("NL_BSN", "Dutch citizen service number", r"\d{3}[ .]?\d{3}[ .]?\d{3}|\d{9}", words=r"\bBSN\b|burgerservice\w*|sofi\w*", alone=False),
    Form("BE_NATIONAL_NUMBER", "Belgian national number", r"\d\d\.\d\d\.\d\d[- ]\d{3}[. -]\d\d", words=r"national\s+(?:register|number)|rijksregister\w*|registre\s+national"),
    Form("SE_PERSONNUMMER", "Swedish personal number", r"(?:19|20)?\d{6}[-+]\d{4}", "se.personnummer", r"person\w*nummer|personal\s+(?:identity\s+)?number"),
    Form("DK_CPR", "Danish CPR number", r"\d{6}-\d{4}", "dk.cpr", r"\bCPR\b"),
    Form("NO_FODSELSNUMMER", "Norwegian birth number", r"\d{6}[ -]?\d{5}", "no.fodselsnummer", r"f[øo]dselsnummer|personnummer"),
    Form("FI_PERSONAL_IDENTITY_CODE", "Finnish personal identity code", r"\d{6}[-+ABCDEFYXWVU]\d{3}[0-9A-FHJ-NPR-Y]", "fi.hetu", r"henkil[öo]tunnus|\bHETU\b|personal\s+identity\s+code"),
    Form("CH_AHV", "Swiss social security number", r"756[. ]?\d{4}[. ]?\d{4}[. ]?\d\d", "ch.ssn", r"\bAHV\b|\bAVS\b"),
    Form("AT_SVNR", "Austrian social insurance number", r"\d{4}[ -]?\d{6}", "at.vnr", r"\bSVNR\b|sozialversicherung\w*|versicherungsnummer|social\s+(?:security|insurance)", alone=False),
    Form("IE_PPS", "Irish PPS number", r"\d{7}[A-W][ABHWTX]?", "ie.pps", r"\bPPS(?:N)?\b"),
    Form("PT_NIF", "Portuguese tax number", r"[123]\d{2} ?\d{3} ?\d{3}", "pt.nif", r"\bNIF\b|contribuinte", alone=False),
    Form("GR_AMKA", "Greek AMKA number", r"\d{11}", "gr.amka", r"\bAMKA\b"),
    Form("CZ_RODNE_CISLO", "Czech or Slovak birth number", r"\d{6}/\d{3,4}", "cz.rc", r"rodn[ée]\s+[čc][íi]slo|birth\s+number"),
    Form("RO_CNP", "Romanian personal number", r"[1-9]\d{12}", "ro.cnp", r"\bCNP\b"),
    Form("BG_EGN", "Bulgarian citizen's number", r"\d{10}", "bg.egn", r"\bEGN\b", alone=False),
    Form("HR_OIB", "Croatian personal number", r"\d{11}", "hr.oib", r"\bOIB\b", alone=False),
    Form("HU_TAJ", "Hungarian social security number", r"\d{3}[ -]\d{3}[ -]\d{3}", words=r"\bTAJ\b", alone=False),
    Form("EE_ISIKUKOOD", "Estonian personal code", r"[1-6]\d{10}", "ee.ik", r"isikukood|personal\s+(?:identification\s+)?code"),
    Form("LT_ASMENS_KODAS", "Lithuanian personal code", r"[3-6]\d{10}", "lt.asmens", r"asmens\s+kodas|personal\s+code"),
    Form("LV_PERSONAS_KODS", "Latvian personal code", r"\d{6}-\d{5}", words=r"personas\s+kods|personal\s+code"),
    Form("SI_EMSO", "personal number of a country once Yugoslav", r"\d{13}", "si.emso", r"\bEM[ŠS]O\b|\bJMBG\b"),
    Form("IS_KENNITALA", "Icelandic identity number", r"\d{6}-\d{4}", "is_.kennitala", r"kennitala", alone=False),
    Form("UA_RNTRC", "Ukrainian tax number", r"\d{10}", "ua.rntrc", r"RNTRC|taxpayer", alone=False),
    Form("TR_TCKN", "Turkish identity number", r"[1-9]\d{10}", "tr.tckimlik", r"T\.?C\.?\s+kimlik|kimlik"),
    Form("IL_ID", "Israeli identity number", r"\d{8}-?\d", "il.idnr", r"teudat|israeli\s+(?:ID|identity)", alone=False),
    Form("ZA_ID", "South African identity number", r"\d{6} ?\d{4} ?[01]\d\d", "za.idnr", r"\bID\b|identity"),
    Form("IN_PAN", "Indian PAN", r"[A-Z]{3}P[A-Z]\d{4}[A-Z]", words=r"\bPAN\b"),
    Form("IN_PAN", "Indian PAN", r"[A-Z]{5}\d{4}[A-Z]", words=r"\bPAN\b|permanent\s+account", alone=False),
    Form("IN_AADHAAR", "Indian Aadhaar number", r"[2-9]\d{3}([ -])\d{4}\1\d{4}", "in_.aadhaar", r"aadhaa?r|\bUID\b"),
    Form("SG_NRIC_FIN", "Singaporean identity number", r"[STFGM]\d{7}[A-Z]", "", r"\bNRIC\b|\bFIN\b|identity"),
    Form("MY_NRIC", "Malaysian identity number", r"\d{6}-\d{2}-\d{4}", "my.nric", r"\bNRIC\b|MyKad"),
    Form("TH_TNIN", "Thai identity number", r"\d-\d{4}-\d{5}-\d{2}-\d", words=r"\bID\b|identification"),
    Form("ID_NIK", "Indonesian identity number", r"\d{16}", "id.nik", r"\bNIK\b|\bKTP\b", alone=False),
    Form("KR_RRN", "Korean resident registration number", r"\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[1-8]\d{6}", words=r"resident\s+registration|\bRRN\b"),
    Form("CN_RESIDENT_ID", "Chinese resident identity number", r"\d{17}[\dXx]", "cn.ric", r"resident|identity|\bID\b"),
    Form("TW_ID", "Taiwanese identity number", r"[A-Z][12]\d{8}", "", r"\bID\b|identity"),
    Form("HK_ID", "Hong Kong identity number", r"[A-Z]{1,2}\d{6}\s?\([0-9A]\)", "", r"\bHKID\b|identity"),
    Form("JP_MY_NUMBER", "Japanese individual number", r"\d{4}[ -]?\d{4}[ -]?\d{4}", "jp.in_", r"my\s+number|individual\s+number", alone=False),
    Form("BR_CPF", "Brazilian CPF number", r"\d{3}\.\d{3}\.\d{3}-\d\d", "br.cpf", r"\bCPF\b"),
    Form("BR_CPF", "Brazilian CPF number", r"\d{11}", "br.cpf", r"\bCPF\b", alone=False),
    Form("MX_CURP", "Mexican CURP", r"[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d", words=r"\bCURP\b"),
    Form("MX_RFC", "Mexican tax number of a person", r"[A-ZÑ]{4}-?\d{6}-?[A-Z0-9]{3}", "mx.rfc", r"\bRFC\b"),
    Form("AR_CUIL", "Argentine CUIL", r"(?:20|23|24|27)-?\d{8}-?\d", "ar.cuit", r"\bCUI[LT]\b"),
    Form("AR_DNI", "Argentine identity number", r"\d{2}\.\d{3}\.\d{3}", words=r"\bD\.?N\.?I\b", alone=False),
    Form("CL_RUT", "Chilean RUT", r"\d{1,2}\.\d{3}\.\d{3}-[\dkK]", "cl.rut", r"\bR\.?U\.?[NT]\b"),
    Form("AE_EMIRATES_ID", "Emirates ID", r"784-\d{4}-\d{7}-\d", words=r"emirates"),
)  # fmt: skip

_SSN = re.compile(r"(?<![\w.,$/-])(?!000|666)\d{3}(?P<gap>[-. ])(?!00)\d{2}(?P=gap)(?!0000)\d{4}(?![\w/-]|[.,]\d)")
_SSN_BY_WORD = re.compile(
    r"\b(?:S\.?S\.?N\.?|social\s+security|SS\s?#|taxpayer\s+identification|ITIN|T\.?I\.?N\.?)\b[^.;\n\d]{0,30}?"
    r"(?P<value>\d{3}[- .]?\d{2}[- .]?\d{4})(?![\w-])",
    re.IGNORECASE,
)
_ID_BY_WORD = re.compile(
    r"\b(?:national\s+(?:identity|identification|ID|insurance)|identity\s+card|ID\s+card|identification\s+card|"
    r"personal\s+(?:identification|identity|ID|code)|citizen(?:ship)?\s+(?:card|ID)|driv(?:er|ing)(?:'?s|s')?\s+licen[cs]e|"
    r"driving\s+licen[cs]e|residen(?:ce|t)\s+permit|social\s+(?:security|insurance)|cédula(?:\s+de\s+\w+)?|personalausweis)\b"
    r"(?:\s+(?:card|number|no|nr|id|#)\b\.?){0,2}[\s:.#(]{0,4}(?:is\s)?"
    r"(?P<value>(?=[A-Z0-9 ./-]{0,12}\d)[A-Z0-9](?:[ ./-]?[A-Z0-9]){5,17})(?![\w])",
    re.IGNORECASE,
)
_COMPANY_NUMBER = re.compile(
    r"(?:\b(?:company|compan(?:y|ies)\s+(?:registration|house)|corporat\w+|regist\w+|reg|patents?|"
    r"application|serial|account|acct|section|file|docket|invoice|case|order|policy|ISBN|ACN|A\.C\.N|ABN|A\.B\.N|ARBN|"
    r"EIN|employer|VAT|GST|CNPJ|KvK|CVR|SIREN|SIRET|DUNS|D-U-N-S|CUSIP|ISIN|commission|contract|agreement|purchase|"
    r"tracking|part|model|catalog(?:ue)?|item|SKU|reference|ref|lot|bond|permit|telephone|tel|fax|phone|commercial|trade)"
    r"\b[^\d;\n,\"]{0,40}|\b(?:number|no)\b[.:]?\s{0,3}|#\s?|[$€£]\s?)\Z",
    re.IGNORECASE,
)


_ROUND = re.compile(r"(?:\d{1,2}00[ -]?)+")
"""Groups such as 100 200 300, which are amounts."""


@cache
def _forms() -> list[tuple[Form, re.Pattern[str], re.Pattern[str] | None, Any]]:
    out = []
    for form in FORMS:
        pattern = re.compile(rf"(?<![\w.,$€£/-])(?:{form.pattern})(?![\w/-]|[.,]\d)")
        words = re.compile(rf"(?:{form.words})[^;\n]{{0,30}}\Z", re.IGNORECASE) if form.words else None
        check = import_module(f"stdnum.{form.check}") if form.check else _OWN_CHECKS.get(form.kind)
        out.append((form, pattern, words, check))
    return out


def national_numbers(text: str) -> Iterator[Mark]:
    """National numbers of persons, the American social security number among them."""
    if not _MAY_HOLD.search(text):
        for match in _ID_BY_WORD.finditer(text):
            yield from _by_word(match)
        return
    for match in _SSN_BY_WORD.finditer(text):
        yield Mark(match.start("value"), match.end("value"), US_SSN, 0.95, "a number after a word for social security")
    for match in _SSN.finditer(text):
        if not _COMPANY_NUMBER.search(text, max(0, match.start() - 60), match.start()):
            yield Mark(*match.span(), US_SSN, 0.9, "the form of an American social security number")
    for match in _ID_BY_WORD.finditer(text):
        yield from _by_word(match)
    for form, pattern, words, check in _forms():
        for match in pattern.finditer(text):
            start, end = match.span()
            if words is not None and words.search(text, max(0, start - 60), start):
                yield Mark(start, end, form.kind, 0.95, f"the form of a {form.name} after the word for it")
            elif (
                form.alone
                and not _ROUND.fullmatch(match[0])
                and (check is None or check.is_valid(match[0]))
                and not _COMPANY_NUMBER.search(text, max(0, start - 60), start)
            ):
                sure = "whose check digits are right" if check is not None else "by its form"
                yield Mark(start, end, form.kind, 0.8 if check is not None else 0.6, f"a {form.name} {sure}")


def _by_word(match: re.Match[str]) -> Iterator[Mark]:
    if sum(char.isdigit() for char in match["value"]) >= 5:
        yield Mark(match.start("value"), match.end("value"), NATIONAL_ID, 0.7, "a number after a word for identity")


class _Check:
    """A check of a number's digits that ``stdnum`` does not have."""

    def __init__(self, valid: Any) -> None:
        self.is_valid = valid


def _singapore(number: str) -> bool:
    total = sum(w * int(d) for w, d in zip((2, 7, 6, 5, 4, 3, 2), number[1:8], strict=True))
    total += {"T": 4, "G": 4, "M": 3}.get(number[0], 0)
    letters = {"S": "JZIHGFEDCBA", "T": "JZIHGFEDCBA", "F": "XWUTRQPNMLK", "G": "XWUTRQPNMLK", "M": "KLJNPQRTUWX"}
    return letters[number[0]][total % 11] == number[8]


def _taiwan(number: str) -> bool:
    letter = "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(number[0]) + 10
    digits = [letter // 10, letter % 10, *(int(d) for d in number[1:])]
    return sum(w * d for w, d in zip((1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1), digits, strict=True)) % 10 == 0


def _hong_kong(number: str) -> bool:
    letters, digits = re.match(r"([A-Z]{1,2})(\d{6})", number).groups()  # type: ignore[union-attr]
    values = [ord(c) - 55 for c in letters] + [int(d) for d in digits]
    if len(letters) == 1:
        values.insert(0, 36)
    total = sum(w * v for w, v in zip((9, 8, 7, 6, 5, 4, 3, 2), values, strict=True))
    last = number.rstrip(")")[-1]
    return (total + (10 if last == "A" else int(last))) % 11 == 0


def _belgium(number: str) -> bool:
    digits = re.sub(r"\D", "", number)
    body, check = digits[:9], int(digits[9:])
    return check in (97 - int(body) % 97, 97 - int("2" + body) % 97)


_OWN_CHECKS = {
    "SG_NRIC_FIN": _Check(_singapore),
    "TW_ID": _Check(_taiwan),
    "HK_ID": _Check(_hong_kong),
    "BE_NATIONAL_NUMBER": _Check(_belgium),
}
