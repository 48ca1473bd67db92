import assert from "node:assert/strict";
import { test } from "node:test";

import { expand } from "../src/expand";

const places = { home: "/home/jo", folders: ["/deals/Müller & Co", "/other"] };

test("a leading tilde is the home folder", () => {
  assert.equal(expand("~/venv/bin/python", places), "/home/jo/venv/bin/python");
  assert.equal(expand("~", places), "/home/jo");
});

test("a tilde elsewhere, or of another user, stays", () => {
  assert.equal(expand("/a/~/b", places), "/a/~/b");
  assert.equal(expand("~ada/b", places), "~ada/b");
});

test("workspaceFolder is the first folder, wherever it stands", () => {
  assert.equal(expand("--log=${workspaceFolder}/a:${workspaceFolder}", places), "--log=/deals/Müller & Co/a:/deals/Müller & Co");
});

test("a folder's name is not read as a replacement pattern", () => {
  assert.equal(expand("${workspaceFolder}/x", { ...places, folders: ["/a$&b"] }), "/a$&b/x");
});

test("without a folder the variable stays, to be quoted in a message", () => {
  assert.equal(expand("${workspaceFolder}/x", { ...places, folders: [] }), "${workspaceFolder}/x");
});
