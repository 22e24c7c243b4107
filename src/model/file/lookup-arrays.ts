import type { NumberArray } from "../../classifiers/stored-classifier.js";
import { bucketCheck, checkOf, sealBuckets, termBuckets } from "../../features/term-buckets.js";
import { altered, TermLookup } from "../../features/term-lookup.js";
import type { TextModel } from "../text-model.js";
import { LOOKUP } from "./array-names.js";
import { CALIBRATION_ARRAYS } from "./calibration-arrays.js";
import { type FileParts, partsOfBytes } from "./file-parts.js";

/**
 * The terms of a model with their counts once more, in buckets, so that the terms of one message are found by reading a
 * few buckets. Only models of mail have them, because only the filter starts for each message; and only methods in
 * which a score depends on the terms of the document alone.
 */
export function arraysOfLookup({ resolved, settings, vocabulary, counts }: TextModel): Record<string, NumberArray> {
  if (settings.as !== "mail") return {};
  if (!resolved.isCounting || resolved.classifier.fitTermSubset === undefined || counts.labels.length === 0) return {};
  const { starts, buckets, seed } = termBuckets(vocabulary, counts.terms);
  return {
    [LOOKUP.totals]: counts.totals,
    [LOOKUP.terms]: Uint32Array.of(vocabulary.size, seed),
    [LOOKUP.starts]: starts,
    [LOOKUP.buckets]: new Uint8Array(buckets.buffer),
  };
}

/** Writes the checks of the buckets into a file that is otherwise complete. */
export function sealLookup(file: Uint8Array): void {
  const parts = partsOfBytes(file);
  if (!parts.has(LOOKUP.buckets)) return;
  const { starts, buckets } = allBuckets(parts);
  sealBuckets({ starts, buckets }, contextOf(parts));
  file.set(new Uint8Array(buckets.buffer), parts.extent(LOOKUP.buckets).start);
}

/** @throws DataError unless the checks of all buckets of a file fit. */
export function requireSealed(file: Uint8Array): void {
  const parts = partsOfBytes(file);
  if (!parts.has(LOOKUP.buckets)) return;
  const { starts, buckets } = allBuckets(parts);
  if (starts.length === 0 || starts[starts.length - 1] !== buckets.length) throw altered();
  const context = contextOf(parts);
  for (let b = 0; b + 1 < starts.length; b++) {
    const [from, to] = [starts[b], starts[b + 1]];
    if (to <= from || to > buckets.length || buckets[from] !== bucketCheck(buckets, from, to, b, context)) {
      throw altered();
    }
  }
}

function allBuckets(parts: FileParts): { starts: Uint32Array; buckets: Uint32Array } {
  const starts = parts.array(LOOKUP.starts, Uint32Array);
  const { start, length } = parts.extent(LOOKUP.buckets);
  if (length % 4 !== 0) throw altered();
  const buckets = new Uint32Array(length / 4);
  parts.read(start, buckets);
  return { starts, buckets };
}

/**
 * The lookup of a file. It reads the header, the classes and the calibration, whatever a forged file says.
 *
 * @throws DataError if the parts of the lookup do not fit together.
 */
export function lookupOf(parts: FileParts, classes: number): TermLookup {
  requireClasses(parts, classes);
  const terms = parts.extent(LOOKUP.terms).length === 8 ? parts.array(LOOKUP.terms, Uint32Array) : [];
  const starts = parts.extent(LOOKUP.starts, Uint32Array);
  const { start, length } = parts.extent(LOOKUP.buckets);
  const [count, words] = [starts.length / 4 - 1, length / 4];
  if (terms.length !== 2 || !(count > 0 && Number.isInteger(Math.log2(count)))) throw altered();
  const [size, seed] = terms;
  // A term has at least two bytes in the buckets. More terms would take too much memory.
  if (size > length / 2) throw altered();
  const read = (from: number, into: Uint32Array) => parts.read(start + from * 4, into);
  const known = starts.length <= MOST_STARTS ? parts.array(LOOKUP.starts, Uint32Array) : undefined;
  const readStarts = (bucket: number, into: Uint32Array) => {
    if (known === undefined) parts.read(starts.start + bucket * 4, into);
    else into.set(known.subarray(bucket, bucket + into.length));
  };
  const last = new Uint32Array(1);
  readStarts(count, last);
  if (last[0] !== words) throw altered();
  const lookup = new TermLookup({ count, words, size, seed, classes, context: contextOf(parts), readStarts, read });
  // Checks a bucket, and with it the header and the small arrays, even if the message has no tokens.
  lookup.find(NOTHING, 0, 0);
  return lookup;
}

/** @throws DataError unless the arrays by class have one number for each class. */
function requireClasses(parts: FileParts, classes: number): void {
  for (const name of ["classes.documents", LOOKUP.totals]) {
    if (parts.extent(name).length !== classes * Float64Array.BYTES_PER_ELEMENT) throw altered();
  }
}

/** In bytes: as long as the starts of a million terms. To read them once is faster than to read two for each term. */
const MOST_STARTS = 1 << 20;

const NOTHING = new Uint8Array(0);

/** A check of everything else that an answer depends on: the header and the small arrays. */
function contextOf(parts: FileParts): number {
  const { buffer, byteOffset, length } = parts.head;
  if (length % 4 !== 0) throw altered();
  let check = checkOf(new Uint32Array(buffer, byteOffset, length / 4), 0, length / 4, 0);
  for (const name of READ_BESIDE) {
    if (!parts.has(name)) continue;
    const { start, length: bytes } = parts.extent(name);
    if (bytes > MOST_BESIDE) throw altered();
    const words = new Uint32Array(bytes / 4);
    parts.read(start, words);
    check = checkOf(words, 0, words.length, check);
  }
  return check;
}

/** The small arrays. Every model has the first. */
export const READ_BESIDE = ["classes.documents", LOOKUP.totals, LOOKUP.terms, ...CALIBRATION_ARRAYS] as const;

/** Upper bound in bytes; no real model comes near it. */
const MOST_BESIDE = 1 << 24;
