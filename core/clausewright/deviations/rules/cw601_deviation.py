from __future__ import annotations

from clausewright.deviations.rules.base import DeviationRule


class Deviation(DeviationRule):
    """A clause says something else than the reference template's.

    What it finds
        Clauses that treat the same matter as a clause of the template and differ from it in a fact: an amount, a
        period, a date, who must or may do what, a condition, an exception, a negation, the law or the courts, an
        item of a list, or words that carry a meaning. The message names the difference.

    Why it matters
        A mark-up changes a few words among thousands, and the changed ones are what is agreed.

    Example
        9.2 Either party may terminate this Agreement on 60 days' notice.   (template: 30 days)

    Write instead
        9.2 Either party may terminate this Agreement on 30 days' notice.

    What it leaves alone
        The parties' names, terms that are renamed throughout, numbers of clauses, order, headings, layout, and words
        that say the same. Clauses that the settings let vary, and deviations that somebody has accepted, until either
        clause changes. A change to a clause that needs approval is an error.
    """

    code = "CW601"
    name = "deviation"
