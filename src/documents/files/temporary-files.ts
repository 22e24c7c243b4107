import { closeSync, openSync, rmdirSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { newTemporaryFolder } from "./temporary-folders.js";

/**
 * The descriptor of an open file without a name, which all threads of this process can read. The system removes the
 * file when the process ends in any way.
 */
export type TemporaryFile = number;

/** Temporary files that are closed together. */
export interface TemporaryFiles {
  /** Writes bytes into a new file. @throws DataError if it cannot be written, and any error that `chunks` throws */
  write(chunks: Iterable<Uint8Array>): TemporaryFile;
  /** Takes over a file that `writeTemporary` has written. */
  adopt(file: TemporaryFile): void;
}

/** Calls `use` with a writer of temporary files, and then closes all of these files. @throws any error of `use` */
export function withTemporaryFiles<T>(use: (files: TemporaryFiles) => T): T {
  const open: TemporaryFile[] = [];
  const adopt = (file: TemporaryFile) => void open.push(file);
  try {
    return use({
      write(chunks) {
        const file = writeTemporary(chunks);
        adopt(file);
        return file;
      },
      adopt,
    });
  } finally {
    for (const file of open) closeSync(file);
  }
}

/** Writes bytes into a new file, as `TemporaryFiles.write` does. Another thread has to close it. */
export function writeTemporary(chunks: Iterable<Uint8Array>): TemporaryFile {
  const file = attempted(openNameless);
  try {
    for (const chunk of chunks) {
      for (let done = 0; done < chunk.length; ) done += attempted(() => writeSync(file, chunk, done));
    }
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return file;
}

/** Opens a new file and removes its name. Until then, it is in a folder that only the user can read. */
function openNameless(): TemporaryFile {
  const folder = newTemporaryFolder();
  const path = join(folder, "counts");
  try {
    const file = openSync(path, "wx+", 0o600);
    unlinkSync(path);
    return file;
  } finally {
    rmdirSync(folder);
  }
}

function attempted<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new DataError(
      `${tmpdir()}: a temporary file cannot be written: ${reason(error)}; TMPDIR chooses another folder`,
    );
  }
}
