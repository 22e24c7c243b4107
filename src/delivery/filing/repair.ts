import type { Journal, JournalStep } from "./journal.js";
import { continued } from "./journal-file.js";
import type { StepFound } from "./store.js";
import { type StepOptions, storeOf } from "./undo.js";

/** The result of cleaning up after a stopped session. */
export interface Repair {
  /** The steps with their outcomes. */
  readonly steps: readonly JournalStep[];
  /** The number of messages that were half done: at most one for each session. */
  readonly documents: number;
  /** The ids of removed incomplete copies. In a folder: the absolute paths of these copies and of reserved names. */
  readonly removed: readonly string[];
  /** Messages that are complete in both places, on two file systems. */
  readonly twice: readonly JournalStep[];
}

/**
 * Finishes or undoes the step that a stopped session left half done. Only incomplete files in the
 * target folder are removed, never a message. A message on its way to another file system may be
 * in both places: the next session removes it from the old place, and `undo` from the new one.
 *
 * @throws DataError if the journal cannot be written, something cannot be removed, or a folder has become a link.
 */
export async function repair(
  journal: Journal,
  { dryRun, store = storeOf(journal) }: StepOptions = {},
): Promise<Repair> {
  const open: { step: JournalStep; found: StepFound }[] = [];
  for (const step of journal.steps) {
    if (step.state === "open" || step.state === "undoing") open.push({ step, found: await store.look(step) });
  }
  const log = continued(journal, dryRun);
  if (log !== undefined) {
    for (const { step, found } of open) {
      for (const id of found.left) await store.discard(id);
      const time = new Date().toISOString();
      const { number } = step;
      log.write({ step: stateAfter(step, found), number, time, why: "found so after a stop", id: found.id });
    }
    log.end();
  }
  const states = new Map(open.map(({ step, found }) => [step.number, stateAfter(step, found)]));
  const settled = (step: JournalStep) => ({ ...step, state: states.get(step.number) ?? step.state });
  return {
    steps: journal.steps.map(settled),
    documents: open.length,
    removed: open.flatMap(({ found }) => found.left),
    twice: open.flatMap(({ step, found }) => (found.isTwice ? [settled(step)] : [])),
  };
}

/** Returns whether a step is done, failed or undone. */
function stateAfter({ state }: JournalStep, found: StepFound): "done" | "failed" | "undone" {
  if (state === "open") return found.state;
  return found.state === "done" ? "undone" : "done";
}
