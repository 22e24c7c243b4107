import { reason } from "../../base/errors.js";
import type { Chunks } from "./open-file.js";

/** The byte that ends a line. */
export const LINE_FEED = 10;
/** The byte that may be before a line feed. Some files end lines with it alone. */
export const CARRIAGE_RETURN = 13;

/**
 * A window on a stream of bytes. It grows at its end and shrinks at its beginning. The bytes in it can be read in any
 * order. Offsets count from the beginning of the window.
 */
export class ByteWindow {
  readonly #chunks: Iterator<Uint8Array>;
  /** The memory. The window is `[#start, #end)` of it. */
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

  /** The number of bytes that have left the window. */
  get passed(): number {
    return this.#passed;
  }

  /** The number of bytes in the window. */
  get length(): number {
    return this.#end - this.#start;
  }

  /** Extends the window to at least `length` bytes. Returns false if the stream has fewer. */
  reach(length: number): boolean {
    while (this.length < length && !this.#isDone) this.#grow();
    return this.length >= length;
  }

  /** Extends the window by the next chunk. Returns false at the end of the stream. */
  more(): boolean {
    return this.reach(this.length + 1);
  }

  /** Returns the bytes between two offsets, or up to the end of the window. Valid until the window changes. */
  view(from: number, to: number): Buffer {
    return this.#bytes.subarray(this.#start + from, Math.min(this.#start + to, this.#end));
  }

  /** Returns a copy of `view`, which stays valid. */
  copy(from: number, to: number): Buffer {
    return Buffer.from(this.view(from, to));
  }

  /** Returns the byte at an offset; undefined outside the window. */
  at(offset: number): number | undefined {
    return offset < 0 || offset >= this.length ? undefined : this.#bytes[this.#start + offset];
  }

  /** Returns the offset of the first occurrence of these bytes from `from` on; -1 if they are not in the window. */
  indexOf(bytes: Uint8Array | number, from: number): number {
    return this.view(0, this.length).indexOf(bytes, from);
  }

  /** Removes bytes from the beginning of the window. */
  drop(length: number): void {
    const dropped = Math.min(length, this.length);
    this.#start += dropped;
    this.#passed += dropped;
  }

  /** Removes any number of bytes from the beginning of the stream. Returns false if the stream has fewer. */
  pass(length: number): boolean {
    let remaining = length;
    while (remaining > this.length) {
      remaining -= this.length;
      this.drop(this.length);
      if (!this.more()) return false;
    }
    this.drop(remaining);
    return true;
  }

  /** Returns the offset of the first line feed or, without one, of the end of the stream; undefined if above `limit`. */
  lineEnd(limit: number): number | undefined {
    for (let searched = 0; ; ) {
      const end = this.indexOf(LINE_FEED, searched);
      searched = end >= 0 ? end : this.length;
      if (searched > limit) return undefined;
      if (end >= 0 || !this.more()) return searched;
    }
  }

  /** Removes the first line, of any length. */
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

  /** Takes the next chunk of the stream, or notes that it has ended. */
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

  /** Adds a chunk at the end of the window, after making space for it. */
  #append(chunk: Uint8Array): void {
    if (this.#end + chunk.length > this.#bytes.length) {
      const { length } = this;
      // Moves the bytes to the front only if at least as many were dropped as are kept. Otherwise, takes twice as much
      // memory. Either way, no byte is copied often.
      const hasSpace = this.#start >= length && length + chunk.length <= this.#bytes.length;
      const to = hasSpace ? this.#bytes : Buffer.allocUnsafeSlow(2 * (length + chunk.length));
      this.#bytes.copy(to, 0, this.#start, this.#end);
      this.#bytes = to;
      this.#start = 0;
      this.#end = length;
    }
    this.#bytes.set(chunk, this.#end);
    this.#end += chunk.length;
  }
}
