import { fileURLToPath } from "node:url";

/** Absolute path of something in the repository. */
export function inRepository(relative) {
  return fileURLToPath(new URL(`../../${relative}`, import.meta.url));
}

export const BUILD = inRepository("build");
export const VSIX = inRepository("build/clausewright.vsix");
