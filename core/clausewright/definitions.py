"""Defining phrases in one block: quoted, bold and bare terms with a defining verb, and terms in brackets."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from enum import StrEnum

from clausewright.anchors import Anchors, Places, matches, matches_at, matches_near
from clausewright.convention import Convention
from clausewright.numerals import from_roman
from clausewright.vocabulary import words


class Needs(StrEnum):
    """What must hold elsewhere in the document before a shape counts as a definition.

    Nothing; that it stands in a list of definitions ("Fee: the sum") or in a clause with such a heading ("1.1 Fee. The
    sum"); in one where the paragraph behind it explains it; that it is the first of a clause there or in a clause with
    the term for a heading ("Contract Sum. The Contract Sum is"), and the term is defined nowhere else; that the term is used at another place and is
    defined at none ("Tin Works (TW)"); that it is used often, as a label that stands before a name or value is
    ("Seller: Tin Works"); that it is a dictionary, or the text speaks of it as of a thing known ("the Initial Term"),
    as of what a cover sheet fills in ("Initial Term: 12 months").
    """

    NOTHING = "nothing"
    DICTIONARY = "dictionary"
    CHAPTER = "chapter"
    EXPLAINED = "explained"
    SAID = "said"
    USE = "use"
    OFTEN = "often"
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class DefiningPhrase:
    """A place in a block that defines a term, if what it *needs* is there. Offsets count from the block's start."""

    term: str
    start: int
    end: int
    text_start: int
    text_end: int
    form: str
    needs: Needs


_MARKUP = r"(?:[*_]{1,3}+|<[^<>\n]{1,60}>)?"
_MARKUP_ENDS = r"(?:[*_]{1,3}+|<[^<>\n]{1,60}>){0,3}+"


def _quoted(name: str) -> str:
    """Pattern of a quoted term; the term is the group *name* or, in single quotes, *name*_single."""
    return (
        rf"[\"“](?P<{name}_close>[A-Z][^'‘’\n\"“”]{{1,60}}?)[’'](?=\s*\)|\s+(?:or|and)\s+[\"“])"
        rf"|{_MARKUP}(?:[\"“”„«]|'')[ \t]*{_MARKUP}(?P<{name}>[^\"“”„«»\n*]{{1,90}}?(?:\n[^\"“”„«»\n*]{{1,60}})?){_MARKUP}[ \t]*(?:[\"“”»]|''){_MARKUP_ENDS}"
        rf"|(?<![\w])[‘']{_MARKUP}(?P<{name}_single>(?:the[ ])?[A-Z][^'‘’\n\"]{{1,60}}?){_MARKUP}[’'](?!\w){_MARKUP_ENDS}"
        rf"|[‘'](?P<{name}_open>[A-Z][^'‘’\n\"“”]{{1,60}}?)[\"”]"
    )


_QUOTE = re.compile(_quoted("q"))
_QUOTE_SIGN = re.compile(r"[\"“”„«'‘*_<]")
"""What _QUOTE begins with."""


def _term_span(quote: re.Match[str]) -> tuple[int, int]:
    """Span of the term inside a match of _QUOTE, whichever marks it stands in."""
    return next(quote.span(name) for name, value in quote.groupdict().items() if value is not None)


_BOLD = re.compile(
    r"(?:\*\*|__|<b>|<strong>|(?<![*\w])\*(?=[A-Z]))[ \t]*(?P<term>[A-Z][^*_<\n:.]{1,70}?)[ \t]*:?(?:\*{1,2}|__|</b>|</strong>)"
)
"""A term in bold or slanted letters."""
_COLON_OR_DASH = re.compile(r":|[ \t]+[–—-][ \t]")
_SAYS = re.compile(r"\s*:?\s+\S|[ \t]+[–—-][ \t]+\S")
"""What parts a term in such letters from what it means, if a colon or a dash does."""
_SAID_OF = r"(?:[^,;.\"“]|\.(?=\d))"
_BETWEEN = (
    r"(?:\s*,)?(?:\s*\((?-i:(?!\s*[a-z]{1,4}\)))[^()]{0,140}\))?"
    rf"(?:\s*+,?+\s*+(?:as\s+(?:used|stated)\s+(?:in|herein|above|below|with\s+respect\s+to)\b{_SAID_OF}{{0,60}}?|when\s+used\s+{_SAID_OF}{{0,40}}"
    rf"|for\s+(?:the\s+)?purposes?\s+of\s+{_SAID_OF}{{0,60}}|with\s+respect\s+to\s+{_SAID_OF}{{0,60}}"
    rf"|in\s+relation\s+to\s+{_SAID_OF}{{0,60}}|as\s+applied\s+to\s+{_SAID_OF}{{0,40}}"
    r"|in\s+the\s+context\s+of\s+[^;.\"“]{0,90}?|as\s+a\s+verb|as\s+of\s+any\s+(?:time|date|day)"
    r"|and\s+(?:(?:its|their|any|all)\s+)?(?:other\s+)?(?:derivatives?|derivative\s+\w+|cognates?|correlative\s+\w+|comparable\s+\w+)\b[^;.\"“]{0,60}?"
    r"|(?:of|for|by|in|to|under)\s+(?:an?|any|the|either|each|this|such|all)\s+[\w &'’/-]{2,50}?"
    r")\s*+,?+){0,2}?\s*+,?+\s*+"
)
_WORDS_BEFORE = re.compile(
    r"(?:(?<!these )(?<!following )\b(?:words?|phrases?|expressions?|terms?|deleting|substituting|replacing|replaced|inserting|marked|labelled|labeled|entitled|titled|legend|stating|designated)\s*(?:of\s+|(?:such\s+)?as\s+|with\s+|by\s+)?[,:]?\s*(?:[\"“][^\"”]{0,30}[\"”]\s*(?:,|and|or|,\s*and)\s*){0,6})\Z",
    re.IGNORECASE,
)
_DEFINING_TERM = re.compile(r"(?:\bthe\s+)?terms?\s+(?:[\"“][^\"”]{0,40}[\"”]\s*(?:,|and|or)\s*)?\Z", re.IGNORECASE)
_THE_TERM = re.compile(r"\b[Tt]he\s+terms?\s+(?:[\"“][^\"”]{0,40}[\"”]\s*(?:,|and|or)\s*)?\Z")
_SAID_OF_TERM = re.compile(r"(?:shall|will)\s+(?:mean|refer|include)|means?|includes?")
"""Verbs that say of words in small letters, which are called a term, what they mean."""
_IN_THIS_PAPER_TERM = re.compile(
    r"\b[Ff]or\s+(?:the\s+)?purposes?\s+of\s+this\s+\w+,\s+the\s+terms?\s+\Z|\b[Aa]s\s+used\s+(?:herein|in\s+this\s+\w+),\s+the\s+terms?\s+\Z"
)
_PAREN = re.compile(r"\((?P<inner>[^()]{2,220}?(?:\([^()]{0,60}\)[^()]{0,100}?)?)\)|\[(?P<inner2>[^()\[\]]{2,220})\]")
_PAREN_DEEP = re.compile(r"\((?P<inner>[^()]{2,220}(?:\([^()]{0,60}\)[^()]{1,100}){2})\)")
"""Brackets with two pairs of brackets in them, which hide the ones that _PAREN would take."""
_PAREN_INSIDE = re.compile(
    r"\((?P<inner>(?:(?:the|each|each,?[ ]an?|together|collectively),?[ ](?:the[ ])?)?[\"“][^()\"“”]{2,60}[,.]?[\"”])\)"
)
"""Brackets that hold nothing but a term, inside of other brackets."""
_UNCLOSED = re.compile(
    r"\s*(?:(?:hereinafter|collectively|together|each|this|the|an?)[\s,]+){0,3}[\"“](?P<term>[A-Z][\w'’&-]*(?:[ \t\n]+[A-Z][\w'’&-]*){0,4}(?<=\w))"
)
"""What stands in brackets where the quotation mark behind the term has been forgotten."""
_DOUBLY_OPENED = re.compile(r"\s*[\"“](?:the|an?)\s+[\"“](?P<term>[A-Z][^\"“”()\n]{1,60}?)[\"”]\s*")
"""The same where a quotation mark stands before the article as well: ("the "Mill")."""
_UNOPENED = re.compile(r"\s(?:the|an?)\s+[\"“](?P<term>[A-Z][^\"“”()\n]{1,60}?)[\"”]\)")
"""A short name whose bracket has been forgotten at its beginning: Acorn, Inc. the "Mill")."""
_ABBREVIATION = re.compile(r"(?:[A-Z]\.){2,5}")
"""A term that ends with a full stop of its own: "E.U."."""
_STAMP = re.compile(r"(?:(?:strictly\s+)?confidential|proprietary|secret|private|restricted)[.,]?", re.IGNORECASE)
"""What papers are marked as."""
_FORMER = re.compile(r"\W*(?:formerly|previously)\s+(?:(?:known|referred\s+to)\s+as\s+)?\W*", re.IGNORECASE)
"""What was the name of a thing, and is none that is given to it here."""
_PRONOUN = re.compile(r"we|us|our|ours|you|your|yours", re.IGNORECASE)
_MARKED_AS = re.compile(r"\b(?:described|marked|labell?ed|stamped|designated)\s+as\s*\Z", re.IGNORECASE)
_LEAD_IN = re.compile(
    r"""\s*(?:(?:and|or|the|a|an|each|any|all|such|this|these|its|collectively|together|individually|jointly|severally|
        hereinafter|hereafter|herein|hereunder|sometimes|also|referred|to|called|known|defined|as|in|with|being|
        respectively|for|purposes|of|agreement|amended|from|time|it|they|or|he|she|both|further|so|singly|where|
        appropriate|described|below|above|hereby|collective|parties|party|who|is|are|will|shall|be|may|may\s+be|
        with\s+its\s+affiliates|individual|case|may|either|section|sub-section|company|said|designated|hereto|
        abbreviated|only|every|one|part|thereof|together\s+with|successors|assigns|permitted|and/or|our|us|we|you|your|following)\b
        [\s,;:/&.-]*)*""",
    re.VERBOSE | re.IGNORECASE,
)
_AND_SO_ON = re.compile(r"\W*(?:and|or)\s+(?:the\s+like|similar|others?)\b", re.IGNORECASE)
"""Behind the last of several things in brackets, which no name is given to: (plans, "know-how" and the like)."""
_NO_APPOSITION = re.compile(r"\b(?:of|on|in|to|with|by|for|from|under|per|at|than)\s+(?:the|an?)\s*\Z", re.IGNORECASE)
"""What stands in quotation marks behind this is spoken of in a sentence: "a link on the 'Home Page' section"."""
_OWNER_BEFORE = re.compile(r"\s*(?:(?:an?|the|each|such)\s+)?\w+['’]s\s+", re.IGNORECASE)
_TOGETHER = re.compile(r"\b(?:collectively|together|jointly)\b", re.IGNORECASE)
_CALLED = re.compile(
    r"\b(?:(?:hereinafter|hereafter|herein|hereunder|sometimes)\s+(?:also\s+)?(?:sometimes\s+)?(?:[a-z]{4,14}ly\s+)?(?:referred\s+to|called|termed|known|designated|described|defined)"
    r"|(?:referred\s+to|called|known|designated)\s+(?:elsewhere\s+)?(?:in\s+this\s+\w+\s+|herein(?:after)?\s+|hereafter\s+|[a-z]{4,14}ly\s+)*(?:as\b)?"
    r"|(?:individually|collectively)(?=,?\s+[\"“](?:an?|the)\s+[A-Z])|(?:each,?\s+an?|together,?\s+the|collectively,?\s+(?:as\s+)?the|individually,?\s+(?:as\s+)?an?)(?=\s+[\"“])"
    r"|(?:individually|jointly|collectively|each)\s+as\s+(?:the|an?)(?=\s+[\"“])|(?:jointly|collectively)\s+as(?=\s+[\"“])"
    r"|(?:hereinafter|hereafter)(?:\s+also)?(?=[\s,]+(?:the\s+)?[\"“]))"
    r"(?P<gap>(?:\s+(?:as|the|a|an|individually|collectively|jointly|either|each|to|herein|hereinafter|simply|sometimes|and|or|in|this|agreement|respectively|both|together)\b|,|:)*\s*)(?=[\"“„‘'])",
    re.IGNORECASE,
)
_CALLED_BARE = re.compile(
    r"(?:\(|[—–-]{1,2}[ \t]+|,\s+(?=here))(?:(?:each|both|all|party|parties|sometimes|commonly|collectively|also)\s+){0,3}"
    r"(?:(?:hereinafter|hereafter|herein)\s+(?:(?:also\s+)?(?:[a-z]{4,14}ly\s+)?(?:referred\s+to|called|known)\s*(?:as\s+)?)?|(?:referred\s+to|called|known)\s+(?:as\s+)?)"
    r"(?:the\s+|an?\s+|as\s+)?(?P<term>[A-Z][\w&'’-]*(?:[ \t]+[A-Z][\w&'’-]*){0,4}(?<=\w))\s*(?:\)|[,;.](?=\s)|and\b|[—–-]{1,2}(?=\s))"
)
"""A short name without quotation marks, in brackets, dashes or commas: (hereinafter the Seller)."""
_DEEMED_A = re.compile(
    r"\b(?<!not )(?:(?<!not be )(?:deemed|considered|regarded|treated)\s+(?:to\s+(?:be|constitute)\s+|as\s+)?|(?:shall|will)\s+(?:each\s+)?(?:be|constitute)\s+)"
    r"(?:the|an?)\s+[\"“](?P<term>[A-Z][^\"“”\n]{1,60}?)[,.]?[\"”]"
)
_LABEL = re.compile(
    r"(?:(?<=\s)|\A)(?:\A|(?<=\n)|(?<=[.,;)]\s)|(?<=[A-Z]\s)|(?<=\s\s)|(?<=\s)(?=Party[ ][A-Z]:))\s*(?P<term>[A-Z][a-z]+|Party[ ][A-Z])[ \t]*:[ \t]+(?=[A-Z][\w.&'’-]+[ \t,]+[A-Z(])"
)
"""A role before the name of who has it: Seller: Tin Works Ltd."""
_NO_ROLE = frozenset(
    "Order Number Letter Matter Center Other Paper Offer Server Register Quarter Chapter Error Color Floor Labor".split()
)
_CALLED_NEXT = re.compile(
    r"\s*,?\s*(?:and(?:/or)?|or)\s+(?:(?:as|the|a|an|[a-z]{4,14}ly|either|each|together|to|referred|herein|hereinafter|sometimes)\s+)*(?=[\"“„‘'])",
    re.IGNORECASE,
)
_BARE_MEANS = re.compile(
    r"(?:(?<=\s)|\A)(?:(?<=\n)|\A|(?<=\s[-–—]\s)|(?<=[.;]\s)|(?<=[.;:]\s\s)|(?<=\s{3}))[ \t]*(?:\([a-z]{1,4}\)[ \t]+|\d{1,3}(?:\.\d{1,3})*\.?[ \t]+|[-*•][ \t]+)?(?P<term>(?:[A-Z][\w'’&/-]*|[A-Z]{2,})(?:[ \t](?:of|and|or|the|for|in|to|on|&|by)(?=[ \t][A-Z(])|[ \t][A-Z(][\w'’&/.)-]*){0,7})"
)
_LONGEST_ENTRY = 400
_BEHIND_ENTRY = 40
"""Characters of a bare term with its marker before its verb, and behind the beginning of the verb, at most."""
_COLON = re.compile(
    r"(?:(?<=\s)|\A)(?:(?<=\n)|\A|(?<=[.;]\s)|(?<=[.;:]\s\s)|(?<=\s{3}))[ \t]*(?:[-*•][ \t]+)?(?P<term>[A-Z][\w'’&/-]*(?:[ \t](?:of|and|or|the|for|in|to|&)(?=[ \t][A-Z])|[ \t][A-Z][\w'’&/-]*){0,6})(?:[ \t]*:|[ \t]+[-–—])[ \t]+(?=(?:an?|An?|the|The|any|Any|all|All|Each|Every|each|every|has|have|means|in|as|such|those|one|means|that|this|with|where|As|has|whichever|either|both|collectively|includes?)\b|[a-z]{3,})"
)
_SPOKEN_OF = re.compile(
    r"\b[Rr]eferences?\s+to\s+(?:an?\s+|the\s+|any\s+)?(?!(?:Part|Section|Clause|Article|Schedule|Exhibit|Annex|Appendix|Paragraph|Recital|Agreement)s?\b)(?P<term>[A-Z][\w-]*(?:[ \t]+[A-Z][\w-]*){0,4})\s+(?:shall\s+be\s+deemed\s+to\s+mean|shall\s+mean|means?|(?:is|are)\s+(?:(?:an?\s+)?references?\s+)?to(?!\s+(?:that|those|such)\b))\b"
)
_CALLED_A_TERM = re.compile(
    r"\b[Tt]he\s+(?:term|word|expression|phrase)\s+(?:the\s+)?(?P<term>[A-Z][\w&/-]*(?:\s+(?:of\s+(?:the\s+)?)?[A-Z][\w&/-]*){0,5})"
    r"(?:,?\s+(?:as|when)\s+used\s+(?:herein|in\s+this\s+\w+),?)?"
    r"\s+(?:(?:shall|will)\s+(?:mean|refer\s+to|have)|means|refers\s+to|has\s+the\s+meaning|(?:is|are)\s+defined)\b"
)
"""A term that is called one, without quotation marks: The term Goods shall mean tin."""
_SIGNS = re.compile(r"[\"“„«'‘(*:_–—|]")
_QUOTATION_SIGN = re.compile(r"[\"“”„«'‘]")
_SIGNS_OF_ONE = (
    "mean",
    "deemed",
    "purpose",
    " - ",
    "defined as",
    "shall include",
    " includes ",
    " called ",
    "referred",
    "erences to",
)
_TITLE_OPENS = re.compile(r"\s*\d{1,3}\.\d{1,3}[ \t]+[A-Z\d][^.\n]{1,80}\.\s+(?:The|An?|Any|All|Each|With|Those|As)\b")
_TITLED_ENTRY = re.compile(
    r"(?:\A|(?<=[.;)]\s)|(?<=\s\s))\s*\d{1,3}\.\d{1,3}[ \t]+(?P<term>[A-Z\d][\w'’&/-]*(?:[ \t](?:(?:of|and|or|the|for|in|to|&)[ \t])?[A-Z][\w'’&/-]*){0,6})\.[ \t]+"
    r"(?=(?:The|An?|Any|All|Each|With\s+respect\s+to|Those|As\s+to)\b(?![^.]{0,60}\b(?:are|is|may|will|must|agrees?)\b)(?!\s+(?!term)\w+\s+(?:\w+\s+){0,6}shall\b))"
)
"""A numbered paragraph of a dictionary that begins with its term as a title."""
_ENTRY = re.compile(
    r"\s*(?:\d{1,3}(?:\.\d{1,3})*\.?[ \t]+|\([a-z]{1,4}\)[ \t]+|[-*•+][ \t]+)?"
    r"(?!(?:The|This|These|If|For|In|On|At|As|With|Note|Provided|Attention|Attn|Name|Title|By|Address|Fax|Phone|Tel|Email|Source|Re|To|From|ARTICLE|ANNEX|EXHIBIT|SCHEDULE|APPENDIX)\b)"
    r"(?P<term>[A-Z][\w'’&/-]*(?:[ \t][\w'’&/-]+){0,4}?)[ \t]*:[ \t]+(?=[A-Z\d][^\n]{12})"
    r"(?!(?:Should|Upon|Nothing|No|There|Neither|Because|For|If|In|See)\b|[^\n.]{0,40}\b(?:shall|may|will|must|agrees?)\b)"
)
"""A paragraph of a dictionary that begins with its term and a colon, whatever follows."""
_SAID = r"(?:shall[ \t]+)?(?:means?\b|ha(?:ve|s)[ \t]+the[ \t]+(?:same[ \t]+)?meaning)"
_MEANS_BEHIND_COLON = re.compile(rf":(?:[ \t]++|\s{{1,4}}){_SAID}")
_SAID_BEHIND_COLON = re.compile(
    r"(?:(?:\A|(?<=\n))[ \t]*+|(?:(?<=[.;]\s)|(?<=\s{3}))[ \t]*+(?=[\d(]))"
    r"(?:\([a-z]{1,4}\)[ \t]+|\d{1,3}(?:\.\d{1,3})*+\.?[ \t]+)?(?!(?:The|An?|This)[ \t])"
    r"(?P<term>[A-Z][\w'’&/-]*+(?:[ \t](?!or[ \t])[\w'’&/-]++){0,6})[ \t]?:(?:[ \t]++|\s{1,4})(?:shall[ \t]+)?means?\b"
)
"""An entry whose term, without quotation marks, a colon parts from its verb: 1.3 Term: means two years."""
_SAID_WRAPPED = re.compile(
    r"\s*(?:\([a-z]{1,4}\)|\d{1,3}(?:\.\d{1,3})*+\.?)[ \t]+(?P<term>[A-Z][\w'’&/-]*+(?:[ \t](?:of|and|[A-Z][\w'’&/-]*+)){0,4}"
    r"[ \t]*\n[ \t]*[A-Z][\w'’&/-]*+(?:[ \t](?:of|and|[A-Z][\w'’&/-]*+)){0,3})[ \t]?:(?:[ \t]++|\s{1,4})" + _SAID
)
"""Such an entry whose term a line break cuts."""
_LINE_FEED = re.compile(r"\n")
_LINE_BREAK = re.compile(r"\r\n?|\n")
_NAME = r"[A-Z][\w'’&/-]*(?:[ \t](?:(?:of|and|or|for|the|to|in|&)[ \t])?[A-Z][\w'’&/-]*){0,5}(?:[ \t](?:19|20)\d\d)?"
_FILLED_IN = re.compile(
    rf"(?:\A|(?<=\n))[ \t>*•-]*(?:\*\*|__)?(?P<term>{_NAME})(?:[ \t]*:(?:\*\*|__)?|(?:\*\*|__)[ \t]*:)[ \t]+"
    r"(?=[^\s|_])(?![^\n]{0,200}\b(?:shall|will|may|must|agrees?|hereby)\b)"
)
"""A line of a cover sheet: Initial Term: 12 months."""
_ROW = re.compile(
    rf"[ \t]*\|[ \t]*(?:\*\*|__)?[\"“]?(?P<term>{_NAME})[\"”]?:?(?:\*\*|__)?:?[ \t]*\|[ \t]*"
    r"(?=[^\s|-])(?!\W*(?i:meanings?|definitions?|descriptions?|details?)\W*(?:\n|\Z))"
)
"""A row of a table of which the term is the first cell, and no heading of the table."""
_COLUMN = re.compile(
    rf"(?:\A|(?<=\n))[ \t]*(?P<term>{_NAME})(?:[ ]{{3,}}|[ ]?\t[ \t]*)"
    r"(?=(?:an?|the|any|all|each|every|has|in|as|such|those|one|with|where)[ ])"
)
"""Words and what they mean in two columns."""
_QUOTED_COLUMN = re.compile(
    r"(?:\A|(?<=\n))[ \t]*[\"“](?P<term>[A-Z][^\"“”\n]{1,60})[\"”](?:[ ]{3,}|[ ]?\t[ \t]*)(?=[^\s_])"
)
"""The same with the words in quotation marks, whatever they mean."""
_COLUMNS_APART = re.compile(r"[\"”]?(?:[ ]{3,}|[ ]?\t)")
_NO_LABEL = frozenset(
    "Name Title By Its Attention Attn Tel Telephone Fax Facsimile Email E-mail Phone Re Note Source Signature Signed "
    "Print Witness From To Cc Page Subject Whereas Example Address Provided Section Article Clause Schedule Exhibit Annex "
    "Appendix Schedules Exhibits Annexes Appendices Attachments Recitals Dear And Or Means Includes".split()
)
_ENTRY_BEGINS = re.compile(r"[ \t>*•-]*(?:\d{1,3}(?:\.\d{1,3})*\.?[ \t]+|\([a-z]{1,4}\)[ \t]+)?[*_]{0,3}")
_ENTRY_SAYS = re.compile(r"\s*(?::|[-–—]\s)\s*\S|\s+(?:is|are)\s+(?:the|an?|any|all|each)\s|\s+(?:the|any|all|each)\s")
"""What stands behind the quoted term of a dictionary entry that has no defining verb."""
_SAYS_WHAT_IT_IS = re.compile(r"\s+(?:is|are|(?:shall|will)\s+be)\s+(?:the|an?|any|all|each)\s", re.IGNORECASE)
_SENTENCE_OPENS = re.compile(
    r"(?:\A|[.;:][\"”’)]?\s{1,6}|\s{3}|\n)(?:\(?[a-z]{1,4}[.)]\s{1,3}|\d{1,2}(?:\.\d{1,2}){0,3}\.?\s{1,3})?(?:(?:An?|The)\s)?\Z"
)
"""The beginning of a sentence or a clause, before a quoted term."""
_ENTRY_MARK = re.compile(r"\s*(?:\d{1,3}(?:\.\d{1,3})*\.?[ \t]+|\([a-z]{1,4}\)[ \t]+)?")
_HEAD_TERM = re.compile(r"\s*[\"“](?P<term>[A-Z][^\"“”\n]{1,60})[\"”]\s*\Z")
"""A paragraph that is a term in quotation marks; what it means stands in the next one."""
_IN_PAREN = (
    r"\((?:the[ \t]|an?[ \t]|each,?[ \t]an?[ \t]|together,?[ \t]the[ \t]|collectively,?[ \t](?:the[ \t])?)?"
    r"(?P<term>[A-Z][a-z][\w’'-]*(?:[ \t](?:of[ \t]|and[ \t])?[A-Z][\w’'-]*){0,4}|[A-Z]{2,6}s?)\)"
)
_NAME_IN_BRACKETS = re.compile(_IN_PAREN)
_CAPITAL_TERM = re.compile(r"\s*(?P<term>[A-Z][A-Z&/'’-]{2,}(?:[ ]+[A-Z&][A-Z&/'’-]*){0,6}(?:[ ]\([A-Z]{2,8}\))?)\s*\Z")
"""A paragraph that is a term in capitals; what it means stands in the next one."""
_ATTACHED = re.compile(r"(?i:exhibit|schedule|annex|appendix|attachment)s?[ ][A-Z\d][\w.-]{0,5}")
_BARE_PAREN = re.compile(
    rf"(?P<before>(?<![\w-])(?:[a-z]{{2,}}[,”\"]?|\w+(?=[ \t\n]+\((?:an?|the|each)[ \t]))"
    rf"|[\w.]\)(?=[ \t\n]+\((?:the|each)[ \t])|(?<!\d)(?:19|20)\d{{2}})[ \t\n]+{_IN_PAREN}"
)
_THIS_BEFORE = re.compile(r"\b(?:[Tt]his|[Tt]hese|[Ss]uch)\s+\Z")
_RUNS_ON = re.compile(r"\b(?:this|these|such|the|an?|any|each|by|of|to|and|or)[ \t]*\r?\n[ \t]*\Z")
"""The end of a line that the next one goes on from."""
_MARKED_PAREN = re.compile(
    r"(?:(?<=[\w.,)\"”’][ \t\n])|(?<=\w[*_>][ \t\n])|(?<=[*_]{2}[ \t\n]))"
    r"\((?P<article>(?:the|an?|each,?[ \t]an?|together,?[ \t]the|collectively,?[ \t]the)[ \t])?"
    r"(?:[*_]{1,3}|<(?:b|i|strong|em)>)(?P<term>(?:[Tt]he[ \t])?[A-Z][\w&’'-]*(?:[ \t](?:of[ \t]|and[ \t])?[A-Z][\w&’'-]*){0,4}(?<!_))"
    r"(?:[*_]{1,3}|</(?:b|i|strong|em)>)\)"
)
"""A term in bold or slanted letters, alone in the brackets behind a name: Alder Ltd (**Supplier**)."""
_ROLE_AT_END = re.compile(r"[ \t]\((?:the[ \t])?(?P<term>[A-Z][a-z]+)\)(?=[.;,]?(?:[ \t]+and)?\s*\Z)")
"""A role in brackets behind the name and address of a party: 2 Ann Porter of 9 High Street (Tenant)."""
_LIST_TERM = re.compile(
    r"(?:\A|(?<=\n))[ \t]{0,3}[*_]{0,3}(?P<term>[A-Z][^\n:]{0,60}?)[*_]{0,3}[ \t]*\r?\n[ \t]{0,3}:[ \t]+(?=\S)"
)
"""An entry of a definition list of Markdown: the term on a line of its own, a colon before what it means."""
_NAMED_WITHIN = 250
"""Characters behind the name of a party in which its short name stands."""
_ARTICLE = re.compile(r"(?:the|The|each[,]? an?|an?|this|(?<![\"“‘'„«])An?)\s+(?=[A-Z])")
_DEEMED = re.compile(
    r"\b[Ff]or\s+(?:the\s+)?purposes?\s+of\s+this\s+\w+(?:\s+[\d.()a-z]+)?,?\s+(?:(?P<any>an?)|the)\s+"
    r"(?P<term>[A-Z][\w-]*(?:\s+(?:of\s+)?[A-Z][\w-]*){0,5})\s+"
    r"(?:(?:shall|will)\s+(?:be\s+deemed|mean|occur|include)|means?|(?(any)(?:shall\s+be|is)\s+(?:the|an?|any|each)|(?!)))\b"
)
_IN_THIS_PAPER = re.compile(
    r"(?:(?<=[.;]\s)|\A|(?<=\n))\s*In\s+this\s+\w+,\s+(?P<term>[A-Z][\w-]*(?:\s+(?:of\s+)?[A-Z][\w-]*){0,5})\s+means\b"
)
_SAYING_SO = (
    (re.compile(r"purposes?\s+of\s+this"), _DEEMED),
    (re.compile(r"In\s+this"), _IN_THIS_PAPER),
    (re.compile(r"eferences?\s+to"), _SPOKEN_OF),
    (re.compile(r"he\s+(?:term|word|expression|phrase)\s+[A-Zt]"), _CALLED_A_TERM),
)
"""Sentences that define without a quoted term, with words that each has."""
_SAYS_IT_IS = re.compile(
    r"\s*+(?:(?:\d{1,3}(?:\.\d{1,3})*\.?|\([a-z]{1,4}\))\s++)?(?:(?:The|An?)\s+)?"
    r"(?P<term>(?!(?:The|This|These|There|Neither|Each|Any|All|It|No)\b)[A-Z][\w'’&/-]*+"
    r"(?:[ \t\n](?:(?:of|and|for)[ \t\n](?:the[ \t\n])?)?[A-Z][\w'’&/-]*+(?!,\s+or\s+of\b)){0,5})"
    r"(?:,[ \t\n](?:as|or)[ \t\n][^,.;()]{3,60},|[ \t\n]of[ \t\n]the[ \t\n][A-Z][^.;()]{3,60},)?"
    r"\s++(?:(?:is|are)\s+(?:the|an?|any|those|that)|occurs\s+(?:on|when)|consists?\s+of)\b(?!\s+(?:result|same|subject|condition|part)\b)"
)
"""A paragraph without quotation marks that says what something is: Final Completion is the date on which ..."""
_IT_IS = re.compile(
    r"The\s+(?P<term>[A-Z][\w'’&/-]*+(?:[ \t\n](?:(?:of|and|for)[ \t\n](?:the[ \t\n])?)?[A-Z][\w'’&/-]*+){0,5})"
    r"\s++(?:(?:is|are)\s+(?:the|an?|any|those|that)|consists?\s+of)\b"
)
"""A sentence of that kind, which a clause begins with that has the term for a heading."""
_REFERRED_TO = re.compile(
    r"\breferred\s+to\s+(?:(?:hereinafter|hereafter|herein|in\s+th(?:is|e)\s+[A-Z]\w+(?:\s+[A-Z]\w+)?)\s+)?as\s+(?:the|an)\s+"
    r"(?P<term>[A-Z][\w&'’-]*(?:\s+[A-Z][\w&'’-]*){0,4}(?<=\w))[.,;](?=\s|\Z)"
)
"""What ends by the name that it is given, without quotation marks: is referred to in this Contract as the Fixed Price."""
_QUOTED_ONLY = frozenset(
    (
        "shall refer to",
        "refer to",
        "shall begin",
        "shall commence",
        "shall exist",
        "shall occur",
        "shall initially be",
        "shall be deemed to have occurred",
        "shall be equal to",
        "shall be deemed to occur",
        "excludes",
        "shall not include",
        "does not include",
    )
)
"""Verbs that define a term in quotation marks and say something else of any other subject."""
_SHORT_FORM = re.compile(r"\s*\((?P<term>[A-Z][\w-]{1,9})\)")
_NAMED = re.compile(r"[\"“](?P<term>the\s+[A-Z][\w-]*(?:\s+[A-Z][\w-]*){0,3})[\"”](?!\s*(?:means|shall|has|is)\b)")
_ALIAS = re.compile(r"(?P<long>[^()]{4,80}?)\s*\((?P<short>[A-Z](?=[a-z&/-]*[A-Z])[\w&/-]{1,10})\)")
_OR_OTHERWISE = re.compile(r"(?P<long>[A-Z][^()]{2,60}?)\s+or\s+(?P<short>[A-Z][A-Z/&]{1,8})")
"""Two names in one pair of quotation marks: "Design/Builder or D/B"."""
_IMPORTED = re.compile(
    r"(?<![\w-])(?!(?:Words|Terms|Expressions|Phrases)\b)(?P<term>[A-Z][\w-]*(?:[ \t\n]+(?:(?:of|per)[ \t\n]+)?[A-Z][\w-]*){0,5})\s*,?\s*\(?(?:each\s+)?(?:as\s+)?(?:such\s+terms?\s+(?:is|are)\s+)?(?:as\s+)?(?:that\s+term\s+is\s+)?defined\s+(?:in|under|by)\s+(?:the|that\s+certain|such|its)\s+[A-Z]"
)
_INITIALS = re.compile(
    r"(?P<full>(?:[A-Z][\w&-]*,?[ \t\n]+(?:(?:of|and|for|&)[ \t]+)?){1,6}[A-Z][\w&.-]*)\s*\((?P<term>[A-Z](?=[A-Za-z&]{0,5}[A-Z])[A-Za-z&]{1,6}?)s?\)"
)
_SPELLED_OUT = re.compile(
    r"(?<![\w-])(?P<term>[A-Z]{2,6})[ \t]\((?P<words>[A-Za-z][a-z-]+(?:[ \t](?:of[ \t])?[A-Za-z][a-z-]+){1,5})\)"
)
_NOT_BARE = frozenset("UK US USA EU UN NYSE SEC IRS VAT USD EUR GBP PST EST GMT CET USPS BST CST MST".split())
_CAPTION_OF = re.compile(
    r"(?<!this )\b(?:Sections?|Articles?|Clauses?|SECTIONS?|ARTICLES?)\s+(?:\d|[IVXL]+\b)[\w.]*(?:\(\w{1,4}\))*\s*\Z"
)
"""A clause that is cited by its number: what stands in brackets and quotation marks behind it is its caption."""
_COMPANY = re.compile(r"\b(?:corporation|company|partnership|Inc|Ltd|Limited|LLC|LLP|Corp|Co|GmbH|AG|SA|BV|PLC|plc)\b")
_SHORT_LETTERS = re.compile(r"(?<=\w)\s?\((?P<term>[A-Z](?:[A-Za-z&]{0,4}[A-Z]|[b-df-hj-np-tv-z]{1,4}))s?\)")
"""A few letters in brackets that may stand for the words before."""
_NAME_AGAIN = re.compile(r"\((?P<term>[A-Z][\w&-]+(?:[ ][A-Z][\w&-]+)?)\)(?=\s*(?:[.,;(]|and\b|with\b))")
"""One or two words in brackets, with which the name of a party may begin."""
_LOST_QUOTES = re.compile(
    r"\bA[ ]{0,3}(?P<term>[A-Z][\w’'=-]+(?:[ ]{1,3}[A-Z][\w’'=-]+){0,5})@(?=\s+(?:shall\s+)?means?\b|\s*\))"
)
"""Quotation marks that a conversion has made an "A" and an "@"."""
_EXAMPLE = re.compile(
    r"\bsuch\s+as\s+(?:an?\s|the\s)?\W*\Z|\A\s*(?:e\.?\s?g\.?|i\.\s?e\.|for\s+example|for\s+instance)[\s,]",
    re.IGNORECASE,
)
_BY_CLAUSE = re.compile(r"\b(?:pursuant\s+to|under|described\s+in|accordance\s+with)\s[^;]*\Z", re.IGNORECASE)
_CITED_NEXT = re.compile(
    r"\s*(?:section|clause|article|paragraph|schedule|exhibit|annex|appendix)s?\s+[\dA-Z]", re.IGNORECASE
)
_CITATION_BEFORE = re.compile(
    r"(?:section|clause|article|paragraph|schedule|exhibit|annex|appendix|act|code)s?,?\s*[\w.()-]*\s*\Z", re.IGNORECASE
)


def _is_role(word: str) -> bool:
    """Whether *word* is what a party is called: Seller, Lessee, Tenant, Landlord, Party A."""
    return word.startswith("Party ") or (
        word not in _NO_ROLE and (word.endswith(("er", "or", "ee", "ant")) or word.lower() in words("role_words"))
    )


def _is_name_of(before: str, term: str) -> bool:
    """Whether a name with which *before* introduces a company begins with *term*, in whatever letters."""
    at = before.lower().rfind(term.lower())
    if at < 0 or (at and (before[at - 1].isalnum() or before[at - 1] == "-")) or before[at + len(term)].isalnum():
        return False
    return _COMPANY.search(before, at + len(term)) is not None


def _stands_for(before: str, letters: str) -> bool:
    """Whether the last words of *before* have the *letters* in this order, the first one at the beginning of a word.

    After Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical text" (2003).
    """
    name = " ".join(before.split()[-len(letters) :]).lower()
    if letters.lower() in name.split():
        return False
    at = len(name)
    for letter in reversed(letters[1:].lower()):
        at = name.rfind(letter, 0, at)
        if at < 0:
            return False
    while at >= 0:
        at = name.rfind(letters[0].lower(), 0, at)
        if at == 0 or (at > 0 and name[at - 1] in " -"):
            return True
    return False


def _is_short_for(long: str, short: str) -> bool:
    """Whether *short* are the first letters of the words of *long*."""
    return "".join(word[0] for word in re.split(r"[\s/&-]+", long)) == re.sub(r"[/&]", "", short)


def _spells(before: str, initials: str) -> bool:
    """Whether the last words of *before* begin with the letters of *initials*, four or more: front end design."""
    last = before.split()[-len(initials) :]
    return len(initials) >= 4 and "".join(word[0] for word in last).upper() == initials


def _apart(text: str, phrases: list[DefiningPhrase]) -> list[DefiningPhrase]:
    """*phrases* with the passage of a dictionary entry ending where the next entry begins."""
    out = []
    following = len(text)
    for phrase in reversed(phrases):
        entry = phrase.text_start == phrase.start
        if entry and following < phrase.text_end:
            stop = max(text.rfind(mark, phrase.end, following) for mark in ".;")
            if stop > 0:
                phrase = replace(phrase, text_end=stop + 1)
            elif _COLUMNS_APART.match(text, phrase.end) and (line := text.rfind("\n", phrase.end, following)) > 0:
                phrase = replace(phrase, text_end=line)
        out.append(phrase)
        if entry:
            following = phrase.start
    return out[::-1]


# What the dearer patterns need, tried first: these begin with one sign, and most blocks have none of them.
_IMPORTS = re.compile(r"defined\s+(?:in|under|by)\s+(?:the|that\s+certain|such|its)\s+[A-Z]")
_CAPITALS_IN_BRACKETS = re.compile(r"\([A-Z](?=[A-Za-z&]{0,5}[A-Z])[A-Za-z&]{1,6}?s?\)")
_LAST_WORD = 60
"""Characters before a verb in which the last word of its subject is looked for."""
_JOINING = frozenset(("of", "and", "or", "the", "for", "in", "to", "on", "&", "by"))
"""Words in small letters that a bare term may have."""
_CAPITAL_IN_BRACKET = re.compile(r"\([A-Z]")
_COLON_BEFORE_NAME = re.compile(r":[ \t]+[A-Z]")
_LABELS = re.compile(r":(?:\*\*|__)?[ \t]+\S|(?:\*\*|__):")
_SEPARATES = re.compile(r"[:–—-](?:(?<=:)|(?<=[ \t][-–—]))[ \t]+(?:[a-z]|A\b|An|The|Any|All|Each|Every|As)")
_CAPITAL_BEFORE_BRACKET = re.compile(r"\((?<=[A-Z][ \t]\()")
_MARK_IN_BRACKETS = re.compile(r"\)(?<=[*_>]\))")
_CALLING = (
    "hereinafter hereafter herein hereunder sometimes referred called known designated each together collectively "
    "individually"
).split()
"""First words of _CALLED."""
_SHORT_NAMES = ("hereinafter", "hereafter", "herein", "referred", "called", "known")
"""Words one of which _CALLED_BARE has."""


def _may_be_defined(text: str, verb: int) -> bool:
    """Whether the word before *verb*, or before the dash that stands there, may be the last one of a bare term."""
    if text[verb - 1 : verb].isalnum():
        return False  # the middle of a word
    near = text[max(0, verb - _LAST_WORD) : verb]
    before = near.rstrip().rstrip("-–—").rstrip()
    if len(before) == len(near):
        return False
    *others, word = before.rsplit(None, 1) or ("",)
    if not others and verb > _LAST_WORD:
        return True  # it begins further up
    return word != word.lower() or "(" in word or word in _JOINING


class DefinitionReader:
    """Finds the defining phrases of a block under one convention."""

    def __init__(self, convention: Convention) -> None:
        self.convention = convention
        self._verb = re.compile(
            rf"{_BETWEEN}(?:each\s+|both\s+)?(?:,?\s*(?:shall|will)\s+)?(?:each\s+|[a-z]{{2,14}}ly\s+)?(?:have|has)?\s*(?P<verb>{convention.defining_pattern})\b(?!\s+that\s+the\s+parties)",
            re.IGNORECASE,
        )
        self._verb_plain = re.compile(
            rf"(?:\s+of\s+(?:any|an?|each)\s+[A-Z][a-z]+)?\s+(?:[-–—]{{1,2}}\s*)?(?P<verb>{convention.defining_pattern})\b[:,\s]",
            re.IGNORECASE,
        )
        self._anchors = Anchors(
            {
                "verb": {verb.split()[0] for verb in convention.defining_verbs},
                "calling": _CALLING,
                "short name": _SHORT_NAMES,
                "deemed": ("deemed", "considered", "regarded", "treated", "shall", "will"),
            }
        )
        self._verb_here = re.compile(rf"(?:{convention.defining_pattern})\b[:,\s]", re.IGNORECASE)
        self._and_term = re.compile(r"\s*,?\s*(?:and|or|,|/)\s*(?:the\s+)?[\"“]?|\s*,\s*[\"“]?")

    def read(self, text: str, sentence_ends: list[int]) -> list[DefiningPhrase]:
        """The defining phrases of the block *text* in order."""
        titled = _TITLE_OPENS.match(text) is not None
        capital = _CAPITAL_TERM.match(text) if text.isupper() else None
        lines = [0, *(m.end() for m in _LINE_FEED.finditer(text))]
        columns = [*matches(_COLUMN, text, lines)] if "   " in text or "\t" in text else []
        said = [*_IT_IS.finditer(text)]
        if (opening := _SAYS_IT_IS.match(text)) is not None:
            said.insert(0, opening)
        if not (
            titled or capital or columns or said or _SIGNS.search(text) or any(map(text.__contains__, _SIGNS_OF_ONE))
        ):
            return []
        found: dict[int, DefiningPhrase] = {}
        ends = [*sentence_ends, len(text.rstrip())]
        self._verbs(text, ends, found)
        if _QUOTATION_SIGN.search(text):
            self._parentheses(text, ends, found)
        places = self._anchors.find(text)
        self._called(text, ends, found, places)
        self._bare(text, ends, found, places, lines)
        self._labels(text, ends, found, lines)
        if capital is not None:
            self._add(text, ends, found, *capital.span("term"), "means", sentence=False, needs=Needs.EXPLAINED)
        quoted = [*matches(_QUOTED_COLUMN, text, lines)] if "   " in text or "\t" in text else []
        for match in (*columns, *quoted):
            self._add(text, ends, found, *match.span("term"), "means", sentence=False, needs=Needs.DICTIONARY)
        for match in _TITLED_ENTRY.finditer(text) if titled else ():
            self._add(text, ends, found, *match.span("term"), "means", sentence=False, needs=Needs.CHAPTER)
        for match in said:
            self._add(text, ends, found, *match.span("term"), "means", sentence=False, needs=Needs.SAID)
        out: list[DefiningPhrase] = []
        for start in sorted(found):
            if not out or start >= out[-1].end:
                out.append(found[start])
        return _apart(text, out)

    @staticmethod
    def _sentence(ends: list[int], start: int, end: int) -> tuple[int, int]:
        before, behind = bisect_right(ends, start), bisect_left(ends, end)
        return ends[before - 1] if before else 0, ends[min(behind, len(ends) - 1)]

    @staticmethod
    def _trim(text: str, start: int, end: int) -> tuple[int, int]:
        while start < end and (text[start].isspace() or text[start] in ",;"):
            start += 1
        while end > start and (text[end - 1].isspace() or text[end - 1] in ",.;"):
            if text[end - 1] == "." and _ABBREVIATION.fullmatch(text, start, end):
                break
            end -= 1
        return start, end

    def _add(
        self,
        text: str,
        ends: list[int],
        found: dict[int, DefiningPhrase],
        start: int,
        end: int,
        form: str,
        *,
        sentence: bool,
        needs: Needs = Needs.NOTHING,
    ) -> None:
        start, end = self._trim(text, start, end)
        if article := _ARTICLE.match(text, start, end):
            start = article.end()
        if alias := _ALIAS.fullmatch(text, start, end):
            for name in ("long", "short"):
                self._add(text, ends, found, *alias.span(name), form, sentence=sentence, needs=needs)
            return
        if (other := _OR_OTHERWISE.fullmatch(text, start, end)) and _is_short_for(*other.group("long", "short")):
            for name in ("long", "short"):
                self._add(text, ends, found, *other.span(name), form, sentence=sentence, needs=needs)
            return
        term = re.sub(r"\s+", " ", text[start:end])
        if form == "parenthetical" and _ATTACHED.fullmatch(term):
            return  # where a list is to be found: "the price list (Exhibit A)"
        if not term or not any(c.isalpha() for c in term) or start in found or len(term.split()) > 10:
            return
        s, e = self._sentence(ends, start, end)
        while s < start and text[s].isspace():
            s += 1
        found[start] = DefiningPhrase(term, start, end, s if sentence else start, e, form, needs)

    def _verbs(self, text: str, ends: list[int], found: dict[int, DefiningPhrase]) -> None:
        pending: list[tuple[int, int, int]] = []
        said = -1
        for match in matches(_QUOTE, text, (sign.start() for sign in _QUOTE_SIGN.finditer(text))):
            start, end = _term_span(match)
            if said >= 0 and not text[said : match.start()].strip():
                pending = []  # what the term before it means
                continue
            if pending:
                joint = text[pending[-1][2] : match.start()].rstrip("*_")
                listed = joint.isspace() and text[pending[-1][1] - 1] == ","  # "Make," "Made" or "Making"
                if not listed and not self._and_term.fullmatch(joint):
                    pending = []
            pending.append((start, end, match.end()))
            doubled = text[match.end() : match.end() + 1] in ('"', "”")
            verb = self._verb.match(text, match.end() + doubled)
            line = text.rfind("\n", 0, match.start()) + 1
            if verb is None:
                at_start = _ENTRY_BEGINS.fullmatch(text, line, match.start())
                if not (at_start and _ENTRY_SAYS.match(text, match.end())) and not (
                    text[start].isupper()
                    and _SAYS_WHAT_IT_IS.match(text, match.end())
                    and _SENTENCE_OPENS.search(text, max(0, pending[0][0] - 20), pending[0][0] - 1)
                ):
                    continue
            before = text[max(0, pending[0][0] - 60) : pending[0][0] - 1]
            if _WORDS_BEFORE.search(before) and not (
                _DEFINING_TERM.search(before)
                and (
                    text[pending[0][0]].isupper()
                    or _IN_THIS_PAPER_TERM.search(before)
                    or (verb is not None and "meaning" in verb.group("verb").lower())
                    or (verb is not None and _THE_TERM.search(before) and _SAID_OF_TERM.match(verb.group("verb")))
                )
            ):
                pending = []
                continue
            form = "means"
            if verb is not None:
                said = verb.end()
                form = self.convention.defining_verbs.get(re.sub(r"\s+", " ", verb.group("verb")).lower(), "means")
            for s, e, _ in pending:
                self._add(text, ends, found, s, e, form, sentence=False)
            if short := _SHORT_FORM.match(text, match.end()):
                self._add(text, ends, found, *short.span("term"), form, sentence=False)
            pending = []
        for match in _BOLD.finditer(text) if "*" in text or "__" in text or "</" in text else ():
            opens = not text[text.rfind("\n", 0, match.start()) + 1 : match.start()].strip(" \t\r>*-+•")
            verb = self._verb_plain.match(text, match.end())
            if verb is not None:
                form = self.convention.defining_verbs.get(re.sub(r"\s+", " ", verb.group("verb")).lower(), "means")
                self._add(text, ends, found, *match.span("term"), form, sentence=False)
            elif (
                opens
                and (match.group().rstrip("*_").endswith(":") or _COLON_OR_DASH.match(text, match.end()))
                and _SAYS.match(text[match.end() : match.end() + 6])
            ):
                start = match.start("term")
                for part in match.group("term").split("/"):
                    self._add(
                        text, ends, found, start, start + len(part), "means", sentence=False, needs=Needs.DICTIONARY
                    )
                    start += len(part) + 1

    def _parentheses(self, text: str, ends: list[int], found: dict[int, DefiningPhrase]) -> None:
        brackets = [*_PAREN.finditer(text), *(_PAREN_DEEP.finditer(text) if text.count("(") > 2 else ())]
        nested = [b for b in brackets if text.find("(", b.start() + 1, b.end()) > 0]
        for match in (*brackets, *(m for b in nested for m in _PAREN_INSIDE.finditer(text, b.start() + 1, b.end()))):
            group = "inner2" if match.groupdict().get("inner2") else "inner"
            inner = match.group(group)
            if not _QUOTATION_SIGN.search(inner):
                continue
            position, stop = match.span(group)
            before = text[max(0, match.start() - 60) : match.start()]
            if text[position] in '"“' and _CAPTION_OF.search(before) and not _BY_CLAUSE.search(before):
                continue
            last = position
            any_found = named = False
            if unclosed := _UNCLOSED.fullmatch(text, position, stop) or _DOUBLY_OPENED.fullmatch(text, position, stop):
                self._add(text, ends, found, *unclosed.span("term"), "parenthetical", sentence=True)
                continue
            for quote in _QUOTE.finditer(text, position, stop + 1):
                lead = text[last : quote.start()]
                if _FORMER.fullmatch(lead):
                    break
                if named and not any(c.isalpha() for c in lead):
                    last = quote.end()
                    continue
                lead_in = _LEAD_IN.fullmatch(lead)
                if (
                    lead_in is None
                    and not (_OWNER_BEFORE.fullmatch(lead) and text[_term_span(quote)[0]].isupper())
                    and not (
                        re.search(
                            r"(?:\b(?:the|this|collectively|each|as|individually|together|a|an|called)\b|,|;)\W*\Z",
                            lead,
                            re.IGNORECASE,
                        )
                        and len(lead) < 160
                    )
                ):
                    last, named = quote.end(), True
                    continue
                if lead_in is None and _NO_APPOSITION.search(lead):
                    break
                if (
                    lead_in is not None
                    and not any_found
                    and text[quote.end() : stop].strip(" .,;*_")
                    and not re.match(
                        r"\W*(?:and\b(?!\s+other\b)|or|,|;|collectively|together|/|as|for|which|individually|being|respectively|each|the|it\s+being|provided|\()",
                        text[quote.end() : stop].strip(),
                        re.IGNORECASE,
                    )
                ):
                    last = quote.end()
                    continue
                start, end = _term_span(quote)
                if _EXAMPLE.search(lead) or _AND_SO_ON.match(text, quote.end(), stop):
                    break
                if re.match(r"as[- ](?:is|of)\b", text[start:end], re.IGNORECASE) or (
                    text[start:end].islower()
                    and not any_found
                    and not _PRONOUN.fullmatch(text, start, end)
                    and (named or not lead.strip(" *_,;") or _MARKED_AS.search(lead))
                    and not _is_name_of(text[max(0, match.start() - _NAMED_WITHIN) : match.start()], text[start:end])
                ):
                    last = quote.end()
                    continue
                self._add(
                    text,
                    ends,
                    found,
                    start,
                    end,
                    "collectively" if _TOGETHER.search(lead) else "parenthetical",
                    sentence=True,
                )
                any_found = True
                last = quote.end()
        if text.count(")") > text.count("("):
            for match in _UNOPENED.finditer(text):
                if text.count("(", 0, match.start()) <= text.count(")", 0, match.start()):
                    self._add(text, ends, found, *match.span("term"), "parenthetical", sentence=True)

    def _called(self, text: str, ends: list[int], found: dict[int, DefiningPhrase], places: Places | None) -> None:
        for match in matches_at(_CALLED, text, places, "calling"):
            position = match.end()
            together = bool(_TOGETHER.search(match.group()))
            while (quote := _QUOTE.match(text, position)) is not None:
                span = _term_span(quote)
                named = re.search(r"\b(?:the|an?|each)\s*\Z", text[max(0, position - 8) : position])
                small = text[slice(*span)].islower() and not _is_name_of(
                    text[max(0, match.start() - _NAMED_WITHIN) : match.start()], text[slice(*span)]
                )
                if not named and (small or _STAMP.fullmatch(text, *span)):
                    break
                self._add(text, ends, found, *span, "collectively" if together else "parenthetical", sentence=True)
                following = _CALLED_NEXT.match(text, quote.end())
                if following is None:
                    break
                together = bool(_TOGETHER.search(following.group()))
                position = following.end()

        for match in matches_at(_DEEMED_A, text, places, "deemed") if '"' in text or "“" in text else ():
            self._add(text, ends, found, *match.span("term"), "parenthetical", sentence=True, needs=Needs.USE)

    def _labels(self, text: str, ends: list[int], found: dict[int, DefiningPhrase], lines: list[int]) -> None:
        """What the *lines* and the tables of a cover sheet fill in."""
        for match in matches(_FILLED_IN, text, lines) if ":" in text and _LABELS.search(text) else ():
            self._label(text, ends, found, match)
        if "|" in text and (row := _ROW.match(text)):
            self._label(text, ends, found, row)

    def _label(self, text: str, ends: list[int], found: dict[int, DefiningPhrase], match: re.Match[str]) -> None:
        start, end = match.span("term")
        if text[start:end].split()[0] in _NO_LABEL or _RUNS_ON.search(text, max(0, start - 12), start):
            return
        known = found.pop(start, None)
        if known is not None and known.needs is not Needs.DICTIONARY:
            found[start] = known
            return
        self._add(text, ends, found, start, end, "means", sentence=False, needs=Needs.KNOWN)

    def _bare(
        self, text: str, ends: list[int], found: dict[int, DefiningPhrase], places: Places | None, lines: list[int]
    ) -> None:
        if places is None:
            bare = _BARE_MEANS.finditer(text)
        else:
            sure = (v for v in places.of("verb") if _may_be_defined(text, v) and self._verb_here.match(text, v))
            bare = matches_near(_BARE_MEANS, text, sure, _LONGEST_ENTRY, _BEHIND_ENTRY)
        for match in bare:
            verb = self._verb_plain.match(text, match.end())
            if verb is None:
                continue
            form = self.convention.defining_verbs.get(re.sub(r"\s+", " ", verb.group("verb")).lower(), "means")
            printed = re.sub(r"\s+", " ", verb.group("verb")).lower()
            if (
                (form == "includes" and not _ENTRY_MARK.fullmatch(text, 0, match.start("term")))
                or printed in _QUOTED_ONLY
                or _THIS_BEFORE.search(text, max(0, match.start("term") - 12), match.start("term"))
                or match.group("term").split()[0]
                in (
                    "This",
                    "The",
                    "It",
                    "These",
                    "Which",
                    "That",
                    "Any",
                    "No",
                    "As",
                    "If",
                    "Shall",
                    "Will",
                    "When",
                    "Whenever",
                    "Where",
                    "Wherever",
                    "Once",
                    "Unless",
                    "While",
                )
            ):
                continue
            if printed.startswith("refer") and _CITED_NEXT.match(text, verb.end("verb")):
                continue
            needs = Needs.DICTIONARY if form == "includes" else Needs.NOTHING
            self._add(text, ends, found, *match.span("term"), form, sentence=False, needs=needs)
        has_colon = ":" in text
        for sign, pattern in _SAYING_SO:
            for match in pattern.finditer(text) if sign.search(text) else ():
                self._add(text, ends, found, *match.span("term"), "means", sentence=False)
        for match in _LABEL.finditer(text) if has_colon and _COLON_BEFORE_NAME.search(text) else ():
            if _is_role(match.group("term")):
                self._add(text, ends, found, *match.span("term"), "parenthetical", sentence=True, needs=Needs.OFTEN)
        said = has_colon and _MEANS_BEHIND_COLON.search(text) is not None
        if said and (wrapped := _SAID_WRAPPED.match(text)) is not None:
            self._add(text, ends, found, *wrapped.span("term"), "means", sentence=False)
        for match in _SAID_BEHIND_COLON.finditer(text) if said else ():
            self._add(text, ends, found, *match.span("term"), "means", sentence=False)
        for match in matches(_LIST_TERM, text, lines) if has_colon and len(lines) > 1 else ():
            self._add(text, ends, found, *match.span("term"), "means", sentence=False)
        for match in _REFERRED_TO.finditer(text) if places is None or places.of("short name") else ():
            self._add(text, ends, found, *match.span("term"), "parenthetical", sentence=True, needs=Needs.USE)
        bracket = text.rfind("(")
        role = _ROLE_AT_END.match(text, bracket - 1) if bracket > 0 else None
        if role is not None and _is_role(role.group("term")):
            self._add(text, ends, found, *role.span("term"), "parenthetical", sentence=True, needs=Needs.USE)
        listed = 0
        for match in _COLON.finditer(text) if _SEPARATES.search(text) else ():
            self._add(text, ends, found, *match.span("term"), "means", sentence=False, needs=Needs.DICTIONARY)
            listed += 1
        for line in _LINE_BREAK.finditer(text) if listed > 1 else ():
            # A dictionary of one line each: where some of them say what they mean in words, a date or a name does too.
            if entry := _ENTRY.match(text, line.end()):
                self._add(text, ends, found, *entry.span("term"), "means", sentence=False, needs=Needs.DICTIONARY)
        for pattern in (_ENTRY, _HEAD_TERM):
            if (has_colon or pattern is _HEAD_TERM) and (entry := pattern.match(text)):
                self._add(text, ends, found, *entry.span("term"), "means", sentence=False, needs=Needs.DICTIONARY)
        for match in _NAMED.finditer(text) if "“the" in text or '"the' in text else ():
            self._add(text, ends, found, *match.span("term"), "parenthetical", sentence=True)
        for match in _IMPORTED.finditer(text) if _IMPORTS.search(text) else ():
            self._add(text, ends, found, *match.span("term"), "by-reference", sentence=True)
        for match in _INITIALS.finditer(text) if _CAPITALS_IN_BRACKETS.search(text) else ():
            initials = "".join(w[0] for w in re.split(r"[\s-]+", match.group("full")) if w[0].isupper())
            letters = "".join(c for c in match.group("term") if c.isupper())
            if letters in initials and from_roman(match.group("term")) is None:
                self._add(text, ends, found, *match.span("term"), "parenthetical", sentence=True, needs=Needs.USE)
        for match in _LOST_QUOTES.finditer(text) if "@" in text else ():
            self._add(text, ends, found, *match.span("term"), "means", sentence=False)
        for match in _SPELLED_OUT.finditer(text) if bracket > 0 and _CAPITAL_BEFORE_BRACKET.search(text) else ():
            if "".join(w[0] for w in match.group("words").split() if w != "of").upper() == match.group("term"):
                self._add(text, ends, found, *match.span("term"), "parenthetical", sentence=True, needs=Needs.USE)
        for match in _CALLED_BARE.finditer(text) if places is None or places.of("short name") else ():
            self._add(text, ends, found, *match.span("term"), "parenthetical", sentence=True)
        for match in _BARE_PAREN.finditer(text) if _NAME_IN_BRACKETS.search(text) else ():
            term = match.group("term")
            before = text[max(0, match.start("before") - 30) : match.start("before")] + match.group("before")
            if (
                term in _NOT_BARE
                or from_roman(term) is not None
                or _CITATION_BEFORE.search(before)
                or term.lower() in ("inclusive", "exclusive")
            ):
                continue
            needs = Needs.NOTHING if _spells(text[: match.start("term")].rstrip(" ("), term) else Needs.USE
            self._add(text, ends, found, *match.span("term"), "parenthetical", sentence=True, needs=needs)
        for match in _MARKED_PAREN.finditer(text) if bracket > 0 and _MARK_IN_BRACKETS.search(text) else ():
            if not _CITATION_BEFORE.search(text[max(0, match.start() - 30) : match.start()]):
                needs = Needs.NOTHING if match.group("article") else Needs.USE
                self._add(text, ends, found, *match.span("term"), "parenthetical", sentence=True, needs=needs)
        capitals = [m.start() for m in _CAPITAL_IN_BRACKET.finditer(text)] if bracket > 0 else []
        for match in matches(_SHORT_LETTERS, text, (at - text[at - 1].isspace() for at in capitals if at)):
            term = match.group("term")
            if (
                term not in _NOT_BARE
                and from_roman(term) is None
                and _stands_for(text[max(0, match.start() - 80) : match.start() + 1], term)
            ):
                self._add(text, ends, found, *match.span("term"), "parenthetical", sentence=True, needs=Needs.USE)
        for match in matches(_NAME_AGAIN, text, capitals):
            if _is_name_of(text[max(0, match.start() - _NAMED_WITHIN) : match.start()], match.group("term")):
                self._add(text, ends, found, *match.span("term"), "parenthetical", sentence=True, needs=Needs.OFTEN)
