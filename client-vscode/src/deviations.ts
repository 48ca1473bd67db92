import * as path from "node:path";
import * as vscode from "vscode";
import type { BaseLanguageClient, Location } from "vscode-languageclient/node";

import { LANGUAGE } from "./contractFiles";
import { type Coverage, summary } from "./coverage";

export const ACCEPT_DEVIATION = "clausewright.acceptDeviation";
export const OPEN_SIDE_BY_SIDE = "clausewright.openSideBySide";
export const COMPARE_WITH = "clausewright.compareWith";

/** Commands that the server carries out. */
const COMPARE_DOCUMENT = "clausewright.compareDocument";
const COUNTERPART = "clausewright.counterpart";
const ACCEPT = "clausewright.accept";

const COVERAGE = "clausewright/coverage";
const MOST_FILES = 500;

/** How much of its template the contract in the active editor covers, in the status bar. */
export class CoverageStatus {
  private readonly item = vscode.window.createStatusBarItem("clausewright.coverage", vscode.StatusBarAlignment.Left, 0);
  private readonly known = new Map<string, Coverage>();
  private readonly watching: vscode.Disposable;

  constructor() {
    this.item.name = "Clausewright: the template";
    this.item.command = OPEN_SIDE_BY_SIDE;
    this.watching = vscode.window.onDidChangeActiveTextEditor(() => this.show());
  }

  /** Listens to *client*, which has not been started yet. */
  listen(client: BaseLanguageClient): void {
    client.onNotification(COVERAGE, (coverage: Coverage) => {
      const key = vscode.Uri.parse(coverage.uri).toString();
      if (coverage.state === "off") {
        this.known.delete(key);
      } else {
        this.known.set(key, coverage);
      }
      this.show();
    });
  }

  /** The server has ended: what it told holds no longer. */
  clear(): void {
    this.known.clear();
    this.show();
  }

  dispose(): void {
    this.watching.dispose();
    this.item.dispose();
  }

  private show(): void {
    const document = vscode.window.activeTextEditor?.document;
    const coverage = document === undefined ? undefined : this.known.get(document.uri.toString());
    const words = coverage === undefined ? undefined : summary(coverage);
    if (coverage === undefined || words === undefined) {
      this.item.hide();
      return;
    }
    const template = coverage.template === undefined ? "" : path.basename(vscode.Uri.parse(coverage.template).fsPath);
    this.item.text = words;
    this.item.tooltip = coverage.message ?? `Compared with ${template || "the template"}; click to see both side by side`;
    this.item.show();
  }
}

/** Compares the contract in the active editor with a file that the user chooses, or again as the settings say. */
export async function compareWith(uri?: vscode.Uri, template?: vscode.Uri | null): Promise<void> {
  const contract = await contractMeant(uri);
  if (contract === undefined) {
    return;
  }
  const chosen = template === undefined ? await chooseTemplate(contract) : template;
  if (chosen !== undefined) {
    await told(() => vscode.commands.executeCommand(COMPARE_DOCUMENT, contract.toString(), chosen?.toString() ?? null));
  }
}

/** Shows the clause at *position* of the contract beside the template's. */
export async function openSideBySide(uri?: string, position?: { line: number; character: number }): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const contract = await contractMeant(uri === undefined ? undefined : vscode.Uri.parse(uri));
  if (contract === undefined) {
    return;
  }
  const caret = editor?.document.uri.toString() === contract.toString() ? editor.selection.active : new vscode.Position(0, 0);
  const place = position ?? { line: caret.line, character: caret.character };
  const both = await told(() => vscode.commands.executeCommand<{ input: Location; reference: Location } | null>(COUNTERPART, contract.toString(), place));
  if (both === undefined || both === null) {
    await vscode.window.showInformationMessage("This contract is not compared with a template yet. “Compare with...” names one.");
    return;
  }
  await reveal(both.input, vscode.ViewColumn.One);
  await reveal(both.reference, vscode.ViewColumn.Beside);
}

/** Asks why the deviations of *clauses* are accepted, and has that remembered. */
export async function acceptDeviation(deviation: { uri: string; clauses: string[] }): Promise<void> {
  const why = await vscode.window.showInputBox({
    title: "Accept this deviation",
    prompt: "Why? It is remembered in clausewright.toml until the clause changes.",
  });
  if (why !== undefined) {
    await told(() => vscode.commands.executeCommand(ACCEPT, { ...deviation, why }));
  }
}

async function contractMeant(uri: vscode.Uri | undefined): Promise<vscode.Uri | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  const meant = uri ?? (document?.languageId === LANGUAGE ? document.uri : undefined);
  if (meant === undefined) {
    await vscode.window.showInformationMessage("Open the contract first.");
  }
  return meant;
}

/** The file that the user picks; null for the one of the settings, undefined for none. */
async function chooseTemplate(contract: vscode.Uri): Promise<vscode.Uri | null | undefined> {
  type Choice = vscode.QuickPickItem & { uri?: vscode.Uri | null };
  const found = vscode.workspace.findFiles("**/*.{contract,md,txt}", "**/node_modules/**", MOST_FILES);
  // Where VS Code cannot look through the folder, the file can still be browsed for.
  const files = await found.then(undefined, () => [] as vscode.Uri[]);
  const browse: Choice = { label: "$(folder-opened) Another file..." };
  const choice = await vscode.window.showQuickPick<Choice>(
    [
      browse,
      { label: "$(settings-gear) The template that the settings name", uri: null },
      ...files.filter((file) => file.toString() !== contract.toString()).map((file) => ({ label: vscode.workspace.asRelativePath(file), uri: file })),
    ],
    { title: "Compare with", placeHolder: "The template" },
  );
  if (choice !== browse) {
    return choice?.uri;
  }
  const [file] = (await vscode.window.showOpenDialog({ title: "Compare with", canSelectMany: false })) ?? [];
  return file;
}

async function reveal(location: Location, column: vscode.ViewColumn): Promise<void> {
  const { start, end } = location.range;
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(location.uri));
  const editor = await vscode.window.showTextDocument(document, { viewColumn: column, preserveFocus: column !== vscode.ViewColumn.One });
  editor.selection = new vscode.Selection(range.start, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** What *ask* gives; undefined, with the server's reason shown, where it is refused. */
async function told<T>(ask: () => Thenable<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    await vscode.window.showWarningMessage(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
