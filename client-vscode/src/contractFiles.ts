import * as vscode from "vscode";

export const LANGUAGE = "contract";
const REMEMBERED = "treatedAsContract";
const ORDINARY = new Set(["markdown", "plaintext"]);

/** Decides which .txt and .md files are contracts, and gives them the language. */
export class ContractFiles {
  // A document keeps its object while its language changes, so a language that the user chose by hand is left alone.
  private considered = new WeakSet<vscode.TextDocument>();

  constructor(private readonly memory: vscode.Memento) {}

  considerAll(): void {
    for (const document of vscode.workspace.textDocuments) {
      void this.consider(document);
    }
  }

  /** Forgets what was decided before, for the settings have changed. */
  reconsiderAll(): void {
    this.considered = new WeakSet();
    this.considerAll();
  }

  async consider(document: vscode.TextDocument): Promise<void> {
    if (this.considered.has(document)) {
      if (document.languageId !== LANGUAGE) {
        await this.forget(document.uri);
      }
      return;
    }
    this.considered.add(document);
    if (ORDINARY.has(document.languageId) && (this.remembers(document.uri) || isNamed(document))) {
      await vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
    }
  }

  /** Treats a document as a contract, now and when it is opened again in this workspace. */
  async treatAsContract(document: vscode.TextDocument): Promise<void> {
    this.considered.add(document);
    if (document.languageId !== LANGUAGE) {
      await vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
    }
    if (document.uri.scheme === "file" && !this.remembers(document.uri)) {
      await this.memory.update(REMEMBERED, [...this.remembered(), document.uri.toString()]);
    }
  }

  private remembered(): string[] {
    return this.memory.get<string[]>(REMEMBERED, []);
  }

  private remembers(uri: vscode.Uri): boolean {
    return this.remembered().includes(uri.toString());
  }

  private async forget(uri: vscode.Uri): Promise<void> {
    if (this.remembers(uri)) {
      await this.memory.update(REMEMBERED, this.remembered().filter((each) => each !== uri.toString()));
    }
  }
}

/** Whether the setting `clausewright.files` names the document. */
function isNamed(document: vscode.TextDocument): boolean {
  if (document.uri.scheme !== "file" || !/\.(?:txt|md)$/i.test(document.uri.path)) {
    return false;
  }
  const globs = vscode.workspace.getConfiguration("clausewright", document).get<unknown>("files");
  if (!Array.isArray(globs)) {
    return false;
  }
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const filters = globs.filter((glob): glob is string => typeof glob === "string" && glob !== "").map((glob) => {
    const pattern = glob.includes("/") ? glob.replace(/^\.?\//, "") : `**/${glob}`;
    return { pattern: folder === undefined ? `**/${pattern}` : new vscode.RelativePattern(folder, pattern) };
  });
  return filters.length > 0 && vscode.languages.match(filters, document) > 0;
}
