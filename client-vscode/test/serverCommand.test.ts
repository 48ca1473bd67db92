import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { findServer, type Surroundings } from "../src/serverCommand";

const NONE = { command: [], interpreter: "" };

function around(files: readonly string[], changes: Partial<Surroundings> = {}): Surroundings {
  return {
    home: "/home/jo",
    folders: ["/matters/deal"],
    trusted: true,
    environment: { PATH: "/usr/bin:/opt/bin" },
    platform: "linux",
    isFile: (file) => files.includes(file),
    ...changes,
  };
}

function program(found: ReturnType<typeof findServer>): string {
  assert.ok("program" in found, "problem" in found ? found.problem : "");
  return found.program;
}

function problem(found: ReturnType<typeof findServer>): string {
  assert.ok("problem" in found, "a server was found where none should be");
  return found.problem;
}

const IN_VENV = "/matters/deal/.venv/bin/clausewright-server";
const ON_PATH = "/opt/bin/clausewright-server";
const PYTHON = "/home/jo/venv/bin/python";

describe("the order of places", () => {
  const everything = around([IN_VENV, ON_PATH, PYTHON, "/opt/bin/mine"]);

  test("the command comes first", () => {
    assert.equal(program(findServer({ command: ["mine", "--x"], interpreter: "~/venv/bin/python" }, everything)), "/opt/bin/mine");
  });
  test("then the interpreter, which runs the module", () => {
    const found = findServer({ command: [], interpreter: "~/venv/bin/python" }, everything);
    assert.equal(program(found), PYTHON);
    assert.deepEqual("args" in found && found.args, ["-m", "clausewright_server.main"]);
  });
  test("then the environment of the workspace", () => {
    assert.equal(program(findServer(NONE, everything)), IN_VENV);
  });
  test("then the PATH", () => {
    assert.equal(program(findServer(NONE, around([ON_PATH]))), ON_PATH);
  });
  test("and then it says so, with a way out", () => {
    assert.match(problem(findServer(NONE, around([]))), /not found.*pip install.*clausewright\.interpreter/);
  });
});

describe("the command", () => {
  test("as one line keeps quoted words together", () => {
    const found = findServer({ command: "/opt/bin/run 'two words' --flag", interpreter: "" }, around(["/opt/bin/run"]));
    assert.deepEqual(found, { program: "/opt/bin/run", args: ["two words", "--flag"], source: "the setting clausewright.server.command" });
  });
  test("as one line that names a file with blanks is that file", () => {
    const file = "/home/jo/My Tools/clausewright-server";
    assert.deepEqual(program(findServer({ command: "~/My Tools/clausewright-server", interpreter: "" }, around([file]))), file);
  });
  test("expands every word", () => {
    const found = findServer({ command: ["${workspaceFolder}/s", "--at=${workspaceFolder}"], interpreter: "" }, around(["/matters/deal/s"]));
    assert.deepEqual("args" in found && found.args, ["--at=/matters/deal"]);
  });
  test("may be relative to the workspace folder", () => {
    assert.equal(program(findServer({ command: ["tools/s"], interpreter: "" }, around(["/matters/deal/tools/s"]))), "/matters/deal/tools/s");
  });
  test("that leads nowhere is said, and no other server is taken in its place", () => {
    assert.match(problem(findServer({ command: ["nowhere"], interpreter: "" }, around([IN_VENV, ON_PATH]))), /server\.command names “nowhere”/);
  });
  test("of an interpreter that leads nowhere is said too", () => {
    assert.match(problem(findServer({ command: "", interpreter: "/no/python" }, around([IN_VENV]))), /interpreter names “\/no\/python”/);
  });
});

describe("the environment", () => {
  test("of a folder above counts, the nearest first", () => {
    const above = "/matters/.venv/bin/clausewright-server";
    assert.equal(program(findServer(NONE, around([above, "/.venv/bin/clausewright-server"]))), above);
  });
  test("of the second workspace folder counts", () => {
    const second = "/b/.venv/bin/clausewright-server";
    assert.equal(program(findServer(NONE, around([second], { folders: ["/a", "/b"] }))), second);
  });
  test("beside the contract counts in a window without folders", () => {
    assert.equal(program(findServer(NONE, around([IN_VENV], { folders: [], documentFolder: "/matters/deal/drafts" }))), IN_VENV);
  });
  test("of a workspace that is not trusted is not run", () => {
    assert.match(problem(findServer(NONE, around([IN_VENV], { trusted: false }))), /not trusted/);
    assert.equal(program(findServer(NONE, around([IN_VENV, ON_PATH], { trusted: false }))), ON_PATH);
  });
  test("has its own shape on Windows", () => {
    const server = "C:\\deals\\.venv\\Scripts\\clausewright-server.exe";
    assert.equal(program(findServer(NONE, around([server], { platform: "win32", folders: ["C:\\deals\\one"] }))), server);
  });
});

describe("the PATH", () => {
  test("is read without regard to relative entries", () => {
    assert.match(problem(findServer(NONE, around(["/matters/deal/clausewright-server", "./clausewright-server"], { environment: { PATH: ".:" } }))), /not found/);
  });
  test("may be called Path, with programs that end in .exe", () => {
    const server = "C:\\py\\clausewright-server.exe";
    assert.equal(program(findServer(NONE, around([server], { platform: "win32", folders: [], environment: { Path: "C:\\win;C:\\py" } }))), server);
  });
});
