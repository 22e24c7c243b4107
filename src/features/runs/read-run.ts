import { readBase128 } from "../../base/base128.js";
import { DataError, orDataError } from "../../base/errors.js";
import { Growing, grown } from "../../base/growing.js";
import { LINE_FEED } from "../../documents/files/byte-window.js";
import { openOwn } from "../../documents/files/guarded-files.js";
import { fileChunks } from "../../documents/files/open-file.js";
import { compareBytes } from "../../text/sorted-terms.js";
import { transposedRows } from "../sparse-matrix.js";
import type { ShardCounts, WantedSums } from "./document-sums.js";
import { headerIn, newHash, otherFormat, RUN_MAGIC, type RunHeader, SHA256_BYTES } from "./run-format.js";

/** The most bytes of a run: it must fit into one array. */
const MAX_RUN_BYTES = 2 ** 31;

/** The most bytes of the header, which names the classes and the problems. */
const MAX_HEADER_BYTES = 1 << 26;

/**
 * All terms together may have at most this many times the bytes that they take in the file, where each term omits the
 * beginning that it shares with the term before. Sorted words have two to four times as many. A file with more is made
 * to fill memory.
 */
const MAX_SHARED = 200;

/** If all terms have fewer bytes than this, `MAX_SHARED` is not checked. */
const ANY_POOL_BYTES: number = 1 << 26;

/** A run that was read from a file. Only its first line has been checked, and that the second is a header. */
export interface Run {
  readonly path: string;
  readonly header: RunHeader;
  readonly bytes: Buffer;
  /** Where the terms begin. */
  readonly start: number;
}

/**
 * Reads a run.
 *
 * @param needsTerms whether to read the whole file, and not only as far as its header
 * @throws DataError if the file cannot be read, or is not a run.
 */
export function readRun(path: string, needsTerms: boolean): Run {
  const bytes = orDataError(
    () => beginningOf(path, needsTerms),
    (why) => `${path}: cannot be read: ${why}`,
  );
  const first = bytes.toString("latin1", 0, 2 * RUN_MAGIC.length);
  if (!first.startsWith(RUN_MAGIC)) throw otherFormat(path, first);
  const end = bytes.indexOf(LINE_FEED, RUN_MAGIC.length);
  const header = end < 0 ? undefined : headerIn(bytes.toString("utf8", RUN_MAGIC.length, end));
  if (header !== undefined) return { path, header, bytes, start: end + 1 };
  throw new DataError(`${path}: its header is not one that Thresher writes: ${AGAIN}`);
}

/** The advice in messages about damaged runs. */
const AGAIN = "delete it and count its shard again";

/** Reads a file, or the chunks of it with the first two lines. */
function beginningOf(path: string, isWhole: boolean): Buffer {
  const pieces: Buffer[] = [];
  let size = 0;
  let lines = 0;
  for (const chunk of fileChunks(path, openOwn)) {
    // A copy, because the next chunk has the same memory.
    pieces.push(Buffer.from(chunk));
    size += chunk.length;
    if (size > MAX_RUN_BYTES) throw new DataError(`${path}: larger than 2 GB: plan the corpus with more shards`);
    if (isWhole) continue;
    for (const byte of chunk) if (byte === LINE_FEED) lines++;
    if (lines >= 2 || size > MAX_HEADER_BYTES) break;
  }
  return Buffer.concat(pieces);
}

/**
 * Returns the sums of a run. Another user may have made the file, so everything in it is checked.
 *
 * @param facts the classes and the numbers of their documents: from the header, and checked
 * @param wanted the sums that the run must have
 * @throws DataError if the run is cut short, altered or forged, has other sums, or more documents with a term than there
 *   are.
 */
export function countsOfRun(
  { path, header, bytes, start }: Run,
  { labels, documents }: Pick<ShardCounts, "labels" | "documents">,
  { occurrences, presences }: WantedSums,
): ShardCounts {
  const hasPresence = occurrences && presences;
  if (header.hasPresence !== hasPresence) throw new DataError(`${path}: counts for other settings: ${AGAIN}`);
  const end = bytes.length - SHA256_BYTES;
  const isIntact = newHash().update(bytes.subarray(0, end)).digest().equals(bytes.subarray(end));
  /** Returns the error for a fault in the contents. If the digest is wrong too, the file is more likely damaged. */
  const wrong = (what: string) =>
    new DataError(`${path}: ${isIntact ? what : "altered or damaged, its digest does not fit"}: ${AGAIN}`);
  let at = start;
  // Reading beyond the end also moves on, which tells a file that is cut short.
  const nextByte = () => (at++ < end ? bytes[at - 1] : undefined);
  const number = () => {
    const read = readBase128(nextByte);
    if (read === undefined) {
      throw at <= end ? wrong("a number is too large") : new DataError(`${path}: cut short: ${AGAIN}`);
    }
    return read;
  };

  let pool = new Uint8Array(1 << 12);
  let size = 0;
  /** Reads a term. @param own the number of bytes that it does not share with the term before @param before its place */
  const readTerm = (own: number, before: number) => {
    const shared = number();
    const from = size;
    if (shared > from - before || at + own > end) throw wrong("a term has an impossible length");
    size += shared + own;
    if (size > ANY_POOL_BYTES + MAX_SHARED * (at - start)) {
      throw wrong("its terms would take far more memory than the file");
    }
    if (size > pool.length) pool = grown(pool, 2 * size);
    // Loops, because most terms are short.
    for (let i = 0; i < shared; i++) pool[from + i] = pool[before + i];
    for (let i = from + shared; i < size; i++) pool[i] = bytes[at++];
    if (from > 0 && compareBytes(pool, before, from, pool, from, size) >= 0) throw wrong("its terms are not in order");
    return from;
  };

  const [ids, values, having] = [new Growing(Uint32Array), new Growing(Float64Array), new Growing(Float64Array)];
  const totals = new Float64Array(labels.length);
  /** Reads the counts of a term in each class. */
  const readCounts = () => {
    const classes = number();
    if (classes === 0 || classes > labels.length) throw wrong("a term has an impossible number of classes");
    for (let i = 0, label = 0; i < classes; i++) {
      const gap = number();
      label += gap;
      if ((i > 0 && gap === 0) || label >= labels.length) throw wrong("a term has an impossible class");
      const value = number();
      const presence = hasPresence ? number() : value;
      const fits = presence >= 1 && presence <= value && presence <= documents[label];
      if (value === 0 || (presences && !fits)) throw wrong("its counts do not fit its number of documents");
      ids.push(label);
      values.push(value);
      having.push(presence);
      totals[label] += value;
    }
  };

  const [offsets, starts] = [new Growing(Uint32Array), new Growing(Uint32Array)];
  offsets.push(0);
  starts.push(0);
  let before = 0;
  for (let length = number(); length > 0; length = number()) {
    before = readTerm(length - 1, before);
    readCounts();
    offsets.push(size);
    starts.push(ids.length);
  }
  const terms = offsets.length - 1;
  const isSum = number() === terms && totals.every((total) => number() === total);
  if (!isIntact || at !== end || !isSum) throw wrong("its sums do not fit its terms");

  const [rowStarts, rowIds] = [starts.finish(), ids.finish()];
  const byClass = (hasPresence ? [values, having] : [values]).map((counts) => {
    const numbers = counts.finish();
    return transposedRows(terms, labels.length, (term) => ({
      ids: rowIds,
      values: numbers,
      start: rowStarts[term],
      end: rowStarts[term + 1],
    }));
  });
  const sums = labels.map((_, c) => {
    const [from, to] = [byClass[0].starts[c], byClass[0].starts[c + 1]];
    return { terms: byClass[0].ids.slice(from, to), sums: byClass.map((x) => x.values.subarray(from, to)) };
  });
  return { labels, documents, pool: pool.subarray(0, size), offsets: offsets.finish(), sums };
}
