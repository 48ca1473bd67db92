from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from clausewright.clauses import ATTACHMENT_KINDS
from clausewright.contract import Contract, Reference, Status
from clausewright.convention import ATTACHMENTS
from clausewright.drafting.attachment_titles import read_attachment_titles
from clausewright.finding import Finding, Related, Severity
from clausewright.nearest import key_of
from clausewright.rules.base import Rule
from clausewright.rules.emptiness import is_blacked_out
from clausewright.rules.headings import Headings, cite_instead
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
_MANY = 5
"""References that are told together, at least."""
_DOTTED = 2
_SHOWN = 20
_TAIL = 60
"""Characters at the end of a clause that may be a redaction, with the space behind it."""
_ATTACHMENTS = ("Schedule", "Exhibit", "Annex", "Appendix", "Attachment", "Addendum", "Annexure")


class UnresolvedReference(Rule):
    """A reference cites a place that this document does not have.

    What it finds
        A clause, section, article, schedule or exhibit that is cited as one of this document's but stands nowhere in
        it. One finding speaks for all references to clauses in a document whose clauses carry no numbers, for those
        of a kind (4.1, 6.2) that it hardly numbers, for a list of the parts of a clause that is not there, and for the
        attachments of a document that has none of those it cites. Where the reference names a heading that stands at
        another number, the message gives that number.

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
        for message, told in _told_together(contract, broken):
            related = tuple(Related(r.start, r.end, f"“{r.text}”") for r in told[1:][:_SHOWN])
            yield self.finding(told[0].start, told[0].end, message, related=related)
            broken = [r for r in broken if r not in told]
        headings = Headings(contract)
        attached: dict[str, list[Reference]] = {}
        for reference in broken:
            if _misses_attachment(contract, reference):
                assert reference.target is not None
                attached.setdefault(reference.target.casefold(), []).append(reference)
            elif not _may_be_blacked_out(contract, reference.target or ""):
                yield self._one(reference, headings)
        printed = _titles(contract) if attached else frozenset()
        missing = [
            cited
            for target, cited in attached.items()
            if target not in printed and not any(contract.wording.leads_to(_PROMISED, r.start, _PROMISE) for r in cited)
        ]
        if len(missing) >= _MANY and not any(clause.kind in ATTACHMENT_KINDS for clause in contract.clauses):
            names = [
                f"{first.target}" + (f" ({len(others) + 1} times)" if others else "") for first, *others in missing
            ]
            related = tuple(Related(r.start, r.end, f"“{r.text}”") for r, *_ in missing[1:])
            message = f"None of the {len(missing)} attachments that are cited is part of this document: "
            yield self.finding(missing[0][0].start, missing[0][0].end, f"{message}{', '.join(names)}.", related=related)
            return
        for first, *others in missing:
            related = tuple(Related(r.start, r.end, "cited again here") for r in others[:_SHOWN])
            message = f"{first.target} is cited{_times(others)} but not part of this document."
            yield self.finding(first.start, first.end, message, related=related)

    def _one(self, reference: Reference, headings: Headings) -> Finding:
        message = f"“{reference.text}” leads nowhere: this document has no {reference.target}"
        meant = headings.headed(reference.caption) if reference.caption is not None else []
        if meant:
            message += f"; “{reference.caption}” is {' and '.join(dict.fromkeys(c.number for c in meant[:3]))}"
        related = tuple(Related(c.start, c.marker_end, f"“{c.heading}” is here") for c in meant[:3])
        return self.finding(
            reference.start, reference.end, f"{message}.", related=related, fixes=cite_instead(reference, meant)
        )


def _times(others: list[Reference]) -> str:
    return f" {len(others) + 1} times" if others else ""


def _told_together(contract: Contract, broken: list[Reference]) -> Iterator[tuple[str, list[Reference]]]:
    """What is said once of several references that lead nowhere, and these."""
    by_number = [r for r in broken if r.target is not None and r.target[:1].isdigit()]
    if not contract.has_numbers:
        if len(by_number) > 1:
            yield (
                "The clauses of this document carry no numbers: its "
                f"{len(by_number)} references to numbered clauses ({_names(by_number)}) lead nowhere.",
                by_number,
            )
        return
    dotted = [r for r in by_number if _depth(r) == _DOTTED]
    found = sum(1 for r in contract.references if r.status is Status.RESOLVED and _depth(r) == _DOTTED)
    if len(dotted) >= _MANY and len(dotted) > 2 * found:
        yield (
            f"Few clauses of this document carry a number such as {dotted[0].target}: "
            f"{len(dotted)} references to such clauses ({_names(dotted)}) lead nowhere.",
            dotted,
        )
        return
    have = {key_of(clause.number) for clause in contract.clauses}
    lists: dict[tuple[str, int, int], list[Reference]] = {}
    for reference in by_number:
        number, bracket, _ = (reference.target or "").partition("(")
        if bracket and key_of(number) not in have:
            lists.setdefault((number, id(reference.clause), reference.citation.group), []).append(reference)
    for (number, *_), told in lists.items():
        if len(told) > 1:
            yield f"{_names(told)} lead nowhere: this document has no {number}.", told


def _names(references: list[Reference]) -> str:
    return ", ".join(dict.fromkeys(r.target or r.text for r in references))


def _depth(reference: Reference) -> int:
    """Of how many numerals the number cited consists: 2 for 4.1 and for 4.1(a)."""
    if reference.target is None or not reference.target[:1].isdigit():
        return 0
    return sum(part.isdigit() for part in key_of(reference.target.partition("(")[0]))


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
