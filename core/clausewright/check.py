"""The one entry that the command line and the server share: settings and rules over a Contract."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from clausewright.carry import Checked, Found
from clausewright.contract import Contract
from clausewright.finding import Finding
from clausewright.rules import RULES, Rule
from clausewright.settings import Settings
from clausewright.shifts import TouchedError
from clausewright.turns import give_way
from clausewright.wording import noting

if TYPE_CHECKING:
    from clausewright.deviations.compared import Compared, Unusable
    from clausewright.privacy.marks import Mark

_log = logging.getLogger(__name__)


def check(
    contract: Contract,
    settings: Settings | None = None,
    personal_data: Sequence[Mark] | None = None,
    compared: Compared | Unusable | None = None,
) -> list[Finding]:
    """Findings on *contract* in text order, those on *personal_data* among them where it has been read, and those on
    deviations where it was *compared* with its reference template.

    A rule that raises is reported on the log and left out.
    """
    settings = settings or Settings()
    findings = _found_by_rules(contract, settings)
    if not personal_data and compared is None:
        return findings
    if personal_data:
        from clausewright.privacy.findings import findings as findings_on

        findings.extend(findings_on(contract, personal_data, settings))
    if compared is not None:
        from clausewright.deviations.findings import findings as deviations

        try:
            findings.extend(deviations(contract, compared, settings))
        except Exception as error:
            _log.error("the findings on deviations failed: %s", type(error).__name__)
    findings.sort(key=_in_order)
    return findings


def _found_by_rules(contract: Contract, settings: Settings) -> list[Finding]:
    """What the rules find, in text order: moved as a whole where no edit since an earlier check changed any of it."""
    kept = contract.checked
    if kept is not None and kept.settings is settings:
        with suppress(TouchedError):
            return kept.moved()
    findings: list[Finding] = []
    complete = True
    for rule in RULES:
        severity = settings.severity_of(rule.code, rule.name, rule.severity)
        if severity is None:
            continue
        give_way()
        try:
            found = _found(rule, contract)
        except Exception as error:
            _log.error("rule %s failed: %s", rule.code, type(error).__name__)
            complete = False
            continue
        if severity is not rule.severity:
            found = [replace(f, severity=severity) for f in found]
        findings.extend(found)
    findings.sort(key=_in_order)
    if complete:
        contract.checked = Checked(settings, findings)
        findings = list(findings)
    return findings


def _in_order(finding: Finding) -> tuple[int, int, str]:
    return finding.start, finding.end, finding.code


def rules_to_run(contract: Contract, settings: Settings) -> int:
    """How many rules a check would have to run: those whose findings cannot be moved from an earlier version."""
    if contract.checked is not None and contract.checked.settings is settings:
        return 0
    return sum(
        settings.severity_of(rule.code, rule.name, rule.severity) is not None and rule.code not in contract.found
        for rule in RULES
    )


def _found(rule: Rule, contract: Contract) -> list[Finding]:
    """What *rule* finds: moved from an earlier version where the edits since cannot have changed it."""
    if (kept := contract.found.get(rule.code)) is not None:
        with suppress(TouchedError):
            return kept.moved()
    with noting() as notes:
        findings = list(rule.check(contract))
    contract.found[rule.code] = Found(findings, notes, contract.block_starts)
    return findings
