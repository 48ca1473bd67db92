"""``clausewright explain``: a rule's page."""

from __future__ import annotations

import argparse
from typing import Any

from clausewright.commands.output import FAILED, OK, complain, write


def add(commands: Any) -> None:
    parser = commands.add_parser("explain", help="print a rule's page", description="Print a rule's page.")
    parser.add_argument(
        "rule", nargs="?", metavar="CODE", help="a rule's code or name, or that of a family; without one, all rules"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from clausewright import explain

    try:
        if options.rule is None:
            text = explain.listing()
        elif family := explain.find_family(options.rule):
            text = explain.listing(family)
        else:
            text = explain.page(explain.find_rule(options.rule))
    except explain.UnknownRule as error:
        complain([str(error)])
        return FAILED
    return OK if write(text, None) else FAILED
