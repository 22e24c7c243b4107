import { closeSync, openSync, rmdirSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { newTemporaryFolder } from "./temporary-folders.js";

/**
 * An open file without a name, which all threads of this process can read. The system removes it when the process ends,
 * however it ends.
 */
export type TemporaryFile = number;

/** Temporary files that are closed together. */
export interface TemporaryFiles {
  /** Writes bytes into a new one. @throws DataError if it cannot be written, and what the chunks throw */
  write(chunks: Iterable<Uint8Array>): TemporaryFile;
  /** Takes over one that `writeTemporary` has written. */
  adopt(file: TemporaryFile): void;
}

/** Calls `use` with what writes temporary files, and closes them all afterwards. @throws what `use` throws */
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

/** As `TemporaryFiles.write`, of a file that another thread will close. */
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

/** Only the user can look into the folder in which it has a name for a moment. */
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
