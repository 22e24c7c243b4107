import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { MAX_DOCUMENT_BYTES } from "./document.js";
import type { OpenFile } from "./open-file.js";

/**
 * Reads a regular file, up to the limit. Never waits: a pipe or a device in its place is
 * an error, as is anything the system refuses.
 *
 * @throws Error with the system's code, or with a message that says what was found instead of a file
 */
export function readDocument(path: string): { bytes: Uint8Array; truncated: boolean } {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    let size = readSync(file, SCRATCH, 0, SCRATCH.length, null);
    const whole = size < SCRATCH.length;
    if (whole && size > 0) return { bytes: copy(SCRATCH, size), truncated: false };
    // Nothing at all may also come from a pipe, and no end of it from a device.
    const status = fstatSync(file);
    if (!status.isFile()) throw new Error("not a regular file");
    if (whole) return { bytes: copy(SCRATCH, size), truncated: false };
    const length = Math.min(status.size, MAX_DOCUMENT_BYTES);
    const bytes = Buffer.allocUnsafeSlow(Math.max(length, size));
    bytes.set(SCRATCH);
    for (let read = -1; read !== 0 && size < length; size += read) {
      read = readSync(file, bytes, size, length - size, null);
    }
    const read = bytes.subarray(0, size);
    return status.size > size ? { bytes: uncut(read), truncated: true } : { bytes: read, truncated: false };
  } finally {
    closeSync(file);
  }
}

/** What is at a path; undefined if that cannot be found out: whoever opens it says why. */
export function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Reads a regular file to its end.
 *
 * @throws Error with the system's code, or with a message that says what was found instead of a file
 */
export function readWhole(path: string): { bytes: Uint8Array; size: number } {
  return readHead(path, () => undefined);
}

/** What tells how long the wanted part of a file is needs so much of it. */
const BEGINNING = 1 << 16;

/**
 * Reads the beginning of a regular file. The file is opened once, so that what is read is of
 * one file, even if another takes its name meanwhile.
 *
 * @param length is given the first bytes, and says how many are wanted; undefined: all
 * @returns the bytes, and how many the file has
 * @throws as `readWhole`, and what `length` throws
 */
export function readHead(
  path: string,
  length: (beginning: Uint8Array) => number | undefined,
): { bytes: Uint8Array; size: number } {
  const file = openRegular(path);
  try {
    const { size } = fstatSync(file);
    const first = Buffer.allocUnsafeSlow(Math.min(BEGINNING, size));
    let read = fill(file, first, 0);
    const wanted = Math.min(size, length(first.subarray(0, read)) ?? size);
    if (wanted <= first.length) return { bytes: first.subarray(0, Math.min(read, wanted)), size };
    const bytes = Buffer.allocUnsafeSlow(wanted);
    bytes.set(first.subarray(0, read));
    read = fill(file, bytes, read);
    // Cut short while it was read: the file has what there is.
    return read < wanted ? { bytes: bytes.subarray(0, read), size: read } : { bytes, size };
  } finally {
    closeSync(file);
  }
}

/**
 * Calls `use` with a regular file that is open as long as the call takes: what is read is of
 * one file, even if another takes its name meanwhile.
 *
 * @throws as `readWhole`, and what `use` throws
 */
export function withOpenFile<T>(path: string, use: (file: OpenFile) => T): T {
  const file = openRegular(path);
  try {
    const { size } = fstatSync(file);
    return use({
      size,
      read(from, into) {
        for (let read = 0, at = 0; at < into.length; at += read) {
          read = readSync(file, into, at, into.length - at, from + at);
          if (read === 0) throw new Error(`the file ends after ${from + at} bytes: it is cut short`);
        }
      },
    });
  } finally {
    closeSync(file);
  }
}

/** Looked at before it is opened: opening a pipe would wait for who writes to it. */
function openRegular(path: string): number {
  const status = statSync(path);
  if (!status.isFile()) throw status.isDirectory() ? new Error("it is a folder") : new Error("no regular file");
  return openSync(path, "r");
}

/** Reads on until the room or the file ends; returns how many bytes there are. */
function fill(file: number, into: Uint8Array, from: number): number {
  let size = from;
  for (let read = -1; read !== 0 && size < into.length; size += read) {
    read = readSync(file, into, size, into.length - size, null);
  }
  return size;
}

/** Whether there is something of that name. */
export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Differs when a file was replaced or written: the time of its last change cannot be set back. Empty if there is none. */
export function fileStamp(path: string): string {
  const status = statusOf(path);
  return status === undefined ? "" : [status.dev, status.ino, status.size, status.mtimeMs, status.ctimeMs].join();
}

/** When a file was last written, in milliseconds since 1970; undefined if it is gone, or at a time that no calendar has. */
export function modifiedTime(path: string): number | undefined {
  const time = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return time !== undefined && Number.isNaN(new Date(time).getTime()) ? undefined : time;
}

/**
 * Without the beginning of a character of UTF-8 at the end: half a character would make
 * the whole text one in another encoding.
 */
export function uncut(bytes: Uint8Array): Uint8Array {
  let last = bytes.length - 1;
  while (last > bytes.length - 4 && (bytes[last] & 0xc0) === 0x80) last--;
  const length = bytes[last] < 0xc0 ? 1 : bytes[last] < 0xe0 ? 2 : bytes[last] < 0xf0 ? 3 : 4;
  return last + length > bytes.length ? bytes.subarray(0, last) : bytes;
}

/** Nearly every document fits: one read, one copy of just its size. */
const SCRATCH = Buffer.allocUnsafeSlow(1 << 18);

function copy(bytes: Uint8Array, size: number): Uint8Array {
  const result = Buffer.allocUnsafe(size);
  result.set(bytes.subarray(0, size));
  return result;
}

/** As `reason`; but a name that is no valid UTF-8 arrives with replacement characters, and nothing has that name. */
export function whyUnreadable(path: string, error: unknown): string {
  const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
  return missing && path.includes("\ufffd") ? "its name is not valid UTF-8: rename it" : reason(error);
}

/** Why the system refused, in a few words. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "ENOENT":
      return "no such file or folder";
    case "ENOTDIR":
      return "a part of the path is not a folder";
    case "EISDIR":
      return "it is a folder";
    case "ELOOP":
      return "too many symbolic links";
    case "ENOSPC":
      return "no space left on the device";
    case "EFBIG":
      return "the file would be larger than is allowed";
    case "ECONNREFUSED":
      return "nobody listens there";
    case "ECONNRESET":
    case "EPIPE":
      return "the other side hung up";
    case undefined:
      return message;
    default:
      return code;
  }
}
