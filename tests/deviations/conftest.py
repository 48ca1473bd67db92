from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test keeps what it compares to itself."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
