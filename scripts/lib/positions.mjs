import { PlainFailure } from "./failure.mjs";

/** One-based line and column, a little inside of *words*, in the first line of *text* that *pattern* matches and has them. */
export function locate(text, pattern, words) {
  const lines = text.split(/\r\n|\r|\n/);
  const index = lines.findIndex((line) => pattern.test(line) && line.includes(words));
  if (index < 0) {
    throw new PlainFailure(`No line that matches ${pattern} has “${words}”.`);
  }
  return { line: index + 1, column: lines[index].indexOf(words) + 3 };
}
