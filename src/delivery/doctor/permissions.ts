import { realpathSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { shellWord } from "../../base/shell-words.js";
import { isOnlyOurs } from "../../documents/files/only-ours.js";
import { fault, notice, type Remarks } from "./finding.js";

/** The sticky bit: in such a folder, users cannot replace the files of others. */
const STICKY = 0o1000;

/** Looks at who else than its owner, root and this user can write to a model, or read it. */
export function lookAtPermissions(path: string): Remarks {
  const real = realpathSync(path);
  const [status, folder] = [statSync(real), statSync(dirname(real))];
  const isShared = !isOnlyOurs(folder, status.uid) && (folder.mode & STICKY) === 0;
  const change = (what: string, at: string) => fault(`other users can change ${what}: run chmod go-w ${shellWord(at)}`);
  const read = notice(`other users can read it, and it holds words of your mail: run chmod o-rx ${shellWord(path)}`);
  return [
    !isOnlyOurs(status, status.uid) && change("it", path),
    isShared && change(dirname(real), dirname(real)),
    canOthersReach(real, 0o004) && read,
  ];
}

/**
 * Whether users who are neither the owner nor in the group have a right to a file, and can enter its folders.
 *
 * @param right a permission bit of others: 0o004 to read, 0o002 to write, 0o001 to enter a folder
 */
export function canOthersReach(path: string, right: number, status: Stats = statSync(path)): boolean {
  if ((status.mode & right) === 0) return false;
  const folder = dirname(path);
  return folder === path || canOthersReach(folder, 0o001);
}
