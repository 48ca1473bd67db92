"""The samples show what they are there to show."""

import json
from pathlib import Path

import pytest

from clausewright.check import check
from clausewright.contract import Contract
from clausewright.deviations.comparing import compared_with_template
from clausewright.finding import Finding, Severity
from clausewright.rules import RULES
from clausewright.settings import Settings, load_settings

SAMPLES = Path(__file__).parent.parent.parent / "samples"


def findings(name: str) -> tuple[str, list[Finding]]:
    text = (SAMPLES / name).read_text(encoding="utf-8")
    return text, check(Contract.parse(text))


def test_the_flawed_sample_has_a_finding_of_every_rule_that_is_on_and_no_other():
    text, found = findings("supply-agreement.contract.md")
    seen = [(f.name, text.count("\n", 0, f.start) + 1, text[f.start : f.end]) for f in found]
    assert {f.code for f in found} == {rule.code for rule in RULES if rule.severity is not None}, json.dumps(
        seen, indent=1
    )
    assert len(found) <= len(RULES) + 2, json.dumps(seen, indent=1)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_is_switched_and_weighed_by_the_settings(rule):
    text = (SAMPLES / "supply-agreement.contract.md").read_text(encoding="utf-8")
    contract = Contract.parse(text)
    own = [f for f in check(contract) if f.code == rule.code]
    louder = check(contract, Settings().merged({"rules": {"CW": "off", rule.code: "hint"}}))
    assert [(f.code, f.start, f.severity) for f in louder] == [(rule.code, f.start, Severity.HINT) for f in own]
    without = check(contract, Settings().merged({"rules": {rule.name: "off"}}))
    assert rule.code not in {f.code for f in without}
    assert without


def test_the_other_side_s_draft_departs_from_the_template_in_each_way_once():
    path = SAMPLES / "counterparty-draft.contract.md"
    text, found = findings(path.name)
    assert found == []
    contract, settings = Contract.parse(text), load_settings(path)
    compared = compared_with_template(contract, path, settings, None, note=pytest.fail)
    told = [(f.code, text[f.start : f.end]) for f in check(contract, settings, None, compared)]
    assert [code for code, _ in told] == ["CW601", "CW602", "CW603"]
    assert told[0][1] == "sixty days"


@pytest.mark.parametrize(
    "name",
    ["services-agreement.contract.txt", "nda.contract.md", "templates/master-services.contract.md"],
)
def test_a_good_sample_has_none_worth_a_warning(name):
    text, found = findings(name)
    loud = [(f.name, f.message, text[f.start : f.end]) for f in found if f.severity.rank <= Severity.WARNING.rank]
    assert loud == []
