import * as vscode from "vscode";

import { LANGUAGE } from "./contractFiles";

/** The server's state beside the language's name in the status bar. */
export class ServerStatus {
  private readonly item = vscode.languages.createLanguageStatusItem("clausewright.server", { language: LANGUAGE });

  constructor() {
    this.item.name = "Clausewright";
    this.stopped();
  }

  starting(): void {
    this.show("Clausewright is starting", vscode.LanguageStatusSeverity.Information, true);
  }

  running(version: string | undefined): void {
    this.show(`Clausewright ${version ?? ""}`.trim(), vscode.LanguageStatusSeverity.Information, false);
  }

  stopped(): void {
    this.show("Clausewright is not running", vscode.LanguageStatusSeverity.Information, false);
  }

  failed(problem: string): void {
    this.show("Clausewright is not running", vscode.LanguageStatusSeverity.Error, false, problem);
  }

  dispose(): void {
    this.item.dispose();
  }

  private show(text: string, severity: vscode.LanguageStatusSeverity, busy: boolean, detail = ""): void {
    this.item.text = text;
    this.item.detail = detail;
    this.item.severity = severity;
    this.item.busy = busy;
    this.item.command = severity === vscode.LanguageStatusSeverity.Error
      ? { title: "Restart", command: "clausewright.restartServer" }
      : { title: "Show output", command: "clausewright.showServerOutput" };
  }
}
