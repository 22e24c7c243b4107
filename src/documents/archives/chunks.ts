import { closeSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Minizlib from "minizlib";
import { type LimitedBytes, limited, MAX_DOCUMENT_BYTES } from "../document.js";
import { openRegular } from "../files/files.js";

/** Bytes in pieces. A piece is valid until the next one is requested. */
export type Chunks = Iterable<Uint8Array>;

/** Small enough that the inflated chunk, at most a thousand times as large, fits in memory. */
const CHUNK_BYTES = 1 << 16;

/** Reads the bytes of an open file. Does not close it. */
export function* openChunks(file: number, from = 0, to = Number.POSITIVE_INFINITY): Generator<Uint8Array> {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  for (let at = from; at < to; ) {
    const size = readSync(file, chunk, 0, Math.min(chunk.length, to - at), at);
    if (size === 0) return;
    at += size;
    yield chunk.subarray(0, size);
  }
}

/**
 * Reads the bytes of a regular file. Never waits for a pipe or a device.
 *
 * @param from the offset of the first byte
 * @param to the offset after the last byte; default: the end of the file
 * @throws Error with the system's code, or with a message if the path is not a regular file
 */
export function* fileChunks(path: string, from = 0, to?: number, open = openRegular): Generator<Uint8Array> {
  const file = open(path);
  try {
    yield* openChunks(file, from, to);
  } finally {
    closeSync(file);
  }
}

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
  let gunzip: ReturnType<typeof gunzipper> | undefined;
  let isFirst = true;
  try {
    for (const chunk of chunks) {
      if (isFirst && hasGzipMagic(chunk)) gunzip = gunzipper();
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
function gunzipper() {
  const { Gunzip } = createRequire(import.meta.url)("minizlib") as typeof Minizlib;
  const gunzip = new Gunzip({});
  const ready: Uint8Array[] = [];
  let fault: unknown;
  gunzip.on("data", (bytes: Uint8Array) => ready.push(bytes));
  gunzip.on("error", (error: unknown) => {
    fault ??= error;
  });
  let packed = 0;
  let size = 0;
  function* taken(): Generator<Uint8Array> {
    for (const bytes of ready.splice(0)) {
      size += bytes.length;
      yield bytes;
    }
    if (fault !== undefined) throw new Error(`damaged gzip: ${(fault as Error).message.replace(/^zlib: /, "")}`);
    if (size > ANY_RATIO_BYTES && size > MAX_RATIO * packed) {
      throw new Error(`gzip that unpacks to more than ${MAX_RATIO} times its size`);
    }
  }
  return {
    *take(chunk: Uint8Array): Generator<Uint8Array> {
      for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
        // A copy, because minizlib may keep it and the next chunk overwrites the same memory.
        const piece = Buffer.from(chunk.subarray(from, from + PIECE_BYTES));
        packed += piece.length;
        gunzip.write(piece);
        yield* taken();
      }
    },
    *end(): Generator<Uint8Array> {
      gunzip.end();
      yield* taken();
    },
    close: () => gunzip.close(),
  };
}

/**
 * Reads a document from bytes that may be packed. Unpacks nothing beyond the size limit.
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
