"""``clausewright allow``: the entry by which the settings allow a personal value without holding it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from clausewright.commands.output import FAILED, OK, complain, write


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "allow",
        help="print the entry that allows a personal value",
        description="Read a value from standard input and print the entry for privacy.allow in clausewright.toml, "
        "which holds a hash of it and not the value.",
    )
    parser.add_argument("rule", metavar="CODE", help="the code or name of the rule on such values, such as person-name")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from clausewright.explain import UnknownRule, find_rule
    from clausewright.privacy.allowlist import entry
    from clausewright.privacy.rules import PersonalDataRule
    from clausewright.settings import load_settings

    try:
        rule = find_rule(options.rule)
    except UnknownRule as error:
        complain([str(error)])
        return FAILED
    value = sys.stdin.readline().strip()
    if not isinstance(rule, PersonalDataRule) or not value:
        complain([f"{rule.code} is no rule on personal data" if value else "no value on standard input"])
        return FAILED
    known = load_settings(Path()).privacy.allow
    return OK if write(entry(rule.kinds[0], value, known) + "\n", None) else FAILED
