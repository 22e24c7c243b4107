import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { crc32 } from "node:zlib";
import { DataError } from "../errors.js";
import { reason } from "./files.js";

/**
 * Whether a model could be written to a path: to be known before an hour of training.
 *
 * @throws DataError if there is no such folder, it cannot be written to, or something other than a file is there.
 */
export function requirePlace(path: string): void {
  try {
    const { target } = placeOf(path);
    accessSync(dirname(target), constants.W_OK);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Where a model is really written, and what is there now. */
function placeOf(path: string): { target: string; status: Stats | undefined } {
  const target = resolvedTarget(path);
  const status = statSync(target, { throwIfNoEntry: false });
  if (status !== undefined && !status.isFile()) throw new Error("something that is no regular file");
  return { target, status };
}

/**
 * Writes a file beside its target under another name, syncs and then renames it, so that
 * at every moment the target is the old file or the new one.
 *
 * @param keepPrevious the old file stays, under the same name with `.previous` after it, if a name can be as long
 * @throws DataError if it cannot be written; what stood there before is untouched.
 */
export function writeAtomically(path: string, bytes: Uint8Array, keepPrevious = false): void {
  let temporary: string | undefined;
  try {
    const { target, status } = placeOf(path);
    const beside = temporaryName(target);
    const file = openSync(beside, "wx", status?.mode ?? 0o666);
    temporary = beside;
    try {
      if (status !== undefined) fchmodSync(file, status.mode);
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (keepPrevious && status !== undefined) linkPrevious(target);
    renameSync(temporary, target);
    syncFolder(dirname(target));
  } catch (error) {
    if (temporary !== undefined) rmSync(temporary, { force: true });
    throw error instanceof DataError ? error : unwritable(path, error);
  }
}

/** A second name for the file that is about to lose its own: there is no moment without a previous file. */
function linkPrevious(target: string): void {
  const beside = temporaryName(target);
  try {
    linkSync(target, beside);
    renameSync(beside, `${target}.previous`);
  } catch (error) {
    // A name as long as can be has none after it, and the new file is worth more than the old one.
    if ((error as NodeJS.ErrnoException).code !== "ENAMETOOLONG") copyPrevious(target);
  } finally {
    // Two names of one file: renaming one to the other leaves both.
    rmSync(beside, { force: true });
  }
}

/** Where the file system has no links. */
function copyPrevious(target: string): void {
  const previous = `${target}.previous`;
  try {
    copyFileSync(target, previous);
  } catch (error) {
    throw unwritable(previous, error);
  }
}

/** The names of what is written for a file begin alike, and say who writes. */
function temporaryName(target: string): string {
  const random = Math.random().toString(36).slice(2);
  return join(dirname(target), `${temporaryPrefix(target)}${process.pid}-${random}.tmp`);
}

/** What the names begin with of what is written for a file. A name of any length is allowed, so that it cannot be part of another. */
export function temporaryPrefix(target: string): string {
  return `.${crc32(basename(target)).toString(16).padStart(8, "0")}-`;
}

function unwritable(path: string, error: unknown): DataError {
  return new DataError(
    `${path}: required a place to write to, found: ${reason(error)}; what stood there before is unchanged`,
  );
}

/** As many links as Linux follows on the way to a file. */
const MAX_LINKS = 40;

/** A link is followed, so that it goes on pointing at the model instead of being replaced by it. */
export function resolvedTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Nothing is there yet, but links may say where it should be.
  }
  let target = path;
  try {
    for (let links = 0; links < MAX_LINKS; links++) target = resolve(dirname(target), readlinkSync(target));
  } catch {
    // No link any more.
  }
  return target;
}

/** Makes the renaming itself durable, where the system can. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, "r");
    fsyncSync(handle);
    closeSync(handle);
  } catch {
    // Some file systems cannot sync a folder; the file is written all the same.
  }
}
