"""The JSON schema of ``clausewright.toml``, made from the rules, for editors that complete and check TOML.

``python -m clausewright.schema --write docs/clausewright.schema.json`` writes it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from clausewright.catalogue import ALL_RULES
from clausewright.convention import names as convention_names
from clausewright.explain import summary
from clausewright.finding import FAMILIES
from clausewright.settings import AUTOMATIC, FILE_NAME, LEVELS, OFF, PRIVACY_MODES


def settings_schema() -> dict[str, Any]:
    """A JSON schema (draft 7, which the TOML tools read)."""
    selectors = {
        "anyOf": [
            {"enum": [*(rule.code for rule in ALL_RULES), *(rule.name for rule in ALL_RULES), *FAMILIES]},
            {"type": "string", "pattern": "^(CW[0-9]{0,3}|(CW[0-9]{3}-)?[a-z][a-z0-9]*(-[a-z0-9]+)*)$"},
        ]
    }
    selector_list = {"type": "array", "items": {"$ref": "#/definitions/rule"}, "uniqueItems": True}
    globs = {"type": "array", "items": {"type": "string", "minLength": 1}, "uniqueItems": True}
    level = {"enum": [*LEVELS, True, False]}
    template: dict[str, Any] = {
        "template": {"description": "The reference template's file, relative to this one.", "type": "string"},
        **{
            name: {
                "description": f"Clauses of the template, by number or heading, {what}.",
                "type": "array",
                "items": {"type": "string", "minLength": 1},
                "uniqueItems": True,
            }
            for name, what in (
                ("required", "whose absence is an error"),
                ("may-vary", "whose wording is free"),
                ("needs-approval", "any change to which is an error"),
            )
        },
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": FILE_NAME,
        "description": "Settings of Clausewright, found upwards from each contract.",
        "type": "object",
        "additionalProperties": False,
        "definitions": {"rule": selectors, "level": level},
        "properties": {
            "convention": {
                "description": "How the contracts number and cite; the reader decides by itself where this is auto.",
                "type": "string",
                "default": AUTOMATIC,
                "examples": [AUTOMATIC, *convention_names()],
            },
            "select": {**selector_list, "description": "Run these rules only, by code, name, or the start of a code."},
            "ignore": {**selector_list, "description": "Leave these rules out."},
            "rules": {
                "description": "The severity of single rules or families, or off.",
                "type": "object",
                "properties": {
                    key: {
                        "$ref": "#/definitions/level",
                        "description": f"{summary(rule)} By itself: {rule.severity or 'off'}.",
                    }
                    for rule in ALL_RULES
                    for key in (rule.code, rule.name)
                },
                "patternProperties": {
                    "^(CW[0-9]{0,3}|(CW[0-9]{3}-)?[a-z][a-z0-9]*(-[a-z0-9]+)*)$": {"$ref": "#/definitions/level"}
                },
                "additionalProperties": False,
            },
            "files": {**globs, "description": "The .md and .txt files that are contracts, relative to this file."},
            "exclude": {**globs, "description": "Files and folders that a check of a folder passes over."},
            "suppress": {
                "description": "Rules to leave out in some files: a glob, and the rules.",
                "type": "object",
                "additionalProperties": selector_list,
            },
            "privacy": {
                "description": "Personal data.",
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "mode": {
                        "description": "Whether personal data are looked for; template where none belong at all.",
                        "enum": [*PRIVACY_MODES, True, False],
                        "default": OFF,
                    },
                    "allow": {
                        "description": "Values that are known and allowed, hashed by `clausewright allow`.",
                        "type": "array",
                        "items": {"type": "string", "pattern": "^pbkdf2:[0-9a-f]{16}:[0-9a-f]{32}$"},
                        "uniqueItems": True,
                    },
                },
            },
            "reference": {
                "description": "The reference template that contracts are compared with.",
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    **template,
                    "rules": {
                        "description": "Templates for some files; the first that matches holds.",
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["files", "template"],
                            "properties": {"files": globs, **template},
                        },
                    },
                    "accepted": {
                        "description": "Deviations that were accepted; an entry lapses when its clause changes.",
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["clause"],
                            "properties": {
                                "clause": {
                                    "description": "The hash of the clause and of the template's, as the fix wrote it.",
                                    "type": "string",
                                    "pattern": "^[0-9a-f]{16}$",
                                },
                                "by": {"description": "Who accepted it.", "type": "string"},
                                "why": {"description": "For what reason.", "type": "string"},
                            },
                        },
                    },
                },
            },
        },
    }


def rendered() -> str:
    return json.dumps(settings_schema(), indent=2, ensure_ascii=False) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m clausewright.schema", description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE", required=True)
    parser.parse_args(argv).write.write_text(rendered(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
