import { constants } from "node:os";
import { type EndSignal, onEndSignal } from "../../../base/process.js";
import { namesOf } from "../../../jobs/notices/corpus-lines.js";
import type { CommonOptions } from "../../options/options.js";
import { documentLines, type EachOption } from "../../output/document-lines.js";
import { say, writeOut } from "../../output/output.js";
import { stopProgress } from "../../output/progress.js";

/** Shells add this to the number of the signal that ended a program. */
const SIGNALLED = 128;

/**
 * Does a job on documents one at a time, and prints a line for each result, even after a fault. Ctrl-C or `kill` stops it
 * between two documents; a second signal ends the process at once.
 *
 * @param job the signal stops it after the current document; it calls `onResult` with each result
 * @param isOrdinary whether the line of a result is left out if there are many
 */
export async function withLines<T, R>(
  job: (signal: AbortSignal, onResult: (result: R) => void) => Promise<T>,
  lineOf: (result: R) => string,
  isOrdinary: (result: R) => boolean,
  options: CommonOptions & EachOption,
) {
  const results: R[] = [];
  const stopping = new AbortController();
  const ignoreSignals = onEndSignal((signal) => stopping.abort(signal));
  const linesNow = () => documentLines(results, lineOf, isOrdinary, options);
  try {
    const outcome = await job(stopping.signal, (result) => results.push(result));
    return { outcome, lines: linesNow(), signal: stopping.signal.reason as EndSignal | undefined };
  } finally {
    ignoreSignals();
    stopProgress();
    await writeOut(options.json || options.quiet ? "" : linesNow().text);
  }
}

/**
 * Names the items that were left as they are, if any, and sets the exit code to 1.
 *
 * @param what how many are left, after the word "left": "3 documents in place"
 */
export function tellLeft(what: string, names: readonly string[]): void {
  if (names.length === 0) return;
  say(`left ${what}: ${namesOf(names)}`);
  process.exitCode = 1;
}

/**
 * Tells that the work was stopped, and sets the exit code of the signal.
 *
 * @param how the end of the sentence: the progress so far, and how to go on
 */
export function tellStopped(signal: EndSignal, how: string): void {
  say(`stopped by ${signal} ${how}`);
  process.exitCode = SIGNALLED + constants.signals[signal];
}
