import { DataError } from "../base/errors.js";
import { ByteTable } from "../text/byte-table.js";
import type { SparseRows } from "./sparse-matrix.js";
import { bucketAt, bucketCheck, readTerm, type TermBuckets } from "./term-buckets.js";

/** Finds terms by their bytes: a vocabulary, or a substitute. */
export interface TermFinder {
  /** The number of terms. */
  readonly size: number;
  /** The number of the term with the bytes `[start, end)`, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number;
  /** The numbers of many: of the bytes `[offsets[i], offsets[i + 1])` of `pool`. */
  findAll?(pool: Uint8Array, offsets: Uint32Array): Int32Array;
}

/** Buckets in a file: see `TermBuckets`. */
export interface DistantBuckets extends Pick<TermBuckets, "seed"> {
  /** The number of buckets. */
  readonly count: number;
  /** The number of 32-bit words of all buckets. */
  readonly words: number;
  /** The number of terms in all buckets. */
  readonly size: number;
  /** The number of classes. */
  readonly classes: number;
  /** The `context` that they were sealed with. */
  readonly context: number;
  /** Reads where a bucket and those after it begin; there may be too many to keep in memory. */
  readStarts(bucket: number, into: Uint32Array): void;
  /** Reads words from this one on. */
  read(from: number, into: Uint32Array): void;
}

/** The number of tokens that are remembered; then all are forgotten. */
const REMEMBERED = 1 << 15;

/** Upper bound of the words of a bucket, which has about four terms; no real one comes near it. */
const MOST_WORDS = 1 << 20;

const MOST_WORDS_PER_CLASS = 64;

/**
 * Finds terms by reading one bucket at a time, so that a message takes the same time with a large model as with
 * a small one. Terms are numbered from 0 in the order in which they are found.
 */
export class TermLookup implements TermFinder {
  readonly size: number;
  readonly #source: DistantBuckets;
  readonly #found = new ByteTable();
  #seen = new ByteTable();
  readonly #numbers = new Int32Array(REMEMBERED);
  readonly #starts: number[] = [0];
  readonly #ids: number[] = [];
  readonly #values: number[] = [];
  readonly #bounds = new Uint32Array(2);
  #room = new Uint32Array(1 << 8);

  constructor(source: DistantBuckets) {
    this.size = source.size;
    this.#source = source;
  }

  /** @throws DataError if a bucket is damaged. */
  find(bytes: Uint8Array, start: number, end: number): number {
    if (this.#seen.size === REMEMBERED) this.#seen = new ByteTable();
    const before = this.#seen.size;
    const id = this.#seen.add(bytes, start, end);
    if (id === before) this.#numbers[id] = this.#lookUp(bytes, start, end);
    return this.#numbers[id];
  }

  /** The counts of the terms found so far. */
  rows(): SparseRows {
    return {
      rows: this.#found.size,
      columns: this.#source.classes,
      starts: Uint32Array.from(this.#starts),
      ids: this.#ids,
      values: this.#values,
    };
  }

  #lookUp(bytes: Uint8Array, start: number, end: number): number {
    const { count, seed, classes } = this.#source;
    const bucket = this.#bucket(bucketAt(bytes, start, end, seed, count));
    const known = this.#found.find(bytes, start, end);
    if (known >= 0) return known;
    let last = -1;
    const isFound = readTerm(bucket, bytes, start, end, (label, value) => {
      // A forged bucket can have a check that fits.
      if (label <= last || label >= classes || !(value >= 0 && value < Number.POSITIVE_INFINITY)) throw altered();
      last = label;
      this.#ids.push(label);
      this.#values.push(value);
    });
    if (!isFound) return -1;
    this.#starts.push(this.#ids.length);
    return this.#found.add(bytes, start, end);
  }

  /** The bytes of a bucket without its check; valid until the next call. */
  #bucket(b: number): Uint8Array {
    const { words: end, classes, context } = this.#source;
    this.#source.readStarts(b, this.#bounds);
    const from = this.#bounds[0];
    const to = this.#bounds[1];
    if (to <= from || to > end || to - from > MOST_WORDS + MOST_WORDS_PER_CLASS * classes) throw altered();
    if (to - from > this.#room.length) this.#room = new Uint32Array(to - from);
    const words = this.#room.subarray(0, to - from);
    this.#source.read(from, words);
    if (words[0] !== bucketCheck(words, 0, words.length, b, context)) throw altered();
    return new Uint8Array(words.buffer, words.byteOffset + 4, (words.length - 1) * 4);
  }
}

/** The error for a checksum that does not fit. */
export function altered(): DataError {
  return new DataError("the model file was altered or damaged: a checksum does not fit");
}
