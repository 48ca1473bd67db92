"""What other modules ask for vectors: the cache before the model, and the model only when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from clausewright.embedding.cache import Cache, key_of
from clausewright.embedding.model import DIMENSIONS, MODEL, WEIGHTS_SHA256, MissingModel, is_installed, load

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clausewright.embedding.model import Encode

Progress = Callable[[int, int], None]
"""Told how many of how many texts are done; of those that the cache did not know."""

_AT_ONCE = 32
"""Texts after which vectors are written and progress is told: about two seconds of work."""
_AS_READ_BY = f"{MODEL} {WEIGHTS_SHA256}"


class Embedder:
    """Texts to unit vectors. The model is loaded at the first text that *cache* does not know."""

    def __init__(self, cache: Cache | None = None, load_model: Callable[[], Encode] = load) -> None:
        self._cache = cache if cache is not None else Cache()
        self._load = load_model
        self._encode: Encode | None = None

    def prepare(self) -> None:
        """Load the model now, so that the next text need not wait for it. Raises MissingModel and DamagedModel."""
        if self._encode is None:
            self._encode = self._load()

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> NDArray[np.float32]:
        """Unit vectors of *texts* as float32 of shape (n, 384): the product of two is their likeness in meaning.

        Runs of white space count as one blank; of a long text the first 256 word pieces are read (some 1,000
        characters). The same text gives the same vector in any company. Raises MissingModel and DamagedModel.
        """
        if not is_installed():
            raise MissingModel
        import numpy as np

        plain = [" ".join(text.split()) for text in texts]
        keys = [key_of(text, _AS_READ_BY) for text in plain]
        wanted = dict(zip(keys, plain, strict=True))
        size = DIMENSIONS * np.dtype(np.float32).itemsize
        known = {key: vector for key, vector in self._cache.read(list(wanted)).items() if len(vector) == size}
        for some in self._embedded([(key, text) for key, text in wanted.items() if key not in known], progress):
            self._cache.write(some)
            known.update(some)
        flat = np.frombuffer(b"".join(known[key] for key in keys), dtype="<f4")
        return flat.reshape(len(keys), DIMENSIONS).astype(np.float32)

    def _embedded(
        self, missing: list[tuple[bytes, str]], progress: Progress | None
    ) -> Iterator[list[tuple[bytes, bytes]]]:
        if missing:
            self.prepare()
        for at in range(0, len(missing), _AT_ONCE):
            assert self._encode is not None
            some = missing[at : at + _AT_ONCE]
            yield [(key, self._encode(text).astype("<f4").tobytes()) for key, text in some]
            if progress is not None:
                progress(at + len(some), len(missing))
