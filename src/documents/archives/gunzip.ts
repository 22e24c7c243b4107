import { createRequire } from "node:module";
import type * as Minizlib from "minizlib";
import { type LimitedBytes, limited, MAX_DOCUMENT_BYTES } from "../document-limit.js";
import type { Chunks } from "../files/chunks.js";

/** Whether the name of a file says that gzip has packed it. */
export function isPacked(path: string): boolean {
  return path.length > 3 && path.slice(-3).toLowerCase() === ".gz";
}

/** Whether bytes begin with the magic number of gzip. */
export function hasGzipMagic(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Unpacks bytes if their first two bytes say that they are gzip (RFC 1952). Otherwise returns them as they are. */
export function* unpacked(chunks: Chunks): Generator<Uint8Array> {
  let gunzip: Gunzipper | undefined;
  let isFirst = true;
  try {
    for (const chunk of chunks) {
      if (isFirst && hasGzipMagic(chunk)) gunzip = new Gunzipper();
      isFirst = false;
      if (gunzip === undefined) yield chunk;
      else yield* gunzip.take(chunk);
    }
    if (gunzip !== undefined) yield* gunzip.end();
  } finally {
    gunzip?.close();
  }
}

/** Packing shrinks text to about a tenth. A file that grows by more than this was made to fill the memory. */
const MAX_RATIO = 200;

/** In bytes. Below this size, the ratio does not matter: a small file of blanks is harmless. */
const ANY_RATIO_BYTES = 64 * 2 ** 20;

/** The number of packed bytes that are inflated at once. They grow at most a thousandfold. */
const PIECE_BYTES = 1 << 14;

/**
 * Unpacks gzip piece by piece, with all its members, and checks the checksums. Uses minizlib, because Node's zlib can
 * unpack in pieces only asynchronously. If bytes are damaged, `take` and `end` first return everything that could be
 * unpacked, then throw an error that says what is wrong.
 */
class Gunzipper {
  readonly #gunzip: Minizlib.Gunzip;
  /** Bytes that minizlib has unpacked and that were not returned yet. */
  readonly #ready: Uint8Array[] = [];
  #fault: unknown;
  /** The numbers of bytes that came in and that were returned. */
  #packed = 0;
  #size = 0;

  constructor() {
    const { Gunzip } = createRequire(import.meta.url)("minizlib") as typeof Minizlib;
    this.#gunzip = new Gunzip({});
    this.#gunzip.on("data", (bytes: Uint8Array) => this.#ready.push(bytes));
    this.#gunzip.on("error", (error: unknown) => {
      this.#fault ??= error;
    });
  }

  /** Takes packed bytes, and returns what could be unpacked by now. */
  *take(chunk: Uint8Array): Generator<Uint8Array> {
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      // A copy, because minizlib may keep it and the next chunk overwrites the same memory.
      const piece = Buffer.from(chunk.subarray(from, from + PIECE_BYTES));
      this.#packed += piece.length;
      this.#gunzip.write(piece);
      yield* this.#taken();
    }
  }

  /** Returns the rest after the last packed bytes. */
  *end(): Generator<Uint8Array> {
    this.#gunzip.end();
    yield* this.#taken();
  }

  close(): void {
    this.#gunzip.close();
  }

  /** Returns the bytes that are ready. @throws Error if the gzip is damaged or grows too much */
  *#taken(): Generator<Uint8Array> {
    for (const bytes of this.#ready.splice(0)) {
      this.#size += bytes.length;
      yield bytes;
    }
    const fault = this.#fault;
    if (fault !== undefined) throw new Error(`damaged gzip: ${(fault as Error).message.replace(/^zlib: /, "")}`);
    if (this.#size > ANY_RATIO_BYTES && this.#size > MAX_RATIO * this.#packed) {
      throw new Error(`gzip that unpacks to more than ${MAX_RATIO} times its size`);
    }
  }
}

/**
 * Reads a document from bytes that may be packed. Stops unpacking as soon as it has passed the size limit.
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
