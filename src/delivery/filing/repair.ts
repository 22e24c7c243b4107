import fs from "node:fs";
import { dirname, join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { isReservation } from "./delivery.js";
import { isSame } from "./digest.js";
import { isOneName, statusOf } from "./file-system.js";
import type { Journal, JournalStep } from "./journal.js";
import { beginOf, JournalFile } from "./journal-file.js";
import { TargetFolders } from "./target-folders.js";

/** The result of cleaning up after a stopped run. */
export interface Repair {
  /** The steps with their outcomes. */
  readonly steps: readonly JournalStep[];
  /** The number of messages that were half done: at most one for each run. */
  readonly documents: number;
  /** The absolute paths of removed files: incomplete copies and reserved names. */
  readonly removed: readonly string[];
  /** Messages that are complete in both places, on two file systems. */
  readonly twice: readonly JournalStep[];
}

/**
 * Finishes or undoes the step that a stopped run left half done. Only incomplete files in the
 * target folder are removed, never a message. A message on its way to another file system may be
 * in both places: the next run removes it from the old place, and `undo` from the new one.
 *
 * @param dryRun whether only to find out what would be done. Default false
 * @throws DataError if the journal cannot be written, something cannot be removed, or a folder has become a link.
 */
export function repair(journal: Journal, { dryRun = false }: { readonly dryRun?: boolean | undefined } = {}): Repair {
  const open = journal.steps.filter(({ state }) => state === "open").map(found);
  const last = journal.runs.at(-1);
  if (!dryRun && last !== undefined) {
    const log = new JournalFile(journal.path, beginOf(last), journal);
    for (const { step, left } of open) {
      for (const path of left) remove(path);
      const { state, number } = step;
      log.write({ step: state, number, time: new Date().toISOString(), why: "found so after a stop" });
    }
    log.end();
  }
  const states = new Map(open.map(({ step }) => [step.number, step]));
  return {
    steps: journal.steps.map((step) => states.get(step.number) ?? step),
    documents: open.length,
    removed: open.flatMap(({ left }) => left),
    twice: open.flatMap(({ step, isTwice }) => (isTwice ? [step] : [])),
  };
}

interface Found {
  readonly step: JournalStep & { readonly state: "done" | "failed" };
  /** The paths to remove. */
  readonly left: readonly string[];
  readonly isTwice: boolean;
}

/** A step is done if the message is at its target. */
function found(step: JournalStep): Found {
  const { into, source, mode } = step;
  const [target, temporary] = [join(into, step.target), join(into, step.temporary)];
  try {
    const folders = new TargetFolders(into);
    for (const path of [step.target, step.temporary]) folders.folder(dirname(path), false);
    const isSourceThere = statusOf(source) !== undefined;
    // An empty message that was moved may look like a reservation.
    const isReserved = isReservation(target) && (step.size > 0 || isSourceThere);
    const isThere = !isReserved && isSame(target, step);
    const isInBoth = isThere && mode === "move" && isSame(source, step) && !isOneName(source, target);
    // Empty messages all look the same, so the next run could not tell that this one was moved.
    const isEmptyCopy = isInBoth && step.size === 0;
    const isDone = mode === "double" ? !isSourceThere : isThere && !isEmptyCopy;
    const left = [
      ...(statusOf(temporary)?.isFile() ? [temporary] : []),
      ...(isReserved || isEmptyCopy ? [target] : []),
    ];
    return { step: { ...step, state: isDone ? "done" : "failed" }, left, isTwice: isInBoth && !isEmptyCopy };
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw new DataError(`${target}, which may be incomplete, cannot be read: ${reason(error)}`);
  }
}

function remove(path: string): void {
  try {
    fs.unlinkSync(path);
  } catch (error) {
    throw new DataError(`${path}, which is incomplete, cannot be removed: ${reason(error)}`);
  }
}
