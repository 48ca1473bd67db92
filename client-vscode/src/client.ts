import * as vscode from "vscode";
import {
  LanguageClient,
  type ClientCapabilities,
  type FeatureState,
  type Location,
  type Position,
  type StaticFeature,
} from "vscode-languageclient/node";

import { ACCEPT_DEVIATION, OPEN_SIDE_BY_SIDE } from "./deviations";
import { SAVE_SETTINGS } from "./saveSettings";

export const SHOW_REFERENCES = "clausewright.showReferences";

/** Tells the server what this window can do beyond the protocol: the commands that code lenses and fixes may lead to. */
export class WindowCommands implements StaticFeature {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.experimental = {
      commands: { commands: [SHOW_REFERENCES, ACCEPT_DEVIATION, OPEN_SIDE_BY_SIDE, SAVE_SETTINGS] },
      clausewrightCoverage: true,
    };
  }

  initialize(): void {
    // Nothing to set up: the command is registered with the extension.
  }

  getState(): FeatureState {
    return { kind: "static" };
  }

  clear(): void {
    // Nothing to take down.
  }
}

/** Shows *locations* at *position* of the document, all as the server sent them. */
export async function showReferences(uri: string, position: Position, locations: Location[]): Promise<void> {
  await vscode.commands.executeCommand(
    "editor.action.showReferences",
    vscode.Uri.parse(uri),
    new vscode.Position(position.line, position.character),
    locations.map(({ uri: target, range: { start, end } }) => new vscode.Location(
      vscode.Uri.parse(target),
      new vscode.Range(start.line, start.character, end.line, end.character),
    )),
  );
}

/**
 * The library's client, which writes its troubles to the output channel instead of popping them up: the user gets one
 * message, with a way out, from the server's supervisor. Traces, which may hold the contract's text, have a channel of
 * their own that exists only once there is a trace to write.
 */
export class ContractClient extends LanguageClient {
  private trace: vscode.OutputChannel | undefined;

  override get traceOutputChannel(): vscode.OutputChannel {
    this.trace ??= vscode.window.createOutputChannel("Clausewright Trace");
    return this.trace;
  }

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  override warn(message: string, data?: unknown): void {
    super.warn(message, data, false);
  }

  override info(message: string, data?: unknown): void {
    super.info(message, data, false);
  }

  override async dispose(timeout?: number): Promise<void> {
    await super.dispose(timeout);
    this.trace?.dispose();
  }
}
