from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from clausewright.clauses import Clause, ClauseKind
from clausewright.contract import Contract
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.wording import Wording

_KINDS = (ClauseKind.ARTICLE, ClauseKind.SECTION, ClauseKind.CLAUSE)
_PLAIN = re.compile(r"\d+\.?")
_COLON = re.compile(r":\s*\Z")
_ALONE = re.compile(r"[ \t]*(?:\r?\n|\r)[ \t]*(?:\r?\n|\r)")
_BLANK = 40
"""Characters behind a number in which a blank line shows that it was set apart from its text."""
_WIDE = 500
"""Columns beyond which it is all one how far a clause is set in."""
_BEGINS = re.compile(r"\bagree[sd]?\b|\bas\s+follows\b|\.{4}", re.IGNORECASE)
"""Words behind which a new numbering is due: the recitals end, a paper begins, a contents page was listed."""

_LABEL = re.compile(
    r"\([^()\"“”*_]{0,80}(?:[*_]{0,3}[\"“][^()\"“”]{1,60}[\"”]|\*\*[^()*]{1,60}\*\*|__[^()_]{1,60}__)[^()]{0,80}\)"
)
_SAYS = re.compile(r"\b(?:shall|will|must|may|is|are|agrees?|means?|sells?|buys?|pays?)\b", re.IGNORECASE)
_PARTY = 800
"""Characters in which a party is described and named."""


class RestartedNumbering(Rule):
    """The clauses of the body begin again at 1 where no schedule and no other document begins.

    What it finds
        A top-level clause numbered 1 that comes after others of its kind in the body of the document.

    Why it matters
        Every number from there on stands twice, and so does what cites it.

    Example
        1. Sale. ...
        2. Price. ...
        1. Delivery. ...

    Write instead
        1. Sale. ...
        2. Price. ...
        3. Delivery. ...

    What it leaves alone
        Schedules, exhibits, annexed documents, recitals and parts with a numbering of their own, what follows the
        signatures, and the clauses behind a numbered list of the parties.
    """

    code = "CW107"
    name = "restarted-numbering"
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        wording = contract.wording
        for before, clause in _restarts(wording, contract.clauses):
            if (
                (before.heading is None and clause.heading is not None)
                or wording.ask(_begins_anew, before.start, clause.start)
                or wording.leads_to(_COLON, clause.start, 20)
                or wording.goes_on(_ALONE, clause.marker_end, _BLANK)
            ):
                continue
            yield self.finding(
                clause.start,
                clause.marker_end,
                f"The numbering starts again at “{clause.marker}” after “{before.marker}”.",
                related=(Related(before.start, before.marker_end, f"“{before.marker}” stands before it"),),
            )


def _begins_anew(text: str, start: int, end: int) -> bool:
    return _BEGINS.search(text, max(start, end - 300), end) is not None


def _restarts(wording: Wording, clauses: Iterable[Clause]) -> Iterator[tuple[Clause, Clause]]:
    """Clauses of the body numbered 1 behind a run that began with 1, each with the last clause of that run."""
    run: list[Clause] = []
    for clause in (c for c in clauses if c.parent is None):
        if clause.kind not in _KINDS:
            yield from _read_as_nested(wording, run)
            run = []
            continue
        if clause.number == "1" and len(run) > 1 and run[0].number == "1" and run[-1].number.isdigit():
            if not _are_parties(wording, run):
                yield run[-1], clause
            run = []
        run.append(clause)
    yield from _read_as_nested(wording, run)


def _read_as_nested(wording: Wording, run: list[Clause]) -> Iterator[tuple[Clause, Clause]]:
    """A new run of headed clauses that was read as sub-clauses of the last clause before it, though not set in."""
    if len(run) < 2 or run[0].number != "1" or not all(_is_headed(wording, clause) for clause in run):
        return
    last = run[-1]
    nested = [child for child in last.children if _is_headed(wording, child)]
    if len(nested) < 2 or nested[0].marker.rstrip(".") != "1" or _column(wording, nested[0]) > _column(wording, last):
        return
    if not any(_PLAIN.fullmatch(child.marker) for clause in run[:-1] for child in clause.children):
        yield last, nested[0]


def _are_parties(wording: Wording, run: list[Clause]) -> bool:
    """Whether each of the clauses is a name with what the party is called from there on, and no sentence."""
    return all(not c.children and wording.ask(_is_party, c.marker_end, c.end) for c in run)


def _is_party(text: str, start: int, end: int) -> bool:
    label = _LABEL.search(text, start, min(end, start + _PARTY))
    return label is not None and _SAYS.search(text, start, label.start()) is None


def _is_headed(wording: Wording, clause: Clause) -> bool:
    """Whether a plain number and a heading stand on one line."""
    span = clause.heading_span
    return (
        bool(_PLAIN.fullmatch(clause.marker)) and span is not None and "\n" not in wording.words(clause.start, span[0])
    )


def _column(wording: Wording, clause: Clause) -> int:
    return wording.ask(_behind_line_break, clause.start, clause.start, before=_WIDE)


def _behind_line_break(text: str, start: int, end: int) -> int:
    return end - max(start, text.rfind("\n", start, end))
