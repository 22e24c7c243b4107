import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { codeOf } from "../../base/errors.js";
import { firstBytes, MAX_DOCUMENT_BYTES } from "../document.js";

/**
 * Reads a regular file, up to the size limit of a document. Never waits for a pipe or a device.
 *
 * @param isPassing whether the bytes are needed only until the next document is read: that takes no new memory
 * @param open default: opens any path
 * @throws Error with the system's code, or with a message if the path is no regular file
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
    // A pipe may give nothing, and a device may never end.
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

/** The status of a path; undefined if it cannot be read. Opening the path tells why. */
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
 * @throws Error with the system's code, or with a message if the path is no regular file
 */
export function readWhole(path: string): { bytes: Uint8Array; size: number } {
  return readHead(path, () => undefined);
}

/** `readHead` reads this many bytes before it asks how many are wanted. */
const BEGINNING = 1 << 16;

/**
 * Reads the beginning of a regular file. It is opened once, so all bytes are of one file even if another
 * one takes its name meanwhile.
 *
 * @param length takes the first bytes and tells how many are wanted; undefined means all
 * @returns the bytes, and the size of the file
 * @throws as `readWhole`, and what `length` throws
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
    // The file was cut short while it was read.
    return read < wanted ? { bytes: bytes.subarray(0, read), size: read } : { bytes, size };
  } finally {
    closeSync(file);
  }
}

/**
 * Calls `use` with an open regular file. All bytes are of one file even if another one takes its name meanwhile.
 *
 * @throws as `readWhole`, and what `use` throws
 */
export function withOpenFile<T>(path: string, use: (file: OpenFile) => T): T {
  const file = openFile(path);
  try {
    return use(file);
  } finally {
    file.close();
  }
}

/** As `withOpenFile`, for callers that close the file themselves. */
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
 * Opens a regular file to read it. The status is checked first, because opening a device may have effects. If a pipe
 * takes its place in between, opening does not wait, and it has no bytes.
 *
 * @throws as `readWhole`
 */
export function openRegular(path: string): number {
  const status = statSync(path);
  if (!status.isFile()) throw new Error(status.isDirectory() ? "it is a folder" : "it is not a regular file");
  return openAny(path);
}

/** Opens a file to read it, and never waits. */
export type Opener = (path: string) => number;

const openAny: Opener = (path) => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);

/**
 * Opens a file that was listed as a regular file. Somebody else may have put a symbolic link in its place since.
 *
 * @throws Error with the system's code, or with a message if it is a link now
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
 * @param from how many bytes of the buffer are there already
 * @param position of the buffer in the file; default: that of the file
 * @returns how many bytes are there now
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

/** Changes when a file is replaced or written, as its change time cannot be set back. Empty if there is no file. */
export function fileStamp(path: string): string {
  const status = statusOf(path);
  return status === undefined ? "" : [status.dev, status.ino, status.size, status.mtimeMs, status.ctimeMs].join();
}

/** When a file was last written, in milliseconds since 1970; undefined if it is gone or no `Date` reaches so far. */
export function modifiedTime(path: string): number | undefined {
  const time = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return time !== undefined && Number.isNaN(new Date(time).getTime()) ? undefined : time;
}

/** Nearly every document has fewer bytes, so one read without a copy is enough. */
const AT_ONCE = 1 << 17;

/** Memory for many documents. Allocating memory for each would take longer than reading it. */
const SLAB = 1 << 20;
let slab = Buffer.alloc(0);

/** The first bytes of the slab, which goes on behind them unless they are passing. */
function taken(size: number, isPassing: boolean): Uint8Array {
  // A Buffer, whose bytes are searched thirty times as fast as those of a plain array.
  const bytes = slab.subarray(0, size);
  // Eight bytes are a place for numbers of any size.
  if (!isPassing) slab = slab.subarray((size + 7) & ~7);
  return bytes;
}

/** An open file of which parts can be read. */
export interface OpenFile {
  /** In bytes. */
  readonly size: number;
  /** Fills `into` with the bytes from offset `from` on. @throws Error if the file is too short. */
  read(from: number, into: Uint8Array): void;
}
