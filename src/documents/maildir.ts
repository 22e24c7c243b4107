import { join } from "node:path";
import { statusOf } from "./files.js";

/** Whether a folder is a Maildir (cr.yp.to/proto/maildir.html): it has the folders cur and new. */
export function isMaildir(folder: string): boolean {
  return ["cur", "new"].every((name) => statusOf(join(folder, name))?.isDirectory());
}

/**
 * Whether a path below a Maildir is that of a message: what is in tmp is not delivered yet,
 * and beside the folders programs keep files of their own.
 */
export function isMessagePath(path: string): boolean {
  return /^(?:cur|new)\/[^./][^/]*$/.test(path);
}

/**
 * Leaves out what is in a Maildir and no message. Names with flags, such as `1204:2,FS`, stay
 * as they are.
 *
 * @param files paths below `root`
 */
export function withoutMaildirFiles(root: string, files: readonly string[]): { files: string[]; maildirs: number } {
  const known = new Map<string, boolean>();
  for (const file of files) {
    const [, folder] = /^(.*?)(?:^|\/)(?:cur|new|tmp)\/[^/]*$/.exec(file) ?? [];
    if (folder !== undefined && !known.has(folder)) known.set(folder, isMaildir(join(root, folder)));
  }
  const maildirs = [...known].flatMap(([folder, is]) => (is ? [folder === "" ? "" : `${folder}/`] : []));
  if (maildirs.length === 0) return { files: [...files], maildirs: 0 };
  const among = new Set(maildirs);
  const isWanted = (file: string) => {
    for (let end = 0; end >= 0; end = file.indexOf("/", end) + 1 || -1) {
      const folder = file.slice(0, end);
      if (among.has(folder)) return isMessagePath(file.slice(folder.length));
    }
    return true;
  };
  return { files: files.filter(isWanted), maildirs: maildirs.length };
}
