import * as vscode from "vscode";
import type { Range } from "vscode-languageclient/node";

import { pick, toRange } from "./places";
import type { Supervisor } from "./supervisor";

const METHOD = "clausewright/searchClauses";

interface Answer {
  readonly matches: readonly {
    readonly uri: string;
    readonly range: Range;
    readonly number: string | null;
    readonly heading: string | null;
    readonly excerpt: string;
  }[];
  readonly byMeaning: boolean;
  readonly note: string | null;
}

/** Finds the clauses nearest to *given*, or to what the user asks, in open contracts and those of the folder. */
export async function searchClauses(server: Supervisor, given?: unknown): Promise<void> {
  const query = typeof given === "string" ? given : await vscode.window.showInputBox({
    title: "Search clauses by meaning",
    prompt: "What the clause is about, in plain words",
  });
  if (query === undefined || query.trim() === "") {
    return;
  }
  const answer = await server.request<Answer>(METHOD, { query });
  if (answer.note !== null) {
    void vscode.window.showWarningMessage(`Searched by words alone: ${answer.note}`);
  }
  if (answer.matches.length === 0) {
    await vscode.window.showInformationMessage("No clause says anything of the kind.");
    return;
  }
  await pick(answer.byMeaning ? "Nearest in meaning" : "Nearest in words", answer.matches.map((match) => ({
    uri: vscode.Uri.parse(match.uri),
    range: toRange(match.range),
    label: [match.number, match.heading?.toLowerCase() === match.number?.toLowerCase() ? null : match.heading].filter(Boolean).join(" ") || "Outside of the clauses",
    detail: match.excerpt,
  })));
}
