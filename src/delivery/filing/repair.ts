import { dirname, join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { isReservation } from "./delivery.js";
import { isSame } from "./digest.js";
import { FILE_SYSTEM, type FileSystem, isOneName, statusOf } from "./file-system.js";
import type { Journal, JournalStep } from "./journal.js";
import { beginOf, JournalFile } from "./journal-file.js";
import { TargetFolders } from "./target-folders.js";

/** Options of cleaning up after a stopped run. */
export interface RepairOptions {
  /** Only find out what would be done. Default false. */
  readonly dryRun?: boolean | undefined;
  readonly files?: FileSystem | undefined;
  /** Default: that of the clock. */
  readonly now?: (() => Date) | undefined;
}

/** What a stopped run had left half done. */
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
 * @throws DataError if the journal cannot be written, something cannot be removed, or a folder has become a link.
 */
export function repair(journal: Journal, options: RepairOptions = {}): Repair {
  const { files = FILE_SYSTEM, dryRun = false, now = () => new Date() } = options;
  const open = journal.steps.filter(({ state }) => state === "open").map((step) => found(files, step));
  const last = journal.runs.at(-1);
  if (!dryRun && last !== undefined) {
    const { into, folders, unsure } = last;
    const log = new JournalFile(
      files,
      journal.path,
      beginOf({ time: now().toISOString(), into, folders, unsure }),
      journal,
    );
    for (const { step, left } of open) {
      for (const path of left) remove(files, path);
      log.write({ step: step.state, number: step.number, time: now().toISOString(), why: "found so after a stop" });
    }
    log.end(now().toISOString());
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

function found(files: FileSystem, step: JournalStep): Found {
  try {
    return lookedAt(files, step);
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw new DataError(`${join(step.into, step.target)}, which may be incomplete, cannot be read: ${reason(error)}`);
  }
}

/** A step is done if the message is at its target. */
function lookedAt(files: FileSystem, step: JournalStep): Found {
  const { into, source, mode } = step;
  const [target, temporary] = [join(into, step.target), join(into, step.temporary)];
  const folders = new TargetFolders(files, into, () => undefined);
  for (const path of [step.target, step.temporary]) folders.folder(dirname(path), false);
  const isSourceThere = statusOf(files, source) !== undefined;
  // An empty message that was moved may look like a reservation.
  const isReserved = isReservation(files, target) && (step.size > 0 || isSourceThere);
  const isThere = !isReserved && isSame(files, target, step);
  const isInBoth = isThere && mode === "move" && isSame(files, source, step) && !isOneName(files, source, target);
  // Empty messages all look the same, so the next run could not tell that this one was moved.
  const isEmptyCopy = isInBoth && step.size === 0;
  const isDone = mode === "double" ? !isSourceThere : isThere && !isEmptyCopy;
  const left = [
    ...(statusOf(files, temporary)?.isFile() ? [temporary] : []),
    ...(isReserved || isEmptyCopy ? [target] : []),
  ];
  return { step: { ...step, state: isDone ? "done" : "failed" }, left, isTwice: isInBoth && !isEmptyCopy };
}

function remove(files: FileSystem, path: string): void {
  try {
    files.unlinkSync(path);
  } catch (error) {
    throw new DataError(`${path}, which is incomplete, cannot be removed: ${reason(error)}`);
  }
}
