"""What is said about personal data, how loud, and what may be done about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from clausewright.clauses import ClauseKind
from clausewright.contract import Contract
from clausewright.finding import Edit, Finding, Fix, Severity
from clausewright.privacy.allowlist import ALLOW, AllowList
from clausewright.privacy.marks import PERSON, Mark
from clausewright.privacy.reading import same_value
from clausewright.privacy.recognisers.names_around import SIGNED
from clausewright.privacy.rules import PersonalDataRule, rule_for
from clausewright.settings import TEMPLATE, Settings


def findings(contract: Contract, marks: Sequence[Mark], settings: Settings) -> list[Finding]:
    """Findings for *marks* on *contract*, without the values that *settings* allow."""
    template = settings.privacy.mode == TEMPLATE
    allowed = AllowList(settings.privacy.allow)
    text = contract.source.text
    terms = _party_terms(contract, marks)
    placeholders = _Placeholders(text)
    out = []
    for mark in marks:
        rule = rule_for(mark.kind)
        severity = settings.severity_of(rule.code, rule.name, rule.severity)
        if severity is None or allowed.holds(mark.kind, text[mark.start : mark.end]):
            continue
        at_home = not template and rule.belongs and _at_home(contract, mark)
        if at_home and severity.rank < Severity.INFORMATION.rank:
            severity = Severity.INFORMATION
        out.append(
            rule.finding(
                mark.start,
                mark.end,
                _message(rule, mark, template, at_home),
                severity=severity,
                fixes=tuple(_fixes(rule, mark, text, terms, placeholders)),
            )
        )
    return out


def _message(rule: PersonalDataRule, mark: Mark, template: bool, at_home: bool) -> str:
    what = {
        "person-name": "The name of a person",
        "postal-address": "A postal address",
        "email-address": "An e-mail address",
        "telephone-number": "A telephone number",
        "bank-data": "The number of a bank account",
        "payment-card": "The number of a payment card",
        "national-number": "A person's national number",
        "passport-number": "A passport number",
        "date-of-birth": "A date of birth",
    }[rule.name]
    where = "in a template, where none belongs" if template else "where one belongs" if at_home else "in the text"
    return f"{what} stands here, {where} ({mark.reason})."


# -- where it stands --------------------------------------------------------------------------------------------------

_NOTICES = re.compile(r"\b(?:notices?|communications?|contacts?|correspondence|addresses)\b", re.IGNORECASE)
_SIGNING = re.compile(
    r"/s/|\bIN WITNESS\b|(?:^|\s)(?:By|Name|Title|Signed|Signature)\s?:|_{6,}|\b(?:SIGNED|EXECUTED)\b", re.IGNORECASE
)
_CONTACT = re.compile(
    r"\b(?:attention|attn|facsimile|fax|telecopy|telephone|tel|e-?mail|c/o)\b[\s.:]|\bif to\b|\bnotices?\b[^.]{0,80}:",
    re.IGNORECASE,
)


def _at_home(contract: Contract, mark: Mark) -> bool:
    """Whether *mark* stands in a signature block or a notice clause."""
    if mark.reason == SIGNED:
        return True
    clause = contract.clause_at(mark.start)
    while clause is not None:
        if clause.kind is ClauseKind.SIGNATURE or (clause.heading and _NOTICES.search(clause.heading)):
            return True
        clause = clause.parent
    text = contract.source.text
    before = text[max(0, mark.start - 240) : mark.start]
    after = text[mark.end : mark.end + 100]
    return bool(_SIGNING.search(before) or _CONTACT.search(before) or _CONTACT.search(after))


# -- what may be done -------------------------------------------------------------------------------------------------


class _Placeholders:
    """Placeholders as the contract writes them."""

    _BULLET = re.compile(r"\[\s?[●•∙*]\s?\]")
    _STYLES = (
        (re.compile(r"\[[A-Z][A-Z ]{2,30}\]"), lambda name: f"[{name.upper()}]"),
        (re.compile(r"\{\{\s?[\w ]{2,30}\s?\}\}"), lambda name: "{{" + name.lower().replace(" ", "_") + "}}"),
        (re.compile(r"<[A-Z][A-Za-z ]{2,30}>"), lambda name: f"<{name}>"),
    )

    def __init__(self, text: str) -> None:
        counts = [sum(1 for _ in pattern.finditer(text)) for pattern, _ in self._STYLES]
        self._bullet = self._BULLET.search(text)
        best = max(range(len(counts)), key=counts.__getitem__)
        self._style = self._STYLES[best][1] if counts[best] else None

    def of(self, rule: PersonalDataRule) -> str:
        if self._style is not None:
            return self._style(rule.placeholder)
        return self._bullet[0] if self._bullet is not None else f"[{rule.placeholder}]"


_DEFINED_AS = re.compile(
    r"[^.;\n(]{0,80}?\(\s?(?:hereinafter\s+)?(?:referred\s+to\s+(?:herein\s+)?as\s+)?(?:the\s+)?[\"“'‘](?P<term>[^\"”'’\n]{2,40})[\"”'’]\s?\)"
)


def _party_terms(contract: Contract, marks: Iterable[Mark]) -> dict[str, tuple[str, int]]:
    """Value of a person to the defined term that stands behind one of its places, and the offset of that place."""
    text = contract.source.text
    defined = {definition.term for definition in contract.definitions}
    terms: dict[str, tuple[str, int]] = {}
    for mark in marks:
        if mark.kind != PERSON:
            continue
        match = _DEFINED_AS.match(text, mark.end, mark.end + 160)
        if match is not None and match["term"] in defined:
            terms.setdefault(same_value(PERSON, text[mark.start : mark.end]), (match["term"], mark.start))
    return terms


def _fixes(
    rule: PersonalDataRule, mark: Mark, text: str, terms: dict[str, tuple[str, int]], placeholders: _Placeholders
) -> Iterator[Fix]:
    term = terms.get(same_value(PERSON, text[mark.start : mark.end])) if mark.kind == PERSON else None
    if term is not None and term[1] != mark.start:
        article = "the " if re.search(rf"\b[Tt]he\s+{re.escape(term[0])}\b", text) else ""
        yield Fix(f"Replace by “{article}{term[0]}”", (Edit(mark.start, mark.end, article + term[0]),))
    placeholder = placeholders.of(rule)
    yield Fix(f"Replace by “{placeholder}”", (Edit(mark.start, mark.end, placeholder),))
    yield Fix("Allow this value", (), setting=ALLOW)
