import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync, writeSync } from "node:fs";
import { codeOf, orElse } from "../../base/errors.js";
import { type LimitedBytes, limited, MAX_DOCUMENT_BYTES } from "../document.js";

/** Returns the status of a path; undefined if it cannot be read. Opening the path then throws the reason. */
export function statusOf(path: string): Stats | undefined {
  return orElse(() => statSync(path), undefined);
}

/** Whether a path exists. @throws Error with the system's code if that cannot be known */
export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Returns a text that changes when a file is replaced or written (nobody can set ctime back); empty without a file. */
export function fileStamp(path: string): string {
  const status = statusOf(path);
  return status === undefined ? "" : [status.dev, status.ino, status.size, status.mtimeMs, status.ctimeMs].join();
}

/** Returns when a file was last written, in milliseconds since 1970; undefined if it is gone or has no valid time. */
export function modifiedTime(path: string): number | undefined {
  const time = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return time !== undefined && Number.isNaN(new Date(time).getTime()) ? undefined : time;
}

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
 * @param filled how many bytes of the buffer are filled already
 * @param position the place of the buffer in the file; default: the current place in the file
 * @returns how many bytes of the buffer are filled now
 */
export function fill(file: number, into: Uint8Array, filled: number, position?: number): number {
  let size = filled;
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
 * Reads the bytes `[from, to)` of a regular file. Never waits for a pipe or a device.
 *
 * @param open default: opens any path to a regular file
 * @throws Error with the system's code, or with a message if the path is not a regular file
 */
export function* fileChunks(path: string, open = openRegular, from?: number, to?: number): Generator<Uint8Array> {
  const file = open(path);
  try {
    yield* openChunks(file, from, to);
  } finally {
    closeSync(file);
  }
}

/** Returns the SHA-256 digest of a regular file, without holding the file in memory. @throws as `fileChunks` */
export function fileDigest(path: string, open?: Opener): string {
  const hash = createHash("sha256");
  for (const chunk of fileChunks(path, open)) hash.update(chunk);
  return hash.digest("hex");
}

/**
 * Reads a file, up to the size limit of a document. Never waits for a pipe or a device.
 *
 * @param open default: opens any path
 * @throws Error with the system's code, or with a message if the file is an empty pipe or a device
 */
export function readDocument(path: string, open: Opener = openAny): LimitedBytes {
  return closing(open(path), (file) => {
    // If fewer bytes come than asked for, a regular file has ended.
    const size = readSync(file, beginning, 0, AT_ONCE, null);
    const isWhole = size < AT_ONCE;
    // Saves the call for the status of nearly every document.
    if (isWhole && size > 0) return { bytes: beginningOf(size), isTruncated: false };
    // A pipe may be empty, and a device may never end.
    const status = fstatSync(file);
    if (!status.isFile()) throw new Error("not a regular file");
    if (isWhole) return { bytes: beginningOf(size), isTruncated: false };
    // One byte above the limit shows that the file goes on.
    const length = Math.min(status.size, MAX_DOCUMENT_BYTES + 1);
    const bytes = Buffer.allocUnsafeSlow(Math.max(length, size));
    bytes.set(beginning.subarray(0, size));
    return limited(bytes.subarray(0, fill(file, bytes, size)));
  });
}

/** In bytes. Nearly every document is smaller, so one read is enough. */
const AT_ONCE = 1 << 17;

/** Receives the first bytes of each document. */
const beginning = Buffer.allocUnsafeSlow(AT_ONCE);

/** Returns a copy of the first bytes: a Buffer, which is searched thirty times as fast as a plain array. */
function beginningOf(size: number): Uint8Array {
  return Buffer.from(beginning.subarray(0, size));
}

/**
 * Reads a regular file. Opens it only once, so that all bytes are from one file even if another file takes its name
 * meanwhile.
 *
 * @param most the number of bytes to read. Default: all
 * @throws Error with the system's code, or with a message if the path is not a regular file
 */
export function readRegular(path: string, most = Number.POSITIVE_INFINITY, open: Opener = openRegular): Buffer {
  return closing(open(path), (file) => {
    const bytes = Buffer.allocUnsafeSlow(Math.min(most, fstatSync(file).size));
    // Fewer bytes mean that the file was cut while it was read.
    return bytes.subarray(0, fill(file, bytes, 0));
  });
}

/** An open file that can be read in parts. */
export interface OpenFile {
  /** In bytes. */
  readonly size: number;
  /** Fills `into` with the bytes from offset `from`. @throws Error if the file is too short. */
  read(from: number, into: Uint8Array): void;
}

/**
 * Calls `use` with an open regular file. All bytes are from one file even if another file takes its name meanwhile.
 *
 * @param open default: opens any path
 * @throws as `readRegular`, and any error that `use` throws
 */
export function withOpenFile<T>(path: string, use: (file: OpenFile) => T, open: Opener = openRegular): T {
  return closing(open(path), (file) => {
    const read = (from: number, into: Uint8Array) => {
      const size = fill(file, into, 0, from);
      if (size < into.length) throw new Error(`the file ends after ${from + size} bytes: it is cut short`);
    };
    return use({ size: fstatSync(file).size, read });
  });
}
