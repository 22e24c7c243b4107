import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { relative } from "node:path";
import type FastGlob from "fast-glob";
import { UsageError } from "../errors.js";
import { MAX_DOCUMENT_BYTES, type Problem } from "./document.js";

/** Which files of a folder are documents. */
export interface FileOptions {
  /** Patterns below the folder, as fast-glob takes them; a file must match one. Default: all files. */
  readonly include?: readonly string[];
  /** Patterns of files and folders to leave out. */
  readonly exclude?: readonly string[];
}

/**
 * The regular files at any depth below a folder, as paths relative to it, in an order that
 * does not depend on the file system. Hidden files, hidden folders and symbolic links are
 * left out. Folders that cannot be listed are reported and left out.
 *
 * @throws UsageError for a pattern that is empty or leads out of the folder
 */
export function listFiles(folder: string, options: FileOptions, report: (problem: Problem) => void): string[] {
  const { include = ["**/*"], exclude = [] } = options;
  for (const pattern of [...include, ...exclude]) requireBelow(pattern);
  // Loaded only to list: reading one message, and every worker thread, does without its forty modules.
  const fastGlob = createRequire(import.meta.url)("fast-glob") as typeof FastGlob;
  const files = fastGlob.sync(include.map(inOneLine), {
    cwd: folder,
    ignore: exclude.map(inOneLine),
    dot: false,
    onlyFiles: true,
    followSymbolicLinks: false,
    fs: { readdirSync: tolerantReaddir(folder, report) },
  });
  return files.map(asItIs).sort();
}

function requireBelow(pattern: string): void {
  const leadsOut = /^!?\/|(?:^|[/{,(|!])\.\.(?:$|[/},)|])/.test(pattern);
  if (pattern !== "" && !leadsOut) return;
  throw new UsageError(`pattern: required a path below the folder, such as **/*.txt, got ${JSON.stringify(pattern)}`);
}

/**
 * No pattern of fast-glob's matches a line end, which a name may have: it is shown half a
 * character instead, which no name has.
 */
function inOneLine(name: string): string {
  return name.replace(/[\n\r\u2028\u2029]/g, (end) => String.fromCharCode(0xdc00 | (end.charCodeAt(0) & 0xff)));
}

function asItIs(name: string): string {
  return name.replace(/[\udc0a\udc0d\udc28\udc29]/gu, (half) => {
    const low = half.charCodeAt(0) & 0xff;
    return String.fromCharCode(low < 0x20 ? low : 0x2000 | low);
  });
}

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

/** fast-glob gives up at the first folder it cannot list; a corpus should not be lost to one folder. */
function tolerantReaddir(root: string, report: (problem: Problem) => void): typeof readdirSync {
  const list = (folder: string, options: { withFileTypes: true }): Dirent[] => {
    try {
      const entries = readdirSync(asItIs(folder), options);
      for (const entry of entries) entry.name = inOneLine(entry.name);
      return entries;
    } catch (error) {
      const where = relative(root, asItIs(folder)) || root;
      report({ kind: "unreadable", where, detail: whyUnreadable(where, error) });
      return [];
    }
  };
  return list as typeof readdirSync;
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
    case undefined:
      return message;
    default:
      return code;
  }
}
