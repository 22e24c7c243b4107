import type { Hash } from "node:crypto";
import { isWhole } from "../../base/checks.js";
import { DataError, orElse } from "../../base/errors.js";
import { safeText } from "../../base/safe-text.js";
import type { TemporaryFile } from "../../documents/files/temporary-files.js";

/**
 * The format of a sorted run in a file:
 *
 *     thresher run 1 LF
 *     header, as JSON LF
 *     terms, ascending, each: length of its own bytes + 1, length of the bytes shared with the term before, own bytes,
 *       number of classes, for each class: number less the one before, value, and presence if there are presences
 *     0
 *     number of terms, and the sum of the values of each class
 *     SHA-256 of everything before
 *
 * Numbers are in LEB128.
 */
export const RUN_MAGIC = "thresher run 1\n";

/** The beginning of the first line in every version. */
const ANY_RUN = "thresher run ";

/** The length of the digest, in bytes. */
export const SHA256_BYTES = 32;

/** Upper bound of the length of a term, in bytes. A forged length must not take memory. */
export const MAX_TERM_BYTES = 1 << 24;

/**
 * All terms together may have at most this many times the bytes that they take in the file, where each term omits the
 * beginning that it shares with the term before. Sorted words have two to four times as many. A file with more is made
 * to fill memory.
 */
export const MAX_SHARED = 200;

/** If all terms have fewer bytes than this, `MAX_SHARED` is not checked. */
export const ANY_POOL_BYTES: number = 1 << 26;

/** Upper bound of the length of the header, in bytes. It names the classes and the problems. */
export const MAX_HEADER_BYTES = 1 << 26;

/** Makes the hash of the bytes before the digest. It loads `node:crypto` only now: most counting needs no runs. */
export function newHash(): Hash {
  return process.getBuiltinModule("node:crypto").createHash("sha256");
}

/** A run in a file: its path, or a temporary file. */
export type RunFile = string | TemporaryFile;

/** The header of a run. Only these properties are checked. */
export interface RunHeader extends Readonly<Record<string, unknown>> {
  /** Whether a term also has the number of documents of each class that have it. */
  readonly hasPresence: boolean;
  /** The number of classes. */
  readonly classes: number;
}

/** Parses the line of a header; returns undefined if it is not a header. */
export function headerIn(line: string): RunHeader | undefined {
  const header = orElse(() => JSON.parse(line) as RunHeader | null, null);
  if (typeof header?.hasPresence !== "boolean" || !isWhole(header.classes)) return undefined;
  // A header names its classes, so it cannot have more of them than bytes.
  return header.classes <= MAX_HEADER_BYTES ? header : undefined;
}

/** Upper bound of the length of a version, in characters. A forged one can have any length. */
const MAX_VERSION_LENGTH = 20;

/** Returns the error for a file of another format or version. @param first its first line; undefined if it is shorter */
export function otherFormat(path: string, first: string | undefined): DataError {
  if (!first?.startsWith(ANY_RUN)) return new DataError(`${path}: not a file of counts`);
  const version = safeText(first.slice(ANY_RUN.length, ANY_RUN.length + MAX_VERSION_LENGTH));
  return new DataError(
    `${path}: counts of format ${version}, and this Thresher reads format 1: count with the same version`,
  );
}
