import Bunzip from "seek-bzip";
import { DataError } from "../../src/base/errors.js";

const CHUNK = 1 << 16;

/** Decompresses a bzip2 file into chunks. Throws if it is damaged or holds more than `maxBytes`. */
export function bunzip2(file: Uint8Array, maxBytes: number): Uint8Array[] {
  const output = new Output(maxBytes);
  // Multistream: parallel compressors write several streams.
  Bunzip.decode(new Input(file), output, true);
  return output.chunks();
}

class Input extends Bunzip.Stream {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    super();
    this.#bytes = bytes;
  }

  readByte(): number {
    // The decoder would read zeros after the end of a truncated file.
    if (this.eof()) throw new DataError("it ends too early");
    return this.#bytes[this.#position++];
  }

  eof(): boolean {
    return this.#position >= this.#bytes.length;
  }
}

class Output {
  readonly #maxBytes: number;
  readonly #full: Uint8Array[] = [];
  #chunk = new Uint8Array(CHUNK);
  #filled = 0;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  writeByte(byte: number): void {
    if (this.#bytes++ === this.#maxBytes) throw new DataError(`it holds more than ${this.#maxBytes} bytes`);
    if (this.#filled === CHUNK) {
      this.#full.push(this.#chunk);
      this.#chunk = new Uint8Array(CHUNK);
      this.#filled = 0;
    }
    this.#chunk[this.#filled++] = byte;
  }

  chunks(): Uint8Array[] {
    return [...this.#full, this.#chunk.subarray(0, this.#filled)];
  }
}
