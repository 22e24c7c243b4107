import type { SparseRows } from "./sparse-matrix.js";
import type { Vocabulary } from "./vocabulary.js";

/**
 * The terms of a model with their counts, laid out so that one term is found by reading a
 * hundred bytes of a file, however many there are. The hash of a term says which bucket it
 * is in; bucket `b` is the words `[starts[b], starts[b + 1])` of `buckets`, of 32 bits each:
 *
 *     uint32   check of the rest, of the bucket's number and of what `sealBuckets` is given
 *     a term   length + 1, its bytes, how many classes have it, and for each of these: class, value + 1
 *     …        zeros up to the next word
 *
 * Whole numbers are written in groups of seven bits, the lowest first, the highest bit set
 * in all but the last. A value that is none of 31 bits is a 0 and the eight bytes of a float64.
 */
export interface TermBuckets {
  readonly starts: Uint32Array;
  readonly buckets: Uint32Array;
  /** Differs from model to model: who does not know the model cannot prepare terms for one bucket. */
  readonly seed: number;
}

/** Few enough that a bucket is read and checked at once, so many that `starts` stays a small part of all. */
const TERMS_PER_BUCKET = 4;

/** The buckets of the terms of a vocabulary, without checks: see `sealBuckets`. */
export function termBuckets(vocabulary: Vocabulary, { starts: rows, ids, values }: SparseRows): TermBuckets {
  const { pool, offsets } = vocabulary.contents();
  const size = vocabulary.size;
  const seed = checkOf(offsets, 0, offsets.length, pool.length);
  const count = 2 ** Math.max(0, Math.floor(Math.log2(size / TERMS_PER_BUCKET)));
  const bucketOf = new Uint32Array(size);
  const starts = new Uint32Array(count + 1);
  for (let n = 0; n < size; n++) {
    const length = offsets[n + 1] - offsets[n];
    let bytes = bytesOf(length + 1) + length + bytesOf(rows[n + 1] - rows[n]);
    for (let i = rows[n]; i < rows[n + 1]; i++) bytes += bytesOf(ids[i]) + valueBytes(values[i]);
    bucketOf[n] = bucketAt(pool, offsets[n], offsets[n + 1], seed, count);
    starts[bucketOf[n] + 1] += bytes;
  }
  for (let b = 0; b < count; b++) starts[b + 1] = starts[b] + 1 + Math.ceil(starts[b + 1] / 4);
  const buckets = new Uint32Array(starts[count]);
  const into = new Uint8Array(buckets.buffer);
  const next = starts.map((start) => (start + 1) * 4);
  const view = new DataView(buckets.buffer);
  for (let n = 0; n < size; n++) {
    let at = write(into, next[bucketOf[n]], offsets[n + 1] - offsets[n] + 1);
    for (let i = offsets[n]; i < offsets[n + 1]; i++) into[at++] = pool[i];
    at = write(into, at, rows[n + 1] - rows[n]);
    for (let i = rows[n]; i < rows[n + 1]; i++) {
      at = write(into, write(into, at, ids[i]), isSmall(values[i]) ? values[i] + 1 : 0);
      if (isSmall(values[i])) continue;
      view.setFloat64(at, values[i], true);
      at += 8;
    }
    next[bucketOf[n]] = at;
  }
  return { starts, buckets, seed };
}

/** Writes the check of each bucket. @param context a check of what else has to be as it was written */
export function sealBuckets({ starts, buckets }: Omit<TermBuckets, "seed">, context: number): void {
  for (let b = 0; b + 1 < starts.length; b++) {
    buckets[starts[b]] = bucketCheck(buckets, starts[b], starts[b + 1], b, context);
  }
}

/** What the first of the words `[from, to)` has to be if they are bucket `b`. */
export function bucketCheck(words: Uint32Array, from: number, to: number, b: number, context: number): number {
  return checkOf(words, from + 1, to, Math.imul(context ^ b, FACTOR));
}

/** Which of so many buckets, a power of two, a term is in. */
export function bucketAt(bytes: Uint8Array, start: number, end: number, seed: number, count: number): number {
  let hash = seed;
  for (let i = start; i < end; i++) {
    hash = Math.imul(hash ^ bytes[i], FACTOR);
    hash ^= hash >>> 15;
  }
  return (hash ^ (hash >>> 13)) & (count - 1);
}

/** Odd, with a good mixture of bits: 2^32 divided by the golden ratio. */
const FACTOR = 0x9e3779b1;

/**
 * A number of 32 bits that words give, and hardly any others: each step is one to one, so that
 * a word that has changed always gives another, and others do but once in 2^32. Where a
 * message takes few bytes of a file, loading what computes CRCs takes longer than all of that.
 */
export function checkOf(words: Uint32Array, from: number, to: number, start: number): number {
  let check = start ^ (to - from);
  for (let i = from; i < to; i++) {
    check = Math.imul(check ^ words[i], FACTOR);
    check ^= check >>> 15;
  }
  return check >>> 0;
}

/**
 * Looks for a term in the bytes of a bucket, check left out.
 *
 * @param found is given each class that has it, ascending, and how much of it
 * @returns whether it is there
 */
export function readTerm(
  bucket: Uint8Array,
  bytes: Uint8Array,
  start: number,
  end: number,
  found: (label: number, value: number) => void,
): boolean {
  const numbers = new Numbers(bucket);
  while (numbers.at < bucket.length) {
    const length = numbers.next() - 1;
    // Nothing more but zeros.
    if (length < 0) return false;
    let same = length === end - start;
    for (let i = 0, at = numbers.at; same && i < length; i++, at++) same = bucket[at] === bytes[start + i];
    numbers.at += length;
    for (let left = numbers.next(); left > 0 && numbers.at < bucket.length; left--) {
      const label = numbers.next();
      const value = numbers.nextValue();
      if (same) found(label, value);
    }
    if (same) return true;
  }
  return false;
}

/** Reads the numbers of a bucket, one after the other. */
class Numbers {
  at = 0;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  next(): number {
    let byte = this.bytes[this.at++];
    // Nearly all have one byte; past the end there is none, which ends it, too.
    if (!(byte >= 0x80)) return byte ?? 0;
    let number = byte & 0x7f;
    for (let unit = 0x80; byte >= 0x80; unit *= 0x80) {
      byte = this.bytes[this.at++];
      number += (byte & 0x7f) * unit;
    }
    return number;
  }

  nextValue(): number {
    const number = this.next();
    if (number > 0) return number - 1;
    const { buffer, byteOffset, length } = this.bytes;
    this.at += 8;
    return this.at > length ? Number.NaN : new DataView(buffer, byteOffset).getFloat64(this.at - 8, true);
  }
}

function write(into: Uint8Array, start: number, number: number): number {
  let at = start;
  let rest = number;
  for (; rest >= 0x80; rest >>>= 7) into[at++] = (rest & 0x7f) | 0x80;
  into[at++] = rest;
  return at;
}

function bytesOf(number: number): number {
  let bytes = 1;
  for (let rest = number >>> 7; rest > 0; rest >>>= 7) bytes++;
  return bytes;
}

function valueBytes(value: number): number {
  return isSmall(value) ? bytesOf(value + 1) : 9;
}

function isSmall(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 0x7fffffff && !Object.is(value, -0);
}
