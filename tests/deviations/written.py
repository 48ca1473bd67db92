"""A template and contracts made from it, all invented, for the tests on deviations."""

from __future__ import annotations

from pathlib import Path

from clausewright.comparison.pairing import Embedder
from clausewright.contract import Contract
from clausewright.deviations.compared import Compared, Unusable
from clausewright.deviations.comparing import compared_with_template
from clausewright.settings import load_settings

TEMPLATE = """SERVICES AGREEMENT

This Agreement is made between Harrow Systems Ltd (the "Supplier") and the client named on the order (the "Client").

1. SERVICES

1.1 The Supplier shall provide the services with reasonable skill and care.

1.2 The Supplier shall keep a log of every fault and show it to the Client on request.

2. FEES

2.1 The Client shall pay each invoice within 30 days of receiving it.

2.2 A sum that is overdue under clause 2.1 bears interest at 4% a year.

3. CONFIDENTIALITY

3.1 Each party shall keep the other party's business information secret for five years.

4. TERMINATION

4.1 Either party may terminate this Agreement on 60 days' written notice to the other party.

5. INSURANCE

5.1 The Supplier shall maintain professional indemnity insurance of at least £2,000,000 per claim.

5.2 The policy is renewed each spring, and the broker named on the order confirms its terms in writing.

6. GOVERNING LAW

6.1 This Agreement is governed by the law of England and Wales, whose courts alone decide on it.
"""

ADDED = "6.2 The Vendor may set off any sum that the Client owes it against a refund that is due to the Client."


def contract_text() -> str:
    """The template as another side would send it back: party renamed, one period changed, the fifth clause cut out, one
    sentence added at the end, later clauses renumbered."""
    text = TEMPLATE.replace("Harrow Systems Ltd", "Quill & Daughters Ltd").replace("Supplier", "Vendor")
    text = text.replace("within 30 days", "within 90 days")
    start, end = text.index("5. INSURANCE"), text.index("6. GOVERNING")
    text = text[:start] + text[end:].replace("6. GOV", "5. GOV").replace("6.1 ", "5.1 ")
    return text + "\n" + ADDED.replace("6.2", "5.2") + "\n"


def written(folder: Path, settings: str = '[reference]\ntemplate = "template.txt"\n', text: str | None = None) -> Path:
    """A folder with the template, its settings and a contract, whose path is returned."""
    (folder / "template.txt").write_text(TEMPLATE, encoding="utf-8")
    (folder / "clausewright.toml").write_text(settings, encoding="utf-8")
    path = folder / "a.contract.txt"
    path.write_text(contract_text() if text is None else text, encoding="utf-8")
    return path


def compared(path: Path, embedder: Embedder | None = None) -> tuple[Contract, Compared | Unusable | None]:
    """The contract at *path* and its comparison with the template that its settings name, by words alone."""
    contract = Contract.parse(path.read_text(encoding="utf-8"))
    notes: list[str] = []
    return contract, compared_with_template(contract, path, load_settings(path), embedder, note=notes.append)
