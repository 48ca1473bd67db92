"""What the client on the other side can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Json = Any
"""Anything that stands for JSON: None, bool, int, float, str, lists and dicts of them."""


SHOW_REFERENCES = "clausewright.showReferences"
"""Command of the client's that shows a list of places: URI, position, locations. Clients say that they have it."""

ACCEPT_DEVIATION = "clausewright.acceptDeviation"
"""The same for asking why a deviation is accepted: an object with the document's *uri* and the *clauses*."""
OPEN_SIDE_BY_SIDE = "clausewright.openSideBySide"
"""The same for showing a clause beside its template's: URI and position."""

SAVE_SETTINGS = "clausewright.saveSettings"
"""The same for saving the settings that a fix has changed, which count once they are saved: their URI."""


def dig(value: Json, *path: str) -> Json:
    """The value at *path* in nested mappings; None where the path leaves them."""
    for name in path:
        if not isinstance(value, Mapping):
            return None
        value = value.get(name)
    return value


@dataclass(frozen=True, slots=True)
class ClientProfile:
    """The client's capabilities that change what the server sends."""

    markdown_hover: bool = False
    definition_links: bool = False
    declaration_links: bool = False
    link_tooltips: bool = False
    symbol_tree: bool = False
    related_information: bool = False
    document_changes: bool = False
    change_annotations: bool = False
    creates_files: bool = False
    resolves_actions: bool = False
    label_details: bool = False
    markdown_documentation: bool = False
    shows_references: bool = False
    accepts_deviations: bool = False
    opens_side_by_side: bool = False
    saves_settings: bool = False
    pulls_diagnostics: bool = False
    refreshes_diagnostics: bool = False
    shows_progress: bool = False
    shows_coverage: bool = False
    pulls_configuration: bool = False
    registers_configuration: bool = False
    registers_watched_files: bool = False

    @classmethod
    def of(cls, initialize_params: Json) -> ClientProfile:
        capabilities = dig(initialize_params, "capabilities")
        document = dig(capabilities, "textDocument")
        workspace = dig(capabilities, "workspace")
        commands = dig(capabilities, "experimental", "commands", "commands") or ()
        formats = dig(document, "hover", "contentFormat")
        return cls(
            markdown_hover=isinstance(formats, list) and formats[:1] == ["markdown"],
            definition_links=dig(document, "definition", "linkSupport") is True,
            declaration_links=dig(document, "declaration", "linkSupport") is True,
            link_tooltips=dig(document, "documentLink", "tooltipSupport") is True,
            symbol_tree=dig(document, "documentSymbol", "hierarchicalDocumentSymbolSupport") is True,
            related_information=dig(document, "publishDiagnostics", "relatedInformation") is True,
            document_changes=dig(workspace, "workspaceEdit", "documentChanges") is True,
            change_annotations=dig(workspace, "workspaceEdit", "changeAnnotationSupport") is not None,
            creates_files=dig(workspace, "workspaceEdit", "documentChanges") is True
            and "create" in (dig(workspace, "workspaceEdit", "resourceOperations") or ()),
            resolves_actions="edit" in (dig(document, "codeAction", "resolveSupport", "properties") or ())
            and dig(document, "codeAction", "dataSupport") is True,
            markdown_documentation="markdown"
            in (dig(document, "completion", "completionItem", "documentationFormat") or ()),
            label_details=dig(document, "completion", "completionItem", "labelDetailsSupport") is True,
            shows_references=SHOW_REFERENCES in commands,
            accepts_deviations=ACCEPT_DEVIATION in commands,
            opens_side_by_side=OPEN_SIDE_BY_SIDE in commands,
            saves_settings=SAVE_SETTINGS in commands,
            pulls_diagnostics=dig(document, "diagnostic") is not None,
            refreshes_diagnostics=dig(workspace, "diagnostics", "refreshSupport") is True,
            shows_coverage=dig(capabilities, "experimental", "clausewrightCoverage") is True,
            shows_progress=dig(capabilities, "window", "workDoneProgress") is True,
            pulls_configuration=dig(workspace, "configuration") is True,
            registers_configuration=dig(workspace, "didChangeConfiguration", "dynamicRegistration") is True,
            registers_watched_files=dig(workspace, "didChangeWatchedFiles", "dynamicRegistration") is True,
        )
