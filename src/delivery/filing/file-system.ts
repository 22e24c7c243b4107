import fs, { type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf, DataError, reason } from "../../base/errors.js";

/** Returns the status of a path without following a link; undefined if nothing is there. */
export function statusOf(path: string): Stats | undefined {
  return fs.lstatSync(path, { throwIfNoEntry: false });
}

/** Returns whether a path is a folder, and not a link to one. */
export function isFolder(path: string): boolean {
  return statusOf(path)?.isDirectory() ?? false;
}

/**
 * Returns whether two paths are the same name of the same file, which is possible if its folder has two names. Removing
 * one would then remove the other. Two hard links are two names.
 */
export function isOneName(a: string, b: string): boolean {
  const status = statusOf(a);
  const other = statusOf(b);
  if (status === undefined || status.ino !== other?.ino || status.dev !== other.dev) return false;
  // A folder may also have two names by a mount, or where case does not count.
  return status.nlink === 1 || realName(a) === realName(b);
}

/** Returns a path whose folder is real, and whose name may be a link. */
function realName(path: string): string {
  return join(fs.realpathSync(dirname(path)), basename(path));
}

/** Returns whether an error has one of these codes of the system. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(codeOf(error) ?? "");
}

/**
 * Checks an error of the system.
 *
 * @param place begins the message
 * @throws DataError if the disk or the quota is full, because then no other message can be filed either
 */
export function throwIfFull(error: unknown, place: string): void {
  if (!hasCode(error, "ENOSPC", "EDQUOT")) return;
  throw new DataError(`${place}: ${reason(error)}; the other files are where they were`);
}
