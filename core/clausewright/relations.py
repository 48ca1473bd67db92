"""What a citation does to the rest of its sentence: the words before it, and now and then behind it, that say so."""

from __future__ import annotations

import re

from clausewright.anchors import Anchors, matches_at
from clausewright.convention import Convention

OVERRIDES = frozenset(("notwithstanding", "subject_to", "except_as"))

_WINDOW = 160
_NEAR = 30
_STOP = re.compile(r"[.;:]\s|[.;:]\Z|\bmeans\b|\b(?:shall|will|may|must|is|are|was|were|has|have|had|can)\b")
_LEADS_ON = re.compile(
    r"(?:[-_=]{3,}\s*)?(?:,?\s*(?:\b(?:and|or|and/or|but|in|on|of|to|under|with|by|for|as|the|this|any|all|other|each|such|its|those|to\s+the\s+extent|"
    r"expressly|specifically|clearly|otherwise|defined|contrary|anything|contained|provided|provisions?|terms?|conditions?|set|forth|"
    r"out|stated|described|specified|noted|listed|identified|mentioned|indicated|permitted|required|contemplated|respect|limitations?|exceptions?|exclusions?|rights?|"
    r"effective|applicable|\w+['’]s|"
    r"obligations?|requirements?|remainder|foregoing|elsewhere|agreement|pursuant)\b))*\s*,?\s*",
    re.IGNORECASE,
)
_LIST_SO_FAR = re.compile(
    r"(?:[\d.\s,&()§-]|\bsubpart\s+[a-z]\b|\([a-z]{1,4}\)|\b(?:and|or|sections?|articles?|clauses?|paragraphs?|hereof|above|below)\b)*",
    re.IGNORECASE,
)
_HAS_ITS_OBJECT = re.compile(
    r"\b(?i:anything)\b[^,;]{0,80},\s*\Z|\b(?i:(?:sub-?)?(?:section|article|clause|paragraph)s?|schedule|exhibit|annex)\s+[\dA-Z(][\w.()]*"
    r"(?!\s*(?:,|;|\(|and\b|or\b|through\b|to\s+\d|of\b|above\b|below\b|hereof\b|-))\s+[a-z]"
)
"""What an override phrase governs already: "notwithstanding anything to the contrary," or "notwithstanding Section 2 on
expiry"."""
_BEGINS_ANEW = re.compile(
    r"\b(?:foregoing|above|same)\s*,\s*(?:this\s+|the\s+(?:provisions|terms)\s+of\s+(?:this\s+)?)?\Z"
    r"|\b(?:(?:sub-?)?(?:section|article|clause|paragraph)s?|schedule|exhibit|annex)\s+[\dA-Z(][\w.()]*,\s*"
    r"(?:pursuant\s+to|under|in\s+accordance\s+with)\s*\Z",
    re.IGNORECASE,
)
"""The end of what an override phrase governs, behind which another phrase or the sentence itself begins."""
_AFTER_COMMA = re.compile(r",\s*(?:this\s+|the\s+(?:provisions|terms)\s+of\s+(?:this\s+)?)?\Z", re.IGNORECASE)
_HAS_A_VERB = re.compile(
    r"(?:\s*\([^()]{1,60}\))?(?:\s+(?:hereof|above|below|of\s+this\s+\w+))?\s+(?:shall|will|may|must|is|are|does|do|appl(?:y|ies)|surviv\w+|governs?)\b",
    re.IGNORECASE,
)
"""What stands behind a citation that is the subject of its sentence."""
_LIABLE = re.compile(
    r"\s*(?:\w+\s+){0,2}(?:indemnification|adjustment|arbitration|audit|approval|cancellation|review|withholding|"
    r"inspection|forfeiture|taxation|disclosure)\s+(?:under|pursuant\s+to|in\s+accordance\s+with)\b"
)
"""What something is subject to that is liable to it: "a claim subject to indemnification under Article 13"."""
_INCLUDING = re.compile(
    r"[^,;.()]{1,80},?\s+\(?(?:including,?(?:\s+(?:but\s+not\s+limited\s+to|without\s+limitation),?)?|in\s+particular,?)"
    r"(?=\s)(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_THE_THINGS_OF = re.compile(r"\s*(?:the|all)\s+[a-z]+(?:(?:\s*,|\s+and|\s+or)\s+[a-z]+){1,3}\s+of\s+(?:this\s+)?\Z")
"""What a duty may be subject to though a verb stands before it: "the conditions and charges of Section 3"."""
_PROVISIONS_OF = re.compile(
    r"\s*(?:(?:the|all|any|such|certain)\s+)*(?:(?!(?:to|of|by|under|in|for|with|on|as)\b)[\w'’-]+,?\s+(?:(?:and|or)\s+)?){0,5}?"
    r"(?:provisions?|terms|conditions|covenants|restrictions|limitations|obligations|requirements|procedures?|exceptions)\b"
    r"(?:\s+and\s+[\w'’-]+(?:\s+on\s+[\w'’-]+)?(?=\s+(?:set|contained|specified|described|of|in|under)\b))?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""What a thing that is subject to them is bound by: "the confidentiality provisions of Section 12"."""
_NEW_SUBJECT = re.compile(r"\s*(?:(?:the|all|any|each|such|those|these|its|their)\b|\w+['’]s\b)", re.IGNORECASE)
"""The beginning of the sentence's subject behind a phrase that a comma ends."""
_ASIDE = re.compile(
    r",\s*(?:if\s+any|in\s+each\s+case|however|in\s+the\s+case\s+of\s+each\s+of|as\s+the\s+case\s+may\s+be|respectively)\s*,"
    r"|\((?:if\s+any|as\s+applicable)\)",
    re.IGNORECASE,
)
_ENUMERATED = re.compile(r"(?:\A|[\s,;]\s*(?:and\s+|or\s+)?)\((?:[a-z]{1,4}|\d)\)\s+", re.IGNORECASE)
_EXCEPTED = re.compile(
    r"(?P<thing>[^,;]{2,130})\s(?:under|pursuant\s+to|in\s+accordance\s+with|by|in|of|on|from)\s+(?:(?:the|this|such)\s+)?"
    r"(?:(?:provisions|terms)\s+of\s+(?:this\s+)?)?",
    re.IGNORECASE | re.DOTALL,
)
"""What an exception excepts that says by what provision it is: "such disclosure as is permitted under Section 11"."""
_SAYS_WHICH = re.compile(r"\b(?:that|which|who|whose|where|as|to\s+the\s+extent|extent|if)\b", re.IGNORECASE)
_VERB = re.compile(r"\b(?:shall|will|may|must|is|are|was|were|has|have|had|can|agrees?|means)\b", re.IGNORECASE)
_IN_WHAT_WAY = re.compile(r"\s*(?:by|with|upon|if|when|through|after|before|that|on)\b", re.IGNORECASE)
"""What follows a bare "except" that excepts a way of doing something."""
_SENTENCE_ENDS = re.compile(r"[.;:]\s")
_NAMES = re.compile(
    r"(?:(?:the\s+)?(?:[A-Z]\w*\s?){1,4}+,\s+){1,6}+(?:the\s+)?(?:[A-Z]\w*\s?){1,4}+,?\s*(?:and|or)\s+(?=(?:the\s+)?[A-Z])"
)
"""All but the last of names in a row: "the Company, the Holders and the Bank"."""
_CLOSED_MARKER = re.compile(r"(?<=\s)\w{1,3}\)")
_COMPLYING = re.compile(r"\b(?:that|which)\s+(?:compl(?:y|ies)|conforms?|meets?|satisf(?:y|ies)|agrees?)\b")
"""What something is subject to that must itself be as a provision says."""
_LAW_BY_NAME = re.compile(
    r"\s*(?:the\s+)?(?:(?:[A-Z][\w.]*|of|and|the)\s+){1,8}(?:Law|Code|Act|Rules?|Regulations?)(?:'s|’s|,)?\s*"
)
_DRAWN_LINE = re.compile(r"\s*[-_=]{4,}\s*|\s{4,}")
_AND_FOR = re.compile(r"^[^.;]*\band\s+for\s+(?:the\s+provisions\s+of\s+)?\Z")
_COPULA_BEFORE = re.compile(r"\b(?:is|are|be|been|being|become|becomes|was|were)\s+(?:\w+\s+)?\Z", re.IGNORECASE)
_LOOSE = frozenset(
    (
        "unless otherwise,other than,excluding,without limiting,without limitation of,without prejudice to,except that,"
        "in terms of"
    ).split(",")
)
_POSTPOSED = re.compile(r"(?:\s+(?:hereof|above|below|or\s+elsewhere))?\s+(?:to\s+the\s+contrary\s+)?notwithstanding\b")


class RelationReader:
    """Reads relations under one convention."""

    def __init__(self, convention: Convention) -> None:
        self._pattern = convention.relation_pattern
        self._relation_of = convention.relation_phrases
        self._anchors = Anchors({"relation": {phrase.split()[0] for phrase in self._relation_of}})

    def of(self, text: str, start: int, end: int) -> str:
        """The relation of the list of citations ``[start, end)``.

        The nearest phrase decides, but one that sets aside reaches over a nearer "under" or "pursuant to" inside its
        own noun phrase: "except with respect to termination under Section 9" excepts Section 9.
        """
        if _POSTPOSED.match(text, end):
            return "notwithstanding"
        window = _DRAWN_LINE.sub(" ", text[max(0, start - _WINDOW) : start])
        phrases = list(matches_at(self._pattern, window, self._anchors.find(window), "relation"))
        if any(self._relation(p) == "except_as" for p in phrases[-3:]) and _AND_FOR.search(window):
            return "except_as"
        subject = _HAS_A_VERB.match(text, end) is not None
        nearest = "plain"
        for found in reversed(phrases):
            phrase, relation = _phrase(found), self._relation(found)
            between = window[found.end() :]
            if relation in OVERRIDES and (_is_closed(between) or _BEGINS_ANEW.search(between)):
                continue
            if relation in OVERRIDES and subject and _AFTER_COMMA.search(between):
                continue
            if relation == "except_as" and phrase not in _LOOSE and _excepts(phrase, between):
                return relation
            if _STOP.search(between) and not _LEADS_ON.fullmatch(between):
                break
            if relation in OVERRIDES:
                if self._reaches(phrase, between, window[: found.start()]):
                    return relation
            elif nearest == "plain" and len(between) <= _NEAR and "," not in between:
                nearest = relation
        return nearest

    def _relation(self, found: re.Match[str]) -> str:
        return self._relation_of[_phrase(found)]

    @staticmethod
    def _reaches(phrase: str, between: str, before: str) -> bool:
        """Whether an override phrase governs what stands behind *between*."""
        if _HAS_ITS_OBJECT.search(between) or (phrase.startswith("subject") and _LIABLE.match(between)):
            return False
        if _LEADS_ON.fullmatch(between) or (_LIST_SO_FAR.fullmatch(between) and phrase == "subject to"):
            return True
        if phrase == "other than" and _LAW_BY_NAME.fullmatch(between):
            return True
        if phrase in _LOOSE or (phrase == "except" and _IN_WHAT_WAY.match(between)):
            return False
        if phrase == "subject to" and _COMPLYING.search(between):
            return False
        if phrase == "subject to" and (_THE_THINGS_OF.fullmatch(between) or _binds(between)):
            return True
        if (including := _INCLUDING.fullmatch(between)) and _LEADS_ON.fullmatch(including.group("rest")):
            return True
        head, comma, tail = between.partition(",")
        if comma and not (_LEADS_ON.fullmatch(tail) or _LIST_SO_FAR.fullmatch(between)):
            return False
        if comma and _NEW_SUBJECT.match(tail):
            return False
        return not (phrase.startswith("subject") and _COPULA_BEFORE.search(before)) and len(head) <= 110


def _is_closed(between: str) -> bool:
    """Whether a bracket closes before the citation in which a phrase stands: "(except as agreed) under Section 4"."""
    between = _CLOSED_MARKER.sub("", between)
    return between.count(")") > between.count("(")


def _binds(between: str) -> bool:
    """Whether what something is subject to are the provisions of what stands behind *between*."""
    provisions = _PROVISIONS_OF.fullmatch(between)
    return provisions is not None and "," not in between and _LEADS_ON.fullmatch(provisions.group("rest")) is not None


def _excepts(phrase: str, between: str) -> bool:
    """Whether an exception excepts what is done under the provision behind *between*, whatever verbs say so."""
    limbs = list(_ENUMERATED.finditer(between))
    if _HAS_ITS_OBJECT.search(between) or _SENTENCE_ENDS.search(between):
        return False
    if limbs and not between[: limbs[0].start()].strip():
        between = between[limbs[-1].end() :]
        phrase += " where"  # a limb of an exception may be a sentence
    between = _ASIDE.sub(" ", between)
    if not _VERB.search(between):
        between = _NAMES.sub(" ", between)
    excepted = _EXCEPTED.fullmatch(between)
    if excepted is None or (phrase == "except" and _IN_WHAT_WAY.match(between)):
        return False
    said = f"{phrase} {excepted.group('thing')}"
    verb = _VERB.search(said)
    return verb is None or any(which.end() <= verb.start() for which in _SAYS_WHICH.finditer(said))


def _phrase(found: re.Match[str]) -> str:
    return " ".join(found.group(1).split()).lower()
