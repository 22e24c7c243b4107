import { lstatSync, readlinkSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { safeText } from "../../base/safe-text.js";
import { isOursOrRoots } from "./only-ours.js";

/** Linux follows as many links on the way to a file. */
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
