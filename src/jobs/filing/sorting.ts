import { setImmediate as nextTurn } from "node:timers/promises";
import { DataError } from "../../base/errors.js";
import type { Filer } from "../../delivery/filing/filer.js";
import type { TextModel } from "../../model/text-model.js";
import type { SortedMessage } from "../../reports/filing/filing-text.js";
import type { Follower } from "../follower.js";
import type { Inputs } from "../inputs/inputs.js";
import type { DecisionOptions } from "./decisions.js";

/** The options of every job that sorts. */
export interface SortingOptions extends DecisionOptions, Follower {
  /** The path of the model. */
  readonly model: string;
  /** Only report what would be done. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Stops the job after the current document. */
  readonly signal?: AbortSignal | undefined;
  /** Called before the first document, with the names of all files or messages. */
  readonly onStart?: ((model: TextModel, names: readonly string[]) => void) | undefined;
  /** Called with each document that is done. */
  readonly onSorted?: ((sorted: SortedMessage) => void) | undefined;
}

/** The outcome of sorting. The documents at paths are among `inputs`, with the problems of those that could not be read. */
export type Sorted = Omit<Awaited<ReturnType<typeof sortInTurn>>, "mode"> & {
  /** `mark`: messages get keywords. */
  readonly mode: Filer["mode"] | "mark";
  readonly inputs?: Inputs;
};

/**
 * Sorts documents, one at a time.
 *
 * @param step decides about a document, and files it
 * @param total the number of files or messages
 * @returns `stopped` if the signal came first: `at` is the number of the file or message that would have been next
 */
export async function sortInTurn<T extends { readonly done: number }>(
  model: TextModel,
  items: Iterable<T> | AsyncIterable<T>,
  filer: Filer,
  step: (item: T) => Promise<SortedMessage>,
  total: number,
  { signal, onSorted, onProgress }: SortingOptions,
) {
  const results: SortedMessage[] = [];
  try {
    const stopped = await inTurn(items, signal, async (item) => {
      const sorted = await step(item);
      results.push(sorted);
      onSorted?.(sorted);
      onProgress?.({ phase: "sorting", done: item.done, total });
    });
    // Undefined if nothing was filed.
    const journal = filer.hasJournal ? filer.journal : undefined;
    const at = stopped?.next?.done ?? results.length + 1;
    return { model, results, mode: filer.mode, journal, stopped: stopped && { at } };
  } finally {
    filer.finish();
  }
}

/**
 * Calls a function with each item, until the signal.
 *
 * @returns undefined at the end; if the signal stopped it, the item that would have been next, if it came
 */
export async function inTurn<T>(
  items: Iterable<T> | AsyncIterable<T>,
  signal: AbortSignal | undefined,
  use: (item: T) => Promise<void>,
): Promise<{ readonly next?: T } | undefined> {
  try {
    for await (const next of items) {
      // The signal arrives only in the event loop.
      await nextTurn();
      if (signal?.aborted) return { next };
      await use(next);
    }
    return undefined;
  } catch (error) {
    // A server that is away when the signal comes.
    if (signal?.aborted && error instanceof DataError) return {};
    throw error;
  }
}
