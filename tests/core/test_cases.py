"""Small contracts with one fault each, as public reports describe them: what must and must not be said of them.

The texts lie in a data folder beside the repository, in the folder that CLAUSEWRIGHT_DATA names.
"""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path

import pytest

from clausewright.check import check
from clausewright.clauses import Clause, ClauseKind
from clausewright.contract import Contract
from clausewright.finding import Finding, Severity
from clausewright.references import Reference
from clausewright.resolver import Status
from clausewright.text import PositionEncoding, SourceText, decode

ROOT = Path(__file__).parent.parent.parent
CASES = Path(os.environ.get("CLAUSEWRIGHT_DATA", ROOT / ".." / "shared")) / "cases"

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason=f"no cases at {CASES}; set CLAUSEWRIGHT_DATA")


def fails(reason: str) -> pytest.MarkDecorator:
    """A case that the rules should see and do not yet."""
    return pytest.mark.xfail(strict=True, reason=reason)


class Case:
    """A case's text, its Contract and Findings, with questions by line (from 1, as its description counts)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.contract = Contract.parse(text)

    @cached_property
    def findings(self) -> list[Finding]:
        return check(self.contract)

    def line_of(self, offset: int) -> int:
        return self.contract.source.line_at(offset) + 1

    def seen(self, *codes: str) -> list[tuple[str, int, str]]:
        """Findings of these codes as (code, line, text at the place)."""
        return [(f.code, self.line_of(f.start), self.text[f.start : f.end]) for f in self.findings if f.code in codes]

    def numbers(self) -> list[str]:
        return [c.number for c in self.contract.clauses if c.kind is not ClauseKind.HEADING]

    def clause(self, number: str) -> Clause:
        (clause,) = self.contract.clauses_numbered(number)
        return clause

    def children(self, number: str) -> list[str]:
        return [c.number for c in self.clause(number).children]

    def reference(self, text: str, line: int | None = None) -> Reference:
        (found,) = (r for r in self.contract.references if r.text == text and line in (None, self.line_of(r.start)))
        return found

    def leads_to(self, text: str, line: int | None = None) -> int:
        """Line of the one clause that the reference *text* resolves to."""
        reference = self.reference(text, line)
        assert reference.status is Status.RESOLVED
        (target,) = reference.targets
        return self.line_of(target.start)

    def terms(self) -> set[str]:
        return {d.term for d in self.contract.definitions}

    def undefined(self) -> dict[str, Severity]:
        return {f.term or "": f.severity for f in self.findings if f.code == "CW301"}


@pytest.fixture
def case(request: pytest.FixtureRequest) -> Case:
    """The case that the test's name begins with: ``test_d01_...`` is D01."""
    name = request.node.name.split("_")[1].upper()
    return Case(decode((CASES / f"{name}.txt").read_bytes())[0])


def test_d01_has_five_letters_in_a_row(case):
    assert case.children("7.1") == ["7.1(a)", "7.1(b)", "7.1(c)", "7.1(d)", "7.1(e)"]
    assert all(not c.children and c.kind is ClauseKind.SUBCLAUSE for c in case.clause("7.1").children)
    assert case.seen("CW101", "CW102", "CW103", "CW104") == []


def test_d01_cites_the_letter_c(case):
    assert case.leads_to("Clause 7.1(c)") == 4


def test_d01_takes_quoted_words_for_no_term(case):
    assert case.terms() == set()


def test_d03_goes_on_behind_z(case):
    assert case.children("4") == ["4(y)", "4(z)", "4(aa)", "4(bb)"]
    assert case.children("4(z)") == [f"4(z)({n})" for n in ("i", "ii", "iii", "iv", "v", "vi")]
    assert case.seen("CW101", "CW102", "CW103", "CW104") == []


def test_d03_cites_a_roman_number(case):
    assert case.leads_to("clause 4(z)(iv)") == 7


def test_d05_counts_lazy_numbers(case):
    assert case.numbers() == ["1", "1.1", "1.2", "2", "2.1", "3", "3.1"]
    assert case.seen("CW101", "CW102", "CW103", "CW104") == []


def test_d05_cites_computed_numbers(case):
    assert case.leads_to("Section 2.1") == 6
    assert case.leads_to("Section 1.2") == 4
    assert case.reference("Section 1.2").caption == case.clause("1.2").heading == "Support"


def test_d05_misses_one_section(case):
    assert case.seen("CW201", "CW202") == [("CW201", 8, "Section 4")]


def test_d07_reads_dotted_headings_without_a_stop(case):
    assert case.children("3") == ["3.1", "3.2"]
    assert case.numbers() == ["1", "3", "3.1", "3.2"]
    assert case.leads_to("Section 3.2") == 6


def test_d07_misses_one_section_and_one_number(case):
    assert case.seen("CW201", "CW202") == [("CW201", 7, "Section 3.3")]
    assert [line for _, line, _ in case.seen("CW101", "CW102", "CW103", "CW104")] == [3]
    assert [code for code, _, _ in case.seen("CW101", "CW102", "CW103", "CW104")] == ["CW101"]


@pytest.mark.parametrize(("line", "expected"), [(2, "4.1"), (5, "12.1")])
def test_d09_names_the_right_parent(case, line, expected):
    messages = [f.message for f in case.findings if f.code == "CW104" and case.line_of(f.start) == line]
    assert len(messages) == 1
    assert expected in messages[0]


def test_d09_cites_a_title_in_brackets(case):
    assert case.reference("Section 4.1").caption == "Registering Your Account"
    assert case.reference("Section 4.2").status is Status.UNRESOLVED
    assert ("CW201", 6, "Section 4.2") in case.seen("CW201")
    (message,) = (f.message for f in case.findings if f.code == "CW201")
    assert "“Additional Checks” is 4.1" in message


def test_d09_finds_the_gap_of_the_sections_once(case):
    assert [line for _, line, _ in case.seen("CW101")] == [4]


@pytest.mark.parametrize(("line", "code"), [(3, "CW101"), (4, "CW103"), (5, "CW102"), (6, "CW101"), (7, "CW103")])
def test_d11_has_one_finding_a_place(case, line, code):
    places = [(c, text) for c, at, text in case.seen("CW101", "CW102", "CW103", "CW104") if at == line]
    assert [c for c, _ in places] == [code]
    assert places[0][1] == case.text.splitlines()[line - 1].split()[0]


def test_d11_keeps_the_list_in_its_section(case):
    assert len(case.clause("8").children) == 6


def test_d13_resolves_all(case):
    assert case.leads_to("Section 2") == 2
    assert case.leads_to("Section 4") == 4
    assert case.leads_to("Section 1") == 1
    assert case.seen("CW201", "CW202") == []


def test_d13_finds_three_wrong_directions(case):
    messages = [f.message for f in case.findings if f.code == "CW206"]
    assert [m.partition(": ")[2] for m in messages] == ["it stands in 2 itself.", "4 lies below.", "1 lies above."]


def test_d15_has_one_finding_for_all_references(case):
    (finding,) = (f for f in case.findings if f.code == "CW201")
    assert case.line_of(finding.start) == 5
    assert all(number in finding.message for number in ("5", "9", "10"))
    assert [case.line_of(r.start) for r in finding.related] == [5, 5, 7]
    assert [r.status for r in case.contract.references] == [Status.UNRESOLVED] * 4


def test_d15_invents_no_numbers(case):
    assert not any(c.number[:1].isdigit() for c in case.contract.clauses)


def test_d17_misses_clause_nought(case):
    assert case.seen("CW201", "CW202") == [("CW201", 2, "Clause 0")]


def test_d17_takes_the_words_of_word_for_no_terms(case):
    assert not case.undefined().keys() & {"Error", "Reference", "Bookmark", "Fehler", "Verweisquelle"}
    assert not any("Error" in term or "Reference" in term for term in case.undefined())


def test_d19_puts_chapters_above_their_sections(case):
    body = [
        (c.number, c.parent and c.parent.number) for c in case.contract.clauses if c.start < case.text.index("SCHED")
    ]
    assert body == [("1", None), ("1.1", "1"), ("1.1.1", "1.1"), ("2", None), ("2.1", "2"), ("2.1.1", "2.1")]
    assert [case.line_of(c.start) for c in case.clause("Schedule 1").children] == [9, 10]


def test_d19_cites_the_schedule_and_not_the_clause(case):
    assert case.leads_to("paragraph 2 of Schedule 1") == 10


def test_d19_finds_nothing_wrong_with_the_numbers(case):
    assert case.seen("CW101", "CW102", "CW103", "CW104", "CW201", "CW202") == []


def test_d21_reads_one_sentence_behind_abbreviations(case):
    clause = case.clause("12")
    assert case.text[clause.start : clause.own_end].rstrip() == case.text.splitlines()[0]
    assert case.numbers() == ["12", "12.1", "12.2"]


def test_d21_cites_with_a_full_stop(case):
    (reference,) = (r for r in case.contract.references if r.text.startswith("Sec. 12"))
    assert [t.number for t in reference.targets] == ["12"]


def test_d21_takes_the_annex_of_the_code_for_external(case):
    annexes = [r for r in case.contract.references if "Annex" in r.text]
    assert all(r.status is Status.EXTERNAL for r in annexes)
    assert case.seen("CW201") == []


@fails("a term without an article before it is not looked for")
def test_d21_finds_one_undefined_term(case):
    assert "Approved Sites" in case.undefined()
    assert not any(
        name in term for term in case.undefined() for name in ("United Holdings", "Government", "Country Lists")
    )


def test_d23_knows_terms_in_every_number(case):
    lines = {(case.line_of(u.start), case.text[u.start : u.end]) for u in case.contract.uses}
    assert {(2, "Certificate Requests"), (2, "Authorities"), (2, "Authority"), (3, "Loss")} <= lines
    assert len([u for u in case.contract.uses if case.text[u.start : u.end] == "Certificate Requests"]) == 2


def test_d23_reports_none_of_them(case):
    assert not case.undefined().keys() & {"Certificate Requests", "Authorities", "Loss", "Busines", "Basis", "Basi"}
    assert not {text for _, _, text in case.seen("CW302")} & {"Certificate Request", "Authority", "Losses"}


def test_d25_misses_a_definition_of_terms(case):
    (finding,) = (f for f in case.findings if f.code == "CW301" and f.term == "Terms")
    assert case.line_of(finding.start) == 4
    assert [case.line_of(r.start) for r in finding.related] == [5]


def test_d25_lets_the_title_be(case):
    assert all(f.start >= case.contract.source.line_starts[2] for f in case.findings if f.code == "CW301")
    assert case.undefined().get("Content", Severity.INFORMATION) in (Severity.INFORMATION, Severity.HINT)


def test_d27_takes_quoted_words_for_no_definitions(case):
    assert not case.terms() & {"Fee", "Charge"}


def test_d27_points_at_the_amended_agreement(case):
    cited = {r.text.split()[-1].rstrip("."): r.status for r in case.contract.references}
    assert {"4.2", "1.01", "7.3(b)", "9"} <= cited.keys()
    assert set(cited.values()) == {Status.EXTERNAL}
    assert case.seen("CW201", "CW202") == []


def test_d27_takes_its_terms_from_elsewhere(case):
    assert all(s in (Severity.INFORMATION, Severity.HINT) for s in case.undefined().values())


def test_d27_makes_no_clause_of_a_quotation(case):
    assert not any(case.line_of(c.start) == 5 for c in case.contract.clauses)
    assert case.numbers() == ["1", "2", "3", "4"]


def test_d29_misses_one_section(case):
    assert case.seen("CW201") == [("CW201", 3, "section 6.4")]


def test_d29_takes_statutes_for_other_documents(case):
    last = case.text.index("section 6.4")
    assert {r.status for r in case.contract.references if r.start != last} <= {Status.EXTERNAL, Status.AMBIGUOUS}
    assert case.numbers() == ["6.1", "6.2", "6.3"]


def test_d29_takes_statutes_for_no_terms(case):
    names = ("Securities", "GDPR", "Rule", "Third Parties", "Act", "Internal")
    assert not any(name in term for term in case.undefined() for name in names)
    assert all(s in (Severity.INFORMATION, Severity.HINT) for s in case.undefined().values())


def test_d31_keeps_empty_clauses(case):
    assert case.children("3.1") == ["3.1(a)", "3.1(b)", "3.1(c)", "3.1(d)"]
    assert [n for n in case.numbers() if "(" not in n] == ["3.1", "3.2", "3.3"]
    assert case.seen("CW101", "CW102", "CW103", "CW104") == []


def test_d31_cites_empty_clauses(case):
    assert case.leads_to("clause 3.1(b)") == 3
    assert case.leads_to("clause 3.2") == 6
    assert case.seen("CW209") == [("CW209", 7, "clause 3.1(b)"), ("CW209", 7, "clause 3.2")]


def test_d31_finds_three_empty_clauses(case):
    assert case.seen("CW105") == [("CW105", 3, "(b)"), ("CW105", 5, "(d)"), ("CW105", 6, "3.2")]


def test_d33_reads_a_caption_behind_an_open_bracket(case):
    assert case.leads_to("Section 10") == 2
    assert case.reference("Section 10").caption == "Assignment"
    assert "Assignment" not in case.terms()


def test_d33_misses_the_heading_at_the_number(case):
    (message,) = (f.message for f in case.findings if f.code == "CW203")
    assert message == "“Section 10” is headed “Changes”; “Assignment” is 12."


def test_d33_reads_list_markers_with_one_bracket(case):
    assert [n for n in case.numbers() if n in ("4", "10", "12")] == ["4", "10", "12"]
    assert not {code for code, line, _ in case.seen("CW102", "CW103", "CW104") if line == 2}


def test_d35_finds_the_gap_behind_the_letter_i(case):
    assert case.children("11.1") == ["11.1(h)", "11.1(i)", "11.1(k)", "11.1(l)"]
    assert ("CW101", 5, "(k)") in case.seen("CW101")
    assert [line for _, line, _ in case.seen("CW101") if 2 <= line <= 6] == [5]


def test_d35_misses_a_moved_clause(case):
    assert case.seen("CW201", "CW202") == [("CW201", 7, "clause 4.4")]
    assert case.leads_to("clause 11.1(i)") == 4
    assert case.leads_to("clause 11.1(k)") == 5


def test_d35_reads_a_short_name_without_quotes(case):
    assert case.terms() == {"Interest Period"}


def test_d35_misses_the_lessee(case):
    assert "Lessee" in case.undefined()


def test_d35_misses_the_lessor(case):
    assert "Lessor" in case.undefined()


@pytest.mark.parametrize("line_end", ["\r\n", "\n"])
def test_d37_counts_columns_in_utf_16(case, line_end):
    here = Case(case.text.replace("\r\n", line_end))
    (finding,) = (f for f in here.findings if f.code == "CW201")
    position = here.contract.source.position(finding.start, PositionEncoding.UTF16)
    line = case.text.split("\r\n")[1]
    before = line[: line.index("Section 9")]
    assert (position.line, position.character) == (1, len(before.encode("utf-16-le")) // 2)
    assert here.contract.source.position(finding.end).character == position.character + len("Section 9")


def test_d37_says_the_same_of_both_line_ends(case):
    def seen(text):
        here = Case(text)
        place = SourceText(text).position
        return [(f.code, f.message, place(f.start), place(f.end)) for f in here.findings]

    assert "\r\n" in case.text
    assert seen(case.text) == seen(case.text.replace("\r\n", "\n"))


def test_d37_leaves_carriage_returns_out_of_every_range(case):
    assert case.leads_to("Section 2") == 2
    spans = [(f.start, f.end) for f in case.findings]
    spans += [(r.start, r.end) for r in case.contract.references] + [(u.start, u.end) for u in case.contract.uses]
    spans += [c.heading_span for c in case.contract.clauses if c.heading_span]
    assert not any("\r" in case.text[start:end] for start, end in spans)
