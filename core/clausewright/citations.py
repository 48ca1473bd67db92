"""Citations in one block: every place that names another place, with what stands around it that decides its meaning."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from clausewright.convention import Convention


@dataclass(frozen=True, slots=True)
class Citation:
    """One cited place as printed. Offsets count from the block's start.

    *kind* is the kind of unit that the word before it means (``section``, ``schedule``, ``any`` ...), *number* the
    printed number without that word, *this* whether "this" stands before it. *relation* comes from the words before
    the group, *caption* is the heading named in brackets after it. *document* is the name behind "of the ..." after
    the group, or the statute named before it; *outward* says that it surely means another document, *inward* that it
    surely means this one ("of this Agreement", "hereof"). *within* is the number of a unit of this paper that the
    group is said to be part of ("paragraph 2 of Schedule 1"), with its kind. *group* numbers the citations of a list.
    *direction* is "above" or "below" where one of these follows.
    """

    start: int
    end: int
    kind: str
    word: str
    number: str
    this: bool
    relation: str
    caption: str | None
    document: str | None
    outward: bool
    inward: bool
    within: tuple[str, str] | None
    group: int
    direction: str | None
    range_end: bool


_BRACKETS = r"(?:[ \t]?\((?:[ivxl]{1,8}|[A-Za-z]{1,4}|\d{1,3})\))"
_NUMBER = (
    rf"(?:(?:\d{{1,3}}|\d{{4,5}}(?![\d.,]))[A-Z]?(?:\.(?:\d{{1,3}}[A-Za-z]?|[A-Z](?![A-Za-z])|l(?![a-z])))*(?:\((?:[ivxl]{{1,8}}|[A-Za-z]{{1,4}})\)|\(\d{{1,3}}\)|[ \t]\([a-zA-Z]{{1,4}}\))*(?![\w%])(?!,\d{{3}})"
    rf"|[IVXLC]{{1,7}}(?:\.(?:[A-Z](?![a-z])|\d{{1,2}}))*(?![A-Za-z]){_BRACKETS}*"
    rf"|{_BRACKETS}+)"
)
_LABEL = r"(?!(?:OF|TO|IN|IS|AS|AT|BY|ON|OR|NO|IT|I[A-Z])\b(?!I))(?:No\.\s*)?[\"“‘']?(?:[A-Z]{1,2}(?:[-–.]?\d{1,2}(?:\.\d{1,2})?)?|\d{1,3}[A-Z]?(?:\.\d{1,3})*[A-Z]?(?:\([a-z]{1,3}\))*|[IVXLC]{1,6})(?![A-Za-z])[\"”’']?"
_JOIN = r"(?:\s*,\s*(?:and(?:/or)?|or)?\s*|\s+(?:and(?:/or)?|or|to|through|thru|till|until|&)\s+(?:of\s+)?|\s*[-–—]\s*)"
_UNIT_AFTER = re.compile(
    r"\s*(?:percent|per\s+cent|%|(?:business\s+|calendar\s+|working\s+|consecutive\s+)?days?\b|months?\b|years?\b|hours?\b|"
    r"million|billion|thousand|U\.S\.C|CFR|C\.F\.R|weeks?\b|other\b|or\s+more\b|\(\w+\)\s+(?:days|months|years))",
    re.IGNORECASE,
)
_THIS = re.compile(r"\bth(?:is|ese)\s+\Z", re.IGNORECASE)
_CAPTION = re.compile(r"\s*[(\[][\"“']?(?P<caption>[A-Z][^()\[\]\"”]{2,80}?)[\"”']?[)\]]")
_INWARD = re.compile(
    r"\s*,?\s*(?:hereof|herein|hereto|hereunder|(?:of|in|to|under)\s+(?:this|the\s+present|these)\s+(?:[A-Z]?[\w-]+\s+){0,3}?"
    r"(?:agreement|contract|lease|deed|amendment|terms|conditions|licen[sc]e|addendum|appendix|schedule|exhibit|annex|mnda|nda|letter|guarantee|plan|document|undertaking|policy)\b)",
    re.IGNORECASE,
)
_THEREOF = re.compile(r"\s*,?\s*(?:thereof|thereto|therein|thereunder|of\s+(?:such|that|said)\s+[A-Z])")
_OF = re.compile(
    r"\s*,?\s*(?:\((?:as\s+amended|[A-Z][^()]{0,60})\)\s*)?(?i:of|under|to|in|from)\s+(?P<det>the\s+|that\s+certain\s+|such\s+|said\s+|its\s+|their\s+|each\s+|any\s+|an?\s+|Buyer['’]s\s+)?[\"“]?"
    r"(?P<name>(?:[A-Z0-9][\w.&'’-]*|U\.S\.|[A-Z]{2,})(?:[ \t\n]+(?:of|and|the|for|on|in|&|to)(?=[ \t\n]+(?:the[ \t]+)?[A-Z])|[ \t\n]+[A-Z(][\w.&'’()-]*|[ \t\n]+\d{4})*)"
)
_STATUTE_BEFORE = re.compile(
    r"(?:U\.?S\.?C\.?(?:A\.?)?|C\.?F\.?R\.?|\bCode|\bAct|\bRules?|\bRegulations?|\bReg\.|\bGDPR|\bStat\.|\bLaw|\bUCC|\bDirective|\bDGCL|\bERISA)"
    r"(?:\s+of\s+\d{4}|\s+\d{4})?\s*(?:,|§|at|\()?\s*\Z"
)
_ACT_BEHIND = re.compile(r"\s+(?:GDPR|UCC|ERISA|CCPA|FSMA|TUPE|PECR|BGB|HGB|TFEU|DGCL|U\.S\.C\.|C\.F\.R\.)(?![\w])")
_DIRECTION = re.compile(r"\s*,?\s*(?P<d>above|below|hereinabove|hereinbelow|hereafter)\b", re.IGNORECASE)
_AND_THEN = re.compile(
    r"(?:\s*\([^()]{0,60}\))?\s*,?\s*(?:and|or|and/or)\s*(?:as\s+(?:provided|set\s+forth|described|specified)\s+)?(?:for|in|under|to)?\s*(?:the\s+provisions\s+of\s+)?"
)
_STATUTE = re.compile(
    r"(?<![\w'’&.-])(?P<name>(?:U\.S\.\s+)?(?:[A-Z][\w'’&.-]*\s+(?:(?:of|and|on|for|the|in)\s+){0,2}|\([A-Z][^()]{3,40}\)\s+){1,8}(?:Act|Convention|Directive|Ordinance)(?:\s+of)?(?:\s+\d{4})?(?![\w-])(?:\s+\([A-Z][a-z]{1,4}\))?"
    r"|(?:U\.S\.\s+)?Internal\s+Revenue\s+Code(?:\s+of\s+\d{4})?"
    r"|(?:[A-Z][\w-]*\s+){1,4}General\s+Data\s+Protection\s+Regulation|General\s+Data\s+Protection\s+Regulation"
    r"|\d{1,2}\s+(?:U\.?\s?S\.?\s?C\.?(?:A\.)?|C\.?\s?F\.?\s?R\.?)\s*(?:§+\s*|[Ss]ections?\s+|[Pp]arts?\s+)?\d[\w.-]*\w(?:\([a-z0-9]{1,3}\))*)"
)
_NO_STATUTE = re.compile(r"(?:The|An?|This|Such|Any|No|Each)\s+(?:Act|Convention|Directive)\b")


class CitationReader:
    """Finds the citations of a block under one convention."""

    def __init__(self, convention: Convention) -> None:
        self.convention = convention
        attachments = [w for w, k in convention.citation_words.items() if k in ("schedule", "exhibit", "annex", "part")]
        clauses = [w for w, k in convention.citation_words.items() if k not in ("schedule", "exhibit", "annex", "part")]

        def pattern(words: list[str]) -> str:
            return "|".join(re.escape(w).replace(r"\ ", r"\s+") for w in sorted(words, key=len, reverse=True))

        self._group = re.compile(
            rf"(?<![\w-])(?:(?P<word>(?i:{pattern(clauses)}))(?:\(s\))?[\s ]*(?:(?i:nos?)\.\s*)?(?:[-–—_]{{2,}}\s*)?(?P<first>{_NUMBER})"
            rf"|(?P<aword>(?i:{pattern(attachments)}))(?:\(s\))?\s+(?:[-–—_]{{2,}}\s*)?(?P<afirst>{_LABEL}))"
        )
        self._next = re.compile(rf"(?P<join>{_JOIN})(?:(?P<word>(?i:{pattern(clauses)}))[\s ]+)?(?P<number>{_NUMBER})")
        self._next_label = re.compile(
            rf"(?P<join>{_JOIN})(?:(?i:{pattern(attachments)})\s+)?(?P<number>{_LABEL})(?=[\s,.;:)\]]|\Z)"
        )
        self._bare = re.compile(
            r"(?<![\w)])(?P<number>\([a-z]{1,4}\)(?:\([a-z]{1,4}\))*)(?=(?:\s*(?:,|and|or|to|through|-|–)\s*\([a-z]{1,4}\)(?:\([a-z]{1,4}\)){0,4}){0,12}\s*,?\s+(?:above|below)\b)"
        )
        self._after_relation = re.compile(
            r"\b(?i:notwithstanding|subject\s+to|pursuant\s+to|in\s+accordance\s+with|except\s+as\s+(?:provided|set\s+forth)\s+in|under)\s+(?P<first>\d{1,2}\.\d{1,2}(?:\.\d{1,2})*(?:\([a-z]{1,4}\))*)(?![\w%.]\d|%|\s*(?:percent|per\s+cent|million|days|years))"
        )
        self._external = re.compile(rf"\b(?:{convention.external_pattern})(?![\w])", re.IGNORECASE)
        inner = [w for w, k in convention.citation_words.items() if k != "recital"]
        self._within = re.compile(
            rf"\s*,?\s*(?:of|in|to)\s+(?:(?P<this>this)\s+)?(?P<word>(?i:{pattern(inner)}))\s+(?P<number>{_LABEL}|{_NUMBER})"
        )

    def read(self, text: str) -> list[Citation]:
        out: list[Citation] = []
        position = 0
        group = 0
        spans: list[tuple[int, int]] = []
        for match in self._group.finditer(text):
            if match.start() < position:
                continue
            group += 1
            members, end = self._members(text, match)
            position = end
            spans.append((match.start(), end))
            out.extend(self._citations(text, match.start(), members, end, group))
        for match in self._bare.finditer(text):
            if any(s <= match.start() < e for s, e in spans):
                continue
            group += 1
            spans.append(match.span())
            direction = _DIRECTION.search(text, match.end())
            out.append(
                Citation(
                    match.start(),
                    match.end(),
                    "any",
                    "",
                    match.group("number"),
                    False,
                    self._relation(text, match.start()),
                    None,
                    None,
                    False,
                    True,
                    None,
                    group,
                    direction.group("d").lower() if direction else None,
                    False,
                )
            )
        for match in self._after_relation.finditer(text):
            if any(s <= match.start("first") < e for s, e in spans):
                continue
            group += 1
            members, end = self._members(text, match, match.start("first"))
            spans.append((match.start("first"), end))
            out.extend(self._citations(text, match.start("first"), members, end, group))
        out.sort(key=lambda c: c.start)
        out = self._share_tail(text, self._share_relation(text, out))
        for match in _STATUTE.finditer(text):
            if any(s < match.end() and match.start() < e for s, e in spans) or _NO_STATUTE.match(match.group()):
                continue
            start = match.start("name")
            before = max((c.end for c in out if c.end <= start), default=-1)
            if before >= 0 and re.fullmatch(
                r"(?:\([^()]{0,20}\))?\s*(?:of|under|to)\s+(?:the\s+)?", text[before:start]
            ):
                continue
            group += 1
            out.append(
                Citation(
                    start,
                    match.end(),
                    "any",
                    "",
                    match.group("name"),
                    False,
                    self._relation(text, start),
                    None,
                    match.group("name"),
                    True,
                    False,
                    None,
                    group,
                    None,
                    False,
                )
            )
        out.sort(key=lambda c: c.start)
        return out

    @staticmethod
    def _share_relation(text: str, citations: list[Citation]) -> list[Citation]:
        """ "except as provided in Article 8 and for Article 12" excepts both."""
        for i in range(1, len(citations)):
            before, here = citations[i - 1], citations[i]
            if (
                here.relation == "plain"
                and before.relation != "plain"
                and _AND_THEN.fullmatch(text, before.end, here.start)
            ):
                citations[i] = replace(here, relation=before.relation)
        return citations

    def _members(
        self, text: str, match: re.Match[str], start: int | None = None
    ) -> tuple[list[tuple[int, int, str, str, bool]], int]:
        """Members of the list that begins at *match* as (start, end, word, number, end of a range), and the list's end."""
        groups = match.groupdict()
        attachment = groups.get("aword") is not None
        word = groups.get("aword") or groups.get("word") or "paragraph"
        first = groups.get("afirst") or groups["first"]
        members = [(match.start() if start is None else start, match.end(), word, first, False)]
        end = match.end()
        following = self._next_label if attachment else self._next
        while True:
            caption = _CAPTION.match(text, end)
            nxt = following.match(text, end) or (following.match(text, caption.end()) if caption else None)
            if nxt is None:
                break
            number = nxt.group("number")
            join = nxt.group("join").strip()
            if _UNIT_AFTER.match(text, nxt.end()) and number[0].isdigit():
                break
            if attachment and (
                (join in (",", ";") and not re.match(r"[\"“]?[A-Z\d][\"”]?(?:-\d)?$", number))
                or number == "I"
                or (number == "A" and join != "and")
            ):
                break
            if (
                number[0] == "("
                and join.startswith(",")
                and not re.search(r"and|or", join)
                and not self._list_goes_on(text, nxt.end())
            ):
                # "Section 8.01, (ii) information": a list of the sentence, not of the citation
                break
            if not attachment and number[0].isalpha() and not first[0].isalpha():
                break
            if join in ("-", "–", "—") and number[0].isdigit() and not first[0].isdigit():
                break
            singular = not word.lower().rstrip(".").endswith("s") and word not in ("§", "§§")
            if (
                singular
                and number[0].isdigit()
                and "." not in number
                and ("." in first or join in (",", "-", "–", "—"))
                and not nxt.groupdict().get("word")
            ):
                break
            own = nxt.groupdict().get("word") or ""
            start = nxt.start("word") if own else nxt.start("number")
            members.append(
                (
                    start,
                    nxt.end(),
                    own or word,
                    number,
                    join in ("to", "through", "thru", "-", "–", "—", "till", "until"),
                )
            )
            end = nxt.end()
        return members, end

    @staticmethod
    def _list_goes_on(text: str, position: int) -> bool:
        """Whether a list of bracketed letters goes on to an "and" or "or" and a last member."""
        return bool(
            re.match(
                r"(?:\s*,\s*\([a-z]{1,4}\))*\s*,?\s*(?:and|or|and/or)\s+\([a-z]{1,4}\)(?!\s+[a-z]+ing\b)",
                text[position : position + 80],
            )
        )

    def _relation(self, text: str, start: int) -> str:
        window = text[max(0, start - 90) : start]
        cut = max(window.rfind(". "), window.rfind("; "), window.rfind(" means "))
        if cut >= 0:
            window = window[cut:]
        phrases = list(self.convention.relation_pattern.finditer(window))
        if not phrases:
            return "plain"
        found = phrases[-1]
        phrase = re.sub(r"\s+", " ", found.group(1)).lower()
        relation = self.convention.relation_phrases[phrase]
        between = window[found.end() :]
        if len(between) > (60 if relation in ("notwithstanding", "subject_to", "except_as") else 30):
            return "plain"
        if re.search(r"[.;:]|,\s*(?!(?:and|or|the|this|any|in|or)\b)\w+\s+(?:shall|will|may|is|are)\b", between):
            return "plain"
        return relation

    def _citations(
        self, text: str, start: int, members: list[tuple[int, int, str, str, bool]], end: int, group: int
    ) -> list[Citation]:
        relation = self._relation(text, start)
        this = bool(_THIS.search(text, max(0, start - 8), start))
        out = []
        for position, (m_start, m_end, word, number, range_end) in enumerate(members):
            caption = _CAPTION.match(text, m_end)
            name = caption.group("caption") if caption else None
            if name and re.match(r"(?:the|each|collectively|as|or|and|a|an)\b", name, re.IGNORECASE):
                name = None
            tail = caption.end() if caption and name else m_end
            direction = _DIRECTION.match(text, tail)
            kind = self.convention.citation_words[re.sub(r"\s+", " ", word).casefold()]
            out.append(
                Citation(
                    m_start,
                    m_end,
                    kind,
                    word,
                    number.strip(),
                    this and position == 0,
                    relation,
                    name,
                    None,
                    False,
                    False,
                    None,
                    group,
                    direction.group("d").lower() if direction else None,
                    range_end,
                )
            )
        return out

    def _share_tail(self, text: str, citations: list[Citation]) -> list[Citation]:
        """What follows the last citation of a list ("of the Code") and what stands before the first governs them all."""
        out: list[Citation] = []
        index = 0
        while index < len(citations):
            stop = index
            while stop + 1 < len(citations) and citations[stop + 1].group == citations[index].group:
                stop += 1
            members = citations[index : stop + 1]
            first, last = members[0], members[-1]
            caption = _CAPTION.match(text, last.end) if last.caption else None
            tail = caption.end() if caption else last.end
            document: str | None = None
            outward = inward = False
            within: tuple[str, str] | None = None
            before = text[max(0, first.start - 40) : first.start]
            statute = _STATUTE_BEFORE.search(before)
            inner = self._within.match(text, tail)
            if _INWARD.match(text, tail) or first.direction:
                inward = True
            elif _THEREOF.match(text, tail) or _ACT_BEHIND.match(text, tail):
                outward = True
            elif (
                inner is not None
                and self.convention.citation_words.get(re.sub(r"\s+", " ", inner.group("word")).casefold()) is not None
            ):
                within = (
                    self.convention.citation_words[re.sub(r"\s+", " ", inner.group("word")).casefold()],
                    inner.group("number"),
                )
                after = _OF.match(text, inner.end())
                if after and self._external.search(after.group("name")) and not _INWARD.match(text, inner.end()):
                    document, outward = after.group("name"), True
            elif (name := _OF.match(text, tail)) is not None:
                document = re.sub(r"\s+", " ", name.group("name")).rstrip(".,")
                hits = self._external.search(document)
                outward = (bool(hits) and last.kind not in ("schedule", "exhibit", "annex")) or bool(
                    hits and re.search(r"\b(?:Agreement|Contract|Lease|Act|Plan|Indenture)\b", document)
                )
                if not hits:
                    document = document if re.search(r"[A-Z]{3,}", document) else None
            if statute and not first.this:
                outward = True
                document = document or statute.group().strip(" ,(§")
            for c in members:
                out.append(
                    replace(c, document=document, outward=outward, inward=inward, within=within)
                    if (document or outward or inward or within)
                    else c
                )
            index = stop + 1
        return out
