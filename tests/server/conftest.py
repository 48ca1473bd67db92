from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import pytest_lsp
from lsp_harness import SERVER, Editor, Wire
from lsprotocol import types

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(60))
            item.add_marker(pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning"))


@pytest_lsp.fixture(config=SERVER, scope="module")
async def editor(lsp_client: Editor):
    """VS Code's capabilities, one server for a test module: give each test a document of its own."""
    capabilities = pytest_lsp.client_capabilities("visual-studio-code")
    await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities))
    yield
    await lsp_client.shutdown_session()


@pytest.fixture(scope="module")
def running() -> Iterator[Wire]:
    """An initialized server for a whole test module: give each test a document of its own (``uri``)."""
    client = Wire()
    client.initialize({"general": {"positionEncodings": ["utf-16"]}})
    yield client
    client.end()


@pytest.fixture
def uri(request: pytest.FixtureRequest) -> str:
    """A URI for this test alone."""
    return f"file:///contracts/{abs(hash(request.node.nodeid))}.contract"


@pytest.fixture
def wire() -> Iterator[Wire]:
    client = Wire()
    yield client
    client.end()
