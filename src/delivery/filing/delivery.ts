import { constants } from "node:fs";
import { dirname } from "node:path";
import { DataError } from "../../base/errors.js";
import { type Digest, digestOfFile } from "./digest.js";
import { type FileSystem, hasCode, statusOf } from "./file-system.js";

/** A file and its target. All paths but the source are on one file system. */
export interface Delivery extends Digest {
  readonly source: string;
  /** The content, if the source is not a file of its own. */
  readonly content?: Uint8Array | undefined;
  readonly target: string;
  /** Where a copy is written until it is complete. */
  readonly temporary: string;
}

/**
 * Moves a file. An empty file that nobody may read reserves the name, and the rename replaces it
 * (POSIX.1). So the file is complete at one of the two places at every moment, and nothing else
 * is overwritten. To another file system the file is copied, synced, compared, and then removed.
 *
 * @throws Error with the system's code: EEXIST if something is at the target. The source is unchanged.
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
 * Copies a file: writes it under a temporary name, checks its digest, and gives it its own name.
 *
 * @param durable whether to sync it to the disk, because the source will be removed
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

/** Whether a file only reserves a name, for this process or another. */
export function isReservation(files: FileSystem, path: string): boolean {
  const status = statusOf(files, path);
  return status?.isFile() === true && status.size === 0 && (status.mode & 0o777) === 0;
}

/** Removes a reservation; anything else stays. */
export function release(files: FileSystem, path: string): void {
  if (isReservation(files, path)) files.unlinkSync(path);
}

/** Gives the file its name by a hard link, which fails if the name is taken; without hard links, by reserving the name. */
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

/** Removes the source of a copy. If that fails, removes the copy, because a message in two places is not moved. */
function removeMoved(files: FileSystem, source: string, target: string): void {
  try {
    syncFolder(files, dirname(target));
    files.unlinkSync(source);
  } catch (error) {
    // Somebody may have removed the source because the copy is there.
    if (hasCode(error, "ENOENT") && statusOf(files, target) !== undefined) return;
    files.unlinkSync(target);
    throw error;
  }
}

/** Copies with mode and times: folders are sorted by time. */
function duplicate(files: FileSystem, source: string, temporary: string): void {
  const status = statusOf(files, source);
  files.copyFileSync(source, temporary, constants.COPYFILE_EXCL);
  if (status !== undefined) files.utimesSync(temporary, status.atimeMs / 1000, status.mtimeMs / 1000);
}

function writeFile(files: FileSystem, path: string, content: Uint8Array): void {
  // Only its owner may read a message.
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

/** Makes the name of a file durable. Some file systems cannot sync a folder. */
function syncFolder(files: FileSystem, folder: string): void {
  try {
    sync(files, folder);
  } catch (error) {
    if (!hasCode(error, "EINVAL", "ENOTSUP", "EOPNOTSUPP", "EACCES", "EBADF", "EISDIR")) throw error;
  }
}

/** @throws DataError if the reason holds for every other file too: the disk or the quota is full. */
export function throwIfGeneral(error: unknown, place: string): void {
  const found = hasCode(error, "ENOSPC")
    ? "no space left on the device"
    : hasCode(error, "EDQUOT")
      ? "the quota is used up"
      : undefined;
  if (found === undefined) return;
  throw new DataError(`${place}: ${found}; the other files are where they were`);
}
