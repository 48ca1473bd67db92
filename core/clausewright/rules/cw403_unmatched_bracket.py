from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate

from clausewright.contract import Contract
from clausewright.drafting.pairs import Unpaired, read_pairs
from clausewright.finding import Edit, Finding, Fix, Severity
from clausewright.rules.base import Rule

_PAGE_BREAK = 4
_LIST = 12
_QUOTED_CLAUSES = 200
"""Numbers of blocks over which a sentence, a list in brackets and a quotation of whole clauses may run, page furniture
not counted."""


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
    """

    code = "CW403"
    name = "unmatched-bracket"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        for start, mark in _without_partner(contract):
            printed = contract.wording.words(start + mark.start, start + mark.end)
            kind = "bracket" if mark.kind in "([" else "quotation mark"
            wrong = "is not closed" if mark.opening else "closes nothing"
            fixes: tuple[Fix, ...] = ()
            if mark.insert is not None:
                edit = Edit(start + mark.insert, start + mark.insert, mark.partner)
                fixes = (Fix(f"Insert “{mark.partner}”", (edit,)),)
            yield self.finding(start + mark.start, start + mark.end, f"The {kind} “{printed}” {wrong}.", fixes=fixes)


def _without_partner(contract: Contract) -> Iterator[tuple[int, Unpaired]]:
    """Unpaired marks of the whole text: those that find their partner in a later block are left out."""
    starts = contract.block_starts
    numbers = accumulate(index not in contract.page_furniture for index in range(len(starts)))
    number_of = dict(zip(starts, numbers, strict=True))
    contents = {starts[index] for index in contract.hidden_blocks}
    pending: list[tuple[int, int, Unpaired]] = []
    found: list[tuple[int, Unpaired]] = []
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
                found.append((start, mark))
            else:
                del pending[at]
    found.extend((start, mark) for _, start, mark in pending)
    yield from sorted((f for f in found if not f[1].hidden), key=lambda f: f[0] + f[1].start)


def _reach(mark: Unpaired) -> int:
    """Number of blocks after its own in which the partner of an opening *mark* may stand."""
    if mark.insert is not None:
        return 1
    if mark.kind == "[":
        return _LIST
    return _QUOTED_CLAUSES if mark.kind in '“"' and mark.leads else _PAGE_BREAK
