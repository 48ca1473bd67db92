import * as path from "node:path";

export interface Places {
  readonly home: string;
  /** The workspace folders, in the window's order. */
  readonly folders: readonly string[];
}

/**
 * Expands a leading `~` and every `${workspaceFolder}` (the first folder) in a setting.
 * Without a folder, `${workspaceFolder}` stays as it is, so that a message can quote it.
 */
export function expand(value: string, places: Places): string {
  const folder = places.folders[0];
  const inFolder = folder === undefined ? value : value.replaceAll("${workspaceFolder}", () => folder);
  if (inFolder === "~") {
    return places.home;
  }
  return /^~[/\\]/.test(inFolder) ? path.join(places.home, inFolder.slice(2)) : inFolder;
}
