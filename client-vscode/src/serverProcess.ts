import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

import type { ServerCommand } from "./serverCommand";

const TAIL = 2_000;

/** One run of the server's process, and what it said last on its standard error. */
export class ServerProcess {
  private child: ChildProcess | undefined;
  private tail = "";

  constructor(private readonly command: ServerCommand, private readonly folder: string | undefined) {}

  /** Starts the process; rejects when the system cannot run it. */
  async start(): Promise<ChildProcess> {
    const child = spawn(this.command.program, this.command.args, {
      stdio: "pipe",
      windowsHide: true,
      ...(this.folder === undefined ? {} : { cwd: this.folder }),
    });
    this.child = child;
    child.stderr.on("data", (data: Buffer) => {
      this.tail = (this.tail + data.toString("utf8")).slice(-TAIL);
    });
    // A write to a process that has just ended must not become an uncaught error.
    child.stdin.on("error", () => undefined);
    await once(child, "spawn");
    return child;
  }

  /** How the process ended, in words, with its last line of standard error; undefined while it runs. */
  get ending(): string | undefined {
    const code = this.child?.exitCode ?? null;
    const signal = this.child?.signalCode ?? null;
    if (code === null && signal === null) {
      return undefined;
    }
    const how = code === null ? `it was ended by ${signal ?? "a signal"}` : `it ended with status ${code}`;
    const last = this.tail.trim().split(/\r?\n/).at(-1)?.trim();
    return last === undefined || last === "" ? how : `${how}: ${last}`;
  }

  /** Waits a moment for a process whose streams have closed to end. */
  async ended(patience: number): Promise<void> {
    if (this.child !== undefined && this.ending === undefined) {
      await Promise.race([once(this.child, "exit"), pause(patience)]);
    }
  }

  /** Ends the process, by force where it does not listen. */
  async kill(): Promise<void> {
    if (this.child?.pid === undefined) {
      return;
    }
    await this.ended(0);
    if (this.ending === undefined) {
      this.child.kill();
      await this.ended(1_000);
    }
    if (this.ending === undefined) {
      this.child.kill("SIGKILL");
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
