import type { Journal } from "../../../src/delivery/filing/journal.js";
import { type StepOptions, type Undone, undo } from "../../../src/delivery/filing/undo.js";

/** Undoes a whole journal. */
export async function allUndone(journal: Journal, options: StepOptions = {}): Promise<Undone[]> {
  const results: Undone[] = [];
  for await (const result of undo(journal, options)) results.push(result);
  return results;
}

/** Calls an asynchronous function with each item, one after the other. */
export async function inTurn<T, R>(items: readonly T[], call: (item: T, i: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const [i, item] of items.entries()) results.push(await call(item, i));
  return results;
}
