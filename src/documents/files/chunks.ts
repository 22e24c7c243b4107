import { closeSync, readSync } from "node:fs";
import { openRegular } from "./open-file.js";

/** Bytes in pieces. A piece is valid until the next one is requested. */
export type Chunks = Iterable<Uint8Array>;

/** Small enough that the inflated chunk, at most a thousand times as large, fits in memory. */
const CHUNK_BYTES = 1 << 16;

/** Reads the bytes `[from, to)` of an open file. Does not close it. @param file its descriptor */
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
 * @param open default: opens any path to a regular file
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
