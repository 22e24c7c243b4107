import type { Hash } from "node:crypto";
import { readBase128 } from "../../base/base128.js";
import { DataError, orDataError } from "../../base/errors.js";
import { LINE_FEED } from "../../documents/files/byte-window.js";
import { fileChunks, openChunks } from "../../documents/files/chunks.js";
import { openOwn } from "../../documents/files/guarded-files.js";
import { compareBytes } from "../../text/sorted-terms.js";
import {
  ANY_POOL_BYTES,
  headerIn,
  MAX_HEADER_BYTES,
  MAX_SHARED,
  MAX_TERM_BYTES,
  newHash,
  otherFormat,
  RUN_MAGIC,
  type RunFile,
  type RunHeader,
  SHA256_BYTES,
} from "./run-format.js";
import { TermCounts, type TermCursor } from "./term-cursor.js";

/**
 * Reads a run from beginning to end. The file is not trusted. It is checked during reading, and its digest at the end,
 * so do not use the results before `next` has returned false.
 */
export class RunReader implements TermCursor {
  readonly term = new TermCounts();
  readonly header: RunHeader;
  readonly #path: string;
  readonly #chunks: Iterator<Uint8Array>;
  readonly #nextByte = () => (this.#at < this.#end ? this.#chunk[this.#at++] : this.#byte());
  #hash: Hash = newHash();
  /** The bytes at hand: those from `#at` to `#end` have not been read yet. */
  #chunk: Uint8Array = new Uint8Array(0);
  #at = 0;
  #end = 0;
  /** The digest includes the bytes of the chunk before this position. */
  #hashed = 0;
  /** The term before, and the number of terms so far. */
  #before = new TermCounts();
  #terms = 0;
  /** How many bytes the remaining terms may have: grows with the bytes read, by the factor `MAX_SHARED`. */
  #room = ANY_POOL_BYTES;
  /** The sum of the values of each class so far. */
  #totals: Float64Array | undefined;
  #isDone = false;

  /**
   * Opens a run and reads its header.
   *
   * @throws DataError if it cannot be read, or is not a run.
   */
  constructor(file: RunFile) {
    this.#path = typeof file === "string" ? file : "a temporary file";
    this.#chunks = typeof file === "string" ? fileChunks(file, 0, undefined, openOwn) : openChunks(file);
    try {
      this.header = this.#readHeader();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Reads the next term; returns false at the end. @throws DataError if the run is cut short, altered or forged. */
  next(): boolean {
    if (this.#isDone) return false;
    const ownLength = this.#number();
    if (ownLength === 0) {
      this.#finish();
      return false;
    }
    this.#readBytes(ownLength);
    this.#readCounts();
    this.#terms++;
    return true;
  }

  /** Reads the bytes of a term. @param ownLength the number of bytes that it does not share with the term before, + 1 */
  #readBytes(ownLength: number): void {
    const { term } = this;
    const before = this.#before;
    const shared = this.#number();
    const length = shared + ownLength - 1;
    if (shared > term.length || length > MAX_TERM_BYTES) throw this.#wrong("a term has an impossible length");
    this.#room += MAX_SHARED * ownLength - length;
    if (this.#room < 0) throw this.#wrong("its terms would take far more memory than the file");
    before.setTerm(term.bytes, 0, term.length);
    term.roomForBytes(length);
    for (let i = shared; i < length; i++) term.bytes[i] = this.#byte();
    term.length = length;
    if (this.#terms > 0 && compareBytes(before.bytes, 0, before.length, term.bytes, 0, length) >= 0) {
      throw this.#wrong("its terms are not in order");
    }
  }

  /** Reads the counts of a term in each class. */
  #readCounts(): void {
    const { term } = this;
    const { hasPresence, classes } = this.header;
    // Allocated late, because a forged header may claim any number of classes.
    this.#totals ??= new Float64Array(classes);
    const size = this.#number();
    if (size > classes) throw this.#wrong("a term has more classes than there are");
    term.size = 0;
    for (let i = 0, label = 0; i < size; i++) {
      const gap = this.#number();
      label += gap;
      if ((i > 0 && gap === 0) || label >= classes) throw this.#wrong("a term has an impossible class");
      const value = this.#number();
      const presence = hasPresence ? this.#number() : 0;
      if (value === 0) throw this.#wrong("a count is 0");
      term.push(label, value, presence);
      this.#totals[label] += value;
    }
  }

  /** Reads the rest in order to check it. @throws DataError as `next`. */
  check(): void {
    while (this.next());
  }

  close(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#chunks.return?.();
  }

  /** Reads the two lines before the terms. @throws DataError if they are not those of a run */
  #readHeader(): RunHeader {
    const first = this.#line(RUN_MAGIC.length);
    if (first !== RUN_MAGIC.slice(0, -1)) throw otherFormat(this.#path, first);
    const line = this.#line(MAX_HEADER_BYTES);
    const header = headerIn(line ?? "");
    if (header === undefined) throw this.#wrong("its header is not one that Thresher writes");
    return header;
  }

  /** Reads a line, or its beginning if it is longer; undefined if the file ends before. */
  #line(most: number): string | undefined {
    const pieces: Buffer[] = [];
    for (let size = 0; size < most; ) {
      if (this.#at === this.#end && !this.#fill()) return undefined;
      const left = this.#chunk.subarray(this.#at, this.#end);
      const end = left.indexOf(LINE_FEED);
      pieces.push(Buffer.from(end < 0 ? left : left.subarray(0, end)));
      this.#at += end < 0 ? left.length : end + 1;
      if (end >= 0) break;
      size += left.length;
    }
    return Buffer.concat(pieces).toString();
  }

  /** Reads what follows the terms: their number, the sums and the digest. */
  #finish(): void {
    const count = this.#number();
    const summed = this.#totals ?? new Float64Array(this.header.classes);
    const totals = Array.from(summed, () => this.#number());
    this.#update();
    const digest = this.#hash.digest();
    // The digest does not cover itself.
    this.#hash = newHash();
    for (let i = 0; i < SHA256_BYTES; i++) if (this.#byte() !== digest[i]) throw this.#altered();
    if (this.#byteOrEnd() !== undefined) throw this.#altered();
    this.close();
    if (count !== this.#terms || totals.some((total, c) => total !== summed[c])) {
      throw this.#forged("its sums do not fit its terms");
    }
  }

  #number(): number {
    const number = readBase128(this.#nextByte);
    if (number === undefined) throw this.#wrong("a number is too large");
    return number;
  }

  #byte(): number {
    const byte = this.#byteOrEnd();
    if (byte === undefined) {
      this.close();
      throw new DataError(`${this.#path}: cut short: delete it and count its shard again`);
    }
    return byte;
  }

  /** Returns the next byte, or undefined at the end of the file. */
  #byteOrEnd(): number | undefined {
    if (this.#at === this.#end && !this.#fill()) return undefined;
    return this.#chunk[this.#at++];
  }

  /** Reads the next chunk. Returns false at the end of the file. */
  #fill(): boolean {
    this.#update();
    const lineOf = (why: string) => `${this.#path}: cannot be read: ${why}`;
    const next = orDataError(() => this.#chunks.next(), lineOf);
    this.#at = 0;
    this.#hashed = 0;
    this.#end = next.done ? 0 : next.value.length;
    if (!next.done) this.#chunk = next.value;
    return !next.done;
  }

  /** Adds the bytes that were read to the digest. */
  #update(): void {
    if (this.#at > this.#hashed) this.#hash.update(this.#chunk.subarray(this.#hashed, this.#at));
    this.#hashed = this.#at;
  }

  /** Makes the error for a fault in the contents. If the digest is wrong too, the file is more likely damaged. */
  #wrong(what: string): DataError {
    const isAltered = !this.#hasGoodDigest();
    this.close();
    return isAltered ? this.#altered() : this.#forged(what);
  }

  #forged(what: string): DataError {
    return new DataError(`${this.#path}: ${what}: delete it and count its shard again`);
  }

  #altered(): DataError {
    this.close();
    return new DataError(
      `${this.#path}: altered or damaged, its digest does not fit: delete it and count its shard again`,
    );
  }

  /** Reads to the end and compares the digest. Holds back the last 32 bytes, because those of the file are the digest. */
  #hasGoodDigest(): boolean {
    this.#update();
    let last = Buffer.alloc(0);
    do {
      last = Buffer.concat([last, this.#chunk.subarray(this.#at, this.#end)]);
      this.#hash.update(last.subarray(0, Math.max(0, last.length - SHA256_BYTES)));
      last = last.subarray(Math.max(0, last.length - SHA256_BYTES));
      this.#at = this.#end;
      this.#hashed = this.#end;
    } while (this.#fill());
    return this.#hash.digest().equals(last);
  }
}
