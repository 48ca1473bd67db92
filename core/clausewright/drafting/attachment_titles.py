"""Labels of attachments that stand as a title, whether or not the tree has the attachment."""

from __future__ import annotations

import re

from clausewright.anchors import Signs

_KINDS = ("Exhibit", "Schedule", "Annex", "Appendix", "Attachment", "Addendum")
_SIGNS = Signs((*_KINDS, *map(str.upper, _KINDS)))
_LABEL = re.compile(
    rf"(?:\A\s*+|(?<=:)[ \t]++)(?P<kind>{'|'.join((*_KINDS, *map(str.upper, _KINDS)))})[ \t]{{1,4}}[\"“]?"
    r"(?P<number>[A-Z]{1,3}(?:-?\d{1,2})?|\d{1,3}(?:\.\d{1,3})*)(?![\w.,;)-]*\w)[\"”]?"
    r"(?=[ \t:.]*+(?:[\r\n]|\Z)|[ \t]*+[-–—:(]|[ \t]{3}|[ \t]+[A-Z]|[ \t]+(?:to|TO)[ \t]+(?:(?:the|THE)[ \t]+)?[A-Z])"
)
_SENTENCE = re.compile(
    r"[^\r\n.;]{0,120}?\b(?:shall|will|may|must|is|are|was|were|has|have|contains?|sets?|lists?|describes?|includes?|means)\b"
)


def read_attachment_titles(text: str) -> tuple[str, ...]:
    """The labels ("exhibit 12.6") that stand as a title in a block, folded; those that begin a sentence are none."""
    if not _SIGNS.may_be_in(text):
        return ()
    return tuple(
        f"{match.group('kind')} {match.group('number')}".casefold()
        for match in _LABEL.finditer(text)
        if _SENTENCE.match(text, match.end()) is None
    )
