import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { DataError, reason } from "../../base/errors.js";
import { MAX_AT_ONCE, readHead } from "./files.js";
import { isOurs } from "./only-ours.js";
import { resolvedTarget } from "./resolved-target.js";
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

/** The file that a path leads to, and its status if it exists. @param isOwnName see `WriteOptions` */
function placeOf(path: string, isOwnName = false): { target: string; status: Stats | undefined } {
  const target = isOwnName ? path : resolvedTarget(path);
  const status = lstatSync(target, { throwIfNoEntry: false });
  if (isOwnName && status?.isSymbolicLink()) return { target, status: undefined };
  if (status !== undefined && !status.isFile()) throw new Error("it is not a regular file");
  return { target, status };
}

/** How a file is written. */
export interface WriteOptions {
  /** Whether the old file is kept with `.previous` at the end of its name, if that is not too long. Default false. */
  readonly keepPrevious?: boolean;
  /**
   * Whether Thresher has chosen the name, and not the user. A symbolic link of that name is then replaced and not
   * followed: somebody else may have made it. Default false.
   */
  readonly isOwnName?: boolean;
  /** The mode of the new file, before the umask. Default: that of the user's own old file, or what the umask leaves. */
  readonly mode?: number | undefined;
}

/** The mode of files that only their user may read. */
export const ONLY_OWNER = 0o600;

/**
 * Writes a file under another name, syncs it and renames it, so that at every moment the target is the
 * old file or the new one.
 *
 * @param bytes all at once or in pieces
 * @throws DataError if it cannot be written. The old file is then unchanged.
 */
export function writeAtomically(
  path: string,
  bytes: Uint8Array | Iterable<Uint8Array>,
  options: WriteOptions = {},
): void {
  try {
    replaceFile(path, bytes, options);
  } catch (error) {
    throw error instanceof DataError ? error : unwritable(path, error);
  }
}

/** As `writeAtomically`. @throws Error with the system's code, or that says why it is refused */
export function replaceFile(
  path: string,
  bytes: Uint8Array | Iterable<Uint8Array>,
  { keepPrevious = false, isOwnName = false, mode }: WriteOptions = {},
): void {
  let temporary: string | undefined;
  try {
    const { target, status } = placeOf(path, isOwnName);
    const beside = temporaryName(target);
    const wanted = mode ?? keptMode(status);
    const file = openSync(beside, "wx", wanted);
    temporary = beside;
    try {
      // The umask does not apply here.
      if (mode === undefined && status !== undefined && isOurs(status)) fchmodSync(file, wanted);
      for (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
        for (let written = 0; written < piece.length; ) {
          written += writeSync(file, piece, written, Math.min(MAX_AT_ONCE, piece.length - written));
        }
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (keepPrevious && status !== undefined) linkPrevious(target, status);
    renameSync(temporary, target);
    syncFolder(dirname(target));
  } catch (error) {
    if (temporary !== undefined) rmSync(temporary, { force: true });
    throw error;
  }
}

/** The mode of a new file, before the umask. */
const NEW_FILE = 0o666;

/**
 * The mode of a new file in place of an old one. The user's own file gives all of its mode but setuid, setgid and the
 * sticky bit. The file of another user only takes rights away: what others could not read, they still cannot.
 */
function keptMode(status: Stats | undefined): number {
  if (status === undefined) return NEW_FILE;
  return isOurs(status) ? status.mode & 0o777 : (status.mode & NEW_FILE) | ONLY_OWNER;
}

/** Gives the old file its second name before it loses the first, so that there is always a previous file. */
function linkPrevious(target: string, status: Stats): void {
  const beside = temporaryName(target);
  try {
    linkSync(target, beside);
    renameSync(beside, `${target}.previous`);
  } catch (error) {
    // If the name would be too long, there is no previous file: the new one matters more.
    if ((error as NodeJS.ErrnoException).code !== "ENAMETOOLONG") copyPrevious(target, status);
  } finally {
    // If both names are links to one file, renaming leaves both.
    rmSync(beside, { force: true });
  }
}

/** For file systems without links. Whoever shares the folder may have swapped the old file for a link meanwhile. */
function copyPrevious(target: string, status: Stats): void {
  const { bytes } = readHead(
    target,
    () => undefined,
    () => openSame(target, status),
  );
  writeAtomically(`${target}.previous`, bytes, { isOwnName: true, mode: keptMode(status) });
}

/** @throws Error if another file has taken the place of the one with this status */
function openSame(path: string, { dev, ino }: Stats): number {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  const now = fstatSync(file);
  if (now.dev === dev && now.ino === ino) return file;
  closeSync(file);
  throw new Error("another file took its place");
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
 * Removes the temporary files that processes which no longer run have left for a file.
 *
 * @param target the file, with its links followed
 * @param idle for how many milliseconds they have not been written. Where other machines write into the folder, their
 *   processes are not known here, and only this tells. Default 0
 */
export function removeAbandoned(target: string, idle = 0): void {
  const prefix = temporaryPrefix(target);
  for (const name of readdirSync(dirname(target))) {
    if (!name.startsWith(prefix)) continue;
    const writer = /^(\d+)-\w*\.tmp$/.exec(name.slice(prefix.length));
    if (writer === null || isRunning(Number(writer[1]))) continue;
    const file = join(dirname(target), name);
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (idle === 0 || (mtimeMs !== undefined && Date.now() - mtimeMs > idle)) removeLeft(file);
  }
}

/** Removes a file that a process has left. What cannot be removed stays, such as a folder that others gave its name. */
export function removeLeft(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It is in nobody's way.
  }
}
