"""Hints, lenses, colours and completion as an editor gets them, through a client that checks the protocol."""

from __future__ import annotations

from typing import Any

import pytest
from lsp_harness import SERVER, SUPPLY, Editor, at, make_editor, offset_of, opened, slice_of
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

DEAL = """\
This Agreement is made on March 3, 2024 between Osprey Grid Ltd (the "Supplier") and Heron Mills plc (the "Customer").

1. TERMS

"Fee" means £12,000 a year 😀 under Section 2.1.

2. PAYMENT

2.1 Due date. The Customer shall pay the Fee, and the Supplier shall invoice it, by 1 June 2025. Section 9.9 is void.
The Fees bear 4% interest.
"""
NESTED = """\
# Terms

1. Scope of these terms.
   1. What they cover in full.
   2. What they leave out.
2. Price and payment.
   1. The price is fixed.
   2. The price is due, see section 1.2.
"""


def document(uri: str) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri)


def whole(text: str) -> types.Range:
    return types.Range(types.Position(0, 0), types.Position(text.count("\n"), 0))


async def hints(
    editor: Editor, text: str, ending: str = "contract", span: types.Range | None = None
) -> list[tuple[str, str]]:
    """The words before each hint, and the hint."""
    uri = await opened(editor, text, ending)
    params = types.InlayHintParams(document(uri), span or whole(text))
    found = await editor.text_document_inlay_hint_async(params) or []
    return [(text[: offset_of(text, one.position)].split("\n")[-1][-11:], str(one.label)) for one in found]


class TestHints:
    async def test_show_the_heading_behind_a_bare_reference(self, editor: Editor):
        assert await hints(editor, DEAL) == [("Section 2.1", "(Due date)")]

    async def test_not_where_the_reference_names_it_already(self, editor: Editor):
        assert await hints(editor, DEAL.replace("Section 2.1", "Section 2.1 (Due Date)")) == []
        assert await hints(editor, DEAL.replace("under Section 2.1", "by the due date of Section 2.1")) == []

    async def test_show_the_number_that_a_nested_item_really_has(self, editor: Editor):
        shown = await hints(editor, NESTED, "contract.md")
        assert [text for _, text in shown] == ["1.1", "1.2", "2.1", "2.2"]

    async def test_show_it_below_headings_of_markdown_too(self, editor: Editor):
        flat = "## 1. Use\n\n1. You use it.\n2. You do not copy it.\n\n## 2. Fees\n\n1. You pay.\n2. We bill you.\n"
        assert [text for _, text in await hints(editor, flat, "contract.md")] == ["1.1", "1.2", "2.1", "2.2"]
        deep = flat.replace("You use it.\n", "You use it:\n   1. at work; and\n   2. at home.\n")
        shown = [text for _, text in await hints(editor, deep, "contract.md")]
        assert shown == ["1.1", "1.1.1", "1.1.2", "1.2", "2.1", "2.2"]

    async def test_of_a_range_are_those_in_it(self, editor: Editor):
        line = at(DEAL, "2. PAYMENT")[0]
        assert await hints(editor, DEAL, span=types.Range(types.Position(line, 0), types.Position(line + 3, 0))) == []

    async def test_an_empty_document_has_none(self, editor: Editor):
        assert await hints(editor, "") == []


async def lenses(editor: Editor, text: str) -> list[types.CodeLens]:
    uri = await opened(editor, text)
    return list(await editor.text_document_code_lens_async(types.CodeLensParams(document(uri))) or [])


class TestLenses:
    async def test_count_uses_and_references_and_name_who_overrides(self, editor: Editor):
        shown = [
            (slice_of(SUPPLY, one.range), one.command.title if one.command else "")
            for one in await lenses(editor, SUPPLY)
        ]
        assert ("Goods", "“Goods”: 3 uses") in shown
        assert ("Group", "“Group”: 1 use") in shown
        assert ("2.1 Time", "1 reference") in shown
        assert ("2.1 Time", "overridden by 3.2") in shown
        assert ("3.1", "2 references") in shown
        assert ("2.2 Place", "overridden by 4") in shown

    async def test_are_plain_text_for_a_client_without_the_command(self, editor: Editor):
        assert {one.command.command for one in await lenses(editor, SUPPLY) if one.command} == {""}

    async def test_lead_to_the_places_where_the_client_can_show_them(self):
        client = make_editor()
        await client.start_io(*SERVER.server_command)
        try:
            capabilities = types.ClientCapabilities(
                experimental={"commands": {"commands": ["clausewright.showReferences"]}}
            )
            await client.initialize_session(types.InitializeParams(capabilities))
            (lens,) = [one for one in await lenses(client, SUPPLY) if one.command and "“Group”" in one.command.title]
            assert lens.command is not None
            assert lens.command.command == "clausewright.showReferences"
            assert lens.command.arguments is not None
            _, place, locations = lens.command.arguments
            assert dict(place) == {"line": lens.range.start.line, "character": lens.range.start.character}
            assert [one["range"]["start"]["line"] for one in locations] == [at(SUPPLY, "of a Group")[0]]
        finally:
            await client.shutdown_session()
            await client.stop()


LEGEND = ["type", "class", "function", "keyword", "namespace", "number", "string"]


def decoded(text: str, data: Any, encoding: str = "utf-16") -> list[tuple[str, str, int]]:
    line = column = 0
    out = []
    for lines, columns, length, kind, modifiers in zip(*[iter(data)] * 5, strict=True):
        line, column = line + lines, columns if lines else column + columns
        span = types.Range(types.Position(line, column), types.Position(line, column + length))
        out.append((slice_of(text, span, encoding), LEGEND[kind], modifiers))
    return out


class TestColours:
    async def test_tell_what_each_word_is(self, editor: Editor):
        uri = await opened(editor, DEAL)
        answer = await editor.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document(uri)))
        assert answer is not None
        assert decoded(DEAL, answer.data) == [
            ("March 3, 2024", "string", 0),
            ("Supplier", "class", 1),
            ("Customer", "class", 1),
            ("1.", "keyword", 0),
            ("TERMS", "namespace", 0),
            ("Fee", "type", 1),
            ("£12,000", "number", 0),
            ("Section 2.1", "function", 0),
            ("2.", "keyword", 0),
            ("PAYMENT", "namespace", 0),
            ("2.1", "keyword", 0),
            ("Due date", "namespace", 0),
            ("Customer", "class", 0),
            ("Fee", "type", 0),
            ("Supplier", "class", 0),
            ("1 June 2025", "string", 0),
            ("Section 9.9", "function", 2),
            ("Fees", "type", 0),
            ("4%", "number", 0),
        ]

    async def test_a_heading_is_no_marker_nor_is_a_signature(self, editor: Editor):
        text = (
            "SALE AGREEMENT\n\nPARTIES\n\n(1) Alder Limited (the “Seller”); and\n\n(2) Birch Limited (the “Buyer”).\n\n"
            "AGREED TERMS\n\n1. SALE\n\nThe Seller shall sell to the Buyer.\n\n2. PRICE\n\nThe Buyer shall pay.\n\n"
            "Signed by a director of Alder Limited\n"
        )
        uri = await opened(editor, text)
        answer = await editor.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document(uri)))
        assert answer is not None
        found = {word: kind for word, kind, _ in decoded(text, answer.data)}
        assert found["PARTIES"] == found["SALE"] == "namespace"
        assert [word for word, kind in found.items() if kind == "keyword"] == ["(1)", "(2)", "1.", "2."]

    async def test_of_a_range_are_those_that_begin_in_it(self, editor: Editor):
        uri = await opened(editor, DEAL)
        line = at(DEAL, "1. TERMS")[0]
        span = types.Range(types.Position(line, 0), types.Position(line + 3, 0))
        answer = await editor.text_document_semantic_tokens_range_async(
            types.SemanticTokensRangeParams(document(uri), span)
        )
        assert answer is not None
        assert [word for word, _, _ in decoded(DEAL, answer.data)] == ["1.", "TERMS", "Fee", "£12,000", "Section 2.1"]

    async def test_change_by_what_the_edit_changed(self, editor: Editor):
        uri = await opened(editor, DEAL)
        first = await editor.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document(uri)))
        assert first is not None
        assert first.result_id is not None
        line, column = at(DEAL, "£12,000", into=0)
        editor.change(uri, 2, (line, column, line, column, "about "))
        params = types.SemanticTokensDeltaParams(document(uri), first.result_id)
        change = await editor.text_document_semantic_tokens_full_delta_async(params)
        assert isinstance(change, types.SemanticTokensDelta)
        data = list(first.data)
        (edit,) = change.edits
        assert edit.delete_count == 5
        data[edit.start : edit.start + edit.delete_count] = list(edit.data or [])
        after = DEAL.replace("£12,000", "about £12,000")
        assert ("£12,000", "number", 0) in decoded(after, data)
        whole_answer = await editor.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document(uri)))
        assert whole_answer is not None
        assert list(whole_answer.data) == data

    async def test_nothing_changed_is_an_empty_change(self, editor: Editor):
        uri = await opened(editor, DEAL)
        first = await editor.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document(uri)))
        assert first is not None
        params = types.SemanticTokensDeltaParams(document(uri), first.result_id or "")
        change = await editor.text_document_semantic_tokens_full_delta_async(params)
        assert isinstance(change, types.SemanticTokensDelta)
        assert list(change.edits) == []

    async def test_of_a_result_that_is_not_kept_are_all(self, editor: Editor):
        uri = await opened(editor, DEAL)
        params = types.SemanticTokensDeltaParams(document(uri), "nobody's")
        assert isinstance(await editor.text_document_semantic_tokens_full_delta_async(params), types.SemanticTokens)

    async def test_a_wrapped_term_is_marked_on_both_lines(self, editor: Editor):
        text = '1. TERMS\n\n"Due Date" means today.\n\n2. USE\n\nThe Supplier pays on the Due\n  Date of it.\n'
        uri = await opened(editor, text)
        answer = await editor.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document(uri)))
        assert answer is not None
        assert [word for word, kind, _ in decoded(text, answer.data) if kind == "type"] == ["Due Date", "Due", "Date"]

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
    async def test_in_every_unit(self, encoding: str):
        client = make_editor()
        await client.start_io(*SERVER.server_command)
        try:
            general = types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind(encoding)])
            await client.initialize_session(types.InitializeParams(types.ClientCapabilities(general=general)))
            text = '1. TERMS\n\n"Größe" means 😀.\n\n2. B\n\n😀𝔄 The Größe is € 5 under Section 1.\n'
            uri = await opened(client, text)
            answer = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document(uri)))
            assert answer is not None
            assert [word for word, _, _ in decoded(text, answer.data, encoding)][-3:] == ["Größe", "€ 5", "Section 1"]
            item = await completed(client, uri, at(text, "Section 1", into=8, encoding=encoding), "2")
            assert slice_of(text, item.text_edit.range, encoding) == ""
        finally:
            await client.shutdown_session()
            await client.stop()


async def completions(
    editor: Editor, uri: str, place: tuple[int, int], trigger: str | None = None
) -> list[types.CompletionItem]:
    kind = types.CompletionTriggerKind.TriggerCharacter if trigger else types.CompletionTriggerKind.Invoked
    params = types.CompletionParams(
        document(uri), types.Position(*place), context=types.CompletionContext(kind, trigger)
    )
    answer = await editor.text_document_completion_async(params)
    assert isinstance(answer, types.CompletionList)
    return list(answer.items)


async def completed(editor: Editor, uri: str, place: tuple[int, int], label: str) -> Any:
    (item,) = [one for one in await completions(editor, uri, place) if one.label == label]
    return item


class TestCompletion:
    async def typed(self, editor: Editor, words: str) -> tuple[str, str, tuple[int, int]]:
        """A document that ends in *words*: its text, its URI, and its end."""
        text = SUPPLY + words
        uri = await opened(editor, text)
        return text, uri, at(text, words, into=len(words))

    async def test_after_a_citation_word_offers_numbers_with_headings(self, editor: Editor):
        _, uri, end = await self.typed(editor, "\nFor the payment see Section ")
        items = {one.label: one for one in await completions(editor, uri, end, " ")}
        assert list(items) == ["1", "2", "2.1", "2.2", "2.2(a)", "2.2(b)", "3", "3.1", "3.2", "4", "4.1"]
        assert items["2.1"].detail == "Time"
        assert items["2.2(a)"].detail == "the Customer's warehouse; or"

    async def test_a_number_that_was_begun_is_replaced(self, editor: Editor):
        text, uri, end = await self.typed(editor, "\nFor the payment see Section 2.2(")
        item = await completed(editor, uri, end, "2.2(b)")
        assert slice_of(text, item.text_edit.range) == "2.2("

    async def test_of_a_schedule_offers_schedules(self, editor: Editor):
        text = "1. A\n\nText.\n\nSCHEDULE 1\n\nPRICES\n\nText.\n\nSCHEDULE 2\n\nPLACES\n\nSee Schedule "
        uri = await opened(editor, text)
        labels = [one.label for one in await completions(editor, uri, at(text, "See Schedule ", into=13), " ")]
        assert labels == ["1", "2"]

    async def test_a_term_that_was_begun_is_completed(self, editor: Editor):
        text, uri, end = await self.typed(editor, "\nThe Aff")
        item = await completed(editor, uri, end, "Affiliate")
        assert slice_of(text, item.text_edit.range) == "Aff"

    async def test_a_capital_offers_the_terms_that_it_begins_alone(self, editor: Editor):
        _, uri, end = await self.typed(editor, "\nThe P")
        assert [one.label for one in await completions(editor, uri, end)] == ["Party"]
        _, uri, end = await self.typed(editor, "\nThe")
        assert await completions(editor, uri, end) == []

    async def test_a_later_word_of_a_term_begins_it_too(self, editor: Editor):
        text = '1. TERMS\n\n"Spare Part" means a thing.\n\n2. USE\n\nThe Par'
        uri = await opened(editor, text)
        item = await completed(editor, uri, at(text, "The Par", into=7), "Spare Part")
        assert slice_of(text, item.text_edit.range) == "Par"

    async def test_small_letters_begin_a_term_from_the_third_on(self, editor: Editor):
        _, uri, end = await self.typed(editor, "\nEach aff")
        assert [one.label for one in await completions(editor, uri, end)] == ["Affiliate"]
        _, uri, end = await self.typed(editor, "\nEach af")
        assert await completions(editor, uri, end) == []

    async def test_the_words_before_count_when_they_begin_the_term(self, editor: Editor):
        text = '1. TERMS\n\n"Spare Part" means a thing.\n\n2. USE\n\nThe Spare P'
        uri = await opened(editor, text)
        item = await completed(editor, uri, at(text, "The Spare P", into=11), "Spare Part")
        assert slice_of(text, item.text_edit.range) == "Spare P"

    async def test_a_blank_in_a_sentence_offers_nothing_unasked(self, editor: Editor):
        _, uri, end = await self.typed(editor, "\nThe Customer pays ")
        assert await completions(editor, uri, end, " ") == []
        assert "Goods" in [one.label for one in await completions(editor, uri, end)]

    async def test_behind_a_quoted_term_offers_defining_phrases(self, editor: Editor):
        _, uri, end = await self.typed(editor, '\n"Order" ')
        assert "has the meaning given in" in [one.label for one in await completions(editor, uri, end, " ")]

    async def test_a_resolved_item_says_what_it_is(self, editor: Editor):
        _, uri, end = await self.typed(editor, "\nThe Goo")
        item = await editor.completion_item_resolve_async(await completed(editor, uri, end, "Goods"))
        assert isinstance(item.documentation, types.MarkupContent)
        assert "means the" in item.documentation.value
        _, uri, end = await self.typed(editor, "\nsee Section ")
        item = await editor.completion_item_resolve_async(await completed(editor, uri, end, "3.1"))
        assert isinstance(item.documentation, types.MarkupContent)
        assert "Cited" in item.documentation.value

    async def test_in_an_empty_document_there_is_nothing(self, editor: Editor):
        uri = await opened(editor, "")
        assert await completions(editor, uri, (0, 0)) == []
