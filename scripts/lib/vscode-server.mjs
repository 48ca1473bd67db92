// VS Code served to a browser, out of the npm package code-server. Its own wrapper would ask for a build of native
// modules; the server inside starts without, and what then fails (search, file watching by the system) is not needed here.
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { promisify } from "node:util";

import { PlainFailure } from "./failure.mjs";
import { inRepository } from "./paths.mjs";
import { until } from "./waiting.mjs";

const run = promisify(execFile);

const VERSION = "4.100.3";
const HOME = inRepository("build/vscode-server");
const INNER = path.join(HOME, "node_modules/code-server/lib/vscode");
const ENTRY = path.join(INNER, "out/server-main.js");

const QUIET = {
  "telemetry.telemetryLevel": "off",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "security.workspace.trust.enabled": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "chat.disableAIFeatures": true,
  "chat.commandCenter.enabled": false,
  "git.enabled": false,
  // A browser's VS Code would save what is typed by itself.
  "files.autoSave": "off",
  "editor.minimap.enabled": false,
  "editor.hover.delay": 100,
  // The list would scroll by itself, to the finding nearest to the caret.
  "problems.autoReveal": false,
};

/** Installs VS Code under build/, unless it is there. */
export async function installVscodeServer(say = () => undefined) {
  const finished = path.join(HOME, `installed-${VERSION}`);
  if (fs.existsSync(finished) && fs.existsSync(ENTRY)) {
    return;
  }
  say(`Installing VS Code for the browser (code-server ${VERSION} from npm, about 300 MB) under build/ ...`);
  fs.mkdirSync(HOME, { recursive: true });
  fs.writeFileSync(path.join(HOME, "package.json"), '{ "private": true }\n');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await npm(["install", ...quiet, `code-server@${VERSION}`], HOME);
  await npm(["install", "--omit=dev", ...quiet], INNER);
  fs.writeFileSync(finished, "");
}

async function npm(args, folder) {
  try {
    await run("npm", args, { cwd: folder, maxBuffer: 1 << 24 });
  } catch (error) {
    throw new PlainFailure(`VS Code could not be installed from npm:\n${String(error.stderr || error.message).trim()}`);
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** One VS Code with a profile of its own in *folder*, which is emptied first. */
export class VscodeServer {
  #child;
  #log = "";
  #token = randomBytes(16).toString("hex");
  #port;

  constructor(folder, settings = {}) {
    this.folder = folder;
    this.settings = { ...QUIET, ...settings };
  }

  /**
   * Starts it with the extension in *vsix*, if given; *environment* is added to the extensions' own. With *automated* a
   * window takes orders from the page that holds it, as tests inside VS Code need.
   */
  async start({ vsix, environment = {}, automated = false } = {}) {
    fs.copyFileSync(inRepository("scripts/lib/plain-spdlog.cjs"), path.join(INNER, "node_modules/@vscode/spdlog/index.js"));
    fs.rmSync(this.folder, { recursive: true, force: true });
    // The browser keeps the user's settings in User; those of the machine, such as paths, count from Machine only.
    for (const scope of ["User", "Machine"]) {
      const folder = path.join(this.folder, "data", scope);
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(path.join(folder, "settings.json"), JSON.stringify(this.settings, null, 2));
    }
    const profile = [
      "--accept-server-license-terms",
      "--server-data-dir", path.join(this.folder, "server"),
      "--user-data-dir", path.join(this.folder, "data"),
      "--extensions-dir", path.join(this.folder, "extensions"),
    ];
    if (vsix !== undefined) {
      await run(process.execPath, [ENTRY, ...profile, "--install-extension", vsix, "--force"]);
    }
    this.#port = await freePort();
    // A process group of its own, so that all that it starts can be ended with it.
    this.#child = spawn(
      process.execPath,
      [
        ENTRY, ...profile,
        "--host", "127.0.0.1",
        "--port", String(this.#port),
        "--connection-token", this.#token,
        "--telemetry-level", "off",
        // The PATH that this was called with counts, not that of a login shell.
        "--force-disable-user-env",
        ...(automated ? ["--enable-smoke-test-driver"] : []),
      ],
      { detached: true, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...environment } },
    );
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.on("data", (data) => (this.#log = (this.#log + data).slice(-20_000)));
    }
    await until("VS Code to answer", () => this.#answers(), 30);
  }

  async #answers() {
    if (this.#child.exitCode !== null) {
      throw new PlainFailure(`VS Code did not start:\n${this.#log.slice(-2_000)}`);
    }
    return fetch(`http://127.0.0.1:${this.#port}/version`).then((answer) => answer.ok, () => false);
  }

  /** Address of a window on *folder* (a window without a folder, if undefined) with *file* open. */
  address({ folder, file, payload = [] }) {
    const open = file === undefined ? [] : [["openFile", this.remote(file)]];
    const query = new URLSearchParams({
      tkn: this.#token,
      ...(folder === undefined ? { ew: "true" } : { folder }),
      payload: JSON.stringify([...open, ...payload]),
    });
    return `http://127.0.0.1:${this.#port}/?${query}`;
  }

  /** How a window names a file on this machine. */
  remote(file) {
    return `vscode-remote://127.0.0.1:${this.#port}${file}`;
  }

  /** What the extension wrote to its output channels, for telling why something failed. */
  output() {
    const logs = path.join(this.folder, "data", "logs");
    const files = fs.existsSync(logs) ? fs.readdirSync(logs, { recursive: true }) : [];
    return files
      .filter((file) => /-Clausewright[^/\\]*\.log$/.test(file))
      .map((file) => fs.readFileSync(path.join(logs, file), "utf8"))
      .join("\n");
  }

  /** Settles when VS Code ends by itself. */
  ended() {
    return this.#child.exitCode === null ? once(this.#child, "exit") : Promise.resolve();
  }

  /** Ends VS Code and all that it started, and waits for it. */
  async stop() {
    if (this.#child?.pid === undefined) {
      return;
    }
    this.#signal("SIGTERM");
    await until("VS Code to end", () => !this.#signal(0), 5).catch(() => this.#signal("SIGKILL"));
    await until("VS Code to end", () => !this.#signal(0), 5);
  }

  /** Sends a signal to the group; false when nobody is left in it. */
  #signal(signal) {
    try {
      return process.kill(-this.#child.pid, signal);
    } catch (error) {
      if (error.code === "ESRCH") {
        return false;
      }
      throw error;
    }
  }
}
