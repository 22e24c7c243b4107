import type { CommonOptions } from "../../options/options.js";
import { DocumentLines, type EachOption } from "../../output/document-lines.js";
import { namesOf } from "../../output/notices.js";
import { Output } from "../../output/output.js";
import { type Signal, Stopping } from "../../output/stopping.js";

/** How documents are worked on, one at a time. */
export interface Work<T, R> {
  step(item: T): R;
  /** Called at the end, even after a fault. */
  finish?(): void;
  /** The line to print for a result. */
  lineOf(result: R): string;
  /** Whether a result needs no line among many. */
  isOrdinary(result: R): boolean;
}

/** What was done. */
export interface Worked<T, R> {
  readonly results: readonly R[];
  readonly lines: DocumentLines<R>;
  /** The signal that stopped the work, and the item that would have been next. */
  readonly stopped: { readonly signal: Signal; readonly next: T } | undefined;
}

/** Works on each item until Ctrl-C or `kill` asks to stop, and prints the lines, even after a fault. */
export async function workThrough<T, R>(
  items: Iterable<T>,
  { step, finish, lineOf, isOrdinary }: Work<T, R>,
  options: CommonOptions & EachOption,
): Promise<Worked<T, R>> {
  const results: R[] = [];
  const linesNow = () => new DocumentLines(results, lineOf, isOrdinary, options);
  const stopping = new Stopping();
  let stopped: Worked<T, R>["stopped"];
  try {
    for (const next of items) {
      const signal = await stopping.isAsked();
      if (signal !== undefined) {
        stopped = { signal, next };
        break;
      }
      results.push(step(next));
    }
  } finally {
    finish?.();
    stopping.end();
    const output = new Output();
    if (!options.json && !options.quiet) await output.write(linesNow().text);
    await output.flush();
  }
  return { results, lines: linesNow(), stopped };
}

/** Names what was left as it is; then the exit code is 1. */
export function tellLeft(what: (n: number) => string, names: readonly string[]): void {
  if (names.length === 0) return;
  console.error(`thresher: left ${what(names.length)}: ${namesOf(names)}`);
  process.exitCode = 1;
}
