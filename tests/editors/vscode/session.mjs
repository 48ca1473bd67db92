// node session.mjs FOLDER CONTRACT: sits before VS Code with the packed extension and a copy of CONTRACT, as a user does,
// and prints as JSON what there was to see. Judging it is left to the caller.
import fs from "node:fs";
import path from "node:path";

import { launchHeadless } from "../../../scripts/lib/browser.mjs";
import { runMain } from "../../../scripts/lib/failure.mjs";
import { VSIX } from "../../../scripts/lib/paths.mjs";
import { locate } from "../../../scripts/lib/positions.mjs";
import { installVscodeServer, VscodeServer } from "../../../scripts/lib/vscode-server.mjs";
import { until } from "../../../scripts/lib/waiting.mjs";
import { Workbench } from "../../../scripts/lib/workbench.mjs";

async function readContract(workbench, text) {
  const seen = {};
  await workbench.firstSquiggle();
  seen.squiggles = await workbench.squiggles();
  seen.problems = await workbench.problems();

  const term = locate(text, /^7\.2 /, "Confidential Information");
  seen.hover = await workbench.hover(term.line, term.column, /means/);

  const citation = locate(text, /^2\.2 /, "clause 2.3");
  seen.landed = await workbench.goToDefinition(citation.line, citation.column);

  await workbench.goTo(1, 1);
  seen.quoted = await workbench.findQuotation(text.split("\n").find((line) => line.startsWith("2.3 ")).slice(4, 60));

  const sentence = locate(text, /^3\.1 /, ".");
  await workbench.goTo(sentence.line, text.split("\n")[sentence.line - 1].length + 1);
  await workbench.type(" See clause 99");
  seen.added = await until("a finding on what was typed", async () => (await workbench.problems()).find((each) => /\b99\b/.test(each.message)), 20);
  await workbench.focusEditor();
  await workbench.press("Backspace", "Backspace");
  await workbench.type("3.2.");
  seen.left = await until("the finding to go", async () => {
    const problems = await workbench.problems();
    return !problems.some((each) => /\b99\b/.test(each.message)) && problems;
  }, 20);
  return seen;
}

/** What the user is told when the server in the settings does not exist, and where the way out leads. */
async function failToStart(workbench) {
  const seen = {};
  seen.messages = await until("a message", async () => {
    const messages = await workbench.notifications();
    return messages.length > 0 && messages;
  }, 20);
  seen.buttons = await workbench.notificationButtons();
  await workbench.pressNotificationButton("Show Output");
  seen.output = await until("the output", async () => {
    const output = await workbench.output();
    return /\S/.test(output) && output;
  }, 20);
  await workbench.command("Clausewright: Restart server");
  await until("the message again", async () => (await workbench.notifications()).length > 0, 20);
  await workbench.pressNotificationButton("Open Settings");
  seen.settings = await until("the settings", async () => {
    const settings = await workbench.settings();
    return settings.length >= 2 && settings;
  }, 20);
  return seen;
}

await runMain(async () => {
  const folder = path.resolve(process.argv[2]);
  const text = fs.readFileSync(process.argv[3], "utf8");
  const workspace = path.join(folder, "workspace");
  const broken = path.join(folder, "broken");
  const contract = path.join(workspace, "contract.contract.md");
  fs.mkdirSync(workspace, { recursive: true });
  fs.mkdirSync(path.join(broken, ".vscode"), { recursive: true });
  fs.writeFileSync(contract, text);
  fs.writeFileSync(path.join(broken, "broken.contract"), text);
  fs.writeFileSync(path.join(broken, ".vscode/settings.json"), '{ "clausewright.server.command": "${workspaceFolder}/nowhere" }');

  await installVscodeServer();
  const vscode = new VscodeServer(path.join(folder, "profile"));
  let browser;
  let page;
  try {
    await vscode.start({ vsix: VSIX });
    browser = await launchHeadless();
    const newWorkbench = async (place) => {
      page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      const workbench = new Workbench(page);
      await workbench.open(vscode.address(place));
      return workbench;
    };
    const seen = {};

    seen.contract = await readContract(await newWorkbench({ folder: workspace, file: contract }), text);
    await page.close();

    const alone = await newWorkbench({ file: contract });
    await alone.firstSquiggle();
    seen.withoutFolder = await alone.problems();
    await page.close();

    seen.broken = await failToStart(await newWorkbench({ folder: broken, file: path.join(broken, "broken.contract") }));
    console.log(JSON.stringify(seen, null, 2));
  } catch (error) {
    await page?.screenshot({ path: path.join(folder, "failed.png") });
    console.error(`What the extension wrote:\n${vscode.output()}`);
    throw error;
  } finally {
    await browser?.close();
    await vscode.stop();
  }
});
