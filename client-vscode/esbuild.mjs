// Bundles the extension into out/ and copies in what it shares with the rest of the repository.
import { copyFile, mkdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = (relative) => fileURLToPath(new URL(relative, import.meta.url));

await rm(here("out"), { recursive: true, force: true });
await mkdir(here("out"));
await build({
  entryPoints: [here("src/extension.ts")],
  outfile: here("out/extension.js"),
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  minify: true,
  sourcemap: false,
  // The CommonJS builds that esbuild would choose by default cannot be bundled whole.
  mainFields: ["module", "main"],
  logLevel: "warning",
});
await copyFile(here("../grammars/clausewright_grammars/contract.tmLanguage.json"), here("out/contract.tmLanguage.json"));
await copyFile(here("../LICENSE"), here("LICENSE"));
