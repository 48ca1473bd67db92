"""What is said about deviations from the reference template, where, and how loud."""

from __future__ import annotations

from collections.abc import Iterator

from clausewright.comparison.results import Lone, Pair
from clausewright.contract import Contract
from clausewright.deviations.compared import Compared, Unusable
from clausewright.deviations.outcome import Gap, outcome_of
from clausewright.deviations.rules import ADDED_CLAUSE, DEVIATION, MISSING_CLAUSE, UNUSABLE_TEMPLATE, DeviationRule
from clausewright.finding import Elsewhere, Finding, Related, Severity
from clausewright.settings import Settings

_LONGEST_PLACE = 160
"""Characters of the differing words that are marked; beyond that, the beginning of the clause."""
_LONGEST_MARK = 80
_LONGEST_QUOTE = 240


def findings(contract: Contract, compared: Compared | Unusable, settings: Settings) -> list[Finding]:
    """Findings on *contract*, whose text *compared* is of."""
    return list(_findings(contract, compared, _Weights(settings), settings))


class _Weights:
    """How loud a rule is by the settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def of(self, rule: DeviationRule, *, grave: bool = False) -> Severity | None:
        """None where the rule is off. What is *grave* is an error, unless the settings weigh the rule themselves."""
        severity = self._settings.severity_of(rule.code, rule.name, rule.severity)
        return Severity.ERROR if grave and severity is rule.severity else severity


def _findings(
    contract: Contract, compared: Compared | Unusable, weights: _Weights, settings: Settings
) -> Iterator[Finding]:
    start, end = _first_line(contract)
    if isinstance(compared, Unusable):
        if severity := weights.of(UNUSABLE_TEMPLATE):
            yield UNUSABLE_TEMPLATE.finding(start, end, compared.message, severity=severity)
        return
    outcome = outcome_of(contract, compared, settings)
    name = compared.template.name
    if severity := weights.of(UNUSABLE_TEMPLATE):
        if outcome.unrelated:
            message = (
                f"Little in this contract matches the reference template “{name}”; it seems to be another kind of "
                "contract, so its clauses are not listed."
            )
            yield UNUSABLE_TEMPLATE.finding(start, end, message, severity=severity)
        for unknown in outcome.unknown:
            message = f"The settings name “{unknown}”, but the reference template “{name}” has no such clause."
            yield UNUSABLE_TEMPLATE.finding(start, end, message, severity=severity)
    for pair, needs_approval in outcome.deviations:
        if severity := weights.of(DEVIATION, grave=needs_approval):
            yield _deviation(contract, compared, pair, severity, needs_approval)
    for gap in outcome.gaps:
        if severity := weights.of(MISSING_CLAUSE, grave=gap.required):
            yield _missing(contract, compared, gap, severity)
    if severity := weights.of(ADDED_CLAUSE):
        for added in outcome.added:
            start, end = place_of_added(contract, added)
            message = f"The reference template “{name}” has no clause like this one."
            yield ADDED_CLAUSE.finding(start, end, message, severity=severity)


def _deviation(contract: Contract, compared: Compared, pair: Pair, severity: Severity, needs_approval: bool) -> Finding:
    number = f"template {pair.reference.number}" if pair.reference.number else "template"
    message = f"{pair.message} ({number})" + ("; this clause needs approval." if needs_approval else ".")
    start, end = place_of(contract, pair)
    related = Related(
        pair.reference.start, pair.reference.end, f"What the template says ({number})", _elsewhere(compared)
    )
    return DEVIATION.finding(start, end, message, severity=severity, related=(related,))


def place_of(contract: Contract, pair: Pair) -> tuple[int, int]:
    """The words of the clause that differ; the beginning of the clause where that is a matter of words left out."""
    spans = pair.facts[0].input_spans if pair.facts else ()
    if spans and spans[-1][1] - spans[0][0] <= _LONGEST_PLACE:
        return spans[0][0], spans[-1][1]
    if spans:
        return spans[0]
    return pair.input.start, _head_end(contract.source.text, pair.input.start, pair.input.end)


def _missing(contract: Contract, compared: Compared, gap: Gap, severity: Severity) -> Finding:
    first, last = gap.members[0], gap.members[-1]
    start, end = place_of_gap(contract, gap)
    quote = _shortened(compared.template.text[first.place.start : last.place.end])
    must = "; the settings require it" if gap.required else ""
    message = f"Missing here: {_named(gap.members)}{must}: “{quote}”"
    related = Related(first.place.start, last.place.end, "What the template says", _elsewhere(compared))
    return MISSING_CLAUSE.finding(start, end, message, severity=severity, related=(related,))


def place_of_gap(contract: Contract, gap: Gap) -> tuple[int, int]:
    """The last word of the clause after which the missing one belongs; the first line where it belongs before all."""
    after = gap.members[0].nearest_end
    if after is None:
        return _first_line(contract)
    text = contract.source.text
    end = after
    while end > 0 and text[end - 1].isspace():
        end -= 1
    start = end
    while start > 0 and not text[start - 1].isspace() and end - start < _LONGEST_MARK:
        start -= 1
    return start, end


def place_of_added(contract: Contract, added: Lone) -> tuple[int, int]:
    """The beginning of the clause."""
    return added.place.start, _head_end(contract.source.text, added.place.start, added.place.end)


def _named(members: tuple[Lone, ...]) -> str:
    """The template's number and heading of missing clauses."""
    first, last = members[0], members[-1]
    heading = f" {' '.join(first.heading.split())}" if first.heading else ""
    if not first.place.number:
        return f"a paragraph of the template{heading and f' under{heading}'}"
    numbers = first.place.number
    if last.place.number and last.place.number != numbers:
        numbers += f" to {last.place.number}"
    return f"template {numbers}{heading}"


def _elsewhere(compared: Compared) -> Elsewhere:
    return Elsewhere(compared.template.path, compared.template.text)


def _shortened(passage: str) -> str:
    words = " ".join(passage.split())
    return words if len(words) <= _LONGEST_QUOTE else words[: _LONGEST_QUOTE - 1].rsplit(" ", 1)[0] + " …"


def _head_end(text: str, start: int, end: int) -> int:
    """Where the first words of ``[start, end)`` end, within its first line."""
    line = min((at for mark in "\r\n" if (at := text.find(mark, start, end)) >= 0), default=end)
    if line - start <= _LONGEST_MARK:
        return line
    blank = text.rfind(" ", start + 1, start + _LONGEST_MARK)
    return blank if blank > start else start + _LONGEST_MARK


def _first_line(contract: Contract) -> tuple[int, int]:
    """The first line with words on it."""
    text = contract.source.text
    start = len(text) - len(text.lstrip())
    return start, _head_end(text, start, len(text))
