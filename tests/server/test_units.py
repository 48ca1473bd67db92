"""The server's small parts by themselves: frames, URIs, mark-up, the log."""

from __future__ import annotations

import io
import json
import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from clausewright_server import logs
from clausewright_server.client import ClientProfile
from clausewright_server.markup import escape, page, reflow
from clausewright_server.transport import FrameReader, FrameWriter, encode
from clausewright_server.uris import document_key, file_path


class TestFrames:
    def read(self, data: bytes) -> list[bytes]:
        woken = []
        reader = FrameReader(io.BytesIO(data), lambda: woken.append(1))
        reader.run()
        assert reader.ended
        assert len(woken) == len(reader.frames) + 1
        return list(reader.frames)

    def test_what_is_written_is_read(self):
        stream = io.BytesIO()
        writer = FrameWriter(stream)
        bodies = [b"{}", "“ä”😀".encode(), b"", b"x" * 100_000]
        for body in bodies:
            writer.write(body)
        assert self.read(stream.getvalue()) == bodies

    @pytest.mark.parametrize(
        "header", [b"content-length: 2\r\n", b"CONTENT-LENGTH:2\r\n", b"X: y\r\nContent-Length: 2 \r\nZ\r\n"]
    )
    def test_headers_as_other_clients_write_them(self, header):
        assert self.read(header + b"\r\n{}") == [b"{}"]

    @pytest.mark.parametrize("data", [b"", b"Content-Le", b"Content-Length: 9\r\n\r\n{}", b"Content-Length: 9"])
    def test_a_frame_cut_short_ends_it(self, data):
        assert self.read(data) == []

    def test_a_length_beyond_all_bounds_ends_it(self):
        assert self.read(b"Content-Length: 99999999999\r\n\r\n{}") == []

    @given(st.text(st.characters(codec=None)))
    def test_any_text_can_be_sent(self, text):
        assert json.loads(encode({"text": text, "number": 1})) == {"text": text, "number": 1}

    @pytest.mark.parametrize("text", ["\ud83d", "a\ude00b", "\ude00\ud83d"])
    def test_half_a_surrogate_pair_can_be_sent(self, text):
        assert json.loads(encode([text])) == [text]


class TestUris:
    @pytest.mark.parametrize(
        "spellings",
        [
            [
                "file:///c%3A/Contracts/a%20b.contract",
                "file:///C:/Contracts/a b.contract",
                "file:///c:/Contracts/a%20b.contract",
            ],
            ["untitled:Untitled-1", "untitled%3AUntitled-1"],
            ["file:///vertr%C3%A4ge/a.txt", "file:///verträge/a.txt"],
        ],
    )
    def test_spellings_of_one_document(self, spellings):
        assert len({document_key(uri) for uri in spellings}) == 1

    def test_other_documents_stay_apart(self):
        assert document_key("file:///c:/A.txt") != document_key("file:///c:/a.txt")
        assert document_key("file:///a.txt") != document_key("untitled:/a.txt")

    @pytest.mark.parametrize(
        "uri", ["untitled:Untitled-1", "", "vscode-remote://host/a", "file://[broken", "\0", "a:b:c", "file:///a%00b"]
    )
    def test_what_has_no_path(self, uri):
        assert file_path(uri) is None
        assert isinstance(document_key(uri), str)

    def test_a_path(self):
        assert file_path("file:///tmp/a%20b.txt") == Path("/tmp/a b.txt")


def rendered(markdown: str) -> str:
    """The words a reader sees."""

    def words(tokens: list[Token]) -> str:
        out = ""
        for token in tokens:
            if token.children is not None:
                out += words(token.children) + "\n"
            elif token.type in ("softbreak", "hardbreak"):
                out += "\n"
            else:
                out += token.content
        return out

    return words(MarkdownIt("gfm-like", {"linkify": False}).parse(markdown))


printable = st.text(st.sampled_from('ab1 .)*_#`<>[](){}|~&;!\\+-=:"$\n'), max_size=30)


class TestMarkup:
    @given(printable)
    def test_contract_text_shows_verbatim(self, text):
        paragraphs = reflow(text)
        content = page(True)
        content.quote(paragraphs)
        shown = rendered(content.content()["value"])
        assert shown.split() == text.split()

    @pytest.mark.parametrize(
        "text",
        [
            "* not a list",
            "# 5 heading",
            "1. a list",
            "12) a list",
            "+ plus",
            "- [ ] box",
            "<b>bold</b>",
            "a_b_c __x__",
            "&amp; &copy;",
            "| a | b |",
            "~~gone~~",
            "`code`",
            "[a](http://b)",
            "![i](j)",
            "***",
            "---",
            "===",
            "\\*",
            "> q",
        ],
    )
    def test_a_line_with_marks_of_markdown(self, text):
        assert rendered(escape(text)).strip() == text

    def test_lines_that_only_wrap_are_joined(self):
        assert reflow("The Supplier shall\n    deliver.\n\n\n  And more.") == [
            ["The Supplier shall deliver."],
            ["And more."],
        ]

    def test_a_sub_clause_begins_a_line(self):
        text = "Each of:\n  (a) one\n      more; and\n  (b) two."
        assert reflow(text, [text.index("(a)"), text.index("(b)")]) == [["Each of:", "(a) one more; and", "(b) two."]]

    def test_plain_text_for_clients_without_markdown(self):
        content = page(False)
        content.title("Fee", "(twice)")
        content.quote([["a * b", "c"], ["d"]])
        content.items([("x", "y_z")])
        assert content.content() == {
            "kind": "plaintext",
            "value": "Fee (twice)\n\n    a * b\n    c\n\n    d\n\n- x y_z",
        }


class TestLog:
    @pytest.fixture
    def stream(self):
        root = logging.getLogger()
        before = root.handlers[:], root.level, {name: logging.getLogger(name).level for name in ("pygls", *logs._OWN)}
        stream = io.StringIO()
        logs.set_up(stream, logging.INFO)
        yield stream
        root.handlers[:] = before[0]
        root.setLevel(before[1])
        for name, level in before[2].items():
            logging.getLogger(name).setLevel(level)

    def test_an_exceptions_message_is_left_out(self, stream):
        try:
            raise KeyError("Confidential Information of Larkfield")
        except KeyError:
            logging.getLogger("clausewright.check").exception("Rule %s failed", "CW201")
        assert "Rule CW201 failed" in stream.getvalue()
        assert "KeyError" in stream.getvalue()
        assert "test_units.py" in stream.getvalue()
        assert "Larkfield" not in stream.getvalue()

    def test_a_librarys_arguments_are_left_out(self, stream):
        logging.getLogger("pygls.protocol.json_rpc").error("Failed to handle %s: %s", "x", {"text": "Larkfield"})
        logging.getLogger("pygls.protocol.json_rpc").info("Sending data: %s", "Larkfield")
        assert "Failed to handle %s" in stream.getvalue()
        assert "Larkfield" not in stream.getvalue()


@pytest.mark.parametrize(
    "params", [None, {}, {"capabilities": None}, {"capabilities": {"textDocument": 1, "workspace": []}}]
)
def test_a_client_that_says_nothing_can_nothing(params):
    assert ClientProfile.of(params) == ClientProfile()
