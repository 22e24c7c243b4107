import { basename, dirname, join } from "node:path";
import { reason } from "../documents/files.js";
import { DataError } from "../errors.js";
import { copyFile, type Delivery, isReservation, moveFile, release, throwIfGeneral } from "./delivery.js";
import { isSame } from "./digest.js";
import { FILE_SYSTEM, type FileSystem, isOneName, statusOf } from "./file-system.js";
import type { Journal, JournalStep } from "./journal.js";
import { beginOf, JournalFile } from "./journal-file.js";
import { maildirPart, presentPath } from "./maildir.js";
import { TargetFolders } from "./target-folders.js";

/** What became of a message that was filed, when that is taken back. */
export interface Undone {
  readonly step: JournalStep;
  /** Where it had been filed. */
  readonly path: string;
  /** `back` where it was before; its copy `removed`; `kept` where it is now. */
  readonly outcome: "back" | "removed" | "kept";
  /** Why it was kept. */
  readonly why?: string;
}

/** How to take back. */
export interface UndoOptions {
  /** Say what would be done, and do nothing. Default false. */
  readonly dryRun?: boolean | undefined;
  readonly files?: FileSystem | undefined;
  /** Default: that of the clock. */
  readonly now?: (() => Date) | undefined;
}

/**
 * Takes back what a journal says was done, the last first: what was moved goes back, copies
 * and links are removed, folders that were made for it and are empty, too. Whatever has been
 * changed since stays, and nothing is removed that is the only one. Stopped, it can be run again.
 *
 * @param journal of runs that are over, repaired
 * @throws DataError if the journal cannot be written, no room is left or a folder has become a link.
 *
 * @example
 * const [journal] = readdirSync("sorted/.thresher");
 * for (const { path, outcome } of undo(readJournal(`sorted/.thresher/${journal}`))) console.log(path, outcome);
 */
export function* undo(journal: Journal, options: UndoOptions = {}): Generator<Undone> {
  const { files = FILE_SYSTEM, dryRun = false, now = () => new Date() } = options;
  const last = journal.runs[journal.runs.length - 1];
  const begin = beginOf(files, { ...last, time: now().toISOString() });
  const log = new JournalFile(files, journal.path, begin, journal);
  for (const step of journal.steps.filter(({ state }) => state === "done").reverse()) {
    const path = join(step.into, step.target);
    try {
      const result = undone(files, step, dryRun);
      if (result.outcome !== "kept" && !dryRun) {
        log.write({ step: "undone", number: step.number, time: now().toISOString() });
      }
      yield { step, path, ...result };
    } catch (error) {
      if (error instanceof DataError) throw error;
      throwIfGeneral(error, path);
      yield { step, path, outcome: "kept", why: reason(error) };
    }
  }
  if (dryRun) return;
  removeMade(files, journal.made);
  log.end(now().toISOString());
}

type Result = Pick<Undone, "outcome" | "why">;

const kept = (why: string): Result => ({ outcome: "kept", why });

function undone(files: FileSystem, step: JournalStep, dryRun: boolean): Result {
  const { into, mode } = step;
  new TargetFolders(files, into, () => undefined).folder(dirname(step.target), false);
  const path = presentPath(files, join(into, step.target));
  if (mode === "copy" || mode === "link") return withoutCopy(files, step, path, dryRun);
  const source = mode === "move" && path !== undefined ? sourcePath(files, step, path) : step.source;
  const temporary = join(dirname(source), `.thresher-undo-${step.number}.tmp`);
  if (!dryRun && statusOf(files, temporary)?.isFile()) files.unlinkSync(temporary);
  // An undo that was stopped may have brought it there.
  const isBack = isSame(files, source, step) && !isReservation(files, source);
  if (isBack && mode === "double") return { outcome: "back" };
  if (path === undefined) return isBack ? { outcome: "back" } : kept("it is not there any more");
  if (!isSame(files, path, step)) return kept("it has been changed");
  if (isBack) {
    if (!dryRun && !isOneName(files, source, path)) files.unlinkSync(path);
    return { outcome: "back" };
  }
  if (statusOf(files, source) !== undefined && !isReservation(files, source)) {
    return kept("another file is where it was");
  }
  if (dryRun) return { outcome: "back" };
  files.mkdirSync(dirname(source), { recursive: true });
  release(files, source);
  const delivery: Delivery = { ...step, source: path, target: source, temporary };
  if (mode === "move") moveFile(files, delivery);
  else copyFile(files, delivery);
  return { outcome: "back" };
}

function withoutCopy(files: FileSystem, step: JournalStep, path: string | undefined, dryRun: boolean): Result {
  if (path === undefined) return { outcome: "removed" };
  if (!isSame(files, path, step)) return kept("it has been changed");
  const source = presentPath(files, step.source) ?? step.source;
  const original =
    step.archive === undefined
      ? isSame(files, source, step) && !isOneName(files, source, path)
      : statusOf(files, step.archive)?.isFile();
  if (!original) return kept("the original is not there any more, or has been changed");
  if (!dryRun) files.unlinkSync(path);
  return { outcome: "removed" };
}

/** In a Maildir a message keeps the flags that it has now, and the folder they belong to. */
function sourcePath(files: FileSystem, { source, into, target }: JournalStep, path: string): string {
  const [was, is] = [maildirPart(files, source), maildirPart(files, path)];
  if (was === undefined || is === undefined || path === join(into, target)) return source;
  return join(dirname(dirname(source)), is, basename(path));
}

/** Those that something has come into stay. */
function removeMade(files: FileSystem, made: readonly string[]): void {
  for (const path of made.toReversed()) {
    try {
      if (statusOf(files, path)?.isDirectory()) files.rmdirSync(path);
      else if (statusOf(files, path)?.size === 0 && basename(path) === "maildirfolder") files.unlinkSync(path);
    } catch {
      // A folder that is left is no fault.
    }
  }
}
