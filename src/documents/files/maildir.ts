import { lstatSync } from "node:fs";
import { join } from "node:path";
import { orElse } from "../../base/errors.js";
import type { Problem } from "../problem.js";
import type { PathList } from "./list-files.js";
import { readRegular } from "./open-file.js";

/**
 * The names of the folders in a Maildir with delivered messages. Messages in `new` have not been shown by any program
 * yet.
 */
export const DELIVERED = ["cur", "new"] as const;

/**
 * Whether a folder is a Maildir (cr.yp.to/proto/maildir.html): it has folders `cur` and `new`, and neither is a link.
 * Does not require `tmp`, because some programs create it only when they need it.
 */
export function isMaildir(folder: string): boolean {
  return DELIVERED.every((name) => orElse(() => lstatSync(join(folder, name)).isDirectory(), false));
}

/** Matches the paths of messages below a Maildir. Files in `tmp` are not delivered yet; others belong to programs. */
const MESSAGE_PATH = /^(?:cur|new)\/[^./][^/]*$/;

/** Whether the flags in a message's name (`:2,ST`; some programs write `;` or `!`) mark the message as deleted. */
export function isTrashed(name: string): boolean {
  return /[:;!]2,[^,:;!]*T/.test(name);
}

/** Whether a name is the name of a folder in a Maildir (Maildir++), such as `.spam`. */
export function isMaildirFolder(name: string): boolean {
  return /^\.[^.]/.test(name);
}

/** Matches the name of a message that MH has marked as removed. */
const REMOVED = /^[,#]\d+$/;

/**
 * Removes the files of Maildirs that are not messages, the deleted messages of Maildirs and MH, and files beside messages
 * that are no messages.
 *
 * @param files the paths below `root`
 * @param report receives a problem for each deleted message and each file beside a message
 * @returns the other files, and the number of Maildirs among the folders
 */
export function withoutMailFiles(
  root: string,
  files: PathList,
  report: (problem: Problem) => void,
): { files: PathList; maildirs: number } {
  // Whether each folder around a `cur`, `new` or `tmp` is a Maildir.
  const known = new Map<string, boolean>();
  const deleted = new Set<string>();
  for (const { folder: inside, names } of files.folders) {
    const [, folder] = /^(.*?)(?:^|\/)(?:cur|new|tmp)\/$/.exec(inside) ?? [];
    if (folder !== undefined && !known.has(folder)) known.set(folder, isMaildir(join(root, folder)));
    for (const name of names) if (REMOVED.test(name)) deleted.add(inside + name);
  }
  const among = new Set([...known].flatMap(([folder, is]) => (is ? [folder === "" ? "" : `${folder}/`] : [])));
  const isWanted = (file: string) => {
    // Tries the folders around the file from the outermost on. Each ends with a slash; the root is "". After the last
    // one, `end` is -1.
    for (let end = 0; end >= 0; end = file.indexOf("/", end) + 1 || -1) {
      const folder = file.slice(0, end);
      if (!among.has(folder)) continue;
      const isMessage = MESSAGE_PATH.test(file.slice(folder.length));
      if (isMessage && isTrashed(file)) deleted.add(file);
      return isMessage && !deleted.has(file);
    }
    return !deleted.has(file);
  };
  const wanted = among.size + deleted.size === 0 ? files : files.filter(isWanted);
  for (const where of deleted) report({ kind: "deleted", where });
  return { files: withoutSidecars(root, wanted, report), maildirs: among.size };
}

/** The ending of a file that is a message. */
const MESSAGE = /\.eml(?:\.(?:gz|zst))?$/i;

/** Endings of files in which programs keep data about a message, or show it in another form. */
const DATA = /\.(?:json|meta|metadata|xml|ya?ml|html?)$/i;

/** The beginning of a message: a field of its header, or the `From ` line of a mailbox. */
const HEADER = /^(?:[a-z][\w-]*:[ \t\r\n]|>?From )/i;

/** How many bytes show whether a file begins with a header. */
const BEGINNING = 128;

/**
 * Removes files that lie beside a message and have its name, but are no messages: `1.metadata.json` and `1.eml.meta`
 * beside `1.eml`. Exports of mail have such a file for each message.
 *
 * @param files the paths below `root`
 * @param report receives a problem for each file that is removed
 */
function withoutSidecars(root: string, files: PathList, report: (problem: Problem) => void): PathList {
  /** The paths of messages, without their endings. */
  const messages = new Set<string>();
  const others: string[] = [];
  for (const path of files.withDots()) {
    if (MESSAGE.test(path)) messages.add(path.replace(MESSAGE, ""));
    else others.push(path);
  }
  const isBeside = (path: string) => {
    for (let dot = path.indexOf(".", path.lastIndexOf("/")); dot >= 0; dot = path.indexOf(".", dot + 1)) {
      if (messages.has(path.slice(0, dot))) return true;
    }
    return false;
  };
  const isMessage = (path: string) =>
    !DATA.test(path) && HEADER.test(orElse(() => readRegular(join(root, path), BEGINNING).toString("latin1"), ""));
  const sidecars = new Set(others.filter((path) => isBeside(path) && !isMessage(path)));
  for (const where of sidecars) report({ kind: "sidecar", where });
  return sidecars.size === 0 ? files : files.filter((path) => !sidecars.has(path));
}
