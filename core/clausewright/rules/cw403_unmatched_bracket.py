from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from clausewright.contract import Contract
from clausewright.drafting.pairs import Unpaired, read_pairs
from clausewright.finding import Edit, Finding, Fix, Related, Severity
from clausewright.rules.base import Rule

_PAGE_BREAK = 4
_LIST = 12
_NEAR = 20
_QUOTED_CLAUSES = 200
"""Numbers of blocks over which a sentence, a list in brackets, a crowd of marks and a quotation of whole clauses may
run, page furniture not counted."""
_MANY = 4
"""So many marks without a partner near one another are a fault of the text and not of the drafting."""

_Found = tuple[int, int, Unpaired]
"""The number of a block, its offset, and a mark in it."""


class UnmatchedBracket(Rule):
    """A bracket or a quotation mark has no partner.

    What it finds
        Round and square brackets and double quotation marks, straight or curly, that are opened and not closed in their
        paragraph, or closed and not opened.

    Why it matters
        Where an exception in brackets ends decides what it is an exception to.

    Example
        a licence (except as permitted in Section 10, royalty-free

    Write instead
        a licence (except as permitted in Section 10), royalty-free

    What it leaves alone
        The bracket of a list marker ("1)"), inches, quotations and brackets that run over several paragraphs or a page,
        brackets beside text that was blacked out, and single quotation marks, which cannot be told from apostrophes.
        Where four or more stand near one another, as in a bad scan, one finding of severity information speaks for all.
    """

    code = "CW403"
    name = "unmatched-bracket"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        for crowd in _crowds(_without_partner(contract)):
            if len(crowd) >= _MANY:
                yield self._scan(crowd)
            else:
                yield from (self._one(contract, start, mark) for _, start, mark in crowd)

    def _one(self, contract: Contract, start: int, mark: Unpaired) -> Finding:
        printed = contract.wording.words(start + mark.start, start + mark.end)
        kind = "bracket" if mark.kind in "([" else "quotation mark"
        wrong = "is not closed" if mark.opening else "closes nothing"
        fixes: tuple[Fix, ...] = ()
        if mark.insert is not None:
            edit = Edit(start + mark.insert, start + mark.insert, mark.partner)
            fixes = (Fix(f"Insert “{mark.partner}”", (edit,)),)
        return self.finding(start + mark.start, start + mark.end, f"The {kind} “{printed}” {wrong}.", fixes=fixes)

    def _scan(self, crowd: Sequence[_Found]) -> Finding:
        spans = [(start + mark.start, start + mark.end) for _, start, mark in crowd]
        message = (
            f"This and {len(crowd) - 1} more brackets or quotation marks near by have no partner, "
            "as in a text that was badly recognised in a scan."
        )
        related = tuple(Related(*span, "without a partner") for span in spans[1:11])
        return self.finding(*spans[0], message, severity=Severity.INFORMATION, related=related)


def _crowds(found: Iterable[_Found]) -> Iterator[list[_Found]]:
    """*found* in runs: in each of more than one, every mark stands in a crowd of marks and near the one before it."""
    marks = list(found)
    numbers = [number for number, _, _ in marks]
    run: list[_Found] = []
    for number, start, mark in marks:
        crowded = bisect_right(numbers, number + _NEAR) - bisect_left(numbers, number - _NEAR) >= _MANY
        if run and not (crowded and number - run[-1][0] <= _NEAR):
            yield run
            run = []
        run.append((number, start, mark))
        if not crowded:
            yield run
            run = []
    if run:
        yield run


def _without_partner(contract: Contract) -> Iterator[_Found]:
    """Unpaired marks of the whole text: those that find their partner in a later block are left out."""
    starts = contract.block_starts
    numbers = accumulate(index not in contract.page_furniture for index in range(len(starts)))
    number_of = dict(zip(starts, numbers, strict=True))
    contents = {starts[index] for index in contract.hidden_blocks}
    pending: list[tuple[int, int, Unpaired]] = []
    found: list[_Found] = []
    for start, pairing in contract.wording.marks(read_pairs):
        if start in contents:
            continue
        number = number_of[start]
        if pairing.continues:
            # Each paragraph of a long quotation opens with a mark; only the last one closes.
            pending = [p for p in pending if not (p[2].kind in '“"' and p[2].leads)]
        for mark in pairing.unpaired:
            if mark.opening:
                pending.append((number, start, mark))
                continue
            at = next(
                (
                    i
                    for i in range(len(pending) - 1, -1, -1)
                    if pending[i][2].kind == mark.kind and number - pending[i][0] <= _reach(pending[i][2])
                ),
                None,
            )
            if at is None:
                found.append((number, start, mark))
            else:
                del pending[at]
    yield from sorted((f for f in (*found, *pending) if not f[2].hidden), key=lambda f: f[1] + f[2].start)


def _reach(mark: Unpaired) -> int:
    """Number of blocks after its own in which the partner of an opening *mark* may stand."""
    if mark.insert is not None:
        return 1
    if mark.kind == "[":
        return _LIST
    return _QUOTED_CLAUSES if mark.kind in '“"' and mark.leads else _PAGE_BREAK
