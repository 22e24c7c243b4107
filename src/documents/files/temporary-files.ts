import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DataError, reason } from "../../base/errors.js";

/** Writes bytes into a new temporary file. @returns its path */
export type WriteTemporary = (chunks: Iterable<Uint8Array>) => string;

/**
 * Calls `use` with a function that writes temporary files, and removes them all afterwards.
 *
 * @throws DataError if one cannot be written, and what `use` and the chunks throw
 */
export function withTemporaryFiles<T>(use: (write: WriteTemporary) => T): T {
  let folder: string | undefined;
  let files = 0;
  const written: WriteTemporary = (chunks) => {
    folder ??= attempted(() => mkdtempSync(join(tmpdir(), "thresher-")));
    const path = join(folder, String(files++));
    const file = attempted(() => openSync(path, "wx", 0o600));
    try {
      for (const chunk of chunks) {
        for (let done = 0; done < chunk.length; ) done += attempted(() => writeSync(file, chunk, done));
      }
    } finally {
      closeSync(file);
    }
    return path;
  };
  try {
    return use(written);
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
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
