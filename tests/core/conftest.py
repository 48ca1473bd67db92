"""What the tests of the engine share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _cache_of_its_own(request, monkeypatch, tmp_path_factory):
    """Comparisons and vectors keep their cache in a folder of the tests, never in the user's."""
    if "comparison" in request.module.__name__ or "embedding" in request.module.__name__:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))
