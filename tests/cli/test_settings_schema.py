"""The schema of clausewright.toml allows what the reader of the settings allows, and no more."""

import re
import tomllib
from pathlib import Path

import jsonschema
import pytest

from clausewright.schema import settings_schema
from clausewright.settings import load_settings

ROOT = Path(__file__).parent.parent.parent
README_EXAMPLE = re.search(r"```toml\n(files = .*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)[1]

RIGHT = {
    "nothing": "",
    "the README's example": README_EXAMPLE,
    "rules": '[rules]\nCW2 = "off"\nCW301 = true\nundefined-term = "hint"\nCW201-unresolved-reference = "error"',
    "lists": 'select = ["CW"]\nignore = ["cw301-undefined-term"]\nexclude = ["a/**"]\nconvention = "uk"',
    "a template": '[reference]\ntemplate = "t.md"\nrequired = ["9.2"]\nmay-vary = ["Fees"]\nneeds-approval = ["12"]',
    "templates": '[reference]\ntemplate = "t.md"\n[[reference.rules]]\nfiles = ["nda/**"]\ntemplate = "nda.md"',
    "accepted": '[[reference.accepted]]\nclause = "0123456789abcdef"\nby = "A. Roe"\nwhy = "agreed"',
}
WRONG = {
    "unknown key": "level = 1",
    "unknown level": '[rules]\nCW2 = "loud"',
    "no selector": '[rules]\n"C?" = "off"',
    "no list": 'ignore = "CW2"',
    "no rule in a list": "ignore = [2]",
    "no table": 'suppress = ["CW2"]',
    "a template that is no file": "[reference]\ntemplate = 1",
    "a clause list that is none": '[reference]\ntemplate = "t.md"\nrequired = "9.2"',
    "an unknown key of a template": '[reference]\ntemplate = "t.md"\nmandatory = ["9.2"]',
    "a rule without files": '[[reference.rules]]\ntemplate = "t.md"',
    "a rule without a template": '[[reference.rules]]\nfiles = ["a"]',
    "no rules": '[reference]\nrules = "t.md"',
    "an acceptance without a hash": '[[reference.accepted]]\nby = "A. Roe"',
    "an acceptance with another hash": '[[reference.accepted]]\nclause = "9.2"',
    "empty glob": 'files = [""]',
}


def verdicts(toml: str, folder: Path) -> tuple[bool, bool]:
    """Whether the reader and the schema find *toml* right."""
    (folder / "clausewright.toml").write_text(toml, encoding="utf-8")
    schema = settings_schema()
    jsonschema.Draft7Validator.check_schema(schema)
    return not load_settings(folder).problems, jsonschema.Draft7Validator(schema).is_valid(tomllib.loads(toml))


@pytest.mark.parametrize("toml", RIGHT.values(), ids=RIGHT.keys())
def test_reader_and_schema_allow(toml, tmp_path):
    assert verdicts(toml, tmp_path) == (True, True)


@pytest.mark.parametrize("toml", WRONG.values(), ids=WRONG.keys())
def test_reader_and_schema_refuse(toml, tmp_path):
    assert verdicts(toml, tmp_path) == (False, False)
