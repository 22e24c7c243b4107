import { type LimitedBytes, limited, MAX_DOCUMENT_BYTES } from "../document.js";
import type { Chunks } from "../files/open-file.js";
import { zlibUnpacker } from "./inflating.js";
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

/** Unpacks a stream. @throws Error if it grows too much @param name of its format */
function* bounded(name: string, unpack: (packed: Chunks) => Chunks, chunks: Chunks): Generator<Uint8Array> {
  let read = 0;
  let size = 0;
  function* counted() {
    for (const chunk of chunks) {
      read += chunk.length;
      yield chunk;
    }
  }
  for (const bytes of unpack(counted())) {
    size += bytes.length;
    yield bytes;
    if (size > ANY_RATIO_BYTES && size > MAX_RATIO * read)
      throw new Error(`${name} that unpacks to more than ${MAX_RATIO} times its size`);
  }
}

/** The number of packed bytes that are inflated at once. */
const PIECE_BYTES = 1 << 14;

function* gunzipped(chunks: Chunks): Generator<Uint8Array> {
  const unpack = zlibUnpacker("Gunzip", "gzip");
  for (const chunk of chunks) {
    // Copies of small pieces, because they may be kept, and because they grow at most a thousandfold.
    for (let at = 0; at < chunk.length; at += PIECE_BYTES)
      yield* unpack(Buffer.from(chunk.subarray(at, at + PIECE_BYTES)));
  }
  yield* unpack();
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
