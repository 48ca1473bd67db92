"""A Contract: the immutable reading of one version, and every question an editor asks of it."""

from __future__ import annotations

from clausewright.clauses import Clause
from clausewright.references import Reference
from clausewright.terms import Definition, TermUse
from clausewright.text import SourceText


class Contract:
    """The reading of one version of a contract. Made by ``parse`` and, from another version, by ``edit``."""

    source: SourceText
    convention: str
    clauses: list[Clause]
    definitions: list[Definition]
    references: list[Reference]
    uses: list[TermUse]

    @classmethod
    def parse(cls, text: str) -> Contract:
        """Read *text*. Never fails: any text gives a Contract."""
        contract = cls()
        contract.source = SourceText(text)
        contract.convention = "none"
        contract.clauses, contract.definitions, contract.references, contract.uses = [], [], [], []
        return contract

    def edit(self, start: int, end: int, new_text: str) -> Contract:
        """The Contract of the text in which ``[start, end)`` is replaced by *new_text*; equal to parsing that text."""
        text = self.source.text
        return Contract.parse(text[:start] + new_text + text[end:])

    # -- what stands here -------------------------------------------------------------------------------------------

    def clause_at(self, offset: int) -> Clause | None:
        """The deepest clause whose span holds *offset*."""
        raise NotImplementedError

    def marker_at(self, offset: int) -> Clause | None:
        """The clause whose printed marker or heading holds *offset*."""
        raise NotImplementedError

    def reference_at(self, offset: int) -> Reference | None:
        raise NotImplementedError

    def use_at(self, offset: int) -> TermUse | None:
        """The use of a defined term (a defining place included) that holds *offset*; the longest where several do."""
        raise NotImplementedError

    # -- clauses and references -------------------------------------------------------------------------------------

    def clauses_numbered(self, number: str) -> list[Clause]:
        raise NotImplementedError

    def citing(self, clause: Clause) -> list[Reference]:
        """References that cite exactly this clause."""
        raise NotImplementedError

    def overridden_by(self, clause: Clause) -> list[Reference]:
        """References by which another clause sets this one aside ("notwithstanding Section 4" cites the overridden 4;
        "subject to Section 9" in this clause cites the overriding 9)."""
        raise NotImplementedError

    def overrides(self, clause: Clause) -> list[Reference]:
        """The same edges from the overriding clause's side."""
        raise NotImplementedError

    def clause_text(self, clause: Clause) -> str:
        """The clause with its sub-clauses, verbatim."""
        return self.source.text[clause.start : clause.end]

    # -- terms ------------------------------------------------------------------------------------------------------

    def definitions_of(self, term: str) -> list[Definition]:
        """Every place that defines *term* (as spelled in ``TermUse.term`` or ``Definition.term``)."""
        raise NotImplementedError

    def uses_of(self, term: str) -> list[TermUse]:
        """Every use, the defining places included, in text order."""
        raise NotImplementedError
