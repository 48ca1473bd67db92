"""Renaming and renumbering of real contracts, which lie in a folder beside the repository (CLAUSEWRIGHT_DATA)."""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path

import pytest

from clausewright.check import check
from clausewright.contract import Contract
from clausewright.edits.change import RefusedError, applied
from clausewright.edits.rename import rename_term
from clausewright.edits.renumber import insert_after, renumber
from clausewright.text import decode

ROOT = Path(__file__).parent.parent.parent
CORPUS = Path(os.environ.get("CLAUSEWRIGHT_DATA", ROOT / ".." / "shared")) / "corpus"
FILES = sorted(CORPUS.rglob("*.txt")) if CORPUS.is_dir() else []

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not FILES, reason=f"no contracts at {CORPUS}; set CLAUSEWRIGHT_DATA"),
]


def codes(contract: Contract) -> Counter[str]:
    # An attachment that was just inserted is cited by nobody, and its text is still to be written. Whether a phrase is
    # used like a defined term is weighed by its words, which a new name changes.
    return Counter(found.code for found in check(contract) if found.code not in ("CW208", "CW301", "CW401"))


@pytest.mark.parametrize("seed", range(3))
def test_no_change_makes_a_new_fault_and_few_are_refused(seed: int):
    choose = random.Random(seed)
    made = refused = 0
    for file in choose.sample(FILES, min(12, len(FILES))):
        text, _ = decode(file.read_bytes())
        before = Contract.parse(text)
        found = codes(before)
        terms = list(dict.fromkeys(one.term for one in before.definitions))
        changes = [lambda contract: renumber(contract).edits]
        changes += [
            lambda c, t=term: rename_term(c, t, "Quixotic Zebra") for term in choose.sample(terms, min(3, len(terms)))
        ]
        changes += [
            lambda c, one=one: insert_after(c, one).edits
            for one in choose.sample(before.clauses, min(3, len(before.clauses)))
        ]
        for change in changes:
            try:
                edits = change(before)
            except RefusedError:
                refused += 1
                continue
            made += 1
            assert codes(Contract.parse(applied(text, edits), before.tradition)) <= found, file.name
    assert made > refused
