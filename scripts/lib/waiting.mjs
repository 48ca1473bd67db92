import { setTimeout as pause } from "node:timers/promises";

import { PlainFailure } from "./failure.mjs";

/** The first truthy value of *probe*, asked every tenth of a second for *seconds*; else a failure that names *what*. */
export async function until(what, probe, seconds) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await probe();
    if (value) {
      return value;
    }
    if (Date.now() > end) {
      throw new PlainFailure(`Waited ${seconds} s in vain for ${what}.`);
    }
    await pause(100);
  }
}
