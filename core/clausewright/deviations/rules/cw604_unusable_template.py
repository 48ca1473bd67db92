from __future__ import annotations

from clausewright.deviations.rules.base import DeviationRule


class UnusableTemplate(DeviationRule):
    """The contract could not be compared with its reference template.

    What it finds
        A template that is not there, cannot be read, is no text, is empty or is too long, or that is asked for by hand
        and is the contract itself; one that has so little in common with the contract that it seems to be of another
        kind; and clauses that the settings name and the template does not have.

    Why it matters
        Without the comparison, no finding does not mean no deviation.

    Example
        [reference]
        template = "templates/msa-2019.md"   (there is no such file)

    Write instead
        [reference]
        template = "templates/msa.md"

    What it leaves alone
        Contracts for which the settings name no template, and the template itself.
    """

    code = "CW604"
    name = "unusable-template"
