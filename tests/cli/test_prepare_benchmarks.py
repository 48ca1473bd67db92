"""CUAD is fetched, verified and put where the benchmarks read it; whatever is wrong with it stops the work."""

from __future__ import annotations

import hashlib
import io
import json
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from benchmarks import cuad, prepare

TEXT = "1. Law. The law of Ruritania governs this agreement – and no other.\n\n2. Term. One year.\n"


def release(start: int = TEXT.index("The law")) -> bytes:
    marked = "The law of Ruritania governs this agreement – and no other."
    question = 'Highlight the parts related to "Governing Law". Details: Which law governs?'
    qas = [
        {"id": "MILL__Governing Law", "question": question, "answers": [{"text": marked, "answer_start": start}]},
        {"id": "MILL__Insurance", "question": "Highlight. Details: Is there insurance?", "answers": []},
    ]
    return json.dumps({"data": [{"title": "MILL", "paragraphs": [{"context": TEXT, "qas": qas}]}]}).encode()


def archive(data: bytes, **more: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("CUADv1.json", data)
        for name, content in {"test.json": data, **more}.items():
            files.writestr(name, content)
    return stream.getvalue()


@pytest.fixture
def server():
    """A local server: the address, and the settable answer (body, promised length)."""
    answer = {"body": b"", "length": 0}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", str(answer["length"] or len(answer["body"])))
            self.end_headers()
            self.wfile.write(answer["body"])

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}/data.zip", answer
        running.shutdown()


def download(url: str, out, data: bytes) -> int:
    return prepare.main(["--download", "--url", url, "--sha256", hashlib.sha256(data).hexdigest(), "--out", str(out)])


def test_the_release_is_put_where_the_benchmarks_read_it(server, tmp_path, capsys):
    url, answer = server
    answer["body"] = archive(release())
    assert download(url, tmp_path / "cuad", release()) == 0
    assert "1 contracts and 1 spans" in capsys.readouterr().out
    (contract,) = cuad.of_test_split(tmp_path / "cuad")
    assert contract.text == TEXT
    (span,) = contract.spans
    assert TEXT[span.start : span.end] == "The law of Ruritania governs this agreement – and no other."
    (question,) = cuad.questions([contract], tmp_path / "cuad")
    assert (question.text, question.category) == ("Which law governs?", "Governing Law")
    assert download(url, tmp_path / "cuad", release()) == 2
    assert "already" in capsys.readouterr().err


def test_a_damaged_release_is_refused(server, tmp_path, capsys):
    url, answer = server
    answer["body"] = archive(release().replace(b"Ruritania", b"Ruritanja"))
    assert download(url, tmp_path / "cuad", release()) == 2
    assert "sha256" in capsys.readouterr().err
    answer["body"] = archive(release())[:-200] + b"x" * 200
    assert download(url, tmp_path / "cuad", release()) == 2
    assert "damaged" in capsys.readouterr().err
    assert not (tmp_path / "cuad").exists()


def test_a_release_cut_short_is_refused(server, tmp_path, capsys):
    url, answer = server
    whole = archive(release())
    answer.update(body=whole[:100], length=len(whole))
    assert download(url, tmp_path / "cuad", release()) == 2
    message = capsys.readouterr().err
    assert "cut short" in message or "cannot be fetched" in message
    assert not (tmp_path / "cuad").exists()


def test_the_first_wrong_offset_stops_the_work(server, tmp_path, capsys):
    url, answer = server
    data = release(start=TEXT.index("The law") + 1)
    answer["body"] = archive(data)
    assert download(url, tmp_path / "cuad", data) == 2
    message = capsys.readouterr().err
    assert "MILL: Governing Law: offset 9" in message
    assert "Ruritania" not in message
    assert not (tmp_path / "cuad").exists()


def test_an_archive_without_the_release_is_refused(tmp_path, capsys):
    file = tmp_path / "data.zip"
    with zipfile.ZipFile(file, "w") as files:
        files.writestr("readme.json", "{}")
    assert prepare.main(["--archive", str(file), "--out", str(tmp_path / "cuad")]) == 2
    assert "no CUADv1.json" in capsys.readouterr().err


def test_a_server_that_is_not_there(tmp_path, capsys):
    assert download("http://127.0.0.1:9/data.zip", tmp_path / "cuad", b"") == 2
    assert "cannot be fetched" in capsys.readouterr().err
