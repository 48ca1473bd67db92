"""Texts as vectors of their meaning, made on this machine and kept for the next time."""

from __future__ import annotations

from clausewright.embedding.cache import Cache, cache_folder
from clausewright.embedding.embedder import Embedder, Progress
from clausewright.embedding.model import DIMENSIONS, MODEL, DamagedModel, EmbeddingError, MissingModel, is_installed

__all__ = [
    "DIMENSIONS",
    "MODEL",
    "Cache",
    "DamagedModel",
    "Embedder",
    "EmbeddingError",
    "MissingModel",
    "Progress",
    "cache_folder",
    "is_installed",
]
