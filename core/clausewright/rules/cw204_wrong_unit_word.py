from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from clausewright.clauses import Clause, ClauseKind
from clausewright.contract import Contract, Reference
from clausewright.finding import Finding, Related, Severity
from clausewright.rules.base import Rule
from clausewright.rules.targets import cited_clause, in_one_part, of_another_document
from clausewright.rules.unit_words import misnamed


class WrongUnitWord(Rule):
    """A reference calls its target by the wrong word: "Schedule 3" for an Exhibit, "Section IV" for an Article.

    What it finds
        A schedule, exhibit or annex that this document does not have, where another kind of attachment has that very
        number or letter. An article that is cited as a section. A section or clause that is cited as an article in a
        document that calls its like by another word.

    Why it matters
        The reader looks for a paper that does not exist, or takes a part for the whole.

    Example
        The Fees are in Schedule A.   (what is attached is Exhibit A)

    Write instead
        The Fees are in Exhibit A.

    What it leaves alone
        Words that this document uses for its clauses throughout, "clause", "paragraph" and "sub-section" for any of
        them, and other documents' parts.
    """

    code = "CW204"
    name = "wrong-unit-word"
    severity = Severity.WARNING

    def check(self, contract: Contract) -> Iterable[Finding]:
        for reference, twin, more in misnamed(contract):
            yield self._finding(reference, twin, more)
        cited = [
            (r, t)
            for r in contract.references
            if not r.citation.this and r.text.startswith(r.citation.word) and (t := cited_clause(r)) is not None
        ]
        as_section = sum(_is_article(t) and r.citation.kind == "section" for r, t in cited)
        as_article = sum(_is_article(t) and r.citation.kind == "article" for r, t in cited)
        numbered = [(_is_dotted(t), r.citation.kind == "article") for r, t in cited if _is_numbered(t)]
        articles = Counter(dotted for dotted, article in numbered if article)
        others = Counter(dotted for dotted, article in numbered if not article)
        others[True] += others[False]
        for reference, target in cited:
            kind = reference.citation.kind
            if not in_one_part(reference, target) or of_another_document(contract, reference):
                continue
            if _is_article(target):
                if kind == "section" and as_section <= max(1, as_article):
                    yield self._finding(reference, target)
            elif kind == "article" and _is_numbered(target):
                dotted = _is_dotted(target)
                if others[dotted] >= max(2, 3 * articles[dotted] - 1):
                    yield self._finding(reference, target)

    def _finding(self, reference: Reference, target: Clause, others: Sequence[Reference] = ()) -> Finding:
        related = (
            Related(target.start, target.marker_end, f"{target.number} stands here"),
            *(Related(r.start, r.end, "cited so again here") for r in others[:20]),
        )
        word = reference.citation.word
        if target.kind is ClauseKind.ARTICLE or not target.marker[:1].isdigit():
            message = f"“{reference.text}” is called “{target.marker.strip(' .:')}” where it stands."
        else:
            message = (
                f"“{reference.text}”: this document cites its other clauses of this kind by another word than “{word}”."
            )
        return self.finding(reference.start, reference.end, message, related=related)


def _is_article(clause: Clause) -> bool:
    return clause.kind is ClauseKind.ARTICLE and clause.marker.lower().startswith("article")


def _is_numbered(clause: Clause) -> bool:
    return clause.kind in (ClauseKind.SECTION, ClauseKind.CLAUSE, ClauseKind.SUBCLAUSE, ClauseKind.ITEM)


def _is_dotted(clause: Clause) -> bool:
    return "." in clause.number or "(" in clause.number
