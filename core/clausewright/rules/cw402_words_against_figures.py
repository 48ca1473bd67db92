from __future__ import annotations

from collections.abc import Iterable

from clausewright.contract import Contract
from clausewright.drafting.figures import read_figures
from clausewright.finding import Edit, Finding, Fix, Severity
from clausewright.rules.base import Rule


class WordsAgainstFigures(Rule):
    """A number is written in words and in figures, and the two differ.

    What it finds
        "thirty (60) days", "five hundred dollars ($5,000)", "five percent (6%)", "60 (thirty) days".

    Why it matters
        As a rule of construction the words prevail, often against what was meant: courts have held parties to "fifteen
        (30) days" as fifteen, and to one million seven thousand dollars where 1.7 million was lent.

    Example
        The Customer pays within thirty (60) days.

    Write instead
        The Customer pays within 60 days.

    What it leaves alone
        Fractions and decimals, other units in the brackets ("one year (12 months)"), and years.
    """

    code = "CW402"
    name = "words-against-figures"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        for start, mark in contract.wording.marks(read_figures):
            edit = Edit(start + mark.figure_start, start + mark.figure_end, mark.as_words)
            yield self.finding(
                start + mark.start,
                start + mark.end,
                f"The words say “{mark.words}”, the figure says {mark.figure}.",
                fixes=(Fix(f"Let the figure follow the words: {mark.as_words}", (edit,)),),
            )
