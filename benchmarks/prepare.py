"""CUAD for everybody: the public release, verified, in the form that the other benchmarks read.

``python -m benchmarks prepare --download`` fetches the release into ``--out`` (by default ``corpus/cuad`` in the folder
of ``CLAUSEWRIGHT_DATA``), verifies the sha256 of ``CUADv1.json`` in it, and makes sure that every span slices back to
the text that was marked. It stops at the first that does not, and then writes nothing. ``--archive FILE`` takes an
archive that is there already. CUAD is licensed under CC BY 4.0, © The Atticus Project, Inc.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Sequence
from http.client import HTTPException
from pathlib import Path
from typing import IO, Any

from benchmarks import cuad

URL = "https://github.com/TheAtticusProject/cuad/raw/main/data.zip"
SHA256 = "ed0b77d85bdf4014d7495800e8e4a70565b48ee6f8a2e5dca9cf8655dbf10eae"
_RELEASE, _TEST = "CUADv1.json", "test.json"
_BLOCK = 1 << 20
_PATIENCE = 60.0
_ASKED = "Details: "


class BadData(Exception):  # noqa: N818 - the message is what a user reads
    """The release is not what was published."""


def fetch(url: str, stream: IO[bytes]) -> None:
    """Write what lies at *url* to *stream*. Raises BadData where it cannot be had whole."""
    try:
        with urllib.request.urlopen(url, timeout=_PATIENCE) as answer:
            expected = answer.headers.get("Content-Length")
            length = 0
            while block := answer.read(_BLOCK):
                stream.write(block)
                length += len(block)
    except (urllib.error.URLError, HTTPException, OSError, ValueError) as error:
        raise BadData(f"{url}: cannot be fetched: {error}") from error
    if expected is not None and length != int(expected):
        raise BadData(f"{url}: cut short: {length} of {expected} bytes came")


def unpacked(archive: IO[bytes], sha256: str = SHA256) -> tuple[list[dict[str, Any]], list[str]]:
    """The contracts of the release in *archive*, and the titles of its test split. Raises BadData."""
    try:
        with zipfile.ZipFile(archive) as files:
            data = {name.rpartition("/")[2]: files.read(name) for name in files.namelist() if name.endswith(".json")}
    except (zipfile.BadZipFile, OSError, EOFError) as error:
        raise BadData(f"the archive is damaged: {error}") from error
    for name in (_RELEASE, _TEST):
        if name not in data:
            raise BadData(f"the archive holds no {name}")
    found = hashlib.sha256(data[_RELEASE]).hexdigest()
    if found != sha256:
        raise BadData(f"{_RELEASE}: sha256 is {found}, not {sha256}")
    contracts: list[dict[str, Any]] = json.loads(data[_RELEASE])["data"]
    return contracts, sorted(entry["title"] for entry in json.loads(data[_TEST])["data"])


def converted(contracts: Sequence[dict[str, Any]]) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """A line of ``spans.jsonl`` with its text for each of *contracts*, and the questions by category.

    Raises BadData at the first span whose offsets do not give the text that was marked.
    """
    lines, questions = [], {}
    for number, entry in enumerate(contracts):
        (paragraph,) = entry["paragraphs"]
        text: str = paragraph["context"]
        spans = []
        for question in paragraph["qas"]:
            category = question["id"].rpartition("__")[2]
            questions[category] = question["question"].partition(_ASKED)[2]
            for answer in question["answers"]:
                start, end = answer["answer_start"], answer["answer_start"] + len(answer["text"])
                if start < 0 or text[start:end] != answer["text"]:
                    raise BadData(
                        f"{entry['title']}: {category}: offset {start} does not give the text that was marked"
                    )
                spans.append({"category": category, "start": start, "end": end})
        spans.sort(key=lambda s: (s["start"], s["end"]))
        file = f"{number:03}.txt"
        lines.append({"title": entry["title"], "file": file, "chars": len(text), "spans": spans, "text": text})
    return lines, questions


def written(contracts: Sequence[dict[str, Any]], titles: Sequence[str], out: Path) -> int:
    """Write the benchmark's files to *out*; the number of spans. Raises BadData before anything is written."""
    lines, questions = converted(contracts)
    (out / "contracts").mkdir(parents=True, exist_ok=True)
    for line in lines:
        (out / "contracts" / line["file"]).write_text(line.pop("text"), encoding="utf-8", newline="")
    for name, value in (("test_titles.json", titles), ("questions.json", questions)):
        (out / name).write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    rows = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (out / "spans.jsonl").write_text(rows, encoding="utf-8")
    return sum(len(line["spans"]) for line in lines)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks prepare", description=__doc__)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--download", action="store_true", help="fetch the release from its address")
    source.add_argument("--archive", type=Path, metavar="FILE", help="take this archive of the release")
    parser.add_argument("--out", type=Path, default=cuad.FOLDER, metavar="FOLDER")
    parser.add_argument("--url", default=URL, help="the address (default: %(default)s)")
    parser.add_argument("--sha256", default=SHA256, help=f"the sha256 of {_RELEASE} (default: %(default)s)")
    options = parser.parse_args(argv)
    if (options.out / "spans.jsonl").exists():
        print(f"{options.out}: holds the data already", file=sys.stderr)
        return 2
    try:
        if options.archive:
            with options.archive.open("rb") as stream:
                contracts, titles = unpacked(stream, options.sha256)
        else:
            with tempfile.TemporaryFile() as stream:
                fetch(options.url, stream)
                contracts, titles = unpacked(stream, options.sha256)
        count = written(contracts, titles, options.out)
    except (BadData, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{len(contracts)} contracts and {count} spans in {options.out}")
    return 0
