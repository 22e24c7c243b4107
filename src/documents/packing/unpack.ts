import { createRequire } from "node:module";
import type * as Minizlib from "minizlib";
import { type LimitedBytes, limited, MAX_DOCUMENT_BYTES } from "../document.js";
import type { Chunks } from "../files/open-file.js";
import { hasZstandardMagic, unpackedZstandard } from "./zstandard.js";

/** Whether the name of a file says that it is packed by gzip or as Zstandard. */
export function isPacked(path: string): boolean {
  return /[^/]\.(?:gz|zst)$/i.test(path);
}

/** Whether bytes begin with the magic number of gzip. */
function hasGzipMagic(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Whether bytes begin as a file that is packed by gzip or as Zstandard. */
export function hasPackedMagic(bytes: Uint8Array): boolean {
  return hasGzipMagic(bytes) || hasZstandardMagic(bytes);
}

/**
 * Unpacks bytes if the first ones say that they are gzip (RFC 1952) or Zstandard (RFC 8878). Otherwise returns them as
 * they are.
 *
 * @throws Error that says what is wrong, after all pieces that could be unpacked
 */
export function* unpacked(chunks: Chunks): Generator<Uint8Array> {
  const source = chunks[Symbol.iterator]();
  try {
    const { value: first, done } = source.next();
    if (done) return;
    const all = allOf(first, source);
    if (hasGzipMagic(first)) yield* bounded("gzip", gunzipped, all);
    else if (hasZstandardMagic(first)) yield* bounded("Zstandard", unpackedZstandard, all);
    else yield* all;
  } finally {
    source.return?.();
  }
}

/** Yields a chunk, and then all that follow. */
function* allOf(first: Uint8Array, rest: Iterator<Uint8Array>): Generator<Uint8Array> {
  yield first;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}

/** Packing shrinks text to about a tenth. A file that grows by more than this was made to fill the memory. */
const MAX_RATIO = 200;

/** In bytes. Below this size, the ratio does not matter: a small file of blanks is harmless. */
const ANY_RATIO_BYTES = 64 * 2 ** 20;

/** The number of packed bytes that are unpacked at once: gzip grows at most a thousandfold, Zstandard much more. */
const PIECE_BYTES = { gzip: 1 << 14, Zstandard: 1 << 11 };

/** Unpacks a stream. @throws Error if it grows too much */
function* bounded(
  name: keyof typeof PIECE_BYTES,
  unpack: (pieces: Iterable<Buffer>) => Chunks,
  chunks: Chunks,
): Generator<Uint8Array> {
  let read = 0;
  let size = 0;
  function* pieces() {
    for (const chunk of chunks) {
      read += chunk.length;
      // Copies, because minizlib may keep them.
      for (let at = 0; at < chunk.length; at += PIECE_BYTES[name])
        yield Buffer.from(chunk.subarray(at, at + PIECE_BYTES[name]));
    }
  }
  for (const bytes of unpack(pieces())) {
    size += bytes.length;
    yield bytes;
    if (size > ANY_RATIO_BYTES && size > MAX_RATIO * read)
      throw new Error(`${name} that unpacks to more than ${MAX_RATIO} times its size`);
  }
}

/** Unpacks gzip by minizlib, because Node's zlib can unpack a stream only asynchronously. */
function* gunzipped(pieces: Iterable<Buffer>): Generator<Uint8Array> {
  const { Gunzip } = createRequire(import.meta.url)("minizlib") as typeof Minizlib;
  const stream = new Gunzip({});
  const ready: Uint8Array[] = [];
  let fault: string | undefined;
  stream.on("data", (bytes: Uint8Array) => ready.push(bytes));
  stream.on("error", (error: unknown) => {
    fault = (error as Error).message.replace(/^zlib: /, "damaged gzip: ");
  });
  for (const piece of pieces) {
    stream.write(piece);
    yield* ready.splice(0);
    if (fault !== undefined) throw new Error(fault);
  }
  stream.end();
  yield* ready.splice(0);
  stream.close();
  if (fault !== undefined) throw new Error(fault);
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
