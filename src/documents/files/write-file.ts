import {
  accessSync,
  constants,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { crc32 } from "node:zlib";
import { codeOf, DataError, orDataError, orElse, reason } from "../../base/errors.js";
import { isOurs, isOursOrRoots } from "../../base/only-ours.js";
import { safeText } from "../../base/safe-text.js";
import { closing, writeAll } from "./open-file.js";
import { isRunning } from "./running-process.js";

/**
 * Checks that a file can be written. Call this early, before an hour of training.
 *
 * @throws DataError if the folder is missing or not writable, or the path is not a regular file.
 */
export function requirePlace(path: string): void {
  orDataError(() => {
    const { target } = placeOf(path);
    // With a dot, which only a folder allows. Without it, a file would pass the check.
    accessSync(`${dirname(target)}/.`, constants.W_OK);
  }, unwritable(path));
}

/** Returns the file that a path leads to, and its status if it exists. @param isOwnName see `WriteOptions` */
function placeOf(path: string, isOwnName = false): { target: string; status: Stats | undefined } {
  const target = isOwnName ? path : resolvedTarget(path);
  const status = lstatSync(target, { throwIfNoEntry: false });
  if (isOwnName && status?.isSymbolicLink()) return { target, status: undefined };
  if (status !== undefined && !status.isFile()) throw new Error("it is not a regular file");
  return { target, status };
}

/** Makes a folder for this user alone, with the folders around it, unless it exists. @throws DataError if it cannot be made */
export function makePrivateFolder(folder: string): void {
  const messageOf = (why: string) => `${folder} cannot be made: ${why}`;
  orDataError(() => mkdirSync(folder, { recursive: true, mode: 0o700 }), messageOf);
}

/** How a file is written. */
export interface WriteOptions {
  /** Whether to keep the old file with `.previous` at the end of its name, if the file system can. Default false. */
  readonly keepPrevious?: boolean;
  /**
   * Whether Thresher, and not the user, has chosen the name. If so, a symbolic link with this name is replaced and not
   * followed, because somebody else may have created it. Default false.
   */
  readonly isOwnName?: boolean;
  /** The mode of the new file, before the umask. Default: 0o666, or by the mode of the old file: see `keptMode`. */
  readonly mode?: number | undefined;
}

/** All bytes at once or in pieces, or a function that writes them to the path of the temporary file. */
export type Content = Uint8Array | Iterable<Uint8Array> | ((path: string) => void);

/** The mode of files that only their owner may read. */
export const ONLY_OWNER = 0o600;

/**
 * Writes a file under another name, syncs it and renames it, so that the target is always either the old file or the
 * new one.
 *
 * @throws DataError if the file cannot be written. The old file is then unchanged.
 */
export function writeAtomically(path: string, bytes: Content, options: WriteOptions = {}): void {
  orDataError(() => replaceFile(path, bytes, options), unwritable(path));
}

/** Does the same as `writeAtomically`. @throws Error with the system's code, or with the reason for refusing */
export function replaceFile(
  path: string,
  bytes: Content,
  { keepPrevious = false, isOwnName = false, mode }: WriteOptions = {},
): void {
  const { target, status } = placeOf(path, isOwnName);
  const temporary = temporaryName(target);
  const wanted = mode ?? keptMode(status);
  const file = openSync(temporary, "wx", wanted);
  try {
    closing(file, () => {
      // Unlike `openSync`, this is not subject to the umask.
      if (mode === undefined && status !== undefined && isOurs(status)) fchmodSync(file, wanted);
      if (typeof bytes === "function") bytes(temporary);
      else for (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) writeAll(file, piece);
      fsyncSync(file);
    });
    if (keepPrevious && status !== undefined) linkPrevious(target);
    renameSync(temporary, target);
    syncFolder(dirname(target));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The mode of a new file, before the umask. */
const NEW_FILE = 0o666;

/**
 * Returns the mode of a new file that replaces an old one. If the old file is the user's own, the new file gets its
 * mode without setuid, setgid and the sticky bit. The old file of another user can only take rights away: others who
 * could not read it still cannot.
 */
function keptMode(status: Stats | undefined): number {
  if (status === undefined) return NEW_FILE;
  return isOurs(status) ? status.mode & 0o777 : (status.mode & NEW_FILE) | ONLY_OWNER;
}

/** Gives the old file the name `.previous`, before the new file takes its first name. So neither is ever missing. */
function linkPrevious(target: string): void {
  const beside = temporaryName(target);
  try {
    linkSync(target, beside);
  } catch {
    // The file system has no links. No previous file is kept, because the new file matters more.
    return;
  }
  try {
    renameSync(beside, `${target}.previous`);
  } catch (error) {
    if (codeOf(error) !== "ENAMETOOLONG") throw new DataError(unwritable(`${target}.previous`)(reason(error)));
  } finally {
    // If both names are links to one file, renaming keeps both.
    rmSync(beside, { force: true });
  }
}

/** Returns the name of a temporary file for a target. It contains the PID of the process that writes it. */
export function temporaryName(target: string): string {
  const random = Math.random().toString(36).slice(2);
  return join(dirname(target), `${temporaryPrefix(target)}${process.pid}-${random}.tmp`);
}

/** Returns how the temporary names for a target begin: with a hash, because the target's name may have any length. */
export function temporaryPrefix(target: string): string {
  return `.${crc32(basename(target)).toString(16).padStart(8, "0")}-`;
}

/** Returns a function that makes the message for a path that cannot be written, from the reason. */
function unwritable(path: string): (why: string) => string {
  return (why) => `${path}: cannot be written: ${why}; an older file of that name is unchanged`;
}

/** Makes the new name durable, if the system can. */
function syncFolder(folder: string): void {
  // Some file systems cannot sync a folder. The file is written anyway.
  orElse(() => closing(openSync(folder, "r"), fsyncSync), undefined);
}

/** In milliseconds. No file takes this long to write, even if the clocks of two machines differ. */
export const A_DAY = 86_400_000;

/**
 * Removes the temporary files for a target that belong to processes which no longer run.
 *
 * @param target the path, after its links are followed
 * @param idle how long the files must not have been written, in milliseconds. Needed if other machines write into the
 *   folder, because this machine does not know their processes. Default 0
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

/** Removes a file that a process has left behind. Leaves anything that cannot be removed, such as a folder. */
export function removeLeft(file: string): void {
  orElse(() => rmSync(file, { force: true }), undefined);
}

/** Maximum number of links that are followed. Linux has the same limit. */
const MAX_LINKS = 40;

/**
 * Returns the file to write for a path, after its symbolic links are followed, so that a link is kept and not replaced.
 *
 * @throws Error for a link of another user: the system would not follow it in a shared folder such as /tmp.
 */
export function resolvedTarget(path: string): string {
  let target = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const status = lstatSync(target, { throwIfNoEntry: false });
    if (!status?.isSymbolicLink() || isOpenAlready(target)) return target;
    const to = readlinkSync(target);
    if (!isOursOrRoots(status)) {
      throw new Error(
        `${safeText(target)} is a symbolic link of another user (uid ${status.uid}) to ${safeText(to)}: name that file, or remove the link`,
      );
    }
    // Not `join`, because ".." means the folder above the real one.
    target = isAbsolute(to) ? to : `${dirname(target)}/${to}`;
  }
  return target;
}

/** Whether a path, such as /dev/stdout, means a file that is already open. Its link is not the path of a file. */
export function isOpenAlready(path: string): boolean {
  return /^\/(?:dev\/(?:std|fd\/)|proc\/)/.test(resolve(path));
}
