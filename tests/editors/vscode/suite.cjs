// Runs inside VS Code, with its whole API: `run` is called by the extension host. Each test's outcome, undefined or what
// went wrong, is written to the file named by CLAUSEWRIGHT_TEST_RESULTS.
"use strict";

const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");

const FLAWED = "1. Term\n\nThis contract begins today.\n\n2. Payment\n\nSubject to Section 9, the buyer shall pay under Section 1.\n";
const SOUND = FLAWED.replace("Section 9", "Section 1");
const PATIENCE = 20_000;
const CRASHES_IN_A_ROW = 3;

const folder = () => vscode.workspace.workspaceFolders[0].uri;
const settings = () => vscode.workspace.getConfiguration("clausewright");

async function until(what, probe, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    const value = await probe();
    if (value) {
      return value;
    }
    assert.ok(Date.now() < end, `waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function open(name, text = FLAWED) {
  const uri = vscode.Uri.joinPath(folder(), name);
  await fs.promises.mkdir(path.dirname(uri.fsPath), { recursive: true });
  await fs.promises.writeFile(uri.fsPath, text);
  // As a user opens it: what an extension opens by itself stays open for minutes after its editor was closed.
  await vscode.commands.executeCommand("vscode.open", uri);
  return until(`an editor with ${name}`, () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.toString() === uri.toString() && document;
  });
}

async function edit(document, found, replacement) {
  const at = document.getText().indexOf(found);
  assert.ok(at >= 0, `the document has no “${found}”`);
  const change = new vscode.WorkspaceEdit();
  change.replace(document.uri, new vscode.Range(document.positionAt(at), document.positionAt(at + found.length)), replacement);
  await vscode.workspace.applyEdit(change);
}

const codes = (document) => vscode.languages.getDiagnostics(document.uri).map((each) => each.code?.value ?? each.code);
const unresolved = (document) => until("the finding on Section 9", () => codes(document).includes("CW201"));
const nothing = (document) => until("the findings to go", () => vscode.languages.getDiagnostics(document.uri).length === 0);

/** Processes that this extension host has started: `{pid, command}`. */
function servers() {
  return execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((found) => found !== null && Number(found[2]) === process.pid && /clausewright|crashing_server/.test(found[3]))
    .map((found) => ({ pid: Number(found[1]), command: found[3] }));
}

const oneServer = (what, test = () => true) => until(what, () => {
  const [first, ...others] = servers();
  return first !== undefined && others.length === 0 && test(first) && first;
});

function position(document, text) {
  return document.positionAt(document.getText().indexOf(text) + 2);
}

const tests = {
  async "files with a contract's name are contracts, others are not"() {
    for (const name of ["a.contract", "a.contract.md", "a.contract.txt"]) {
      assert.equal((await open(name)).languageId, "contract", name);
    }
    assert.equal((await open("notes.md")).languageId, "markdown");
    assert.equal((await open("notes.txt")).languageId, "plaintext");
  },

  async "contracts are coloured where the theme leaves it open, and hints are shown whole"() {
    const { uri } = await open("coloured.contract");
    const editor = vscode.workspace.getConfiguration("editor", { uri, languageId: "contract" });
    assert.equal(editor.get("semanticHighlighting.enabled"), true);
    assert.ok(editor.get("inlayHints.maximumLength") > 100);
  },

  async "a finding has its code, its message and its place"() {
    const document = await open("finding.contract");
    await unresolved(document);
    const finding = vscode.languages.getDiagnostics(document.uri).find((each) => (each.code?.value ?? each.code) === "CW201");
    assert.match(finding.message, /9/);
    assert.equal(finding.source, "clausewright");
    assert.match(document.getText(finding.range), /9$/);
  },

  async "hover and definition answer"() {
    const document = await open("answers.contract");
    await unresolved(document);
    const at = position(document, "Section 1.");
    const hovers = await vscode.commands.executeCommand("vscode.executeHoverProvider", document.uri, at);
    assert.match(hovers.flatMap((hover) => hover.contents.map((part) => part.value)).join("\n"), /begins today/);
    const [target] = await vscode.commands.executeCommand("vscode.executeDefinitionProvider", document.uri, at);
    assert.equal((target.targetRange ?? target.range).start.line, 0);
    const symbols = await vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", document.uri);
    assert.equal(symbols.length, 2);
  },

  async "a quotation is found, and picked where it stands twice"() {
    const document = await open("quotation.contract");
    await unresolved(document);
    const selected = () => document.getText(vscode.window.activeTextEditor.selection);
    await vscode.commands.executeCommand("clausewright.findQuotation", "THE BUYER  shall\npay");
    await until("the quotation to be selected", () => selected() === "the buyer shall pay");

    const twice = vscode.commands.executeCommand("clausewright.findQuotation", "Section");
    const second = document.getText().lastIndexOf("Section");
    await until("the nearest place to be shown", () => vscode.window.activeTextEditor.selection.start.isEqual(document.positionAt(second)));
    await vscode.commands.executeCommand("workbench.action.quickOpenSelectNext");
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await twice;
    assert.equal(selected(), "Section");
    assert.notEqual(document.offsetAt(vscode.window.activeTextEditor.selection.start), second);
  },

  async "clauses are searched in a list that leads to them"() {
    await open("unlike.contract", "1. Colour\n\nThe walls are painted in a dark green that both of them like.\n");
    const document = await open("searched.contract", "1. Noise\n\nNobody plays the trumpet after ten in the evening.\n");
    await until("the contract to be read", async () => (await vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", document.uri))?.length);
    const searched = vscode.commands.executeCommand("clausewright.searchClauses", "walls painted dark green");
    await until("the clause to be shown", () => vscode.window.activeTextEditor.document.uri.path.endsWith("/unlike.contract"), 90_000);
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await searched;
    const { document: shown, selection } = vscode.window.activeTextEditor;
    assert.match(shown.getText(selection), /painted in a dark green/);
  },

  async "typing removes a finding and adds it again"() {
    const document = await open("typing.contract");
    await unresolved(document);
    await edit(document, "Section 9", "Section 1");
    await nothing(document);
    await edit(document, "Subject to Section 1", "Subject to Section 9");
    await unresolved(document);
  },

  async "a contract that was never saved is read too"() {
    const document = await vscode.workspace.openTextDocument({ language: "contract", content: FLAWED });
    assert.equal(document.uri.scheme, "untitled");
    await vscode.window.showTextDocument(document);
    await unresolved(document);
    const hovers = await vscode.commands.executeCommand("vscode.executeHoverProvider", document.uri, position(document, "Section 1."));
    assert.match(hovers.flatMap((hover) => hover.contents.map((part) => part.value)).join("\n"), /begins today/);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await nothing(document);
  },

  async "a file can be treated as a contract, is remembered, and let go"() {
    const document = await open("letter.txt");
    assert.equal(document.languageId, "plaintext");
    await vscode.commands.executeCommand("clausewright.treatAsContract");
    await until("the language to change", () => document.languageId === "contract");
    await unresolved(document);

    // Closed for good, so that the next opening is a new document.
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("the document to close", () => document.isClosed);
    const again = await open("letter.txt");
    await until("the language to change again", () => again.languageId === "contract");

    await vscode.languages.setTextDocumentLanguage(again, "plaintext");
    await nothing(again);
    assert.equal(again.languageId, "plaintext");
  },

  async "files that the setting names are contracts"() {
    const inside = await open("deals/one.md");
    const outside = await open("other/two.md");
    assert.equal(inside.languageId, "markdown");
    await settings().update("files", ["deals/**/*.md", "agreement-*.txt"], vscode.ConfigurationTarget.Workspace);
    try {
      await until("the open file's language to change", () => inside.languageId === "contract");
      await unresolved(inside);
      const anywhere = await open("other/agreement-3.txt");
      await until("the new file's language to change", () => anywhere.languageId === "contract");
      assert.equal(outside.languageId, "markdown");
    } finally {
      await settings().update("files", undefined, vscode.ConfigurationTarget.Workspace);
    }
  },

  async "a rule that the settings switch off is silent at once"() {
    const document = await open("silent.contract");
    await unresolved(document);
    await settings().update("ignore", ["CW201"], vscode.ConfigurationTarget.Workspace);
    try {
      await until("the finding to go", () => !codes(document).includes("CW201"));
    } finally {
      await settings().update("ignore", undefined, vscode.ConfigurationTarget.Workspace);
    }
    await unresolved(document);
  },

  async "a contract is compared with its template, side by side, and a deviation accepted"() {
    const template = `${SOUND}\n3. Term\n\nThe buyer may end this contract on 30 days' notice to the seller.\n\n4. Law\n\nThe law of England governs this contract.\n`;
    for (const [name, text] of [["clausewright.toml", '[reference]\ntemplate = "template.txt"\n'], ["template.txt", template]]) {
      await open(`compared/${name}`, text);
    }
    const document = await open("compared/a.contract", template.replace("30 days", "90 days"));
    // The language model is loaded for the first comparison.
    const deviation = await until("the deviation", () => vscode.languages.getDiagnostics(document.uri).find((each) => (each.code?.value ?? each.code) === "CW601"), 4 * PATIENCE);
    assert.equal(document.getText(deviation.range), "90 days");
    assert.match(deviation.relatedInformation[0].location.uri.path, /template\.txt$/);

    await vscode.commands.executeCommand("clausewright.openSideBySide", document.uri.toString(), deviation.range.start);
    const beside = await until("the template beside it", () => vscode.window.visibleTextEditors.find((each) => each.document.uri.path.endsWith("template.txt")));
    assert.notEqual(beside.viewColumn, vscode.ViewColumn.One);
    assert.match(beside.document.lineAt(beside.selection.active.line).text, /30 days/);

    const actions = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", document.uri, deviation.range);
    const accept = actions.find((each) => each.title === "Accept this deviation");
    assert.equal(accept.command.command, "clausewright.acceptDeviation");
    await vscode.commands.executeCommand("clausewright.accept", { ...accept.command.arguments[0], why: "agreed" });
    await until("the deviation to go", () => !codes(document).includes("CW601"));
    assert.match(fs.readFileSync(path.join(folder().fsPath, "compared", "clausewright.toml"), "utf8"), /why = "agreed"/);

    const other = vscode.Uri.joinPath(folder(), "compared", "other.txt");
    await fs.promises.writeFile(other.fsPath, template.replace("30 days", "45 days"));
    await vscode.commands.executeCommand("clausewright.compareWith", document.uri, other);
    await until("the other deviation", () => vscode.languages.getDiagnostics(document.uri).some((each) => /45 days/.test(each.message)));
    await vscode.commands.executeCommand("clausewright.compareWith", document.uri, null);
    await until("the deviation to go again", () => !codes(document).includes("CW601"));
  },

  async "a rule that a fix silences in the settings is silent at once"() {
    const document = await open("silenced.contract");
    await unresolved(document);
    const finding = vscode.languages.getDiagnostics(document.uri).find((each) => (each.code?.value ?? each.code) === "CW201");
    const actions = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", document.uri, finding.range, "quickfix", 20);
    const silence = actions.find((each) => each.title === "Silence CW201 (unresolved reference) in this file");
    assert.ok(await vscode.workspace.applyEdit(silence.edit));
    await vscode.commands.executeCommand(silence.command.command, ...silence.command.arguments);
    await until("the finding to go", () => !codes(document).includes("CW201"));
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(document.uri, "../clausewright.toml"));
    await unresolved(document);
  },

  async "the server's state is shown, and its copy of a contract is the window's"() {
    const document = await open("state.contract");
    await unresolved(document);
    await vscode.commands.executeCommand("clausewright.showServerState");
    const shown = vscode.window.activeTextEditor.document;
    const state = JSON.parse(shown.getText());
    const told = state.documents.find((each) => each.uri === document.uri.toString());
    assert.equal(told.sameAsHere, true);
    assert.equal(told.version, document.version);
    assert.ok(state.megabytes > 0);
    assert.ok(!shown.getText().includes(document.lineAt(0).text));
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  },

  async "the command restarts the server"() {
    const document = await open("restart.contract");
    const before = await oneServer("a server");
    await vscode.commands.executeCommand("clausewright.restartServer");
    await oneServer("another server", (server) => server.pid !== before.pid);
    await unresolved(document);
  },

  async "a server that is killed comes back and reads on"() {
    const document = await open("killed.contract");
    const before = await oneServer("a server");
    process.kill(before.pid, "SIGKILL");
    await oneServer("another server", (server) => server.pid !== before.pid);
    await edit(document, "Section 9", "Section 1");
    await nothing(document);
  },

  async "a changed interpreter is taken up, and the old server ends"() {
    const document = await open("interpreter.contract");
    const before = await oneServer("a server");
    await settings().update("interpreter", process.env.CLAUSEWRIGHT_TEST_PYTHON, vscode.ConfigurationTarget.Workspace);
    try {
      await oneServer("a server run by the interpreter", (server) => server.pid !== before.pid && / -m clausewright_server/.test(server.command));
      await unresolved(document);
    } finally {
      await settings().update("interpreter", undefined, vscode.ConfigurationTarget.Workspace);
    }
    await oneServer("the server of before", (server) => !/ -m /.test(server.command));
  },

  async "a command that does not exist leaves no server, and its removal brings it back"() {
    const document = await open("nowhere.contract");
    await oneServer("a server");
    await settings().update("server.command", ["${workspaceFolder}/nowhere"], vscode.ConfigurationTarget.Workspace);
    try {
      await until("the server to end", () => servers().length === 0);
      await nothing(document);
    } finally {
      await settings().update("server.command", undefined, vscode.ConfigurationTarget.Workspace);
    }
    await oneServer("a server again");
    await unresolved(document);
  },

  async "a server that crashes is not started for ever"() {
    const runs = path.join(folder().fsPath, "runs");
    const started = () => (fs.existsSync(runs) ? fs.readFileSync(runs, "utf8").split("\n").length - 1 : 0);
    await open("crash.contract");
    const command = [process.env.CLAUSEWRIGHT_TEST_PYTHON, process.env.CLAUSEWRIGHT_TEST_CRASHING_SERVER, runs];
    await settings().update("server.command", command, vscode.ConfigurationTarget.Workspace);
    try {
      await until("a second attempt", () => started() >= 2);
      // How soon an attempt fails is the machine's affair: wait until no further one comes.
      const settled = async () => {
        const before = started();
        await new Promise((resolve) => setTimeout(resolve, 5_000));
        return started() === before;
      };
      await until("the last attempt", settled, 3 * PATIENCE);
      assert.ok(started() <= 1 + CRASHES_IN_A_ROW, `${started()} attempts`);
      assert.deepEqual(servers(), []);
    } finally {
      await settings().update("server.command", undefined, vscode.ConfigurationTarget.Workspace);
    }
    await oneServer("a server again");
  },

  async "the output channel shows how the server was started and no contract text"() {
    // After the tests above, the channel has told of crashes, restarts and settings.
    const document = await open("output.contract", SOUND + '\n3. "Moonstone" means a stone. See Section 44.\n');
    await unresolved(document);
    await vscode.commands.executeCommand("vscode.executeHoverProvider", document.uri, position(document, "Moonstone"));
    await vscode.commands.executeCommand("clausewright.showServerOutput");
    const output = await until("the output channel", () =>
      vscode.workspace.textDocuments.find((each) => each.uri.scheme === "output" && /Starting .*clausewright/.test(each.getText())));
    assert.match(output.getText(), /the reason it gives/);
    assert.doesNotMatch(output.getText(), /Moonstone|Section 44|begins today/);
  },
};

exports.run = async function run() {
  const outcomes = {};
  for (const [name, test] of Object.entries(tests)) {
    const began = Date.now();
    try {
      await test();
      outcomes[name] = { failure: null };
    } catch (error) {
      outcomes[name] = { failure: error.stack ?? String(error) };
    }
    outcomes[name].seconds = (Date.now() - began) / 1000;
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    fs.writeFileSync(process.env.CLAUSEWRIGHT_TEST_RESULTS, JSON.stringify(outcomes, null, 2));
  }
};
