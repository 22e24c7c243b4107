import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
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
import { DataError, reason } from "../../base/errors.js";
import { MAX_AT_ONCE } from "./files.js";
import { isRunning } from "./running-process.js";

/**
 * Checks early, before an hour of training, that a file can be written.
 *
 * @throws DataError if the folder is missing or not writable, or the path is not a regular file.
 */
export function requirePlace(path: string): void {
  try {
    const { target } = placeOf(path);
    // With a dot, because a folder is wanted: a file can be written to, too.
    accessSync(`${dirname(target)}/.`, constants.W_OK);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** The file that a path leads to, and its status if it exists. */
function placeOf(path: string): { target: string; status: Stats | undefined } {
  const target = resolvedTarget(path);
  const status = statSync(target, { throwIfNoEntry: false });
  if (status !== undefined && !status.isFile()) throw new Error("it is not a regular file");
  return { target, status };
}

/**
 * Writes a file under another name, syncs it and renames it, so that at every moment the target is the
 * old file or the new one.
 *
 * @param bytes all at once or in pieces
 * @param keepPrevious whether the old file is kept with `.previous` at the end of its name, if that is not too long
 * @throws DataError if it cannot be written. The old file is then unchanged.
 */
export function writeAtomically(path: string, bytes: Uint8Array | Iterable<Uint8Array>, keepPrevious = false): void {
  let temporary: string | undefined;
  try {
    const { target, status } = placeOf(path);
    const beside = temporaryName(target);
    const file = openSync(beside, "wx", status?.mode ?? 0o666);
    temporary = beside;
    try {
      if (status !== undefined) fchmodSync(file, status.mode);
      for (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
        for (let written = 0; written < piece.length; ) {
          written += writeSync(file, piece, written, Math.min(MAX_AT_ONCE, piece.length - written));
        }
      }
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

/** Gives the old file its second name before it loses the first, so that there is always a previous file. */
function linkPrevious(target: string): void {
  const beside = temporaryName(target);
  try {
    linkSync(target, beside);
    renameSync(beside, `${target}.previous`);
  } catch (error) {
    // If the name would be too long, there is no previous file: the new one matters more.
    if ((error as NodeJS.ErrnoException).code !== "ENAMETOOLONG") copyPrevious(target);
  } finally {
    // If both names are links to one file, renaming leaves both.
    rmSync(beside, { force: true });
  }
}

/** For file systems without links. */
function copyPrevious(target: string): void {
  const previous = `${target}.previous`;
  try {
    copyFileSync(target, previous);
  } catch (error) {
    throw unwritable(previous, error);
  }
}

/** The name of a temporary file for a target. It tells which process writes it. */
function temporaryName(target: string): string {
  const random = Math.random().toString(36).slice(2);
  return join(dirname(target), `${temporaryPrefix(target)}${process.pid}-${random}.tmp`);
}

/** How the temporary names for a target begin: with a hash, as the name of the target may have any length. */
export function temporaryPrefix(target: string): string {
  return `.${crc32(basename(target)).toString(16).padStart(8, "0")}-`;
}

function unwritable(path: string, error: unknown): DataError {
  return new DataError(`${path}: cannot be written: ${reason(error)}; an older file of that name is unchanged`);
}

/** As many as Linux follows on the way to a file. */
const MAX_LINKS = 40;

/** The path with symbolic links followed, so that a link to the file is kept and not replaced. */
export function resolvedTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // There is no file yet, but links may say where it should be.
  }
  let target = path;
  try {
    for (let links = 0; links < MAX_LINKS; links++) target = resolve(dirname(target), readlinkSync(target));
  } catch {
    // Not a link any more.
  }
  return target;
}

/** Makes the renaming durable, if the system can. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, "r");
    fsyncSync(handle);
    closeSync(handle);
  } catch {
    // Some file systems cannot sync a folder. The file is written anyway.
  }
}

/** In milliseconds. No file takes so long to write, even if the clocks of two machines differ. */
export const A_DAY = 86_400_000;

/**
 * Removes the temporary files that processes which no longer run have left for a target.
 *
 * @param idle for how many milliseconds they have not been written. Where other machines write into the folder, their
 *   processes are not known here, and only this tells. Default 0
 */
export function removeAbandoned(path: string, idle = 0): void {
  const target = resolvedTarget(path);
  const prefix = temporaryPrefix(target);
  for (const name of readdirSync(dirname(target))) {
    if (!name.startsWith(prefix)) continue;
    const writer = /^(\d+)-\w*\.tmp$/.exec(name.slice(prefix.length));
    if (writer === null || isRunning(Number(writer[1]))) continue;
    const file = join(dirname(target), name);
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (idle === 0 || (mtimeMs !== undefined && Date.now() - mtimeMs > idle)) rmSync(file, { force: true });
  }
}
