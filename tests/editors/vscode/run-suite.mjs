// node run-suite.mjs FOLDER: runs suite.cjs inside VS Code, whose profile and workspace are made in FOLDER.
import fs from "node:fs";
import path from "node:path";

import { launchHeadless } from "../../../scripts/lib/browser.mjs";
import { PlainFailure, runMain } from "../../../scripts/lib/failure.mjs";
import { inRepository } from "../../../scripts/lib/paths.mjs";
import { installVscodeServer, VscodeServer } from "../../../scripts/lib/vscode-server.mjs";

const PATIENCE = 240_000;

await runMain(async () => {
  const folder = path.resolve(process.argv[2]);
  const workspace = path.join(folder, "workspace");
  fs.mkdirSync(workspace, { recursive: true });
  await installVscodeServer();
  const vscode = new VscodeServer(path.join(folder, "profile"));
  let browser;
  let timer;
  try {
    await vscode.start({ automated: true });
    browser = await launchHeadless();
    const page = await browser.newPage({ viewport: { width: 1200, height: 750 } });
    const finished = new Promise((resolve) => void page.exposeFunction("codeAutomationExit", resolve));
    await page.exposeFunction("codeAutomationLog", () => undefined);
    const payload = [
      ["extensionDevelopmentPath", vscode.remote(inRepository("client-vscode"))],
      ["extensionTestsPath", vscode.remote(inRepository("tests/editors/vscode/suite.cjs"))],
    ];
    await page.goto(vscode.address({ folder: workspace, payload }));
    const late = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE, "late")));
    const outcome = await Promise.race([finished, late]);
    if (outcome !== 0) {
      await page.screenshot({ path: path.join(folder, "failed.png") });
      console.error(`What the extension wrote:\n${vscode.output()}`);
      throw new PlainFailure(`The tests inside VS Code did not come to an end: ${outcome}`);
    }
  } finally {
    clearTimeout(timer);
    await browser?.close();
    await vscode.stop();
  }
});
