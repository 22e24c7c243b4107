import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, realpathSync, type Stats } from "node:fs";
import { dirname, resolve } from "node:path";
import { isOnlyOurs, type Permissions } from "../../documents/files/only-ours.js";

/** The uid of root. */
const ROOT = 0;

/**
 * Checks that a socket can be trusted with a message: it belongs to the user or to root, or to another user such
 * as a service if only that user, this one and root can write to the folders on its path. Then root has given that
 * place to its owner.
 *
 * @param name the name as the user gave it
 * @param status the status of that name, without following a link
 * @throws Error that says why it cannot be trusted
 */
export function requireTrusted(name: string, status: Stats): void {
  if (status.isSymbolicLink()) throw new Error("it is a link; name the socket itself");
  if (!status.isSocket()) throw new Error("it is not a socket");
  const user = process.geteuid?.();
  const { uid } = status;
  if (user === undefined || uid === user || uid === ROOT) return;
  const whose = `the socket belongs to another user (uid ${uid})`;
  const path = resolve(name);
  const real = realpathSync(path);
  if (real !== path) throw new Error(`${whose}, and a part of the path is a link; name it ${real}`);
  const folder = folderOfOthers(path, uid);
  if (folder !== undefined) throw new Error(`${whose}, and others can write to ${folder}`);
}

/**
 * Returns the first folder on the way up from a path that others than this user, root and the owner can write to;
 * undefined if there is none.
 *
 * @param path absolute, without links
 */
export function folderOfOthers(
  path: string,
  owner: number,
  statusOf: (path: string) => Permissions = lstatSync,
): string | undefined {
  const folder = dirname(path);
  if (!isOnlyOurs(statusOf(folder), owner)) return folder;
  return folder === dirname(folder) ? undefined : folderOfOthers(folder, owner, statusOf);
}

/** Opens a name on Linux to get its status, without reading. Node has no constant for it. */
const O_PATH = 0o10000000;

/**
 * Calls `use` with the status of a name, without following a link, and with a path. On Linux the path leads to
 * the same file even if another one takes its name meanwhile; elsewhere it is the name.
 *
 * @returns what `use` returns
 * @throws Error with the system's code if the name does not exist, and the errors of `use`
 */
export function withSocketFile<T>(name: string, use: (status: Stats, path: string) => T): T {
  if (process.platform !== "linux") return use(lstatSync(name), name);
  const file = openSync(name, O_PATH | constants.O_NOFOLLOW);
  try {
    const path = `/proc/self/fd/${file}`;
    return use(fstatSync(file), existsSync(path) ? path : name);
  } finally {
    closeSync(file);
  }
}
