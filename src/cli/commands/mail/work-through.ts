import { constants } from "node:os";
import { type EndSignal, onEndSignal } from "../../../base/end-signals.js";
import { DataError } from "../../../base/errors.js";
import { plural } from "../../../base/numbers.js";
import type { CommonOptions } from "../../options/options.js";
import { DocumentLines, type EachOption } from "../../output/document-lines.js";
import { namesOf, say, tell } from "../../output/notices.js";
import { writeOut } from "../../output/output.js";

/** Shells add this to the number of the signal that ended a program. */
const SIGNALLED = 128;

/** The work on documents, one at a time. */
export interface Work<T, R> {
  /** Does the work on one item. */
  step(item: T): Promise<R>;
  /** Called at the end, even after a fault. */
  finish?(): void;
  /** Called at the signal that stops the work. The present item may fail because of it. */
  readonly stop?: (() => void) | undefined;
  /** Returns the line to print for a result. */
  lineOf(result: R): string;
  /** Returns whether the line of a result is left out if there are more than `MAX_LINES` results. */
  isOrdinary(result: R): boolean;
}

/** The results, and how the work ended. */
export interface Worked<T, R> {
  readonly results: readonly R[];
  readonly lines: DocumentLines<R>;
  /** The signal that stopped the work, and the item that would have been next, if it came. */
  readonly stopped: { readonly signal: EndSignal; readonly next?: T } | undefined;
}

/**
 * Works on each item and prints the lines, even after a fault. Ctrl-C or `kill` stops it between two items; a second
 * signal ends the process at once.
 */
export async function workThrough<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  { step, finish, stop, lineOf, isOrdinary }: Work<T, R>,
  options: CommonOptions & EachOption,
): Promise<Worked<T, R>> {
  const results: R[] = [];
  const linesNow = () => new DocumentLines(results, lineOf, isOrdinary, options);
  // The signal that asked for the end, if any.
  let asked = undefined as EndSignal | undefined;
  const ignoreSignals = onEndSignal((signal) => {
    asked = signal;
    stop?.();
  });
  let stopped: Worked<T, R>["stopped"];
  try {
    for await (const next of items) {
      // Signals arrive only in the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      if (asked !== undefined) {
        stopped = { signal: asked, next };
        break;
      }
      results.push(await step(next));
    }
  } catch (error) {
    if (asked === undefined || stop === undefined || !(error instanceof DataError)) throw error;
    stopped = { signal: asked };
  } finally {
    finish?.();
    ignoreSignals();
    await writeOut(options.json || options.quiet ? "" : linesNow().text);
  }
  return { results, lines: linesNow(), stopped };
}

/**
 * Tells that the work was stopped, and sets the exit code of the signal.
 *
 * @param how the progress so far, and how to go on
 */
export function tellStopped(signal: EndSignal, how: string): void {
  say(`stopped by ${signal} ${how}`);
  process.exitCode = SIGNALLED + constants.signals[signal];
}

/** Names the items that were left as they are, if any, and sets the exit code to 1. @param what how many are left */
export function tellLeft(what: string, names: readonly string[]): void {
  if (names.length === 0) return;
  say(`left ${what}: ${namesOf(names)}`);
  process.exitCode = 1;
}

/** Says how many documents were moved to another file system. */
export function tellCopied(options: CommonOptions, results: readonly { readonly isCopied?: boolean }[]): void {
  const copied = results.filter(({ isCopied }) => isCopied).length;
  if (copied === 0) return;
  const kept = "extended attributes are not kept, nor owner and mode where you may not set them";
  tell(options, `moved ${plural(copied, "document")} to another file system: ${kept}`);
}
