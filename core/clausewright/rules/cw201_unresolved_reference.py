from __future__ import annotations

import re
from collections.abc import Iterable

from clausewright.citations import ATTACHMENTS
from clausewright.contract import Contract, Reference, Status
from clausewright.drafting.attachment_titles import read_attachment_titles
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.rules.emptiness import is_blacked_out
from clausewright.rules.unit_words import misnamed_references

_PROMISED = re.compile(
    r"\b(?:to|shall|will|may)\s+(?:then\s+|thereupon\s+)?be\s+(?:(?:sequentially|subsequently|deemed)\s+)?"
    r"(?:attached|annexed|appended|numbered|incorporated|added)\b[^.;]{0,60}?\b(?:as|to|into)\s+(?:(?:a\s+)?part\s+of\s+|new\s+)?"
    r"(?:(?:Exhibit|Schedule|Annex|Appendix|Attachment)s?\s+[\w.-]{1,8}\s*,\s*(?:and\s+|or\s+)?){0,6}\Z"
)
"""What is said of an attachment that is to come."""
_TAKEN_OUT = re.compile(
    r"(?:\s*[-–—]\s*[^.;:\r\n]{1,60})?\s*:\s*(?:Intentionally\s+|Hereby\s+)?(?:Deleted|Modified|Amended|Omitted|Replaced)\b",
    re.IGNORECASE,
)
"""What a rider says behind each section of the form that it changes."""
_AMENDMENT_TO = re.compile(r"\b(?:AMENDMENT\s+(?:TO|OF)|[Tt]his\s+[Aa]mendment\s+to)\s+\Z")
_IN_ONE_TITLE = 2
"""Labels in one title: "Exhibit F: Exhibit A to the Licence Agreement"."""
_PROMISE = 140
_TAIL = 60
"""Characters at the end of a clause that may be a redaction, with the space behind it."""
_ATTACHMENTS = ("Schedule", "Exhibit", "Annex", "Appendix", "Attachment", "Addendum", "Annexure")


class UnresolvedReference(Rule):
    """A reference cites a place that this document does not have.

    What it finds
        A clause, section, article, schedule or exhibit that is cited as one of this document's but stands nowhere in
        it. In a document whose clauses carry no numbers, one finding speaks for all of its references.

    Why it matters
        A reader who follows the reference finds nothing; an obligation "under Section 13.1" that is not there may be
        no obligation at all.

    Example
        8.1 The Supplier repairs defects under Section 12.4.   (there is no Section 12.4)

    Write instead
        8.1 The Supplier repairs defects under Section 11.4.

    What it leaves alone
        Statutes, other agreements and amended documents, references of a document that amends another, attachments that
        are there under another word or are to be attached later, and parts of a clause whose text was blacked out.
    """

    code = "CW201"
    name = "unresolved-reference"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        misnamed = {id(r) for r in misnamed_references(contract)}
        broken = [r for r in contract.references if r.status is Status.UNRESOLVED and id(r) not in misnamed]
        broken = [r for r in broken if not _is_of_another(contract, r)]
        if not broken:
            return
        by_number = [r for r in broken if r.target is not None and r.target[:1].isdigit()]
        if not contract.has_numbers and len(by_number) > 1:
            first = by_number[0]
            cited = ", ".join(dict.fromkeys(r.target or r.text for r in by_number))
            related = tuple(Related(r.start, r.end, f"“{r.text}”") for r in by_number[1:])
            yield self.finding(
                first.start,
                first.end,
                "The clauses of this document carry no numbers: "
                f"its {len(by_number)} references to numbered clauses ({cited}) lead nowhere.",
                related=related,
            )
            broken = [r for r in broken if r not in by_number]
        attached: dict[str, list[Reference]] = {}
        for reference in broken:
            if _misses_attachment(contract, reference):
                assert reference.target is not None
                attached.setdefault(reference.target.casefold(), []).append(reference)
            elif not _may_be_blacked_out(contract, reference.target or ""):
                message = f"“{reference.text}” leads nowhere: this document has no {reference.target}."
                yield self.finding(reference.start, reference.end, message)
        printed = _titles(contract) if attached else frozenset()
        for target, (first, *others) in attached.items():
            if target in printed or any(
                contract.wording.leads_to(_PROMISED, r.start, _PROMISE) for r in (first, *others)
            ):
                continue
            related = tuple(Related(r.start, r.end, "cited again here") for r in others[:20])
            times = f" {len(others) + 1} times" if others else ""
            message = f"{first.target} is cited{times} but not part of this document."
            yield self.finding(first.start, first.end, message, related=related)


def _titles(contract: Contract) -> frozenset[str]:
    """The attachments that are there by their titles, though not as units; a list of them does not count."""
    starts = {start: index for index, start in enumerate(contract.block_starts)}
    titled: dict[int, list[str]] = {}
    for start, title in contract.wording.marks(read_attachment_titles):
        titled.setdefault(starts[start], []).append(title)
    skipped = contract.page_furniture
    text_blocks = [index for index in range(len(starts)) if index not in skipped]
    place = {index: at for at, index in enumerate(text_blocks)}
    found: set[str] = set()
    for index, titles in titled.items():
        if index in contract.hidden_blocks or index not in place or len(set(titles)) > _IN_ONE_TITLE:
            continue
        at = place[index]
        beside = {*text_blocks[max(0, at - 1) : at], *text_blocks[at + 1 : at + 2]}
        if not beside & titled.keys():
            found.update(titles)
    return frozenset(found)


def _is_of_another(contract: Contract, reference: Reference) -> bool:
    """Whether a title or a rider names a section of the paper that it changes."""
    return contract.wording.goes_on(_TAKEN_OUT, reference.end, 100) or contract.wording.leads_to(
        _AMENDMENT_TO, reference.start, 20
    )


def _misses_attachment(contract: Contract, reference: Reference) -> bool:
    """Whether what is missing is a whole attachment, and not a paragraph of one that is there."""
    target = reference.target
    if not target or target.split()[0] not in _ATTACHMENTS:
        return False
    if reference.citation.kind in ATTACHMENTS:
        return True
    return not any(
        target.startswith((f"{one.number}.", f"{one.number}(", f"{one.number} ")) for one in contract.clauses
    )


def _may_be_blacked_out(contract: Contract, number: str) -> bool:
    """Whether the clause that *number* would stand in, or the last one before it, had text taken out of it."""
    while (last := max(number.rfind("."), number.rfind("("))) > 0:
        number = number[:last].rstrip()
        around = contract.clauses_numbered(number) or contract.clauses_numbered(f"Article {number}")
        if around:
            places = (around[0], *around[0].children[-1:])
            ask = contract.wording.ask
            return any(ask(_is_blacked_out, clause.marker_end, clause.own_end) for clause in places)
    return False


def _is_blacked_out(text: str, start: int, end: int) -> bool:
    """Whether the text of a clause ends in a place where something was taken out."""
    return is_blacked_out(text[max(start, end - _TAIL) : end])
