import { readSync, writeSync } from "node:fs";

/** Node.js reads and writes at most 2 GB at once. */
const MAX_AT_ONCE = 2 ** 30;

/**
 * Reads until the buffer is full or the file ends.
 *
 * @param file the descriptor of an open file
 * @param from how many bytes of the buffer are filled already
 * @param position the place of the buffer in the file; default: the current place in the file
 * @returns how many bytes of the buffer are filled now
 */
export function fill(file: number, into: Uint8Array, from: number, position?: number): number {
  let size = from;
  for (let read = -1; read !== 0 && size < into.length; size += read) {
    const length = Math.min(MAX_AT_ONCE, into.length - size);
    read = readSync(file, into, size, length, position === undefined ? null : position + size);
  }
  return size;
}

/** Writes all bytes to an open file. @param position the place in the file. Default: the current one */
export function writeAll(file: number, bytes: Uint8Array, position?: number): void {
  for (let written = 0; written < bytes.length; ) {
    const length = Math.min(MAX_AT_ONCE, bytes.length - written);
    written += writeSync(file, bytes, written, length, position === undefined ? null : position + written);
  }
}
