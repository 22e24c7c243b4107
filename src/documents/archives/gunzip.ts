import { createRequire } from "node:module";
import type * as Minizlib from "minizlib";
import { type LimitedBytes, limited, MAX_DOCUMENT_BYTES } from "../document.js";
import type { Chunks } from "../files/open-file.js";
import { hasGzipMagic } from "./magic-numbers.js";

/** Whether the name of a file says that gzip has packed it. */
export function isPacked(path: string): boolean {
  return path.length > 3 && path.slice(-3).toLowerCase() === ".gz";
}

/**
 * Unpacks bytes if the first two say that they are gzip (RFC 1952). Otherwise returns them as they are.
 *
 * @throws Error that says what is wrong, after all pieces that could be unpacked
 */
export function* unpacked(chunks: Chunks): Generator<Uint8Array> {
  let unpack: ((packed?: Buffer) => Iterable<Uint8Array>) | undefined;
  let isFirst = true;
  for (const chunk of chunks) {
    if (isFirst && hasGzipMagic(chunk)) unpack = unpacker();
    isFirst = false;
    if (unpack === undefined) yield chunk;
    // Copies of small pieces, because minizlib may keep them, and because they grow at most a thousandfold.
    else
      for (let at = 0; at < chunk.length; at += PIECE_BYTES)
        yield* unpack(Buffer.from(chunk.subarray(at, at + PIECE_BYTES)));
  }
  if (unpack !== undefined) yield* unpack();
}

/** Packing shrinks text to about a tenth. A file that grows by more than this was made to fill the memory. */
const MAX_RATIO = 200;

/** In bytes. Below this size, the ratio does not matter: a small file of blanks is harmless. */
const ANY_RATIO_BYTES = 64 * 2 ** 20;

/** The number of packed bytes that are inflated at once. */
const PIECE_BYTES = 1 << 14;

/**
 * Returns a function that unpacks a stream piece by piece; without a piece, it ends the stream. Uses minizlib, because
 * Node's zlib can do that only asynchronously.
 */
function unpacker(): (packed?: Buffer) => Generator<Uint8Array> {
  const { Gunzip } = createRequire(import.meta.url)("minizlib") as typeof Minizlib;
  const stream = new Gunzip({});
  const ready: Uint8Array[] = [];
  let fault: string | undefined;
  let read = 0;
  let size = 0;
  stream.on("data", (bytes: Uint8Array) => ready.push(bytes));
  stream.on("error", (error: unknown) => {
    fault = (error as Error).message.replace(/^zlib: /, "damaged gzip: ");
  });
  return function* (packed) {
    if (packed === undefined) stream.end();
    else stream.write(packed);
    read += packed?.length ?? 0;
    for (const bytes of ready.splice(0)) {
      size += bytes.length;
      yield bytes;
    }
    if (size > ANY_RATIO_BYTES && size > MAX_RATIO * read)
      fault = `gzip that unpacks to more than ${MAX_RATIO} times its size`;
    if (fault !== undefined) throw new Error(fault);
  };
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
