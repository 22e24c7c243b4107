import fs, { type Stats } from "node:fs";
import { dirname } from "node:path";
import { closing, openChunks, writeAll } from "../../documents/files/open-file.js";
import { attempt, type Digest, digestOfOpen, hasCode, statusOf, withFile } from "./file-system.js";

/** A file to move, copy or link, and its target. All paths but the source are on one file system. */
export interface Delivery extends Digest {
  readonly source: string;
  /** The content, if the source is not a file of its own. */
  readonly content?: Uint8Array | undefined;
  readonly target: string;
  /** Where a copy is written until it is complete. */
  readonly temporary: string;
}

/**
 * Moves a file. An empty file that nobody may read reserves the name, and the rename replaces it (POSIX.1). So at every
 * moment the file is complete at one of the two places, and nothing else is overwritten. If the target is on another
 * file system, the file is copied, synced and compared, and then the source is removed.
 *
 * @throws Error with the system's code: EEXIST if something is at the target. The source is unchanged.
 */
export function moveFile(delivery: Delivery): void {
  const { source, target } = delivery;
  const before = statusOf(source);
  if (!attempt(() => renameTo(source, target), "EXDEV")) {
    copyFile(delivery, true);
    removeMoved(source, target);
  } else if (!isFileOf(target, before)) {
    // The owner of the folder may have put something else there, such as a link.
    renameTo(target, source);
    throw new Error(SWAPPED);
  }
}

/** The error if a file was replaced while it was moved or linked. */
const SWAPPED = "another file took its place";

/** Makes a hard link to a file. @throws as `moveFile` */
export function linkFile({ source, target }: Delivery): void {
  const before = statusOf(source);
  if (!attempt(() => fs.linkSync(source, target), "EXDEV")) {
    throw new Error("it lies on another file system, so no hard link is possible");
  }
  if (isFileOf(target, before)) return;
  fs.unlinkSync(target);
  throw new Error(SWAPPED);
}

/** Whether a path is a regular file, and the one with this status. */
function isFileOf(path: string, status: Stats | undefined): boolean {
  const now = statusOf(path);
  return now?.isFile() === true && now.ino === status?.ino && now.dev === status.dev;
}

/**
 * Copies a file: writes it under a temporary name, checks its digest, and gives it its own name. A copy has the times
 * of the file, and the mode that `cp` gives: the mode of the file without special bits and without the rights that the
 * umask removes.
 *
 * @param isMove whether the source will be removed: the copy gets the owner and the mode of the file, as far as the
 *   user may set them, and is synced to the disk
 * @throws Error with the system's code: EEXIST if something is at the target.
 */
export function copyFile(delivery: Delivery, isMove = false): void {
  const { source, content, target, temporary } = delivery;
  try {
    if (content !== undefined) writeCopy(delivery, [content]);
    else withFile(source, (file, status) => writeCopy(delivery, openChunks(file), status, isMove));
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

/**
 * Gives the file its name by a hard link, which fails if the name is taken. On a file system without hard links, it
 * reserves the name first.
 */
function publish(temporary: string, target: string): void {
  const link = () => fs.linkSync(temporary, target);
  if (!attempt(link, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) renameTo(temporary, target);
}

/** Renames a file, and replaces nothing but the reservation that it makes first. @throws as `moveFile` */
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

/**
 * Writes a copy under its temporary name.
 *
 * @param status of the file that was opened, whatever its name leads to by now; undefined for a message in an archive,
 *   whose copy only its owner may read
 */
function writeCopy(
  { temporary, digest }: Delivery,
  pieces: Iterable<Uint8Array>,
  status?: Stats,
  isMove = false,
): void {
  const mode = status === undefined || isMove ? 0o600 : status.mode & 0o777;
  closing(fs.openSync(temporary, "wx+", mode), (file) => {
    for (const piece of pieces) writeAll(file, piece);
    if (status !== undefined && isMove) copyAttributes(file, status);
    // Folders are sorted by time.
    if (status !== undefined) fs.futimesSync(file, status.atimeMs / 1000, status.mtimeMs / 1000);
    if (isMove) fs.fsyncSync(file);
    if (digestOfOpen(file).digest !== digest) throw new Error("it was changed while it was copied");
  });
}

/**
 * Gives an open copy the owner, group and mode of the file, as far as the user may. If owner or group differ, it gets
 * no special bits.
 */
function copyAttributes(file: number, { uid, gid, mode }: Stats): void {
  // Only root may give a file away, but its owner may choose among his groups. -1 leaves the owner as it is.
  for (const owner of [uid, -1]) ifAllowed(() => fs.fchownSync(file, owner, gid));
  const now = fs.fstatSync(file);
  const isKept = now.uid === uid && now.gid === gid;
  ifAllowed(() => fs.fchmodSync(file, mode & (isKept ? 0o7777 : 0o777)));
}

/** Changes something if the system allows it. */
function ifAllowed(change: () => void): void {
  attempt(change, "EPERM", "EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EROFS");
}

/** Makes the name of a file durable. Some file systems cannot sync a folder. */
function syncFolder(folder: string): void {
  const sync = () => closing(fs.openSync(folder, "r"), fs.fsyncSync);
  attempt(sync, "EINVAL", "ENOTSUP", "EOPNOTSUPP", "EACCES", "EBADF", "EISDIR");
}
