from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from clausewright.clauses import Clause, ClauseKind
from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.rules.emptiness import Emptiness, emptiness

_KINDS = (ClauseKind.SECTION, ClauseKind.CLAUSE, ClauseKind.SUBCLAUSE, ClauseKind.ITEM)
_COLON = re.compile(r"(?<!\band)(?<!\bor):[\s*_]*\Z")
_NAME_AND_COLON = re.compile(r"\b[A-Z][\w-]*+:[\s*_]*\Z")
_LAST_WORD = 40
_RESUMED = re.compile(r";\s+(?:which|who|whose|that|but|provided)\b")
"""The sentence of a list, taken up again behind one of its items."""
_MARKED = " \t\r\n*_.:)\u00a0"
_DOTTED = re.compile(r"(?:Section\s+|Clause\s+)?\d+\.\d*[1-9]\.?")
_FIRST = re.compile(r"\(?(?:a|i|1)[.)]+", re.IGNORECASE)
_MODAL = re.compile(r"\b(?:shall|may|will|must)\b")
_SENTENCE = re.compile(
    r"(?:Any|For the|If|In addition|In the event|Nothing|Notwithstanding|This|These|Upon|Without)\s"
    r"[^.:;]*\b(?:shall|may|will|must)\b"
)
"""A beginning that goes on from no words before it."""
_MANY = 3


class WrongLevel(Rule):
    """A clause stands beside the clause that it should stand in, or in a list that it does not belong to.

    What it finds
        A bare title with a number, whose text carries the next number. A clause that ends with a colon, whose items
        follow as its neighbours. A sentence of its own as the last item of a list whose other items go on from the
        words before the list.

    Why it matters
        Citations of the title miss the text, and it is open which clause an item limits: a right may seem to be one of
        the cases in which it arises.

    Example
        13.6 Third Party Rights
        13.7 No other person may enforce this agreement.

    Write instead
        13.6 Third Party Rights. No other person may enforce this agreement.

    What it leaves alone
        Titles with sub-clauses or with text that has no number, and lists whose items are all sentences.
    """

    code = "CW108"
    name = "wrong-level"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        top = [clause for clause in contract.clauses if clause.parent is None]
        for siblings in (top, *(clause.children for clause in contract.clauses)):
            for before, after in pairwise(siblings):
                if before.kind not in _KINDS or after.kind is not before.kind:
                    continue
                if message := _misplaced(contract, before, after):
                    related = (Related(before.start, before.marker_end, f"“{before.marker}” stands here"),)
                    yield self.finding(after.start, after.marker_end, message, related=related)
        for clause in contract.clauses:
            if last := _foreign_sentence(contract, clause):
                yield self.finding(
                    last.start,
                    last.marker_end,
                    f"“{last.marker}” is a sentence of its own, but stands in the list of {clause.number}.",
                    severity=Severity.INFORMATION,
                    related=(Related(clause.start, clause.marker_end, "the list begins here"),),
                )


def _misplaced(contract: Contract, before: Clause, after: Clause) -> str | None:
    """What is wrong with *after* as the neighbour of *before*, or None."""
    wording = contract.wording
    if (
        after.heading is None
        and _DOTTED.fullmatch(before.marker)
        and before.marker != after.marker
        and emptiness(contract, before) is Emptiness.TITLE
        and wording.ask(_begins_as_text, after.marker_end, after.own_end)
    ):
        return f"“{after.marker}” carries a number of its own, but is the text of “{before.marker} {before.heading}”."
    if _FIRST.fullmatch(after.marker) or before.children:
        return None
    if wording.ask(_leads_in, before.marker_end, before.own_end) and wording.ask(
        _begins_small, after.marker_end, after.own_end
    ):
        return f"“{after.marker}” is an item of “{before.marker}”, which ends with a colon, but stands beside it."
    return None


def _foreign_sentence(contract: Contract, clause: Clause) -> Clause | None:
    """The last item of a list if it is a sentence and the others go on from the words before the list."""
    wording = contract.wording
    items = clause.children
    if len(items) < _MANY or not wording.ask(_ends_with_colon, clause.marker_end, clause.own_end):
        return None
    *others, last = items
    if last.heading is not None or last.kind is not others[-1].kind:
        return None
    if not all(wording.ask(_begins_small, item.marker_end, item.own_end) for item in others):
        return None
    return last if wording.ask(_is_sentence, last.marker_end, last.own_end) else None


def _body(text: str, start: int, end: int) -> str:
    return text[start:end].lstrip(_MARKED)


def _begins_small(text: str, start: int, end: int) -> bool:
    return _body(text, start, end)[:1].islower()


def _begins_as_text(text: str, start: int, end: int) -> bool:
    body = _body(text, start, end)
    return body[:1].isupper() and '"' not in body[:40] and _MODAL.search(body[:300]) is not None


def _is_sentence(text: str, start: int, end: int) -> bool:
    return _SENTENCE.match(_body(text, start, end)) is not None


def _ends_with_colon(text: str, start: int, end: int) -> bool:
    return _COLON.search(text[start:end][-20:]) is not None


def _leads_in(text: str, start: int, end: int) -> bool:
    """Whether words end with a colon and are too many for a title; behind a name it is a misprint for a semicolon.

    What stands behind a semicolon goes on from the words before the list, which lead in more items ("; which is:").
    """
    return (
        end - start >= 40
        and (colon := text.rfind(":", start, end)) >= 0
        and _COLON.match(text, colon, end) is not None
        and _RESUMED.search(text, start, colon) is None
        and _NAME_AND_COLON.search(text, max(start, end - _LAST_WORD), end) is None
    )
