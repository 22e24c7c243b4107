import fs, { constants } from "node:fs";
import { dirname } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { type Digest, digestOfFile } from "./digest.js";
import { hasCode, statusOf, writeAll } from "./file-system.js";

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
export function moveFile(delivery: Delivery): void {
  const { source, target } = delivery;
  try {
    renameTo(source, target);
  } catch (error) {
    if (!hasCode(error, "EXDEV")) throw error;
    copyFile(delivery, true);
    removeMoved(source, target);
  }
}

/**
 * Copies a file: writes it under a temporary name, checks its digest, and gives it its own name.
 *
 * @param durable whether to sync it to the disk, because the source will be removed
 * @throws Error with the system's code: EEXIST if something is at the target.
 */
export function copyFile(delivery: Delivery, durable = false): void {
  const { source, content, target, temporary, digest } = delivery;
  try {
    if (content === undefined) duplicate(source, temporary);
    else writeFile(temporary, content);
    if (digestOfFile(temporary).digest !== digest) throw new Error("it was changed while it was copied");
    if (durable) sync(temporary);
    publish(temporary, target);
  } finally {
    if (statusOf(temporary) !== undefined) fs.unlinkSync(temporary);
  }
}

/** Whether a file only reserves a name, for this process or another. */
export function isReservation(path: string): boolean {
  const status = statusOf(path);
  return status?.isFile() === true && status.size === 0 && (status.mode & 0o777) === 0;
}

/** Removes a reservation; anything else stays. */
export function release(path: string): void {
  if (isReservation(path)) fs.unlinkSync(path);
}

/** Gives the file its name by a hard link, which fails if the name is taken; without hard links, by reserving the name. */
function publish(temporary: string, target: string): void {
  try {
    fs.linkSync(temporary, target);
  } catch (error) {
    if (!hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) throw error;
    renameTo(temporary, target);
  }
}

function renameTo(from: string, to: string): void {
  fs.closeSync(fs.openSync(to, "wx", 0));
  try {
    fs.renameSync(from, to);
  } catch (error) {
    release(to);
    throw error;
  }
}

/** Removes the source of a copy. If that fails, removes the copy, because a message in two places is not moved. */
function removeMoved(source: string, target: string): void {
  try {
    syncFolder(dirname(target));
    fs.unlinkSync(source);
  } catch (error) {
    // Somebody may have removed the source because the copy is there.
    if (hasCode(error, "ENOENT") && statusOf(target) !== undefined) return;
    fs.unlinkSync(target);
    throw error;
  }
}

/** Copies with mode and times: folders are sorted by time. */
function duplicate(source: string, temporary: string): void {
  const status = statusOf(source);
  fs.copyFileSync(source, temporary, constants.COPYFILE_EXCL);
  if (status !== undefined) fs.utimesSync(temporary, status.atimeMs / 1000, status.mtimeMs / 1000);
}

function writeFile(path: string, content: Uint8Array): void {
  // Only its owner may read a message.
  const file = fs.openSync(path, "wx", 0o600);
  try {
    writeAll(file, content);
  } finally {
    fs.closeSync(file);
  }
}

function sync(path: string): void {
  const file = fs.openSync(path, "r");
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** Makes the name of a file durable. Some file systems cannot sync a folder. */
function syncFolder(folder: string): void {
  try {
    sync(folder);
  } catch (error) {
    if (!hasCode(error, "EINVAL", "ENOTSUP", "EOPNOTSUPP", "EACCES", "EBADF", "EISDIR")) throw error;
  }
}

/** @throws DataError if the reason holds for every other file too: the disk or the quota is full. */
export function throwIfGeneral(error: unknown, place: string): void {
  if (!hasCode(error, "ENOSPC", "EDQUOT")) return;
  throw new DataError(`${place}: ${reason(error)}; the other files are where they were`);
}
