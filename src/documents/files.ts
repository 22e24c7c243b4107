import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { relative } from "node:path";
import type FastGlob from "fast-glob";
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
 */
export function listFiles(folder: string, options: FileOptions, report: (problem: Problem) => void): string[] {
  const { include = ["**/*"], exclude = [] } = options;
  // Loaded only to list: reading one message, and every worker thread, does without its forty modules.
  const fastGlob = createRequire(import.meta.url)("fast-glob") as typeof FastGlob;
  const files = fastGlob.sync([...include], {
    cwd: folder,
    ignore: [...exclude],
    dot: false,
    onlyFiles: true,
    followSymbolicLinks: false,
    fs: { readdirSync: tolerantReaddir(folder, report) },
  });
  return files.sort();
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
    if (size < SCRATCH.length) return { bytes: copy(SCRATCH, size), truncated: false };
    const status = fstatSync(file);
    if (!status.isFile()) throw new Error("not a regular file");
    const length = Math.min(status.size, MAX_DOCUMENT_BYTES);
    const bytes = Buffer.allocUnsafeSlow(Math.max(length, size));
    bytes.set(SCRATCH);
    for (let read = -1; read !== 0 && size < length; size += read) {
      read = readSync(file, bytes, size, length - size, null);
    }
    return { bytes: bytes.subarray(0, size), truncated: status.size > size };
  } finally {
    closeSync(file);
  }
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
      return readdirSync(folder, options);
    } catch (error) {
      report({ kind: "unreadable", where: relative(root, folder) || root, detail: reason(error) });
      return [];
    }
  };
  return list as typeof readdirSync;
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
