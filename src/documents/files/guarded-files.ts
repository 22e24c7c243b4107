import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync, statSync } from "node:fs";
import { dirname, sep } from "node:path";
import { DataError } from "../../base/errors.js";
import { type Opener, openRegular } from "./files.js";
import { isOursOrRoots } from "./only-ours.js";

/** Why a file is not read that lies in the corpus only by a symbolic link. */
export const LEADS_OUT = "a symbolic link leads out of the corpus";

/** Whether a path really lies below a folder, with all symbolic links followed. @throws Error if there is none */
export function isReallyBelow(root: string, path: string): boolean {
  return realpathSync.native(path).startsWith(prefixOf(root));
}

/** @throws DataError if a part of a corpus is a symbolic link that leads out of it, which `count` would not follow. */
export function requireBelow(root: string, path: string): void {
  if (path === root || isReallyBelow(root, path)) return;
  const real = realpathSync(path);
  throw new DataError(`${path}: a symbolic link leads to ${real}, out of ${root}: name ${real} itself`);
}

function prefixOf(root: string): string {
  const real = realpathSync.native(root);
  return real.endsWith(sep) ? real : `${real}${sep}`;
}

/**
 * Opens regular files that really lie below a folder. Swapping a folder for a link meanwhile gains nothing, because the
 * open file is compared with the one below the folder.
 */
export function openerBelow(root: string): Opener {
  let prefix: string | undefined;
  return (path) => {
    prefix ??= prefixOf(root);
    const file = openRegular(path);
    try {
      const real = realpathSync.native(path);
      const [opened, there] = [fstatSync(file), lstatSync(real)];
      if (real.startsWith(prefix) && opened.dev === there.dev && opened.ino === there.ino) return file;
      throw new Error(LEADS_OUT);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  };
}

/**
 * Opens a regular file whose name Thresher has chosen, in a folder into which others may write. It must belong to this
 * user, to root, or to the owner of the folder. No link is followed.
 *
 * @throws Error with the system's code, or with a message
 */
export function openOwn(path: string): number {
  if (lstatSync(path).isSymbolicLink()) throw new Error("it is a symbolic link");
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw new Error("it is not a regular file");
    if (isOursOrRoots(status) || status.uid === statSync(dirname(path)).uid) return file;
    throw new Error(`it belongs to another user (uid ${status.uid})`);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}
