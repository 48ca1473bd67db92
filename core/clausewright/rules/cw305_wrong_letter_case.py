from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from clausewright.contract import Contract
from clausewright.finding import Edit, Finding, Fix, Related, Severity
from clausewright.rules.base import Rule
from clausewright.terminology.letters import small_letter_uses
from clausewright.terms import TermUse, is_ordinary
from clausewright.wording import Anchor, Wording

_POINTED_AT = re.compile(
    r"\b(?:the|such|said|this|these|those|each|every)\s+(?:(?:aforementioned|aforesaid|foregoing|same|relevant|applicable|full|entire|"
    r"remaining|annual|quarterly|monthly)\s+)?\Z",
    re.IGNORECASE,
)
_OWNED = re.compile(r"\b[A-Z][\w-]*(?:['’]s|s['’])\s+\Z")
_OF_ANOTHER = re.compile(r"\s+(?:of(?!\s+(?:this|the)\s+[Aa]greement\b)|from|belonging\s+to|in\s+which|at\s+which)\b")
_FREE_BEFORE = re.compile(
    r"(?:\b(?:the|such|said|this|that|these|those|each|every|any|all|no|its|their|both|and|or|of|to|for|in|on|by|with|from|at|"
    r"under|upon|than|as|per|during|within|into|after|before|until|against|between|if|is|are|be|was|were|shall|will|may|not|"
    r"either|neither|one|another|aforementioned|aforesaid|foregoing|same|annual|monthly|applicable|relevant|respective|where|when|without|"
    r"(?!(?:advertising|marketing|accounting|operating|training|pricing|engineering|manufacturing|purchasing|licensing|financing|banking)\b)"
    r"[a-z]{2,}(?:es|ed|ing))|[,;.:(]|['’]s?)\s+\Z",
    re.IGNORECASE,
)
_FREE_AFTER = re.compile(
    r"\s*(?:[,;.:)]|\Z)|\s+(?:\(|(?:of|to|for|in|on|by|with|from|at|under|upon|than|as|and|or|per|during|within|into|after|"
    r"before|until|against|between|if|unless|is|are|be|was|were|has|have|had|shall|will|may|must|can|that|which|who|whose|not|"
    r"pursuant|prior|hereby|set|then|so|also|when|where|through|only|but|less|plus|made|sold|held|the|other\s+than|here(?:in|of|to|under)|there(?:in|of|to|under)|throughout|whether|while|except|including|"
    r"free|due|payable|available|outstanding|undertakes|agrees|acknowledges|warrants|represents|[a-z]+(?:ed|ly))\b)"
)
_ACTOR = re.compile(r"(?P<does>[a-z]{3,12}?)e?ing\s+part(?:y|ies)\b", re.IGNORECASE)
"""A party that is called by what it does: it may be whoever was said to do so just before."""
_SET_APART = re.compile(r"\[(?:Redacted|Omitted|Note)[^\[\]]*\Z|\bother\s+(?:[a-z]+\s+){1,3}(?:and|or)\s+\Z")
"""Before a term: a note that is no part of the contract, or others than those who are defined."""
_KINDS = re.compile(r"(?:\s+or\s+|,[^.;]{0,80}?\bor\s+)(?:any\s+)?(?:other|similar|equivalent)\b")
"""Behind a term: more things of its kind, whoever's they are."""
_NONE = re.compile(r"\bno\s+\Z", re.IGNORECASE)
_THIS_PAPER = re.compile(r"\bthis\s+\Z")
_PAPERS = ("agreement", "contract", "note", "letter", "lease", "deed", "plan")
_COMMA = re.compile(",")
_LISTED = re.compile(r",\s+the\s+\Z")
_NEAR = 300
_ENUMERATED = re.compile(r"\w,\s+,\Z")
_FEW = 2
_MOSTLY = 3
"""A term that has its capitals so many times as often as not has lost them by a slip."""


class WrongLetterCase(Rule):
    """A defined term is written without its capitals.

    What it finds
        The words of a defined term in small letters, once or twice, where the document has the term with its capitals
        throughout. Terms of two words and more. Where nothing points at the thing meant ("the", "such", "each"), the
        finding is information.

    Why it matters
        A reader may argue that the small letters mean the ordinary sense of the words and not the defined one.

    Example
        "Delivery Date" means 1 May. ... The Supplier shall deliver on the delivery date.

    Write instead
        "Delivery Date" means 1 May. ... The Supplier shall deliver on the Delivery Date.

    What it leaves alone
        Terms of one word, for such words are needed in their ordinary sense too; words that the document often has in
        small letters, or that it says of something else ("the effective date of such termination"); what stands in the
        definition of the term itself; headings and passages in capitals.
    """

    code = "CW305"
    name = "wrong-letter-case"
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        wording = contract.wording
        small = small_letter_uses(contract)
        often = Counter((use.term, _is_small(contract.printed(use))) for use in small)

        @cache
        def in_capitals(term: str) -> list[TermUse]:
            return [
                u for u in contract.uses_of(term) if not contract.printed(u).isupper() and not contract.defines(u.start)
            ]

        for use in small:
            capital = in_capitals(use.term)
            printed = contract.printed(use)
            ordinary = is_ordinary(use.term)
            pointed_at = wording.leads_to(_POINTED_AT, use.start, 40) or (
                not ordinary and wording.leads_to(_OWNED, use.start, 40)
            )
            count = often[use.term, _is_small(printed)]
            mostly = len(capital) >= _MOSTLY * count
            if (
                count > _FEW
                or len(capital) < (1 if pointed_at and not ordinary else 3 * count - 2 - (count == _FEW and pointed_at))
                or not (
                    (pointed_at or wording.leads_to(_FREE_BEFORE, use.start, 40))
                    and wording.goes_on(_FREE_AFTER, use.end)
                )
                or (ordinary and (not pointed_at or _means_another(contract, use, is_slip=mostly)))
                or wording.leads_to(_SET_APART, use.start, _NEAR)
                or ((ordinary or wording.leads_to(_NONE, use.start, 8)) and wording.goes_on(_KINDS, use.end, 120))
                or (ordinary and wording.leads_to(_LISTED, use.start, 8) and wording.goes_on(_COMMA, use.end, 4))
                or (printed.endswith(_PAPERS) and wording.leads_to(_THIS_PAPER, use.start, 8))
                or wording.leads_to(_quoted(use.term), use.start, _NEAR)
            ):
                continue
            definition = contract.definitions_of(use.term)[0]
            same_number = any(_letters(contract.printed(u)) == _letters(printed) for u in capital)
            if use.start < min(definition.start, capital[0].start) or not (
                pointed_at or (same_number and not wording.ask(_is_enumerated, use.start, use.end))
            ):
                continue
            nearest = _nearest(wording, use, capital)
            yield self.finding(
                use.start,
                use.end,
                f"“{' '.join(printed.split())}” is written in small letters, but “{use.term}” is a defined term.",
                related=(
                    Related(definition.start, definition.end, "the term is defined here"),
                    Related(nearest.start, nearest.end, "written with capitals here"),
                ),
                fixes=(
                    Fix(
                        "Write the defined term with its capitals",
                        (Edit(use.start, use.end, _capitals(printed, use.term)),),
                    ),
                ),
                term=use.term,
            )


def _is_small(printed: str) -> bool:
    """Whether no word has its capital; where only the first one has lost it, it is another way of writing."""
    return printed[1:].islower()


@cache
def _quoted(term: str) -> re.Pattern[str]:
    """Pattern of a sentence that begins to say what *term* in quotation marks is."""
    return re.compile(
        rf"[\"“]{re.escape(term.removesuffix('s'))}s?[\"”]\s+(?:The|An?|consists?|comprises?|are|is)\b[^.]*\Z"
    )


def _means_another(contract: Contract, use: TermUse, *, is_slip: bool) -> bool:
    """Whether the words around an ordinary phrase say what it is of, so that it need not be the defined one.

    *is_slip* says that the document has the term with its capitals nearly everywhere.
    """
    if (actor := _ACTOR.match(contract.printed(use))) is None:
        return contract.wording.goes_on(_OF_ANOTHER, use.end)
    if is_slip:
        return False
    does = re.compile(rf"\b{re.escape(actor.group('does'))}(?:e|s|es|ed|d)?\b", re.IGNORECASE)
    return contract.wording.leads_to(does, use.start, _NEAR)


def _is_enumerated(text: str, start: int, end: int) -> bool:
    """Whether commas stand on both sides, as in a list of things."""
    return _ENUMERATED.search(text[max(0, start - 40) : start] + text[end : end + 1]) is not None


def _nearest(wording: Wording, use: TermUse, others: Sequence[TermUse]) -> TermUse:
    behind = bisect_left(others, use.start, key=lambda u: u.start)
    if not 0 < behind < len(others):
        return others[min(behind, len(others) - 1)]
    before, after = others[behind - 1], others[behind]
    is_before = wording.ask(_is_in_first_half, before.start, after.start, Anchor(use.start))
    return before if is_before else after


def _is_in_first_half(_: str, start: int, end: int, place: int) -> bool:
    return place - start <= end - place


def _letters(printed: str) -> str:
    return " ".join(printed.lower().split())


def _capitals(printed: str, term: str) -> str:
    """*printed* with capitals where *term* has them; its number and its white space stay."""
    words = iter(term.split())
    return re.sub(r"\S+", lambda m: m[0][0].upper() + m[0][1:] if next(words, "A")[0].isupper() else m[0], printed)
