import { dirname, join } from "node:path";
import { release } from "./delivery.js";
import { isSame } from "./digest.js";
import { FILE_SYSTEM, type FileSystem, isOneName, statusOf } from "./file-system.js";
import type { Journal, JournalStep } from "./journal.js";
import { beginOf, JournalFile } from "./journal-file.js";
import { TargetFolders } from "./target-folders.js";

/**
 * Finishes what a run that was stopped had begun, or takes it back: at most one message of
 * each run. Then every message is in one place, and no file that is not whole is left.
 *
 * @returns how many messages it was about
 * @throws DataError if the journal cannot be written or a folder has become a link.
 */
export function repair(journal: Journal, files: FileSystem = FILE_SYSTEM, now = () => new Date()): number {
  const open = journal.steps.filter(({ state }) => state === "open");
  const last = journal.runs[journal.runs.length - 1];
  const begin = beginOf(files, {
    time: now().toISOString(),
    into: last.into,
    folders: last.folders,
    unsure: last.unsure,
  });
  const log = new JournalFile(files, journal.path, begin, journal);
  for (const step of open) {
    const state = repaired(files, step) ? "done" : "failed";
    log.write({ step: state, number: step.number, time: now().toISOString(), why: "found so after a stop" });
  }
  log.end(now().toISOString());
  return open.length;
}

/** @returns whether the message is at its target, and if it was moved there alone */
function repaired(files: FileSystem, step: JournalStep): boolean {
  const { into, source, mode } = step;
  const [target, temporary] = [join(into, step.target), join(into, step.temporary)];
  const folders = new TargetFolders(files, into, () => undefined);
  for (const path of [step.target, step.temporary]) folders.folder(dirname(path), false);
  if (statusOf(files, temporary)?.isFile()) files.unlinkSync(temporary);
  // An empty message that has been moved may look like a reservation.
  if (step.size > 0 || statusOf(files, source) !== undefined) release(files, target);
  if (mode === "double") return statusOf(files, source) === undefined;
  if (!isSame(files, target, step)) return false;
  if (mode !== "move") return true;
  // Copied from another file system, and not removed there: the copy is whole, and on the disk.
  if (isSame(files, source, step) && !isOneName(files, source, target)) files.unlinkSync(source);
  return true;
}
