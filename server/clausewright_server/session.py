"""The open documents and what is known of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from clausewright.contract import Contract
from clausewright.finding import Finding
from clausewright.settings import Settings
from clausewright.text import Position, PositionEncoding
from clausewright_server.client import ClientProfile
from clausewright_server.convert import Places
from clausewright_server.mirror import Mirror
from clausewright_server.uris import document_key

MAX_ANALYSED = 5_000_000
"""Characters of the longest document that is analysed. A longer one is kept in step and told that it is too long."""

MAX_CLOSED = 200


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One version of a document with its reading. Safe to use from any thread and after later changes.

    *findings* is what the check of this version found, empty until it is done; it is filled on the loop.
    """

    uri: str
    version: int | None
    contract: Contract
    places: Places
    findings: list[Finding] = field(default_factory=list, compare=False)


@dataclass(frozen=True, slots=True)
class Report:
    """The diagnostics of a version as they are sent. *result_id* changes when they do."""

    result_id: str
    diagnostics: list[dict[str, Any]]


@dataclass(eq=False, slots=True)
class Document:
    """An open document. Changed on the loop only.

    *uri* is as the client spells it, *version* the newest that the client sent, *snapshot* the newest reading, which
    lags behind *mirror* while a *reading* is under way. *caret* is where somebody is typing, *terms_at_caret* what was
    defined in that paragraph, *held* whether findings wait for the caret to leave. *report* is what clients were told.
    """

    uri: str
    version: int | None
    mirror: Mirror
    snapshot: Snapshot | None = None
    settings: Settings | None = None
    open: bool = True
    reading: bool = False
    caret: Position | None = None
    terms_at_caret: frozenset[str] = frozenset()
    held: bool = False
    report: Report | None = None

    @property
    def current(self) -> bool:
        """Whether ``snapshot`` is a reading of the newest text."""
        return self.snapshot is not None and not self.mirror.dirty and not self.reading

    @property
    def too_long(self) -> bool:
        return len(self.mirror) > MAX_ANALYSED


@dataclass(slots=True)
class Session:
    """What a connection knows: the client, the unit of its columns, the open documents."""

    client: ClientProfile = field(default_factory=ClientProfile)
    encoding: PositionEncoding = PositionEncoding.UTF16
    closed: dict[str, str] = field(default_factory=dict)
    """URIs of the documents that were closed last, by key: a client may still show what it was told about them."""
    _documents: dict[str, Document] = field(default_factory=dict)

    def open(self, uri: str, version: int | None, text: str) -> tuple[Document, Document | None]:
        """The new document and the one that it takes the place of, if the client had it open already."""
        key = document_key(uri)
        self.closed.pop(key, None)
        replaced = self._documents.get(key)
        if replaced is not None:
            replaced.open = False
        document = self._documents[key] = Document(uri, version, Mirror(text))
        return document, replaced

    def find(self, uri: str) -> Document | None:
        return self._documents.get(document_key(uri))

    def close(self, uri: str) -> Document | None:
        key = document_key(uri)
        document = self._documents.pop(key, None)
        if document is not None:
            document.open = False
            self.closed[key] = document.uri
            if len(self.closed) > MAX_CLOSED:
                del self.closed[next(iter(self.closed))]
        return document

    def __iter__(self) -> Iterator[Document]:
        return iter(list(self._documents.values()))
