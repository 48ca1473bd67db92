// Stands in for @vscode/spdlog, whose native part needs a compiler. VS Code writes its logs through it, and the output
// channels of extensions too, which stay empty without. Files are not rotated: a demo or a test does not live that long.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const OFF = 6;
const LEVELS = { trace: 0, debug: 1, info: 2, warn: 3, error: 4, critical: 5 };

class Logger {
  #file;
  #level = LEVELS.info;
  #bare = false;

  constructor(_type, _name, file) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    this.#file = file;
  }

  getLevel() {
    return this.#level;
  }

  setLevel(level) {
    this.#level = level;
  }

  setPattern() {
    this.#bare = false;
  }

  clearFormatters() {
    this.#bare = true;
  }

  flush() {}

  drop() {
    this.#level = OFF;
  }

  write(level, message) {
    if (LEVELS[level] >= this.#level) {
      fs.appendFileSync(this.#file, this.#bare ? message : `${new Date().toISOString()} [${level}] ${message}\n`);
    }
  }
}

for (const level of Object.keys(LEVELS)) {
  Logger.prototype[level] = function log(message) {
    this.write(level, message);
  };
}

const create = (name, file) => Promise.resolve(new Logger("rotating", name, file));

exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
