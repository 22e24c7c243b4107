import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync, writeSync } from "node:fs";
import { codeOf } from "../../base/errors.js";

/** Opens a file for reading and returns its descriptor. Never waits. */
export type Opener = (path: string) => number;

/** Opens any file. */
export const openAny: Opener = (path) => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);

/**
 * Opens a regular file for reading. Checks the status first, because opening a device may have effects. If a pipe takes
 * its place after the check, opening does not wait, and the pipe has no bytes.
 *
 * @throws Error with the system's code, or with a message if the path is not a regular file
 */
export function openRegular(path: string): number {
  const status = statSync(path);
  if (!status.isFile()) throw new Error(status.isDirectory() ? "it is a folder" : "it is not a regular file");
  return openAny(path);
}

/**
 * Opens a file that was listed as a regular file. Somebody else may have replaced it by a symbolic link since then.
 *
 * @throws Error with the system's code, or with a message if it is now a link
 */
export const openListedFile: Opener = (path) => {
  try {
    return openUnfollowed(path);
  } catch (error) {
    if (codeOf(error) === "ELOOP") throw new Error("a symbolic link has taken its place");
    throw error;
  }
};

/** Opens a file for reading. Never waits or follows a link. @throws Error with the system's code */
export const openUnfollowed: Opener = (path) =>
  openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);

/**
 * Opens a file for reading if it passes a check.
 *
 * @param check gets the status of the open file. It throws an error if the file must not be read
 * @param open default: never waits or follows a link
 */
export function openChecked(path: string, check: (status: Stats) => void, open: Opener = openUnfollowed): number {
  const file = open(path);
  try {
    check(fstatSync(file));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Returns a check for `openChecked`: the open file must be the one that has this status. */
export function requireSame({ dev, ino }: Stats): (open: Stats) => void {
  return (open) => {
    if (dev !== open.dev || ino !== open.ino) throw new Error("another file took its place");
  };
}

/** Calls `use` with an open file, and closes the file afterwards. */
export function closing<T>(file: number, use: (file: number) => T): T {
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

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
 * @param open default: opens any path to a regular file
 * @throws Error with the system's code, or with a message if the path is not a regular file
 */
export function* fileChunks(path: string, open = openRegular): Generator<Uint8Array> {
  const file = open(path);
  try {
    yield* openChunks(file);
  } finally {
    closeSync(file);
  }
}
