import { execFile } from "node:child_process";
import fs from "node:fs";
import { promisify } from "node:util";

import { onPath } from "./browser.mjs";

const run = promisify(execFile);
const ON_A_MAC = "/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code";

/** The command of the VS Code that is installed on this machine, or undefined. */
export function findLocalCode() {
  return onPath("code") ?? (fs.existsSync(ON_A_MAC) ? ON_A_MAC : undefined);
}

/** Installs the extension into the local VS Code and opens *folder* with *file* in a new window. */
export async function openInLocalCode(code, { vsix, folder, file }) {
  await run(code, ["--install-extension", vsix, "--force"]);
  await run(code, ["--new-window", folder, file]);
}
