import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";

import { SHOW_REFERENCES, showReferences } from "./client";
import { ContractFiles, LANGUAGE } from "./contractFiles";
import { ACCEPT_DEVIATION, acceptDeviation, COMPARE_WITH, compareWith, CoverageStatus, OPEN_SIDE_BY_SIDE, openSideBySide } from "./deviations";
import { findQuotation } from "./findQuotation";
import { SAVE_SETTINGS, saveSettings } from "./saveSettings";
import { searchClauses } from "./searchClauses";
import { findServer, type Refusal, type ServerCommand } from "./serverCommand";
import { SHOW_SERVER_STATE, showServerState } from "./serverState";
import { ServerStatus } from "./status";
import { Supervisor } from "./supervisor";

const SERVER_SETTINGS = ["clausewright.server.command", "clausewright.interpreter"];

let supervisor: Supervisor | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel("Clausewright");
  const status = new ServerStatus();
  const coverage = new CoverageStatus();
  const files = new ContractFiles(context.workspaceState);
  const server = new Supervisor(findConfigured, output, status, coverage);
  supervisor = server;

  // The server starts with the first contract: a window with other Markdown files does without it.
  const opened = (document: vscode.TextDocument): void => {
    void files.consider(document);
    if (isContract(document)) {
      void server.ensureStarted();
    }
  };

  context.subscriptions.push(
    output,
    status,
    coverage,
    vscode.workspace.onDidOpenTextDocument(opened),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (SERVER_SETTINGS.some((setting) => change.affectsConfiguration(setting))) {
        void server.settingsChanged();
      }
      if (change.affectsConfiguration("clausewright.files")) {
        files.reconsiderAll();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => server.settingsChanged()),
    vscode.commands.registerCommand("clausewright.treatAsContract", (uri?: vscode.Uri) => treatAsContract(files, uri)),
    vscode.commands.registerCommand("clausewright.restartServer", () => server.restart()),
    vscode.commands.registerCommand("clausewright.showServerOutput", () => output.show()),
    vscode.commands.registerCommand("clausewright.findQuotation", (quotation?: unknown) => findQuotation(server, quotation)),
    vscode.commands.registerCommand("clausewright.searchClauses", (query?: unknown) => searchClauses(server, query)),
    vscode.commands.registerCommand(SHOW_SERVER_STATE, () => showServerState(server)),
    vscode.commands.registerCommand(SAVE_SETTINGS, saveSettings),
    vscode.commands.registerCommand(SHOW_REFERENCES, showReferences),
    vscode.commands.registerCommand(COMPARE_WITH, compareWith),
    vscode.commands.registerCommand(OPEN_SIDE_BY_SIDE, openSideBySide),
    vscode.commands.registerCommand(ACCEPT_DEVIATION, acceptDeviation),
  );
  vscode.workspace.textDocuments.forEach(opened);
}

export async function deactivate(): Promise<void> {
  await supervisor?.dispose();
}

function isContract(document: vscode.TextDocument): boolean {
  return document.languageId === LANGUAGE && ["file", "untitled"].includes(document.uri.scheme);
}

async function treatAsContract(files: ContractFiles, uri: vscode.Uri | undefined): Promise<void> {
  const document = uri === undefined
    ? vscode.window.activeTextEditor?.document
    : await vscode.workspace.openTextDocument(uri);
  if (document === undefined) {
    await vscode.window.showInformationMessage("Open the file that is a contract first.");
    return;
  }
  await files.treatAsContract(document);
}

function findConfigured(): ServerCommand | Refusal {
  const settings = vscode.workspace.getConfiguration("clausewright");
  const first = vscode.workspace.textDocuments.find((document) => isContract(document) && document.uri.scheme === "file");
  return findServer(
    {
      command: commandSetting(settings.get<unknown>("server.command")),
      interpreter: settings.get<string>("interpreter", ""),
    },
    {
      home: os.homedir(),
      folders: (vscode.workspace.workspaceFolders ?? []).filter((f) => f.uri.scheme === "file").map((f) => f.uri.fsPath),
      trusted: vscode.workspace.isTrusted,
      documentFolder: first === undefined ? undefined : path.dirname(first.uri.fsPath),
      environment: process.env,
      platform: process.platform,
      isFile: (file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false,
    },
  );
}

function commandSetting(value: unknown): string | string[] {
  return Array.isArray(value) ? value.filter((word): word is string => typeof word === "string")
    : typeof value === "string" ? value : [];
}
