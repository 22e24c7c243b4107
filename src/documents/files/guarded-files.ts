import { constants, lstatSync, openSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, sep } from "node:path";
import { codeOf, DataError, reason } from "../../base/errors.js";
import { lazily } from "../../base/lazily.js";
import { isOursOrRoots, WRITABLE_BY_OTHERS } from "../../base/only-ours.js";
import { type Opener, openChecked, openRegular } from "./open-file.js";
import { ONLY_OWNER } from "./write-file.js";

/** Why a file is not read if only a symbolic link makes it part of the corpus. */
export const LEADS_OUT = "a symbolic link leads out of the corpus";

/** Whether a path is below a folder after all symbolic links are followed. @throws Error if the path does not exist */
export function isReallyBelow(root: string, path: string): boolean {
  return realpathSync.native(path).startsWith(prefixOf(root));
}

/**
 * Checks that a part of a corpus is no symbolic link out of it. Otherwise it could be planned, but later not be
 * counted.
 *
 * @throws DataError if it is such a link
 */
export function requireBelow(root: string, path: string): void {
  if (path === root || isReallyBelow(root, path)) return;
  const real = realpathSync(path);
  throw new DataError(`${path}: a symbolic link leads to ${real}, out of ${root}: name ${real} itself`);
}

/** Returns how the real paths of the files below a folder begin. */
function prefixOf(root: string): string {
  const real = realpathSync.native(root);
  return real.endsWith(sep) ? real : `${real}${sep}`;
}

/**
 * Returns a function that opens regular files below a folder, after all symbolic links are followed. It compares the
 * open file with the one below the folder, so that swapping a folder for a link meanwhile has no effect.
 */
export function openerBelow(root: string): Opener {
  const prefix = lazily(() => prefixOf(root));
  return (path) => {
    const requireInside = ({ dev, ino }: Stats) => {
      const real = realpathSync.native(path);
      const found = lstatSync(real);
      if (!real.startsWith(prefix()) || dev !== found.dev || ino !== found.ino) throw new Error(LEADS_OUT);
    };
    return openChecked(path, requireInside, openRegular);
  };
}

/**
 * Opens a regular file whose name Thresher has chosen, in a folder where others may write. The file must belong to this
 * user, to root, or to the owner of the folder. Does not follow links.
 *
 * @throws Error with the system's code, or with a message
 */
export function openOwn(path: string): number {
  if (lstatSync(path).isSymbolicLink()) throw new Error("it is a symbolic link");
  return openChecked(path, (status) => {
    if (!status.isFile()) throw new Error("it is not a regular file");
    if (isOursOrRoots(status) || status.uid === statSync(dirname(path)).uid) return;
    throw new Error(`it belongs to another user (uid ${status.uid})`);
  });
}

/** A kind of file that only this user and root may write. */
export interface TrustedKind {
  /** The name of the kind in messages, such as `journal`. */
  readonly name: string;
  /** Maximum size in bytes. Default: no limit. */
  readonly most?: number;
}

/**
 * Opens a file that decides, for example, which messages are moved, so only this user and root may be able to write to
 * it. Checks the file after opening it, when nobody can replace it any more. Never waits for a pipe or follows a link.
 * With `O_CREAT`, only this user can read a new file.
 *
 * @returns the descriptor
 * @throws DataError if the file cannot be opened or cannot be trusted, with what to do.
 */
export function openTrusted(path: string, kind: TrustedKind, flags: number = constants.O_RDONLY): number {
  const { name, most = Number.POSITIVE_INFINITY } = kind;
  const notRegular = () => new DataError(`${path} is not a regular file, so it is not a ${name} of thresher`);
  const check = (status: Stats) => {
    if (!status.isFile()) throw notRegular();
    requireTrusted(path, status);
    if (status.size > most) {
      throw new DataError(`${path} has ${status.size} bytes; a ${name} has ${most} at most: remove it`);
    }
  };
  const open = () => {
    try {
      return openSync(path, flags | constants.O_NONBLOCK | constants.O_NOFOLLOW, ONLY_OWNER);
    } catch (error) {
      const code = codeOf(error) ?? "";
      if (code === "ELOOP") throw new DataError(`${path} is a symbolic link: give the ${name} that it leads to`);
      // A socket or a device, or a folder that is opened for writing.
      if (["ENXIO", "ENODEV", "EISDIR"].includes(code)) throw notRegular();
      throw new DataError(`the ${name} ${path} cannot be opened: ${reason(error)}`);
    }
  };
  return openChecked(path, check, open);
}

/** Checks the status of an open file. @throws DataError if anyone but this user and root may have written it */
function requireTrusted(path: string, { uid, mode }: Stats): void {
  if (process.geteuid === undefined) return;
  if (!isOursOrRoots({ uid })) {
    throw new DataError(
      `${path} belongs to user ${uid}, so nothing in it is used: remove it if nobody needs it, or let that user run the command`,
    );
  }
  if ((mode & WRITABLE_BY_OTHERS) !== 0) {
    throw new DataError(
      `${path} can be written to by other users, so nothing in it is used: look at it, and if it is yours run chmod go-w on it`,
    );
  }
}
