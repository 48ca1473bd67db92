"""Places that a client's commands ask for: quotations found again, and the clauses nearest in meaning."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty
from uuid import uuid4

import pytest
from lsp_harness import SUPPLY, Wire, at, position

PAYMENT = """\
SERVICES AGREEMENT

1. FEES

1.1 The client settles each invoice within thirty days.

2. TERM

2.1 Either party may end this agreement on notice.
"""


def start_of(words: str, text: str = SUPPLY) -> dict[str, int]:
    return position(*at(text, words, into=0))


class TestQuotations:
    @pytest.mark.parametrize(
        ("quotation", "exact"),
        [
            ("need not deliver before payment", True),
            ("NEED  NOT\ndeliver before “payment”", False),
            ("need not deliver bevore payments", False),
        ],
    )
    def test_one_is_found_as_it_stands_or_nearly(self, running: Wire, uri: str, quotation, exact):
        running.open(uri, SUPPLY)
        params = {"textDocument": {"uri": uri}, "quotation": quotation}
        (found,) = running.request(quotation, "clausewright/findQuotation", params)["result"]
        assert (found["exact"], found["range"]["start"]) == (exact, start_of("need not"))
        assert found["clause"] == "3.2 (in 3 PRICE)"
        assert found["excerpt"].startswith("need not deliver")

    def test_one_that_stands_twice_is_given_twice_the_nearest_first(self, running: Wire, uri: str):
        running.open(uri, SUPPLY)
        params = {"textDocument": {"uri": uri}, "quotation": "Section 3.1", "position": start_of("4. LIABILITY")}
        found = running.request("twice", "clausewright/findQuotation", params)["result"]
        lines = [one["range"]["start"]["line"] for one in found]
        assert lines == sorted(lines, reverse=True)
        assert len(lines) == 2

    def test_one_that_is_not_there_is_not_found(self, running: Wire, uri: str):
        running.open(uri, SUPPLY)
        params = {"textDocument": {"uri": uri}, "quotation": "nothing of this kind is said anywhere"}
        assert running.request("none", "clausewright/findQuotation", params)["result"] == []
        params["quotation"] = ["a", "list"]
        assert running.request("wrong", "clausewright/findQuotation", params)["error"]["code"] == -32602


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("contracts")
    (folder / "services.contract").write_text(PAYMENT, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def searching(folder: Path) -> Iterator[Wire]:
    client = Wire()
    client.initialize({}, workspaceFolders=[{"uri": folder.as_uri(), "name": "w"}])
    client.open((folder / "supply.contract").as_uri(), SUPPLY)
    yield client
    client.end()


@pytest.mark.slow
@pytest.mark.timeout(300)
class TestSearch:
    """With the language model, where it is installed; it takes long to load."""

    def search(self, wire: Wire, message_id: str, **params):
        wire.send({"id": message_id, "method": "clausewright/searchClauses", "params": params})
        for _ in range(10):
            with suppress(Empty):
                return wire.await_answer(message_id)
        raise TimeoutError

    def test_clauses_of_open_documents_and_of_files_are_found(self, searching: Wire, folder: Path):
        best = self.search(searching, "one", query="settles each invoice")["result"]["matches"][0]
        assert best["uri"] == (folder / "services.contract").as_uri()
        assert "settles each invoice" in best["excerpt"]
        (best,) = self.search(searching, "two", query="liable for delay", limit=1)["result"]["matches"]
        assert best["uri"] == (folder / "supply.contract").as_uri()

    def test_the_open_text_counts_and_not_the_file(self, searching: Wire, folder: Path):
        uri = (folder / "services.contract").as_uri()
        searching.open(uri, PAYMENT.replace("each invoice", "every single bill"))
        best = self.search(searching, "bill", query="every single bill")["result"]["matches"][0]
        assert (best["uri"], "every single bill" in best["excerpt"]) == (uri, True)

    def test_a_search_of_another_shape_is_refused(self, searching: Wire):
        assert self.search(searching, "wrong", query=7)["error"]["code"] == -32602

    def test_a_search_can_be_broken_off_before_and_while_it_runs(self, searching: Wire, folder: Path):
        # Words that no cache knows, and enough of them that the search cannot be over before it is broken off.
        unknown = uuid4().hex
        long = "\n\n".join(f"{n}. Part {n}. " + f"The Seller packs {unknown} {n} in tin. " * 30 for n in range(1, 301))
        uri = (folder / "long.contract").as_uri()
        searching.open(uri, long)
        search = {"id": "gone", "method": "clausewright/searchClauses", "params": {"query": "delay"}}
        searching.send(search, {"method": "$/cancelRequest", "params": {"id": "gone"}})
        assert searching.await_answer("gone")["error"]["code"] == -32800
        searching.send({**search, "id": "running"})
        nowhere = {"textDocument": {"uri": "x:y"}, "position": position(0, 0)}
        searching.request("between", "textDocument/hover", nowhere)
        searching.notify("$/cancelRequest", {"id": "running"})
        assert searching.await_answer("running")["error"]["code"] == -32800
        searching.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        assert self.search(searching, "next", query="delay")["result"]["matches"]
        searching.request("end", "shutdown")
        searching.notify("exit")
        assert searching.wait() == 0
