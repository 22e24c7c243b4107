import { closeSync, openSync, readSync, rmdirSync, unlinkSync, writeSync } from "node:fs";
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
  const file = openTemporary();
  try {
    for (const chunk of chunks) appendTemporary(file, chunk);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  return file;
}

/** An empty one. Close it with `closeTemporary`, or leave that to `closeWith`. @throws DataError if it cannot be made */
export function openTemporary(): TemporaryFile {
  return attempted(openNameless);
}

/** Writes bytes behind those that it has. @throws DataError if they cannot be written */
export function appendTemporary(file: TemporaryFile, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += attempted(() => writeSync(file, bytes, done));
}

/** Fills `bytes` from a place in the file. @throws DataError if it cannot be read */
export function readTemporary(file: TemporaryFile, bytes: Uint8Array, from: number): void {
  for (let done = 0; done < bytes.length; ) {
    const read = attempted(() => readSync(file, bytes, done, bytes.length - done, from + done), "read");
    if (read === 0) throw new DataError("a temporary file has been cut short");
    done += read;
  }
}

/** Closes a file when its owner has been collected: in a long computation, that is at its end. */
export function closeWith(owner: object, file: TemporaryFile): void {
  CLOSING.register(owner, file, owner);
}

/** @param owner if it was given to `closeWith` */
export function closeTemporary(file: TemporaryFile, owner?: object): void {
  if (owner !== undefined) CLOSING.unregister(owner);
  closeSync(file);
}

const CLOSING = new FinalizationRegistry<TemporaryFile>((file) => closeSync(file));

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

function attempted<T>(run: () => T, what: "written" | "read" = "written"): T {
  try {
    return run();
  } catch (error) {
    throw new DataError(
      `${tmpdir()}: a temporary file cannot be ${what}: ${reason(error)}; TMPDIR chooses another folder`,
    );
  }
}
