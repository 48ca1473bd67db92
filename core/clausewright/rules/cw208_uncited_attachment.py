from __future__ import annotations

import re
from collections.abc import Iterable

from clausewright.clauses import ATTACHMENT_KINDS, Clause
from clausewright.contract import Contract, Status
from clausewright.finding import Finding, Severity
from clausewright.rules.base import Rule

_PLURALS = {
    "Schedule": "Schedules",
    "Exhibit": "Exhibits",
    "Annex": "Annexe?s",
    "Annexure": "Annexures",
    "Appendix": "Append(?:ices|ixes)",
    "Attachment": "Attachments",
    "Addendum": "Addend(?:a|ums)",
}
_LABEL = re.compile(rf"(?P<word>{'|'.join(_PLURALS)}) (?P<number>[A-Z]{{1,2}}|[IVX]+|\d{{1,2}})")


_LONGEST_TITLE = 8
"""Words of a title; a longer one has swallowed what stands behind it."""


class UncitedAttachment(Rule):
    """A schedule, exhibit or annex is attached, but nothing in the document cites it.

    What it finds
        A numbered or lettered attachment that no passage outside it mentions.

    Why it matters
        What no clause brings in may be no part of the agreement; or the clause that did was lost.

    Example
        SCHEDULE 3 SERVICE LEVELS   (no clause speaks of Schedule 3)

    Write instead
        4.2 The Supplier meets the service levels in Schedule 3.

    What it leaves alone
        Documents that cite an attachment that is not there, for that may mean this one. Attachments that are spoken of
        by their title or all together ("the Schedules form part of this agreement"), those without a number or letter,
        forms that are printed more than once, and the labels under which papers are filed ("Exhibit 10.1").
    """

    code = "CW208"
    name = "uncited-attachment"
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        if any(r.status is Status.UNRESOLVED and r.citation.kind in ATTACHMENT_KINDS for r in contract.references):
            return
        for clause in contract.clauses:
            if (
                clause.parent is not None
                or clause.kind not in ATTACHMENT_KINDS
                or len(contract.clauses_numbered(clause.number)) > 1
            ):
                continue
            label = _LABEL.fullmatch(clause.number)
            if label is None or not clause.marker.lower().startswith(label["word"].lower()):
                continue
            if any(not clause.start <= r.start < clause.end for r in contract.citing(clause)):
                continue
            spoken_of = re.compile(
                rf"\b{label['word']}s?[\W_]{{1,4}}{re.escape(label['number'])}\b|\b{_PLURALS[label['word']]}\b",
                re.IGNORECASE,
            )
            titled = _title_of(clause)
            if any(
                not clause.start <= place.start < clause.end
                for pattern in (spoken_of, titled)
                if pattern is not None
                for place in contract.wording.places_of(pattern)
            ):
                continue
            yield self.finding(
                clause.start,
                clause.marker_end,
                f"{clause.number} is attached, but nothing in this document cites it.",
            )


def _title_of(clause: Clause) -> re.Pattern[str] | None:
    """How the text speaks of an attachment by the last words of its title: "the Development Timetable"."""
    words = re.findall(r"[^\W\d_]{3,}", clause.heading or "")
    if not 2 <= len(words) <= _LONGEST_TITLE:
        return None
    return re.compile(r"\b" + r"\s+".join(f"(?:{w.capitalize()}|{w.upper()})" for w in words[-2:]) + r"\b")
