from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from clausewright.clauses import ATTACHMENT_KINDS, ClauseKind, root_of
from clausewright.contract import Contract
from clausewright.drafting.placeholders import Placeholder, Shape, read_placeholders
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule

_FORM = 15
"""A contract with more placeholders of one shape than this is a form to be filled in."""
_ANNEXED_FORM = 2
"""A schedule or an exhibit with more placeholders than this is a form to be used later."""
_CALLS_ITSELF_FORM = re.compile(
    r"\b(?:form|sample|specimen|template)\b|\b(?:royalt(?:y|ies)|sales|quarterly|monthly)\b[^.\r\n]{0,40}\b(?:statement|report)\b",
    re.IGNORECASE,
)
_TITLE = 150
"""Characters in which an attachment says what it is."""
_CITED_AS_FORM = re.compile(
    r"\b(?:in|on|of|to|with)\s+(?:substantially\s+)?(?:the|a)\s+(?:\w+\s+)?form"
    r"(?:\s+(?:that\s+is\s+)?(?:set\s+(?:out|forth)|attached|annexed|contained|given|scheduled|provided|shown))?"
    r"(?:\s+(?:hereto|to\s+this\s+\w+))?(?:\s+(?:in|at|of|as|by|to))?\s+\Z",
    re.IGNORECASE,
)
_LEAD = 80
"""Characters before a citation that say what is cited."""


class UnfilledPlaceholder(Rule):
    """A blank was left to be filled in, or a cross-reference field of Word is broken.

    What it finds
        Bracketed notes ([AMOUNT], [●], [insert date], [Drafting note: ...]), blanks of underscores in a
        sentence, template fields ({{party_name}}, ${amount}, «Client_Name», <Company Name>), notes that leave a
        choice ([delete as appropriate], [OPTION 1: ...], [yes/no]), TBD and TBC, XX/XX/XXXX, XXX for a value,
        £xx,xxx, and the error texts of Word's fields ("Error! Reference source not found.", "Error! Bookmark
        not defined.", also in other languages), which are errors.

    Why it matters
        A sum or a date that was never filled in leaves a contract without its term. A field error hides the number that
        was cited, and the other side cannot know which clause was meant.

    Example
        The Customer pays £[AMOUNT] on [●]. Subject to clause Error! Reference source not found., the Fees are fixed.

    Write instead
        The Customer pays £12,000 on 1 March 2027. Subject to clause 4.2, the Fees are fixed.

    What it leaves alone
        Redactions ([***]), [Reserved], [sic], captions in brackets, Markdown links and boxes to tick, and the lines of
        a signature block. A contract with more than fifteen placeholders of one shape is taken for a form: one finding
        of severity information stands for them all. So it does in a schedule or an exhibit that calls itself a form, is
        cited as one ("in the form in Schedule 3") or has more than two placeholders.
    """

    code = "CW401"
    name = "placeholder"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        shapes: dict[Shape, list[tuple[int, Placeholder]]] = defaultdict(list)
        annexed: dict[int, list[tuple[int, Placeholder]]] = defaultdict(list)
        for start, mark in contract.wording.marks(read_placeholders):
            clause = contract.clause_at(start + mark.start)
            if mark.shape in (Shape.FIELD_ERROR, Shape.NOTE):
                yield self._one(contract, start, mark)
            elif clause is None or clause.kind is not ClauseKind.SIGNATURE:
                root = root_of(clause)
                attached = root is not None and root.kind in ATTACHMENT_KINDS
                (annexed[root.start] if root and attached else shapes[mark.shape]).append((start, mark))
        for at, found in annexed.items():
            if (
                len(found) > _ANNEXED_FORM
                or contract.wording.says(_CALLS_ITSELF_FORM, at, at, behind=_TITLE)
                or _is_cited_as_form(contract, at)
            ):
                yield self._form(contract, found)
            else:
                for start, mark in found:
                    shapes[mark.shape].append((start, mark))
        for found in shapes.values():
            if len(found) > _FORM:
                yield self._form(contract, found)
            else:
                yield from (self._one(contract, start, mark) for start, mark in found)

    def _one(self, contract: Contract, start: int, mark: Placeholder) -> Finding:
        begin, end = start + mark.start, start + mark.end
        printed = _shown(contract, begin, end)
        if mark.shape is Shape.FIELD_ERROR:
            message = f"“{printed}” stands where Word lost the target of a cross-reference."
            return self.finding(begin, end, message, severity=Severity.ERROR)
        if mark.shape is Shape.NOTE:
            return self.finding(begin, end, f"“{printed}” is a note to the drafter that was left in.")
        return self.finding(begin, end, f"“{printed}” has not been filled in.")

    def _form(self, contract: Contract, found: list[tuple[int, Placeholder]]) -> Finding:
        spans = [(start + mark.start, start + mark.end) for start, mark in found]
        begin, end = spans[0]
        others = f" and {len(found) - 1} more like it are" if len(found) > 1 else " is"
        message = f"“{_shown(contract, begin, end)}”{others} to be filled in."
        related = tuple(Related(*span, "to be filled in") for span in spans[1:11])
        return self.finding(begin, end, message, severity=Severity.INFORMATION, related=related)


def _is_cited_as_form(contract: Contract, at: int) -> bool:
    """Whether the body cites the attachment that begins *at* as the form of a document."""
    attachment = root_of(contract.clause_at(at))
    return attachment is not None and any(
        contract.wording.leads_to(_CITED_AS_FORM, reference.start, _LEAD) for reference in contract.citing(attachment)
    )


def _shown(contract: Contract, start: int, end: int) -> str:
    """The words in question, short and on one line."""
    words = contract.wording.line(start, end)
    return words if len(words) <= 60 else words[:57] + "…"
