/**
 * The format of a sorted run, a file with the sums of a shard:
 *
 *     thresher run 1 LF
 *     header, as JSON LF
 *     terms, ascending, each: length of its own bytes + 1, length of the bytes shared with the term before, own bytes,
 *       number of classes, for each class: number less the one before, value, and presence if there are presences
 *     0
 *     number of terms, and the sum of the values of each class
 *     SHA-256 of everything before
 *
 * Numbers are in LEB128. If only one kind of sum is wanted, it is the value; otherwise values are occurrences.
 */
import type { Hash } from "node:crypto";
import { MAX_BASE_128_BYTES, writeBase128 } from "../../base/base128.js";
import { isWhole } from "../../base/checks.js";
import { DataError, orElse } from "../../base/errors.js";
import { grown } from "../../base/growing.js";
import { safeText } from "../../base/safe-text.js";
import type { SparseRows } from "../sparse-matrix.js";
import type { DocumentSums } from "./document-sums.js";

export const RUN_MAGIC = "thresher run 1\n";

/** The beginning of the first line in every version. */
const ANY_RUN = "thresher run ";

/** The length of the digest, in bytes. */
export const SHA256_BYTES = 32;

/** Makes the hash of the bytes before the digest. It loads `node:crypto` only now: most counting needs no runs. */
export function newHash(): Hash {
  return process.getBuiltinModule("node:crypto").createHash("sha256");
}

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
  return typeof header?.hasPresence === "boolean" && isWhole(header.classes) ? header : undefined;
}

/** Returns the error for a file of another format or version. @param first the first bytes of the file */
export function otherFormat(path: string, first: string): DataError {
  const end = first.indexOf("\n");
  if (!first.startsWith(ANY_RUN) || end < 0) return new DataError(`${path}: not a file of counts`);
  const version = safeText(first.slice(ANY_RUN.length, end));
  return new DataError(
    `${path}: counts of format ${version}, and this Thresher reads format 1: count with the same version`,
  );
}

/** How many bytes are yielded at a time. */
const CHUNK_BYTES = 1 << 16;

/**
 * Encodes sums as a sorted run. Yields its bytes in pieces. The same facts and sums give the same bytes.
 *
 * @param facts values to store as JSON in the header, in addition to its own
 */
export function* encodeRun(
  facts: object,
  { vocabulary, labels, occurrences, presences }: Omit<DocumentSums, "documents">,
): Generator<Uint8Array> {
  const hash = newHash();
  let out = new Uint8Array(2 * CHUNK_BYTES);
  let size = 0;
  const makeRoom = (bytes: number) => {
    if (size + bytes > out.length) out = grown(out, 2 * (size + bytes));
  };
  const put = (number: number) => {
    makeRoom(MAX_BASE_128_BYTES);
    size = writeBase128(number, out, size);
  };
  const flushed = () => {
    const bytes = out.slice(0, size);
    hash.update(bytes);
    size = 0;
    return bytes;
  };
  const hasPresence = occurrences !== undefined && presences !== undefined;
  const classes = labels.length;
  const lines = Buffer.from(`${RUN_MAGIC}${JSON.stringify({ ...facts, hasPresence, classes })}\n`);
  hash.update(lines);
  yield lines;
  // Occurrences and presences have the same classes.
  const { starts, ids, values } = (occurrences ?? presences) as SparseRows;
  const { pool, offsets } = vocabulary.contents();
  const totals = new Float64Array(classes);
  for (let term = 0; term < vocabulary.size; term++) {
    const [from, end] = [offsets[term], offsets[term + 1]];
    const before = term === 0 ? from : offsets[term - 1];
    let shared = 0;
    while (before + shared < from && from + shared < end && pool[before + shared] === pool[from + shared]) shared++;
    // One more than the length, because 0 ends the terms.
    put(end - from - shared + 1);
    put(shared);
    makeRoom(end - from - shared);
    for (let i = from + shared; i < end; i++) out[size++] = pool[i];
    put(starts[term + 1] - starts[term]);
    for (let i = starts[term]; i < starts[term + 1]; i++) {
      put(i === starts[term] ? ids[i] : ids[i] - ids[i - 1]);
      put(values[i]);
      if (hasPresence) put(presences.values[i]);
      totals[ids[i]] += values[i];
    }
    if (size >= CHUNK_BYTES) yield flushed();
  }
  put(0);
  put(vocabulary.size);
  for (const total of totals) put(total);
  yield flushed();
  yield hash.digest();
}
