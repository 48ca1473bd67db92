import * as vscode from "vscode";
import type { Range } from "vscode-languageclient/node";

import { LANGUAGE } from "./contractFiles";
import { pick, show, toRange, type Place } from "./places";
import type { Supervisor } from "./supervisor";

const METHOD = "clausewright/findQuotation";
/** Characters of the clipboard that may be a quotation. */
const LONGEST = 2_000;
/** Milliseconds that the box waits for the clipboard. */
const CLIPBOARD_PATIENCE = 500;

interface Found {
  readonly range: Range;
  readonly exact: boolean;
  readonly score: number;
  readonly clause: string | null;
  readonly excerpt: string;
}

/** Finds where *given*, or what the user enters, stands in the contract that is open. */
export async function findQuotation(server: Supervisor, given?: unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.document.languageId !== LANGUAGE) {
    await vscode.window.showInformationMessage("Open the contract in which the quotation stands first.");
    return;
  }
  const quotation = typeof given === "string" ? given : await askedFor(editor);
  if (quotation === undefined || quotation.trim() === "") {
    return;
  }
  const document = editor.document;
  const { line, character } = editor.selection.active;
  const found = await server.request<Found[] | null>(METHOD, {
    textDocument: { uri: document.uri.toString() },
    quotation,
    position: { line, character },
  });
  const places = (found ?? []).map((each) => ({ ...placeOf(each, document.uri), ...each, range: toRange(each.range) }));
  const [first] = places;
  if (first === undefined) {
    await vscode.window.showInformationMessage("This quotation does not stand in the contract, nor anything much like it.");
  } else if (places.length > 1) {
    await pick("The quotation stands in several places", places);
  } else {
    await show(first);
    if (first.score < 100) {
      vscode.window.setStatusBarMessage(`Nearest to the quotation: ${Math.round(first.score)} % alike`, 5_000);
    }
  }
}

function placeOf(found: Found, uri: vscode.Uri): Place {
  return { uri, range: toRange(found.range), label: found.clause ?? "Outside of the clauses", detail: found.excerpt };
}

/** What the user enters, beginning with what is selected or was copied. */
async function askedFor(editor: vscode.TextEditor): Promise<string | undefined> {
  const selected = editor.document.getText(editor.selection);
  const known = selected.trim() === "" ? await copied() : selected;
  return vscode.window.showInputBox({
    title: "Find this quotation",
    prompt: "The words as they were quoted. White space, letter case and quotation marks do not matter.",
    value: known.length <= LONGEST ? known.replace(/\s+/g, " ").trim() : "",
  });
}

/** What was copied last; "" where a browser does not tell, or asks its user first. */
async function copied(): Promise<string> {
  const patience = new Promise<string>((resolve) => setTimeout(() => resolve(""), CLIPBOARD_PATIENCE));
  return Promise.race([vscode.env.clipboard.readText().then(undefined, () => ""), patience]);
}
