import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { chromium } from "playwright-core";

import { PlainFailure } from "./failure.mjs";
import { inRepository } from "./paths.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

/** Absolute path of a program on the PATH, or undefined. */
export function onPath(name) {
  return (process.env.PATH ?? "")
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, name))
    .find(isExecutable);
}

function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

function lookForChromium() {
  const named = process.env.CHROMIUM;
  return [named && (path.isAbsolute(named) ? named : onPath(named)), ...NAMES.map(onPath), ...APPLICATIONS].find(
    (file) => file && isExecutable(file),
  );
}

/** Path of the system's Chromium; installs one where that can be done. */
function findChromium() {
  const found = lookForChromium();
  if (found !== undefined) {
    return found;
  }
  const installing = spawnSync("/bin/sh", [inRepository("scripts/install-chromium.sh")], { encoding: "utf8", stdio: ["ignore", "inherit", "pipe"] });
  const installed = lookForChromium();
  if (installed === undefined) {
    throw new PlainFailure(installing.stderr?.trim() || "No Chromium or Chrome was found. Install one, or set CHROMIUM to its path.");
  }
  return installed;
}

/** The system's Chromium without a window. */
export function launchHeadless() {
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      ...(asRoot ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
