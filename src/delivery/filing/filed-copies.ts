import fs, { type Dirent } from "node:fs";
import { join, relative } from "node:path";
import { DELIVERED, isMaildir } from "../../documents/files/maildir.js";
import { decodedFolderName, labelOfName } from "../../documents/files/safe-name.js";
import { isSpecialFolder } from "../../documents/files/special-folders.js";
import { type Digest, digestOfFile, isFolder, statusOf } from "./file-system.js";
import type { BeginEntry } from "./journal.js";

/** Whether a folder directly in a Maildir holds messages of its inbox: `cur` or `new`. */
function isDelivered(name: string): boolean {
  return (DELIVERED as readonly string[]).includes(name);
}

/** A file that may be a filed message. */
interface FoundFile {
  readonly path: string;
  /** The name of the folder of a label; `""` for the inbox of a Maildir. */
  readonly folder: string;
  /** Undefined until it is needed; empty if the file cannot be read. */
  digest?: string | undefined;
}

/** Calls a function that reads a path. If that fails, throws, or returns undefined if the failure does not matter. */
type Reading = <T>(path: string, read: () => T) => T | undefined;

/**
 * Finds the files in the folders of labels, at any depth, by content. These folders are directly below the target
 * folder. In a Maildir++, their names begin with a dot, and the inbox is the target folder itself: its messages are in
 * `cur` and `new`. Lists a folder when it is first asked for, and reads a file when a message of its size is looked
 * for. Links are not followed.
 *
 * @param session the last session that filed there
 */
export function filedCopies(session: Pick<BeginEntry, "into" | "folders" | "unsure">, reading: Reading) {
  const { into, unsure } = session;
  /** Whether it is a Maildir++, in which the names of folders begin with a dot. */
  const isDotted = isMaildir(into);
  const nameOf = (folder: string) => (isDotted && folder !== "" ? `.${folder}` : folder);
  /** The labels that the session knew, by folder. The inbox is `""`. */
  const labels = new Map(session.folders.map(([label, folder]) => [nameOf(folder), label]));
  /** The names of the folders below the target that were listed. */
  const listed = new Set<string>();
  /** The files in them, by size and path. */
  const files = new Map<number, Map<string, FoundFile>>();

  const entriesOf = (folder: string, recursive: boolean): Dirent[] =>
    reading(folder, () => fs.readdirSync(folder, { withFileTypes: true, recursive })) ?? [];

  /** Returns the folder into which a message was filed. @param target its path below the target folder */
  function folderOfTarget(target: string): string {
    const name = target.slice(0, target.indexOf("/"));
    return isDotted && isDelivered(name) ? "" : name;
  }

  /** Adds the files of a folder below the target, if a label can have it. A link to a folder was never filled. */
  function list(name: string): void {
    if (listed.has(name)) return;
    listed.add(name);
    // Outside a Maildir++, folders that begin with a dot are hidden.
    const isHidden = name.startsWith(".") !== isDotted;
    const isInbox = isDotted && labels.has("") && isDelivered(name);
    const folder = join(into, name);
    if ((isHidden && !isInbox) || !isFolder(folder)) return;
    for (const entry of entriesOf(folder, true)) {
      const path = join(entry.parentPath, entry.name);
      const size = entry.isFile() && !entry.name.startsWith(".thresher-") ? statusOf(path)?.size : undefined;
      if (size !== undefined) add(path, size);
    }
  }

  /** Adds a file that was put into a folder. @param digest undefined if somebody else may have put it there */
  function add(path: string, size: number, digest?: string): void {
    const below = relative(into, path);
    list(below.split("/", 1)[0]);
    const alike = files.get(size) ?? new Map<string, FoundFile>();
    files.set(size, alike);
    if (digest !== undefined || !alike.has(path)) alike.set(path, { path, folder: folderOfTarget(below), digest });
  }

  /** Returns the files with a content. @param only the folder that they must be in. Default: any */
  function filesWith({ digest, size }: Digest, only?: string): FoundFile[] {
    const all = () => entriesOf(into, false).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    for (const name of only === undefined ? all() : only === "" ? DELIVERED : [only]) list(name);
    return [...(files.get(size)?.values() ?? [])].filter((file) => {
      if (only !== undefined && file.folder !== only) return false;
      file.digest ??= reading(file.path, () => digestOfFile(file.path))?.digest ?? "";
      return file.digest === digest;
    });
  }

  /**
   * Returns the label of a folder. For a folder that somebody else has made, it is the name of the folder.
   *
   * @returns undefined for the folder of unsure messages and, in a Maildir++, for folders such as Trash
   */
  function labelOf(folder: string): string | undefined {
    const name = folder.slice(isDotted ? 1 : 0);
    if (unsure !== "" && name === unsure) return undefined;
    const known = labels.get(folder);
    if (known !== undefined || !isDotted) return known ?? labelOfName(name);
    const title = decodedFolderName(name);
    return isSpecialFolder(title) ? undefined : title;
  }
  return { filesWith, add, labelOf, folderOfTarget };
}
