import * as vscode from "vscode";
import { CloseAction, ErrorAction, type LanguageClientOptions } from "vscode-languageclient/node";

import { ContractClient, WindowCommands } from "./client";
import { LANGUAGE } from "./contractFiles";
import type { CoverageStatus } from "./deviations";
import type { Refusal, ServerCommand } from "./serverCommand";
import { ServerProcess } from "./serverProcess";
import type { ServerStatus } from "./status";

/** Milliseconds that the server may take to answer the first message. */
const START_PATIENCE = 30_000;
const STOP_PATIENCE = 2_000;
const CRASHES = 3;
const CRASH_WINDOW = 180_000;

const OPEN_SETTINGS = "Open Settings";
const SHOW_OUTPUT = "Show Output";
const TRY_AGAIN = "Try Again";

interface Run {
  readonly client: ContractClient;
  readonly process: ServerProcess;
  running: boolean;
}

/** Keeps one server running: starts, restarts and stops it, one after the other, and says plainly when it cannot. */
export class Supervisor {
  private run: Run | undefined;
  private failed = false;
  private crashes: number[] = [];
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly find: () => ServerCommand | Refusal,
    private readonly output: vscode.OutputChannel,
    private readonly status: ServerStatus,
    private readonly coverage: CoverageStatus,
  ) {}

  /** Starts the server unless it runs, or has failed and nothing has changed since. */
  ensureStarted(): Promise<void> {
    return this.enqueue(async () => {
      if (this.run === undefined && !this.failed) {
        await this.start();
      }
    });
  }

  restart(): Promise<void> {
    return this.enqueue(async () => {
      this.crashes = [];
      await this.stop();
      await this.start();
    });
  }

  /** Takes up changed settings, if a server was started or tried before. */
  settingsChanged(): Promise<void> {
    return this.run === undefined && !this.failed ? Promise.resolve() : this.restart();
  }

  /** Asks the server, started if need be. Rejects with a plain reason where there is none. */
  async request<T>(method: string, params: unknown): Promise<T> {
    await this.ensureStarted();
    if (this.run === undefined || !this.run.running) {
      throw new Error("The Clausewright server is not running.");
    }
    return this.run.client.sendRequest<T>(method, params);
  }

  dispose(): Promise<void> {
    return this.enqueue(() => this.stop());
  }

  private enqueue(step: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(step).catch((error: unknown) => {
      this.output.appendLine(`Unexpected: ${reason(error)}`);
    });
    return this.queue;
  }

  private async start(): Promise<void> {
    this.failed = false;
    const found = this.find();
    if ("problem" in found) {
      this.fail(found.problem);
      return;
    }
    this.output.appendLine(`Starting ${[found.program, ...found.args].join(" ")} (from ${found.source})`);
    this.status.starting();
    const run = this.newRun(found);
    this.run = run;
    try {
      await within(START_PATIENCE, run.client.start(), "it did not answer");
      run.running = true;
      this.status.running(run.client.initializeResult?.serverInfo?.version);
    } catch (error) {
      await run.process.ended(1_000);
      const cause = run.process.ending ?? reason(error);
      await this.stop();
      this.fail(`Clausewright's server could not be started from ${found.source}: ${cause}`);
    }
  }

  private newRun(command: ServerCommand): Run {
    const process = new ServerProcess(command, vscode.workspace.workspaceFolders?.find((f) => f.uri.scheme === "file")?.uri.fsPath);
    const options: LanguageClientOptions = {
      documentSelector: [
        { scheme: "file", language: LANGUAGE },
        { scheme: "untitled", language: LANGUAGE },
      ],
      outputChannel: this.output,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          void this.closed(run);
          return { action: CloseAction.DoNotRestart, handled: true, message: "The connection to the server is closed." };
        },
      },
    };
    const client = new ContractClient("clausewright", "Clausewright", () => process.start(), options);
    client.registerFeature(new WindowCommands());
    this.coverage.listen(client);
    const run: Run = { client, process, running: false };
    return run;
  }

  /** The connection closed. While starting or stopping that is dealt with there; otherwise the server has crashed. */
  private async closed(run: Run): Promise<void> {
    if (!run.running) {
      return;
    }
    run.running = false;
    await this.enqueue(async () => {
      if (this.run !== run) {
        return;
      }
      await run.process.ended(1_000);
      const cause = run.process.ending ?? "it closed the connection";
      await this.stop();
      const now = Date.now();
      this.crashes = [...this.crashes.filter((time) => now - time < CRASH_WINDOW), now];
      if (this.crashes.length > CRASHES) {
        this.fail(`Clausewright's server stopped ${this.crashes.length} times in a few minutes and is left alone now; the last time ${cause}`);
        return;
      }
      this.output.appendLine(`The server stopped (${cause}) and is started again.`);
      await this.start();
    });
  }

  private async stop(): Promise<void> {
    const run = this.run;
    this.run = undefined;
    if (run === undefined) {
      return;
    }
    const wasRunning = run.running;
    run.running = false;
    this.status.stopped();
    this.coverage.clear();
    if (wasRunning) {
      await run.client.stop(STOP_PATIENCE).catch(() => undefined);
    }
    await run.process.kill();
    await run.client.dispose(0).catch(() => undefined);
  }

  private fail(problem: string): void {
    this.failed = true;
    this.output.appendLine(problem);
    this.status.failed(problem);
    // Not awaited: the message stays until the user looks at it, and the queue must go on.
    void this.offerWayOut(problem);
  }

  private async offerWayOut(problem: string): Promise<void> {
    const choice = await vscode.window.showErrorMessage(problem, OPEN_SETTINGS, SHOW_OUTPUT, TRY_AGAIN);
    if (choice === OPEN_SETTINGS) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "@ext:clausewright.clausewright");
    } else if (choice === SHOW_OUTPUT) {
      this.output.show();
    } else if (choice === TRY_AGAIN) {
      await this.restart();
    }
  }
}

function within<T>(milliseconds: number, promise: Promise<T>, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
