"""Renaming terms and renumbering clauses: what is changed is right, and everything else is as it was."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clausewright.check import check
from clausewright.contract import Contract
from clausewright.edits.change import RefusedError, applied, ordered
from clausewright.edits.fixes import offers
from clausewright.edits.rename import rename_term
from clausewright.edits.renumber import insert_after, remove, renumber, renumber_to
from clausewright.edits.wording import plural, singular
from clausewright.finding import Edit
from clausewright.numerals import to_letters, to_roman

SUPPLY = """\
SUPPLY AGREEMENT

ARTICLE I
DELIVERY

1.1 Time. The Supplier delivers on time, see Sections 2.1 and 2.4.

1.2 Place. The Supplier delivers:

(a) to the warehouse; and

(c) to the port.

ARTICLE II
PRICE

2.1 Fees. The Customer pays under Section 1.2(c).

2.3 Interest. As in Section 2.4 and clause (i).

(i) this

(iii) that, subject to Section 2.3(iii) and Article II.

2.4 Taxes. Nothing under Section 2.3.
"""


def clause(contract: Contract, number: str):
    (found,) = contract.clauses_numbered(number)
    return found


def renumbered(text: str, number: str | None = None) -> str:
    contract = Contract.parse(text)
    return applied(text, renumber(contract, clause(contract, number) if number else None).edits)


MEANINGS = """\
1. **Definitions**

   1. **"Affiliate"** means a company that controls a party, as Section 1.3 says.
   2. **"Device"** means a device of the Owner.
   3. **"Owner"** means whoever owns an Affiliate.

2. **Use**

   1. The Owner may use it from the Effective Date under Section 1.3.
"""


class TestRemove:
    def test_the_list_closes_up_and_citations_follow(self):
        contract = Contract.parse(MEANINGS)
        text = applied(MEANINGS, remove(contract, clause(contract, "1.2")).edits)
        assert text == MEANINGS.replace('   2. **"Device"** means a device of the Owner.\n', "").replace(
            "   3. ", "   2. "
        ).replace("Section 1.3", "Section 1.2")

    def test_the_last_of_a_list_goes_alone(self):
        text = '1. Meanings\n\n1.1 "Fee" means a sum.\n\n1.2 "Site" means a place.\n\n2. Price\n\n2.1 The Fee is due.\n'
        contract = Contract.parse(text)
        assert applied(text, remove(contract, clause(contract, "1.2")).edits) == text.replace(
            '1.2 "Site" means a place.\n\n', ""
        )

    def test_the_gap_behind_a_list_stays(self):
        text = MEANINGS.replace("Section 1.3", "Section 1.1")
        contract = Contract.parse(text)
        cut = applied(text, remove(contract, clause(contract, "1.3")).edits)
        assert cut == text.replace('   3. **"Owner"** means whoever owns an Affiliate.\n', "")

    @pytest.mark.parametrize("number", ["1", "1.3"])
    def test_what_is_cited_or_holds_others_stays(self, number: str):
        contract = Contract.parse(MEANINGS)
        with pytest.raises(RefusedError):
            remove(contract, clause(contract, number))


class TestNumberedDefinitions:
    def fixed(self, code: str, title: str) -> str:
        contract = Contract.parse(MEANINGS)
        (finding,) = [one for one in check(contract) if one.code == code]
        (offer,) = [one for one in offers(contract, finding) if one.title == title]
        return applied(MEANINGS, offer.edits())

    def test_one_is_added_in_its_place_by_the_alphabet(self):
        text = self.fixed("CW301", "Add a definition of “Effective Date”")
        assert '   3. **"Effective Date"** means [●].\n   4. **"Owner"** means whoever' in text
        assert text.count("Section 1.4") == 2

    def test_one_that_is_not_used_is_deleted(self):
        text = self.fixed("CW302", "Delete the definition of “Device”")
        assert "Device" not in text
        assert "under Section 1.2." in text


class TestRenumber:
    def test_puts_every_list_in_order_and_citations_follow(self):
        after = renumbered(SUPPLY)
        assert "(b) to the port." in after
        assert "see Sections 2.1 and 2.3." in after
        assert "under Section 1.2(b)." in after
        assert "2.2 Interest. As in Section 2.3 and clause (i)." in after
        assert "(ii) that, subject to Section 2.2(ii) and Article II." in after
        assert "2.3 Taxes. Nothing under Section 2.2." in after

    def test_one_list_alone(self):
        after = renumbered(SUPPLY, "1.2(c)")
        assert "(b) to the port." in after
        assert "2.3 Interest" in after

    def test_twice_changes_nothing_more(self):
        once = renumbered(SUPPLY)
        assert renumber(Contract.parse(once)).edits == ()

    def test_what_is_in_order_stays(self):
        assert renumber(Contract.parse("1. A\n\nText.\n\n2. B\n\nText.\n")).edits == ()

    def test_the_table_of_contents_follows(self):
        text = (
            "SUPPLY AGREEMENT\n\nTABLE OF CONTENTS\n\n1. Delivery .......... 1\n2. Price .......... 2\n"
            "4. Term .......... 3\n\n1. DELIVERY\n\nText.\n\n2. PRICE\n\nText.\n\n4. TERM\n\nText.\n"
        )
        after = renumbered(text)
        assert "3. Term .......... 3" in after
        assert "3. TERM" in after

    def test_leading_noughts_stay(self):
        text = "Section 1.01 A. Text of one.\n\nSection 1.03 B. Text under Section 1.03.\n"
        assert "Section 1.02 B. Text under Section 1.02." in renumbered(text)

    def test_a_citation_that_names_the_inner_part_first_follows(self):
        text = (
            "1. SUPPLY\n\n1.1 The goods stand in paragraphs 1 and 4 of Schedule 1, and paragraph 2 of Schedule 1.\n\n"
            "SCHEDULE 1\n\nGOODS\n\n1. Bolts.\n\n2. Nuts.\n\n4. Screws.\n"
        )
        after = renumbered(text)
        assert "in paragraphs 1 and 3 of Schedule 1, and paragraph 2 of Schedule 1." in after
        contract = Contract.parse(text)
        inserted = applied(text, insert_after(contract, clause(contract, "Schedule 1.1")).edits)
        assert "in paragraphs 1 and 4 of Schedule 1, and paragraph 3 of Schedule 1." in inserted

    def test_an_ambiguous_citation_is_left_and_told(self):
        text = (
            "1. FIRST\n\nSee Section 3.\n\n2. SECOND\n\nText.\n\n3. THIRD\n\nText.\n\n3. AGAIN\n\nText.\n\n"
            "4. LAST\n\nSee Section 4.\n"
        )
        change = renumber(Contract.parse(text))
        assert [one.text for one in change.doubtful] == ["Section 3"]
        after = applied(text, change.edits)
        assert "5. LAST\n\nSee Section 5." in after
        assert "1. FIRST\n\nSee Section 3." in after

    def test_positions_of_a_lazy_list_need_no_edit(self):
        text = (
            "# Terms\n\n1. First thing here.\n1. Second thing here.\n1. Third thing here.\n"
            + "1. One more thing.\n" * 3
        )
        assert renumber(Contract.parse(text)).edits == ()

    def test_an_empty_text(self):
        assert renumber(Contract.parse("")).edits == ()


class TestInsert:
    def test_moves_the_later_clauses_and_their_citations(self):
        contract = Contract.parse(SUPPLY)
        after = applied(SUPPLY, insert_after(contract, clause(contract, "1.1")).edits)
        assert "2.4.\n\n1.2 [Text]\n\n1.3 Place." in after
        assert "under Section 1.3(c)." in after

    def test_of_an_article_moves_all_below_the_next(self):
        contract = Contract.parse(SUPPLY)
        after = applied(SUPPLY, insert_after(contract, clause(contract, "Article I")).edits)
        assert "ARTICLE II [Text]" in after
        assert "ARTICLE III\nPRICE\n\n3.1 Fees." in after
        assert "see Sections 3.1 and 3.4." in after

    def test_fills_a_gap_without_moving_anything(self):
        contract = Contract.parse(SUPPLY)
        change = insert_after(contract, clause(contract, "1.2(a)"))
        assert change.clauses == 0
        assert "(b) [Text]\n\n(c) to the port." in applied(SUPPLY, change.edits)

    def test_leaves_a_wrong_number_elsewhere_as_it_is(self):
        text = (
            "1. A\n\n1.1 The tin is old.\n\n1.2 The tin is new.\n\n"
            "2. B\n\n2.1 The cart is old.\n\n3.2 The cart is new.\n\n2.3 The cart is red.\n\n"
            "3. C\n\n3.1 All else is old.\n"
        )
        contract = Contract.parse(text)
        assert "wrong_parent" in {defect.kind for defect in contract.defects}
        after = applied(text, insert_after(contract, clause(contract, "1.1")).edits)
        assert after == text.replace("1.2 The", "1.2 [Text]\n\n1.3 The")
        assert "2.2 The cart is new." in applied(text, renumber(contract).edits)

    def test_keeps_line_ends(self):
        text = "1. A\r\n\r\nText.\r\n\r\n2. B\r\n\r\nSee Section 2.\r\n"
        contract = Contract.parse(text)
        after = applied(text, insert_after(contract, clause(contract, "1")).edits)
        assert after == "1. A\r\n\r\nText.\r\n\r\n2. [Text]\r\n\r\n3. B\r\n\r\nSee Section 3.\r\n"

    def test_in_markdown(self):
        text = "# Terms\n\n## 1. Scope\n\nText of it.\n\n## 2. Price\n\nSee section 2.\n"
        contract = Contract.parse(text)
        after = applied(text, insert_after(contract, clause(contract, "1")).edits)
        assert after == "# Terms\n\n## 1. Scope\n\nText of it.\n\n## 2. [Text]\n\n## 3. Price\n\nSee section 3.\n"

    def test_inside_a_sentence_is_refused(self):
        text = "1. SCOPE\n\nThe Supplier shall (a) deliver the goods; and (b) repair them.\n\n2. END\n\nText.\n"
        contract = Contract.parse(text)
        with pytest.raises(RefusedError):
            insert_after(contract, clause(contract, "1(a)"))


class TestRenumberTo:
    def test_changes_one_number_and_what_cites_it(self):
        contract = Contract.parse(SUPPLY)
        after = applied(SUPPLY, renumber_to(contract, clause(contract, "2.4"), "2.7").edits)
        assert "2.7 Taxes. Nothing under Section 2.3." in after
        assert "see Sections 2.1 and 2.7." in after

    @pytest.mark.parametrize("number", ["2.1", "1", "(b)", "", "5.9", "x"])
    def test_refuses_what_is_taken_or_no_number_of_the_list(self, number: str):
        contract = Contract.parse(SUPPLY)
        with pytest.raises(RefusedError):
            renumber_to(contract, clause(contract, "2.4"), number)


TERMS = """\
1. TERMS

"Affiliate" means a company that controls a Party. "Goods" means what an Affiliate sells.

"Party" means the Supplier or the Customer.

2. USE

Each Affiliate's name and the Affiliates' names are known. AFFILIATES pay for the
Goods; the Goods' price is fixed, and an Affiliate of a Party may pay.
"""


def renamed(text: str, term: str, new: str) -> str:
    return applied(text, rename_term(Contract.parse(text), term, new))


class TestRenameTerm:
    def test_keeps_number_possession_case_and_article_right(self):
        after = renamed(TERMS, "Affiliate", "Related Company")
        assert '"Related Company" means a company' in after
        assert "what a Related Company sells" in after
        assert "Each Related Company's name and the Related Companies' names" in after
        assert "RELATED COMPANIES pay" in after
        assert "and a Related Company of a Party" in after

    def test_turns_the_apostrophe_with_the_number(self):
        assert "the Product's price" in renamed(TERMS, "Goods", "Product")

    def test_a_longer_term_that_holds_it_is_another_term(self):
        text = (
            '1. TERMS\n\n"Fee" means a sum. "Fee Schedule" means the list of each Fee.\n\n'
            "2. USE\n\nThe Fee Schedule shows the Fee.\n"
        )
        assert "The Fee Schedule shows the Charge." in renamed(text, "Fee", "Charge")

    def test_keeps_a_wrapped_line_wrapped(self):
        text = '1. TERMS\n\n"Secret Data" means a file.\n\n2. USE\n\nThe Secret\nData is kept; Secret Data stays.\n'
        after = renamed(text, "Secret Data", "Hidden Files")
        assert "The Hidden\nFiles is kept; Hidden Files stays." in after

    def test_takes_along_its_other_number_and_its_capitals_where_these_are_defined_too(self):
        text = (
            '1. TERMS\n\nThe Supplier and the Customer (each a "Party" and together the "Parties") agree. '
            '"PARTY" means either.\n\n2. USE\n\nThe Parties act. Each Party pays.\n'
        )
        after = renamed(text, "Party", "Side")
        assert '(each a "Side" and together the "Sides")' in after
        assert '"SIDE" means either.' in after
        assert "The Sides act. Each Side pays." in after

    def test_a_name_of_fewer_words_leaves_no_blank_behind(self):
        text = '1. TERMS\n\n"Very Secret Data" means a file.\n\n2. USE\n\nThe Very\nSecret Data, kept.\n'
        after = renamed(text, "Very Secret Data", "Hidden File")
        assert after == '1. TERMS\n\n"Hidden File" means a file.\n\n2. USE\n\nThe Hidden\nFile, kept.\n'

    @pytest.mark.parametrize("new", ["", "Goods", "Party", "Good", "a\nb", 'the "X"', "—", "x" * 200])
    def test_refuses_a_name_that_is_taken_or_none(self, new: str):
        with pytest.raises(RefusedError):
            rename_term(Contract.parse(TERMS), "Affiliate", new)

    def test_refuses_a_name_that_would_run_together_with_another_term(self):
        text = (
            '1. TERMS\n\n"Charge" means a sum. "Fee Schedule" means a list of it.\n\n'
            "2. USE\n\nThe Charge Schedule is not the Fee Schedule, but the Charge is due.\n"
        )
        with pytest.raises(RefusedError):
            rename_term(Contract.parse(text), "Charge", "Fee")

    def test_to_its_own_name_is_nothing(self):
        assert rename_term(Contract.parse(TERMS), "Goods", "Goods") == ()

    @given(
        st.sampled_from(["Affiliate", "Party", "Goods"]),
        st.from_regex(r"[B-HJ-M][a-z]{2,8}( [B-M][a-z]{2,8})?", fullmatch=True),
    )
    @settings(max_examples=60, deadline=None)
    def test_there_and_back_is_the_text_as_it_was_read(self, term: str, new: str):
        before = Contract.parse(TERMS)
        try:
            edits = rename_term(before, term, new)
        except RefusedError:
            return
        after = Contract.parse(applied(TERMS, edits))
        expected = [new if use.term == term else use.term for use in before.uses]
        assert [use.term for use in after.uses] == expected
        assert [one.term for one in after.definitions] == [
            new if d.term == term else d.term for d in before.definitions
        ]
        assert Counter(f.code for f in check(after)) <= Counter(f.code for f in check(before))
        assert _untouched(TERMS, edits) == _untouched_after(TERMS, edits)


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Company", "Companies"),
        ("Process", "Processes"),
        ("Day", "Days"),
        ("Box", "Boxes"),
        ("Batch", "Batches"),
        ("Confidential File", "Confidential Files"),
        ("PARTY", "PARTIES"),
    ],
)
def test_plural_and_singular(one: str, many: str):
    assert plural(one) == many
    assert singular(many) == one
    assert plural(many) == many
    assert singular(one) == one


def test_edits_that_overlap_are_no_change():
    with pytest.raises(ValueError, match="overlap"):
        ordered([Edit(0, 3, "a"), Edit(2, 4, "b")])


# -- any contract -----------------------------------------------------------------------------------------------------


@st.composite
def contracts(draw: st.DrawFn) -> str:
    """A contract with numbering faults of every kind and citations of its own numbers."""
    style = draw(st.sampled_from(["articles", "flat", "dotted"]))
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    numbers: list[str] = []
    paragraphs: list[tuple[str, int]] = []

    def ordinals(least: int, most: int) -> list[int]:
        value, out = 0, []
        for _ in range(draw(st.integers(least, most))):
            value += draw(st.sampled_from([1, 1, 1, 1, 2]))
            out.append(value)
        return [n - out[0] + 1 for n in out]

    topics = iter(["Delivery", "Price", "Term", "Notices", "Liability", "Taxes", "Records", "Audit", "Data"] * 9)
    for top in ordinals(2, 4):
        title = next(topics)
        if style == "articles":
            paragraphs.append((f"ARTICLE {to_roman(top).upper()}\n{title.upper()}", 0))
        else:
            paragraphs.append((f"{top}. {title.upper()}", 0))
            numbers.append(str(top))
        for second in ordinals(2, 4) if style != "flat" else []:
            numbers.append(f"{top}.{second}")
            paragraphs.append((f"{top}.{second} {next(topics)}. The Supplier 😀 keeps what is agreed", 1))
            for letter in ordinals(2, 4) if draw(st.booleans()) else []:
                numbers.append(f"{top}.{second}({to_letters(letter)})")
                paragraphs.append((f"({to_letters(letter)}) the goods are kept as agreed", 1))
        if style == "flat":
            paragraphs.append(("The Supplier keeps what is agreed", 1))
    written = []
    for words, ends in paragraphs:
        if not ends:
            written.append(words)
        elif draw(st.booleans()):
            written.append(f"{words} under Section {draw(st.sampled_from(numbers))}.")
        else:
            written.append(f"{words}.")
    return "\n\n".join(["SUPPLY AGREEMENT", *written, ""]).replace("\n", newline)


@given(contracts())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_renumbering_keeps_tree_targets_and_text(text: str):
    before = Contract.parse(text)
    change = renumber(before)
    after = Contract.parse(applied(text, change.edits))
    assert not [defect for defect in after.defects if defect.kind in ("gap", "duplicate", "out_of_order")]
    _same_structure(before, after)
    assert Counter(f.code for f in check(after)) <= Counter(f.code for f in check(before))
    assert _untouched(text, change.edits) == _untouched_after(text, change.edits)


def test_a_name_with_of_keeps_its_plural_in_front():
    text = '1. "Event of Default" means a default.\n2. Upon any Events of Default or one Event of Default, pay.\n'
    change = rename_term(Contract.parse(text), "Event of Default", "Breach of Duty")
    assert applied(text, change).endswith("any Breaches of Duty or one Breach of Duty, pay.\n")
    assert applied(text, rename_term(Contract.parse(text), "Event of Default", "Trigger")).endswith(
        "any Triggers or one Trigger, pay.\n"
    )


@pytest.mark.parametrize(
    ("one", "two", "three", "four", "cited"),
    [
        ("FIRST", "SECOND", "THIRD", "FOURTH", "paragraph"),
        ("CLAUSE ONE", "CLAUSE TWO", "CLAUSE THREE", "CLAUSE FOUR", ""),
    ],
)
def test_numbers_in_words_stay_words(one: str, two: str, three: str, four: str, cited: str):
    text = f"{one}: Work. Alpha works.\n\n{three}: Pay. Beta pays under {cited} {four}.\n\n{four}: Term. A year.\n"
    change = renumber(Contract.parse(text))
    assert applied(text, change.edits) == (
        f"{one}: Work. Alpha works.\n\n{two}: Pay. Beta pays under {cited} {three}.\n\n{three}: Term. A year.\n"
    )
    assert (change.clauses, change.citations) == (2, 1)


@given(contracts(), st.integers(0, 40))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_inserting_keeps_tree_targets_and_text(text: str, which: int):
    before = Contract.parse(text)
    if not before.clauses:
        return
    target = before.clauses[which % len(before.clauses)]
    try:
        change = insert_after(before, target)
    except RefusedError:
        return
    after = Contract.parse(applied(text, change.edits))
    assert len(after.clauses) == len(before.clauses) + 1
    moved = [[(t.marker, t.heading) for t in r.targets] for r in after.references]
    assert [[h for _, h in one] for one in moved] == [[t.heading for t in r.targets] for r in before.references]
    assert _untouched(text, change.edits) == _untouched_after(text, change.edits)


@given(contracts(), st.integers(0, 40))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_cutting_out_keeps_the_targets_and_headings_of_the_rest(text: str, which: int):
    before = Contract.parse(text)
    if not before.clauses:
        return
    target = before.clauses[which % len(before.clauses)]
    try:
        change = remove(before, target)
    except RefusedError:
        return
    assert not before.citing(target)
    after = Contract.parse(applied(text, change.edits))
    kept = [one for one in before.clauses if one is not target]
    assert [one.heading for one in after.clauses] == [one.heading for one in kept]
    citing = [r for r in before.references if not target.start <= r.start < target.end]
    assert [[t.heading for t in r.targets] for r in after.references] == [
        [t.heading for t in r.targets] for r in citing
    ]


def _same_structure(before: Contract, after: Contract) -> None:
    index = {id(one): i for i, one in enumerate(before.clauses)}
    index_after = {id(one): i for i, one in enumerate(after.clauses)}
    assert [index.get(id(one.parent)) for one in before.clauses] == [
        index_after.get(id(one.parent)) for one in after.clauses
    ]
    assert [one.heading for one in before.clauses] == [one.heading for one in after.clauses]
    targets = [[index[id(one)] for one in r.targets] for r in before.references if len(r.targets) == 1]
    followed = [
        [index_after[id(one)] for one in now.targets]
        for was, now in zip(before.references, after.references, strict=True)
        if len(was.targets) == 1
    ]
    assert targets == followed


def _untouched(text: str, edits: tuple[Edit, ...]) -> list[str]:
    parts, reached = [], 0
    for edit in ordered(edits):
        parts.append(text[reached : edit.start])
        reached = edit.end
    return [*parts, text[reached:]]


def _untouched_after(text: str, edits: tuple[Edit, ...]) -> list[str]:
    after = applied(text, edits)
    parts, reached, shift = [], 0, 0
    for edit in ordered(edits):
        parts.append(after[reached : edit.start + shift])
        reached = edit.start + shift + len(edit.new_text)
        shift += len(edit.new_text) - (edit.end - edit.start)
    return [*parts, after[reached:]]
