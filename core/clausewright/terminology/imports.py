"""Terms whose meaning is taken from another document."""

from __future__ import annotations

from clausewright.clauses import root_of
from clausewright.contract import Contract
from clausewright.terminology.undefined import read_imports
from clausewright.wording import noted


def imports_terms(contract: Contract, offset: int) -> bool:
    """Whether the document, or the attachment in which *offset* lies, takes its terms from another document."""
    if contract.amends or contract.completes:
        return True
    if not _importing_parts(contract):
        return False
    root = root_of(contract.clause_at(offset))
    return bool(_importing_parts(contract) & {None, root.start if root is not None else None})


@noted
def _importing_parts(contract: Contract) -> set[int | None]:
    """Starts of the attachments that take the meaning of their terms from another document; None is the body."""
    parts = set()
    for start, place in contract.wording.marks(read_imports):
        root = root_of(contract.clause_at(start + place.start))
        parts.add(root.start if root is not None else None)
    return parts
