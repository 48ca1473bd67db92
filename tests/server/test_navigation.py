"""Finding one's way through a contract, as an editor gets it, through a client that checks the protocol."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from lsp_harness import SERVER, SUPPLY, Editor, at, make_editor, offset_of, opened, slice_of
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

MARKDOWN = """\
# Terms of Service

1. **Definitions.** In these terms, "Customer" means the person who orders, and "Fees" means what a Customer pays.
2. **Payment.** The Customer pays the Fees 😀 under [the list](prices.md), see https://example.test/a_(b).
   1. Invoices. The Customer's invoices follow Section 2.
   2. Interest. Late Fees bear interest.
"""
NESTED = """\
ARTICLE I
DELIVERY

1.1 Time. The Supplier delivers 😀 on time. Late goods may be refused, subject to Section 1.2. Nothing else follows.

1.2 Place. The Supplier delivers:

(a) to the warehouse; and

(b) to the port.
"""


def document(uri: str) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri)


async def found_references(editor: Editor, uri: str, place: tuple[int, int], *, declared: bool = False) -> Any:
    context = types.ReferenceContext(include_declaration=declared)
    params = types.ReferenceParams(context, document(uri), types.Position(*place))
    return await editor.text_document_references_async(params)


class TestReferences:
    async def test_of_a_term_are_its_uses_with_plurals_and_possessives(self, editor: Editor):
        text = '1. A\n\n"Order" means a paper.\n\n2. B\n\nThe Orders are due. An Order\'s date is fixed. ORDERS fail.\n'
        uri = await opened(editor, text)
        used = await found_references(editor, uri, at(text, "Order's"))
        assert [slice_of(text, one.range) for one in used] == ["Orders", "Order", "ORDERS"]
        both = await found_references(editor, uri, at(text, "Order's"), declared=True)
        assert [one.range.start.line for one in both] == [2, 6, 6, 6]

    async def test_of_a_clause_are_the_citations_of_it(self, editor: Editor):
        uri = await opened(editor)
        citing = await found_references(editor, uri, at(SUPPLY, "3.1 The", into=0))
        assert [slice_of(SUPPLY, one.range) for one in citing] == ["Section 3.1", "Section 3.1"]
        declared = await found_references(editor, uri, at(SUPPLY, "3.1 The", into=0), declared=True)
        assert slice_of(SUPPLY, declared[1].range) == "3.1"

    async def test_of_a_citation_are_those_of_the_cited_clause(self, editor: Editor):
        uri = await opened(editor)
        citing = await found_references(editor, uri, at(SUPPLY, "Section 3.1 requires", into=9))
        assert [one.range.start.line for one in citing] == [at(SUPPLY, "Section 3.1", nth)[0] for nth in (0, 1)]

    async def test_of_a_citation_that_leads_nowhere_are_its_likes(self, editor: Editor):
        text = "1. A\n\nSee Section 9.9 and Section 8.\n\n2. B\n\nSee Section 9.9.\n"
        uri = await opened(editor, text)
        lines = [one.range.start.line for one in await found_references(editor, uri, at(text, "Section 9.9"))]
        assert lines == [2, 6]

    async def test_of_plain_words_are_none(self, editor: Editor):
        uri = await opened(editor)
        assert not await found_references(editor, uri, at(SUPPLY, "warehouse"))


class TestHighlights:
    async def test_tell_the_definition_from_the_uses(self, editor: Editor):
        uri = await opened(editor)
        params = types.DocumentHighlightParams(document(uri), types.Position(*at(SUPPLY, "Group.")))
        marks = await editor.text_document_document_highlight_async(params)
        assert marks is not None
        kinds = [(slice_of(SUPPLY, one.range), one.kind) for one in marks]
        assert kinds == [("Group", types.DocumentHighlightKind.Write), ("Group", types.DocumentHighlightKind.Read)]

    async def test_of_a_citation_mark_the_clause_and_all_that_cite_it(self, editor: Editor):
        uri = await opened(editor)
        params = types.DocumentHighlightParams(document(uri), types.Position(*at(SUPPLY, "Section 3.1")))
        marks = await editor.text_document_document_highlight_async(params)
        assert marks is not None
        assert [slice_of(SUPPLY, one.range) for one in marks] == ["Section 3.1", "3.1", "Section 3.1"]


class TestDeclaration:
    async def test_is_where_the_definition_is(self, editor: Editor):
        uri = await opened(editor)
        params = types.DeclarationParams(document(uri), types.Position(*at(SUPPLY, "Goods within")))
        (link,) = await editor.text_document_declaration_async(params)  # type: ignore[misc, union-attr]
        assert slice_of(SUPPLY, link.target_selection_range) == "Goods"  # type: ignore[union-attr]

    async def test_of_a_marker_is_the_clause_itself(self, editor: Editor):
        uri = await opened(editor)
        (link,) = await editor.definition(uri, *at(SUPPLY, "3.1 The", into=0))
        assert slice_of(SUPPLY, link.target_selection_range) == "3.1"


class TestTermsInTheOutline:
    async def test_stand_in_the_clause_that_defines_them(self, editor: Editor):
        uri = await opened(editor)
        clause = next(one for one in await editor.symbols(uri) if one.name == "1 DEFINITIONS")
        terms = [(one.name, one.kind) for one in clause.children]
        assert terms == [(name, types.SymbolKind.Constant) for name in ("Affiliate", "Group", "Goods", "Party")]
        assert slice_of(SUPPLY, clause.children[1].selection_range) == "Group"


class TestFolding:
    async def folds(self, editor: Editor, text: str, ending: str = "contract") -> list[tuple[int, int, Any]]:
        uri = await opened(editor, text, ending)
        params = types.FoldingRangeParams(document(uri))
        found = await editor.text_document_folding_range_async(params)
        return [(one.start_line, one.end_line, one.kind) for one in found or []]

    async def test_holds_each_clause_with_all_below_it(self, editor: Editor):
        folds = await self.folds(editor, NESTED)
        assert (0, 9, None) in folds
        assert (5, 9, None) in folds

    async def test_takes_the_contents_together(self, editor: Editor):
        text = (
            "SUPPLY AGREEMENT\n\nTABLE OF CONTENTS\n\n1. Delivery .......... 1\n2. Price .......... 2\n"
            "3. Term .......... 3\n\n1. DELIVERY\n\nText.\n\n2. PRICE\n\nText.\n\n3. TERM\n\nText.\n"
        )
        contents = [fold for fold in await self.folds(editor, text) if fold[2] == types.FoldingRangeKind.Imports]
        assert contents
        assert contents[0][1] == 6

    async def test_holds_a_schedule_with_its_parts(self, editor: Editor):
        text = (
            "1. PRICE\n\nAs in Schedule 1.\n\nSCHEDULE 1\nPRICES\n\n"
            "Part A: Goods\n\n1. Tin.\n\nPart B: Work\n\n1. None.\n"
        )
        folds = await self.folds(editor, text)
        assert (4, 13, None) in folds
        assert (7, 9, None) in folds
        assert (11, 13, None) in folds

    async def test_lines_of_every_kind_of_break(self, editor: Editor):
        assert await self.folds(editor, NESTED.replace("\n", "\r\n")) == await self.folds(editor, NESTED)

    async def test_an_empty_document_has_none(self, editor: Editor):
        assert await self.folds(editor, "") == []


class TestGrowingASelection:
    async def steps(self, editor: Editor, text: str, place: tuple[int, int]) -> list[str]:
        uri = await opened(editor, text)
        params = types.SelectionRangeParams(document(uri), [types.Position(*place)])
        (step,) = await editor.text_document_selection_range_async(params) or []
        spans: list[str] = []
        current: types.SelectionRange | None = step
        while current is not None:
            spans.append(slice_of(text, current.range))
            current = current.parent
        return spans

    async def test_takes_word_sentence_clause_article_document(self, editor: Editor):
        steps = await self.steps(editor, NESTED, at(NESTED, "refused"))
        assert steps[0] == "refused"
        assert steps[1] == "Late goods may be refused, subject to Section 1.2."
        assert steps[2].startswith("The Supplier delivers 😀") or steps[2].startswith("Time. The Supplier")
        assert steps[3].startswith("1.1 Time.")
        assert steps[3].endswith("Nothing else follows.")
        assert steps[-2].startswith("ARTICLE I")
        assert steps[-2].endswith("(b) to the port.")
        assert steps[-1] == NESTED

    async def test_takes_word_phrase_sentence_sub_clause_clause_and_article_in_turn(self, editor: Editor):
        text = (
            "ARTICLE I\nDELIVERY\n\n1.1 Time. The Supplier is not late where:\n\n"
            "(a) the Customer agrees. What Section 1.2 says holds all the same. No more is owed; or\n\n"
            "(b) the sea is frozen.\n\n1.2 Place. To the port.\n\nARTICLE II\nPRICE\n\n2.1 Sum. Ten pounds.\n"
        )
        steps = await self.steps(editor, text, at(text, "Section 1.2", into=3))
        assert steps[:3] == ["Section", "Section 1.2", "What Section 1.2 says holds all the same."]
        sub_clause, clause, article, document = (
            next(step for step in steps if step.startswith(start) and step.rstrip().endswith(end))
            for start, end in (
                ("(a) the Customer", "owed; or"),
                ("1.1 Time.", "is frozen."),
                ("ARTICLE I\n", "To the port."),
                ("ARTICLE I\n", "Ten pounds."),
            )
        )
        order = [steps.index(step) for step in (sub_clause, clause, article, document)]
        assert order == sorted(order)
        assert order[-1] == len(steps) - 1

    async def test_takes_a_citation_as_a_phrase(self, editor: Editor):
        steps = await self.steps(editor, NESTED, at(NESTED, "Section 1.2", into=9))
        assert steps[1] == "Section 1.2"

    async def test_each_step_holds_the_one_before(self, editor: Editor):
        steps = await self.steps(editor, SUPPLY, at(SUPPLY, "another place"))
        assert [step for step, larger in itertools.pairwise(steps) if step not in larger] == []
        assert "(b) another place that a Party names." in steps
        assert len(set(steps)) == len(steps)

    async def test_in_an_empty_document(self, editor: Editor):
        assert await self.steps(editor, "", (0, 0)) == [""]


class TestLinks:
    async def links(self, editor: Editor, text: str, ending: str) -> tuple[str, dict[str, types.DocumentLink]]:
        uri = await opened(editor, text, ending)
        found = await editor.text_document_document_link_async(types.DocumentLinkParams(document(uri)))
        return uri, {slice_of(text, one.range): one for one in found or []}

    async def test_lead_from_a_citation_to_the_line_of_its_clause(self, editor: Editor):
        uri, links = await self.links(editor, SUPPLY, "contract")
        line, column = at(SUPPLY, "(b) another", into=0)
        assert links["Section 2.2(b)"].target == f"{uri}#L{line + 1},{column + 1}"
        assert links["Section 2.2(b)"].tooltip == "2.2(b) (in 2.2 Place)"
        assert "Section 9.9" not in links

    async def test_lead_to_web_addresses_and_files(self, editor: Editor):
        _, links = await self.links(editor, MARKDOWN, "contract.md")
        assert links["https://example.test/a_(b"].target == "https://example.test/a_(b"
        assert links["prices.md"].target == "file:///contracts/prices.md"

    async def test_an_ambiguous_citation_has_none(self, editor: Editor):
        text = "1. FIRST\n\nSee Section 3.\n\n2. SECOND\n\nText.\n\n3. THIRD\n\nText.\n\n3. AGAIN\n\nText.\n\n4. LAST\n"
        _, links = await self.links(editor, text, "txt")
        assert links == {}

    async def test_a_document_that_is_no_file_has_no_places_to_link_to(self, editor: Editor):
        editor.open("untitled:Untitled-9", SUPPLY)
        await editor.diagnostics_for("untitled:Untitled-9", 1)
        params = types.DocumentLinkParams(document("untitled:Untitled-9"))
        assert not await editor.text_document_document_link_async(params)


class TestWhoCitesWhom:
    async def item(self, editor: Editor, uri: str, place: tuple[int, int]) -> types.CallHierarchyItem:
        params = types.CallHierarchyPrepareParams(document(uri), types.Position(*place))
        (item,) = await editor.text_document_prepare_call_hierarchy_async(params) or []
        return item

    async def test_incoming_are_the_clauses_that_cite_or_override(self, editor: Editor):
        uri = await opened(editor)
        item = await self.item(editor, uri, at(SUPPLY, "2.1 Time", into=0))
        assert item.name == "2.1 Time"
        (call,) = await editor.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(item)) or []
        assert call.from_.name == "3.2"
        assert call.from_.detail == "notwithstanding"
        assert [slice_of(SUPPLY, one) for one in call.from_ranges] == ["Section 2.1"]

    async def test_incoming_are_those_it_gives_way_to(self, editor: Editor):
        uri = await opened(editor)
        item = await self.item(editor, uri, at(SUPPLY, "2.2 Place", into=0))
        calls = await editor.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(item)) or []
        assert ("4 LIABILITY", "overrides: subject to") in [(call.from_.name, call.from_.detail) for call in calls]

    async def test_outgoing_are_the_clauses_cited(self, editor: Editor):
        uri = await opened(editor)
        item = await self.item(editor, uri, at(SUPPLY, "need not deliver"))
        calls = await editor.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(item)) or []
        cited = {call.to.name: [slice_of(SUPPLY, one) for one in call.from_ranges] for call in calls}
        assert cited == {"2.1 Time": ["Section 2.1"], "3.1": ["Section 3.1"]}

    async def test_a_citation_stands_for_its_clause(self, editor: Editor):
        uri = await opened(editor)
        assert (await self.item(editor, uri, at(SUPPLY, "Section 2.2(b)", into=9))).name == "2.2(b)"

    async def test_an_item_outlives_an_edit(self, editor: Editor):
        uri = await opened(editor)
        item = await self.item(editor, uri, at(SUPPLY, "2.1 Time", into=0))
        editor.change(uri, 2, (0, 0, 0, 0, "A LONG NEW TITLE\n\n"))
        calls = await editor.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(item)) or []
        assert [call.from_.name for call in calls] == ["3.2"]


class TestWhatRestsOnWhat:
    async def test_above_are_the_terms_of_the_definition_below_those_that_use_it(self, editor: Editor):
        uri = await opened(editor)
        params = types.TypeHierarchyPrepareParams(document(uri), types.Position(*at(SUPPLY, '"Group"', into=2)))
        (item,) = await editor.text_document_prepare_type_hierarchy_async(params) or []
        assert (item.name, item.detail) == ("Group", "1 DEFINITIONS")
        above = await editor.type_hierarchy_supertypes_async(types.TypeHierarchySupertypesParams(item)) or []
        assert [one.name for one in above] == ["Party", "Affiliate"]
        below = await editor.type_hierarchy_subtypes_async(types.TypeHierarchySubtypesParams(item)) or []
        assert [one.name for one in below] == ["Goods"]
        assert slice_of(SUPPLY, below[0].selection_range) == "Goods"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_places_are_counted_as_agreed(encoding: str):
    editor = make_editor()
    await editor.start_io(*SERVER.server_command)
    try:
        general = types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind(encoding)])
        await editor.initialize_session(types.InitializeParams(types.ClientCapabilities(general=general)))
        text = '1. “Ärger” 😀\n\n𝔄 "Fee" means one dollar.\n\n2. ÜBER\n\n😀𝔄 The Fees are due under Section 1.\n'
        uri = await opened(editor, text)
        used = await found_references(editor, uri, at(text, "Fees", encoding=encoding), declared=True)
        assert [slice_of(text, one.range, encoding) for one in used] == ["Fee", "Fees"]
        params = types.SelectionRangeParams(document(uri), [types.Position(*at(text, "Section 1", encoding=encoding))])
        (step,) = await editor.text_document_selection_range_async(params) or []
        assert slice_of(text, step.range, encoding) == "Section"
        assert step.parent is not None
        assert slice_of(text, step.parent.range, encoding) == "Section 1"
        assert offset_of(text, step.range.start, encoding) == text.index("Section 1")
    finally:
        await editor.shutdown_session()
        await editor.stop()
