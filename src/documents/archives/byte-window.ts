import { reason } from "../../base/errors.js";
import type { Chunks } from "./chunks.js";

const LINE_FEED = 10;

/**
 * A window on a stream of bytes. It grows at its end and shrinks at its beginning; the bytes in
 * it can be read in any order. Offsets count from its beginning.
 */
export class ByteWindow {
  readonly #chunks: Iterator<Uint8Array>;
  #bytes = Buffer.allocUnsafeSlow(1 << 17);
  #start = 0;
  #end = 0;
  #fault: string | undefined;
  #isDone = false;
  #passed = 0;

  constructor(chunks: Chunks) {
    this.#chunks = chunks[Symbol.iterator]();
  }

  /** Why the stream ended too early; undefined if it did not. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** How many bytes have left the window. */
  get passed(): number {
    return this.#passed;
  }

  /** How many bytes are in the window. */
  get length(): number {
    return this.#end - this.#start;
  }

  /** Makes the window at least `length` bytes long; false if the stream has fewer. */
  reach(length: number): boolean {
    while (this.length < length && !this.#isDone) this.#grow();
    return this.length >= length;
  }

  /** Makes the window longer by the next chunk; false at the end of the stream. */
  more(): boolean {
    return this.reach(this.length + 1);
  }

  /** The bytes from one offset to another, or to the end of the window. Valid until the window changes. */
  view(from: number, to: number): Buffer {
    return this.#bytes.subarray(this.#start + from, Math.min(this.#start + to, this.#end));
  }

  /** A copy of `view`, valid for ever. */
  copy(from: number, to: number): Buffer {
    return Buffer.from(this.view(from, to));
  }

  /** The byte at an offset; undefined outside the window. */
  at(offset: number): number | undefined {
    return offset < 0 || offset >= this.length ? undefined : this.#bytes[this.#start + offset];
  }

  /** The offset of the first of these bytes at `from` or later; -1 if they are not in the window. */
  indexOf(bytes: Uint8Array | number, from: number): number {
    return this.view(0, this.length).indexOf(bytes, from);
  }

  /** Removes bytes from the beginning of the window. */
  drop(length: number): void {
    const dropped = Math.min(length, this.length);
    this.#start += dropped;
    this.#passed += dropped;
  }

  /** Removes bytes from the beginning of the stream, however many; false if the stream has fewer. */
  pass(length: number): boolean {
    let left = length;
    while (left > this.length) {
      left -= this.length;
      this.drop(this.length);
      if (!this.more()) return false;
    }
    this.drop(left);
    return true;
  }

  /** The offset of the first line end, or of the end of the stream; undefined if the line has more than `limit` bytes. */
  lineEnd(limit: number): number | undefined {
    for (let searched = 0; ; ) {
      const end = this.indexOf(LINE_FEED, searched);
      searched = end >= 0 ? end : this.length;
      if (searched > limit) return undefined;
      if (end >= 0 || !this.more()) return searched;
    }
  }

  /** Removes the first line, however long it is. */
  passLine(): void {
    for (;;) {
      const end = this.indexOf(LINE_FEED, 0);
      this.drop(end < 0 ? this.length : end + 1);
      if (end >= 0 || !this.more()) return;
    }
  }

  /** Closes the source of the stream. */
  close(): void {
    this.#isDone = true;
    this.#chunks.return?.();
  }

  #grow(): void {
    try {
      const { value, done } = this.#chunks.next();
      if (done) this.#isDone = true;
      else this.#append(value);
    } catch (error) {
      // The bytes before the fault can still be read.
      this.#fault = reason(error);
      this.#isDone = true;
    }
  }

  #append(chunk: Uint8Array): void {
    if (this.#end + chunk.length > this.#bytes.length) {
      const { length } = this;
      // Bytes move only if at least as many were dropped as are kept, so no byte moves often.
      const isRoom = this.#start >= length && length + chunk.length <= this.#bytes.length;
      const to = isRoom ? this.#bytes : Buffer.allocUnsafeSlow(2 * (length + chunk.length));
      this.#bytes.copy(to, 0, this.#start, this.#end);
      this.#bytes = to;
      this.#start = 0;
      this.#end = length;
    }
    this.#bytes.set(chunk, this.#end);
    this.#end += chunk.length;
  }
}
