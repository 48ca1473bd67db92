"""What the server says of itself when it is asked, for finding faults: never a word of a contract."""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
import time
from pathlib import Path
from typing import Any

from clausewright_server import aside
from clausewright_server.analysis import Analyst
from clausewright_server.client import Json
from clausewright_server.folder import FolderReader
from clausewright_server.protocol import ContractProtocol, MessageId
from clausewright_server.session import Document, Session

SERVER_STATE = "clausewright/serverState"
"""Gives the server's version, memory in MB, folders, open documents with their times in ms, and processes beside it.

A document's *sha256* is that of its text in UTF-8 as the server has it: an editor can see whether both have the same.
"""
_DIGITS = 16


class ServerState:
    """Answers the request."""

    def __init__(
        self, version: str, session: Session, protocol: ContractProtocol, analyst: Analyst, folder: FolderReader
    ) -> None:
        self._version = version
        self._session = session
        self._protocol = protocol
        self._analyst = analyst
        self._folder = folder
        self._began = time.monotonic()

    def register(self) -> None:
        self._protocol.on_request(SERVER_STATE, self._tell)

    def _tell(self, message_id: MessageId, _params: Json) -> None:
        state = {
            "version": self._version,
            "python": platform.python_version(),
            "pid": os.getpid(),
            "seconds": round(time.monotonic() - self._began),
            "megabytes": resident(os.getpid()),
            "positionEncoding": self._session.encoding.value,
            "folders": self._folder.folders,
            "filesRead": self._folder.known,
            "documents": [self._document(document) for document in self._session],
            "processes": [
                {"name": name, "pid": pid, "megabytes": resident(pid)} for name, pid in aside.running_processes()
            ],
        }
        self._protocol.reply(message_id, state)

    def _document(self, document: Document) -> dict[str, Any]:
        text = document.mirror.text
        return {
            "uri": document.uri,
            "version": document.version,
            "characters": len(text),
            "sha256": hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS],
            "read": document.current,
            "tooLong": document.too_long,
            "convention": document.snapshot.contract.convention if document.snapshot is not None else None,
            "findings": len(document.report.diagnostics) if document.report is not None else None,
            "milliseconds": self._analyst.times(document),
        }


def resident(pid: int) -> int | None:
    """Memory that a process holds, in MB; None where the system does not say."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) // 1024
    except (OSError, StopIteration):
        pass
    try:
        told = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True)
        return int(told.stdout) // 1024
    except (OSError, subprocess.CalledProcessError, ValueError):
        return None
