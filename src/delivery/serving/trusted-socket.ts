import { lstatSync, realpathSync, type Stats } from "node:fs";
import { dirname, resolve } from "node:path";
import { isOnlyOurs, isOursOrRoots, type Permissions } from "../../base/only-ours.js";

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
  if (isOursOrRoots(status)) return;
  const { uid } = status;
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
