"""What is said about deviations, where and how loud, and what of it stays true after an edit."""

from __future__ import annotations

import pytest
from written import TEMPLATE, compared, contract_text, written

from clausewright.check import check
from clausewright.contract import Contract
from clausewright.deviations.accepted import key_of, remember
from clausewright.deviations.outcome import outcome_of
from clausewright.finding import Finding, Severity
from clausewright.runner import check_path
from clausewright.settings import Acceptance, load_settings


def findings(path) -> tuple[str, list[Finding]]:
    contract, result = compared(path)
    text = contract.source.text
    return text, [f for f in check(contract, load_settings(path), None, result) if f.code.startswith("CW6")]


def told(path) -> list[tuple[str, Severity, str]]:
    text, found = findings(path)
    return [(f.code, f.severity, text[f.start : f.end]) for f in found]


def test_each_kind_of_deviation_stands_at_its_place_and_names_what_it_saw(tmp_path):
    text, found = findings(written(tmp_path))
    assert [(f.code, f.severity) for f in found] == [
        ("CW601", Severity.WARNING),
        ("CW602", Severity.WARNING),
        ("CW603", Severity.INFORMATION),
    ]
    changed, missing, added = found
    assert text[changed.start : changed.end] == "90 days"
    assert "template 30 days, here 90 days (template 2.1)" in changed.message
    (place,) = changed.related
    assert place.elsewhere.path == tmp_path / "template.txt"
    assert TEMPLATE[place.start : place.end].startswith("2.1 The Client shall pay")

    # Both sub-clauses of the clause that was cut out are one finding, where they belong.
    assert text[missing.start : missing.end] == "party."
    assert text[: missing.end].endswith("written notice to the other party.")
    assert "template 5.1 to 5.2 INSURANCE" in missing.message
    assert "professional indemnity insurance of at least £2,000,000" in missing.message
    (place,) = missing.related
    assert TEMPLATE[place.start : place.end].endswith("confirms its terms in writing.")

    assert text[added.start : added.end].startswith("5.2 The Vendor may set off")


def test_a_contract_made_from_the_template_alone_has_none(tmp_path):
    text = TEMPLATE.replace("Supplier", "Vendor").replace("Client", "Customer")
    assert told(written(tmp_path, text=text)) == []


def test_the_settings_name_clauses_that_must_be_there_may_vary_or_need_approval(tmp_path):
    settings = '[reference]\ntemplate = "template.txt"\nrequired = ["Insurance"]\nneeds-approval = ["2"]\n'
    assert [(code, severity) for code, severity, _ in told(written(tmp_path, settings))] == [
        ("CW601", Severity.ERROR),
        ("CW602", Severity.ERROR),
        ("CW603", Severity.INFORMATION),
    ]
    settings = '[reference]\ntemplate = "template.txt"\nmay-vary = ["fees"]\n[rules]\nCW602 = "hint"\nCW603 = "off"\n'
    assert [(code, severity) for code, severity, _ in told(written(tmp_path, settings))] == [("CW602", Severity.HINT)]


def test_a_clause_that_the_settings_name_and_the_template_lacks_is_told(tmp_path):
    settings = '[reference]\ntemplate = "template.txt"\nrequired = ["Escrow"]\n[rules]\nCW = "off"\nCW604 = "on"\n'
    _, (finding,) = findings(written(tmp_path, settings))
    assert finding.code == "CW604"
    assert "“Escrow”" in finding.message


def test_rules_by_file_choose_the_template(tmp_path):
    settings = (
        '[reference]\ntemplate = "gone.txt"\n[[reference.rules]]\nfiles = ["*.contract.txt"]\n'
        'template = "template.txt"\n'
    )
    path = written(tmp_path, settings)
    assert "CW604" not in {code for code, *_ in told(path)}
    other = tmp_path / "other.txt"
    other.write_text(contract_text(), encoding="utf-8")
    assert [code for code, *_ in told(other)] == ["CW604"]


RECIPES = "".join(
    f"{n}. {words}\n\n"
    for n, words in enumerate(
        (
            "The baker must sift the flour twice before the butter is rubbed into it by hand.",
            "Cold water is added by the spoon until the dough will hold together without sticking.",
            "Apples are peeled, cored and sliced, and are tossed with sugar, cinnamon and lemon.",
            "The oven is heated to two hundred degrees while the pastry rests under a cloth.",
            "The lid must be brushed with egg, and three slits are cut so that steam may leave.",
            "Cream is whipped to soft peaks and is served beside the pie while it is warm.",
        ),
        1,
    )
)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: path.unlink(), "was not found"),
        (lambda path: path.write_text("", encoding="utf-8"), "is empty"),
        (lambda path: path.write_text(" \n\n\t\n", encoding="utf-8"), "is empty"),
        (lambda path: path.write_bytes(b"PK\x03\x04\x14\0\0\0\x08\0"), "is no text file"),
        (lambda path: path.write_bytes(b"%PDF-1.7\n" + TEMPLATE.encode()), "is no text file"),
        (lambda path: (path.unlink(), path.mkdir()), "is a folder"),
        (lambda path: (path.unlink(), path.symlink_to(path.name)), "cannot be read"),
        (lambda path: path.write_text("NOTHING\n\nof the kind", encoding="utf-8"), "has no clauses to compare with"),
        (lambda path: path.write_text(TEMPLATE * 400, encoding="utf-8"), "characters; up to 400,000 are compared"),
        (lambda path: path.write_text(RECIPES, encoding="utf-8"), "seems to be another kind of contract"),
    ],
    ids=[
        "missing",
        "empty",
        "blank",
        "a Word file",
        "a PDF file",
        "a folder",
        "unreadable",
        "without clauses",
        "too long",
        "of another kind",
    ],
)
def test_a_template_that_cannot_be_used_is_one_clear_finding(tmp_path, make, says):
    path = written(tmp_path)
    make(tmp_path / "template.txt")
    text, (finding,) = findings(path)
    assert (finding.code, finding.severity) == ("CW604", Severity.WARNING)
    assert says in finding.message
    assert "template.txt" in finding.message
    assert text[finding.start : finding.end] == "SERVICES AGREEMENT"


def test_a_contract_that_is_too_long_is_not_compared(tmp_path):
    path = written(tmp_path)
    path.write_text(TEMPLATE + "x " * 200_001, encoding="utf-8")
    _, found = findings(path)
    assert [(f.code, "is not compared with its template" in f.message) for f in found] == [("CW604", True)]


def test_the_template_that_the_settings_name_is_not_compared_with_itself(tmp_path):
    path = written(tmp_path, '[reference]\ntemplate = "a.contract.txt"\n')
    assert compared(path)[1] is None
    assert told(path) == []


@pytest.mark.parametrize("settings", ["", '[reference]\ntemplate = "a.contract.txt"\n'])
def test_a_template_that_is_asked_for_and_is_the_contract_itself_is_told(tmp_path, settings):
    path = written(tmp_path, settings)
    result = check_path(path, {"reference": {"template": str(path)}})
    (message,) = [d.finding.message for d in result.diagnostics if d.finding.code == "CW604"]
    assert "is this contract itself" in message


def test_a_template_without_numbers_is_compared_by_its_paragraphs(tmp_path):
    path = written(tmp_path)
    plain = "\n\n".join(
        line.split(" ", 1)[1] if line[:1].isdigit() and "." in line[:3] else line
        for line in TEMPLATE.split("\n\n")
        if line.strip()
    )
    (tmp_path / "template.txt").write_text(plain, encoding="utf-8")
    assert "90 days" in [words for code, _, words in told(path) if code == "CW601"]


def test_a_template_in_another_language_is_told_to_be_of_another_kind_or_missing_clauses_only(tmp_path):
    path = written(tmp_path)
    german = (
        "DIENSTVERTRAG\n\n1. Der Anbieter erbringt die Leistungen mit der Sorgfalt eines ordentlichen Kaufmanns.\n\n"
        "2. Der Kunde zahlt jede Rechnung innerhalb von dreißig Tagen nach ihrem Zugang ohne Abzug.\n\n"
        "3. Jede Partei hält die Angaben der anderen fünf Jahre lang geheim.\n\n"
        "4. Jede Partei kann diesen Vertrag mit einer Frist von sechzig Tagen schriftlich kündigen.\n"
    )
    (tmp_path / "template.txt").write_text(german, encoding="utf-8")
    assert [code for code, *_ in told(path)] == ["CW604"]


# -- accepting --------------------------------------------------------------------------------------------------------


def accept_all(path) -> None:
    contract, result = compared(path)
    outcome = outcome_of(contract, result, load_settings(path))
    keys = [key_of(contract, result, pair) for pair, _ in outcome.deviations]
    keys += [key_of(contract, result, lone) for gap in outcome.gaps for lone in gap.members]
    keys += [key_of(contract, result, lone, added=True) for lone in outcome.added]
    for key in keys:
        remember(path.parent / "clausewright.toml", Acceptance(key, "A. Roe", 'agreed on 3 May, "as is"\n'))


def test_what_was_accepted_is_silent_until_its_clause_changes(tmp_path):
    path = written(tmp_path)
    accept_all(path)
    assert told(path) == []
    entries = load_settings(path).reference.accepted
    assert {(entry.by, entry.why) for entry in entries} == {("A. Roe", 'agreed on 3 May, "as is"')}

    # Elsewhere, and another number of the same clause: still accepted.
    moved = contract_text().replace("for five years", "for five (5) years").replace("1.1 The V", "\n\n1.1 The V")
    path.write_text(moved, encoding="utf-8")
    assert told(path) == []
    # The clause itself: told again, and the others are not.
    path.write_text(contract_text().replace("90 days", "120 days"), encoding="utf-8")
    assert [(code, words) for code, _, words in told(path)] == [("CW601", "120 days")]


def test_accepting_keeps_the_rest_of_the_settings_as_they_were(tmp_path):
    before = '# ours\r\n[reference]\r\ntemplate = "template.txt" # the form\r\n[rules]\r\nCW1 = "off"'
    path = written(tmp_path)
    file = tmp_path / "clausewright.toml"
    file.write_bytes(before.encode())
    remember(file, Acceptance("0123456789abcdef", "A. Roe", "agreed"))
    after = file.read_bytes().decode()
    assert after.startswith(before)
    assert "\n" not in after.replace("\r\n", "")
    settings = load_settings(path)
    assert settings.problems == ()
    assert [entry.clause for entry in settings.reference.accepted] == ["0123456789abcdef"]
    remember(file, Acceptance("fedcba9876543210"))
    assert [entry.clause for entry in load_settings(path).reference.accepted] == [
        "0123456789abcdef",
        "fedcba9876543210",
    ]


def test_accepting_is_refused_where_the_settings_have_no_room_for_it(tmp_path):
    from clausewright.edits.change import RefusedError

    file = tmp_path / "clausewright.toml"
    for before in (b'reference = { template = "t.txt" }\n', b"not toml\n", "größe = 1\n".encode("latin-1")):
        file.write_bytes(before)
        with pytest.raises(RefusedError, match=r"clausewright\.toml"):
            remember(file, Acceptance("0123456789abcdef"))
        assert file.read_bytes() == before


# -- edits ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("SERVICES AGREEMENT", "AGREEMENT ON SERVICES"),
        ("1.1 The", "1.1 Throughout the term the"),
        ("for five years", "for six years"),
        ("within 90 days", "within 9 days"),
        ("written notice to the other party.", "written notice.\n\n4.2 It says why."),
        ("5.2 The Vendor", "5.2 Each party"),
        ("", "\n\n"),
    ],
)
def test_what_an_edit_leaves_alone_stays_at_its_moved_place(tmp_path, old, new):
    path = written(tmp_path)
    contract, result = compared(path)
    before = contract.source.text
    after = before.replace(old, new, 1)
    moved = result.at(after)
    assert moved.text == after
    at = before.index(old)
    for was in result.comparison.deviations + result.comparison.covered:
        touched = was.input.start <= at + len(old) and was.input.end >= at
        now = [
            pair for pair in moved.comparison.deviations + moved.comparison.covered if pair.reference == was.reference
        ]
        if not touched:
            (pair,) = now
            assert after[pair.input.start : pair.input.end] == before[was.input.start : was.input.end]
            for fact, had in zip(pair.facts, was.facts, strict=True):
                assert [after[a:b] for a, b in fact.input_spans] == [before[a:b] for a, b in had.input_spans]
    texts = {after[one.place.start : one.place.end] for one in moved.comparison.added}
    assert texts <= {before[one.place.start : one.place.end] for one in result.comparison.added}
    assert all(f.end <= len(after) for f in check(Contract.parse(after), load_settings(path), None, moved))


def test_a_clause_that_an_edit_touches_waits_for_the_next_comparison(tmp_path):
    contract, result = compared(written(tmp_path))
    text = contract.source.text
    assert len(result.at(text.replace("90 days", "9 days")).comparison.deviations) == 0
    assert len(result.at(text.replace("its", "their")).comparison.deviations) == 1
    assert result.at(text) is result
