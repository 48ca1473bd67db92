"""Settings of a check, from ``clausewright.toml`` or an editor."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    pass
