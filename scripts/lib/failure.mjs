/** A failure to be told in plain words, without a stack trace. */
export class PlainFailure extends Error {}

/** Runs *main* and ends the process: status 0, or 1 with the reason on standard error. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof PlainFailure ? error.message : error);
    process.exitCode = 1;
  }
}
