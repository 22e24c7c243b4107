import fs from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { orDataError, orElse } from "../../base/errors.js";
import { isOurs } from "../../base/only-ours.js";
import { holdFolder, withHeld } from "../../documents/files/held-name.js";
import { copyFile, type Delivery, isReservation, moveFile, release } from "./delivery.js";
import { isOneName, isSame, statusOf } from "./file-system.js";
import type { Journal, JournalStep } from "./journal.js";
import { maildirSubfolder, presentPath } from "./maildir.js";
import { movesSince } from "./moves.js";
import type { JournalledStore, StepFound, StepUndone } from "./store.js";
import { folderBelow } from "./target-folders.js";

/** Undoes and repairs the steps of a journal about a folder of files. */
export class FolderJournal implements JournalledStore {
  /** Undoes a step: brings a moved message back, or removes a copy or link. */
  undo(step: JournalStep, dryRun: boolean): StepUndone {
    const { into, mode, target } = step;
    // Throws if a link has taken the place of a folder.
    folderBelow(into, dirname(target));
    const path = presentPath(join(into, target));
    return mode === "copy" || mode === "link" ? undoCopy(step, path, dryRun) : undoMove(step, path, dryRun);
  }

  /** Finds out whether a step was done: whether the message is at its target. */
  look(step: JournalStep): StepFound {
    const { into, source, mode } = step;
    const target = join(into, step.target);
    const temporary = step.temporary === undefined ? undefined : join(into, step.temporary);
    const find = (): StepFound => {
      for (const path of [step.target, step.temporary ?? step.target]) folderBelow(into, dirname(path));
      const isSourceThere = statusOf(source) !== undefined;
      // An empty message that was moved may look like a reservation.
      const isReserved = isReservation(target) && (step.size > 0 || isSourceThere);
      const isThere = !isReserved && isSame(target, step);
      const isInBoth = isThere && mode === "move" && isSame(source, step) && !isOneName(source, target);
      // Empty messages all look the same, so the next session could not tell that this one was moved.
      const isEmptyCopy = isInBoth && step.size === 0;
      const isDone = mode === "double" ? !isSourceThere : isThere && !isEmptyCopy;
      const toDiscard = [
        ...(temporary !== undefined && statusOf(temporary)?.isFile() ? [temporary] : []),
        ...(isReserved || isEmptyCopy ? [target] : []),
      ];
      return { state: isDone ? "done" : "failed", toDiscard, isTwice: isInBoth && !isEmptyCopy };
    };
    return orDataError(find, (why) => `${target}, which may be incomplete, cannot be read: ${why}`);
  }

  /** Removes an incomplete copy. */
  discard(path: string): void {
    const messageOf = (why: string) => `${path}, which is incomplete, cannot be removed: ${why}`;
    orDataError(() => fs.unlinkSync(path), messageOf);
  }

  /** Removes the folders and Maildir++ marks that were made, the last ones first, if they are empty. */
  removeMade({ sessions, made }: Journal): void {
    const into = sessions.at(-1)?.into ?? "";
    for (const path of made.toReversed()) {
      try {
        folderBelow(into, dirname(relative(into, path)));
        if (statusOf(path)?.isDirectory()) fs.rmdirSync(path);
        else if (statusOf(path)?.size === 0 && basename(path) === "maildirfolder") fs.unlinkSync(path);
      } catch {
        // A folder that stays is not an error.
      }
    }
  }

  /** Finds messages that have been moved since: see `JournalledStore.moved`. Empty if the folders cannot be read. */
  moved(journal: Journal): ReadonlyMap<string, string> {
    return new Map(orElse(() => movesSince(journal), []).map(({ filed, path }) => [filed, path]));
  }
}

/** Returns the result for a message that stays where it is. */
const kept = (why: string): StepUndone => ({ outcome: "kept", why });

/** Removes a copy or link, if the original is still there. @param path of the copy now; undefined if it is gone */
function undoCopy(step: JournalStep, path: string | undefined, dryRun: boolean): StepUndone {
  if (path === undefined) return { outcome: "gone", isMissing: true };
  if (!isSame(path, step)) return kept("it has been changed");
  const source = presentPath(step.source) ?? step.source;
  const original =
    step.archive === undefined ? isSame(source, step) && !isOneName(source, path) : statusOf(step.archive)?.isFile();
  if (!original) return kept("the original is not there any more, or has been changed");
  if (!dryRun) fs.unlinkSync(path);
  return { outcome: "removed" };
}

/**
 * Moves a message back to its source. If the step only removed it because the target had the same bytes (`double`),
 * copies it back from there.
 *
 * @param path of the message now; undefined if it is gone
 */
function undoMove(step: JournalStep, path: string | undefined, dryRun: boolean): StepUndone {
  const { into, mode } = step;
  const source = mode === "move" && path !== undefined ? sourcePath(step, path) : step.source;
  const name = `.thresher-undo-${step.number}.tmp`;
  // Finds out whether the message may go back, and removes the incomplete copy of an undo that was stopped.
  const checked = inOwnFolder(into, dirname(source), (folder) => {
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
  if (statusOf(source) !== undefined && !isReservation(source)) return kept("another file is where it was");
  if (checked.outcome === "kept" || dryRun) return checked;
  fs.mkdirSync(dirname(source), { recursive: true });
  return inOwnFolder(into, dirname(source), (folder) => {
    const target = join(folder, basename(source));
    release(target);
    const delivery: Delivery = { ...step, source: path, target, temporary: join(folder, name) };
    (mode === "move" ? moveFile : copyFile)(delivery);
  });
}

/**
 * Returns the path to which a moved message goes back. In a Maildir, it keeps its present flags, and goes to the one of
 * `cur` and `new` in which it is now.
 *
 * @param path of the message now
 */
function sourcePath({ source, into, target }: JournalStep, path: string): string {
  const [was, is] = [maildirSubfolder(source), maildirSubfolder(path)];
  if (was === undefined || is === undefined || path === join(into, target)) return source;
  return join(dirname(dirname(source)), is, basename(path));
}

/**
 * Calls `use` with a folder, or the nearest folder above it that exists, if a file may go back there. Somebody else's
 * folder may be replaced by a link before the file arrives, and a link of somebody else may lead to a folder of the
 * user. The target folder itself is always allowed.
 *
 * @param into a real path
 * @returns `back`, or `kept` with the reason if the file must not go back; `use` is not called then
 */
function inOwnFolder(into: string, wanted: string, use: (folder: string) => void): StepUndone {
  return withHeld(holdFolder(existingFolder(wanted)), ({ path, real }) => {
    if (relative(into, real).startsWith("..")) {
      // With `/.`, because `path` itself may be a link of `/proc`.
      if (!isOurs(fs.lstatSync(`${path}/.`)))
        return kept(`it came from ${real}, which belongs to another user: move it there yourself`);
      if (real !== existingFolder(wanted))
        return kept(`it came from ${wanted}, where a link leads to ${real} now: move it there yourself`);
    }
    use(path);
    return { outcome: "back" };
  });
}

/** Returns a folder, or the nearest folder above it that exists. */
function existingFolder(path: string): string {
  return fs.existsSync(path) || dirname(path) === path ? path : existingFolder(dirname(path));
}
