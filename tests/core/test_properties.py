"""What must hold for every text, tried on texts that hypothesis makes up from the material of contracts."""

from __future__ import annotations

import os
import re

import pytest
from contract_views import view
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from clausewright.blocks import split
from clausewright.check import check
from clausewright.contract import Contract
from clausewright.convention import load, names
from clausewright.settings import Settings
from clausewright.terms import Normalised
from clausewright.text import Position, PositionEncoding, SourceText, decode, width

EXAMPLES = int(os.environ.get("CLAUSEWRIGHT_EXAMPLES", "0"))
"""How many texts to try, new ones at each run; without it some hundreds, the same at each run."""
QUICK = settings(
    max_examples=EXAMPLES or 300,
    derandomize=not EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
FEWER = settings(QUICK, max_examples=EXAMPLES or 120)

LINE_ENDS = ["\n", "\n", "\n", "\n\n", "\r\n", "\r", "\n \n"]
MARKERS = [
    "1. ", "2. ", "3. ", "4. ", "1.1 ", "1.2 ", "2.1 ", "2.1.1 ", "(a) ", "(b) ", "(c) ", "(h) ", "(i) ",
    "(ii) ", "(v) ", "(A) ", "a) ", "A. ", "I. ", "II. ", "ARTICLE I", "ARTICLE II ", "Section 1. ",
    "Section 2.1 ", "SCHEDULE 1", "EXHIBIT A", "# ", "## 2. ", "    1. ", "    2. ", "- ", "**1.** ", "> ",
    "| ",
]  # fmt: skip
PHRASES = [
    "Fees. ", "FEES", "Definitions. ", "The Supplier delivers the Goods", "The Fee is due",
    "the Late Fees' date", '"Fee" means ten pounds', "“Goods” means tin",
    "'Site' has the meaning given in Section 2", "**Order** means a list", '(the "Supplier")',
    '(each a "Party" and together the "Parties")', "Section 2.1(a), (b) and (c)", "clause 1.2",
    "Sections 1 to 3", "subject to Section 2", "notwithstanding clause 1", "Exhibit A and Schedule 1",
    "Section 4 of the Lease Agreement", "section 10(b) of the Exchange Act of 1934", "this Section 1",
    "paragraph 2 of Schedule 1", "TABLE OF CONTENTS", "Fees ........ 3", "3", "Page 2 of 9", "BACKGROUND",
    "WHEREAS", "NOW, THEREFORE, the parties agree as follows:", "IN WITNESS WHEREOF", "in each case;", "and",
    "30 days", "2.5 percent", "3 May 2024", "shall:", "[Intentionally omitted]",
]  # fmt: skip
ODD = [
    "\f",
    "\u2028",
    "\u0085",
    "\ufeff",
    "\u00a0",
    "\u00ad",
    "😀",
    "𝔄",
    "e\u0301",
    "\t",
    "   ",
    "*",
    '"',
    "(",
    ")",
    ".",
]

fragments = st.one_of(
    st.sampled_from(MARKERS), st.sampled_from(PHRASES), st.sampled_from(LINE_ENDS), st.sampled_from([" ", ". ", "; "])
)
material = st.one_of(fragments, fragments, fragments, st.sampled_from(ODD))
contracts = st.lists(material, max_size=60).map("".join)
lines = st.builds(
    "{}{}{}".format,
    st.sampled_from(MARKERS),
    st.lists(st.sampled_from([p + " " for p in PHRASES]), min_size=1, max_size=3).map("".join),
    st.sampled_from(LINE_ENDS),
)
long_contracts = st.lists(st.one_of(lines, lines, material), min_size=5, max_size=60).map("".join)
edits = st.lists(
    st.tuples(
        st.floats(0, 1), st.sampled_from([0, 0, 0, 1, 1, 3, 20, 200]), st.lists(material, max_size=4).map("".join)
    ),
    min_size=1,
    max_size=6,
)


def assert_alike(reached: Contract, parsed: Contract) -> None:
    left, right = view(reached), view(parsed)
    for part, values in right.items():
        assert left[part] == values, part


def assert_edits_equal_a_parse(text: str, changes: list[tuple[float, int, str]]) -> None:
    contract = Contract.parse(text)
    for place, length, new in changes:
        start = round(place * len(text))
        end = min(len(text), start + length)
        text = text[:start] + new + text[end:]
        contract = contract.edit(start, end, new)
        assert contract.source.text == text
    assert_alike(contract, Contract.parse(text))


@QUICK
@given(st.one_of(contracts, long_contracts), edits)
def test_a_contract_reached_by_edits_equals_the_contract_of_the_final_text(text, changes):
    assert_edits_equal_a_parse(text, changes)


pastes = st.builds(
    lambda place, cut, text, times: (place, cut, text * times),
    st.floats(0, 1),
    st.sampled_from([0, 3, 200]),
    st.lists(lines, min_size=1, max_size=4).map("".join),
    st.sampled_from([*[1] * 30, 5, 250]),
)
"""Edits of all sizes, up to a thousand lines at once."""


@pytest.mark.slow
@settings(QUICK, max_examples=EXAMPLES or 2000)
@given(st.one_of(contracts, long_contracts), st.lists(st.one_of(edits.map(lambda e: e[0]), pastes), max_size=6))
def test_two_thousand_times_over_edits_equal_a_parse(text, changes):
    assert_edits_equal_a_parse(text, changes)


sentences = st.lists(
    st.sampled_from(
        ["The Supplier delivers the goods at its own cost and risk to the place that the order names",
         "Subject to Section 2, the Late Fees' date is what the parties have agreed on in the order",
         "nothing in this agreement makes either party the agent of the other, and neither may bind the other",
         "(a) in each case; (b) within 30 days of the Fee falling due, as clause 1.2 and Exhibit A say",
         "“Goods” means the tin that the Supplier has offered in writing and that is listed in the order"]
    ),
    min_size=1, max_size=4,
).map(lambda s: ". ".join(s) + ".")  # fmt: skip
prose = st.lists(
    st.builds("{}{}{}".format, st.sampled_from(MARKERS), sentences, st.sampled_from(LINE_ENDS)), min_size=3, max_size=9
).map("".join)
typing = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.sampled_from(["x", "a", " ", "the ", "ing", ",", ".", "T", "not ", "Goods ", " Fee"]),
        st.booleans(),
    ),
    min_size=1,
    max_size=8,
)


@QUICK
@given(prose, typing)
def test_what_typing_only_moves_equals_what_is_read_anew(text, typed):
    contract = Contract.parse(text)
    check(contract)
    contract.settle()
    for place, new, asked in typed:
        start = round(place * len(text))
        text = text[:start] + new + text[start:]
        contract = contract.edit(start, start, new)
        if asked:
            assert check(contract) == check(Contract.parse(text))
    assert_alike(contract, Contract.parse(text))


@pytest.mark.parametrize(
    ("after", "until", "new"),
    [("The others may", "The others may", "\n\n"), ("The Member", "The others", ""), ("The others may", "on its", " ")],
)
def test_a_line_of_several_paragraphs_that_becomes_short_is_taken_with_the_lines_around_it(after, until, new):
    text = (
        "1. Leaving\n\nThe Members agree that\nThe Member may leave the Venture at any time for any reason, and its "
        "share goes to the others in equal parts as they stand, as said.   The others may agree on another share\n"
        "and on its price.\n"
    )
    start = text.index(after) + len(after)
    end = max(start, text.index(until) + len(until))
    reached = Contract.parse(text).edit(start, end, new)
    assert [block.text for block in reached.blocks] == split(reached.source.text)


@FEWER
@given(st.one_of(contracts, long_contracts), st.sampled_from(names()))
@example("BACKGROUND\n1.", "markdown")
def test_any_text_is_read_under_any_convention(text, convention):
    contract = Contract.parse(text, load(convention))
    contract.settle()
    assert contract.convention == convention
    assert "".join(block.text for block in contract.blocks) == text


def test_a_quoted_term_typed_after_other_words_is_a_use():
    text = '1. "Levy" means a sum due.\n\n2. The parties agree in good faith on the place where they deliver it.\n'
    contract = Contract.parse(text)
    assert [f.code for f in check(contract)] == ["CW302"]
    for words in ("first ", '"Levy" '):
        contract = contract.edit(text.index("place"), text.index("place"), words)
    assert check(contract) == check(Contract.parse(contract.source.text))
    assert "CW302" not in [f.code for f in check(contract)]


def test_typing_into_a_sentence_moves_what_was_read():
    text = (
        "1. Fees. The Supplier pays the fee within thirty days of receiving a proper invoice from the other.\n\n"
        "2. Term. This agreement runs until one of the parties ends it in writing, subject to Section 1.\n"
    )
    contract = Contract.parse(text)
    check(contract)
    contract.settle()
    start = text.index("fee within") + 3
    for letter in " then due":
        contract = contract.edit(start, start, letter)
        start += 1
        assert contract.is_carried
    assert [r.start for r in contract.references] == [contract.source.text.index("Section 1")]
    assert not contract.is_carried


def test_findings_on_the_structure_are_moved_without_looking_at_it_again():
    text = "1. Fees. The Supplier pays the fee within thirty days of receiving an invoice, as Section 7 says of it.\n"
    numbers = Settings(select=("CW201",))
    contract = Contract.parse(text)
    (before,) = check(contract, numbers)
    contract.settle()
    contract = contract.edit(text.index("fee within") + 3, text.index("fee within") + 3, "then due")
    (after,) = check(contract, numbers)
    assert after.start == before.start + 8
    assert contract.is_carried


@FEWER
@given(long_contracts, edits)
def test_an_edit_that_is_taken_back_leaves_the_contract_as_it_was(text, changes):
    before = Contract.parse(text)
    contract = before
    for place, length, new in changes:
        start = round(place * len(text))
        end = min(len(text), start + length)
        contract = contract.edit(start, end, new).edit(start, start + len(new), text[start:end])
    assert_alike(contract, before)


@FEWER
@given(long_contracts)
def test_a_contract_typed_in_pieces_equals_the_whole(text):
    contract = Contract.parse("")
    for piece in re.findall(r"(?s).{1,40}", text):
        end = len(contract.source.text)
        contract = contract.edit(end, end, piece)
    assert_alike(contract, Contract.parse(text))


def assert_sound(contract: Contract) -> None:
    text = contract.source.text
    assert "".join(block.text for block in contract.blocks) == text
    for clause in contract.clauses:
        assert 0 <= clause.start < clause.marker_end <= clause.own_end <= clause.end <= len(text)
        assert text[clause.start : clause.marker_end].strip().startswith(clause.marker.strip())
        assert clause.number.strip()
        if clause.heading_span is not None:
            start, end = clause.heading_span
            assert clause.start <= start < end <= len(text)
    for reference in contract.references:
        assert text[reference.start : reference.end] == reference.text
        assert reference.text.strip()
        assert all(target in contract.clauses for target in reference.targets)
        assert (len(reference.targets) == 1) >= (reference.status == "resolved")
        assert (len(reference.targets) > 1) >= (reference.status == "ambiguous")
        assert not (reference.targets and reference.status in ("unresolved", "external"))
    assert [r.start for r in contract.references] == sorted(r.start for r in contract.references)
    terms = {d.term for d in contract.definitions}
    for definition in contract.definitions:
        assert " ".join(text[definition.start : definition.end].split()) == definition.term
        assert definition.text_start <= definition.start < definition.end <= max(definition.end, definition.text_end)
        assert set(definition.depends_on) <= terms
    ends = 0
    for use in contract.uses:
        assert ends <= use.start < use.end <= len(text)
        assert use.term in terms
        assert text[use.start : use.end].strip() == text[use.start : use.end]
        ends = use.end
    for finding in check(contract):
        assert 0 <= finding.start <= finding.end <= len(text)
        assert finding.message
        for related in finding.related:
            assert 0 <= related.start <= related.end <= len(text)


@QUICK
@given(st.one_of(contracts, long_contracts))
def test_every_span_slices_the_text(text):
    assert_sound(Contract.parse(text))


def test_a_heading_of_recitals_ends_before_the_first_clause():
    assert_sound(Contract.parse("BACKGROUND    1. Fees. "))


@QUICK
@given(st.one_of(contracts, long_contracts))
@example("1. 1. BACKGROUND\n1. Fees.\n")
def test_clauses_stand_in_text_order(text):
    starts = [clause.start for clause in Contract.parse(text).clauses]
    assert starts == sorted(starts)


@QUICK
@given(st.one_of(contracts, long_contracts))
@example("1. Fees.\nIN WITNESS WHEREOF\n1.1 Rate.\n")
def test_sub_clauses_lie_one_after_the_other_inside_their_clause(text):
    for clause in Contract.parse(text).clauses:
        position = clause.marker_end
        for child in clause.children:
            assert child.parent is clause
            assert position <= child.start
            assert child.end <= clause.end
            position = child.end


@QUICK
@given(st.text(max_size=300))
@example("")
@example("\ufeff")
@example("\r\n\r\n")
@example("\x00")
@example("(" * 50)
@example("1." * 50)
def test_a_parse_never_fails(text):
    assert_sound(Contract.parse(text))


def test_half_a_surrogate_pair_is_a_character_like_any_other():
    assert_sound(Contract.parse('1. "Fee" means ten pounds \ud83d.\n2. The Fee is due.\n'))


@QUICK
@given(st.text(alphabet=st.sampled_from("1.2(a)ivIA \n\r\"“”'*_#-:;,sSection mea"), max_size=200))
def test_a_parse_never_fails_on_the_signs_of_contracts(text):
    assert_sound(Contract.parse(text))


@QUICK
@given(st.one_of(contracts, st.text(max_size=200)), st.floats(0, 1))
def test_what_is_at_a_place_holds_that_place(text, where):
    contract = Contract.parse(text)
    offset = round(where * len(text))
    if (clause := contract.clause_at(offset)) is not None:
        assert clause.start <= offset <= max(clause.end, clause.marker_end)
        assert not any(child.start <= offset < child.end for child in clause.children)
    if (reference := contract.reference_at(offset)) is not None:
        assert reference.start <= offset <= reference.end
    if (use := contract.use_at(offset)) is not None:
        assert use.start <= offset <= use.end
        assert contract.definitions_of(use.term)


@QUICK
@given(st.one_of(contracts, st.text(max_size=300)))
def test_blocks_add_up_to_the_text(text):
    blocks = split(text)
    assert "".join(blocks) == text
    assert all(blocks)
    assert all(block.strip("\r\n\t ") for block in blocks[1:])


@QUICK
@given(st.one_of(contracts, st.text(max_size=300)))
def test_blocks_split_again_stay_whole(text):
    assert all(split(block) == [block] for block in split(text))


@FEWER
@given(long_contracts.map(lambda text: text.replace("\r\n", "\n").replace("\r", "\n")))
def test_windows_line_ends_change_nothing(text):
    def seen(contract):
        line = contract.source.position
        return (
            [(c.number, line(c.start), line(c.marker_end), c.heading) for c in contract.clauses],
            [
                (r.text.replace("\r\n", "\n"), line(r.start), line(r.end), r.target, r.status)
                for r in contract.references
            ],
            [(d.term, line(d.start), line(d.end)) for d in contract.definitions],
            [(f.code, line(f.start)) for f in check(contract)],
        )

    assert seen(Contract.parse(text.replace("\n", "\r\n"))) == seen(Contract.parse(text))


# -- positions

texts = st.one_of(st.text(max_size=80), st.lists(st.sampled_from([*ODD, *LINE_ENDS, "a", "é", "1. "])).map("".join))


@pytest.mark.parametrize("encoding", PositionEncoding)
@QUICK
@given(text=texts)
def test_positions_round_trip(encoding, text):
    source = SourceText(text)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] == "\r\n":
            continue
        position = source.position(offset, encoding)
        assert source.offset(position, encoding) == offset


@pytest.mark.parametrize("encoding", PositionEncoding)
@QUICK
@given(text=texts)
def test_columns_count_the_units_of_their_encoding(encoding, text):
    source = SourceText(text)
    codec = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}[encoding.value]
    for line in range(source.line_count):
        start, end = source.line_span(line)
        assert not re.search(r"[\r\n]", text[start:end])
        units = len(text[start:end].encode(codec[0], "surrogatepass")) // codec[1]
        assert width(text[start:end], encoding) == units
        assert source.position(end, encoding) == Position(line, units)
        assert source.offset(Position(line, units + 1000), encoding) == end


@QUICK
@given(
    text=texts,
    line=st.integers(-2, 200),
    character=st.integers(-2, 10_000_000),
    encoding=st.sampled_from(PositionEncoding),
)
def test_any_position_gives_a_place_in_the_text(text, line, character, encoding):
    assert 0 <= SourceText(text).offset(Position(line, character), encoding) <= len(text)


@QUICK
@given(texts)
def test_lines_break_where_the_protocol_says(text):
    assert SourceText(text).line_count == len(re.split(r"\r\n|\r|\n", text))


def test_a_column_inside_a_surrogate_pair_is_the_start_of_the_character():
    source = SourceText("a😀b")
    assert [source.offset(Position(0, c), PositionEncoding.UTF16) for c in range(5)] == [0, 1, 1, 2, 3]
    assert [source.offset(Position(0, c), PositionEncoding.UTF8) for c in range(7)] == [0, 1, 1, 1, 1, 2, 3]


@QUICK
@given(st.text(alphabet=st.sampled_from("ab \t\n\r\u00a0\f\u2028"), max_size=60))
def test_a_normalised_text_keeps_the_way_back(text):
    normal = Normalised(text)
    for index, char in enumerate(normal.text):
        origin = text[normal.original(index)]
        assert origin == char or (char == " " and origin.isspace())


@QUICK
@given(st.binary(max_size=200))
def test_any_bytes_are_read(data):
    text, encoding = decode(data)
    assert encoding in ("utf-8", "utf-16", "cp1252")
    assert_sound(Contract.parse(text))


@given(st.text(max_size=100).filter(lambda text: not text.startswith("\ufeff")))
def test_a_byte_order_mark_is_dropped(text):
    assert decode(("\ufeff" + text).encode()) == (text, "utf-8")
