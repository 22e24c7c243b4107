import type { Chunks } from "./chunks.js";
import { reason } from "./files.js";

/**
 * A part of a stream of bytes that can be looked at freely: it is made longer at its end and
 * shorter at its beginning. Offsets count from its beginning.
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

  /** Why the stream ended before its time; undefined if it did not. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** How many bytes were before the window. */
  get passed(): number {
    return this.#passed;
  }

  /** How many bytes can be looked at. */
  get length(): number {
    return this.#end - this.#start;
  }

  /** Makes the window at least `length` bytes long, and says whether the stream has as many. */
  reach(length: number): boolean {
    while (this.length < length && !this.#isDone) this.#grow();
    return this.length >= length;
  }

  /** Makes the window longer by whatever comes; false at the end of the stream. */
  more(): boolean {
    return this.reach(this.length + 1);
  }

  /** The bytes from one offset to another, as far as there are any; valid until the window changes. */
  view(from: number, to: number): Buffer {
    return this.#bytes.subarray(this.#start + from, Math.min(this.#start + to, this.#end));
  }

  /** A copy of them. */
  copy(from: number, to: number): Buffer {
    return Buffer.from(this.view(from, to));
  }

  at(offset: number): number | undefined {
    return offset < 0 || offset >= this.length ? undefined : this.#bytes[this.#start + offset];
  }

  /** The offset of the first such bytes that begin at `from` or later; -1 if there are none in the window. */
  indexOf(bytes: Uint8Array | number, from: number): number {
    return this.view(0, this.length).indexOf(bytes, from);
  }

  /** Takes bytes off the beginning. */
  drop(length: number): void {
    const dropped = Math.min(length, this.length);
    this.#start += dropped;
    this.#passed += dropped;
  }

  /** Takes bytes off the beginning that the window need not reach; false if the stream has fewer. */
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

  /** Closes what the bytes come from. */
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
      // What came before it can still be read.
      this.#fault = reason(error);
      this.#isDone = true;
    }
  }

  #append(chunk: Uint8Array): void {
    if (this.#end + chunk.length > this.#bytes.length) {
      const { length } = this;
      // Moved only when at least as much was dropped as is kept, so that no byte is moved often.
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
