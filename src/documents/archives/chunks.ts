import { closeSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Minizlib from "minizlib";
import { firstBytes, MAX_DOCUMENT_BYTES } from "../document.js";
import { type Opener, openRegular } from "../files/files.js";
import type { TemporaryFile } from "../files/temporary-files.js";

/** Bytes in pieces. A piece is valid until the next one is asked for. */
export type Chunks = Iterable<Uint8Array>;

/** Small enough that what a chunk inflates to, at most a thousand times as much, fits in memory. */
const CHUNK_BYTES = 1 << 16;

/** The bytes of a temporary file, from its beginning. It stays open. */
export function* temporaryChunks(file: TemporaryFile): Generator<Uint8Array> {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  for (let at = 0; ; ) {
    const size = readSync(file, chunk, 0, chunk.length, at);
    if (size === 0) return;
    at += size;
    yield chunk.subarray(0, size);
  }
}

/**
 * The bytes of a regular file. Never waits for a pipe or a device.
 *
 * @param from the offset of the first byte
 * @param to the offset after the last byte; by default, all to the end of the file
 * @throws Error with the system's code, or with a message if the path is no regular file
 */
export function* fileChunks(
  path: string,
  from = 0,
  to = Number.POSITIVE_INFINITY,
  open: Opener = openRegular,
): Generator<Uint8Array> {
  const file = open(path);
  try {
    const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    for (let at = from; at < to; ) {
      const size = readSync(file, chunk, 0, Math.min(chunk.length, to - at), from === 0 ? null : at);
      if (size === 0) return;
      at += size;
      yield chunk.subarray(0, size);
    }
  } finally {
    closeSync(file);
  }
}

/** Whether a file is packed by gzip, by its name. */
export function isPacked(path: string): boolean {
  return path.length > 3 && path.slice(-3).toLowerCase() === ".gz";
}

/** Whether the content of a regular file is gzip. @throws Error as `fileChunks` */
export function isGzip(path: string): boolean {
  for (const bytes of fileChunks(path, 0, 2)) return hasGzipMagic(bytes);
  return false;
}

/** Whether bytes begin as gzip does. */
export function hasGzipMagic(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The bytes, unpacked if they are gzip (RFC 1952). Their first two bytes tell. */
export function* unpacked(chunks: Chunks): Generator<Uint8Array> {
  const rest = chunks[Symbol.iterator]();
  const { value: first, done } = rest.next();
  if (done) return;
  const all = continued(first, rest);
  yield* hasGzipMagic(first) ? gunzipped(all) : all;
}

function* continued(first: Uint8Array, rest: Iterator<Uint8Array>): Generator<Uint8Array> {
  try {
    yield first;
    for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
  } finally {
    rest.return?.();
  }
}

/** Text shrinks to about a tenth. A file that grows by more than this is a bomb, made to fill memory. */
const MAX_RATIO = 200;

/** Below this size the ratio does not matter: a small file of blanks is harmless. */
const ANY_RATIO_BYTES = 64 * 2 ** 20;

/** How many packed bytes are inflated at once. They become at most a thousand times as many. */
const PIECE_BYTES = 1 << 14;

/**
 * Unpacks gzip, all members, and checks their checksums. Node's zlib can unpack in pieces only
 * asynchronously; minizlib does it synchronously.
 *
 * @throws Error that says what is wrong with the bytes, after everything that could be unpacked
 */
export function* gunzipped(chunks: Chunks): Generator<Uint8Array> {
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
  const taken = function* (): Generator<Uint8Array> {
    for (const bytes of ready.splice(0)) {
      size += bytes.length;
      yield bytes;
    }
    if (fault !== undefined) throw new Error(`damaged gzip: ${(fault as Error).message.replace(/^zlib: /, "")}`);
    if (size > ANY_RATIO_BYTES && size > MAX_RATIO * packed) {
      throw new Error(`gzip that unpacks to more than ${MAX_RATIO} times its size`);
    }
  };
  try {
    for (const chunk of chunks) {
      for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
        // A copy: minizlib may keep it, and the next chunk comes into the same memory.
        const piece = Buffer.from(chunk.subarray(from, from + PIECE_BYTES));
        packed += piece.length;
        gunzip.write(piece);
        yield* taken();
      }
    }
    gunzip.end();
    yield* taken();
  } finally {
    gunzip.close();
  }
}

/**
 * A document from bytes that may be packed. Nothing beyond the size limit is unpacked.
 *
 * @throws Error that says what is wrong with the bytes
 */
export function unpackedDocument(packed: Chunks): { bytes: Uint8Array; truncated: boolean } {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (const piece of unpacked(packed)) {
    pieces.push(Buffer.from(piece));
    size += piece.length;
    if (size > MAX_DOCUMENT_BYTES) break;
  }
  const bytes = Buffer.concat(pieces, size);
  return { bytes: firstBytes(bytes, MAX_DOCUMENT_BYTES), truncated: size > MAX_DOCUMENT_BYTES };
}
