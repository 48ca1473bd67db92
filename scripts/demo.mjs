// Opens samples/ in VS Code with the extension: in the local VS Code where there is one, else in one that is served to
// the browser. With HEADLESS=1 drives that one in a headless Chromium and prints the findings, a hover and a jump.
// `--screenshot FILE` saves the screenshot there too.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import { launchHeadless, onPath } from "./lib/browser.mjs";
import { PlainFailure, runMain } from "./lib/failure.mjs";
import { findLocalCode, openInLocalCode } from "./lib/local-code.mjs";
import { BUILD, inRepository, VSIX } from "./lib/paths.mjs";
import { locate } from "./lib/positions.mjs";
import { installVscodeServer, VscodeServer } from "./lib/vscode-server.mjs";
import { until } from "./lib/waiting.mjs";
import { Workbench } from "./lib/workbench.mjs";

const SAMPLES = inRepository("samples");
const CONTRACT = path.join(SAMPLES, "supply-agreement.contract.md");
const DRAFT = path.join(SAMPLES, "counterparty-draft.contract.md");
const SCREENSHOT = path.join(BUILD, "demo.png");

/** A use of a defined term to point at, and what its hover must quote. */
const TERM = { line: /^3\.2 /, text: "Order within", says: /means an order for Products placed by the Customer/ };
/** A deviation from the template to point at. */
const DEVIATION = { line: /^4\.2 /, text: "sixty days", says: /template thirty \(30\) days, here sixty \(60\) days/ };
/** A citation to follow, and the line on which it must land. */
const CITATION = { line: /^2\.2 /, text: "clause 2.3", landsOn: /^2\.3 / };

async function main() {
  const { values } = parseArgs({ options: { screenshot: { type: "string" } } });
  if (!fs.existsSync(VSIX)) {
    throw new PlainFailure("The extension is not packed yet. Run: npm ci && npm run build && npm run package");
  }
  if (process.env.HEADLESS || values.screenshot !== undefined) {
    await watch(values.screenshot);
    return;
  }
  const code = findLocalCode();
  if (code !== undefined) {
    try {
      await openInLocalCode(code, { vsix: VSIX, folder: SAMPLES, file: CONTRACT });
      console.log(`Opened ${path.relative(process.cwd(), CONTRACT)} in the VS Code on this machine (${code}).`);
      return;
    } catch (error) {
      console.error(`The VS Code on this machine (${code}) would not do it: ${String(error.stderr || error.message).trim()}`);
    }
  }
  await serve();
}

/** Serves VS Code to the browser until it is interrupted. */
async function serve() {
  await installVscodeServer(console.log);
  const vscode = new VscodeServer(path.join(BUILD, "demo"));
  const interrupted = new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.once(signal, () => resolve("interrupted"));
    }
  });
  try {
    await vscode.start({ vsix: VSIX });
    const address = vscode.address({ folder: SAMPLES, file: CONTRACT });
    console.log(`\nVS Code with Clausewright is at\n\n  ${address}\n\nCtrl-C ends it.`);
    openInBrowser(address);
    if ((await Promise.race([interrupted, vscode.ended()])) !== "interrupted") {
      throw new PlainFailure("VS Code ended by itself.");
    }
  } finally {
    await vscode.stop();
  }
}

function openInBrowser(address) {
  const opener = process.platform === "darwin" ? "open" : onPath("xdg-open");
  const hasScreen = process.platform === "darwin" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (opener && hasScreen) {
    spawn(opener, [address], { detached: true, stdio: "ignore" }).on("error", () => undefined).unref();
  }
}

/** What would clutter a picture. */
const CALM = {
  "editor.stickyScroll.enabled": false,
  "editor.occurrencesHighlight": "off",
  "workbench.tree.enableStickyScroll": false,
};

/** Drives VS Code without a screen, and fails unless everything is seen. */
async function watch(screenshot) {
  await installVscodeServer(console.log);
  const vscode = new VscodeServer(path.join(BUILD, "demo"), CALM);
  let browser;
  try {
    await vscode.start({ vsix: VSIX });
    browser = await launchHeadless();
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 });
    const workbench = new Workbench(page);
    fs.mkdirSync(BUILD, { recursive: true });
    try {
      await workbench.open(vscode.address({ folder: SAMPLES, file: DRAFT }));
      await compare(workbench);
      await workbench.open(vscode.address({ folder: SAMPLES, file: CONTRACT }));
      await look(workbench);
      await page.screenshot({ path: SCREENSHOT });
      console.log(`\nScreenshot: ${path.relative(process.cwd(), SCREENSHOT)}`);
    } catch (error) {
      const failed = path.join(BUILD, "demo-failed.png");
      await page.screenshot({ path: failed });
      console.error(`What was on the screen: ${path.relative(process.cwd(), failed)}`);
      console.error(`What the extension wrote:\n${vscode.output()}`);
      throw error;
    }
    if (screenshot !== undefined) {
      fs.mkdirSync(path.dirname(path.resolve(screenshot)), { recursive: true });
      fs.copyFileSync(SCREENSHOT, screenshot);
    }
  } finally {
    await browser?.close();
    await vscode.stop();
  }
}

/** The other side's draft, which samples/clausewright.toml has compared with the template. */
async function compare(workbench) {
  const text = fs.readFileSync(DRAFT, "utf8");
  // The language model is loaded first, where it is installed.
  const coverage = await until("the comparison with the template", () => workbench.coverage(), 120);
  console.log(`${path.basename(DRAFT)} against its template: ${coverage}`);
  const place = locate(text, DEVIATION.line, DEVIATION.text);
  const hover = await workbench.hover(place.line, place.column, DEVIATION.says);
  console.log(`\nHover over “${DEVIATION.text}” in line ${place.line}:\n${indented(hover)}\n`);
  await workbench.command("View: Close All Editors");
}

function indented(text) {
  return text.replace(/^(?=.)/gm, "  ").replace(/\n{3,}/g, "\n\n");
}

async function look(workbench) {
  const text = fs.readFileSync(CONTRACT, "utf8");

  await workbench.firstSquiggle();
  const problems = await until("findings in the Problems panel", async () => {
    const found = await workbench.problems();
    return found.length > 0 && found;
  }, 30);
  console.log(`Problems panel, ${problems.length} findings in ${path.basename(CONTRACT)}:`);
  for (const { line, column, code, message } of problems) {
    console.log(`  ${`${line}:${column}`.padEnd(8)} ${code}  ${message}`);
  }

  const citation = locate(text, CITATION.line, CITATION.text);
  const landed = await workbench.goToDefinition(citation.line, citation.column);
  const target = text.split(/\r?\n/)[landed.line - 1];
  if (!CITATION.landsOn.test(target)) {
    throw new PlainFailure(`F12 on “${CITATION.text}” in line ${citation.line} went to line ${landed.line}: ${target}`);
  }
  console.log(`\nF12 on “${CITATION.text}” in line ${citation.line} went to line ${landed.line}:\n  ${target}`);

  // The tree of clauses, and last the hover, for the screenshot.
  await workbench.command("Explorer: Focus on Outline View");
  await workbench.collapseFiles();
  await workbench.problemsToTop();
  const term = locate(text, TERM.line, TERM.text);
  const hover = await workbench.hover(term.line, term.column, TERM.says);
  console.log(`\nHover over “${TERM.text.split(" ")[0]}” in line ${term.line}:\n${indented(hover)}`);
  await workbench.settle();
}

await runMain(main);
