import { constants } from "node:fs";
import { dirname } from "node:path";
import { DataError } from "../errors.js";
import { type Digest, digestOfFile } from "./digest.js";
import { type FileSystem, hasCode, statusOf } from "./file-system.js";

/** A file that goes to a place. All paths are on one file system but the first. */
export interface Delivery extends Digest {
  readonly source: string;
  /** What is to be written, if the source is no file of its own. */
  readonly content?: Uint8Array | undefined;
  readonly target: string;
  /** Where a copy is written before it is whole. */
  readonly temporary: string;
}

/**
 * Moves a file. The name is reserved first, by an empty file that nobody may read, which the
 * file then takes the place of (rename, POSIX.1): at every moment it is at one of the two
 * places, whole, and nothing of others is overwritten. On another file system it is copied,
 * synced, compared and only then removed.
 *
 * @throws Error with the system's code: EEXIST if something is at the target. The source is as it was.
 */
export function moveFile(files: FileSystem, delivery: Delivery): void {
  const { source, target } = delivery;
  try {
    renameTo(files, source, target);
  } catch (error) {
    if (!hasCode(error, "EXDEV")) throw error;
    copyFile(files, delivery, true);
    removeMoved(files, source, target);
  }
}

/**
 * Copies a file: writes it under another name, compares it with what it should be, and
 * gives it its own.
 *
 * @param durable whether it must be on the disk, because the source is removed afterwards
 * @throws Error with the system's code: EEXIST if something is at the target.
 */
export function copyFile(files: FileSystem, delivery: Delivery, durable = false): void {
  const { source, content, target, temporary, digest } = delivery;
  try {
    if (content === undefined) duplicate(files, source, temporary);
    else writeFile(files, temporary, content);
    if (digestOfFile(files, temporary).digest !== digest) throw new Error("it was changed while it was copied");
    if (durable) sync(files, temporary);
    publish(files, temporary, target);
  } finally {
    if (statusOf(files, temporary) !== undefined) files.unlinkSync(temporary);
  }
}

/** Whether a file is one that reserves a name, of this process or of another. */
export function isReservation(files: FileSystem, path: string): boolean {
  const status = statusOf(files, path);
  return status?.isFile() === true && status.size === 0 && (status.mode & 0o777) === 0;
}

/** Takes a reservation back; anything else stays. */
export function release(files: FileSystem, path: string): void {
  if (isReservation(files, path)) files.unlinkSync(path);
}

/** Where a link can be made, it is the one call that fails if there is something; elsewhere the name is reserved. */
function publish(files: FileSystem, temporary: string, target: string): void {
  try {
    files.linkSync(temporary, target);
  } catch (error) {
    if (!hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) throw error;
    renameTo(files, temporary, target);
  }
}

function renameTo(files: FileSystem, from: string, to: string): void {
  files.closeSync(files.openSync(to, "wx", 0));
  try {
    files.renameSync(from, to);
  } catch (error) {
    release(files, to);
    throw error;
  }
}

/** The copy goes again if the original cannot: a message in two places is not moved. */
function removeMoved(files: FileSystem, source: string, target: string): void {
  try {
    syncFolder(files, dirname(target));
    files.unlinkSync(source);
  } catch (error) {
    // Who has removed it may have done so because it is at the target.
    if (hasCode(error, "ENOENT") && statusOf(files, target) !== undefined) return;
    files.unlinkSync(target);
    throw error;
  }
}

/** With its mode and its time, by which folders are shown. */
function duplicate(files: FileSystem, source: string, temporary: string): void {
  const status = statusOf(files, source);
  files.copyFileSync(source, temporary, constants.COPYFILE_EXCL);
  if (status !== undefined) files.utimesSync(temporary, status.atimeMs / 1000, status.mtimeMs / 1000);
}

function writeFile(files: FileSystem, path: string, content: Uint8Array): void {
  // A message is for its reader alone.
  const file = files.openSync(path, "wx", 0o600);
  try {
    for (let written = 0; written < content.length; ) written += files.writeSync(file, content, written);
  } finally {
    files.closeSync(file);
  }
}

function sync(files: FileSystem, path: string): void {
  const file = files.openSync(path, "r");
  try {
    files.fsyncSync(file);
  } finally {
    files.closeSync(file);
  }
}

/** A file that is on the disk can be found there only if its name is, too. Some file systems cannot sync a folder. */
function syncFolder(files: FileSystem, folder: string): void {
  try {
    sync(files, folder);
  } catch (error) {
    if (!hasCode(error, "EINVAL", "ENOTSUP", "EOPNOTSUPP", "EACCES", "EBADF", "EISDIR")) throw error;
  }
}

/** @throws DataError if the system refused for a reason that holds for every other file, too. */
export function throwIfGeneral(error: unknown, place: string): void {
  const found = hasCode(error, "ENOSPC")
    ? "no space left on the device"
    : hasCode(error, "EDQUOT")
      ? "the quota is used up"
      : undefined;
  if (found === undefined) return;
  throw new DataError(
    `${place}: required room for another message, found: ${found}; what is not filed is where it was`,
  );
}
