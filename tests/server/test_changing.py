"""Renaming, renumbering, quick fixes and linked editing, through a client that checks the protocol."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from lsp_harness import SERVER, SUPPLY, Editor, at, make_editor, offset_of, opened, slice_of
from lsprotocol import types
from pygls.exceptions import JsonRpcException

pytestmark = pytest.mark.asyncio(loop_scope="module")

FAULTY = """\
1. TERMS

"Affiliate" means a company that the seller controls.

"Goods" means what the seller sells 😀 to an Affiliate.

"Spare Part" means a part of the Goods.

2. DELIVERY

2.1 Time. The seller delivers the Goods under Section 2.4 (Place).

2.3 Notice. The Escrow Account bears interest. The seller pays into the Escrow Account within thirty (60) days.

2.4 Place. The the Goods are delivered as Section 2.7 says, to the Escrow Account (for the time being.
"""


def applied(text: str, edit: types.WorkspaceEdit | None, encoding: str = "utf-16") -> str:
    """*text* after a workspace edit of one document."""
    assert edit is not None
    if edit.document_changes:
        (change,) = edit.document_changes
        assert isinstance(change, types.TextDocumentEdit)
        edits: list[Any] = list(change.edits)
    else:
        assert edit.changes is not None
        (edits,) = [list(one) for one in edit.changes.values()]
    for one in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        start, end = (offset_of(text, place, encoding) for place in (one.range.start, one.range.end))
        text = text[:start] + one.new_text + text[end:]
    return text


async def renamed(editor: Editor, uri: str, place: tuple[int, int], new: str) -> types.WorkspaceEdit | None:
    params = types.RenameParams(types.TextDocumentIdentifier(uri), types.Position(*place), new)
    return await editor.text_document_rename_async(params)


class TestRename:
    async def test_prepare_names_the_term_and_its_place(self, editor: Editor):
        uri = await opened(editor)
        params = types.PrepareRenameParams(
            types.TextDocumentIdentifier(uri), types.Position(*at(SUPPLY, "Goods within"))
        )
        answer = await editor.text_document_prepare_rename_async(params)
        assert isinstance(answer, types.PrepareRenamePlaceholder)
        assert (slice_of(SUPPLY, answer.range), answer.placeholder) == ("Goods", "Goods")

    async def test_prepare_names_the_number_of_a_clause(self, editor: Editor):
        uri = await opened(editor)
        params = types.PrepareRenameParams(
            types.TextDocumentIdentifier(uri), types.Position(*at(SUPPLY, "(b) another"))
        )
        answer = await editor.text_document_prepare_rename_async(params)
        assert isinstance(answer, types.PrepareRenamePlaceholder)
        assert (slice_of(SUPPLY, answer.range), answer.placeholder) == ("(b)", "2.2(b)")

    @pytest.mark.parametrize("words", ["warehouse", "Section 3.1", "Time."])
    async def test_prepare_refuses_anything_else(self, editor: Editor, words: str):
        uri = await opened(editor)
        params = types.PrepareRenameParams(types.TextDocumentIdentifier(uri), types.Position(*at(SUPPLY, words)))
        assert await editor.text_document_prepare_rename_async(params) is None

    async def test_of_a_term_changes_every_use_in_its_own_form(self, editor: Editor):
        text = SUPPLY.replace("accept them", "accept 😀 the Group's AFFILIATES and Affiliates'\n  affairs")
        uri = await opened(editor, text)
        after = applied(text, await renamed(editor, uri, at(text, '"Affiliate"', into=3), "Related Company"))
        assert '"Related Company" means a company' in after
        assert "each Related Company of it" in after
        assert "accept 😀 the Group's RELATED COMPANIES and Related Companies'\n  affairs" in after
        assert after.count("Affiliate") == 0

    async def test_of_a_term_is_one_edit_of_the_version_it_was_made_for(self, editor: Editor):
        uri = await opened(editor)
        editor.change(uri, 2, (0, 0, 0, 6, "GOODS"))
        edit = await renamed(editor, uri, at(SUPPLY, "Goods within"), "Products")
        assert edit is not None
        assert edit.document_changes is not None
        (change,) = edit.document_changes
        assert isinstance(change, types.TextDocumentEdit)
        assert (change.text_document.uri, change.text_document.version) == (uri, 2)

    async def test_of_a_number_takes_its_citations_along(self, editor: Editor):
        uri = await opened(editor)
        after = applied(SUPPLY, await renamed(editor, uri, at(SUPPLY, "(b) another", into=1), "(c)"))
        assert "(c) another place that a Party names." in after
        assert "Section 9.9 or Section 2.2(c)." in after

    async def test_to_a_name_that_is_taken_is_refused_with_the_reason(self, editor: Editor):
        uri = await opened(editor)
        with pytest.raises(JsonRpcException, match="“Group” is defined already") as refused:
            await renamed(editor, uri, at(SUPPLY, "Goods within"), "Group")
        assert refused.value.code == -32803

    async def test_in_markdown_with_windows_line_ends(self, editor: Editor):
        text = '# Terms\r\n\r\n1. **"Fee"** means a sum.\r\n2. The Fee is due.\r\n   The Fees bear interest.\r\n'
        uri = await opened(editor, text, "contract.md")
        edit = await renamed(editor, uri, at(text, "Fee is"), "Charge")
        assert applied(text, edit) == text.replace("Fee", "Charge")

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
    async def test_in_every_unit(self, encoding: str):
        client = make_editor()
        await client.start_io(*SERVER.server_command)
        try:
            general = types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind(encoding)])
            await client.initialize_session(types.InitializeParams(types.ClientCapabilities(general=general)))
            text = "1. ÄÖ\n\n😀 “Fee” means 𝔄 sum.\n\n2. B\n\n😀𝔄 The Fees and é a Fee’s date.\n"
            uri = await opened(client, text)
            edit = await renamed(client, uri, at(text, "Fees", encoding=encoding), "Charge")
            assert applied(text, edit, encoding) == text.replace("Fee", "Charge")
        finally:
            await client.shutdown_session()
            await client.stop()


class TestLinkedEditing:
    async def linked(self, editor: Editor, text: str, place: tuple[int, int]) -> list[str] | None:
        uri = await opened(editor, text)
        params = types.LinkedEditingRangeParams(types.TextDocumentIdentifier(uri), types.Position(*place))
        answer = await editor.text_document_linked_editing_range_async(params)
        return None if answer is None else [slice_of(text, one) for one in answer.ranges]

    async def test_ties_a_definition_to_the_uses_in_its_form(self, editor: Editor):
        text = '1. A\n\n"Order" means a paper.\n\n2. B\n\nThe Order is one of the Orders. An Order ends.\n'
        assert await self.linked(editor, text, at(text, '"Order"', into=2)) == ["Order"] * 3

    async def test_is_offered_in_the_definition_only(self, editor: Editor):
        assert await self.linked(editor, SUPPLY, at(SUPPLY, "Goods within")) is None

    async def test_is_not_offered_where_it_is_defined_twice(self, editor: Editor):
        text = '1. A\n\n"Fee" means one.\n\n"Fee" means two.\n\n2. B\n\nThe Fee.\n'
        assert await self.linked(editor, text, at(text, '"Fee"', into=2)) is None


async def actions_on(
    editor: Editor, uri: str, *, code: str | None = None, place: tuple[int, int] = (0, 0), only: list[str] | None = None
) -> list[types.CodeAction]:
    """What is offered on the first finding with *code*, or at *place*."""
    diagnostics = []
    span = types.Range(types.Position(*place), types.Position(*place))
    if code is not None:
        diagnostics = [one for one in await editor.diagnostics_for(uri) if one.code == code][:1]
        assert diagnostics, f"no finding {code}"
        span = diagnostics[0].range
    kinds: Any = only
    context = types.CodeActionContext(diagnostics=diagnostics, only=kinds)
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), span, context)
    return [
        one for one in await editor.text_document_code_action_async(params) or [] if isinstance(one, types.CodeAction)
    ]


async def taken(editor: Editor, text: str, actions: list[types.CodeAction], title: str) -> str:
    """*text* after the action whose title begins with *title*."""
    (action,) = [one for one in actions if one.title.startswith(title)]
    return applied(text, (await editor.code_action_resolve_async(action)).edit)


class TestQuickFixes:
    @pytest.mark.parametrize(
        ("code", "title", "before", "after"),
        [
            ("CW101", "Renumber this list", "2.3 Notice", "2.2 Notice"),
            ("CW201", "Cite 2.4 (Place)", "Section 2.7", "Section 2.4"),
            ("CW402", "Let the figure follow", "thirty (60)", "thirty (30)"),
            ("CW406", "Delete the second", "The the Goods are", "The Goods are"),
            ("CW301", "Add a definition of", '"Goods" means', '"Escrow Account" means [●].\n\n"Goods" means'),
            ("CW302", "Delete the definition of “Spare Part”", '"Spare Part" means a part of the Goods.\n\n', ""),
            ("CW403", "Insert “)”", "for the time being.", "for the time being)."),
        ],
    )
    async def test_mend_what_was_found(self, editor: Editor, code: str, title: str, before: str, after: str):
        uri = await opened(editor, FAULTY)
        actions = await actions_on(editor, uri, code=code, only=["quickfix"])
        assert all(one.kind == types.CodeActionKind.QuickFix and one.edit is None for one in actions)
        mended = await taken(editor, FAULTY, actions, title)
        expected = FAULTY.replace(before, after, 1)
        if code == "CW101":
            expected = expected.replace("2.4 Place", "2.3 Place").replace("Section 2.4", "Section 2.3")
        assert mended == expected

    async def test_close_a_bracket_where_its_sentence_or_its_clause_ends(self, editor: Editor):
        text = "1. A\n\nIt goes) on.\n\n2. B\n\nThe seller (who 😀 knows sells them. It may:\n\n(a) wait [for now;\n"
        uri = await opened(editor, text)
        found = [one for one in await editor.diagnostics_for(uri) if one.code == "CW403"]
        mended = text
        for diagnostic in reversed(found):
            context = types.CodeActionContext([diagnostic], [types.CodeActionKind.QuickFix])
            params = types.CodeActionParams(types.TextDocumentIdentifier(uri), diagnostic.range, context)
            action = (await editor.text_document_code_action_async(params) or [])[0]
            assert isinstance(action, types.CodeAction)
            mended = applied(mended, (await editor.code_action_resolve_async(action)).edit)
        assert mended == (
            "1. A\n\nIt goes on.\n\n2. B\n\nThe seller (who 😀 knows sells them). It may:\n\n(a) wait [for now];\n"
        )

    async def test_write_a_defined_term_with_its_capitals(self, editor: Editor):
        text = (
            '1. TERMS\n\n"Delivery Date" means 1 May 2024.\n\n2. TIME\n\nThe Delivery Date may move. The seller names '
            "the Delivery Date. Goods come 😀 on the delivery date, and not later.\n"
        )
        uri = await opened(editor, text)
        mended = await taken(editor, text, await actions_on(editor, uri, code="CW305"), "Write the defined term")
        assert mended == text.replace("delivery date", "Delivery Date")

    async def test_do_not_define_a_term_among_the_names_of_the_parties(self, editor: Editor):
        text = (
            "COOPERATION AGREEMENT\n\nParty A: Osprey Grid Ltd\n\nParty B: Heron Mills plc\n\n1. PAYMENT\n\n"
            "The Escrow Account bears interest. Party A pays into the Escrow Account, and Party B out of the Escrow "
            "Account.\n"
        )
        uri = await opened(editor, text)
        offered = [one.title for one in await actions_on(editor, uri, code="CW301")]
        assert [title for title in offered if not title.startswith("Silence")] == []

    async def test_keep_one_of_two_definitions(self, editor: Editor):
        text = '1. TERMS\n\n"Fee" means one dollar.\n\n"Fee" means two dollars.\n\n2. PAYMENT\n\nThe Fee is due.\n'
        uri = await opened(editor, text)
        actions = await actions_on(editor, uri, code="CW303")
        assert "two dollars" not in await taken(editor, text, actions, "Keep the first")
        assert "one dollar" not in await taken(editor, text, actions, "Keep this")

    async def test_give_the_caption_that_the_clause_has(self, editor: Editor):
        text = (
            "1. TIME\n\nText of this clause.\n\n2. PLACE\n\nText of that clause.\n\n3. PRICE\n\n"
            "See Section 1 (Place) and Section 3 (Price).\n"
        )
        uri = await opened(editor, text)
        actions = await actions_on(editor, uri, code="CW203")
        assert "Section 1 (TIME) and" in await taken(editor, text, actions, "Write the heading of 1")
        assert "Section 2 (Place) and" in await taken(editor, text, actions, "Cite 2")

    async def test_a_term_can_be_defined_from_any_of_its_uses(self, editor: Editor):
        text = (
            "1. MEANINGS\n\n“Fee” means ten pounds.\n\n“Place” means Leeds.\n\n2. START\n\n"
            "2.1 The Fee is due on the Opening Date at the Place.\n\n2.2 The Opening Date is a Monday.\n"
        )
        uri = await opened(editor, text)
        span = types.Range(
            types.Position(*at(text, "Opening Date", nth=1)), types.Position(*at(text, "Opening Date", 1))
        )
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), span, types.CodeActionContext([]))
        actions: Any = await editor.text_document_code_action_async(params)
        defined = await taken(editor, text, actions, "Add a definition of “Opening Date”")
        assert "“Fee” means ten pounds.\n\n“Opening Date” means [●].\n\n“Place”" in defined

    async def test_numbers_are_offered_with_the_heading_they_stand_under(self, editor: Editor):
        text = (
            "1. TIME\n\n1.1 The goods come soon.\n\n1.2 The price is due later.\n\n"
            "2. PLACE\n\n2.1 As clause 1.3 says, and clause 1.1 too.\n"
        )
        uri = await opened(editor, text)
        titles = [one.title for one in await actions_on(editor, uri, code="CW201")]
        assert "Cite 1.2 (in 1 TIME)" in titles

    async def test_that_need_a_look_are_shown_before_they_are_made(self, editor: Editor):
        uri = await opened(editor, FAULTY)
        (action,) = [one for one in await actions_on(editor, uri, code="CW302") if one.title.startswith("Delete")]
        edit = (await editor.code_action_resolve_async(action)).edit
        assert edit is not None
        assert edit.change_annotations is not None
        (annotation,) = edit.change_annotations.values()
        assert annotation.needs_confirmation
        assert annotation.label == "Delete the definition of “Spare Part”"

    async def test_silence_a_finding_in_markdown_alone_by_a_comment(self, editor: Editor):
        uri = await opened(editor, FAULTY, "contract.md")
        actions = await actions_on(editor, uri, code="CW406")
        silenced = await taken(editor, FAULTY, actions, "Silence CW406 (doubled word) on")
        assert "(for the time being. <!-- clausewright: ignore CW406 -->\n" in silenced
        editor.change(uri, 2, silenced)
        assert "CW406" not in {one.code for one in await editor.diagnostics_for(uri, 2)}
        plain = await opened(editor, FAULTY, "txt")
        offered = [one.title for one in await actions_on(editor, plain, code="CW406")]
        assert [title for title in offered if title.startswith("Silence")] == [
            "Silence CW406 (doubled word) in this file"
        ]

    async def test_of_another_tool_s_finding_there_are_none(self, editor: Editor):
        uri = await opened(editor, FAULTY)
        span = types.Range(types.Position(0, 0), types.Position(0, 1))
        context = types.CodeActionContext([types.Diagnostic(span, "spelling", code="CW301", source="other")])
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), span, context)
        found = await editor.text_document_code_action_async(params) or []
        assert [one for one in found if getattr(one, "kind", None) == types.CodeActionKind.QuickFix] == []

    async def test_one_that_has_gone_stale_is_refused(self, editor: Editor):
        uri = await opened(editor, FAULTY)
        (action,) = [one for one in await actions_on(editor, uri, code="CW302") if one.title.startswith("Delete")]
        editor.change(uri, 2, "1. TERMS\n\nNothing here.\n")
        with pytest.raises(JsonRpcException, match="ask again"):
            await editor.code_action_resolve_async(action)


class TestRenumbering:
    async def test_the_document_is_one_edit(self, editor: Editor):
        uri = await opened(editor, FAULTY)
        actions = await actions_on(editor, uri, only=["source"])
        assert [one.kind for one in actions] == ["source.renumber"]
        mended = await taken(editor, FAULTY, actions, "Renumber")
        assert "Section 2.3 (Place)." in mended
        assert "2.2 Notice." in mended
        assert "2.3 Place." in mended
        editor.change(uri, 2, mended)
        after = await editor.diagnostics_for(uri, 2)
        assert "CW101" not in {one.code for one in after}

    async def test_of_a_document_in_order_is_refused(self, editor: Editor):
        uri = await opened(editor)
        (action,) = await actions_on(editor, uri, only=["source"])
        with pytest.raises(JsonRpcException, match="in order"):
            await editor.code_action_resolve_async(action)

    async def test_is_not_offered_unasked_where_all_is_in_order(self, editor: Editor):
        uri = await opened(editor)
        assert [one for one in await actions_on(editor, uri) if one.kind == "source.renumber"] == []

    async def test_a_clause_after_this_one(self, editor: Editor):
        uri = await opened(editor)
        actions = await actions_on(editor, uri, place=at(SUPPLY, "2.1 Time"))
        after = await taken(editor, SUPPLY, actions, "Insert a clause after 2.1 Time")
        assert "accept them.\n\n2.2 [Text]\n\n2.3 Place. Subject to Section 4" in after
        assert "Section 9.9 or Section 2.3(b)." in after

    async def test_a_clause_after_this_one_from_within_when_asked(self, editor: Editor):
        uri = await opened(editor)
        place = at(SUPPLY, "Customer shall accept")
        assert [one for one in await actions_on(editor, uri, place=place) if one.title.startswith("Insert")] == []
        (action,) = await actions_on(editor, uri, place=place, only=["refactor"])
        assert action.title == "Insert a clause after 2.1 Time"

    async def test_no_clause_is_offered_after_one_within_a_line(self, editor: Editor):
        text = "1. SALE\n\nThe seller (a) sells the tin, (b) packs it and (c) sends it.\n\n2. END\n\nIt ends.\n"
        uri = await opened(editor, text)
        assert await actions_on(editor, uri, place=at(text, "(b) packs"), only=["refactor"]) == []

    async def test_an_empty_document_offers_nothing(self, editor: Editor):
        uri = await opened(editor, "")
        assert await actions_on(editor, uri) == []


async def test_a_client_that_cannot_ask_later_gets_the_edits_at_once():
    client = make_editor()
    await client.start_io(*SERVER.server_command)
    try:
        await client.initialize_session(types.InitializeParams(types.ClientCapabilities()))
        uri = await opened(client, FAULTY)
        (fix,) = await actions_on(client, uri, code="CW406")
        assert fix.edit is not None
        assert fix.edit.changes is not None
        assert applied(FAULTY, fix.edit) == FAULTY.replace("The the Goods", "The Goods")
        (renumbering,) = await actions_on(client, uri, only=["source.renumber"])
        assert "2.3 Place." in applied(FAULTY, renumbering.edit)
    finally:
        await client.shutdown_session()
        await client.stop()


async def test_a_cancelled_rename_is_not_made(editor: Editor):
    uri = await opened(editor, SUPPLY + "\nThe Goods are due.\n" * 4_000)
    params = types.RenameParams(types.TextDocumentIdentifier(uri), types.Position(*at(SUPPLY, "Goods within")), "Wares")
    first = asyncio.ensure_future(editor.text_document_rename_async(params))
    second = editor.protocol.send_request_async(types.TEXT_DOCUMENT_RENAME, params, msg_id="second")
    waiting = asyncio.ensure_future(second)
    await asyncio.sleep(0)
    editor.cancel_request(types.CancelParams("second"))
    with pytest.raises(JsonRpcException) as cancelled:
        await waiting
    assert cancelled.value.code == -32800
    assert await first is not None
