from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract, Status
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule


class AmbiguousReference(Rule):
    """A reference cites a number that several clauses carry.

    What it finds
        A reference whose number stands at more than one place of this document, all of them shown.

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
        for reference in contract.references:
            if reference.status is Status.AMBIGUOUS:
                related = tuple(
                    Related(t.start, t.marker_end, f"may mean {t.number}{f' ({t.heading})' if t.heading else ''}")
                    for t in reference.targets[:10]
                )
                yield self.finding(
                    reference.start,
                    reference.end,
                    f"“{reference.text}” may mean any of {len(reference.targets)} places numbered {reference.target}.",
                    related=related,
                )
