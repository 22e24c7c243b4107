import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, realpathSync, type Stats } from "node:fs";
import { dirname, resolve } from "node:path";
import { isOnlyOurs, type Permissions } from "../../documents/files/only-ours.js";

const ROOT = 0;

/**
 * Checks that nobody else can have put a socket where a message is sent to. It counts if it
 * belongs to the user or to root. One of another user, such as a service, counts if only its
 * owner, the user and root can write to the folders on its path: then root has given that
 * place to its owner.
 *
 * @param name as it was given
 * @param status of what has that name, links not followed
 * @throws Error that says why it does not count
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
 * The first folder on the way up from a path that more can write to than this user, root and
 * the owner of what lies there; undefined if there is none.
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

/** Of Linux: opens a name to look at it, without reading. Node has no constant for it. */
const O_PATH = 0o10000000;

/**
 * Looks at what has a name, a link itself rather than where it leads, and calls `use` with
 * that and with a path to it. On Linux the path leads to what was looked at even if
 * something else takes its name meanwhile; elsewhere it is the name.
 *
 * @returns what `use` returns
 * @throws Error with the system's code if there is nothing of that name, and what `use` throws
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
