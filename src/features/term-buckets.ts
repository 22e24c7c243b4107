import type { SparseRows } from "./sparse-matrix.js";
import type { Vocabulary } from "./vocabulary.js";

/**
 * The terms of a model with their counts, arranged so that one term is found by reading about a hundred bytes
 * of a file, however large. The hash of a term says which bucket it is in. Bucket `b` is the 32-bit words
 * `[starts[b], starts[b + 1])` of `buckets`:
 *
 *     uint32   a check of the rest, of the number of the bucket and of a context (see `sealBuckets`)
 *     a term   length + 1, its bytes, the number of classes that have it, and for each of these: class, value + 1
 *     …        zeros up to the next word
 *
 * Whole numbers are in base 128, low digits first, with 128 added to all but the last. A value that is not a
 * whole number of 31 bits is a 0 and the eight bytes of a float64.
 */
export interface TermBuckets {
  readonly starts: Uint32Array;
  readonly buckets: Uint32Array;
  /** Differs between models, so that nobody can prepare terms for one bucket without knowing the model. */
  readonly seed: number;
}

/** Few enough to read and check at once, but enough to keep `starts` small. */
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

/** Writes the check of each bucket. @param context a check of other data that must be unchanged */
export function sealBuckets({ starts, buckets }: Omit<TermBuckets, "seed">, context: number): void {
  for (let b = 0; b + 1 < starts.length; b++) {
    buckets[starts[b]] = bucketCheck(buckets, starts[b], starts[b + 1], b, context);
  }
}

/** The first word that bucket `b` must have if it is the words `[from, to)`. */
export function bucketCheck(words: Uint32Array, from: number, to: number, b: number, context: number): number {
  return checkOf(words, from + 1, to, Math.imul(context ^ b, FACTOR));
}

/** The bucket of a term; `count` is a power of two. */
export function bucketAt(bytes: Uint8Array, start: number, end: number, seed: number, count: number): number {
  let hash = seed;
  for (let i = start; i < end; i++) {
    hash = Math.imul(hash ^ bytes[i], FACTOR);
    hash ^= hash >>> 15;
  }
  return (hash ^ (hash >>> 13)) & (count - 1);
}

/** 2^32 divided by the golden ratio: odd, with well-mixed bits. */
const FACTOR = 0x9e3779b1;

/**
 * A 32-bit check of words. Each step is one to one: a change of one word always changes it, and other changes
 * all but once in 2^32. Loading a library for CRCs would take longer than looking up the terms of a message.
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
 * Looks for a term in the bytes of a bucket, without its check.
 *
 * @param found called with each class that has the term, ascending, and its count
 * @returns whether the term is there
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
    // Only zeros follow.
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

/** Reads the numbers of a bucket in turn. */
class Numbers {
  at = 0;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  next(): number {
    let byte = this.bytes[this.at++];
    // Nearly all numbers have one byte; past the end, undefined ends the number.
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
