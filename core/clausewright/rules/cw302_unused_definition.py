from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.finding import Finding, Severity
from clausewright.rules.base import Rule
from clausewright.terminology.unused import unused_definitions


class UnusedDefinition(Rule):
    """A term is defined and never used.

    What it finds
        A definition whose term does not occur outside the passage that defines it, in singular, plural or possessive.
        Headings do not count as uses.

    Why it matters
        A definition that nothing uses is often the trace of a clause that was deleted, or of a term that is spelled
        differently where it is used.

    Example
        "Key Personnel" means the persons named in Schedule 3.   (never used)

    Write instead
        Delete the definition, or use the term.

    What it leaves alone
        A term whose short form in the same quotation marks is used, one of two words or more whose words stand in small
        letters elsewhere (see CW305), a pronoun of which another form is used ("our" for "we"), and a term that is
        taken from another document.
    """

    code = "CW302"
    name = "unused-definition"
    severity = Severity.INFORMATION

    def check(self, contract: Contract) -> Iterable[Finding]:
        for definition in unused_definitions(contract):
            yield self.finding(
                definition.start,
                definition.end,
                f"“{definition.term}” is defined here but not used anywhere.",
                term=definition.term,
            )
