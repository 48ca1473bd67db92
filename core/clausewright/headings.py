"""Headings: the words behind a marker that name its clause, run in or on a line of their own."""

from __future__ import annotations

import re

_SMALL_WORDS = frozenset(
    "a an the of and or to in for by on with from at as into upon under per no not its his their this that & - – / de vs "
    "if any other than all".split()
)
VERB = re.compile(
    r"\b(?:shall|will|may|must|is|are|was|were|has|have|had|agrees?|means?|does|do|can|includes?|represents?|warrants?|"
    r"acknowledges?|undertakes?|desires?|wishes|hereby|would|should|provides?|requires?|begins|stays?|remains?)\b"
)
_TITLE_START = re.compile(r"\A|[.;:!?]['\"”’)\]*_]*\s+|[ \t\u00a0]{3,}|\n[ \t]*|(?<=[\d)\]])[ ]")
_GOES_ON_LOWER = re.compile(r"\s*+(?![a-z]{1,4}[.)]\s)[a-z]")
_HEADING_END = re.compile(r"[ \t]{3,}|[\r\n]")


def is_title(phrase: str) -> bool:
    """Whether a phrase has the letter case of a title: every word of weight begins with a capital."""
    words = [w.strip("\"“”'‘’()[],*_") for w in phrase.replace("/", " ").split()]
    words = [w for w in words if w]
    if not words or len(words) > 16 or not (words[0][0].isupper() or words[0][0].isdigit()):
        return False
    heavy = [w for w in words if w.lower() not in _SMALL_WORDS and w[0].isalpha()]
    lower = sum(1 for w in heavy if not w[0].isupper())
    return bool(heavy) and (lower == 0 or (lower == 1 and len(heavy) >= 5))


def _in_capitals(title: str) -> bool:
    """Whether every word of weight of *title* begins with a capital."""
    words = (word.lstrip("\"“'‘([*_") for word in title.split())
    return not any(word[:1].islower() and word.lower() not in _SMALL_WORDS for word in words)


_RUN_IN = re.compile(
    r"(?P<title>(?:U\.S\.(?=[ ]))?(?:[^.:;–—\r\n]{2,110}?|(?=[^.:;–—\r\n]{0,110};[ ][A-Z])(?:[^.:;–—\r\n]|;[ ](?=[A-Z])){2,110}?)(?=[.: \t\r\n–—]|\Z)(?:(?<=\b[A-Z])\.[A-Z]\.[^.:;\r\n]{0,40})?)"
    r"(?P<stop>\.(?=[\s\"”*_)]|\Z)|[ ](?=\d{1,3}\.\d{1,2}[\s.])|[ ](?=\((?:a|i|A|1)\)\s)|:(?=\s|\Z)|[ \t][-–—]{1,2}(?=\s)|[–—](?=\s?[A-Z])|[ \t]{3,}|[\r\n]|\Z)"
)
_JUSTIFIED = re.compile(r"(?P<title>[A-Z][^.:;\r\n]{2,110}(?<!\d))[.:](?=[ \t]{2}|[ \t]*[\r\n])")
"""A title up to its stop, whatever the gaps between its words."""
_WIDE_GAP = re.compile(r"(?<=\S)[ ]{3,}(?=\S)")
_MANY_GAPS = 3
_CAPITALS = re.compile(
    r"(?:[A-Z][A-Z&'’,/-]{3,}|[A-Z]{2,}(?:[ ]+[A-Z&][A-Z&'’,/-]*)+)(?:[ ]+[A-Z&][A-Z&'’,/-]+)*(?=[ ]+(?:[A-Z][a-z]|[A-Z]\b|\d))"
)
_CAPITALS_THEN = re.compile(
    r"(?P<title>[A-Z][A-Z&'’,/-]*+(?:[ ]{1,2}[A-Z&][A-Z&'’,/-]*+){1,11})(?<![,&/-])(?<!\b(?:INC|LLC|LTD))[ ]{1,2}"
    r"(?:The|This|These|In|All|Any|Each|For|To|As|If|It|We|You|Your|Such|Neither|Either|No|Both)[ ][A-Za-z]"
)
"""A title in capitals, and the first words of the sentence behind it."""
_MARKED = re.compile(
    r"(?P<open>\*\*\*|\*\*|__|<u>|<b>|<strong>|\*|_|<span[^>]*>)(?P<title>[^*_<\r\n]{2,110}?)(?:\*\*\*|\*\*|__|</u>|</b>|</strong>|\*|_|</span>)"
)
_BETWEEN_REDACTIONS = re.compile(r"\s*(?:[;,.)]|(?:and|or)\s|\(?\w{1,3}\)\s*\Z)")
_CAPITALS_NEXT = re.compile(r"\s{0,200}+[A-Z]{2}")
_SAYS_IN_CAPITALS = re.compile(r"(?:EXCEPT|NEITHER|UNLESS|NOTWITHSTANDING|IN NO EVENT)\b")
_CITES = re.compile(
    r"\b(?:(?:this|such)\s+)?(?:sections?|articles?|paragraphs?|clauses?|exhibits?|schedules?)\Z", re.IGNORECASE
)
_NEW_SENTENCE = re.compile(
    r"\s*(?:The|This|These|Each|Any|All|No|Neither|Either|If|Subject|Nothing|An?|Unless|Except|Every|Where|In[ \t]th(?:is|ese))[ \t]"
    r"|(?<=\n)[ \t]*(?:\((?:1|a|i|A)\)|\d{1,3}(?:\.\d{1,3})+\.?)[ \t]+[\"“(]?[A-Z]"
)
"""What a sentence begins with below a heading on a line of its own, or the first marker there."""
_CONDITION = re.compile(r"(?:In the event|If|For the (?:purposes?|year|avoidance)|Subject to|Provided|Upon the)\b")
_SUBJECT = re.compile(r"(?:The|Any|For|Each|On|To|When|Where|All|An?|Such|Either|Neither|Both|In|Upon|This|These)\b")
"""What a sentence begins with sooner than a heading."""
_LEADS_IN = re.compile(r"(?:In|For|On|Under|At|By|To) (?:this|these|the|that|such|each|any)(?: \S+){0,6}\Z")
"""What a lead-in before a colon begins with sooner than a heading: "In this agreement:"."""
_SAYS = re.compile(
    r"(?:The|Each|Every|Any|No|Either|Neither|An?)\s+(?:[A-Z][\w&'’-]*\s+){1,4}(?!(?:its|as|vs|plus|less|versus)\b)[a-z]{2,}s\s"
    r"|(?:Nothing|Nobody|No\s+one|Neither|Either)\s+[a-z]{2,}s\b|(?:[Pp]lease\s+)?[Ss]ee\b"
    r"|[A-Z][a-z]{2,14}(?:er|or|ee|ent|ant|any)\s+[a-z]{2,}s\s+(?:[A-Z]|(?:the|all|its|no|any|an?|each|such|only)\b)"
)
"""A sentence that begins with a subject and what it does ("The Landlord leases the Premises ...", "Customer owns all
data", "Nothing limits liability"), or sends elsewhere."""
_CITED_TAIL = re.compile(r"(?:[ ](?:\d{1,3}(?:\.\d{1,3})*+(?:\([a-z]{1,3}\))*|and|AND|or|OR|&),?){1,6}(?=\.(?:\s|\Z))")
"""The numbers that a heading cites ("Amendment of Sections 3.1 and 3.2.")."""
_IN_BRACKET = re.compile(r"\([^()]*(?i:\bno|\bnos|\breg|\bregd|\binc|\bco)\Z")
"""An abbreviation inside of brackets, whose full stop ends no heading."""
_ABBREVIATED = re.compile(r"\b(?:Inc|Co|Corp|Ltd|Nos?)\Z")
_GOES_ON = re.compile(r"\s*[a-z\d]")
"""What stands behind an abbreviation in the middle of a sentence."""
_UNSTOPPED = re.compile(
    r"(?P<title>(?!(?:The|This|These|Any|All|Each|In|If|For|No|Such|Subject|Except|Upon|Nothing|During|As|At|By|To|With|Either|Both|On|Unless|Notwithstanding|Dr|Mr|Mrs|Ms)\b)"
    r"[A-Z][\w'’&/-]*+(?:[ ,]{1,2}(?:(?:of|and|the|to|for|in|or|with|by|on|an?|at|from|&|-|–)[ ]){0,2}[A-Z][\w'’&/-]*+){0,7}?)"
    r"(?<!\b(?:[Tt]o|[Bb]y|[Oo]f|[Ii]n|[Oo]r|[Oo]n|[Aa]s|[Aa]t|[Ii]f))(?<!\b(?:[Tt]he|[Aa]nd|[Ff]or|[Aa]ll|[Aa]ny))(?<!\b(?:[Ww]ith|[Ff]rom|[Uu]pon|[Tt]his|[Ee]ach))"
    r"[ ]{1,2}(?:(?:The|This|These|You|Your|We|Our|If|Both|Each|Any|All|No|Neither|Either|It|Unless|Nothing|Such|There|Every|Notwithstanding)[ ](?=[a-z]|[A-Z][a-z])"
    r"|In[ ](?:consideration|the|addition|connection|no|accordance|order|case)\b|By[ ](?:your|its|signing|executing)\b|For[ ](?:the|purposes|each|all|any)\b"
    r"|Upon[ ](?:the|any|termination|request|expiration)\b|On[ ](?:the|or)\b|At[ ](?:the|all|any)\b|With[ ](?:respect|regard)\b|As[ ](?:used|of|soon|between)\b"
    r"|To[ ]the[ ]|Except[ ](?:as|for|with|to)\b|Subject[ ]to\b|During[ ](?:the|and)\b|Within[ ][a-z])"
)
"""A heading that no sign parts from the sentence behind it ("2. Office Space You will provide"), and its first words."""
_PIECE = r"[A-Z][\w'’&/-]*+(?:,?[ ](?:(?:of|and|the|to|for|in|or|with|by|on)[ ])?[A-Z][\w'’&/-]*+){0,6}(?:,?[ ](?:of|and|the|to|for|in|or|with|by|on))?"
_WRAPPED = re.compile(rf"(?P<title>{_PIECE}[ \t]*\r?\n[ \t]*{_PIECE})(?P<stop>[.:])(?=[ \t]{{1,4}}\S)")
"""A heading that a line break cuts: "2.02 Highways and / Thoroughfares.  All right"."""
_CHILD_NEXT = re.compile(r"\s*\d{1,3}\.\d{1,2}[.\s]")
_SKIP = re.compile(r"[\s.:\u00a0–—-]*(?:\#{1,6}\s+|<[^<>\n]{1,60}>)*\s*")


def heading_after(text: str, position: int, alone: bool) -> tuple[int, int] | None:
    """Span of the heading that follows a marker ending at *position*, run in or on its own line.

    *alone* says that nothing but the marker and the heading stands in the block.
    """
    lead = _SKIP.match(text, position)
    start = lead.end() if lead else position
    if start >= len(text):
        return None
    heading = _stopped_heading(text, start, alone)
    if heading is None and (unstopped := _UNSTOPPED.match(text, start)) is not None:
        return unstopped.span("title")
    return heading


def _stopped_heading(text: str, start: int, alone: bool) -> tuple[int, int] | None:
    """Span of the heading that begins at *start* and ends at a sign, a wide gap or the end of its line."""
    marked = _MARKED.match(text, start)
    if marked:
        title = marked.group("title").rstrip(" .:")
        between = _BETWEEN_REDACTIONS.match(title)  # "***; or c) the sum of ***"
        if title.strip() and not between and not VERB.search(title):
            return marked.start("title"), marked.start("title") + len(title)
    wrapped = _WRAPPED.match(text, start)
    if wrapped is not None and not VERB.search(wrapped.group("title")) and not _SUBJECT.match(wrapped.group("title")):
        return wrapped.span("title")
    quoted = text[start] in '"“'
    run_in = _RUN_IN.match(text, start)
    if quoted:
        return None
    if not run_in:
        return named.span("title") if (named := _CAPITALS_THEN.match(text, start)) is not None else None
    title = run_in.group("title").rstrip(" *_,")
    stop = run_in.group("stop")
    if stop == "." and _IN_BRACKET.search(title):
        return None  # "(Company No. 1234)"
    if stop == "." and _ABBREVIATED.search(title) and _GOES_ON.match(text, run_in.end()):
        return None  # "Acorn, Inc. may choose"
    if stop[:1] == " " and len(stop) > 2 and (justified := _justified_title(text, start)) is not None:
        return justified
    capitals = _CAPITALS.match(text, start)
    if capitals and not title.isupper() and capitals.end() < run_in.end("title"):
        return start, capitals.end()
    if stop == " " and (cited := _CITES.search(title)) is not None:
        tail = _CITED_TAIL.match(text, run_in.end("title"))
        if tail is not None and is_title(title):
            return start, tail.end()
        title = title[: cited.start()].rstrip()
        if not title.isupper() or title.rsplit(None, 1)[-1].lower() in _SMALL_WORDS:
            return None
    if len(title) < 3 or not any(c.isalpha() for c in title) or title[0] in ";,)" or title.count('"') == 1:
        return None
    at_end = stop == "" or _HEADING_END.match(stop)
    if stop and at_end and (_GOES_ON_LOWER.match(text, run_in.end()) or title.rsplit(None, 1)[-1] in _SMALL_WORDS):
        return None  # a line that was broken, and no heading
    if stop == " " and title.rsplit(None, 1)[-1] in _SMALL_WORDS:
        return None  # "Clauses 7, 9 and 11.3 survive": a number that is cited, and no marker
    if title.isupper() and len(title.split()) <= 14:
        says = VERB.search(title.lower()) or _SAYS_IN_CAPITALS.match(title)
        if says and stop.isspace() and _CAPITALS_NEXT.match(text, run_in.end()):
            return None  # a sentence in capitals, and where its line was broken
        return start, start + len(title)
    if VERB.search(title) or (_CONDITION.match(title) and stop not in (".", ":")):
        return None
    goes_on = stop != "" and (
        stop == " " or (stop.isspace() and "\n" not in stop and text[run_in.end() :].strip() != "")
    )
    if goes_on and _SUBJECT.match(title) and (stop == " " or not is_title(title) or not _in_capitals(title)):
        return None  # the sentence goes on behind a marker or a line break that was drawn out
    if (stop == "." and _SAYS.match(title)) or (stop == ":" and _LEADS_IN.match(title)):
        return None
    if is_title(title) and len(title.split()) <= 14:
        return start, start + len(title)
    words = title.split()
    if title[0].isupper() and len(words) <= (10 if at_end and alone else 6):
        following = text[run_in.end() :].lstrip(' \t*_"“”')[:1]
        if (at_end and (alone or _NEW_SENTENCE.match(text, run_in.end()) is not None)) or (
            stop
            and (stop in ".:" or "–" in stop or "—" in stop or "-" in stop)
            and (
                following.isupper()
                or following in '("“'
                or (stop == "." and _CHILD_NEXT.match(text, run_in.end()) is not None)
            )
        ):
            return start, start + len(title)
    return None


def _justified_title(text: str, start: int) -> tuple[int, int] | None:
    """Span of the title at *start* in a line whose words stand wide apart, since it is as long as the other lines."""
    line_end = text.find("\n", start)
    line_end = line_end if line_end >= 0 else len(text)
    gaps = [gap.start() for gap in _WIDE_GAP.finditer(text, start, line_end)]
    titled = _JUSTIFIED.match(text, start) if len(gaps) >= _MANY_GAPS else None
    if titled is None or not gaps[0] < titled.end("title") or len(titled.group("title").split()) > 14:
        return None
    title = titled.group("title")
    return titled.span("title") if (title.isupper() or is_title(title)) and not VERB.search(title.lower()) else None


def title_before(text: str, position: int) -> str | None:
    """The unpunctuated heading that ends before *position*, as in "Duties of Members 12. Each Member": None if none."""
    window = text[max(0, position - 100) : position].rstrip()
    starts = [m.end() for m in _TITLE_START.finditer(window) if m.end() or position <= 100]
    for start in reversed(starts):
        phrase = window[start:].lstrip(" \t*_#")
        if not phrase:
            continue
        if len(phrase.split()) > 9 or not phrase[0].isupper() or not phrase[-1].isalnum():
            return None
        if is_title(phrase) or phrase.isupper():
            last = phrase.split()[-1]
            return None if last.lower() in _SMALL_WORDS or VERB.search(phrase) or last.isdigit() else phrase
    return None
