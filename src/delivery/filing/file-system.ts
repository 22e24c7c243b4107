import { createHash } from "node:crypto";
import fs, { type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf, DataError, reason } from "../../base/errors.js";
import { closing, openChunks, openUnfollowed } from "../../documents/files/open-file.js";

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

/** Calls a function. @returns false if it throws an error with one of these codes of the system */
export function attempt(call: () => void, ...codes: readonly string[]): boolean {
  try {
    call();
    return true;
  } catch (error) {
    if (codes.includes(codeOf(error) ?? "")) return false;
    throw error;
  }
}

/**
 * Throws if an error of the system says that the disk is full.
 *
 * @param place begins the message
 * @throws DataError if the disk or the quota is full, because then no other message can be filed either
 */
export function throwIfFull(error: unknown, place: string): void {
  if (!hasCode(error, "ENOSPC", "EDQUOT")) return;
  throw new DataError(`${place}: ${reason(error)}; the other files are where they were`);
}

/** Identifies the content of a file. */
export interface Digest {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** Returns the digest of a regular file. @throws as `withFile` */
export function digestOfFile(path: string): Digest {
  return withFile(path, digestOfOpen);
}

/** Returns the digest of all bytes of an open file. */
export function digestOfOpen(file: number): Digest {
  const hash = createHash("sha256");
  let size = 0;
  for (const piece of openChunks(file)) {
    hash.update(piece);
    size += piece.length;
  }
  return { digest: hash.digest("hex"), size };
}

/**
 * Calls `use` with a regular file that is open for reading. Never follows a link or waits for a pipe.
 *
 * @throws Error, with the system's code if there is one, if it is not a regular file, and what `use` throws
 */
export function withFile<T>(path: string, use: (file: number, status: Stats) => T): T {
  return closing(openUnfollowed(path), (file) => {
    const status = fs.fstatSync(file);
    if (!status.isFile()) throw new Error("not a regular file");
    return use(file, status);
  });
}

/** Returns the digest of bytes in memory. */
export function digestOfBytes(bytes: Uint8Array): Digest {
  return { digest: createHash("sha256").update(bytes).digest("hex"), size: bytes.length };
}

/** Returns whether a path is a regular file, not a link, with these bytes. */
export function isSame(path: string, { digest, size }: Digest): boolean {
  const status = statusOf(path);
  return status?.isFile() === true && status.size === size && digestOfFile(path).digest === digest;
}
