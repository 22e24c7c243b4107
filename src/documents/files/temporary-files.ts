import { closeSync, openSync, rmdirSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { orDataError } from "../../base/errors.js";
import { writeAll } from "./all-bytes.js";
import { newTemporaryFolder } from "./temporary-folders.js";

/**
 * The descriptor of an open file without a name, which all threads of this process can read. The system removes the
 * file when the process ends in any way.
 */
export type TemporaryFile = number;

/** Calls `use` with an empty list, and then closes all files that were added to the list. @throws any error of `use` */
export function withTemporaryFiles<T>(use: (open: TemporaryFile[]) => T): T {
  const open: TemporaryFile[] = [];
  try {
    return use(open);
  } finally {
    for (const file of open) closeSync(file);
  }
}

/**
 * Writes bytes into a new file, which the caller has to close.
 *
 * @throws DataError if it cannot be written, and any error that `chunks` throws
 */
export function writeTemporary(chunks: Iterable<Uint8Array>): TemporaryFile {
  const file = openTemporary();
  try {
    for (const chunk of chunks) addTemporary(file, chunk);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return file;
}

/** Opens a new file, which the caller has to close. @throws DataError if that fails */
export function openTemporary(): TemporaryFile {
  return attempted(openNameless);
}

/** Writes bytes to a place of a file. @param place default: after the last bytes. @throws DataError if that fails */
export function addTemporary(file: TemporaryFile, bytes: Uint8Array, place?: number): void {
  attempted(() => writeAll(file, bytes, place));
}

/** Opens a new file and removes its name. Until then, it is in a folder that only the user can read. */
function openNameless(): TemporaryFile {
  const folder = newTemporaryFolder();
  const path = join(folder, "data");
  try {
    const file = openSync(path, "wx+", 0o600);
    unlinkSync(path);
    return file;
  } finally {
    rmdirSync(folder);
  }
}

/** Calls `run`. @throws DataError instead of an error of the system */
function attempted<T>(run: () => T): T {
  const messageOf = (why: string) =>
    `${tmpdir()}: a temporary file cannot be written: ${why}; TMPDIR chooses another folder`;
  return orDataError(run, messageOf);
}
