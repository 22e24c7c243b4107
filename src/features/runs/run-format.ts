import type { Hash } from "node:crypto";

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

/** In bytes. It names the classes and the problems. */
export const MAX_HEADER_BYTES = 1 << 26;

/** Of the bytes before it. What computes it is loaded late: most corpora are counted without runs. */
export function newHash(): Hash {
  return process.getBuiltinModule("node:crypto").createHash("sha256");
}
