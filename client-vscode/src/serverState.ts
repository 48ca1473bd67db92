import { createHash } from "node:crypto";

import * as vscode from "vscode";

import type { Supervisor } from "./supervisor";

export const SHOW_SERVER_STATE = "clausewright.showServerState";
const METHOD = "clausewright/serverState";

interface State {
  readonly documents: readonly { readonly uri: string; readonly sha256: string }[];
  readonly [name: string]: unknown;
}

/** Shows what the server says of itself, and whether it has each document as this window has it. No contract text. */
export async function showServerState(server: Supervisor): Promise<void> {
  const state = await server.request<State>(METHOD, {});
  const here = new Map(vscode.workspace.textDocuments.map((document) => [document.uri.toString(), document.getText()]));
  const documents = state.documents.map((document) => {
    const text = here.get(vscode.Uri.parse(document.uri).toString());
    return { ...document, sameAsHere: text === undefined ? null : digest(text) === document.sha256 };
  });
  const content = JSON.stringify({ ...state, documents }, null, 2);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "json", content }));
}

function digest(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex").slice(0, 16);
}
