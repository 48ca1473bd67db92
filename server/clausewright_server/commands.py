"""Commands that a client can have the server run: comparing with another template, accepting a deviation."""

from __future__ import annotations

import getpass
from collections.abc import Callable
from typing import Any

from lsprotocol import types

from clausewright.comparison.results import Place
from clausewright.deviations.accepted import remember
from clausewright.deviations.compared import Compared
from clausewright.edits.change import RefusedError
from clausewright.settings import FILE_NAME, Acceptance, settings_file
from clausewright_server.client import Json, dig
from clausewright_server.comparing import Comparing
from clausewright_server.convert import InvalidParamsError
from clausewright_server.features.deviations import ACCEPT
from clausewright_server.protocol import ContractProtocol, MessageId
from clausewright_server.session import Document, Session
from clausewright_server.uris import file_path

COMPARE = "clausewright.compareDocument"
"""URI of a document and of a template, or null to go by the settings again."""
COUNTERPART = "clausewright.counterpart"
"""URI of a document and a position in it: gives both places, as ``{input, reference}`` of locations, or null."""
COMMANDS = (ACCEPT, COMPARE, COUNTERPART)


class Commands:
    """Answers ``workspace/executeCommand``. *recheck* has one document looked at anew, *settings_changed* them all."""

    def __init__(
        self,
        session: Session,
        protocol: ContractProtocol,
        comparing: Comparing,
        recheck: Callable[[Document], None],
        settings_changed: Callable[[], None],
    ) -> None:
        self._session = session
        self._protocol = protocol
        self._comparing = comparing
        self._recheck = recheck
        self._settings_changed = settings_changed

    def register(self) -> None:
        self._protocol.on_request(types.WORKSPACE_EXECUTE_COMMAND, self._execute)

    def _execute(self, message_id: MessageId, params: Json) -> None:
        known = {ACCEPT: self._accept, COMPARE: self._compare, COUNTERPART: self._counterpart}
        run = known.get(dig(params, "command"))
        arguments = dig(params, "arguments")
        if run is None or not isinstance(arguments, list) or not arguments:
            raise InvalidParamsError("not a command of this server's, or without its arguments")
        self._protocol.reply(message_id, run(arguments))

    def _accept(self, arguments: list[Json]) -> None:
        """Remember that the deviations of *clauses* are accepted, and why, in the project's file."""
        given = arguments[0]
        document, clauses = self._document(dig(given, "uri")), dig(given, "clauses")
        if not isinstance(clauses, list) or not all(isinstance(one, str) for one in clauses):
            raise InvalidParamsError("what is accepted is a list of clauses")
        path = file_path(document.uri)
        if path is None:
            raise RefusedError("Save the contract first: what is accepted is remembered beside it.")
        why = dig(given, "why")
        by = dig(given, "by")
        file = settings_file(path.parent) or path.parent / FILE_NAME
        for clause in clauses:
            said = by if isinstance(by, str) else _user(), why if isinstance(why, str) else ""
            remember(file, Acceptance(clause, *said))
        self._settings_changed()

    def _compare(self, arguments: list[Json]) -> None:
        document = self._document(arguments[0])
        template = arguments[1] if len(arguments) > 1 else None
        path = file_path(template) if isinstance(template, str) else None
        if template is not None and path is None:
            raise RefusedError("A contract is compared with a file.")
        self._comparing.choose(document.uri, path)
        self._recheck(document)

    def _counterpart(self, arguments: list[Json]) -> dict[str, Any] | None:
        document = self._document(arguments[0])
        snapshot = document.snapshot
        known = self._comparing.compared(snapshot) if snapshot is not None else None
        if snapshot is None or known is None or len(arguments) < 2:
            return None
        compared, _ = known
        found = _nearest(compared, snapshot.places.offset(arguments[1]))
        if found is None:
            return None
        ours, theirs = found
        there = snapshot.places.of_text(compared.template.text)
        return {
            "input": {"uri": snapshot.uri, "range": snapshot.places.range(ours.start, ours.end)},
            "reference": {
                "uri": compared.template.path.as_uri(),
                "range": there.range(theirs.start, theirs.end),
            },
        }

    def _document(self, uri: Json) -> Document:
        document = self._session.find(uri) if isinstance(uri, str) else None
        if document is None:
            raise InvalidParamsError("a command is about a document that is open")
        return document


def _nearest(compared: Compared, offset: int) -> tuple[Place, Place] | None:
    """The pair around *offset*; a missing clause that belongs there; else the last pair before it."""
    found = compared.comparison
    pairs = sorted((*found.deviations, *found.covered), key=lambda pair: (pair.input.start, pair.reference.start))
    for pair in pairs:
        if pair.input.start <= offset <= pair.input.end:
            for gap in found.gaps:
                if gap.nearest_end == pair.input.end == offset:
                    return pair.input, gap.place
            return pair.input, pair.reference
    before = [pair for pair in pairs if pair.input.start <= offset] or pairs[:1]
    return (before[-1].input, before[-1].reference) if before else None


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
