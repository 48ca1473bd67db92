from __future__ import annotations

import re
from collections.abc import Iterable

from clausewright.clauses import Clause, Defect
from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.rules.sequence import (
    MISREAD,
    are_swapped,
    bare,
    goes_on,
    is_misread,
    rows_of_twins,
    run_of,
    stands_elsewhere,
)

_REDACTION = re.compile(
    r"(?:\[[^\]\w]{1,12}\]|\bREDACTED\b|\[REDACTED\]|\bomitted\s+information\b.{0,160})(?:\s|[.,;]|and\b|or\b)*+\Z",
    re.DOTALL,
)
_NEAR = 240
"""Characters before a marker in which a passage may be blacked out."""
_WORD = 4
"""A marker that is longer begins with a word ("Section 4.")."""
_DIGITS = re.compile(r"\d+(?:\.\d+)*")
_ADDENDUM = re.compile(r"\b(?:Addendum|ADDENDUM|Amendment|AMENDMENT)\b")
_TITLE = 200
"""Characters in which a document says what it is."""
_TOKEN = re.compile(r"[A-Za-z]+")
_AT_BREAK = r"(?:\A|[\r\n]|[ \t]{3})[ \t]*"
_RUN_IN = r"(?:[.;:]|\b[A-Z]{3,})[ \t]{1,3}"
"""The end of a sentence, or the name of a field in a form ("FAX 5.3")."""
_CITED = re.compile(
    r"\b(?:sections?|clauses?|paragraphs?|articles?|items?|and|or|to|of|with|by|under)\s*\Z", re.IGNORECASE
)


def _is_addendum(text: str, start: int, end: int) -> bool:
    return _ADDENDUM.search(text, start, end) is not None


def _stands_there(text: str, start: int, end: int, expected: str, above: bool) -> bool:
    """Whether the number that seems to be missing in ``[start, end)`` is printed there in some odd way; *above* that
    it is the one of the list that begins at *end*, which may stand in the middle of a line."""
    if (digits := _DIGITS.search(expected)) is not None:
        parts = digits.group().split(".")
        if len(parts) == 1:
            number = rf"{parts[0]}(?:[ \t]?[.)]|[ \t])[ \t]*(?=[A-Za-z\"“(])"
        else:
            number = r"[ \t]?[.,]?[ \t]?".join(parts) + r"[.,)]?[ \t]+(?=[A-Z\"“(])"
        if re.compile(_AT_BREAK + number).search(text, start, end) is not None:
            return True
        if len(parts) == 1:
            return False
        run_in = re.compile(
            rf"{r'(?<=[ ])' if above else _RUN_IN}(?P<number>{re.escape(digits.group())})\.?[ \t]+(?=[A-Z\d\"“(])"
        )
        return any(
            not _CITED.search(text, max(start, match.start("number") - 16), match.start("number"))
            for match in run_in.finditer(text, start, end)
        )
    token = _TOKEN.search(expected)
    if token is None:
        return False
    letters = f"[{token.group()}{MISREAD.get(token.group(), '')}]" if len(token.group()) == 1 else token.group()
    for match in re.compile(rf"(?<![\w.(])\(?[ ]?{letters}[ ]?[.)](?=\s)").finditer(text, start, end):
        if not _CITED.search(text, max(start, match.start() - 16), match.start()):
            return True
    ones = re.compile(_AT_BREAK + r"\(1\)\s").search(text, start, end)
    return ones is not None and "(2)" not in text[ones.end() : end]


def _is_child(before: Clause, expected: str) -> bool:
    """Whether the digits of a missing unit ("Article 3") are those of a paragraph of the one before it."""
    digits = expected.rpartition(" ")[2]
    return digits != expected and any(bare(child.marker) == bare(digits) for child in before.children)


def _filled_by_twins(contract: Contract) -> dict[Clause, int]:
    """The last clause of each row of one number, with how many of the row stand where other numbers belong."""
    return {row[-1].clause: len(row) for row in rows_of_twins(contract) if row[-1].clause is not None}


def _missing(defect: Defect) -> str:
    return f"{run_of(defect.expected, defect.last, defect.missing)} {'is' if defect.missing == 1 else 'are'}"


class NumberingGap(Rule):
    """A number is missing between a clause and the one before it in the same list.

    What it finds
        A clause whose number is more than one above the number of the clause before it: 7.2 followed by 7.4, (a)
        followed by (c), 7.2 followed by 7.3.1. In a sentence, also a second member that "and" or "or" joins to one
        without a marker: "the wheels and (ii) the doors".

    Why it matters
        A missing number is often a clause that was lost in a revision. Every citation of a later clause may be wrong.

    Example
        7.1 Fees. The Customer pays the Fees monthly.
        7.3 Interest. Late sums bear interest at two per cent.

    Write instead
        7.1 Fees. The Customer pays the Fees monthly.
        7.2 Interest. Late sums bear interest at two per cent.

    What it leaves alone
        Clauses marked "[Reserved]" or "Intentionally omitted", clauses whose list starts above its first number, and
        lists that start again in a schedule, an exhibit or a new sentence; numbers that are missing where a passage is
        blacked out, that stand there misprinted ("3 .2", "3,2") or elsewhere in the list, or in whose place the
        number before them is repeated, which is a duplicate; and an amendment or an addendum that takes up single
        sections.
    """

    code = "CW101"
    name = "numbering-gap"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        twins = _filled_by_twins(contract)
        for defect in contract.defects:
            if defect.kind != "gap":
                continue
            before = defect.before
            if before is not None and defect.missing <= twins.get(before, 0):
                continue
            if contract.wording.leads_to(_REDACTION, defect.start, _NEAR):
                continue
            if before is None:
                yield self.finding(
                    defect.start,
                    defect.end,
                    f"“{defect.marker}” skips a number: {_missing(defect)} missing before it.",
                )
                continue
            if (
                (contract.amends or contract.wording.ask(_is_addendum, 0, 0, behind=_TITLE))
                and defect.clause is not None
                and defect.marker[:1].isalpha()
                and len(defect.marker) > _WORD
            ):
                continue
            if is_misread(defect.marker, defect.expected) and goes_on(defect):
                continue
            if (
                is_misread(before.marker, defect.expected)
                or stands_elsewhere(contract, defect)
                or are_swapped(contract, defect)
            ):
                continue
            if not _is_child(before, defect.expected) and contract.wording.ask(
                _stands_there,
                before.marker_end,
                defect.start,
                defect.expected,
                bare(defect.marker).startswith(f"{defect.expected}."),
            ):
                continue
            related = (Related(before.start, before.marker_end, f"“{before.marker}” stands before it"),)
            yield self.finding(
                defect.start,
                defect.end,
                f"“{defect.marker}” follows “{before.marker}”: {_missing(defect)} missing.",
                related=related,
            )
