import * as path from "node:path";

import { parseArgsStringToArgv } from "string-argv";

import { expand, type Places } from "./expand";

export const SERVER = "clausewright-server";
const MODULE = "clausewright_server.main";

export interface ServerCommand {
  /** Absolute path of the program. */
  readonly program: string;
  readonly args: readonly string[];
  /** Where the command was found, in words for the output channel. */
  readonly source: string;
}

export interface Refusal {
  /** Why there is no server to start: a sentence for the user. */
  readonly problem: string;
}

export interface ServerSettings {
  readonly command: readonly string[] | string;
  readonly interpreter: string;
}

export interface Surroundings extends Places {
  /** Whether what the workspace contains may be run. */
  readonly trusted: boolean;
  /** Folder of the contract that is open, for a window without folders. */
  readonly documentFolder?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly isFile: (file: string) => boolean;
}

/**
 * Finds the server: the command in the settings, the interpreter in the settings, a `.venv` in the workspace or above
 * it, the `PATH`. A setting that leads nowhere is a refusal, since another server than the one asked for would hide it.
 */
export function findServer(settings: ServerSettings, around: Surroundings): ServerCommand | Refusal {
  return fromCommand(settings.command, around) ?? fromInterpreter(settings.interpreter, around)
    ?? fromEnvironment(around) ?? fromPath(around) ?? nothingFound(around);
}

function fromCommand(setting: readonly string[] | string, around: Surroundings): ServerCommand | Refusal | undefined {
  const [word, ...args] = words(setting, around).map((each) => expand(each, around));
  if (word === undefined || word === "") {
    return undefined;
  }
  const program = locate(word, around);
  return program === undefined
    ? { problem: `The setting clausewright.server.command names “${word}”, and there is no such program.` }
    : { program, args, source: "the setting clausewright.server.command" };
}

/** A line of text is split as a shell would, unless all of it names a file: paths with blanks are common. */
function words(setting: readonly string[] | string, around: Surroundings): readonly string[] {
  if (typeof setting !== "string") {
    return setting;
  }
  const line = setting.trim();
  return locate(expand(line, around), around) === undefined ? parseArgsStringToArgv(line) : [line];
}

function fromInterpreter(setting: string, around: Surroundings): ServerCommand | Refusal | undefined {
  const word = expand(setting.trim(), around);
  if (word === "") {
    return undefined;
  }
  const program = locate(word, around);
  return program === undefined
    ? { problem: `The setting clausewright.interpreter names “${word}”, and there is no such program.` }
    : { program, args: ["-m", MODULE], source: "the setting clausewright.interpreter" };
}

function fromEnvironment(around: Surroundings): ServerCommand | undefined {
  if (!around.trusted) {
    return undefined;
  }
  const paths = pathsOf(around);
  const inside = around.platform === "win32" ? ["Scripts", `${SERVER}.exe`] : ["bin", SERVER];
  const starts = around.folders.length > 0 ? around.folders : [around.documentFolder ?? ""].filter(Boolean);
  for (const start of starts) {
    for (const folder of upwards(start, paths)) {
      const program = paths.join(folder, ".venv", ...inside);
      if (around.isFile(program)) {
        return { program, args: [], source: `the environment ${paths.join(folder, ".venv")}` };
      }
    }
  }
  return undefined;
}

function fromPath(around: Surroundings): ServerCommand | undefined {
  const program = onPath(SERVER, around);
  return program === undefined ? undefined : { program, args: [], source: "the PATH" };
}

function nothingFound(around: Surroundings): Refusal {
  const way = "Install it with “pip install clausewright”, or name a Python that has it in the setting clausewright.interpreter.";
  return around.trusted
    ? { problem: `Clausewright's server was not found. ${way}` }
    : { problem: `Clausewright's server was not found outside this workspace, which is not trusted. Trust it, or install the server for all. ${way}` };
}

/** The program that a setting's word names: a path (relative to the first folder), or a name on the `PATH`. */
function locate(word: string, around: Surroundings): string | undefined {
  const paths = pathsOf(around);
  if (word === "") {
    return undefined;
  }
  if (!/[/\\]/.test(word)) {
    return onPath(word, around);
  }
  const base = around.folders[0];
  if (!paths.isAbsolute(word) && base === undefined) {
    return undefined;
  }
  const absolute = paths.resolve(base ?? "", word);
  return [absolute, ...(around.platform === "win32" ? [`${absolute}.exe`] : [])].find(around.isFile);
}

function onPath(name: string, around: Surroundings): string | undefined {
  const paths = pathsOf(around);
  const variable = Object.keys(around.environment).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  const names = around.platform === "win32" && !/\.exe$/i.test(name) ? [`${name}.exe`] : [name];
  return (around.environment[variable] ?? "")
    .split(paths.delimiter)
    // A relative entry would run what lies in the workspace.
    .filter((folder) => paths.isAbsolute(folder))
    .flatMap((folder) => names.map((each) => paths.join(folder, each)))
    .find(around.isFile);
}

function upwards(start: string, paths: path.PlatformPath): string[] {
  const folders = [start];
  for (let folder = start; paths.dirname(folder) !== folder; ) {
    folder = paths.dirname(folder);
    folders.push(folder);
  }
  return folders;
}

function pathsOf(around: Surroundings): path.PlatformPath {
  return around.platform === "win32" ? path.win32 : path.posix;
}
