"""Contracts cut into chunks for search indexes and models: whole clauses where they fit."""

from __future__ import annotations

from clausewright.chunking.chunks import Chunk, Size, characters_by_four, chunks_of
from clausewright.chunking.notes import Notes, header, notes_on

__all__ = ["Chunk", "Notes", "Size", "characters_by_four", "chunks_of", "header", "notes_on"]
