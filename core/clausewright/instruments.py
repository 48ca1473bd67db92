"""Other documents: the statutes and instruments that a citation may belong to, by the words around it."""

from __future__ import annotations

import re
from typing import NamedTuple

from clausewright.anchors import Signs, matches_near
from clausewright.convention import Convention
from clausewright.designators import HYPHENATED

_OWN_KIND = (
    r"(?:(?P<whole>agreement|contract|lease|deed|licen[sc]e)|(?P<amending>amendment|addendum)|terms|conditions|appendix|schedule|"
    r"exhibit|annex|letter|guarantee|plan|document|undertaking|policy|mnda|nda|dpa|baa|msa|psa|csa|spa|sha|sla|sow|eula|mou)"
)
_INWARD = re.compile(
    r"\s*,?\s*(?:hereof|herein|hereto|hereunder|attached\s+(?:hereto|to\s+this)|above\s+in\s+this|(?:of|in|to|under)\s+(?:this|the\s+present|these)\s+"
    rf"(?:[A-Z]?[\w-]+\s+){{0,3}}?{_OWN_KIND}\b)",
    re.IGNORECASE,
)
_THEREOF = re.compile(
    r"\s*,?\s*(?:of\s+this\s+Tariff\b|to\s+Subpart\s+[A-Z]\b|thereof|thereto|therein|thereunder|(?:of|in|to|under)\s+(?:such|that|said)\s+(?:[A-Z]|agreement\b|act\b|law\b|code\b))"
)
_OF = re.compile(
    r"\s*,?\s*(?P<by>of(?=the\s)|of|under|to|in|from|OF(?=\s+(?:THE|LAW)\s))(?:\s+|(?=the\s))"
    r"(?P<det>(?i:the)\s+|that\s+certain\s+|such\s+|said\s+|its\s+|their\s+|each\s+|any\s+|an?\s+)?[\"“]?"
    r"(?P<name>[A-Z0-9][\w.&'’-]*(?:\s+(?:of|and|the|for|on|in|&|to)(?=\s+(?:the\s+)?[A-Z])|\s+[A-Z(][\w.&'’()-]*|\s+\d{4})*)"
)
_OF_ITS_ATTACHMENT = re.compile(
    r"\s*,?\s*(?:of|in|to|under)\s+the\s+(?:schedule|exhibit|annex|appendix|attachment)(?=\s+to\s+the\s+[A-Z])"
)
_OF_LONG_NAME = re.compile(
    r"\s*,?\s*(?:of|under|to|in)\s+the\s+(?P<name>(?:[A-Z][\w&-]*,?\s+(?:(?:and|of|for)\s+)?){2,12}(?:Agreement|Contract|Lease|Plan))\b"
)
_COMMON_LAW = re.compile(
    r"\s*,?\s*(?:of|under|in|to)\s+(?:the|said|such|that|any)\s+(?:[A-Z][a-z]+\s+)?(?:[a-z]+\s+){0,3}"
    r"(?:code|act|law|statute|regulations?|directive|ordinance|constitution|decree|treaty|convention|bylaws|by-laws|by\s+laws)\b"
)
_ACT_BEHIND = re.compile(
    r"\s+(?:GDPR|UCC|ERISA|CCPA|FSMA|TUPE|PECR|BGB|HGB|TFEU|DGCL|U\.S\.C\.|C\.F\.R\.|[A-Z]{2,6}\s+(?:19|20)\d\d|(?:[A-Z][a-z]+\s+){1,4}Act|the\s+Law\b)(?!\w)"
)
_STATUTE_BEFORE = re.compile(
    r"(?=[ACDLRSUc])(?:U\.?\s?S\.?\s?C\.?(?:A\.?)?|C\.?\s?F\.?\s?R\.?|\bCode(?:\s+of\s+[A-Z]\w+(?:\s+[A-Z]\w+)?)?|\bRate\s+Schedules?\s+[A-Z]{2,5}(?:-[A-Z])?|\bAct|\bRules?|\bRegulations?|\bReg\.|\bRegulation\s+[A-Z][-\w]*|\bStat\.|\bLaws?|\bDirective|\bc(?:h|hap)?\.?\s?\d{1,4})"
    r"(?:\s+of\s+\d{4}|\s+\d{4})?\s*(?:,|§|at|\()?\s*\Z"
)
_AGREEMENT_BEFORE = re.compile(
    r"\bthe\s+(?P<name>(?:[A-Z][\w&'’-]*\s+(?:(?:of|and|for)\s+)?){1,6}(?:Agreement|Contract|Lease|Plan))\s+\Z"
)
"""The name of an agreement right before what is cited of it: "the Master Services Agreement sections 3 and 4"."""
_LAND_BEFORE = re.compile(r"\b(?:property|land|lands|tract|acres|lots?)\s+(?:located\s+|situated\s+)?(?:at|in|on)\s+\Z")
_LAND_BEHIND = re.compile(r",?\s+(?:Township|Twp\.?|T\.?)[ \t]*\d{1,3}[ \t-]*(?:North|South|N|S)\b")
"""What the square miles of a land survey are numbered within: "Section 30, Township 15 North"."""
_IN_STATUTE_BRACKET = re.compile(r"\b(?:Act|Directive|Convention|Treaty)\b[^.;()]{0,60}\(\s*\Z")
_SHORT_NAME_BEFORE = re.compile(r"(?<![\w&.'’-])(?P<name>[A-Z]{2,6})[\s,]\s*\Z")
_ORDINARY_CAPITALS = frozenset(
    "SEE AND OR UNDER THE THIS IN TO OF PER WITH BY FOR AS AT ON NO FROM NOR BUT THAT ALSO EACH ANY".split()
)
_INITIALS = re.compile(r"\b(?:[A-Z]{3,}s?|[A-Z]{2,}\s+(?:19|20)\d\d)\b")
"""A short name that another document goes by: MSA, SCCs, CA 2006."""
_FORM_NUMBER = re.compile(r"(?:13[DFG]|14[ACDNF]|TO|K-1)(?:-\w)?\Z")
"""Numbers of the schedules that are filed with the SEC."""
_HYPHENATED = re.compile(rf"{HYPHENATED}\Z")
_INCLUDING_BEFORE = re.compile(
    r"\b(?:the|such)\s+(?P<name>[A-Z][\w&]*(?:\s+(?:of\s+|and\s+)?[A-Z][\w&]*){0,6}),?\s+including,?\s+"
    r"(?:but\s+not\s+limited\s+to|without\s+limitation),?\s+\Z"
)
_NAME_ENDS = re.compile(
    r"(?<![A-Z]nc)(?<!Ltd)(?<!Corp)(?<=[A-Za-z]{3})\.\s+(?=[A-Z])|\s*\((?![^()]*\))"
    r"|\s+(?:and|or)\s+(?=(?:Sub-?)?(?i:Section|Article|Clause|Paragraph|Schedule|Exhibit|Annex|Appendix|Recital)s?\b)"
)
_ASIDE = re.compile(
    r"(?:\s*\((?:inclusive|as\s+[^()]{3,60}|[^()]{0,70}\bclause\s+\([a-z]+\)|each,?[^()]{0,60}|collectively[^()]{0,60})\)"
    r"|\s*,?\s*(?:inclusive|respectively|as\s+amended|as\s+applicable|each\s+as\s+amended)\b,?)"
)
_STATUTE = re.compile(
    r"(?<![\w'’&.-])(?P<name>(?:U\.S\.\s+)?(?:(?!(?:Act|Convention|Directive|Ordinance|With|Under|In|Of|And|Such|Any|Each|This|Pursuant|To|By|Rules)\b)[A-Z][\w'’&-]*,?\s+(?:(?:of|and|on|for|in)\s+)?|\([A-Z][^()]{3,40}\)\s+){1,8}(?:Act|Convention|Directive|Ordinance)(?:\s+of)?(?:\s+\d{4})?(?![\w-])(?:\s+\([A-Z][a-z]{1,4}\))?"
    r"|(?:SECURITIES|EXCHANGE|COMPANIES|COMPANY|INVESTMENT|BANKRUPTCY|PATENTS|PRIVACY)\s+(?:[A-Z]{4,}\s+){0,2}(?:ACT|CODE)(?:\s+OF\s+\d{4}|\s+\d{4})?(?!\w)"
    r"|(?:U\.S\.\s+|United\s+States\s+)?(?:Internal\s+Revenue|Bankruptcy|Uniform\s+Commercial|Health\s+and\s+Safety|Business\s+and\s+Professions|Insurance|Vehicle|Evidence|Probate|Commercial|Civil|Penal|Labor|Corporations|Government|Criminal|Tax)\s+Code(?:\s+of\s+\d{4})?(?!\w)"
    r"|(?:[A-Z][\w-]*\s+){1,4}General\s+Data\s+Protection\s+Regulation|General\s+Data\s+Protection\s+Regulation"
    r"|RULES?\s+\d{1,4}[A-Z]{0,2}-\d{1,2}(?:\([a-z0-9]{1,3}\))*(?!\w)|(?:ICC\s+)?(?:Incoterms|INCOTERMS)\s+(?:19|20)\d\d(?!\d)"
    r"|Rules?\s+\d{1,4}[A-Za-z]{0,2}(?:-\d{1,2})?(?:\([a-z0-9]{1,3}\))*(?![\w.]\w|\w)|Subchapter\s+[A-Z](?!\w)"
    r"|Items?\s+\d{3,4}(?:\([a-z0-9]{1,3}\))*(?!\w)|Reg(?:ulation|\.)\s+(?:[A-Z]-[A-Z]|AB|FD|[A-Z](?!-)|\d{1,3})(?!\w)"
    r"|Rate\s+Schedules?\s+[A-Z]{2,5}(?:/[A-Z]{2,5}|-[A-Z])?(?!\w)|[A-Z]{2,5}(?:/[A-Z]{2,5})?\s+Rate\s+Schedules?\b"
    r"|\d{1,2}\s+(?:U\.?\s?S\.?\s?C\.?(?:A\.)?|C\.?\s?F\.?\s?R\.?)\s*(?:§+\s*|[Ss]ections?\s+|[Pp]arts?\s+)?\d[\w.-]*\w(?:\([a-z0-9]{1,3}\))*)"
)
_MISREAD_SECTION = re.compile(r"(?<![\w.])\$\d{2,4}[A-Z]?(?=\s+\Z)")
"""A section sign that text recognition took for the sign of a dollar: "$1159 Companies Act 2006"."""
_SIGNS_OF_STATUTE = Signs(
    "Act ACT Convention Directive Ordinance Code CODE Protection Reg Rule RULE Item Subchapter Rate".split()
    + "ncoterms NCOTERMS U F".split()
)
_STATUTE_SIGN = re.compile(
    r"(?:Act|Convention|Directive|Ordinance)(?![\w-])|(?:ACT|CODE|Code)(?!\w)|Protection\s+Regulation|RULES?\s+\d|Rules?\s+\d"
    r"|ncoterms|NCOTERMS|Subchapter\s+[A-Z]|Items?\s+\d{3}|Reg(?:ulation|\.)\s+[A-Z\d]|Rate\s+Schedule"
    r"|U\.?\s?S\.?\s?C(?![B-Zb-z])|F\.?\s?R(?![A-Za-z])"
)
"""What no name of a statute can do without; it begins with one of the signs."""
_LONGEST_NAME = 200
_BEHIND_SIGN = 80
"""Characters of a statute's name before and from its last sign, at most."""
_NO_STATUTE = re.compile(r"(?:The|An?|This|Such|Any|No|Each)\s+(?:Act|Convention|Directive)\b")
_AGREEMENT_ENDS = ("Agreement ", "Contract ", "Lease ", "Plan ")
_AGREEMENT = re.compile(
    r"\b(?:Agreement|Contract|Lease|Act|Plan|Indenture|Directive|Regulations?|Convention|Code|Tariff|Disclosure\s+(?:Schedules?|Letter))\b",
    re.IGNORECASE,
)


_FORM_OR_STANDARD = re.compile(
    r"Forms?\s+(?:\d|[A-Z]{1,3}-\d|[A-Z]\b)"
    r"|(?:BS|EN|DIN|ASTM|ANSI|IEC|IEEE|ISO|NFPA|ASME)(?:[/ -](?:EN|IEC|ISO|IEEE|NFPA)){0,3}\s?-?\s?[A-Z]?\d"
)
"""Forms of an authority and standards of a trade body, with their numbers."""
_CONDITIONS = re.compile(r"(?:General|Particular|Special|Standard)\s+Conditions\Z")
_ELECTED = "83(b)"
"""A section of the tax code that is cited by its number alone."""


class Governor(NamedTuple):
    """The document that the words around a list of citations name.

    *outward* says that it surely is another one, *inward* that it surely is this one, *whole* that it is the agreement
    as a whole and not the attachment the words stand in, *amending* that it is this amendment itself; *document* is its
    name.
    """

    document: str | None = None
    outward: bool = False
    inward: bool = False
    whole: bool = False
    amending: bool = False


UNNAMED = Governor()


def _name_alone(name: str) -> str:
    """*name* without the beginning of the next sentence and brackets that are not closed in it."""
    name = _NAME_ENDS.split(" ".join(name.split()), maxsplit=1)[0].rstrip(".,( ")
    return name if "(" in name else name.rstrip(")")


def end_of_aside(text: str, position: int) -> int:
    """Where "(inclusive)", ", respectively," and their like end behind a citation, so that "of the X" can be read."""
    while (match := _ASIDE.match(text, position)) is not None:
        position = match.end()
    return position


def is_filed_form(number: str) -> bool:
    """Whether *number* is that of a schedule filed with an authority, which is a form and no place in a paper."""
    return _FORM_NUMBER.match(number.strip("\"“”‘’'")) is not None


class InstrumentReader:
    """Tells citations of this document from those of another one, under one convention."""

    def __init__(self, convention: Convention) -> None:
        self._instruments = re.compile(rf"\b(?:{convention.external_pattern})(?![\w])", re.IGNORECASE)

    def behind(self, text: str, position: int, *, attachment: bool) -> Governor:
        """What the words from *position* say; an *attachment* belongs to few kinds of documents."""
        if (own := _INWARD.match(text, position)) is not None:
            whole, amending = (own.group(word) is not None for word in ("whole", "amending"))
            return Governor(inward=True, whole=whole, amending=amending)
        if _THEREOF.match(text, position):
            return Governor(outward=True)
        if _LAND_BEHIND.match(text, position):
            return Governor(outward=True)
        if (act := _ACT_BEHIND.match(text, position)) is not None:
            return Governor(" ".join(act.group().split()), outward=True)
        if (law := _COMMON_LAW.match(text, position)) is not None:
            return Governor(" ".join(law.group().split()), outward=True)
        if (attached := _OF_ITS_ATTACHMENT.match(text, position)) is not None:
            position = attached.end()
        if (lead := _OF.match(text, position)) is None:
            return UNNAMED
        document = _name_alone((_OF_LONG_NAME.match(text, position) or lead).group("name"))
        if document.endswith(("'s", "’s")):
            return UNNAMED  # "the rates in Schedule A to Vendor's then current rates"
        if _FORM_OR_STANDARD.match(document):
            return Governor(document, outward=True)
        if _CONDITIONS.match(document):
            return Governor(document)
        if not self._instruments.search(document):
            the = (lead.group("det") or "").strip().lower()
            one = the in ("the", "that certain", "said") or (not the and lead.group("by") != "to")
            initials = one and _INITIALS.search(document) is not None
            return Governor(document) if initials and not text.isupper() else UNNAMED
        return Governor(document, outward=not attachment or bool(_AGREEMENT.search(document)))

    def before(self, text: str, start: int, number: str) -> Governor:
        """What the words before *start*, where a citation of *number* begins, say."""
        window = text[max(0, start - 40) : start]
        if (statute := _STATUTE_BEFORE.search(window)) is not None:
            return Governor(statute.group().strip(" ,(§"), outward=True)
        if _IN_STATUTE_BRACKET.search(text, max(0, start - 90), start) or _LAND_BEFORE.search(window):
            return Governor(outward=True)
        if window.endswith(_AGREEMENT_ENDS) and (
            agreement := _AGREEMENT_BEFORE.search(text, max(0, start - 90), start)
        ):
            return Governor(" ".join(agreement.group("name").split()), outward=True)
        number = number.strip("\"“”‘’'")
        if number == _ELECTED:
            return Governor(number, outward=True)
        if _HYPHENATED.match(number):
            return Governor(number, outward=True)
        if "ncluding" in window and (whole := _INCLUDING_BEFORE.search(text, max(0, start - 160), start)) is not None:
            document = _name_alone(whole.group("name"))
            if self._instruments.search(document) or document.replace("&", "").isupper():
                return Governor(document)
        short = _SHORT_NAME_BEFORE.search(window)
        if (
            short is None
            or short.group("name") in _ORDINARY_CAPITALS
            or not text[start : start + 3].strip("§")[1:].islower()
        ):
            return UNNAMED
        return Governor(short.group("name"), outward=False)

    @staticmethod
    def statutes(text: str) -> list[tuple[int, int]]:
        """Spans of the statutes that *text* names by their titles."""
        signs = _SIGNS_OF_STATUTE.starts(text)
        if signs is None:
            names = _STATUTE.finditer(text)
        else:
            sure = [sign for sign in signs if _STATUTE_SIGN.match(text, sign) is not None]
            names = matches_near(_STATUTE, text, sure, _LONGEST_NAME, _BEHIND_SIGN)
        found = []
        for named in names:
            if not _NO_STATUTE.match(named.group()):
                start, end = named.span("name")
                section = _MISREAD_SECTION.search(text, max(0, start - 8), start)
                found.append(section.span() if section is not None else (start, end))
        return found
