import assert from "node:assert/strict";
import { test } from "node:test";

import { summary } from "../src/coverage";

const uri = "file:///deals/a.contract";

test("a comparison is told by its four figures", () => {
  const words = summary({ uri, state: "compared", covered: 33, deviating: 1, missing: 2, added: 0 });
  assert.equal(words, "$(checklist) 33 covered · 1 deviating · 2 missing · 0 added");
});

test("a template that does not serve is a warning, not a row of noughts", () => {
  for (const state of ["unusable", "unrelated"] as const) {
    assert.equal(summary({ uri, state, covered: 0 }), "$(warning) not compared with the template");
  }
});

test("nothing is shown where no template is named, and work where it is under way", () => {
  assert.equal(summary({ uri, state: "off" }), undefined);
  assert.match(summary({ uri, state: "comparing" }) ?? "", /comparing/);
});
