import * as vscode from "vscode";

export const SAVE_SETTINGS = "clausewright.saveSettings";

/** Saves the settings at *uri* that a fix has just changed: the server reads them from their file. */
export async function saveSettings(uri: string): Promise<void> {
  const wanted = vscode.Uri.parse(uri).toString();
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === wanted);
  if (document?.isDirty === true) {
    await document.save();
  }
}
