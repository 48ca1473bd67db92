"""Candidates for clause markers in one block: where one may stand, how it may be read, and what speaks for it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from clausewright.anchors import Anchors, matches, matches_at
from clausewright.convention import ATTACHMENTS, Convention
from clausewright.forms import HEADINGS_NESTING, Candidate, Form, letter_forms, nesting, unit_forms
from clausewright.headings import VERB, heading_after, is_title, title_before
from clausewright.numerals import NUMBER_WORDS, ORDINAL_WORDS

_LEAD = re.compile(
    r"(?P<glued>[ \t]*\d{1,3}[ \t]+(?=\([a-z]{1,4}\)|(?:ARTICLE|SECTION|ANNEX|EXHIBIT|SCHEDULE|APPENDIX|Article|Section|Annex|Exhibit|Schedule|Appendix)[ ]|\d{1,2}\.\d|\d{1,2}(?:\.[ \t]+|[ \t]{4,})[A-Z]{3}|(?<=[ \t]{4})\d{1,2}\.[ \t]))?"
    r"(?P<lead>[ \t\u00a0]*(?:>[ \t]*)*(?:[-*+•·][ \t]+)?(?:\#{1,6}[ \t]+)?(?:<[^<>\n]{1,60}>|\*{2,3}|__|\*(?=\S)|\\)*)"
)
_TOKEN = re.compile(
    r"""(?:(?<![^\W_])(?<![$£€#/&@’'-])(?:(?<!_)|(?<=(?<!_)__))(?<!\w\.)(?<!\d,)|(?<=[a-z]{2})(?=\((?:i{1,3}|iv|vi{0,3}|[a-ce-h])\)\s))(?:
        (?P<open>\()(?P<par>[A-Za-z]{1,8}|\d{1,3})\)\.{0,2}
      | (?P<path>\d{1,3}(?:\.(?:\d{1,3}|l(?![a-z]))){1,6}(?:[A-Z](?=[.)]?[ \t]+[A-Z"“(]))?|\d{1,2}\.[A-Z](?=[.)\s])|[A-Z]\.\d{1,2}(?=[.)\s]))(?P<pstop>[.)]{0,2})
      | (?P<coded>[A-Z]\d{1,2})[.)]
      | (?P<num>\d{1,3})(?P<nstop>[.)]{1,2})
      | (?P<let>[A-Za-z]|[ivxlIVXL]{2,6}|aa|bb|cc|dd)(?P<lstop>[.)]{1,2})
    )(?=[\s"“”'‘*_\[(<\\:–—\u200b\ufeff\u00ad-]|[A-ZÀ-Þ]|(?<=\))[a-z]{2}|\Z)""",
    re.VERBOSE,
)
_TOKEN_SIGN = re.compile(r"[.()](?<![a-z]{7}[.)])")
"""What every token begins with or has behind its first few letters, and no end of a longer word."""
_CAPS_HEADING = re.compile(r"[ \t]{1,4}(?:[A-Z]{2,3}[ ])?[A-Z]{4,}")
_OWN_FIRST = re.compile(r"[ \t]{1,4}(?P<title>[A-Z][^.:;\r\n]{2,90}?)[.:]?\s{1,6}(?P<num>\d{1,2})\.0?1[.\s]")
"""A title, and behind it the first number below."""
_BARE = re.compile(
    r"(?P<num>\d(?:(?<=\n\d)|(?<=[ \t]{3}\d)|(?<=[.;:][ \t]\d)|(?<![^ \t]\d))\d?)(?=[ \t]{1,12}(?:\*\*)?(?:[A-Z][A-Za-z]|U\.S\.[ ][A-Z][a-z]|A[ ][a-z]{2}))"
)
_IN_ORDINALS = re.compile(
    rf"(?P<ordinal>{'|'.join(word.upper() for word in ORDINAL_WORDS)}|{'|'.join(map(str.capitalize, ORDINAL_WORDS))})"
    r"[*_]{0,3}(?:\.-|[.:])[*_]{0,3}(?=[ \t\r\n])"
)
"""A clause that is numbered by an ordinal: "FIRST: Services.", "SECOND.- PRICE."."""
_PARTED = re.compile(r"(?:(?<=\n)|(?<=[ \t]{3})|(?<![^ \t]))(?P<num>[1-9]\d?)[ ]\.(?=[ ]?[A-Z])")
"""A number that a blank parts from its full stop ("3 .Price")."""
_INSERTED = re.compile(r"(?P<num>\d{1,2})[A-Z]\.(?=[ \t]{1,4}[A-Z])")
_INSERTED_END = re.compile(r"\.(?<=\d[A-Z]\.)")
"""The number of a section that was put in between two others ("2A. Price")."""
_UNIT_NUMBER = (
    r"(?P<unumber>\d{1,3}(?:\.(?:\d{1,3}|l(?![a-z])))*(?P<usuffix>[A-Z])?(?![\w])|[\"“]\d{1,2}[\"”]|[IVXLC]{1,7}(?![A-Za-z])|"
    r"[\"“‘']?[A-Z][\"”’']?(?:[-.]\d{1,2}(?:-[A-Z](?!\w))?)?(?![A-Za-z])|(?i:(?:twenty|thirty|forty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)\b)"
)
_LEFT_OUT = re.compile(
    r"\((?:i|a|1)\)\s{1,3}(?:(?:is|are|was|were)\s{1,3})?(?:both\s{1,3})?not\s{1,3}material,?\s{1,3}and\s{1,3}\((?:ii|b|2)\)",
    re.IGNORECASE,
)
"""Why a filing leaves words of the paper out: "because it is (i) not material and (ii) would be harmful"."""
_SAYS_LEFT_OUT = re.compile(r"\b(?:exclu|omit|redact)", re.IGNORECASE)
_LEGEND = 300
"""Characters of such a legend before its reasons, at most."""
_COUNTED_UNITS = ("schedule", "annex", "annexure", "appendix")
"""Words for attachments that an ordinal may stand before: "THE FIRST SCHEDULE"."""
_ALONE_UNITS = ("schedule", "annexure", "annex", "appendix", "attachment")
"""Words for attachments that head the only one of its kind without a number: "THE SCHEDULE", "Annexure - Plans"."""
_MARK_UP = " \t\r\n\u00a0#*_"
_PART_OF_LABEL = re.compile(r"(?:\((?:[A-Za-z]{1,4}|\d{1,2})\)){1,3}+(?![\w(])")
"""The brackets of an attachment that carries the number of a sub-clause: "SCHEDULE 1.1(a)"."""
_NOT_A_UNIT_OF = re.compile(
    r"\s*(?:(?i:percent|per\s+cent|million|billion|thousand|hundred)\b|%|days?\b|months?\b|years?\b|hours?\b|"
    r"[Bb]usiness\s+[Dd]ays|[Ww]orking\s+[Dd]ays|[ap]\.?m\.?\b|times\b|copies\b|shares\b|basis\s+points|U\.S\.C|CFR|C\.F\.R|(?:seconds|minutes|weeks)\b|"
    r"(?:st|nd|rd|th)\b|°|inch|feet\b|foot\b|sq)"
)
_TIME = re.compile(r"\s+(?:Days?|Weeks?|Months?|Years?)(?=\s*(?:\Z|[\r\n.,;)])|\s{2})")
_STREET = re.compile(
    r"\s+(?:[NSEW]\.?\s+)?(?:[A-Z][\w'-]+\s+){1,3}(?:Street|St\.|Avenue|Ave\.?|Road|Rd\.?|Drive|Lane|Boulevard|Blvd\.?|Way|Place|Plaza|Court|Square|Parkway)\b"
)
_PREPOSITION = re.compile(
    r"\b(?:in|of|under|by|to|with|from|per|see|than|through|on|at|for|into|set forth in|described in)\s*\Z",
    re.IGNORECASE,
)
_NUMBER_WORD_BEFORE = re.compile(
    r"(?:\b|-)(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    r"seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)\s*\Z",
    re.IGNORECASE,
)
_ENDS_AS_ITEM = re.compile(r";\s*(?:(?:and|or|and/or)\s*)?\Z")
"""The end of an item, whatever its number: it is surely one of a list."""
_END = 40
_SET_OFF = 3.6
"""Evidence of a bare number behind which a wide blank sets off a whole sentence: enough for one number to be missing."""
_SET_OFF_SENTENCE = re.compile(r"(?:[ ]{2,8}|\t)[A-Z“\"][a-z]*(?:[ \t]+\S+){4,}+(?<=[.;:])[ \t]*(?:[\r\n]|\Z)")
_NOTHING_BEHIND = re.compile(r"[ \t\r\n*_.–—#-]*+\Z")
# The last words of what the patterns look for before a marker, which most have none of.
_CONJUNCTIONS = ("and", "or", "nor", "but", " by", "times")
_PREPOSITIONS = tuple("in of under by to with from per see than through on at for into forth".split())
_NUMBER_WORDS = tuple(
    """one two three four five six seven eight nine ten eleven twelve teen twenty thirty forty fifty sixty seventy
    eighty ninety hundred""".split()
)
_CONJUNCTION = re.compile(r"\b(?:and|or|and/or|nor|but|(?:multiplied|divided)\s+by|times),?\s*\Z", re.IGNORECASE)
"""What joins the members of an enumeration, a formula's among them: "equal to (i) the price divided by (ii) twelve"."""
_BLACKED_OUT = re.compile(r"\[ ?[*●]{1,5} ?\]\Z")
"""A passage blacked out, which may be a whole clause with its stop."""
_CAPITALS_BEFORE = re.compile(r"\b(?:[A-Z][A-Z&,-]+\s+)*[A-Z]{4,}(?:\s[A-Z]{2,3}){0,2}\Z")
_ANOTHER_ATTACHMENT = re.compile(
    r"[^\r\n]{0,110}?\b(?:EXHIBIT|SCHEDULE|ANNEX|APPENDIX|Exhibit|Schedule|Annex|Appendix)\s+[\"“]?[A-Z0-9]{1,3}\b\s*[-–—]"
    r"(?!\d{1,3}\s*(?:[\r\n]|\Z))"  # not "Schedule 1-2", the label of a page
)
_PHONE_REST = re.compile(r"[ -]?\d{3}[-. ]?\d{2,4}\b")
_INSIDE_SENTENCE = re.compile(
    r"\b(?:THIS|THE|SUCH|UNDER|IN|OF|WITH|TO|BY|AND|OR|PER|FROM|FOR|SEE|THAT|ANY|ON|AT|EITHER|BOTH|NEITHER|THAN)\s+\Z"
)
_SENTENCE_GOES_ON = re.compile(r"\s*(?:SHALL|WILL|MAY|MUST|IS|ARE|STATES?|OR|AND|HEREOF|ABOVE|BELOW|ONLY|DOES|DO)\b")
_CAPITAL_WORD_BEFORE = re.compile(r"(?:\b[A-Z][\w'’-]*|[\])\d])\s+\Z")
_TITLE_WITH_STOP = re.compile(
    r"[ \t]{1,4}[A-Z][a-z]+(?:[ ](?:[A-Z][\w'’-]*|of|to|and|or|the|for|with|in|by|on)){1,8}\.[ ]{1,3}[A-Z]"
)
_TITLE_AND_TEXT = re.compile(
    r"[ \t]{1,4}[A-Z][\w'’-]+(?:[ ](?:[A-Z][\w'’-]*|of|to|and|or|the|for|with|in|by|on)){0,8}\.[ ]{1,3}[A-Z]"
)
_DATE_REST = re.compile(r"[ \t]+[A-Z]{3,9}\.?,?[ \t]+(?:19|20)\d\d\b|[ \t]+[A-Z][a-z]{2,8}\.?,?[ \t]+(?:19|20)\d\d\b")
_MONTH_NEXT = re.compile(
    r"\s*(?:January|February|March|April|May|June|July|August|September|October|November|December)\W{1,3}\d"
)
_NUMBER_LEADS = re.compile(r"[ \t*_]*\d{1,3}(?:\.\d{1,3})*[.)]?[ \t*_]+\Z")
_MARKER_LEADS = re.compile(r"(?:\A|[\r\n])[ \t*_]*(?:\(?[A-Za-z\d]{1,3}\)|\(?[A-Z\d]{1,2}\.)[ \t*_\u00a0]+\Z")
"""A number at the head of a line whose words begin with what they change ("1. Section 4 is deleted")."""
_CITED_NUMBER_BEFORE = re.compile(r"\b(?:Section|Paragraph|Clause|Article)\s+\d[\w.]*\s*\Z", re.IGNORECASE)
_LABEL_BEFORE = re.compile(r"\bExhibit[ ]{1,3}\(?\d{1,3}\)?(?:[ ]?\(\w{1,3}\)){1,4}[ ]?\Z")
"""The label of a filing that goes on ("Exhibit 28 (h) (1) (a)")."""
_CITED_HERE = re.compile(
    r"[,]?\s+(?:above|below|hereof|thereof|of\s+(?:this|the\s+foregoing|the\s+preceding|paragraph|clause|section|subsection|article)\b)"
    r"|\s+(?:and|or|through|to)\s+\([a-z0-9]{1,4}\)\s+(?:above|below|hereof|of\s+this)\b",
    re.IGNORECASE,
)
_BOTH = re.compile(r"\b(?:both|either|each\s+of)\s+\Z", re.IGNORECASE)
_AND_THE_OTHER = re.compile(r"\s+(?:and|or)\s+\([a-z0-9]{1,4}\)")
"""Behind "both" or "either": the other of two limbs that are spoken of ("in the case of both (i) and (ii), where")."""
_RECITALS = ("RECITALS", "Recitals", "BACKGROUND", "WHEREAS")
_RECITALS_BEFORE = re.compile(rf"\b(?:{'|'.join(_RECITALS)})\s*[:,]?\s+\Z")
_COMPARES = re.compile(
    r"\b(?:earlier|earliest|later|latest|lesser|least|greater|greatest|higher|highest|lower|lowest|shorter|longer)\s+of\s+\Z"
)
"""What things follow that are compared, and that letters number ("the later of (a) receipt and (b) payment")."""
_COMPARED = 2.8
"""Evidence of the first such letter."""
_COUNTED = re.compile(
    r"\b(?:[Mm]ethod|[Ss]tep|[Pp]hase|[Oo]ption|[Ss]tage|[Tt]ier|[Ll]evel|[Mm]onth|[Yy]ear|[Ww]eek|[Qq]uarter|[Mm]ilestone|[Ff]igure|"
    r"[Tt]able|[Tt]ranche|[Ss]cenario|[Ee]xample|[Ss]uite|[Ff]loor|[Rr]oute|[Hh]ighway|[Zz]one|day|item|payment|instal?lment|"
    r"category|class|group|model|version|alternative|question|lot|task|page|line|row|column|unit|series|box|room)\s+\Z"
)
"""A word that the number behind it belongs to, at the end of a sentence or before a dot ("Method 1.", "month 2.")."""
_CAPTION = re.compile(r"\b(?:[Tt]able|TABLE|[Ff]igure|FIGURE)\s+\Z")
_STAMP = re.compile(
    r"\s*(?:\d{1,3}[ \t]*\s)?\s*\d{1,3}\.\d{1,3}[ \t]*(?:\r?\n[ \t]*){4,}\Z|\s*\d{1,3}[ \t]+\d{1,3}\.\d{1,3}\s*\Z"
)
"""The number of an exhibit or a version that is printed alone at the end of a page."""
_ENDS_SENTENCE = re.compile(r"[.;,:]\s*\Z")
TO_DOCUMENT = re.compile(
    r"\s{1,60}(?:TO|To|to)\b:?[ ]{1,3}(?:(?i:the|that|this)[ ]{1,3}(?:certain[ ])?)?[A-Z][^\r\n]{2,200}?(?=\s{3,}|[\r\n]|[ ][-–—][ ]|\s*\Z)"
)
"""The document that an attachment is named as belonging to, before its own title."""
_WIDE_NUMBER = re.compile(r"[ \t]{2,}\d{1,3}\.\d{1,3}\s")
_TO_THE = re.compile(r"(?:[ \t]{2,}|[ \t]*\n\s*)(?:to|TO)\s")
_INITIALS = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|Messrs|Prof)\.|\b[A-Z]\.)[ ]\Z")
_BRACKET_GLUED = re.compile(r"\([a-z]{1,4}\)")
_A_QUANTITY = re.compile(
    r"\s*(?:months?|years?|days?|hours?|weeks?|minutes?|units?|copies|pieces?|pages?)\b(?-i:(?![ ]+[A-Z]))",
    re.IGNORECASE,
)
_A_MEASURE = re.compile(
    r"\s*(?:%|per\s?cent|percentage|basis|points?|hundred|thousand|[mb]illion|times|percent|cm|mm|kg|km|met(?:re|er)s?|"
    r"kilo\w+|miles?|feet|foot|inch(?:es)?|acres?|hectares?|square|cubic|lit(?:re|er)s?|gallons?|barrels?|tons?|tonnes?|"
    r"pounds?|ounces?|grams?|dollars?|euros?|cents?|to|and|or|of|which|by|from)\b",
    re.IGNORECASE,
)
"""What follows a number that measures something, or ends a citation that a line break cut."""
_CITED_WITH_STOP = re.compile(r"\b(?:[Ss]ections?|[Pp]aragraphs?|[Cc]lauses?)\s+\d{1,3}\.[A-Z]\.\s*\Z")
_GLUED = re.compile(r"[A-Z][a-z’']|[A-Z]{3}")
_BRACKET_NEXT = re.compile(r"[ \t]?\((?:[a-z]{1,4}|\d{1,2})\)\s")
_SPELLED_OUT = re.compile(rf"(?<=[a-z])[a-z],[ ]{{1,3}}(?!(?i:{'|'.join(NUMBER_WORDS)})\b)[A-Z][a-z]")
"""Behind a number in words ("Item One, Term"): a comma and the first word of a title."""
_FIRST_BEHIND = re.compile(r"[ ]1\.[ ]+[A-Z]")
"""The first number of what a title stands above, where nothing parts them ("Article 2 Services 1. The")."""
_LONGEST_ITEM = 900
"""Characters that an item of a condition and the main clause up to its first item may have."""
_IN_CONDITION = re.compile(
    r"(?:[\s\"“]{0,40}(?:\d{1,3}(?:\.\d{1,3})*\.?|\([a-z]{1,4}\))){0,2}\s{0,40}(?:(?i:If|In[ ]the[ ]event|In[ ]case|To[ ]the[ ]extent|When|"
    r"Where|Upon|Should))\b"
)
_MAIN_CLAUSE = re.compile(
    r",\s{1,20}(?:then,?\s{1,20})?(?:(?:the|such|each|either|neither|no|any|both)\s{1,20})?[A-Z][\w'’]{0,30}(?:[ ][A-Z][\w'’]{0,30}){0,4}\s{1,20}"
    r"(?:shall|will|may|must|agrees?)\b"
)
"""The subject of a main clause and its verb, behind a condition."""
_NUMERAL_ALONE = re.compile(r"\((?:i{1,3}|iv|vi{1,3})\)")
"""A numeral that no word is spelled with the brackets of, as "(s)he" and "(un)paid" are."""
_FIRST = frozenset(("(i)", "(a)", "(1)", "(A)", "(I)", "(x)", "a)", "i)", "1)"))
_MONTH = re.compile(r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\s*\Z")
_NAME_AND_AGE = re.compile(r"[ ][A-Z][a-z]+(?:[ ](?:[A-Z]\.|[A-Z][\w'’-]+)){1,2},[ ]\d\d\s*\Z")
"""Behind an initial that begins a block: the rest of a person's name, and the age ("V. Paul Winter, 65")."""
_MANY_NUMBERS = 5
_LONGEST_TOKEN = 6
"""Letters or digits that a token has before its first stop or bracket, at most."""
_ENTRY = 80
"""The longest entry of an index, in characters."""
_GOES_ON = 2.0
_ITEMISED = 3.5
"""Evidence of a letter with a stop in the line, in a list whose signs are those of one."""
_HEADS_OWN = 4.2
"""Evidence of a number whose title the first number below it follows."""
_MAY_BE_LISTED = 3.0
"""Evidence, at most, of a word that the entries of a list within an article may begin with too."""
MISREAD_L = Form("(a)", 12)
"""The letter l that was printed or recognised as a 1 or a capital I."""
MISREAD_ONE = Form("1.", 1, (1,))
"""The number 1 that was printed or recognised as an I or an l."""
MISREAD_O = Form("A.", 15)
"""The letter O that was printed or recognised as a nought."""


def _small_letter_costs(text: str, end: int) -> float:
    """How much less speaks for a dotted number at the head of a paragraph that goes on in small letters."""
    return 3.0 if _A_QUANTITY.match(text, end) or _A_MEASURE.match(text, end) else 2.5


def _behind_sentence(text: str, title: str, end: int) -> tuple[int, int] | None:
    """Span of *title*, which stands before *end*, if a sentence ends before it and no marker leads it in."""
    at = text.rfind(title, max(0, end - 110), end)
    return (at, at + len(title)) if text[max(0, at - 8) : at].rstrip()[-1:] in (".", "!", "?") else None


def _is_price(path: tuple[int, ...], label: str) -> bool:
    """Whether a dotted number is more likely a price or a code than the number of a clause ("85.00", "504.03")."""
    return len(path) == 2 and (path[0] >= 100 or (path[0] >= 40 and label.rstrip(".)").endswith((".00", ".50"))))


def _in_view_of_each_other(text: str, candidates: list[Candidate], ends: list[int]) -> list[Candidate]:
    """*candidates* of the block *text*, whose sentences end at *ends*, weighed once more by their neighbours.

    Many dotted numbers in no order are those of an index. A number in the middle of a phrase is likely meant where it
    goes on by one from the number before it that is printed alike. Letters with a stop before small letters are meant
    where a colon leads in the first, and a semicolon ends each.
    """
    dotted = [c for c in candidates if c.place == "inline" and c.forms[0].style == "n"]
    close = {id(a): b for a, b in pairwise(dotted) if b.start - a.end < _ENTRY}
    back = sum(1 for c in dotted if id(c) in close and (close[id(c)].forms[0].path or ()) <= (c.forms[0].path or ()))
    if len(close) >= _MANY_NUMBERS and 3 * back >= len(close):
        candidates = [c for c in candidates if id(c) not in close]
    itemised = _itemised(candidates)
    out: list[Candidate] = []
    last: dict[tuple[str, str], Candidate] = {}
    for index, candidate in enumerate(candidates):
        form = candidate.forms[0]
        if index and candidate.opens_list and _leaves_condition(text, candidates[index - 1], candidate, ends):
            candidate = replace(candidate, in_main_clause=True)
        if index in itemised:
            candidate = replace(candidate, evidence=max(candidate.evidence, _ITEMISED))
        stop = candidate.label[-1]
        if form.style in ("n", "1.", "1)") and (stop in ".)" or form.style == "n"):
            stop = stop if stop in ".)" else ""
            before = last.get((form.style, stop))
            paged = text[max(0, candidate.start - 4) : candidate.start].rstrip()[-1:].isdigit()
            deep = form.path is not None and len(form.path) > 2 and candidate.body_capital
            titled = stop != "" or deep or _TITLE_AND_TEXT.match(text, candidate.end) is not None
            if (
                before is not None
                and candidate.after == "phrase"
                and not paged
                and titled
                and _goes_on(before.forms[0], form)
            ):
                heading = candidate.heading or (heading_after(text, candidate.end, False) if stop == "" else None)
                candidate = replace(candidate, evidence=max(candidate.evidence, _GOES_ON), heading=heading)
            last[form.style, stop] = candidate
        out.append(candidate)
    return out


def _itemised(candidates: list[Candidate]) -> set[int]:
    """Which of *candidates* are the letters of a list in the line: "do all of this: a. mill; b. bake; and c. sell"."""
    out: set[int] = set()
    run: list[int] = []
    for index, candidate in enumerate(candidates):
        if candidate.place != "inline" or candidate.label[-1] != "." or not candidate.label[0].islower():
            continue
        values = {form.style: form.value for form in candidate.forms}
        if candidate.after == "colon" and 1 in values.values():
            run = [index]
        elif (
            run
            and candidate.after == "semicolon"
            and any(values.get(form.style) == form.value + 1 for form in candidates[run[-1]].forms)
        ):
            run.append(index)
            out.update(run)
        else:
            run = []
    return out


def _leaves_condition(text: str, before: Candidate, candidate: Candidate, ends: list[int]) -> bool:
    """Whether *before* is the last item of a condition and *candidate* stands in the main clause behind it.

    "If the Buyer (a) does not pay or (b) is dissolved, the Seller may (i) stop and (ii) sue."
    """
    if before.place != "inline" or candidate.place != "inline" or candidate.start - before.end > _LONGEST_ITEM:
        return False
    main = _MAIN_CLAUSE.search(text, before.end, candidate.start)
    if main is None or _CONJUNCTION.search(text, max(0, before.start - 10), before.start) is None:
        return False
    at = bisect_right(ends, before.start)
    start = ends[at - 1] if at else 0
    if at < len(ends) and ends[at] <= candidate.start:
        return False
    return _IN_CONDITION.match(text, start) is not None and "provided" not in text[before.end : candidate.start]


def _goes_on(before: Form, form: Form) -> bool:
    return form.value == before.value + 1 and (form.path or (0,))[:-1] == (before.path or (0,))[:-1]


def _legends(text: str) -> Iterator[tuple[int, int]]:
    """Spans of the numbered reasons for which a legend says that words have been left out: they are no clauses."""
    if "material" not in text and "MATERIAL" not in text:
        return
    for reasons in _LEFT_OUT.finditer(text):
        if _SAYS_LEFT_OUT.search(text, max(0, reasons.start() - _LEGEND), reasons.start()):
            yield reasons.span()


def _behind_ordinal(text: str, start: int) -> bool:
    """Whether an ordinal may stand before the word that begins at *start*."""
    before = text[max(0, start - _END) : start]
    return before[-1:].isspace() and before.rstrip()[-2:].lower() in ("", "st", "nd", "rd", "th")


def _token_starts(text: str) -> Iterator[int]:
    """Offsets at which a match of _TOKEN may begin, rising: brackets, and short words with a stop or bracket behind."""
    for sign in _TOKEN_SIGN.finditer(text):
        at = start = sign.start()
        if text[at] == "(":
            yield at
        elif not text[max(0, at - _LONGEST_TOKEN - 1) : at].isalpha() or at <= _LONGEST_TOKEN:
            while start > 0 and at - start <= _LONGEST_TOKEN and text[start - 1].isalnum():
                start -= 1
            if 0 < at - start <= _LONGEST_TOKEN:
                yield start


_SIGNS = re.compile(
    r"[ \t]{1,4}[*_]{0,3}(?:Name|Signature|Signed(?:[ ]by)?|Sign|By)[*_]{0,3}[ \t]{0,3}[:.]?[*_]{0,3}[ \t]{0,3}"
    r"(?:_{3,}+|[^\r\n]{0,60}+\r?\n[ \t]{0,8}[*_]{0,3}(?:Address|Name|Sign(?:ature)?|Title|Designation|Occupation|Date|NRIC)\b)"
)
"""The fields of one of several who sign or witness, which are numbered."""
_BODY_LEAD = re.compile(r"[\s\"“*_.:–—\u200b\ufeff-]*")


class MarkerReader:
    """Finds the candidates of a block under one convention."""

    def __init__(self, convention: Convention) -> None:
        self.convention = convention
        words = convention.unit_pattern
        self._unit = re.compile(
            rf"(?<![\w(/-])(?P<word>(?i:{words}))(?:\s*[-–—]\s*|\s+|(?<=§))(?:(?:No|NO)\.\s*)?{_UNIT_NUMBER}(?P<ustop>[.):]*)"
        )
        counted = "|".join(w for w in _COUNTED_UNITS if w in convention.unit_words)
        ordinals = "|".join(ORDINAL_WORDS)
        self._counted_unit = re.compile(
            rf"(?<![\w(/-])(?:(?:THE|The)\s+)?(?=[A-Z])(?P<ordinal>(?i:{ordinals}))\s+(?=[A-Z])(?P<word>(?i:{counted}))(?![\w'’-])"
            r"(?P<ustop>[.:]*)"
        )
        lone = "|".join(w for w in _ALONE_UNITS if w in convention.unit_words)
        self._lone_unit = re.compile(
            rf"(?:(?:THE|The)[ \t]+)?(?=[A-Z])(?P<word>(?i:{lone or '(?!)'}))"
            r"(?=[*_]{0,3}[ \t]*(?:[\r\n]|\Z|(?:[–—]|[-:](?=[ \t]))[ \t]*(?:[A-Z][\w'’]*|and|of|to|the|for|in|[&,])(?:[ \t]+[\w'’&,-]+){0,7}[*_]{0,3}[ \t]*(?:[\r\n]|\Z)))"
        )
        self._anchors = Anchors(
            {"unit": {word.split()[0] for word in convention.unit_words}, "counted": _COUNTED_UNITS}
        )
        self._citation_before = re.compile(
            rf"(?<!\w)(?:{convention.citation_pattern}|nos?\.|clause\(s\)|section\(s\))\s*\Z", re.IGNORECASE
        )
        self._citing = (*{word.split()[-1] for word in convention.citation_words}, "no.", "nos.", "(s)")

    def read(self, text: str, cited: list[tuple[int, int]], ends: list[int]) -> list[Candidate]:
        """Candidates of the block *text* in order; *cited* are the spans that citations take up, *ends* the offsets
        behind its sentences."""
        found: dict[int, Candidate] = {}
        stripped_end = len(text.rstrip())
        first = len(text) - len(text.lstrip())
        line_leads = self._line_leads(text)
        for start, end, label, forms, unit in self._tokens(text, line_leads):
            candidate = self._judge(text, start, end, label, forms, unit, cited, ends, first, line_leads, stripped_end)
            if candidate is not None and start not in found:
                found[start] = candidate
        paths = [s for s, c in found.items() if c.forms[0].style == "n"]
        if len(paths) >= 6 and not VERB.search(text):  # an index of terms or of contents
            for start in paths:
                del found[start]
        for legend_start, legend_end in _legends(text) if len(found) > 1 else ():
            for start in [start for start in found if legend_start <= start < legend_end]:
                del found[start]
        out: list[Candidate] = []
        for start in sorted(found):
            if out and found[start].start < out[-1].end:
                continue
            out.append(found[start])
        return _in_view_of_each_other(text, out, ends)

    @staticmethod
    def _line_leads(text: str) -> dict[int, tuple[int, int]]:
        """Offset of the first character of weight in each line -> (line's start, indent)."""
        leads: dict[int, tuple[int, int]] = {}
        position = 0
        while position < len(text):
            if text[position].isalpha():
                leads[position] = (position, 0)
            elif match := _LEAD.match(text, position):
                white = len(text[position : match.end()]) - len(text[position : match.end()].lstrip(" \t\u00a0"))
                leads[match.end()] = (position, white)
                if match.group("glued"):
                    leads.setdefault(match.start("lead"), (position, white))
            following = text.find("\n", position)
            if following < 0:
                break
            position = following + 1
        return leads

    def _tokens(
        self, text: str, leads: dict[int, tuple[int, int]]
    ) -> list[tuple[int, int, str, list[Form], str | None]]:
        tokens: list[tuple[int, int, str, list[Form], str | None]] = []
        places = self._anchors.find(text)
        for match in matches_at(self._unit, text, places, "unit"):
            word, number = match.group("word"), match.group("unumber")
            if not (word[0].isupper() or word[0] == "§"):
                continue
            if "." in number and match.start("unumber") - match.end("word") >= 4 and match.start() not in leads:
                continue
            unit = self.convention.unit_words[re.sub(r"\s+", " ", word).casefold()]
            brackets = _PART_OF_LABEL.match(text, match.end("unumber")) if unit in ATTACHMENTS else None
            forms = unit_forms(unit, number + (brackets.group() if brackets else ""))
            if forms:
                end = match.end() - (len(match.group("ustop")) - len(match.group("ustop").rstrip(":")))
                end = brackets.end() if brackets else end
                tokens.append((match.start(), end, text[match.start() : end].strip(), forms, unit))
        counts = places is None or any(_behind_ordinal(text, at) for at in places.of("counted"))
        for match in self._counted_unit.finditer(text) if counts else ():
            unit = self.convention.unit_words[match.group("word").casefold()]
            value = NUMBER_WORDS[match.group("ordinal").lower()]
            end = match.end() - len(match.group("ustop"))
            label = text[match.start() : end]
            tokens.append((match.start(), end, label, [Form(f"u:{unit}", value, (value,), unit)], unit))
        head = next(iter(leads), 0)
        if text[head : head + 1].isupper() and not text[:head].strip(_MARK_UP):
            lone = self._lone_unit.match(text, head)
            if lone is not None:
                unit = self.convention.unit_words[lone.group("word").casefold()]
                tokens.append((*lone.span(), lone.group(), [Form(f"u:{unit}", 1, (1,), unit)], unit))
            elif (counted := _IN_ORDINALS.match(text, head)) is not None:
                value = NUMBER_WORDS[counted.group("ordinal").lower()]
                tokens.append((*counted.span(), counted.group(), [Form("1.", value, (value,))], None))
        for match in matches(_TOKEN, text, _token_starts(text)):
            forms = []
            if match.group("par"):
                token = match.group("par")
                forms = [Form("(1)", int(token))] if token.isdigit() else letter_forms(token, "({})")
                if token == "I" or (token == "1" and match.start() in leads):
                    forms.append(MISREAD_L)
                if token in "AI":  # "(A) ... (b)": a capital that was put at the beginning of the words
                    forms.append(Form("(a)" if token == "A" else "(i)", 1))
            elif match.group("path"):
                raw = match.group("path")
                if raw[-1].isupper() and raw[-2].isdigit():  # put in between two others: "2.11A"
                    parts = tuple(int(p) for p in raw[:-1].split("."))
                    forms = [Form("n", parts[-1], parts)]
                elif raw[0].isalpha() or raw[-1].isupper():
                    parts = tuple(int(p) if p.isdigit() else ord(p) - 64 for p in raw.split("."))
                    style = "A.n" if raw[0].isalpha() else "n.A"
                    forms = [Form(style, parts[-1], parts)]
                else:
                    parts = tuple(int(p) if p.isdigit() else 1 for p in raw.split("."))
                    forms = [Form("n", parts[-1], parts)]
                    if len(parts) == 2 and parts[1] == 0:
                        forms.append(Form("1.", parts[0], parts[:1]))
            elif match.group("coded"):  # "**E1.**", the first of chapter E
                token = match.group("coded")
                if match.start() in leads and text[leads[match.start()][0] : match.start()].endswith(
                    ("**", "__", "# ")
                ):
                    forms = [Form("A.n", int(token[1:]), (ord(token[0]) - 64, int(token[1:])))]
            elif match.group("num"):
                token = match.group("num")
                style = "1)" if match.group("nstop")[0] == ")" else "1."
                forms = [Form(style, int(token), (int(token),) if style == "1." else None)]
                if token == "0" and style == "1." and match.start() in leads:
                    forms = [MISREAD_O]
                if style == "1)":
                    forms.append(Form("(1)", int(token)))
            else:
                token = match.group("let")
                stop = ")" if match.group("lstop")[0] == ")" else "."
                forms = letter_forms(token, "{}" + stop)
                if stop == ")":  # "b)" may be a slip for "(b)"
                    forms += letter_forms(token, "({})")
                elif token in "Il" and match.start() in leads:
                    forms.append(MISREAD_ONE)
            if forms:
                tokens.append((match.start(), match.end(), match.group(), forms, None))
        for match in _PARTED.finditer(text) if " ." in text else ():
            value = int(match.group("num"))
            tokens.append((match.start(), match.end(), match.group(), [Form("1.", value, (value,))], None))
        for match in _INSERTED.finditer(text) if _INSERTED_END.search(text) else ():
            if match.start() in leads or text[max(0, match.start() - 3) : match.start()] == "   ":
                value = int(match.group("num"))
                tokens.append((match.start(), match.end(), match.group(), [Form("1.", value, (value,))], None))
        for match in _BARE.finditer(text):
            end = match.end()
            if match.start() in leads or _CAPS_HEADING.match(text, end) or _TITLE_WITH_STOP.match(text, end):
                if _DATE_REST.match(text, match.end()):
                    continue
                value = int(match.group("num"))
                tokens.append((match.start(), match.end(), match.group(), [Form("1.", value, (value,))], None))
        return tokens

    def _judge(
        self,
        text: str,
        start: int,
        end: int,
        label: str,
        forms: list[Form],
        unit: str | None,
        cited: list[tuple[int, int]],
        ends: list[int],
        first: int,
        leads: dict[int, tuple[int, int]],
        stripped_end: int,
    ) -> Candidate | None:
        """Weigh one token; None where it is certainly no marker."""
        kind = (
            "unit"
            if unit
            else "path"
            if forms[0].style in ("n", "n.A", "A.n")
            else "number"
            if forms[0].style in ("1.", "1)")
            else ("bracket" if label[0] == "(" else "letter")
        )
        bare = kind == "number" and label[-1].isdigit()
        before = text[max(0, start - 40) : start]
        body = text[_BODY_LEAD.match(text, end, end + 60).end() : end + 60]  # type: ignore[union-attr]
        body_capital = (bool(body) and (body[0].isupper() or body[0] in '"“[<$(')) or text[
            end : end + 6
        ].lstrip().startswith("**")
        empty = _NOTHING_BEHIND.match(text, end) is not None
        lead = leads.get(start)
        indent = 0
        if lead is not None:
            indent = lead[1]
            place = "block" if lead[0] <= first else "line"
        else:
            place = "inline"
        gap = len(before) - len(before.rstrip(" \t\u00a0")) >= 3 or before.endswith("\t")
        in_recitals = (
            kind in ("number", "letter", "bracket")
            and place == "inline"
            and before.rstrip().rstrip(":,").rstrip().endswith(_RECITALS)
            and _RECITALS_BEFORE.search(before)
        )
        in_citation = not in_recitals and any(s <= start < e for s, e in cited)
        if in_citation and place == "inline" and kind != "unit" and not (gap and body_capital and kind == "path"):
            return None
        words_before = before.rstrip().lower()
        trimmed = before.rstrip(" \t\r\n\"“”'*_\u00a0")
        shoulder = None
        last = trimmed[-1:] if trimmed else ""
        if before[-1:] in '"“' and before[-1:]:
            return None
        if kind == "letter" and label[0].isupper() and _INITIALS.search(before):
            return None
        if kind in ("letter", "number") and label.endswith(")") and before.rfind("(") > before.rfind(")"):
            return None
        if kind == "number" and forms[0].value == 0:
            return None
        belongs = TO_DOCUMENT.match(text, end) if unit in ATTACHMENTS else None
        if unit and place == "inline" and not belongs and _MARKER_LEADS.search(before):
            return None
        if kind == "number" and place == "inline" and label[-1] != ")" and not gap and _COUNTED.search(before):
            return None
        if kind == "path" and place == "inline" and _CAPTION.search(before):
            return None
        if kind == "number" and _MONTH_NEXT.match(text, end):
            return None
        if kind == "number" and len(label) > 3 and not empty and text[end].isalpha():
            return None  # the digits of a telephone number that goes on in letters
        if kind == "path" and place == "block" and empty and _STAMP.match(text):
            return None
        if kind == "path" and forms[0].path is not None and _is_price(forms[0].path, label):
            return None
        heads_own = (
            kind == "number"
            and place == "inline"
            and (own := _OWN_FIRST.match(text, end)) is not None
            and int(own.group("num")) == forms[0].value
            and (own.group("title").isupper() or is_title(own.group("title")))
        )
        conj = _CONJUNCTION.search(before) if words_before.removesuffix(",").endswith(_CONJUNCTIONS) else None
        if heads_own:
            after = "stop"
        elif place == "block" or start <= first:
            after = "start"
        elif (
            last in ".!?"
            or (last == ")" and trimmed[-2:-1] == ".")
            or (last == "]" and body[:1].isalpha() and _BLACKED_OUT.search(trimmed))
        ):
            after = "stop"
        elif last and last in ":：–—-":
            after = "colon"
        elif last == ";" or (conj and re.search(r";\s*$", before[: conj.start()])):
            after = "semicolon"
        elif last == "," or (conj and re.search(r",\s*$", before[: conj.start()])):
            after = "comma"
        elif conj:
            after = "conjunction"
        elif kind in ("path", "unit") and _CAPITALS_BEFORE.search(trimmed):
            after = "colon" if kind == "path" else "stop"
        else:
            after = "phrase"
        if after == "phrase" and place == "inline" and kind != "unit" and body_capital:
            shoulder = title_before(text, start)
            if shoulder is not None and shoulder.isupper() and not gap and text[end : end + 24].isupper():
                shoulder = None
            if shoulder is not None:
                after = "stop"
        if _NOT_A_UNIT_OF.match(text, end) and kind in ("path", "number"):
            return None
        if bare and (_TIME.match(text, end) or _A_QUANTITY.match(text, end)):
            return None
        if kind == "bracket" and place == "inline" and _CITED_WITH_STOP.search(before):
            return None
        if kind in ("path", "number") and (_MONTH.search(before) or re.match(r"[\d%]|-\w", text[end : end + 2])):
            return None
        glued = kind == "letter" and not empty and text[end] not in ' \t\r\n\u00a0*"“[_'
        if glued and (
            not _GLUED.match(text, end) or (place == "inline" and not gap and after not in ("colon", "semicolon"))
        ):
            return None
        if kind == "bracket":
            digits = label.strip("().").isdigit()
            if digits and (
                _PHONE_REST.match(text, end)
                or (words_before.endswith(_NUMBER_WORDS) and _NUMBER_WORD_BEFORE.search(before))
            ):
                return None
            glued_word = text[end : end + 1].islower() and place == "inline" and after in ("phrase", "conjunction")
            if glued_word and not _NUMERAL_ALONE.fullmatch(label):
                return None
        alone = "\n" not in text[end:stripped_end]
        behind = belongs.end() if belongs else end
        if unit and _SPELLED_OUT.match(text, end - 1):
            behind += 1
        heading = (
            heading_after(text, behind, alone)
            if place != "inline" or after in ("stop", "start", "colon") or gap or kind == "unit"
            else None
        )
        if unit and heading is not None and _FIRST_BEHIND.match(text, heading[1] - 2):
            heading = heading[0], heading[1] - 2
        evidence = self._evidence(
            kind,
            bare,
            place,
            after,
            gap,
            body,
            body_capital,
            heading,
            empty,
            before,
            label,
            text,
            start,
            end,
            conj is not None,
        )
        if (
            kind == "bracket"
            and place == "inline"
            and _NUMBER_LEADS.match(text[text.rfind("\n", 0, start) + 1 : start])
        ):
            evidence, after = 4.5, "stop"
        if heads_own:
            evidence = max(evidence, _HEADS_OWN)
        if shoulder is not None and not gap:
            evidence = self._below_title(kind, label, shoulder)
        if kind == "path" and _BRACKET_GLUED.match(text, end):
            evidence -= 3.0 if place == "block" else 4.0  # "17.3(a)" is how a place is cited
        if kind == "unit":
            # a unit word is a citation and a heading in one: the shape decides, not the citation
            pass
        elif in_citation:
            evidence -= 4.0 if gap and body_capital and kind == "path" else 6.0
        if unit in ATTACHMENTS and _ANOTHER_ATTACHMENT.match(text, end):
            evidence = -5.0
        if in_recitals:
            evidence = max(evidence, 4.0)
        elif (
            kind != "unit"
            and words_before.endswith(self._citing)
            and self._citation_before.search(before)
            and not (gap and body_capital)
        ):
            evidence = min(evidence, -7.0)
        if (
            kind == "bracket"
            and place == "inline"
            and (
                _CITED_HERE.match(text, end)
                or (_BOTH.search(before) and _AND_THE_OTHER.match(text, end))
                or (not body_capital and _CITED_NUMBER_BEFORE.search(before))
                or ("Exhibit" in before and _LABEL_BEFORE.search(before))
            )
        ):
            evidence = -4.0
        elif (
            kind in ("bracket", "letter")
            and place == "inline"
            and conj is None
            and words_before.endswith(_PREPOSITIONS)
            and _PREPOSITION.search(before)
            and not gap
        ):
            cited_there = re.match(
                r"\s*(?:above|below|hereof|of\s+this|and\s+\(|or\s+\(|,\s*\(|through|to\s+\(|[,.;)])",
                text[end : end + 14],
            )
            compared = label in _FIRST and not cited_there and _COMPARES.search(before) is not None
            evidence = _COMPARED if compared else min(evidence, 0.8 if label in _FIRST and not cited_there else -4.0)
        if evidence <= -3.5 or (kind in ("number", "bracket") and place != "inline" and _SIGNS.match(text, end)):
            return None
        titled = 0 if lead is None else text.count("#", lead[0], start)
        if self.convention.nested_lists and place != "inline" and forms[0].style == "1.":
            forms = [Form(f"m{HEADINGS_NESTING if titled else nesting(indent)}", forms[0].value)]
        new_sentence = after == "stop"
        restates = kind == "path" and _BRACKET_NEXT.match(text, end) is not None
        return Candidate(
            start,
            end,
            label,
            tuple(forms),
            evidence,
            place,
            after,
            indent,
            heading,
            new_sentence,
            body_capital,
            empty,
            restates,
            titled,
            below_title=_behind_sentence(text, shoulder, start) if shoulder is not None else None,
        )

    @staticmethod
    def _below_title(kind: str, label: str, title: str) -> float:
        """Evidence of an inline marker that stands behind the unpunctuated heading *title*."""
        if kind != "letter":
            return {"path": 3.3, "number": 2.2, "bracket": 2.8}[kind]
        if title.isupper() or title.casefold() in ("recitals", "background"):
            return 2.5
        return -1.0 if label[0] in "AaIi" or label[0].islower() else -8.0

    def _evidence(
        self,
        kind: str,
        bare: bool,
        place: str,
        after: str,
        gap: bool,
        body: str,
        capital: bool,
        heading: tuple[int, int] | None,
        empty: bool,
        before: str,
        label: str,
        text: str,
        start: int,
        end: int,
        conj: bool,
    ) -> float:
        if kind == "unit":
            if place != "block" and (_INSIDE_SENTENCE.search(before) or _SENTENCE_GOES_ON.match(text, end)):
                return -6.0
            score = self._unit_evidence(place, after, gap, body, capital, heading, empty, text, start, end)
            return min(score, _MAY_BE_LISTED) if label[:4].casefold() == "item" else score
        if place == "block":
            score = {"path": 6.0, "bracket": 5.5, "number": 5.5, "letter": 5.0}[kind]
            if bare:
                goes_on = label != "1" and _SET_OFF_SENTENCE.match(text, end) is not None
                score = 1.7 if heading else _SET_OFF if goes_on else 0.5
        elif place == "line":
            score = {"path": 5.0, "bracket": 5.0, "number": 4.5, "letter": 4.0}[kind]
            if after in ("comma", "phrase", "conjunction"):
                score -= 1.5 if kind == "bracket" else 4.0
            if bare:
                score = 3.0 if heading and after in ("stop", "semicolon", "colon") else -1.0
        else:
            score = self._inline_evidence(kind, after, gap, capital, label)
            if bare:
                if heading is None or not (gap or after == "stop"):
                    return -5.0
                return 3.5 if gap or text[heading[0] : heading[1]].isupper() else 1.0
        listed = kind == "number" and place == "inline" and (gap or label.endswith(")"))
        if kind in ("path", "number") and not capital and not empty and not listed:
            if kind == "number" and place == "block" and _ENDS_AS_ITEM.search(text, max(end, len(text) - _END)):
                score += 2.5
            else:
                score -= 3.0 if place != "block" else 1.0 if kind == "number" else _small_letter_costs(text, end)
            if place == "block" and kind == "path" and label.count(".") >= 2:
                score += 1.5
        if kind == "letter" and not capital and not empty and place == "inline" and label.endswith("."):
            score -= 3.0
        if heading is not None:
            score += 1.0 if kind in ("path", "number") else 0.5
        if kind == "bracket" and label.strip("().").isdigit() and place == "inline" and after == "phrase":
            score -= 2.0
        if kind == "bracket" and len(label.strip("().")) >= 3 and place == "inline":
            score -= 0.5
        if (
            kind == "letter"
            and place == "inline"
            and label[0].isupper()
            and re.search(r"\b[A-Z][\w.]*\s+\Z", before)
            and after == "phrase"
            and not gap
        ):
            return -8.0
        if (
            kind == "letter"
            and after == "phrase"
            and place == "inline"
            and capital
            and label == "A."
            and before.rstrip()[-1:] == ")"
        ):
            score = 1.5
        if kind == "letter" and place == "block" and _NAME_AND_AGE.match(text, end):
            return -8.0
        if kind == "number" and _STREET.match(text, end):
            score -= 6.0
        return score

    @staticmethod
    def _inline_evidence(kind: str, after: str, gap: bool, capital: bool, label: str) -> float:
        deep = label.count(".") >= 2
        after = "stop" if after == "start" else after
        if kind == "path":
            if gap and capital:
                return 4.5
            table = {"stop": 4.0, "colon": 3.2, "semicolon": 3.5, "comma": -3.0, "phrase": -3.0, "conjunction": -4.0}
            if not capital and (gap or (deep and after in ("semicolon", "colon"))):
                return 6.0
            if capital:  # "2.2. Next": a stop of its own speaks for a marker
                return table[after] + (1.0 if after == "phrase" and label.endswith(".") else 0.0)
            return table[after] - 1.0
        if kind == "number":
            if gap and capital:
                return 4.0
            if label.endswith(")"):
                table = {"stop": 3.0, "colon": 3.0, "semicolon": 3.0, "comma": 1.0, "phrase": -3.0, "conjunction": 0.0}
                return table[after] + (1.0 if capital and after == "phrase" else 0.0)
            table = {"stop": 3.2, "colon": 3.0, "semicolon": 2.0, "comma": -3.0, "phrase": -3.0, "conjunction": -4.0}
            if capital:
                return table[after] + (1.0 if after == "phrase" else 0.0)
            return table[after] - (1.0 if gap and after in ("semicolon", "phrase") else 2.5)
        if kind == "letter":
            if gap and (capital or after in ("semicolon", "colon", "stop", "comma")):
                return 4.0 if capital else 6.0 if label.endswith(".") else 3.5
            if gap and after in ("comma", "conjunction"):
                return 3.0
            if label.endswith(")") and label[0].islower():
                return {"stop": 3.0, "colon": 3.2, "semicolon": 3.2, "comma": 1.5, "phrase": 0.8, "conjunction": 1.2}[
                    after
                ]
            table = {"stop": 2.5, "colon": 2.5, "semicolon": 2.5, "comma": 0.0, "phrase": -4.0, "conjunction": 0.0}
            return table[after]
        if gap:
            return 4.5
        return {"stop": 3.5, "colon": 3.8, "semicolon": 3.5, "comma": 2.2, "phrase": 1.8, "conjunction": 2.0}[after]

    @staticmethod
    def _unit_evidence(
        place: str,
        after: str,
        gap: bool,
        body: str,
        capital: bool,
        heading: tuple[int, int] | None,
        empty: bool,
        text: str,
        start: int,
        end: int,
    ) -> float:
        before = text[max(0, start - 40) : start]
        following = text[end : end + 3]
        lower = bool(body) and body[0].islower()
        comma = following[:1] == ","
        if place == "block":
            if empty:
                return 6.0
            if text[start : start + 4].isupper() and _TO_THE.match(text, end):
                return 4.0
            if (
                heading is not None
                and heading[0] > end
                and TO_DOCUMENT.match(text, end, heading[0])
                and not VERB.search(text)
            ):
                return 4.0
            alone = "\n" not in text[start:].strip() and len(text) - start < 90
            if text[start] == "§" and alone and not _ENDS_SENTENCE.search(text):
                return 4.0
            if comma and _SPELLED_OUT.match(text, end - 1) and heading is not None:
                return 3.0
            if (
                lower
                or comma
                or re.match(r"\s*(?:and|or|to|of|hereof|shall|is|are|below|above)\b", text[end : end + 12])
            ):
                return -3.0
            if heading is not None:
                return 6.0
            return 4.0 if capital else 0.0
        if place == "line" and (
            after == "conjunction" or (after == "phrase" and _PREPOSITION.search(before) and not before.isupper())
        ):
            return -6.0  # where the line of a sentence was broken before what it cites
        if place == "line" or gap:
            if text[start : start + 4].isupper() and _TO_THE.match(text, end):
                return 4.0
            if text[start : start + 4].isupper() and _WIDE_NUMBER.match(text, end):
                return 3.5
            if empty or following[:1] in "\r\n":
                return 5.0 if after in ("stop", "semicolon", "colon", "start") or place == "line" else 2.0
            if lower or comma:
                return -6.0
            if heading is not None:
                return 5.0 if after in ("stop", "semicolon", "colon", "start") else 2.5
            return 2.5 if capital and after in ("stop", "start") else -3.0
        if (
            text[start] == "§"
            and capital
            and heading is not None
            and (after == "stop" or _CAPITAL_WORD_BEFORE.search(before))
        ):
            return 3.0 if after == "stop" else 1.0
        capitals = text[start : start + 3].isupper() and not comma and not lower
        if capitals and (capital or empty) and after in ("stop", "colon", "semicolon", "start"):
            return 4.5
        if capitals and capital and after == "phrase":
            return 2.0
        if after == "stop" and capital and heading is not None and not comma:
            return 3.5
        if after == "colon" and capital and heading is not None and text[end - 1] == ".":
            return 3.5
        if after == "stop" and capital and not comma:
            return 2.5 if text[end - 1] in ".:" else 1.2
        if after == "phrase" and capital and heading is not None and _CAPITAL_WORD_BEFORE.search(before):
            return -1.5
        return -5.0
