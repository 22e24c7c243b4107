import { join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { throwIfFull } from "./file-system.js";
import { FolderJournal } from "./folder-journal.js";
import { FOLDER, type Journal, type JournalStep } from "./journal.js";
import { continued } from "./journal-file.js";
import type { JournalledStore, MaybePromise, StepFound, StepUndone } from "./store.js";

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
 * for await (const { path, outcome } of undo(readJournal(`sorted/${journal}`))) console.log(path, outcome);
 */
export async function* undo(journal: Journal, options: StepOptions = {}): AsyncGenerator<Undone> {
  const { dryRun = false, store = storeOf(journal) } = options;
  const log = continued(journal, dryRun);
  /** Where moved messages are now, by the path where each was filed; undefined until it is needed. */
  let moves: ReadonlyMap<string, string> | undefined;
  const undoStep = async (step: JournalStep): Promise<Undone> => {
    // The id of a file changes when somebody has moved it, and the model has learned that.
    const path = join(step.into, store.name === undefined ? step.target : step.id);
    let isBegun = false;
    const begin = (back: string) => {
      log?.note(step.number, "undoing", { back });
      isBegun = true;
    };
    const { isMissing, ...result } = await resultOf(() => store.undo(step, dryRun, begin), path);
    if (result.outcome !== "kept") log?.note(step.number, "undone", { id: result.id });
    else if (isBegun) log?.note(step.number, "done");
    if (isMissing) moves ??= store.moved?.(journal);
    const now = isMissing ? moves?.get(path) : undefined;
    return { step, path, ...result, ...(now !== undefined && { now }) };
  };
  for (const step of journal.steps.toReversed()) if (step.state === "done") yield await undoStep(step);
  if (log === undefined) return;
  store.removeMade?.(journal);
  log.end();
}

/** Undoes a step. An error that concerns only this message is in the result, and the other steps are still undone. */
async function resultOf(undoing: () => MaybePromise<StepUndone>, path: string): Promise<StepUndone> {
  try {
    return await undoing();
  } catch (error) {
    if (error instanceof DataError) throw error;
    throwIfFull(error, path);
    return { outcome: "kept", why: reason(error) };
  }
}

/** Returns the folder that a journal is about. @throws DataError if the journal is about another store. */
export function storeOf({ path, sessions }: Journal): JournalledStore {
  const last = sessions.at(-1);
  if ((last?.store ?? FOLDER) === FOLDER) return new FolderJournal();
  throw new DataError(`${path} is about ${last?.store} ${last?.into}, which is not a folder`);
}

/**
 * Finishes or undoes the step that a stopped session left half done. Only incomplete files in the target folder are
 * removed, never a message. A message on its way to another file system may be in both places: the next session removes
 * it from the old place, and `undo` from the new one.
 *
 * @returns the steps with their outcomes; `documents`: the number of messages that were half done, at most one for each
 *   session; `removed`: the ids of incomplete copies that are removed, in a folder their absolute paths and those of
 *   reserved names; `twice`: messages that are complete in both places, on two file systems
 * @throws DataError if the journal cannot be written, something cannot be removed, or a folder has become a link.
 */
export async function repair(journal: Journal, { dryRun, store = storeOf(journal) }: StepOptions = {}) {
  const open: { step: JournalStep; found: StepFound; state: "done" | "failed" | "undone" }[] = [];
  for (const step of journal.steps) {
    if (step.state !== "open" && step.state !== "undoing") continue;
    const found = await store.look(step);
    // If undoing had begun, `found` is about the way back: when that is done, the step is undone.
    const state = step.state === "open" ? found.state : found.state === "done" ? "undone" : "done";
    open.push({ step, found, state });
  }
  const log = continued(journal, dryRun);
  if (log !== undefined) {
    for (const { step, found, state } of open) {
      for (const id of found.toDiscard) await store.discard(id);
      log.note(step.number, state, { why: "found so after a stop", id: found.id });
    }
    log.end();
  }
  const states = new Map(open.map(({ step, state }) => [step.number, state]));
  const settled = (step: JournalStep) => ({ ...step, state: states.get(step.number) ?? step.state });
  return {
    steps: journal.steps.map(settled),
    documents: open.length,
    removed: open.flatMap(({ found }) => found.toDiscard),
    twice: open.flatMap(({ step, found }) => (found.isTwice ? [settled(step)] : [])),
  };
}

/** The result of cleaning up after a stopped session. */
export type Repair = Awaited<ReturnType<typeof repair>>;
