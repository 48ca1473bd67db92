// Packs the extension into build/clausewright.vsix at the root of the repository.
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { createVSIX } from "@vscode/vsce";

const here = (relative) => fileURLToPath(new URL(relative, import.meta.url));

await mkdir(here("../build"), { recursive: true });
await createVSIX({
  cwd: here("."),
  packagePath: here("../build/clausewright.vsix"),
  dependencies: false,
  skipLicense: false,
  // There is no public repository to link to, and the pages use no relative links.
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
