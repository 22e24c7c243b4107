import fs from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { isOurs } from "../../documents/files/only-ours.js";
import { copyFile, type Delivery, isReservation, type Loss, moveFile, release, throwIfGeneral } from "./delivery.js";
import { isSame } from "./digest.js";
import { isOneName, statusOf } from "./file-system.js";
import { withHeldFolder } from "./held-folder.js";
import type { Journal, JournalStep } from "./journal.js";
import { beginOf, JournalFile } from "./journal-file.js";
import { maildirPart, presentPath } from "./maildir.js";
import { movesSince } from "./moves.js";
import { TargetFolders } from "./target-folders.js";

/** The result of undoing one step. */
export interface Undone {
  readonly step: JournalStep;
  /** The path under which the message was filed. */
  readonly path: string;
  /** `back` where it was before; its copy `removed`; its copy already `gone`; or `kept` as it is. */
  readonly outcome: "back" | "removed" | "gone" | "kept";
  /** Why it was kept. */
  readonly why?: string;
  /** The attributes that a move to another file system has lost. */
  readonly lost?: readonly Loss[];
  /** Its path now, if it was moved to the folder of another label. */
  readonly now?: string;
}

/**
 * Undoes the steps of a journal, the last one first. Moved files go back; copies, links, and empty
 * folders that were made are removed. A file that has changed since stays, and the only copy of a
 * file is never removed. A file from outside the target goes back only into a folder that the
 * user owns, and never through a link. If it is stopped, it can be run again.
 *
 * @param journal as `readJournal` gives it, of runs that have ended and are repaired
 * @param dryRun whether only to say what would be done. Default false
 * @throws DataError if the journal cannot be written, the disk is full, or a folder has become a link.
 *
 * @example
 * const [journal] = readdirSync("sorted").filter((name) => name.startsWith(".thresher-journal-"));
 * for (const { path, outcome } of undo(readJournal(`sorted/${journal}`))) console.log(path, outcome);
 */
export function* undo(
  journal: Journal,
  { dryRun = false }: { readonly dryRun?: boolean | undefined } = {},
): Generator<Undone> {
  const last = journal.runs.at(-1);
  if (last === undefined) return;
  const log = new JournalFile(journal.path, beginOf(last), journal);
  let moves: ReadonlyMap<string, string> | undefined;
  for (const step of journal.steps.filter(({ state }) => state === "done").reverse()) {
    const path = join(step.into, step.target);
    try {
      const result = undone(step, dryRun);
      if (result.outcome !== "kept" && !dryRun) {
        log.write({ step: "undone", number: step.number, time: new Date().toISOString() });
      }
      moves ??= result.isMissing ? movesOf(journal) : undefined;
      const { isMissing, ...told } = result;
      const found = isMissing ? moves?.get(path) : undefined;
      yield { step, path, ...told, ...(found !== undefined && { now: found }) };
    } catch (error) {
      if (error instanceof DataError) throw error;
      throwIfGeneral(error, path);
      yield { step, path, outcome: "kept", why: reason(error) };
    }
  }
  if (dryRun) return;
  removeMade(last.into, journal.made);
  log.end();
}

/** Finds moved messages by where they had been filed. Empty if the folders cannot be read. */
function movesOf(journal: Journal): ReadonlyMap<string, string> {
  try {
    return new Map(movesSince(journal).map(({ filed, path }) => [filed, path]));
  } catch (error) {
    if (error instanceof DataError) return new Map();
    throw error;
  }
}

interface Result extends Pick<Undone, "outcome" | "why" | "lost"> {
  /** Whether the filed message is not there any more. */
  readonly isMissing?: boolean;
}

const kept = (why: string): Result => ({ outcome: "kept", why });

function undone(step: JournalStep, dryRun: boolean): Result {
  const { into, mode } = step;
  new TargetFolders(into).folder(dirname(step.target), false);
  const path = presentPath(join(into, step.target));
  if (mode === "copy" || mode === "link") return withoutCopy(step, path, dryRun);
  const source = mode === "move" && path !== undefined ? sourcePath(step, path) : step.source;
  const name = `.thresher-undo-${step.number}.tmp`;
  const ready = inOwnFolder(into, dirname(source), (folder) => {
    const temporary = join(folder, name);
    if (!dryRun && statusOf(temporary)?.isFile()) fs.unlinkSync(temporary);
  });
  // An undo that was stopped may have moved it back already.
  const isBack = isSame(source, step) && !isReservation(source);
  if (isBack && mode === "double") return { outcome: "back" };
  if (path === undefined) {
    return isBack ? { outcome: "back" } : { ...kept("it is not there any more"), isMissing: true };
  }
  if (!isSame(path, step)) return kept("it has been changed");
  if (isBack) {
    if (!dryRun && !isOneName(source, path)) fs.unlinkSync(path);
    return { outcome: "back" };
  }
  if (statusOf(source) !== undefined && !isReservation(source)) {
    return kept("another file is where it was");
  }
  if (ready.outcome === "kept" || dryRun) return ready;
  fs.mkdirSync(dirname(source), { recursive: true });
  let lost: readonly Loss[] = [];
  const result = inOwnFolder(into, dirname(source), (folder) => {
    const target = join(folder, basename(source));
    release(target);
    const delivery: Delivery = { ...step, source: path, target, temporary: join(folder, name) };
    lost = mode === "move" ? moveFile(delivery) : copyFile(delivery);
  });
  return { ...result, ...(lost.length > 0 && { lost }) };
}

function withoutCopy(step: JournalStep, path: string | undefined, dryRun: boolean): Result {
  if (path === undefined) return { outcome: "gone", isMissing: true };
  if (!isSame(path, step)) return kept("it has been changed");
  const source = presentPath(step.source) ?? step.source;
  const original =
    step.archive === undefined ? isSame(source, step) && !isOneName(source, path) : statusOf(step.archive)?.isFile();
  if (!original) return kept("the original is not there any more, or has been changed");
  if (!dryRun) fs.unlinkSync(path);
  return { outcome: "removed" };
}

/** In a Maildir a message keeps its present flags, and goes to the folder that they need. */
function sourcePath({ source, into, target }: JournalStep, path: string): string {
  const [was, is] = [maildirPart(source), maildirPart(path)];
  if (was === undefined || is === undefined || path === join(into, target)) return source;
  return join(dirname(dirname(source)), is, basename(path));
}

/** Removes folders that were made and are empty. */
function removeMade(into: string, made: readonly string[]): void {
  const folders = new TargetFolders(into);
  for (const path of made.toReversed()) {
    try {
      folders.folder(dirname(relative(into, path)), false);
      if (statusOf(path)?.isDirectory()) fs.rmdirSync(path);
      else if (statusOf(path)?.size === 0 && basename(path) === "maildirfolder") fs.unlinkSync(path);
    } catch {
      // A folder that stays is not an error.
    }
  }
}

/**
 * Calls `use` with a folder, or the nearest folder above it that exists, if a file may go back there. Somebody else's
 * folder may be replaced by a link before the file arrives, and a link of somebody else may lead to a folder of the
 * user. The target folder itself is always allowed.
 *
 * @param into a real path
 * @returns why not, if the file must not go back
 */
function inOwnFolder(into: string, wanted: string, use: (folder: string) => void): Result {
  return withHeldFolder(existingFolder(wanted), ({ path, real }) => {
    if (relative(into, real).startsWith("..")) {
      if (!isOurs(fs.lstatSync(`${path}/.`)))
        return kept(`it came from ${real}, which belongs to another user: move it there yourself`);
      if (real !== existingFolder(wanted))
        return kept(`it came from ${wanted}, where a link leads to ${real} now: move it there yourself`);
    }
    use(path);
    return { outcome: "back" };
  });
}

/** A folder, or the nearest folder above it that exists. */
function existingFolder(path: string): string {
  return fs.existsSync(path) || dirname(path) === path ? path : existingFolder(dirname(path));
}
