import type { Hash } from "node:crypto";
import type { RunLayout } from "./term-cursor.js";

/**
 * A run in a file:
 *
 *     thresher run 1 LF
 *     header, as JSON LF
 *     terms, ascending, each: length of its own bytes + 1, length of the bytes shared with the term before, own bytes,
 *       sums over all classes (with statistics), number of classes,
 *       for each class: number less the one before, value, presence (with presences)
 *     0
 *     number of terms, and the sum of the values of each class
 *     SHA-256 of everything before
 *
 * Numbers are in LEB128.
 */
export const RUN_MAGIC = "thresher run 1\n";

/** How the first line of every version begins. */
export const ANY_RUN = "thresher run ";

export const SHA256_BYTES = 32;

/** In bytes. Terms are shorter; a forged length must not take memory. */
export const MAX_TERM_BYTES = 1 << 24;

/**
 * All terms may have this many times the bytes that they take in the file, where each lacks its common beginning with
 * the one before. Sorted words have two to four times as many; a file with more is made to fill memory.
 */
export const MOST_SHARED = 200;

/** Terms with fewer bytes in all are not checked for `MOST_SHARED`. */
export const ANY_POOL_BYTES: number = 1 << 26;

/** In bytes. It names the classes and the problems. */
export const MAX_HEADER_BYTES = 1 << 26;

/** The hash of the bytes before the digest. `node:crypto` is loaded late, because most corpora are counted without runs. */
export function newHash(): Hash {
  return process.getBuiltinModule("node:crypto").createHash("sha256");
}

/** The header of a run, unchecked but for these. */
export interface RunHeader extends Readonly<Record<string, unknown>> {
  readonly layout: RunLayout;
  /** The number of classes. */
  readonly classes: number;
}

/** Parses the line of a header; undefined if it is something else. */
export function headerIn(line: string): RunHeader | undefined {
  try {
    const header = JSON.parse(line) as RunHeader;
    const { layout, classes } = header;
    const hasLayout = typeof layout.hasStatistics === "boolean" && typeof layout.hasPresence === "boolean";
    return hasLayout && Number.isInteger(classes) && classes >= 0 && classes <= MAX_HEADER_BYTES ? header : undefined;
  } catch {
    return undefined;
  }
}
