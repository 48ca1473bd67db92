"""What a reference leads to, as the rules about references need to know it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clausewright.clauses import Clause, root_of
from clausewright.contract import Contract, Reference
from clausewright.nearest import key_of

_OF_ANOTHER = re.compile(r"\s+(?:of|to|in)\s+(?:the|such|that|said|its|their)\s+[A-Z]")
_OF_THIS_ATTACHMENT = re.compile(r"\s+(?:of|to|in)\s+this\s+(?:Schedule|Exhibit|Annex|Appendix|Tariff)\b")
_LAW_BEFORE = re.compile(r"\b(?:Act|Code|Directive|Regulation|Statute|Treaty)\b[^.;]{0,120}\Z")


def cited_clause(reference: Reference) -> Clause | None:
    """The clause that *reference* cites, the first one where it is ambiguous.

    None where it cites none, where only a sub-clause of an unprinted heading stands for it ("Section 12" where the
    text begins at 12.1), and where it has no number of its own, as a bare "(b)" in a list.
    """
    if not reference.targets or reference.citation.number.lstrip().startswith("("):
        return None
    target = reference.targets[0]
    root = root_of(target)
    cited, found = len(key_of(reference.citation.number)), len(key_of(target.number))
    if root is not None and root is not target:
        found -= len(key_of(root.number))
    return target if found <= cited + (target.number.startswith("Article ")) or target is root else None


def in_one_part(reference: Reference, target: Clause) -> bool:
    """Whether both stand in the body, or in one schedule, exhibit or annex."""
    return root_of(reference.clause) is root_of(target)


def of_another_document(contract: Contract, reference: Reference) -> bool:
    """Whether words near *reference* name another paper that it may belong to: "Article 3 of the Supplement"."""
    wording = contract.wording
    if reference.citation.inward:
        return wording.goes_on(_OF_THIS_ATTACHMENT, reference.end)
    return wording.goes_on(_OF_ANOTHER, reference.end) or wording.leads_to(_LAW_BEFORE, reference.start, 140)


def around(clause: Clause | None) -> Iterator[Clause]:
    """The clause and the clauses that it lies in, from the inside out."""
    while clause is not None:
        yield clause
        clause = clause.parent
