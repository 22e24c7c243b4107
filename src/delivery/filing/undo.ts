import { join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { throwIfGeneral } from "./delivery.js";
import { FolderJournal } from "./folder-journal.js";
import { FOLDER, type Journal, type JournalStep } from "./journal.js";
import { continued, type JournalFile } from "./journal-file.js";
import { completeSync, type Steps, wait } from "./steps.js";
import type { JournalledStore, StepUndone } from "./store.js";

/** The result of undoing one step. */
export interface Undone extends Omit<StepUndone, "isMissing"> {
  readonly step: JournalStep;
  /** The path under which the message was filed. */
  readonly path: string;
  /** Its path now, if it was moved to the folder of another label. */
  readonly now?: string;
}

/** The options of undoing or repairing steps. */
export interface StepOptions {
  /** Whether only to report what would be done. Default false. */
  readonly dryRun?: boolean | undefined;
  /** The store that the journal is about. Default: its folder. */
  readonly store?: JournalledStore | undefined;
}

/**
 * Undoes the steps of a journal, the last one first. Moved files go back. Copies and links are removed, as are folders
 * that were made and are empty. A file that has changed since stays, and the only copy of a file is never removed. A
 * file from outside the target goes back only into a folder that the user owns, and never through a link. If undoing is
 * stopped, call `undo` again.
 *
 * @param journal as `readJournal` gives it, of sessions that have ended and are repaired
 * @throws DataError if the journal cannot be written, the disk is full, or a folder has become a link.
 *
 * @example
 * const [journal] = readdirSync("sorted").filter((name) => name.startsWith(".thresher-journal-"));
 * for (const { path, outcome } of undo(readJournal(`sorted/${journal}`))) console.log(path, outcome);
 */
export function* undo(journal: Journal, options: StepOptions = {}): Generator<Undone> {
  const undoing = new Undoing(journal, options);
  for (const step of undoing.steps) yield completeSync(undoing.undo(step));
  completeSync(undoing.finish());
}

/** The work of `undo`, one step at a time, for a store that has to be waited for. */
export class Undoing {
  /** The steps to undo, in this order. */
  readonly steps: readonly JournalStep[];
  readonly #journal: Journal;
  readonly #isDryRun: boolean;
  readonly #store: JournalledStore;
  readonly #log: JournalFile | undefined;
  /** Where filed messages are now, by the path where each was filed; undefined until it is needed. */
  #moves: ReadonlyMap<string, string> | undefined;

  constructor(journal: Journal, { dryRun = false, store = storeOf(journal) }: StepOptions) {
    this.steps = journal.steps.filter(({ state }) => state === "done").reverse();
    this.#journal = journal;
    this.#isDryRun = dryRun;
    this.#store = store;
    this.#log = continued(journal, dryRun);
  }

  *undo(step: JournalStep): Steps<Undone> {
    const path = join(step.into, step.id);
    try {
      const { isMissing, ...result } = yield* wait(this.#store.undo(step, this.#isDryRun));
      if (result.outcome !== "kept") {
        this.#log?.write({ step: "undone", number: step.number, time: new Date().toISOString() });
      }
      if (isMissing) this.#moves ??= yield* wait(this.#store.moved(this.#journal));
      const now = isMissing ? this.#moves?.get(path) : undefined;
      return { step, path, ...result, ...(now !== undefined && { now }) };
    } catch (error) {
      if (error instanceof DataError) throw error;
      throwIfGeneral(error, path);
      return { step, path, outcome: "kept", why: reason(error) };
    }
  }

  /** Removes the folders that were made, and ends the journal. */
  *finish(): Steps<void> {
    if (this.#log === undefined) return;
    yield* wait(this.#store.removeMade(this.#journal));
    this.#log.end();
  }
}

/** Returns the folder that a journal is about. @throws DataError if the journal is about another store. */
export function storeOf({ path, runs }: Journal): JournalledStore {
  const last = runs.at(-1);
  if ((last?.store ?? FOLDER) === FOLDER) return new FolderJournal();
  throw new DataError(`${path} is about ${last?.store} ${last?.into}, which is not a folder`);
}
