import { DataError } from "../errors.js";
import { ByteTable } from "../text/byte-table.js";
import type { SparseRows } from "./sparse-matrix.js";
import { bucketAt, bucketCheck, readTerm, type TermBuckets } from "./term-buckets.js";

/** Terms by their bytes: a vocabulary, or what stands for one. */
export interface TermFinder {
  /** How many terms there are. */
  readonly size: number;
  /** The number of the term with the bytes `[start, end)`, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number;
}

/** Buckets that lie somewhere else: see `TermBuckets`. */
export interface DistantBuckets extends Omit<TermBuckets, "buckets"> {
  /** How many terms there are in all of them. */
  readonly size: number;
  /** How many classes. */
  readonly classes: number;
  /** What they were sealed with. */
  readonly context: number;
  /** Fills `into` with the words from one on. */
  read(from: number, into: Uint32Array): void;
}

/** As many tokens are remembered that were looked up before; then they are forgotten. */
const REMEMBERED = 1 << 15;

/**
 * Finds terms a bucket at a time, so that one message takes the same time with a large model
 * as with a small one. Terms are numbered from 0 in the order in which they are found.
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
  #room = new Uint32Array(1 << 8);

  constructor(source: DistantBuckets) {
    this.size = source.size;
    this.#source = source;
  }

  /** @throws DataError if what is read is not what was written. */
  find(bytes: Uint8Array, start: number, end: number): number {
    if (this.#seen.size === REMEMBERED) this.#seen = new ByteTable();
    const before = this.#seen.size;
    const id = this.#seen.add(bytes, start, end);
    if (id === before) this.#numbers[id] = this.#lookUp(bytes, start, end);
    return this.#numbers[id];
  }

  /** The counts of the terms that have been found. */
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
    const { starts, seed, classes } = this.#source;
    const bucket = this.#bucket(bucketAt(bytes, start, end, seed, starts.length - 1));
    const known = this.#found.find(bytes, start, end);
    if (known >= 0) return known;
    let last = -1;
    const isFound = readTerm(bucket, bytes, start, end, (label, value) => {
      // What was written on purpose, with a check that fits.
      if (label <= last || label >= classes || !(value >= 0 && value < Number.POSITIVE_INFINITY)) throw altered();
      last = label;
      this.#ids.push(label);
      this.#values.push(value);
    });
    if (!isFound) return -1;
    this.#starts.push(this.#ids.length);
    return this.#found.add(bytes, start, end);
  }

  /** The bytes of a bucket without its check, valid until the next call. */
  #bucket(b: number): Uint8Array {
    const { starts, context } = this.#source;
    const [from, to] = [starts[b], starts[b + 1]];
    if (to <= from || to > starts[starts.length - 1]) throw altered();
    if (to - from > this.#room.length) this.#room = new Uint32Array(to - from);
    const words = this.#room.subarray(0, to - from);
    this.#source.read(from, words);
    if (words[0] !== bucketCheck(words, 0, words.length, b, context)) throw altered();
    return new Uint8Array(words.buffer, words.byteOffset + 4, (words.length - 1) * 4);
  }
}

function altered(): DataError {
  return new DataError(
    "required a model file as it was written, found another checksum in it: the file was altered or damaged",
  );
}
