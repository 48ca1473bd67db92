from __future__ import annotations

from collections.abc import Iterable

from clausewright.clauses import Clause
from clausewright.contract import Contract, Reference, Status
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule


class AmbiguousReference(Rule):
    """A reference cites a number that several clauses carry.

    What it finds
        A reference whose number stands at more than one place of this document, all of them shown. One finding speaks
        for all of the references to that number.

    Why it matters
        Each party will read it as the place that suits it.

    Example
        7.2 Interest. ...
        7.2 Taxes. ...
        9.1 Section 7.2 survives termination.

    Write instead
        7.2 Interest. ...
        7.3 Taxes. ...
        9.1 Section 7.3 survives termination.

    What it leaves alone
        Numbers that a schedule or exhibit uses again: a reference means the document part that it stands in.
    """

    code = "CW202"
    name = "ambiguous-reference"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        unclear: dict[tuple[int, ...], list[Reference]] = {}
        for reference in contract.references:
            if reference.status is Status.AMBIGUOUS:
                unclear.setdefault(tuple(id(t) for t in reference.targets), []).append(reference)
        for first, *others in unclear.values():
            places = (Related(t.start, t.marker_end, f"may mean {_name(t)}") for t in first.targets[:10])
            again = (Related(r.start, r.end, "cited again here") for r in others[:20])
            numbers = list(dict.fromkeys(t.number for t in first.targets))
            meant = f"any of {len(first.targets)} places numbered {first.target}"
            message = f"“{first.text}” may mean {' or '.join(numbers[:4]) if len(numbers) > 1 else meant}"
            if others:
                message += f", and so may {f'{len(others)} more references' if others[1:] else 'one more reference'}"
            yield self.finding(first.start, first.end, f"{message}.", related=(*places, *again))


def _name(clause: Clause) -> str:
    return f"{clause.number} ({clause.heading})" if clause.heading else clause.number
