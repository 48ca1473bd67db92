"""What stands around a name: signature marks, labels, offices, sentences that speak of a person.

The patterns look at the text that ends before a name (*left*) or begins behind it (*right*); ``REACH`` characters are
enough for each.
"""

from __future__ import annotations

import re

REACH = 90

SIGNED = "a name beside a signature mark"
LABELLED = "a name after a word such as By, Name or Attention"
TITLED = "a name after a form of address"
OFFICED = "a name beside an office"
SPOKEN = "a name where the sentence speaks of a person"
KNOWN = "a given name and a family name"
HALF_KNOWN = "words of which one is known as a name"
SEEMING = "words that may be a name"
MODEL = "a name by the language model"

_SURE_ROLE = re.compile(
    r"(?:\b(?:sent|forwarded|addressed)\s+to|\bidentified\s+by|\brepresented\s+by|\bconfirms\s+that|\brepresentatives?\s*\(|\bappointed|"
    r"\bappoints|\bdesignates|\bnominates|\bcontact\s+person(?:\s+is|:)?|\bproject\s+manager\s*[(:,]|\bnamed|\bemploys|\bmanaging\s+director,?|"
    r"\b(?:Chief\s+\w+(?:\s+\w+)?\s+Officer|Managing\s+Director|President|Marketing\s+Director|Director|Chairman|Secretary|Treasurer|General\s+Counsel|Inventor)s?,?)\s*[\"']?\Z"
)
_SIGN_LEFT = re.compile(r"(?:/\s?[sS]\s?/|(?<![\w/])[sS]/|\\[sS]\\)[\s_.:'\"-]{0,40}\Z")
_LABEL_LEFT = re.compile(
    r"(?:\b(?:By|BY|Per|PER|(?:[Ss]igned|SIGNED)(?:\s+by|\s+BY)?|[Ee]xecuted\s+by|(?:[Pp]rint(?:ed)?\s+)?[Nn]ames?|NAME|PRINT(?:ED)?\s+NAME|(?:[Ff]ull|[Ll]egal)\s+[Nn]ame|[Nn]ame\s+of\s+\w+|[Nn]ame\s+and\s+\w+|"
    r"Witness(?:ed\s+by)?|WITNESS|(?:Legal|Authori[sz]ed)\s+[Rr]epresentative|Holder|Employee|EMPLOYEE|Executive|EXECUTIVE|Consultant|CONSULTANT|Authori[sz]ed\s+(?:Signatory|Signature)|Signature|Signatory|Approved\s+by|Accepted\s+by|Agreed\s+by|Prepared\s+by|Its)"
    r"(?:\s?\([^)\n]{1,24}\))?\s?[:;.][\s_\"'*|-]{0,60}|\b(?:By|BY|Per)[\s]{0,3}_{2,60}[\s]{0,8}|"
    r"\b(?:Attention|ATTENTION|attention|Attn|ATTN|attn|Att|ATT)(?:\s+of)?\s?[.:;,]{0,2}[\s]{0,30}(?:the\s+)?|\b[cC]/[oO]:?\s{1,3}|"
    r"\bFAO:?\s{1,3}|\b[Cc]ontact(?:\s+[Pp]erson|\s+[Nn]ame)?\s?:\s{0,10})\Z"
)
_OFFICE_RIGHT = re.compile(
    r"(?:,?\s{0,3}(?:Jr|Sr|II|III|Ph\.?\s?D|M\.?D|Esq)\.?)?[\s_]{0,4}(?:,|-|\(|;|\r?\n|\s{2,})?[\s_]{0,12}(?:its?\s+|the\s+|as\s+|our\s+|an?\s+|who\s+is\s+|Title:\s*|\(?in\s+(?:his|her)\s+)?"
    r"(?:(?:[A-Z][\w&]*|and|of|&)\s+){0,4}?"
    r"(?:President|CEO|CFO|COO|CTO|C\.E\.O|Chief\s+\w+|Executive\s+(?:Officer|Director|Vice)|Director|Managing\s+\w+|Manager|Chairman|Chairwoman|Chairperson|Secretary|Treasurer|"
    r"General\s+(?:Counsel|Manager|Partner)|Vice[\s-]+President|VP|SVP|EVP|Attorney|Authori[sz]ed\s+Signator\w+|Trustee|Sole\s+Member|Managing\s+Member|Founder|"
    r"(?:Esq|Esquire|Ph\.?D|M\.?D|CPA)\b|PRESIDENT|DIRECTOR|CHAIRMAN|SECRETARY|MANAGER|Solicitor|Notary|Officer|Sole\s+Director|Counsel|Inventor|Trustee)\b",
)
_ESQUIRE_RIGHT = re.compile(r",?\s{1,3}(?:Esq(?:uire)?|Ph\.?\s?D|M\.D|CPA|J\.D|Q\.C|K\.C)\b\.?")
_PERSON_RIGHT = re.compile(
    r",?\s{1,3}\(?(?:an?\s+(?:individual|natural\s+person|married|single|citizen|resident)|individually|residing|who\s+resides|"
    r"resident|born|aged|holder\s+of\s+passport|\(?(?:the\s+)?[\"'](?:Employee|Executive|Consultant|Guarantor|Founder|Shareholder|Director|Advisor|Artist|Author)[\"']|personally|whose\s+(?:address|e-?mail|passport)|"
    r"himself|herself|(?:his|her)\s+(?:spouse|heirs|estate|wife|husband)|is\s+(?:employed|an?\s+employee)|and\s+(?:his|her)\s)"
)
_COMPANY_RIGHT = re.compile(
    r"(?:,?\s{1,3}(?:Inc|LLC|L\.L\.C|L\.L\.P|LLP|P\.C|L\.P|LP|Ltd|Limited|Corp|Corporation|Co\.|Company|GmbH|KGaA|AG|S\.A|B\.V|N\.V|plc|PLC|&|S/A|et al)(?![\w]))|\s?[®™©]|\s?&\s?[A-Z]|'s\s+(?:Inc|Restaurant|Hospital)"
)
_LINE_START = re.compile(
    r"(?:\A|\n|[.;:]|\b(?:Exhibit|Schedule|Annex|Appendix|Section|Part|Attachment))[ \t(]*\Z", re.IGNORECASE
)
_DETERMINED_LEFT = re.compile(
    r"(?:\b(?:[Tt]he|[Aa]ny|[Aa]n?|[Ee]ach|[Ss]uch|[Aa]ll|[Nn]o|[Ii]ts|[Tt]heir|[Oo]ur|[Yy]our|[Tt]h(?:is|ese|ose)|[Oo]ther|certain|[Ee]very|both|"
    r"[Ee]ither|[Ss]aid|new)|['’]s)\s{1,3}[\"'“]?\Z"
)
_OF_PLACE_LEFT = re.compile(
    r"\b(?:Bank|University|City|County|State|Republic|Court|Department|Church|House|Port|District|Town|College|Institute|Museum|School|"
    r"Province|Kingdom|Commonwealth|Society|Association|Board|Ministry|Manufacturers|Village|Register|Companies)\s+(?:of|for)\s+(?:the\s+)?\Z"
    r"|\b(?:Group|GROUP|Grupo|GRUPO|Groupe|GROUPE)\s+\Z"
)
_SENTENCE_START = re.compile(r"(?:\A|[.;:!?]\s{1,3}|\n[ \t]{0,8})\Z")
_VERB_RIGHT = re.compile(
    r",?\s{1,3}(?:shall|may|will|must|has|have|had|is|was|agrees?|acts?|represents?|hereby|acknowledges?|signs?|owns?|holds?|"
    r"resides?|lives|works|serves?|provides?|undertakes?|warrants?|confirms?|warrants?|can|does|did|who|whose)\b|\."
)
_PROSE_LEFT = re.compile(r"[a-z,](?:\s{1,3}|\s?\()[\"'“]?\Z")
_PROSE_RIGHT = re.compile(r"[\"'”)]?,?\s{1,3}\(?[a-z]|['’]s\s+[a-z]|\)|,|;|\.(?:\s|\Z)")


def is_signed(left: str) -> bool:
    """Whether a signature mark ends *left*."""
    return _SIGN_LEFT.search(left) is not None


def begins_unlabelled_line(left: str) -> bool:
    """Whether a line, a sentence or a number begins behind *left*, and no label such as "Name:" stands there."""
    return _LINE_START.search(left) is not None and _LABEL_LEFT.search(left) is None


def goes_on_as_person(text: str, end: int) -> bool:
    """Whether behind *end* follows what persons do ("shall", "who", "resides")."""
    return text[end : end + 1] != "." and _VERB_RIGHT.match(text, end) is not None


def goes_on_as_company(text: str, end: int) -> bool:
    """Whether behind *end* follows what makes a firm, a brand or a case of the words before it."""
    return _COMPANY_RIGHT.match(text, end) is not None


def strength(left: str, right: str, likeness: int, words: int) -> tuple[int, str]:
    """How sure *words* words of *likeness* (0 to 3) between *left* and *right* are a name: 0 to 3, and why."""
    if _SIGN_LEFT.search(left):
        return 3, SIGNED
    if likeness == 0 or _OF_PLACE_LEFT.search(left):
        return 0, ""
    if _LABEL_LEFT.search(left):
        return (3, LABELLED) if likeness >= 1 else (0, "")
    if _ESQUIRE_RIGHT.match(right):
        return 3, OFFICED
    if likeness >= 2 and (_OFFICE_RIGHT.match(right) or _SURE_ROLE.search(left) or _PERSON_RIGHT.match(right)):
        return 3, OFFICED if _OFFICE_RIGHT.match(right) else SPOKEN
    if _DETERMINED_LEFT.search(left):
        return 0, ""
    if likeness == 3:
        return 2, KNOWN
    if likeness == 1 and (_PERSON_RIGHT.match(right) or (_SURE_ROLE.search(left) and words <= 4)):
        return 2, SPOKEN
    begins = _SENTENCE_START.search(left) is not None and _VERB_RIGHT.match(right) is not None
    in_prose = begins or (_PROSE_LEFT.search(left) is not None and _PROSE_RIGHT.match(right) is not None)
    if likeness == 2 and in_prose:
        return 2, HALF_KNOWN
    return (1, SEEMING) if likeness == 2 or in_prose else (0, "")
