import { safeJson } from "../../../src/base/safe-text.js";
import { digestOfBytes } from "../../../src/delivery/filing/file-system.js";
import type { BeginEntry, IntentEntry, Journal, JournalEntry } from "../../../src/delivery/filing/journal.js";
import { type StepOptions, type Undone, undo } from "../../../src/delivery/filing/undo.js";

/** The beginning of a run that has died: no process has its number. */
export function begun(into: string, host: string): BeginEntry {
  const run = { time: "t", into, folders: [["ham", "ham"] as const], unsure: "", host };
  return { step: "begin", version: 1, ...run, process: 2 ** 22 + 1, started: "" };
}

/** The intent to move a document into a folder of its class. */
export function intentOf(text: string, change: Partial<IntentEntry>): IntentEntry {
  return {
    step: "intent",
    number: 1,
    time: "t",
    mode: "move",
    source: "/nowhere/1",
    target: "ham/1",
    temporary: "ham/.thresher-1-x-1.tmp",
    label: "ham",
    probability: 1,
    ...digestOfBytes(Buffer.from(text)),
    ...change,
  };
}

/** A line of a journal, with its end. */
export const journalLine = (entry: JournalEntry): string => `${safeJson(entry)}\n`;

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
