"""Hover, definition, outline and diagnostics as an editor gets them, through a client that checks the protocol."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
import pytest_lsp
from lsp_harness import SERVER, SUPPLY, Editor, at, make_editor, opened, slice_of
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")


class TestHoverOnATerm:
    async def test_shows_its_definition_and_where_it_stands(self, editor: Editor):
        uri = await opened(editor)
        answer = await editor.hover(uri, *at(SUPPLY, "Group", 1))
        assert answer is not None
        assert isinstance(answer.contents, types.MarkupContent)
        shown = answer.contents.value
        assert answer.contents.kind == types.MarkupKind.Markdown
        assert "**Group**" in shown
        assert "1 DEFINITIONS" in shown
        assert '> "Group" means a Party and each Affiliate of it.' in shown
        assert answer.range is not None
        assert slice_of(SUPPLY, answer.range) == "Group"

    async def test_shows_the_chain_of_terms_it_rests_on_to_its_end(self, editor: Editor):
        uri = await opened(editor)
        shown = await editor.hover_text(uri, *at(SUPPLY, "the Goods within", into=5))
        chain = shown[shown.index("It rests on:") :]
        assert [line.split("**")[1] for line in chain.split("\n") if line.startswith("- ")] == [
            "Group",
            "Party",
            "Affiliate",
        ]
        assert '"Affiliate" means a company that controls a Party.' in chain

    async def test_shows_contract_text_verbatim(self, editor: Editor):
        uri = await opened(editor)
        shown = await editor.hover_text(uri, *at(SUPPLY, '"Goods"', into=2))
        assert r'"Goods" means the \*special\* goods # 5 \<boxed\> of a Group.' in shown

    async def test_shows_no_terms_that_only_the_title_has(self, editor: Editor):
        text = (
            'THIS MASTER SERVICES AGREEMENT ("Agreement") is between Osprey Ltd (the "Company") and Heron plc.\n\n'
            '1. WORK\n\nHeron does the work that the Company orders (the "Services").\n\n2. END\n\nThe Services end.\n'
        )
        uri = await opened(editor, text)
        assert "It rests on" not in await editor.hover_text(uri, *at(text, '"Company"', into=2))
        assert "- **Company" in await editor.hover_text(uri, *at(text, "Services end"))

    async def test_shows_no_page_numbers_in_the_midst_of_a_passage(self, editor: Editor):
        text = (
            "1. SALE\n\nThe seller sells the tin, and the buyer pays for it when it has been weighed by both\n\n"
            "Page 4 of 10\n\nand found to be sound. See Section 1.\n\n2. END\n\nSection 1 ends.\n"
        )
        uri = await opened(editor, text)
        shown = await editor.hover_text(uri, *at(text, "Section 1 ends"))
        assert "weighed by both" in shown
        assert "found to be sound" in shown
        assert "Page 4" not in shown

    async def test_shows_no_marks_of_bold_type_in_markdown(self, editor: Editor):
        text = '# T\n\n1. "**Goods**" means __tin__ at [**] or [***] each,** as a_b__c is.\n2. The Goods are due.\n'
        uri = await opened(editor, text, "contract.md")
        shown = await editor.hover_text(uri, *at(text, "Goods are"))
        assert r'> "Goods" means tin at \[\*\*\] or \[\*\*\*\] each,\*\* as a\_b\_\_c is.' in shown

    async def test_a_caret_right_behind_a_term_is_on_it(self, editor: Editor):
        uri = await opened(editor)
        assert "**Goods**" in await editor.hover_text(uri, *at(SUPPLY, "Goods within", into=5))

    async def test_plain_words_have_none(self, editor: Editor):
        uri = await opened(editor)
        assert await editor.hover(uri, *at(SUPPLY, "warehouse")) is None

    async def test_a_term_defined_twice_shows_both(self, editor: Editor):
        text = '1. TERMS\n\n"Fee" means one dollar.\n\n"Fee" means two dollars.\n\n2. PAYMENT\n\nThe Fee is due.\n'
        uri = await opened(editor, text)
        shown = await editor.hover_text(uri, *at(text, "Fee is"))
        assert "one dollar" in shown
        assert "two dollars" in shown

    async def test_terms_that_rest_on_each_other_end(self, editor: Editor):
        text = '1. TERMS\n\n"Fee" means the Price.\n\n"Price" means the Fee.\n\n2. PAYMENT\n\nThe Fee is due.\n'
        uri = await opened(editor, text)
        assert (await editor.hover_text(uri, *at(text, "Fee is"))).count("- **") == 1

    async def test_terms_of_one_passage_are_shown_once(self, editor: Editor):
        text = (
            'This contract is made between Osprey Grid Software Ltd ("we", "us" or the "Supplier") and you.\n\n'
            '1. TERMS\n\n"Goods" means what we and the Supplier sell and what comes from us.\n\n'
            "2. USE\n\nGoods are due.\n"
        )
        uri = await opened(editor, text)
        shown = await editor.hover_text(uri, *at(text, "Goods are"))
        assert shown.count("- **") == 1
        assert shown.count("Osprey Grid Software") == 1

    async def test_a_term_deep_in_a_long_sentence_is_still_seen(self, editor: Editor):
        filler = "that the parties have discussed at length, and " * 60
        text = (
            f'1. A\n\nWe note {filler}that the plan of 2020 (the "Old Plan") is void.\n\n2. B\n\nThe Old Plan ends.\n'
        )
        uri = await opened(editor, text)
        shown = await editor.hover_text(uri, *at(text, "Old Plan ends"))
        assert '(the "Old Plan") is void.' in shown
        assert "> … " in shown
        assert len(shown) < 1_600

    async def test_a_long_chain_is_cut_with_the_rest_named(self, editor: Editor):
        names = [f"Item{letter}" for letter in "ABCDEFGHIJKLMNOPQRST"]
        entries = [f'"{one}" means a thing like the {after}.' for one, after in itertools.pairwise(names)]
        text = "1. TERMS\n\n" + "\n\n".join([*entries, '"ItemT" means a thing.']) + "\n\n2. USE\n\nThe ItemA is due.\n"
        uri = await opened(editor, text)
        shown = await editor.hover_text(uri, *at(text, "ItemA is"))
        assert shown.count("- **") == 8
        assert "and on ItemJ, ItemK" in shown
        assert len(shown) < 5_000


class TestHoverOnACitation:
    async def test_shows_number_heading_and_text_of_the_clause(self, editor: Editor):
        uri = await opened(editor)
        answer = await editor.hover(uri, *at(SUPPLY, "Section 2.1,"))
        assert answer is not None
        assert isinstance(answer.contents, types.MarkupContent)
        assert answer.range is not None
        assert slice_of(SUPPLY, answer.range) == "Section 2.1"
        assert answer.contents.value.startswith("**2.1 Time")
        assert "The Supplier shall deliver the Goods within ten (10) days" in answer.contents.value
        assert "The Customer shall accept them." in answer.contents.value

    async def test_names_who_overrides_the_clause(self, editor: Editor):
        uri = await opened(editor)
        shown = await editor.hover_text(uri, *at(SUPPLY, "Section 2.1,"))
        overriders = shown[shown.index("Overridden by:") :]
        assert "**3.2" in overriders
        assert "notwithstanding Section 2.1" in overriders

    async def test_names_whom_the_clause_overrides(self, editor: Editor):
        uri = await opened(editor)
        shown = await editor.hover_text(uri, *at(SUPPLY, "Section 4,"))
        assert shown.startswith("**4 LIABILITY")
        overridden = shown[shown.index("Overrides:") :]
        assert "**2.2" in overridden
        assert "subject to Section 4" in overridden

    async def test_each_sub_clause_begins_a_line(self, editor: Editor):
        text = SUPPLY.replace("under Section 9.9 or Section 2.2(b)", "under Section 2.2")
        uri = await opened(editor, text)
        shown = await editor.hover_text(uri, *at(text, "Section 2.2."))
        assert any(line.startswith("> (a) the Customer's warehouse") for line in shown.split("\n"))
        assert any(line.startswith("> (b) another place") for line in shown.split("\n"))

    async def test_one_that_leads_nowhere_says_so(self, editor: Editor):
        uri = await opened(editor)
        assert "leads nowhere" in await editor.hover_text(uri, *at(SUPPLY, "Section 9.9"))

    async def test_a_long_clause_ends_at_a_sentence(self, editor: Editor):
        text = "1. FIRST\n\n1.1 " + "The Supplier shall deliver promptly. " * 80 + "\n\n2. SECOND\n\nSee Section 1.1.\n"
        uri = await opened(editor, text)
        shown = await editor.hover_text(uri, *at(text, "Section 1.1"))
        quoted = next(block for block in shown.split("\n\n") if block.startswith(">"))
        assert quoted.endswith("deliver promptly. …")
        assert len(quoted) < 1_300

    async def test_of_a_schedule_shows_its_items(self, editor: Editor):
        text = (
            "1. PRICE\n\nThe price is in Schedule 1, that of work in Part B of Schedule 1.\n\nSCHEDULE 1\nPRICES\n\n"
            "Part A: Goods\n\n1. Tin costs ten pounds.\n\nPart B: Work\n\n1. An hour costs five pounds.\n"
        )
        uri = await opened(editor, text)
        shown = await editor.hover_text(uri, *at(text, "Schedule 1,"))
        assert shown.startswith("**Schedule 1 PRICES**")
        assert "> 1\\. Tin costs ten pounds." in shown
        assert "> 1\\. An hour costs five pounds." in shown
        shown = await editor.hover_text(uri, *at(text, "Part B of Schedule 1"))
        assert shown.startswith("**Schedule 1 Part B Work**")
        assert "An hour costs" in shown
        assert "Tin costs" not in shown
        shown = await editor.hover_text(uri, *at(text, "1. An hour", into=0))
        assert shown.startswith("**Schedule 1 Part B.1 (in Schedule 1 Part B Work)**")


class TestHoverOnADependentTerm:
    async def test_what_it_rests_on_bears_each_number_once(self, editor: Editor):
        text = (
            "PARTIES\n\n(1) Alder Limited (the “Seller”); and\n\n(2) Birch Limited (the “Buyer”).\n\n1. MEANINGS\n\n"
            "“Goods” means what the Seller sells.\n\n2. SALE\n\n2.1 The Buyer takes the Goods.\n"
        )
        uri = await opened(editor, text)
        shown = await editor.hover_text(uri, *at(text, "Goods."))
        assert "· Parties (1) · Alder Limited" in shown.replace("\\", "")


class TestHoverOnAClause:
    async def test_its_heading_says_the_same_as_its_number(self, editor: Editor):
        uri = await opened(editor)
        shown = await editor.hover_text(uri, *at(SUPPLY, "Time. The Supplier", into=2))
        assert shown == await editor.hover_text(uri, *at(SUPPLY, "2.1 Time", into=1))
        assert shown.startswith("**2.1 Time**")
        assert "Cited once, in 3.2" in shown

    async def test_of_a_term_in_a_heading_both_are_told(self, editor: Editor):
        text = (
            "1. MEANINGS\n\n“Services” means the work that the Supplier does.\n\n2. SERVICES\n\n"
            "2.1 The Supplier shall do the Services.\n\n3. PRICE\n\n3.1 The price is that of clause 2.\n"
        )
        uri = await opened(editor, text)
        shown = await editor.hover_text(uri, *at(text, "SERVICES"))
        assert shown.startswith("**Services**")
        assert "**2 SERVICES**" in shown
        assert "Cited once, in 3.1." in shown
        assert "**2 SERVICES**" not in await editor.hover_text(uri, *at(text, "Services", nth=1))

    async def test_says_what_it_overrides_as_well(self, editor: Editor):
        uri = await opened(editor)
        shown = await editor.hover_text(uri, *at(SUPPLY, "3.2 Notwithstanding", into=1))
        assert "2.1 Time" in shown[shown.index("Overrides:") :]

    async def test_says_where_it_is_cited(self, editor: Editor):
        uri = await opened(editor)
        shown = await editor.hover_text(uri, *at(SUPPLY, "3.1 The", into=0))
        assert shown.startswith("**3.1 (in 3 PRICE)**")
        assert "Cited twice" in shown
        assert "2.1" in shown
        assert "3.2" in shown

    async def test_says_who_overrides_it(self, editor: Editor):
        uri = await opened(editor)
        assert "Overridden by:" in await editor.hover_text(uri, *at(SUPPLY, "2.1 Time", into=0))


class TestDefinition:
    async def test_of_a_citation_is_the_clause(self, editor: Editor):
        uri = await opened(editor)
        (link,) = await editor.definition(uri, *at(SUPPLY, "Section 2.2(b)"))
        assert isinstance(link, types.LocationLink)
        assert link.target_uri == uri
        assert slice_of(SUPPLY, link.origin_selection_range) == "Section 2.2(b)"
        assert slice_of(SUPPLY, link.target_range).startswith("(b) another place that a Party names.")
        assert slice_of(SUPPLY, link.target_selection_range).startswith("(b)")

    async def test_of_a_term_is_where_it_is_defined(self, editor: Editor):
        uri = await opened(editor)
        (link,) = await editor.definition(uri, *at(SUPPLY, "Goods within"))
        assert slice_of(SUPPLY, link.target_selection_range) == "Goods"
        assert link.target_selection_range.start == types.Position(*at(SUPPLY, '"Goods"', into=1))
        assert "means the *special* goods" in slice_of(SUPPLY, link.target_range)

    async def test_of_a_term_defined_twice_is_both(self, editor: Editor):
        text = '1. TERMS\n\n"Fee" means one dollar.\n\n"Fee" means two dollars.\n\n2. PAYMENT\n\nThe Fee is due.\n'
        uri = await opened(editor, text)
        links = await editor.definition(uri, *at(text, "Fee is"))
        assert [link.target_selection_range.start.line for link in links] == [2, 4]

    async def test_of_an_ambiguous_citation_is_every_place_it_may_mean(self, editor: Editor):
        text = "1. FIRST\n\nSee Section 3.\n\n2. SECOND\n\nText.\n\n3. THIRD\n\nText.\n\n3. AGAIN\n\nText.\n\n4. LAST\n"
        uri = await opened(editor, text)
        links = await editor.definition(uri, *at(text, "Section 3"))
        assert [link.target_range.start.line for link in links] == [8, 12]
        assert "may mean 2 places" in await editor.hover_text(uri, *at(text, "Section 3"))

    async def test_of_anything_else_is_nothing(self, editor: Editor):
        uri = await opened(editor)
        assert not await editor.definition(uri, *at(SUPPLY, "warehouse"))
        assert not await editor.definition(uri, *at(SUPPLY, "Section 9.9"))


def names(symbols: Any) -> list[Any]:
    return [(one.name, names(one.children)) if one.children else one.name for one in symbols]


class TestOutline:
    async def test_is_the_clause_tree(self, editor: Editor):
        uri = await opened(editor)
        symbols = await editor.symbols(uri)
        tree = names(symbols)
        assert [one[0] if isinstance(one, tuple) else one for one in tree][-4:] == [
            "1 DEFINITIONS",
            "2 DELIVERY",
            "3 PRICE",
            "4 LIABILITY",
        ]
        delivery = symbols[-3]
        assert [child.name.split()[0] for child in delivery.children] == ["2.1", "2.2"]
        assert [child.name for child in delivery.children[1].children] == ["2.2(a)", "2.2(b)"]
        assert delivery.children[1].children[1].detail == "another place that a Party names."

    async def test_every_selection_lies_in_its_range_and_every_child_in_its_parent(self, editor: Editor):
        uri = await opened(editor)

        def place(position: types.Position) -> tuple[int, int]:
            return position.line, position.character

        def holds(outer: types.Range, inner: types.Range) -> bool:
            return place(outer.start) <= place(inner.start) and place(inner.end) <= place(outer.end)

        def walk(symbol: types.DocumentSymbol) -> int:
            assert symbol.name.strip()
            assert holds(symbol.range, symbol.selection_range)
            assert all(holds(symbol.range, child.range) for child in symbol.children or [])
            return 1 + sum(walk(child) for child in symbol.children or [])

        assert sum(walk(symbol) for symbol in await editor.symbols(uri)) >= 11

    async def test_a_text_without_clauses_has_an_empty_one(self, editor: Editor):
        uri = await opened(editor, "Dear Madam,\n\nthank you.\n")
        assert not await editor.symbols(uri)


class TestDiagnostics:
    async def test_have_all_that_an_editor_shows(self, editor: Editor):
        uri = await opened(editor)
        found = {one.code: one for one in await editor.diagnostics_for(uri, 1)}
        nowhere = found["CW201"]
        assert nowhere.source == "clausewright"
        assert slice_of(SUPPLY, nowhere.range) == "Section 9.9"
        assert nowhere.severity in (types.DiagnosticSeverity.Error, types.DiagnosticSeverity.Warning)
        assert "9.9" in nowhere.message
        assert nowhere.data["code"] == "CW201-unresolved-reference"

    async def test_come_and_go_with_the_typing(self, editor: Editor):
        uri = await opened(editor)
        line, character = at(SUPPLY, "Section 9.9", into=8)
        editor.change(uri, 2, (line, character, line, character + 3, "3.2"))
        after = await editor.diagnostics_for(uri, 2)
        assert "CW201" not in {one.code for one in after}
        editor.change(uri, 3, (line, character, line, character + 3, "9.9"))
        assert "CW201" in {one.code for one in await editor.diagnostics_for(uri, 3)}

    async def test_related_places_where_the_client_shows_them(self, editor: Editor):
        text = '1. TERMS\n\n"Fee" means one dollar.\n\n"Fee" means two dollars.\n\n2. PAYMENT\n\nThe Fee is due.\n'
        uri = await opened(editor, text)
        twice = [one for one in await editor.diagnostics_for(uri, 1) if one.related_information]
        assert twice
        assert all(place.location.uri == uri for one in twice for place in one.related_information or [])

    async def test_a_form_feed_and_separators_of_word_shift_nothing(self, editor: Editor):
        text = SUPPLY.replace("2. DELIVERY", "page two\f\u2028\x85 end\n\n2. DELIVERY").replace("Neither", "😀 Neither")
        uri = await opened(editor, text)
        editor.change(uri, 2, (0, 0, 0, 6, "SALES"))
        text = text.replace("SUPPLY", "SALES", 1)
        (nowhere,) = [one for one in await editor.diagnostics_for(uri, 2) if one.code == "CW201"]
        assert slice_of(text, nowhere.range) == "Section 9.9"


@pytest_lsp.fixture(config=SERVER, scope="module")
async def plain_editor(lsp_client: Editor):
    """A client that says it can do next to nothing."""
    await lsp_client.initialize_session(types.InitializeParams(capabilities=types.ClientCapabilities()))
    yield
    await lsp_client.shutdown_session()


class TestAPlainClient:
    async def test_hover_is_plain_text(self, plain_editor: Editor):
        uri = await opened(plain_editor)
        answer = await plain_editor.hover(uri, *at(SUPPLY, "Goods within"))
        assert answer is not None
        assert isinstance(answer.contents, types.MarkupContent)
        assert answer.contents.kind == types.MarkupKind.PlainText
        assert '    "Goods" means the *special* goods # 5 <boxed> of a Group.' in answer.contents.value

    async def test_definition_is_a_list_of_places(self, plain_editor: Editor):
        uri = await opened(plain_editor)
        (place,) = await plain_editor.definition(uri, *at(SUPPLY, "Goods within"))
        assert isinstance(place, types.Location)
        assert slice_of(SUPPLY, place.range) == "Goods"

    async def test_the_outline_is_a_list(self, plain_editor: Editor):
        uri = await opened(plain_editor)
        symbols = await plain_editor.symbols(uri)
        assert all(isinstance(one, types.SymbolInformation) for one in symbols)
        assert {one.name: one.container_name for one in symbols}["2.2(b)"].startswith("2.2")

    async def test_diagnostics_have_no_related_places(self, plain_editor: Editor):
        text = '1. TERMS\n\n"Fee" means one dollar.\n\n"Fee" means two dollars.\n\n2. PAYMENT\n\nThe Fee is due.\n'
        uri = await opened(plain_editor, text)
        found = await plain_editor.diagnostics_for(uri, 1)
        assert found
        assert all(one.related_information is None for one in found)


ENCODINGS = [types.PositionEncodingKind.Utf8, types.PositionEncodingKind.Utf16, types.PositionEncodingKind.Utf32]
UNITS = {"utf-8": lambda t: len(t.encode()), "utf-16": lambda t: len(t.encode("utf-16-le")) // 2, "utf-32": len}


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_columns_are_counted_as_agreed(encoding: types.PositionEncodingKind):
    editor = make_editor()
    await editor.start_io(*SERVER.server_command)
    try:
        general = types.GeneralClientCapabilities(position_encodings=[encoding])
        await editor.initialize_session(types.InitializeParams(types.ClientCapabilities(general=general)))
        units = UNITS[encoding.value]
        line = "2.1 “Ärger” 😀 𝔄 is settled under "
        text = f"1. FIRST\n\nText.\n\n2. SECOND\n\n{line}Section 9.9.\n"
        uri = await opened(editor, text)
        (nowhere,) = [one for one in await editor.diagnostics_for(uri, 1) if one.code == "CW201"]
        assert nowhere.range.start == types.Position(6, units(line))
        assert nowhere.range.end == types.Position(6, units(line) + len("Section 9.9"))
        start = units(line) + len("Section ")
        editor.change(uri, 2, (6, start, 6, start + 3, "8.8"))
        (nowhere,) = [one for one in await editor.diagnostics_for(uri, 2) if one.code == "CW201"]
        assert "8.8" in nowhere.message
        assert await editor.hover(uri, 6, start)
    finally:
        await editor.shutdown_session()
        await editor.stop()
