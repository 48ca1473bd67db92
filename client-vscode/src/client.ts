import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

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
