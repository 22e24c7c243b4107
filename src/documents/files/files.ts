import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { codeOf } from "../../base/errors.js";
import { firstBytes, MAX_DOCUMENT_BYTES } from "../document.js";

/**
 * Reads a regular file, up to the size limit of a document. Never waits for a pipe or a device.
 *
 * @param isPassing whether the bytes are needed only until the next document is read. If so, no new memory is used
 * @param open default: opens any path
 * @throws Error with the system's code, or with a message if the path is not a regular file
 */
export function readDocument(
  path: string,
  isPassing = false,
  open: Opener = openAny,
): { bytes: Uint8Array; truncated: boolean } {
  const file = open(path);
  try {
    if (slab.length < AT_ONCE) slab = Buffer.allocUnsafeSlow(SLAB);
    let size = readSync(file, slab, 0, AT_ONCE, null);
    const whole = size < AT_ONCE;
    if (whole && size > 0) return { bytes: taken(size, isPassing), truncated: false };
    // A pipe may be empty, and a device may never end.
    const status = fstatSync(file);
    if (!status.isFile()) throw new Error("not a regular file");
    if (whole) return { bytes: taken(size, isPassing), truncated: false };
    const length = Math.min(status.size, MAX_DOCUMENT_BYTES + 1);
    const bytes = Buffer.allocUnsafeSlow(Math.max(length, size));
    bytes.set(slab.subarray(0, size));
    size = fill(file, bytes, size);
    return { bytes: firstBytes(bytes.subarray(0, size), MAX_DOCUMENT_BYTES), truncated: size > MAX_DOCUMENT_BYTES };
  } finally {
    closeSync(file);
  }
}

/** Returns the status of a path; undefined if it cannot be read. Opening the path then throws the reason. */
export function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Reads a whole regular file.
 *
 * @throws Error with the system's code, or with a message if the path is not a regular file
 */
export function readWhole(path: string): { bytes: Uint8Array; size: number } {
  return readHead(path, () => undefined);
}

/** The number of bytes that `readHead` reads before it asks how many are wanted. */
const BEGINNING = 1 << 16;

/**
 * Reads the beginning of a regular file. Opens it only once, so that all bytes are from one file even if another file
 * takes its name meanwhile.
 *
 * @param length receives the first bytes and returns how many are wanted; undefined means all
 * @returns the bytes, and the size of the file
 * @throws as `readWhole`, and any error that `length` throws
 */
export function readHead(
  path: string,
  length: (beginning: Uint8Array) => number | undefined,
  open: Opener = openRegular,
): { bytes: Uint8Array; size: number } {
  const file = open(path);
  try {
    const { size } = fstatSync(file);
    const first = Buffer.allocUnsafeSlow(Math.min(BEGINNING, size));
    let read = fill(file, first, 0);
    const wanted = Math.min(size, length(first.subarray(0, read)) ?? size);
    if (wanted <= first.length) return { bytes: first.subarray(0, Math.min(read, wanted)), size };
    const bytes = Buffer.allocUnsafeSlow(wanted);
    bytes.set(first.subarray(0, read));
    read = fill(file, bytes, read);
    // Fewer bytes mean that the file was cut while it was read.
    return read < wanted ? { bytes: bytes.subarray(0, read), size: read } : { bytes, size };
  } finally {
    closeSync(file);
  }
}

/**
 * Calls `use` with an open regular file. All bytes are from one file even if another file takes its name meanwhile.
 *
 * @throws as `readWhole`, and any error that `use` throws
 */
export function withOpenFile<T>(path: string, use: (file: OpenFile) => T): T {
  const file = openFile(path);
  try {
    return use(file);
  } finally {
    file.close();
  }
}

/** Opens a file as `withOpenFile` does, for callers that close the file themselves. */
export function openFile(path: string): OpenFile & { close(): void } {
  const file = openRegular(path);
  return {
    size: fstatSync(file).size,
    read(from, into) {
      const read = fill(file, into, 0, from);
      if (read < into.length) throw new Error(`the file ends after ${from + read} bytes: it is cut short`);
    },
    close: () => closeSync(file),
  };
}

/**
 * Opens a regular file for reading. Checks the status first, because opening a device may have effects. If a pipe takes
 * its place after the check, opening does not wait, and the pipe has no bytes.
 *
 * @throws as `readWhole`
 */
export function openRegular(path: string): number {
  const status = statSync(path);
  if (!status.isFile()) throw new Error(status.isDirectory() ? "it is a folder" : "it is not a regular file");
  return openAny(path);
}

/** Opens a file for reading. Never waits. */
export type Opener = (path: string) => number;

const openAny: Opener = (path) => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);

/**
 * Opens a file that was listed as a regular file. Somebody else may have replaced it by a symbolic link since then.
 *
 * @throws Error with the system's code, or with a message if it is now a link
 */
export const openListedFile: Opener = (path) => {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    if (codeOf(error) === "ELOOP") throw new Error("a symbolic link has taken its place");
    throw error;
  }
};

/** Node.js reads and writes at most 2 GB at once. */
export const MAX_AT_ONCE = 2 ** 30;

/**
 * Reads until the buffer is full or the file ends.
 *
 * @param from how many bytes of the buffer are filled already
 * @param position the place of the buffer in the file; default: the current place in the file
 * @returns how many bytes of the buffer are filled now
 */
function fill(file: number, into: Uint8Array, from: number, position?: number): number {
  let size = from;
  for (let read = -1; read !== 0 && size < into.length; size += read) {
    read = readSync(
      file,
      into,
      size,
      Math.min(MAX_AT_ONCE, into.length - size),
      position === undefined ? null : position + size,
    );
  }
  return size;
}

/** Whether a path exists. */
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

/** In bytes. Nearly every document is smaller, so one read without a copy is enough. */
const AT_ONCE = 1 << 17;

/** In bytes. Memory for many documents. To allocate memory for each would take longer than to read it. */
const SLAB = 1 << 20;
let slab = Buffer.alloc(0);

/** Returns the first bytes of the slab. Removes them from the slab unless they are passing. */
function taken(size: number, isPassing: boolean): Uint8Array {
  // A Buffer, because searching its bytes is thirty times as fast as searching a plain array.
  const bytes = slab.subarray(0, size);
  // Rounds up to eight bytes, so that the rest is aligned for numbers of any size.
  if (!isPassing) slab = slab.subarray((size + 7) & ~7);
  return bytes;
}

/** An open file that can be read in parts. */
export interface OpenFile {
  /** In bytes. */
  readonly size: number;
  /** Fills `into` with the bytes from offset `from`. @throws Error if the file is too short. */
  read(from: number, into: Uint8Array): void;
}
