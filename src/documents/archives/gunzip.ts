import { createRequire } from "node:module";
import type * as Minizlib from "minizlib";
import { type LimitedBytes, limited, MAX_DOCUMENT_BYTES } from "../document.js";
import type { Chunks } from "../files/open-file.js";

/** Whether the name of a file says that gzip has packed it. */
export function isPacked(path: string): boolean {
  return path.length > 3 && path.slice(-3).toLowerCase() === ".gz";
}

/** Whether bytes begin with the magic number of gzip. */
export function hasGzipMagic(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * Unpacks bytes if the first two say that they are gzip (RFC 1952). Otherwise returns them as they are.
 *
 * @throws Error that says what is wrong, after all pieces that could be unpacked
 */
export function* unpacked(chunks: Chunks): Generator<Uint8Array> {
  let gunzip: Gunzip | undefined;
  let isFirst = true;
  for (const chunk of chunks) {
    if (isFirst && hasGzipMagic(chunk)) gunzip = new Gunzip();
    isFirst = false;
    if (gunzip === undefined) yield chunk;
    else yield* gunzip.unpack(chunk);
  }
  if (gunzip !== undefined) yield* gunzip.finish();
}

/** Packing shrinks text to about a tenth. A file that grows by more than this was made to fill the memory. */
const MAX_RATIO = 200;

/** In bytes. Below this size, the ratio does not matter: a small file of blanks is harmless. */
const ANY_RATIO_BYTES = 64 * 2 ** 20;

/** The number of packed bytes that are inflated at once. They grow at most a thousandfold. */
const PIECE_BYTES = 1 << 14;

/** Unpacks a stream piece by piece. Uses minizlib, because Node's zlib can do that only asynchronously. */
class Gunzip {
  readonly #stream: Minizlib.Gunzip;
  readonly #ready: Uint8Array[] = [];
  #fault: string | undefined;
  #read = 0;
  #size = 0;

  constructor() {
    const { Gunzip } = createRequire(import.meta.url)("minizlib") as typeof Minizlib;
    this.#stream = new Gunzip({});
    this.#stream.on("data", (bytes: Uint8Array) => this.#ready.push(bytes));
    this.#stream.on("error", (error: unknown) => {
      this.#fault = (error as Error).message.replace(/^zlib: /, "damaged gzip: ");
    });
  }

  *unpack(packed: Uint8Array): Generator<Uint8Array> {
    for (let at = 0; at < packed.length; at += PIECE_BYTES) {
      // A copy, because minizlib may keep it.
      const piece = Buffer.from(packed.subarray(at, at + PIECE_BYTES));
      this.#read += piece.length;
      this.#stream.write(piece);
      yield* this.#taken();
    }
  }

  *finish(): Generator<Uint8Array> {
    this.#stream.end();
    yield* this.#taken();
  }

  *#taken(): Generator<Uint8Array> {
    for (const bytes of this.#ready.splice(0)) {
      this.#size += bytes.length;
      yield bytes;
    }
    if (this.#size > ANY_RATIO_BYTES && this.#size > MAX_RATIO * this.#read) {
      this.#fault = `gzip that unpacks to more than ${MAX_RATIO} times its size`;
    }
    if (this.#fault !== undefined) throw new Error(this.#fault);
  }
}

/**
 * Unpacks a document. Stops as soon as it has passed the size limit.
 *
 * @throws Error that says what is wrong with the bytes
 */
export function unpackedDocument(packed: Chunks): LimitedBytes {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (const piece of unpacked(packed)) {
    pieces.push(Buffer.from(piece));
    size += piece.length;
    if (size > MAX_DOCUMENT_BYTES) break;
  }
  return limited(Buffer.concat(pieces, size));
}
