"""The rules' pages, made from the rules' own docstrings.

``python -m clausewright.explain --write`` writes a page a rule and an index to ``docs/rules``, and the table of the
rules into the README; ``--check`` says whether they are current.
"""

from __future__ import annotations

import argparse
import difflib
import inspect
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from clausewright.catalogue import ALL_RULES
from clausewright.finding import FAMILIES
from clausewright.report.results import RuleDescription
from clausewright.rule import RuleBase
from clausewright.settings import selects

SECTIONS = ("What it finds", "Why it matters", "Example", "Write instead", "What it leaves alone")

_HEADING = re.compile(rf"^(?:#+ *)?({'|'.join(SECTIONS)})\b *[:.]? *(.*)$")
_UNDERLINE = re.compile(r"^[-=~^]{3,} *$")
_FAMILY_TITLES = {
    "numbering": "Numbering and structure",
    "references": "Cross-references",
    "terms": "Defined terms",
    "drafting": "Drafting",
    "privacy": "Personal data",
    "comparison": "Comparison with the reference",
}


class UnknownRule(LookupError):  # noqa: N818 - the message is what a user reads
    """No rule has this code or name; the message names those that come close."""


def find_rule(wanted: str) -> RuleBase:
    """The rule with this code, name or qualified code, in any letter case. Raises UnknownRule."""
    for rule in ALL_RULES:
        if selects(wanted, rule.code, rule.name) and not _is_prefix(wanted, rule):
            return rule
    names = [text for rule in ALL_RULES for text in (rule.code, rule.name)]
    near = difflib.get_close_matches(wanted, names, n=3) or difflib.get_close_matches(wanted.upper(), names, n=3)
    hint = (
        f"Did you mean {', '.join(near)}?" if near else f"The rules are {', '.join(rule.code for rule in ALL_RULES)}."
    )
    raise UnknownRule(f"no rule is called “{wanted}”. {hint}")


def find_family(wanted: str) -> list[RuleBase]:
    """The rules of a family, by its name or the beginning of its codes; none where there is no such family."""
    family = FAMILIES.get(wanted.upper(), wanted.casefold())
    return [rule for rule in ALL_RULES if FAMILIES.get(rule.code[:3]) == family]


def _is_prefix(wanted: str, rule: RuleBase) -> bool:
    wanted = wanted.casefold()
    return wanted not in (rule.code.casefold(), rule.name.casefold(), f"{rule.code}-{rule.name}".casefold())


def summary(rule: RuleBase) -> str:
    """The first paragraph of the rule's docstring, on one line."""
    first, *_ = _cleaned(rule).split("\n\n")
    return " ".join(first.split())


def sections(rule: RuleBase) -> dict[str, str]:
    """The docstring's fixed sections, title to text."""
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in _cleaned(rule).splitlines():
        heading = _HEADING.match(line)
        if heading is not None and heading[1] not in found:
            current = found.setdefault(heading[1], [heading[2]] if heading[2] else [])
        elif current is not None and (current or not _UNDERLINE.match(line)):
            current.append(line)
    return {title: inspect.cleandoc("\n".join(lines)).strip() for title, lines in found.items()}


def _cleaned(rule: RuleBase) -> str:
    return inspect.cleandoc(rule.doc or "")


def page(rule: RuleBase) -> str:
    """The rule's page in Markdown."""
    family = FAMILIES.get(rule.code[:3], "other")
    severity = f"Severity: {rule.severity}" if rule.severity is not None else "Off unless switched on"
    parts = [
        f"# {rule.code} {rule.name}",
        summary(rule),
        f"{severity}. Family: {family}.",
    ]
    for title, text in sections(rule).items():
        body = f"```text\n{text}\n```" if title in ("Example", "Write instead") else text
        parts.append(f"## {title}\n\n{body}")
    parts.append(
        "## Settings\n\n"
        f'In `clausewright.toml`: `rules.{rule.code} = "off"`, or another severity. For one line of a Markdown file: '
        f"`<!-- clausewright: ignore {rule.code} -->`."
    )
    return "\n\n".join(parts) + "\n"


def description(rule: RuleBase) -> RuleDescription:
    severity = str(rule.severity) if rule.severity is not None else None
    return RuleDescription(rule.code, rule.name, severity, summary(rule), page(rule))


def listing(rules: Sequence[RuleBase] = ALL_RULES) -> str:
    """Each of *rules* on a line."""
    width = max(len(rule.name) for rule in rules)
    return "".join(f"{rule.code}  {rule.name:{width}}  {rule.severity or 'off'}\n" for rule in rules)


def pages(root: Path) -> dict[Path, str]:
    """File to contents of everything in the repository at *root* that is made from the rules' docstrings."""
    folder = root / "docs" / "rules"
    readme = root / "README.md"
    return {
        folder / "README.md": _index(),
        **{folder / file_name(rule): page(rule) for rule in ALL_RULES},
        readme: _with_table(readme.read_text(encoding="utf-8")),
    }


def file_name(rule: RuleBase) -> str:
    return f"{rule.code}-{rule.name}.md"


def _with_table(readme: str) -> str:
    """*readme* with the table of the rules between its marks."""
    start, end = (readme.index(mark) for mark in ("<!-- rules:", "<!-- end of rules -->"))
    first_line_end = readme.index("\n", start) + 1
    return readme[:first_line_end] + "\n" + "\n".join(_table(ALL_RULES, "docs/rules/")) + "\n\n" + readme[end:]


def _index() -> str:
    lines = [
        "# Rules",
        "",
        "Made from the rules themselves by `make pages`; do not edit by hand.",
    ]
    for family in dict.fromkeys(FAMILIES.get(rule.code[:3], "other") for rule in ALL_RULES):
        members = [rule for rule in ALL_RULES if FAMILIES.get(rule.code[:3], "other") == family]
        lines += ["", f"## {_FAMILY_TITLES.get(family, family.capitalize())}", "", *_table(members, "")]
    return "\n".join(lines) + "\n"


def _table(rules: Iterable[RuleBase], folder: str) -> list[str]:
    return [
        "| rule | severity | what it says |",
        "|---|---|---|",
        *(
            f"| [{rule.code} {rule.name}]({folder}{file_name(rule)}) | {rule.severity or 'off'} | {_cell(rule)} |"
            for rule in rules
        ),
    ]


def _cell(rule: RuleBase) -> str:
    return summary(rule).replace("|", "\\|")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m clausewright.explain", description=__doc__)
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", action="store_true", help="write the pages")
    action.add_argument("--check", action="store_true", help="exit 1 if the pages are not current")
    parser.add_argument("--root", type=Path, default=Path(), help="the repository (default: the current folder)")
    options = parser.parse_args(argv)
    wanted = pages(options.root)
    folder = options.root / "docs" / "rules"
    stale = [file for file in folder.glob("*.md") if file not in wanted]
    changed = [file for file, text in wanted.items() if not _holds(file, text)]
    if options.check:
        for file in (*changed, *stale):
            print(f"{file} is not current", file=sys.stderr)
        return 1 if changed or stale else 0
    folder.mkdir(parents=True, exist_ok=True)
    for file in stale:
        file.unlink()
    for file in changed:
        file.write_text(wanted[file], encoding="utf-8")
    return 0


def _holds(file: Path, text: str) -> bool:
    return file.is_file() and file.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
