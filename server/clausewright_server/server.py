"""The server: wires the session, the analysis and the features to the protocol, and turns the loop."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections import deque
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.capabilities import ServerCapabilitiesBuilder
from pygls.lsp.server import LanguageServer

from clausewright.check import check
from clausewright.contract import Contract
from clausewright.text import Position, PositionEncoding, width
from clausewright_server import caret
from clausewright_server.across import Across
from clausewright_server.analysis import Analyst
from clausewright_server.clause_search import SEARCH_CLAUSES, ClauseSearch
from clausewright_server.client import ClientProfile, Json, dig
from clausewright_server.commands import COMMANDS, Commands
from clausewright_server.comparing import Comparing
from clausewright_server.comparison import ComparisonReader
from clausewright_server.configuration import PROJECT_SUFFIX, SECTION, Configuration
from clausewright_server.convert import InvalidParamsError, position_of, text_document_uri
from clausewright_server.diagnostics import DiagnosticsPublisher
from clausewright_server.features import Feature, all_features
from clausewright_server.features.deviations import with_deviations
from clausewright_server.features.document_symbol import symbols_in_order
from clausewright_server.folder import FolderReader
from clausewright_server.lifetime import watch_parent
from clausewright_server.memory import IdleCollector
from clausewright_server.personal_data import PersonalDataReader
from clausewright_server.protocol import PARSE_ERROR, REQUEST_CANCELLED, ContractProtocol, MessageId
from clausewright_server.session import Document, Session, Snapshot
from clausewright_server.state import SERVER_STATE, ServerState
from clausewright_server.transport import FrameReader, FrameWriter
from clausewright_server.unseen import UnseenComparing
from clausewright_server.worker import Worker

logger = logging.getLogger(__name__)

WATCHED = (f"**/*{PROJECT_SUFFIX}", "**/*.{contract,md,txt}")
"""Files whose changes change findings: settings, and contracts that are not open."""
CONFIGURATION_PATIENCE = 0.5
"""Seconds that the first findings wait for the client's settings."""
REST = 0.1
"""Seconds after a message at which what the next one may ask for is put together."""

DIAGNOSTIC_OPTIONS = types.DiagnosticOptions(
    inter_file_dependencies=False, workspace_diagnostics=True, identifier="clausewright"
)

_CARET = {
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: ("position",),
    types.TEXT_DOCUMENT_LINKED_EDITING_RANGE: ("position",),
    types.TEXT_DOCUMENT_CODE_ACTION: ("range", "end"),
}
"""Requests that editors make for the place the caret is at, and where they say it."""
_REHEARSAL = """SERVICE AGREEMENT

This Agreement is made on 1 March 2024 between Acorn Ltd (the "Client") and Birch, Inc. ("Supplier"). WHEREAS, the
Client needs services; the parties agree as follows:

1. Definitions

1.1 "Services" means what Schedule 1 says (see Section 2.1(a) above). Business Day has the meaning given in the Rent
Act 1977.

2. Services

2.1 Notwithstanding anything to the contrary in Section 1.1, the Supplier shall (a) render the Services within thirty
(30) days; and (b) pay [●] to the Client. Confidential Information stays secret.
"""
"""Read and checked while the client's first message comes in, which loads what reading and checking need."""
_DELETED = 3
_WARNING = 2
_INFORMATION = 3


def _version() -> str:
    try:
        return version("clausewright")
    except PackageNotFoundError:
        return "0"


class ClausewrightServer(LanguageServer):
    """One connection over a pair of byte streams. *features* are what it can do, by default everything."""

    protocol: ContractProtocol

    def __init__(self, features: Iterable[Feature] | None = None) -> None:
        super().__init__("clausewright", _version(), protocol_cls=ContractProtocol)
        self.session = Session()
        self.configuration = Configuration(self._warn)
        self._publisher = DiagnosticsPublisher(self.session, self.protocol.notify_raw, self._refresh_diagnostics)
        self._worker = Worker(self._post)
        self._aside: set[MessageId] = set()
        personal_data = PersonalDataReader(self._post, self._warn)
        self._comparing = Comparing(
            self.session,
            self.protocol,
            ComparisonReader(self._post, self._warn, self._note),
            self._refresh_diagnostics,
        )
        self._analyst = Analyst(
            self.session,
            self._worker,
            self._publisher,
            self.configuration.settings_of,
            personal_data,
            self._comparing,
        )
        self._folder = FolderReader(
            symbols_in_order, self.configuration.settings_at, personal_data.known, self._comparing.look
        )
        beside = Worker(self._post)
        self._unseen = UnseenComparing(self.session, beside, self._folder, self._comparing, self._refresh_diagnostics)
        self._across = Across(self.session, self.protocol, beside, self._folder, self._analyst, self._unseen.want)
        self._clause_search = ClauseSearch(
            self.session, self.protocol, self._folder, self.configuration.settings_at, self._post
        )
        self._state = ServerState(_version(), self.session, self.protocol, self._analyst, self._folder)
        self._caret_timer: asyncio.TimerHandle | None = None
        self._rest_timer: asyncio.TimerHandle | None = None
        self._tells_caret = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._collector: IdleCollector | None = None
        self._finished: asyncio.Future[int] | None = None
        self._reader: FrameReader | None = None
        self._messages: deque[Json] = deque()
        self._cancelled: set[MessageId] = set()
        self._draining = False
        self._commands = Commands(self.session, self.protocol, self._comparing, self._recheck, self._settings_changed)
        self._register(with_deviations(all_features(), self._comparing.compared) if features is None else features)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log it; the original shows the user a message that may quote the document."""
        logger.error("pygls reports a failure", exc_info=error)

    # -- the loop -----------------------------------------------------------------------------------------------------

    def serve(self, stdin: BinaryIO, stdout: BinaryIO) -> int:
        """Serve until the client ends it; the exit status the protocol asks for."""
        self.protocol.connect(FrameWriter(stdout))
        return asyncio.run(self._serve(stdin))

    async def _serve(self, stdin: BinaryIO) -> int:
        self._loop = loop = asyncio.get_running_loop()
        loop.set_exception_handler(_log_loop_error)
        self._finished = loop.create_future()
        self._collector = IdleCollector(loop)
        self._analyst.lasting = self._collector.lasting
        self._reader = FrameReader(stdin, self._wake)
        self._reader.start()
        check(Contract.parse(_REHEARSAL))
        return await self._finished

    def _post(self, callback: Callable[[], None]) -> None:
        """Run *callback* on the loop; from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(callback)

    def _wake(self) -> None:
        if not self._draining:
            self._draining = True
            self._post(self._drain)

    def _drain(self) -> None:
        """Handle every message that has come, then look at the documents that changed.

        Changes that came one after the other are so read as one, and a request is not begun when its cancellation has
        come behind it.
        """
        self._draining = False
        assert self._reader is not None
        assert self._finished is not None
        assert self._collector is not None
        if self._finished.done():
            return
        ended = self._reader.ended
        self._analyst.begin_turn()
        while True:
            self._decode_arrived(self._reader)
            if not self._messages:
                break
            message = self._messages.popleft()
            if not self._answer_cancelled(message):
                self.protocol.dispatch(message)
            if self.protocol.exit_code is not None:
                self._finished.set_result(self.protocol.exit_code)
                return
        self._cancelled.clear()
        self._analyst.flush()
        self._collector.worked()
        if self._rest_timer is None and self._loop is not None:
            self._rest_timer = self._loop.call_later(REST, self._rest)
        if ended:
            self._finished.set_result(0 if self.protocol.is_shut_down else 1)

    def _rest(self) -> None:
        self._rest_timer = None
        if self._reader is not None and not self._reader.frames:
            self._analyst.rest()
            if self._collector is not None:
                self._collector.rest()

    def _decode_arrived(self, reader: FrameReader) -> None:
        while reader.frames:
            try:
                message = json.loads(reader.frames.popleft())
            except (ValueError, RecursionError):
                self.protocol.refuse(None, PARSE_ERROR, "the message is not JSON")
                continue
            if isinstance(message, dict) and message.get("method") == types.CANCEL_REQUEST:
                cancelled = dig(message, "params", "id")
                if isinstance(cancelled, (int, str)):
                    if self._forget(cancelled):
                        self._refuse_cancelled(cancelled)
                    else:
                        self._cancelled.add(cancelled)
            else:
                self._messages.append(message)

    def _answer_cancelled(self, message: Json) -> bool:
        if not self._cancelled or not isinstance(message, dict) or "method" not in message:
            return False
        message_id = message.get("id")
        if not isinstance(message_id, (int, str)) or message_id not in self._cancelled:
            return False
        self._cancelled.discard(message_id)
        self._refuse_cancelled(message_id)
        return True

    def _refuse_cancelled(self, message_id: MessageId) -> None:
        self.protocol.refuse(message_id, REQUEST_CANCELLED, "cancelled")

    # -- registration -------------------------------------------------------------------------------------------------

    def _register(self, features: Iterable[Feature]) -> None:
        protocol = self.protocol
        protocol.on_request(types.INITIALIZE, self._initialize)
        protocol.on_request(types.SHUTDOWN, self._shutdown_request)
        for method, handler in {
            types.INITIALIZED: self._initialized,
            types.TEXT_DOCUMENT_DID_OPEN: self._did_open,
            types.TEXT_DOCUMENT_DID_CHANGE: self._did_change,
            types.TEXT_DOCUMENT_DID_CLOSE: self._did_close,
            types.WORKSPACE_DID_CHANGE_CONFIGURATION: self._did_change_configuration,
            types.WORKSPACE_DID_CHANGE_WATCHED_FILES: self._did_change_watched_files,
            types.WORKSPACE_DID_DELETE_FILES: self._did_delete_files,
            types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: self._did_change_folders,
        }.items():
            protocol.on_notification(method, handler)
        for feature in features:
            self._register_feature(feature)
        self.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, DIAGNOSTIC_OPTIONS)(_by_table)
        self.feature(types.WORKSPACE_DIAGNOSTIC)(_by_table)
        self.feature(types.WORKSPACE_SYMBOL)(_by_table)
        protocol.on_request(types.TEXT_DOCUMENT_DIAGNOSTIC, self._pull_diagnostics)
        self._across.register()
        self._commands.register()
        self._clause_search.register()
        self._state.register()
        self.feature(SEARCH_CLAUSES)(_by_table)
        self.feature(SERVER_STATE)(_by_table)
        protocol.on_notification(types.WINDOW_WORK_DONE_PROGRESS_CANCEL, self._progress_cancelled)
        for command in COMMANDS:
            self.command(command)(_by_table)
        contracts = types.FileOperationFilter(types.FileOperationPattern(glob="**/*"), scheme="file")
        self.feature(types.WORKSPACE_DID_DELETE_FILES, types.FileOperationRegistrationOptions([contracts]))(_by_table)

    def _register_feature(self, feature: Feature) -> None:
        # pygls advertises what is registered with it; the message itself never gets as far.
        self.feature(feature.method, feature.options)(_by_table)

        def handle(message_id: MessageId, params: Json) -> None:
            document, client = self.session.find(feature.uri_of(params)), self.session.client
            if document is None:
                self.protocol.reply(message_id, None)
                return
            if (path := _CARET.get(feature.method)) is not None:
                self._caret_seen(document, dig(params, *path))

            def answer(snapshot: Snapshot | None) -> None:
                if snapshot is None:
                    self.protocol.reply(message_id, None)
                    return
                if feature.aside:
                    self._answer_aside(message_id, lambda: feature.handler(snapshot, params, client), refuse)
                    return
                try:
                    result = feature.handler(snapshot, params, client)
                except Exception as error:
                    self.protocol.refuse_failed(message_id, feature.method, error)
                else:
                    self.protocol.reply(message_id, result)

            def refuse(error: BaseException) -> None:
                self.protocol.refuse_failed(message_id, feature.method, error)

            self._analyst.when_ready(document, message_id, answer, refuse)

        self.protocol.on_request(feature.method, handle)

    def _answer_aside(
        self, message_id: MessageId, work: Callable[[], Json], refuse: Callable[[BaseException], None]
    ) -> None:
        """Answer with what *work* gives, done by the worker. A request that is cancelled first is never begun."""
        self._aside.add(message_id)

        def settle(answer: Callable[[], None]) -> None:
            if message_id in self._aside:
                self._aside.discard(message_id)
                answer()

        self._worker.submit(
            lambda: message_id in self._aside,
            work,
            lambda result: settle(lambda: self.protocol.reply(message_id, result)),
            lambda error: settle(lambda: refuse(error)),
        )

    def _forget(self, message_id: MessageId) -> bool:
        """Drop a request that is waited for; false when none with that id is."""
        if message_id in self._aside:
            self._aside.discard(message_id)
            return True
        return any(holder.forget(message_id) for holder in (self._analyst, self._across, self._clause_search))

    def _progress_cancelled(self, params: Json) -> None:
        """The user does not want to wait for the work whose progress is shown."""
        token = dig(params, "token")
        if not self._clause_search.progress_cancelled(token):
            self._across.progress_cancelled(token)

    # -- life cycle ---------------------------------------------------------------------------------------------------

    def _initialize(self, message_id: MessageId, params: Json) -> None:
        message = {"jsonrpc": "2.0", "id": message_id, "method": types.INITIALIZE, "params": params}
        try:
            structured = self.protocol.structure_message(message)
        except Exception as error:
            # A client newer than lsprotocol may name kinds it does not know: take what matters and go on.
            logger.warning("The client's capabilities are not all understood", exc_info=error)
            structured = types.InitializeRequest(message_id, _least_params(params))
        process_id = _whole(dig(params, "processId"))
        if process_id is not None:
            watch_parent(process_id, lambda: os._exit(1))
        self.protocol.initialized = True
        self.protocol.handle_message(structured)
        self.session.client = ClientProfile.of(params)
        chosen = ServerCapabilitiesBuilder.choose_position_encoding(structured.params.capabilities)
        self.session.encoding = PositionEncoding(chosen)
        self.configuration.initialise(dig(params, "initializationOptions"))
        self._folder.folders = _folder_uris(params)

    def _initialized(self, _params: Json) -> None:
        client = self.session.client
        registrations: list[dict[str, Any]] = []
        if client.registers_configuration:
            registrations.append(
                {
                    "id": "configuration",
                    "method": types.WORKSPACE_DID_CHANGE_CONFIGURATION,
                    "registerOptions": {"section": SECTION},
                }
            )
        if client.registers_watched_files:
            registrations.append(
                {
                    "id": "project-files",
                    "method": types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                    "registerOptions": {"watchers": [{"globPattern": glob} for glob in WATCHED]},
                }
            )
        if client.pulls_configuration:
            self._analyst.hold_checks = True
            self._pull_configuration()
            assert self._loop is not None
            self._loop.call_later(CONFIGURATION_PATIENCE, self._release_checks)
        if registrations:
            self.protocol.request_raw(
                types.CLIENT_REGISTER_CAPABILITY, {"registrations": registrations}, lambda _result: None
            )
        self._analyst.begin_turn()

    def _shutdown_request(self, message_id: MessageId, _params: Json) -> None:
        self.protocol.shut_down()
        self._across.stop()
        self._clause_search.stop()
        self._unseen.stop()
        self._comparing.stop()
        for document in self.session:
            self.session.close(document.uri)
            self._analyst.closed(document)
        self.protocol.reply(message_id, None)

    # -- documents ----------------------------------------------------------------------------------------------------

    def _did_open(self, params: Json) -> None:
        uri, text = text_document_uri(params), dig(params, "textDocument", "text")
        if not isinstance(text, str):
            raise InvalidParamsError("a document's text is a string")
        document, replaced = self.session.open(uri, _whole(dig(params, "textDocument", "version")), text)
        if replaced is not None:
            logger.warning("A document that is open was opened again")
            self._analyst.closed(replaced)
            self._publisher.forget(replaced)
        self._analyst.changed(document)

    def _did_change(self, params: Json) -> None:
        document = self.session.find(text_document_uri(params))
        if document is None:
            raise InvalidParamsError("a change for a document that is not open")
        changes = dig(params, "contentChanges")
        if not isinstance(changes, list):
            raise InvalidParamsError("content changes are a list")
        number = _whole(dig(params, "textDocument", "version"))
        if number is None or (document.version is not None and number <= document.version):
            logger.warning("A document's version did not rise")
        if number is not None:
            document.version = number
        self._note_caret(document, changes)
        try:
            for change in changes:
                text, span = dig(change, "text"), dig(change, "range")
                if not isinstance(text, str):
                    raise InvalidParamsError("a change's text is a string")
                if span is None:
                    document.mirror.replace(text)
                else:
                    start, end = _ends(span)
                    document.mirror.apply(start, end, text, self.session.encoding)
        finally:
            self._analyst.changed(document)

    def _did_close(self, params: Json) -> None:
        document = self.session.close(text_document_uri(params))
        if document is None:
            raise InvalidParamsError("a document that is not open was closed")
        self._analyst.closed(document)
        self._comparing.closed(document)
        self._publisher.closed(document)
        self._folder.forget(document.uri)

    def _did_delete_files(self, params: Json) -> None:
        self._folder.forget_files()
        for file in dig(params, "files") or []:
            self._withdraw_deleted(dig(file, "uri"))

    def _withdraw_deleted(self, uri: Json) -> None:
        if isinstance(uri, str) and (document := self.session.find(uri)) is not None:
            self._publisher.withdraw(document.uri)

    def _did_change_folders(self, params: Json) -> None:
        added, removed = (
            [uri for one in dig(params, "event", which) or [] if isinstance(uri := dig(one, "uri"), str)]
            for which in ("added", "removed")
        )
        self._folder.change(added, removed)
        if self.session.client.pulls_configuration:
            self._pull_configuration()
        self._refresh_diagnostics()

    # -- diagnostics --------------------------------------------------------------------------------------------------

    def _pull_diagnostics(self, message_id: MessageId, params: Json) -> None:
        """The newest findings of an open document, or that they are those which the client has."""
        document, known = self.session.find(text_document_uri(params)), dig(params, "previousResultId")
        if document is None:
            self.protocol.reply(message_id, {"kind": "full", "items": []})
            return

        def answer() -> None:
            report = document.report
            if report is None:
                self.protocol.reply(message_id, {"kind": "full", "items": []})
            elif report.result_id == known:
                self.protocol.reply(message_id, {"kind": "unchanged", "resultId": known})
            else:
                full = {"kind": "full", "resultId": report.result_id, "items": report.diagnostics}
                self.protocol.reply(message_id, full)

        self._analyst.when_checked(document, message_id, answer)

    def _refresh_diagnostics(self) -> None:
        """Ask a client that pulls to do so again: something changed that it cannot know of."""
        if self.session.client.refreshes_diagnostics:
            self.protocol.request_raw(types.WORKSPACE_DIAGNOSTIC_REFRESH, None, lambda _result: None)

    def _note_caret(self, document: Document, changes: list[Json]) -> None:
        """Where the caret is after *changes*, if they are somebody typing one character."""
        for other in self.session:
            if other is not document:
                self._caret_left(other)
        end = _typed_to(changes, self.session.encoding)
        if end is None:
            caret.left(document)
            return
        caret.typed(document, end)
        if self._caret_timer is not None:
            self._caret_timer.cancel()
            self._caret_timer = None
        if not self._tells_caret and self._loop is not None:
            self._caret_timer = self._loop.call_later(caret.PATIENCE, self._caret_left, document)

    def _caret_seen(self, document: Document, position: Json) -> None:
        """A request tells where the caret is: findings that waited where it was may be shown."""
        self._tells_caret = True
        for other in self.session:
            if other is not document:
                self._caret_left(other)
        snapshot = document.snapshot
        if snapshot is not None and document.current and caret.moved(document, snapshot, position_of(position)):
            self._publisher.caret_left(document)

    def _caret_left(self, document: Document) -> None:
        if caret.left(document):
            self._publisher.caret_left(document)

    # -- settings -----------------------------------------------------------------------------------------------------

    def _pull_configuration(self) -> None:
        folders = self._folder.folders if len(self._folder.folders) > 1 else []
        items = [{"section": SECTION}, *({"scopeUri": uri, "section": SECTION} for uri in folders)]
        self.protocol.request_raw(
            types.WORKSPACE_CONFIGURATION, {"items": items}, lambda result: self._configuration_came(folders, result)
        )

    def _configuration_came(self, folders: list[str], result: Json) -> None:
        """Sections in the order asked for: the client's own, and one for each of several folders."""
        sections = result if isinstance(result, list) else []
        by_folder = dict(zip(folders, sections[1:], strict=False))
        changed = self.configuration.update(sections[0] if sections else None, by_folder)
        if self._analyst.hold_checks:
            self._release_checks()
        elif changed:
            self._settings_changed()

    def _release_checks(self) -> None:
        if self._analyst.hold_checks:
            self._analyst.hold_checks = False
            self._settings_changed()

    def _recheck(self, document: Document) -> None:
        self._refresh_diagnostics()
        self._analyst.changed(document)
        self._analyst.flush()

    def _settings_changed(self) -> None:
        self._refresh_diagnostics()
        for document in self.session:
            document.settings = None
        self._analyst.recheck_all()
        self._analyst.flush()

    def _did_change_configuration(self, params: Json) -> None:
        if self.session.client.pulls_configuration:
            self._pull_configuration()
        elif self.configuration.update(dig(params, "settings", SECTION)):
            self._settings_changed()

    def _did_change_watched_files(self, params: Json) -> None:
        self._folder.forget_files()
        settings_changed = contract_changed = template_changed = False
        for change in dig(params, "changes") or []:
            uri = dig(change, "uri")
            if isinstance(uri, str) and uri.endswith(PROJECT_SUFFIX):
                settings_changed = True
            else:
                contract_changed = contract_changed or (isinstance(uri, str) and self.session.find(uri) is None)
                template_changed = template_changed or (isinstance(uri, str) and self._comparing.uses(uri))
                if dig(change, "type") == _DELETED:
                    self._withdraw_deleted(uri)
        if settings_changed:
            self.configuration.forget_warnings()
            self._settings_changed()
        elif contract_changed or template_changed:
            self._refresh_diagnostics()
        if template_changed and not settings_changed:
            self._analyst.recheck_all()
            self._analyst.flush()

    def _note(self, message: str) -> None:
        """Something to know, where the client keeps its log."""
        self.protocol.notify_raw(types.WINDOW_LOG_MESSAGE, {"type": _INFORMATION, "message": message})

    def _warn(self, message: str) -> None:
        self.protocol.notify_raw(types.WINDOW_SHOW_MESSAGE, {"type": _WARNING, "message": message})


def _by_table(*_args: Any) -> None:
    raise NotImplementedError("handled by ContractProtocol's own tables")


def _whole(value: Json) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _folder_uris(params: Json) -> list[str]:
    """The client's folders, in whichever of the protocol's three ways it names them."""
    folders = [uri for one in dig(params, "workspaceFolders") or [] if isinstance(uri := dig(one, "uri"), str)]
    root_uri, root_path = dig(params, "rootUri"), dig(params, "rootPath")
    if not folders and isinstance(root_uri, str):
        return [root_uri]
    if not folders and isinstance(root_path, str) and Path(root_path).is_absolute():
        return [Path(root_path).as_uri()]
    return folders


def _typed_to(changes: list[Json], encoding: PositionEncoding) -> Position | None:
    """Where the caret is if *changes* are one character typed or deleted; None if they are anything else."""
    if len(changes) != 1 or dig(changes[0], "range") is None:
        return None
    start, end = _ends(dig(changes[0], "range"))
    text = dig(changes[0], "text")
    if not isinstance(text, str) or len(text) > 1 or end.line > start.line + 1:
        return None
    if not text:
        return start if (end.line, end.character) != (start.line, start.character) else None
    if text in "\r\n":
        return Position(start.line + 1, 0)
    return Position(start.line, start.character + width(text, encoding))


def _ends(span: Json) -> tuple[Position, Position]:
    return position_of(dig(span, "start")), position_of(dig(span, "end"))


def _least_params(params: Json) -> types.InitializeParams:
    """``initialize`` parameters with what pygls must know and nothing that it may not understand."""
    encodings = dig(params, "capabilities", "general", "positionEncodings")
    known = [one for one in encodings if isinstance(one, str)] if isinstance(encodings, list) else None
    prepare = dig(params, "capabilities", "textDocument", "rename", "prepareSupport") is True
    return types.InitializeParams(
        capabilities=types.ClientCapabilities(
            general=types.GeneralClientCapabilities(position_encodings=known),
            text_document=types.TextDocumentClientCapabilities(
                rename=types.RenameClientCapabilities(prepare_support=prepare)
            ),
        ),
        process_id=_whole(dig(params, "processId")),
    )


def _log_loop_error(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    logger.error("A callback failed", exc_info=context.get("exception"))
