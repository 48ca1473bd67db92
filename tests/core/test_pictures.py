"""What Clausewright sees in short contracts, as pictures (see ``pictures.py``)."""

from __future__ import annotations

from pathlib import Path

import pytest
from contract_views import view
from pictures import PictureError, check, load_fixtures, read

from clausewright.contract import Contract

FOLDER = Path(__file__).parent / "fixtures"


def _fixtures() -> list[object]:
    return [
        pytest.param(
            fixture,
            id=f"{path.stem}: {fixture.name}",
            marks=[pytest.mark.xfail(strict=True, raises=AssertionError, reason=fixture.fails)]
            if fixture.fails
            else [],
        )
        for path in sorted(FOLDER.glob("*.txt"))
        for fixture in load_fixtures(path)
    ]


@pytest.mark.parametrize("fixture", _fixtures())
def test_picture(fixture):
    check(fixture.text, fixture.shows, fixture.ignores, fixture.convention)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_a_contract_typed_line_by_line_looks_like_the_whole(path):
    for fixture in load_fixtures(path):
        text = read(fixture.text).text
        contract = Contract.parse("")
        for line in text.splitlines(keepends=True):
            end = len(contract.source.text)
            contract = contract.edit(end, end, line)
        assert view(contract) == view(Contract.parse(text)), fixture.name


# -- the harness itself -----------------------------------------------------------------------------


def test_a_picture_is_read_as_text_and_marks():
    picture = read('1. "Fee" is d$0ue.\n    ^^^ def\n^^ CW101 gone\n2. End.␍\n--- tree\n1\n2\n')
    assert picture.text == '1. "Fee" is due.\n2. End.\r\n'
    assert [(m.kind, picture.text[m.start : m.end], m.label) for m in picture.marks] == [
        ("definitions", "Fee", "def"),
        ("findings", "1.", "CW101 gone"),
    ]
    assert picture.cursor == len('1. "Fee" is d')
    assert picture.tree == ["1", "2"]
    assert picture.shows == {"findings", "definitions", "cursor", "tree"}


def test_a_mark_that_is_missing_and_one_too_many_are_both_shown():
    with pytest.raises(AssertionError) as failure:
        check("1. Fees. See Section 9.\n   ^^^^ unresolved\n2. End.\n", ignores=["CW201"])
    lines = str(failure.value).splitlines()
    assert "-    ^^^^ unresolved" in lines
    assert "+              ^^^^^^^^^ unresolved 9" in lines
    assert "  2. End." in lines


def test_a_wrong_outline_is_shown():
    with pytest.raises(AssertionError, match=r"(?m)^-   2$\n^\+ 2$"):
        check("1. Fees\n2. Term\n--- tree\n1\n  2\n")


def test_the_words_of_a_finding_must_be_in_its_message():
    with pytest.raises(AssertionError, match="leads nowhere"):
        check("1. Fees. See Section 9.\n             ^^^^^^^^^ CW201 other words\n")


@pytest.mark.parametrize("fixture", ["1. Fees\n^^ CW101x\n", "1. Fees\n^^ nonsense\n", "1.\n     ^^^ def\n"])
def test_a_mark_that_means_nothing_is_refused(fixture):
    with pytest.raises(PictureError):
        check(fixture)
