import { resolve } from "node:path";
import type { Journal } from "../../delivery/filing/journal.js";
import type { JournalledStore } from "../../delivery/filing/store.js";
import { type Undone, undo } from "../../delivery/filing/undo.js";
import { type RepairOptions, repairedJournal, shortPath } from "./repairs.js";
import { inTurn } from "./sorting.js";

/** The options of undoing. */
export interface UndoOptions extends RepairOptions {
  /** Stops the job after the current document. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each document that is done. */
  readonly onUndone?: ((undone: UndoneDocument) => void) | undefined;
}

/** A document, and what undoing has done to it. */
export interface UndoneDocument extends Undone {
  /** Its place when it was filed, and its source, as users read them. */
  readonly shown: { readonly place: string; readonly source: string };
}

/** The outcome of undoing, and the number of documents to undo. */
export type Undoing = Awaited<ReturnType<typeof undoAll>>;

/**
 * Undoes the steps in a journal of sorting files.
 *
 * @throws DataError if the journal is not trusted, or its session may still be at work
 */
export async function undoSorting(path: string, options: UndoOptions): Promise<Undoing> {
  return undoAll(await repairedJournal(resolve(path), options), options);
}

/** Undoes the steps of a journal that is repaired. @param store that the journal is about. Default: its folder */
export async function undoAll(journal: Journal, options: UndoOptions, store?: JournalledStore) {
  const { dryRun = false, signal, onUndone } = options;
  const steps = journal.steps.filter(({ state }) => state === "done");
  const undoing = undo(journal, { dryRun, store });
  const shown = store?.shown ?? shortPath;
  const results: UndoneDocument[] = [];
  // Each step takes the next result of the undoing, which undoes one step of the journal.
  const stopped = await inTurn(steps, signal, async () => {
    const undone: Undone = (await undoing.next()).value;
    const { id, path, step } = undone;
    // Folders file under a path, other stores under an id. A message that is back may have a new id there.
    const place = shown(store === undefined ? path : step.id);
    const result = { ...undone, shown: { place, source: shown(id ?? step.source) } };
    results.push(result);
    onUndone?.(result);
  });
  // After the last step, this removes the folders that were made, and ends the journal.
  if (stopped === undefined) await undoing.next();
  return { results, total: steps.length, isStopped: stopped !== undefined };
}
